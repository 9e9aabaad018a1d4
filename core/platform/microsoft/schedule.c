/* The hours of a campaign at Microsoft: a criterion per interval, in the campaign's time zone. */
#include "platform/microsoft/adapter.h"
#include "platform/microsoft/schedule.h"

#include <string.h>

#include "base/json_read.h"
#include "model/hours.h"

static const char *const days[] = { "Monday", "Tuesday",  "Wednesday", "Thursday",
				    "Friday", "Saturday", "Sunday" };
static const char *const quarters[] = { "Zero", "Fifteen", "Thirty", "FortyFive" };

static void microsoft_put_time(struct ad_json *j, const char *hour, const char *minute, int minutes)
{
	ad_json_kint(j, hour, minutes / 60);
	ad_json_kcstr(j, minute, quarters[minutes % 60 / AD_HOURS_STEP]);
}

void microsoft_put_hours(struct ad_json *j, struct ad_str campaign, int64_t number)
{
	struct ad_hours hours = ad_hours_of_number(number);

	ad_json_object(j);
	ad_json_kcstr(j, "Type", "BiddableCampaignCriterion");
	ad_json_kstr(j, "CampaignId", campaign);
	ad_json_key(j, "Criterion");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "DayTimeCriterion");
	ad_json_kcstr(j, "Day", days[hours.day]);
	microsoft_put_time(j, "FromHour", "FromMinute", hours.from);
	microsoft_put_time(j, "ToHour", "ToMinute", hours.to);
	ad_json_object_end(j);
	ad_json_key(j, "CriterionBid");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "BidMultiplier");
	ad_json_kint(j, "Multiplier", 0);
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static int minutes_of(const cJSON *criterion, const char *hour, const char *minute)
{
	int64_t hours;

	if (!ad_json_int64(ad_json_get(criterion, hour), &hours) || hours < 0 || hours > 24)
		return -1;
	for (int i = 0; i < (int)AD_LEN(quarters); i++)
		if (ad_str_is(ad_json_get_text(criterion, minute), quarters[i]))
			return (int)hours * 60 + i * AD_HOURS_STEP;
	return -1;
}

int64_t microsoft_hours_of(const cJSON *criterion)
{
	struct ad_hours hours = { .day = -1 };

	for (int i = 0; i < (int)AD_LEN(days); i++)
		if (ad_str_is(ad_json_get_text(criterion, "Day"), days[i]))
			hours.day = i;
	hours.from = minutes_of(criterion, "FromHour", "FromMinute");
	hours.to = minutes_of(criterion, "ToHour", "ToMinute");
	if (hours.day < 0 || hours.from < 0 || hours.to <= hours.from || hours.to > AD_HOURS_OF_DAY)
		return -1;
	return ad_hours_as_number(hours);
}

struct ad_str microsoft_hours_key(struct ad_arena *arena, int64_t number)
{
	return ad_arena_printf(arena, "hours %lld", (long long)number);
}
