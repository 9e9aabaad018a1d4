#include "sync/state/today.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/timezone.h"

int64_t ad_day_number(struct ad_str date)
{
	int64_t v[3] = { 0 };
	size_t part = 0;

	if (!date.p || !ad_date_valid(date))
		return -1;
	for (size_t i = 0; i < date.n; i++)
		if (date.p[i] == '-')
			part++;
		else
			v[part] = 10 * v[part] + (date.p[i] - '0');
	return ad_day_of_date(v[0], v[1], v[2]);
}

struct ad_str ad_day_text(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	return ad_arena_printf(arena, "%04lld-%02lld-%02lld", (long long)date.year,
			       (long long)date.month, (long long)date.day);
}

int64_t ad_today_on(const struct ad_today *today, enum ad_platform platform)
{
	if (today && platform < AD_PLATFORM_COUNT && today->day[platform] > 0)
		return today->day[platform];
	return ad_now() / AD_DAY;
}

static int64_t today_in_zone(struct ad_str zone)
{
	char name[128], date[11];

	snprintf(name, sizeof(name), "%.*s", AD_FMT(zone));
	ad_date_today(name, date);
	return ad_day_number(ad_str(date));
}

enum ad_db_status ad_today_load(struct ad_db *db, struct ad_realm realm, struct ad_today *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT s.timezone, c.platform, c.timezone FROM spaces s"
				       " LEFT JOIN connections c ON c.space_id = s.id AND"
				       " c.environment = $2 WHERE s.id = $1");
	int64_t of_space = 0;
	enum ad_db_status status;

	*out = (struct ad_today){ 0 };
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 1));
		if (of_space == 0)
			of_space = today_in_zone(ad_col(s, 0));
		if (!ad_col_is_null(s, 1) && platform < AD_PLATFORM_COUNT)
			out->day[platform] = today_in_zone(ad_col(s, 2));
	}
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (out->day[i] == 0)
			out->day[i] = of_space;
	return status;
}
