/* Dates of the ad account as times in UTC, and back. */
#include "platform/reddit/adapter.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

struct ad_str reddit_moment(struct ad_arena *arena, int64_t us)
{
	char text[25];

	ad_time_format(us, text);
	return ad_arena_printf(arena, "%.19sZ", text); /* whole seconds */
}

static int64_t reddit_digits(const char *p, int n)
{
	int64_t value = 0;

	for (int i = 0; i < n; i++)
		value = value * 10 + (p[i] - '0');
	return value;
}

struct ad_str reddit_day(struct ad_arena *arena, struct ad_str day, struct ad_str zone, bool last)
{
	struct ad_str name = ad_arena_copy(arena, zone.n ? zone : AD_S("UTC"));
	int64_t local, offset = 0, at;

	if (!ad_date_valid(day))
		return (struct ad_str){ NULL, 0 };
	local = (ad_day_of_date(reddit_digits(day.p, 4), reddit_digits(day.p + 5, 2),
				reddit_digits(day.p + 8, 2)) +
		 (last ? 1 : 0)) *
		86400;
	at = local;
	/* The offset at the time itself: the second pass handles a clock change. */
	for (int i = 0; i < 2; i++)
		if (ad_timezone_offset(name.p, at, &offset))
			at = local - offset;
	return reddit_moment(arena, (at - (last ? 1 : 0)) * AD_SECOND);
}

int64_t reddit_created(const cJSON *object)
{
	int64_t us;

	return ad_time_parse(ad_json_get_text(object, "created_at"), &us) ? us : 0;
}

struct ad_str reddit_day_of(struct ad_arena *arena, struct ad_str moment, struct ad_str zone,
			    bool end)
{
	struct ad_str name = ad_arena_copy(arena, zone.n ? zone : AD_S("UTC"));
	char day[11];
	int64_t us;

	if (!moment.n || !ad_time_parse(moment, &us))
		return (struct ad_str){ NULL, 0 };
	ad_date_in(name.p, end ? us - AD_SECOND : us, day);
	return ad_arena_copy(arena, ad_str(day));
}
