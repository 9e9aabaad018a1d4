/* The hours of a campaign: each an interval of one day, none twice. */
#include "base/json_read.h"
#include "call/rules/rules.h"
#include "model/hours.h"

#define GOOGLE_A_DAY 6 /* intervals, as Google publishes */

static const cJSON *hours_of(struct ad_call *call, const struct ad_row *row)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, "adSchedule");
	return text.n ? ad_json_parse(call->arena, text, &err) : NULL;
}

/* A fault of one time; false if it has one. */
static bool schedule_rules_check_time(struct ad_call *call, const cJSON *item, int i,
				      const char *member)
{
	struct ad_str time = ad_json_get_text(item, member);
	struct ad_str path = ad_arena_printf(call->arena, "adSchedule[%d].%s", i, member);
	if (ad_hours_minutes(time) >= 0)
		return true;
	ad_fault(call, path.p, "UNKNOWN_VALUE",
		 "%s must be a time of day at a quarter of an hour, from 00:00 to 24:00, such as "
		 "09:00, 09:15, 09:30 or 09:45.",
		 path.p);
	return false;
}

static void check_order(struct ad_call *call, const cJSON *item, int i)
{
	int from = ad_hours_minutes(ad_json_get_text(item, "from"));
	int to = ad_hours_minutes(ad_json_get_text(item, "to"));
	struct ad_str path = ad_arena_printf(call->arena, "adSchedule[%d].to", i);
	if (to <= from)
		ad_fault(call, path.p, "BEFORE_START",
			 "%s must be after from. Hours that pass midnight are two items: one until "
			 "24:00, and one from 00:00 of the next day.",
			 path.p);
}

/* Compares an item with the earlier ones of the list. */
static void check_others(struct ad_call *call, const cJSON *list, const cJSON *item, int i,
			 enum ad_platform platform)
{
	const cJSON *other;
	struct ad_hours mine, before;
	int same_day = 0;
	if (!ad_hours_of(item, &mine))
		return;
	for (other = list->child; other != item; other = other->next) {
		if (!ad_hours_of(other, &before))
			continue;
		same_day += before.day == mine.day;
		if (!ad_hours_overlap(mine, before))
			continue;
		struct ad_str path = ad_arena_printf(call->arena, "adSchedule[%d]", i);
		ad_fault(call, path.p, "OVERLAPS",
			 "%s overlaps earlier hours of %s. Make them one item, or separate them.",
			 path.p, ad_hours_days[mine.day]);
		return;
	}
	if (platform == AD_GOOGLE && same_day == GOOGLE_A_DAY)
		ad_fault_limit(call, "adSchedule", "TOO_MANY", GOOGLE_A_DAY,
			       "adSchedule has more than %d items for %s; google accepts %d a day.",
			       GOOGLE_A_DAY, ad_hours_days[mine.day], GOOGLE_A_DAY);
}

void ad_rule_schedule(struct ad_call *call, const struct ad_row *before, struct ad_row *after,
		      enum ad_platform platform)
{
	const cJSON *list, *item;
	int i = 0;
	/* An empty list and null are the same: always. */
	if (ad_str_is(ad_row_text(after, "adSchedule"), "[]"))
		ad_rule_set(after, "adSchedule", (struct ad_str){ NULL, 0 });
	if (call->door == AD_DOOR_PULL || ad_has_fault(call, "adSchedule") ||
	    (!ad_changed(before, after, "adSchedule") && !ad_changed(before, after, "platform")))
		return;
	list = hours_of(call, after);
	cJSON_ArrayForEach(item, list)
	{
		bool from = schedule_rules_check_time(call, item, i, "from"),
		     to = schedule_rules_check_time(call, item, i, "to");
		if (from && to)
			check_order(call, item, i);
		check_others(call, list, item, i, platform);
		i++;
	}
}
