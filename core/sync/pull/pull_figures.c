/* Daily figures: the days to query, and the objects they belong to. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/timezone.h"
#include "sync/pull/pull.h"

#define DAYS 30       /* past days to query again: conversions are credited late */
#define AT_ONCE 20000 /* objects times days in one query: bounds the memory of a page */

static enum ad_level pull_figures_level_of(int stage)
{
	return (enum ad_level)(stage - AD_PULL_FIGURES);
}

/* Today in the ad account's time zone. */
static int64_t pull_figures_today(const char *zone)
{
	int64_t now = ad_now() / AD_SECOND, offset = 0;

	if (!ad_timezone_offset(zone, now, &offset))
		offset = 0;
	return (now + offset) / 86400;
}

/* The number of own objects of the level on the platform. */
static int64_t pull_figures_objects(struct ad_run *run, const struct ad_resource *res)
{
	struct ad_str sql = ad_arena_printf(run->arena,
					    "SELECT COALESCE(SUM(n), 0) FROM counters WHERE"
					    " space_id = $1 AND environment = $2 AND resource ="
					    " '%s' AND platform = $3",
					    res->name);
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql.p);
	int64_t n = 0;

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, ad_platform_name(run->platform));
	if (ad_step(s) == AD_DB_ROW)
		n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

void ad_pull_figures_days(const struct ad_run *run, int64_t *first, int64_t *last)
{
	*last = pull_figures_today(run->connection.timezone.p ? run->connection.timezone.p : "UTC");
	*first = *last - DAYS;
}

static void sleep_now(struct ad_run *run)
{
	ad_run_sleep(run, run->delay, ad_pull_next);
}

bool ad_pull_figures_window(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	struct ad_pull_narrowed narrowed = ad_pull_narrowed_now(run);
	int64_t last = pull_figures_today(run->connection.timezone.p), n, span;

	pull->figures = (struct ad_figures_ask){
		.link = &run->connection.link,
		.res = ad_level_resource(pull_figures_level_of(pull->place.stage)),
		.first = last - DAYS,
		.few = narrowed.few,
		.apart = narrowed.apart,
	};
	if (pull->place.report.page.n && !narrowed.anew) {
		pull->figures.page = pull->place.report.page;
		pull->figures.first = pull->place.report.first;
		pull->figures.last = pull->place.report.last;
		return true;
	}
	if (pull->place.after.n)
		pull->figures.first = strtoll(pull->place.after.p, NULL, 10) + 1;
	if (pull->figures.first > last)
		return false;
	n = pull_figures_objects(run, pull->figures.res);
	span = n ? AT_ONCE / n : DAYS + 1;
	if (narrowed.days && span > narrowed.days)
		span = narrowed.days;
	pull->figures.last = pull->figures.first + (span > 1 ? span - 1 : 0);
	if (pull->figures.last > last)
		pull->figures.last = last;
	return true;
}

void ad_pull_figures_later(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	const struct ad_pull_report *was = &pull->place.report;
	struct ad_pull_report *is = &pull->next.report;
	struct ad_platform_error late = {
		.code = "PLATFORM_UNAVAILABLE",
		.message = AD_S("The platform did not return its report of figures in time."),
	};
	bool live = ad_str_is(run->realm.environment, "live");
	bool again = was->page.n && !ad_pull_narrowed_now(run).anew;
	int64_t looks = again ? was->looks + 1 : 0;

	run->narrowed.anew = false;
	if (again && ad_now() - was->since > AD_PULL_REPORT_LONGEST) {
		ad_pull_give_up(run, &late);
		return;
	}
	pull->next = pull->place;
	*is = (struct ad_pull_report){
		.page = pull->figures.page,
		.first = pull->figures.first,
		.last = pull->figures.last,
		.since = again ? was->since : ad_now(),
		.looks = looks,
	};
	run->delay = (live ? AD_PULL_LOOK : AD_PULL_LOOK_SANDBOX) << (looks < 4 ? looks : 4);
	if (run->delay > AD_PULL_LOOK_LONGEST)
		run->delay = AD_PULL_LOOK_LONGEST;
	ad_run_write_then(run, ad_pull_keep_place, sleep_now);
}

