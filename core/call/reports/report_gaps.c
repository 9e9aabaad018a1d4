#include "call/reports/report_gaps.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"

#define PULLS 10 /* the newest ones, whose reasons are searched */

/* Why a day was not collected. */
struct reason {
	struct ad_str code, message;
};

static struct reason reason_without_pull(bool connected)
{
	if (connected)
		return (struct reason){
			AD_S("NOT_PULLED"),
			AD_S("No pull collected these days. A pull collects the last 30 days."),
		};
	return (struct reason){
		AD_S("NOT_CONNECTED"),
		AD_S("No ad account of this platform is connected."),
	};
}

/* The figures that are known of a platform. */
struct known {
	bool connected, seen; /* seen: a day was collected */
	int64_t last;         /* today in the ad account's time zone */
	bool *days;           /* collected, from ask->from */
};

struct search {
	const struct ad_report_ask *ask;
	struct known of[AD_PLATFORM_COUNT];
	const cJSON *pulls[PULLS]; /* the gaps of each, newest first */
	size_t pull_count;
};

static void report_gaps_bind_realm(struct ad_stmt *s, const struct ad_report_ask *ask)
{
	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
}

static int64_t gaps_today(const char *zone)
{
	int64_t now = ad_now() / AD_SECOND, offset = 0;

	if (!ad_timezone_offset(zone, now, &offset))
		offset = 0;
	return (now + offset) / 86400;
}

static enum ad_db_status read_connections(struct search *g)
{
	struct ad_stmt *s = ad_sql(g->ask->db, "SELECT platform, timezone FROM connections WHERE"
					       " space_id = $1 AND environment = $2 AND status ="
					       " 'CONNECTED'");
	enum ad_db_status status;

	report_gaps_bind_realm(s, g->ask);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		if (platform >= AD_PLATFORM_COUNT)
			continue;
		g->of[platform].connected = true;
		if (!ad_col_is_null(s, 1))
			g->of[platform].last = gaps_today(ad_col_copy(s, g->ask->arena, 1).p);
	}
	return status;
}

static enum ad_db_status report_gaps_read_days(struct search *g)
{
	const struct ad_report_ask *ask = g->ask;
	struct ad_stmt *s = ad_sql(ask->db, "SELECT platform, day FROM performance_days WHERE"
					    " space_id = $1 AND environment = $2 AND level = $3"
					    " AND day BETWEEN $4 AND $5");
	enum ad_db_status status;

	report_gaps_bind_realm(s, ask);
	ad_bind_cstr(s, 3, ad_level_name(ask->level));
	ad_bind_int(s, 4, ask->from);
	ad_bind_int(s, 5, ask->to);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		if (platform >= AD_PLATFORM_COUNT)
			continue;
		g->of[platform].seen = true;
		g->of[platform].days[ad_col_int(s, 1) - ask->from] = true;
	}
	return status;
}

static enum ad_db_status read_pulls(struct search *g)
{
	struct ad_stmt *s = ad_sql(g->ask->db, "SELECT pulled FROM sync_runs WHERE space_id = $1"
					       " AND environment = $2 AND mode = 'PULL' AND pulled"
					       " IS NOT NULL ORDER BY id DESC LIMIT 10");
	enum ad_db_status status;
	struct ad_json_error err;

	report_gaps_bind_realm(s, g->ask);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_str pulled = ad_col_copy(s, g->ask->arena, 0);
		const cJSON *gaps = ad_json_get(ad_json_parse(g->ask->arena, pulled, &err), "gaps");
		if (g->pull_count < PULLS && cJSON_IsArray(gaps))
			g->pulls[g->pull_count++] = gaps;
	}
	return status;
}

static struct ad_str gaps_date(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

static bool gap_holds(const cJSON *gap, const char *platform, const char *level, struct ad_str date)
{
	struct ad_str from = ad_json_get_text(gap, "from"), to = ad_json_get_text(gap, "to");

	return ad_str_is(ad_json_get_text(gap, "platform"), platform) &&
	       ad_str_is(ad_json_get_text(gap, "level"), level) && from.n == date.n &&
	       to.n == date.n && memcmp(from.p, date.p, date.n) <= 0 &&
	       memcmp(date.p, to.p, date.n) <= 0;
}

static struct reason report_gaps_reason_of(const struct search *g, enum ad_platform platform,
					   int64_t day)
{
	struct ad_str date = gaps_date(g->ask->arena, day);
	const cJSON *gap;

	if (!g->of[platform].connected)
		return reason_without_pull(false);
	for (size_t i = 0; i < g->pull_count; i++)
		cJSON_ArrayForEach(gap, g->pulls[i])
		{
			if (gap_holds(gap, ad_platform_name(platform), ad_level_name(g->ask->level),
				      date))
				return (struct reason){ ad_json_get_text(gap, "reason"),
							ad_json_get_text(gap, "message") };
		}
	return reason_without_pull(true);
}

static void write_gap(struct ad_json *j, const struct search *g, enum ad_platform platform,
		      int64_t first, int64_t last, const struct reason *why)
{
	ad_json_object(j);
	ad_json_kcstr(j, "platform", ad_platform_name(platform));
	ad_json_kcstr(j, "level", ad_level_name(g->ask->level));
	ad_json_kstr(j, "from", gaps_date(g->ask->arena, first));
	ad_json_kstr(j, "to", gaps_date(g->ask->arena, last));
	ad_json_kstr(j, "reason", why->code);
	ad_json_kstr(j, "message", why->message);
	ad_json_object_end(j);
}

/* Writes consecutive days with the same reason as one gap. */
static void write_platform(struct ad_json *j, const struct search *g, enum ad_platform platform)
{
	const struct known *known = &g->of[platform];
	int64_t last = g->ask->to < known->last ? g->ask->to : known->last;
	int64_t first = 0;
	struct reason why = { 0 };
	bool open = false;

	for (int64_t day = g->ask->from; day <= last; day++) {
		bool missing = !known->days[day - g->ask->from];
		struct reason one = missing ? report_gaps_reason_of(g, platform, day) : why;
		bool ends = !missing || !ad_str_eq(one.code, why.code) ||
			    !ad_str_eq(one.message, why.message);
		if (open && ends)
			write_gap(j, g, platform, first, day - 1, &why);
		if (missing && (!open || ends)) {
			first = day;
			why = one;
		}
		open = missing;
	}
	if (open)
		write_gap(j, g, platform, first, last, &why);
}

enum ad_db_status ad_report_gaps(const struct ad_report_ask *ask, struct ad_str *out)
{
	struct search g = { .ask = ask };
	struct ad_text text = ad_text_on(ask->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status;

	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		g.of[i].last = gaps_today("UTC");
		g.of[i].days = ad_arena_zalloc(ask->arena, (size_t)(ask->to - ask->from) + 1);
	}
	status = read_connections(&g);
	if (status == AD_DB_DONE)
		status = report_gaps_read_days(&g);
	if (status == AD_DB_DONE)
		status = read_pulls(&g);
	ad_json_array(&j);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ask->platforms & (1u << i) &&
		    (g.of[i].connected || g.of[i].seen || ask->names_platforms))
			write_platform(&j, &g, (enum ad_platform)i);
	ad_json_array_end(&j);
	*out = ad_text_str(&text);
	return status;
}
