/* The hours of a campaign at Google: a criterion per interval, in the account's time zone. */
#include "platform/google/adapter.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "model/hours.h"

static const char *const quarters[] = { "ZERO", "FIFTEEN", "THIRTY", "FORTY_FIVE" };

struct ad_str google_budget_of(struct ad_str handle)
{
	const char *space = ad_str_find(handle, ' ');

	if (space)
		handle.n = (size_t)(space - handle.p);
	return handle.n ? handle : (struct ad_str){ NULL, 0 };
}

/* The id of the interval's criterion, as it was read; absent if it was not. */
static struct ad_str criterion_of(const struct ad_piece *piece, int64_t number)
{
	struct ad_str handle = piece->live ? piece->live->handle : (struct ad_str){ NULL, 0 };
	char key[32];
	const char *at, *end;

	snprintf(key, sizeof(key), " %lld=", (long long)number);
	at = handle.n ? memmem(handle.p, handle.n, key, strlen(key)) : NULL;
	if (!at)
		return (struct ad_str){ NULL, 0 };
	at += strlen(key);
	end = memchr(at, ' ', (size_t)(handle.p + handle.n - at));
	return (struct ad_str){ at, (size_t)((end ? end : handle.p + handle.n) - at) };
}

static void open_criterion(struct ad_json *j)
{
	ad_json_object(j);
	ad_json_key(j, "campaignCriterionOperation");
	ad_json_object(j);
}

static void close_criterion(struct ad_json *j)
{
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static void google_put_time(struct ad_json *j, const char *hour, const char *minute, int minutes)
{
	ad_json_kint(j, hour, minutes / 60);
	ad_json_kcstr(j, minute, quarters[minutes % 60 / AD_HOURS_STEP]);
}

static void create_hours(struct ad_json *j, const struct ad_link *link, struct ad_str campaign,
			 struct ad_hours hours)
{
	open_criterion(j);
	ad_json_key(j, "create");
	ad_json_object(j);
	google_name(j, "campaign", link, "campaigns", campaign);
	ad_json_key(j, "adSchedule");
	ad_json_object(j);
	ad_json_kcstr(j, "dayOfWeek", ad_hours_days[hours.day]);
	google_put_time(j, "startHour", "startMinute", hours.from);
	google_put_time(j, "endHour", "endMinute", hours.to);
	ad_json_object_end(j);
	ad_json_object_end(j);
	close_criterion(j);
}

static void remove_hours(struct ad_json *j, const struct ad_link *link, struct ad_str campaign,
			 struct ad_str id)
{
	char name[64];

	snprintf(name, sizeof(name), "%.*s~%.*s", AD_FMT(campaign), AD_FMT(id));
	open_criterion(j);
	google_name(j, "remove", link, "campaignCriteria", ad_str(name));
	close_criterion(j);
}

void google_schedule_operations(struct ad_json *j, const struct ad_link *link,
				struct ad_str campaign, const struct ad_piece *piece)
{
	const cJSON *live = ad_json_get(piece->live ? piece->live->fields : NULL, "adSchedule");
	const cJSON *want = ad_json_get(piece->want, "adSchedule"), *item;

	/* First, because an interval may overlap one that it replaces. The request is atomic. */
	cJSON_ArrayForEach(item, live)
	{
		int64_t number = ad_hours_number(item);
		if (number >= 0 && !ad_hours_listed(want, NULL, number) &&
		    !ad_hours_listed(live, item, number))
			remove_hours(j, link, campaign, criterion_of(piece, number));
	}
	cJSON_ArrayForEach(item, want)
	{
		int64_t number = ad_hours_number(item);
		if (number >= 0 && !ad_hours_listed(live, NULL, number) &&
		    !ad_hours_listed(want, item, number))
			create_hours(j, link, campaign, ad_hours_of_number(number));
	}
}

static int minutes_of(const cJSON *schedule, const char *hour, const char *minute)
{
	struct ad_str word = ad_json_get_text(schedule, minute);
	int64_t hours = 0;

	/* Google leaves out a zero. */
	if (ad_json_get(schedule, hour) && !ad_json_int64(ad_json_get(schedule, hour), &hours))
		return -1;
	for (int i = 0; i < (int)AD_LEN(quarters); i++)
		if (!word.n || ad_str_is(word, quarters[i]))
			return (int)hours * 60 + i * AD_HOURS_STEP;
	return -1;
}

void google_live_hours(struct ad_arena *arena, struct ad_remote *campaign, const cJSON *criterion)
{
	const cJSON *schedule = ad_json_get(criterion, "adSchedule");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_hours hours = { .day = -1 };
	struct ad_json_error error;
	cJSON *fields = (cJSON *)campaign->fields;
	cJSON *list = cJSON_GetObjectItemCaseSensitive(fields, "adSchedule");
	const cJSON *item;

	for (int i = 0; ad_hours_days[i]; i++)
		if (ad_str_is(ad_json_get_text(schedule, "dayOfWeek"), ad_hours_days[i]))
			hours.day = i;
	hours.from = minutes_of(schedule, "startHour", "startMinute");
	hours.to = minutes_of(schedule, "endHour", "endMinute");
	if (!list || hours.day < 0 || hours.from < 0 || hours.to <= hours.from ||
	    hours.to > AD_HOURS_OF_DAY)
		return;
	if (!cJSON_IsArray(list)) {
		list = cJSON_CreateArray();
		cJSON_ReplaceItemInObjectCaseSensitive(fields, "adSchedule", list);
	}
	ad_hours_write(&j, hours);
	item = ad_json_parse(arena, ad_text_str(&text), &error);
	cJSON_AddItemToArray(list, cJSON_Duplicate(item, true));
	campaign->handle = ad_arena_printf(arena, "%.*s %lld=%.*s", AD_FMT(campaign->handle),
					   (long long)ad_hours_number(item),
					   AD_FMT(ad_json_get_text(criterion, "criterionId")));
}