static int by_day(const void *a, const void *b)
{
	const struct ad_remote_day *x = *(const struct ad_remote_day *const *)a;
	const struct ad_remote_day *y = *(const struct ad_remote_day *const *)b;

	return (x->day > y->day) - (x->day < y->day);
}

/* The query for an own object and its campaign; one text for all rows of a page. */
static const char *pull_figures_finding(struct ad_run *run, const struct ad_resource *res)
{
	const char *campaign = res->id == AD_R_CAMPAIGN ? "t.id"
			       : res->id == AD_R_KEYWORD
				       ? "COALESCE(t.campaign_id, (SELECT g.campaign_id FROM"
					 " ad_groups g WHERE g.space_id = $1 AND g.environment ="
					 " $2 AND g.id = t.ad_group_id))"
				       : "t.campaign_id";

	return ad_arena_printf(run->arena,
			       "SELECT t.id, %s FROM %s t WHERE t.space_id = $1 AND t.environment"
			       " = $2 AND t.remote_id = $3 AND t.platform = $4 ORDER BY CASE"
			       " t.sync_state WHEN 'REMOVED' THEN 1 ELSE 0 END, t.id LIMIT 1",
			       campaign, res->table)
		.p;
}

/* The object and its campaign; id absent if the object is not known. */
static enum ad_db_status map_one(struct ad_run *run, const char *sql, struct ad_str remote_id,
				 struct ad_day_row *row)
{
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync), sql);
	enum ad_db_status status;

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, remote_id);
	ad_bind_cstr(s, 4, ad_platform_name(run->platform));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	row->object_id = ad_col_copy(s, run->arena, 0);
	row->campaign_id = ad_col_copy(s, run->arena, 1);
	ad_reset(s);
	return AD_DB_DONE;
}

static enum ad_db_status map_day(struct ad_run *run, struct ad_day *day,
				 struct ad_remote_day *const *told, size_t count)
{
	struct ad_day_row *rows = ad_arena_zalloc(run->arena, (count + 1) * sizeof(*rows));
	enum ad_db_status status = AD_DB_DONE;
	const char *sql = pull_figures_finding(run, run->pull->figures.res);

	day->rows = rows;
	for (size_t i = 0; i < count && status == AD_DB_DONE; i++) {
		struct ad_day_row *row = &rows[day->count];
		status = map_one(run, sql, told[i]->remote_id, row);
		memcpy(row->measures, told[i]->measures, sizeof(row->measures));
		day->count += row->object_id.n && row->campaign_id.n;
	}
	return status;
}

enum ad_db_status ad_pull_figures_map(struct ad_run *run)
{
	struct ad_pull *pull = run->pull;
	struct ad_remote_day **told;
	size_t n = 0, at = 0;
	enum ad_db_status status = AD_DB_DONE;

	for (const struct ad_remote_day *d = pull->figures.found; d; d = d->next)
		n++;
	told = ad_arena_alloc(run->arena, (n + 1) * sizeof(struct ad_remote_day *));
	n = 0;
	for (struct ad_remote_day *d = pull->figures.found; d; d = d->next)
		told[n++] = d;
	if (n)
		qsort(told, n, sizeof(struct ad_remote_day *), by_day);
	pull->day_count = (size_t)(pull->figures.last - pull->figures.first + 1);
	pull->days = ad_arena_zalloc(run->arena, pull->day_count * sizeof(*pull->days));
	for (size_t i = 0; i < pull->day_count && status == AD_DB_DONE; i++) {
		struct ad_day *day = &pull->days[i];
		size_t from;
		*day = (struct ad_day){ .realm = run->realm,
					.level = pull_figures_level_of(pull->place.stage),
					.platform = run->platform,
					.day = pull->figures.first + (int64_t)i,
					.collected_at = ad_now() };
		while (at < n && told[at]->day < day->day)
			at++;
		from = at;
		while (at < n && told[at]->day == day->day)
			at++;
		status = map_day(run, day, told + from, at - from);
	}
	return status;
}
