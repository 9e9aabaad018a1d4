#include "call/reports/report_rows.h"

#include <stdlib.h>

#include "base/timezone.h"

#define COLUMNS                                                                                    \
	"SELECT p.object_id, p.day, p.platform, p.campaign_id, p.impressions, p.clicks,"           \
	" p.cost_micros, p.conversions_micros, p.conversion_value_micros FROM "
/* Joins from the objects to their days, so that days outside the range are not scanned. */
#define OF_OBJECTS(table)                                                                          \
	COLUMNS table " o CROSS JOIN performance p WHERE o.space_id = $1 AND o.environment = $2"   \
		      " AND p.space_id = $1 AND p.environment = $2 AND p.level = $3"               \
		      " AND p.object_id = o.id AND p.day BETWEEN $4 AND $5 ORDER BY o.id, p.day"

static const char *const of_objects[AD_LEVEL_COUNT] = {
	[AD_LEVEL_CAMPAIGN] = OF_OBJECTS("campaigns"),
	[AD_LEVEL_AD_GROUP] = OF_OBJECTS("ad_groups"),
	[AD_LEVEL_AD] = OF_OBJECTS("ads"),
	[AD_LEVEL_KEYWORD] = OF_OBJECTS("keywords"),
};
static const char of_days[] =
	COLUMNS "performance p WHERE p.space_id = $1 AND p.environment = $2"
		" AND p.level = $3 AND p.day BETWEEN $4 AND $5 ORDER BY p.day";
static const char of_campaign[] =
	COLUMNS "performance p WHERE p.space_id = $1 AND p.environment = $2 AND p.level = $3"
		" AND p.campaign_id = $6 AND p.day + 0 BETWEEN $4 AND $5"
		" ORDER BY p.object_id, p.day"; /* + 0: forces the index that has this order */

const char *ad_report_sql(const struct ad_report_ask *ask)
{
	if (ask->account)
		return of_days;
	return ask->campaign_count ? of_campaign : of_objects[ask->level];
}

/* The state of a report. */
struct reading {
	const struct ad_report_ask *ask;
	struct ad_report *out;
	struct ad_report_row open[AD_PLATFORM_COUNT]; /* groups whose days are being read */
	bool is_open[AD_PLATFORM_COUNT];
	struct ad_report_row *best; /* a heap with the last row on top */
	size_t held, room;
};

static int report_rows_compare(const struct ad_report_ask *ask, const struct ad_report_key *a,
			       const struct ad_report_key *b)
{
	int order = 0;

	if (ask->order != AD_FIGURE_COUNT)
		order = ad_figure_compare(a->figure, b->figure, ask->descending);
	if (order)
		return order;
	order = (a->bucket > b->bucket) - (a->bucket < b->bucket);
	if (order)
		return ask->order == AD_FIGURE_COUNT && ask->descending ? -order : order;
	if (a->platform != b->platform)
		return a->platform < b->platform ? -1 : 1;
	return strcmp(a->object_id, b->object_id);
}

/* ---- the page: the first rows behind the cursor, held in a heap ---------------------------- */

static void report_rows_swap(struct ad_report_row *a, struct ad_report_row *b)
{
	struct ad_report_row kept = *a;

	*a = *b;
	*b = kept;
}

static void sift_up(struct reading *r, size_t at)
{
	while (at > 0) {
		size_t up = (at - 1) / 2;
		if (report_rows_compare(r->ask, &r->best[at].key, &r->best[up].key) <= 0)
			return;
		report_rows_swap(&r->best[at], &r->best[up]);
		at = up;
	}
}

static void sift_down(struct reading *r, size_t size)
{
	for (size_t at = 0;;) {
		size_t last = at;
		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++)
			if (report_rows_compare(r->ask, &r->best[child].key, &r->best[last].key) >
			    0)
				last = child;
		if (last == at)
			return;
		report_rows_swap(&r->best[at], &r->best[last]);
		at = last;
	}
}

static void report_rows_offer(struct reading *r, const struct ad_report_row *row)
{
	const struct ad_report_ask *ask = r->ask;

	if (ask->after && report_rows_compare(ask, &row->key, ask->after) <= 0)
		return;
	if (r->held == ask->limit + 1) {
		if (report_rows_compare(ask, &row->key, &r->best[0].key) >= 0)
			return;
		r->best[0] = *row;
		sift_down(r, r->held);
		return;
	}
	AD_ARENA_GROW(ask->arena, r->best, r->held, r->room);
	r->best[r->held] = *row;
	sift_up(r, r->held++);
}

/* Sorts the heap into the page; a row beyond the limit only shows that there are more. */
static void report_rows_settle(struct reading *r)
{
	for (size_t size = r->held; size > 1; size--) {
		report_rows_swap(&r->best[0], &r->best[size - 1]);
		sift_down(r, size - 1);
	}
	r->out->rows = r->best;
	r->out->more = r->held > r->ask->limit;
	r->out->count = r->out->more ? r->ask->limit : r->held;
}

/* ---- groups -------------------------------------------------------------------------------- */

static int64_t report_rows_bucket_of(enum ad_period period, int64_t day)
{
	struct ad_date date;

	switch (period) {
	case AD_P_NONE:
		return 0;
	case AD_P_DATE:
		return day;
	case AD_P_WEEK:
		return day - (day + 3) % 7; /* 1970-01-01 was a Thursday */
	case AD_P_MONTH:
		date = ad_date_of_day(day);
		return ad_day_of_date(date.year, date.month, 1);
	}
	return day;
}

static void close_group(struct reading *r, size_t slot)
{
	struct ad_report_row *row = &r->open[slot];

	if (!r->is_open[slot])
		return;
	r->is_open[slot] = false;
	r->out->total++;
	ad_sums_join(&r->out->totals, &row->sums);
	if (r->ask->order != AD_FIGURE_COUNT)
		row->key.figure = ad_figure(&row->sums, r->ask->order);
	report_rows_offer(r, row);
}

static void close_all(struct reading *r)
{
	for (size_t i = 0; i < AD_PLATFORM_COUNT; i++)
		close_group(r, i);
}

static bool asked_for(const struct ad_report_ask *ask, int platform, struct ad_str campaign)
{
	bool found = ask->campaign_count == 0;

	for (size_t i = 0; i < ask->campaign_count && !found; i++)
		found = ad_str_eq(ask->campaigns[i], campaign);
	return found && platform < AD_PLATFORM_COUNT && ask->platforms & (1u << platform);
}

/* Adds one object's day to its group; closes the groups that have ended. */
static void report_rows_take(struct reading *r, struct ad_stmt *s)
{
	const struct ad_report_ask *ask = r->ask;
	int platform = (int)ad_platform_of(ad_col(s, 2));
	size_t slot = ask->account && ask->by_platform ? (size_t)platform : 0;
	int64_t bucket = report_rows_bucket_of(ask->period, ad_col_int(s, 1));

	if (!asked_for(ask, platform, ad_col(s, 3)))
		return;
	struct ad_report_row *row = &r->open[slot];
	if (r->is_open[slot] && (row->key.bucket != bucket ||
				 (!ask->account && !ad_str_is(ad_col(s, 0), row->key.object_id))))
		close_group(r, slot);
	if (!r->is_open[slot]) {
		*row = (struct ad_report_row){ .key = { .bucket = bucket, .platform = platform } };
		if (ask->account && !ask->by_platform)
			row->key.platform = -1;
		if (!ask->account) {
			ad_str_put(row->key.object_id, AD_ID_SIZE, ad_col(s, 0));
			ad_str_put(row->campaign_id, AD_ID_SIZE, ad_col(s, 3));
		}
		r->is_open[slot] = true;
	}
	for (int i = 0; i < AD_MEASURE_COUNT; i++)
		ad_sums_add(&row->sums, (enum ad_measure)i,
			    ad_col_is_null(s, 4 + i) ? AD_NOT_COLLECTED : ad_col_int(s, 4 + i));
}

static enum ad_db_status report_rows_walk(struct reading *r, const char *sql,
					  const struct ad_str *campaign)
{
	const struct ad_report_ask *ask = r->ask;
	struct ad_stmt *s = ad_sql(ask->db, sql);
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind_cstr(s, 3, ad_level_name(ask->level));
	ad_bind_int(s, 4, ask->from);
	ad_bind_int(s, 5, ask->to);
	if (campaign)
		ad_bind(s, 6, *campaign);
	while ((status = ad_step(s)) == AD_DB_ROW)
		report_rows_take(r, s);
	close_all(r);
	return status;
}

/* The oldest of the platforms' latest collection times: every figure is at least that recent. */
static enum ad_db_status read_as_of(const struct ad_report_ask *ask, int64_t *as_of)
{
	struct ad_stmt *s =
		ad_sql(ask->db, "SELECT platform, MAX(collected_at) FROM performance_days WHERE"
				" space_id = $1 AND environment = $2 AND level = $3 AND"
				" day BETWEEN $4 AND $5 GROUP BY platform");
	enum ad_db_status status;

	*as_of = 0;
	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind_cstr(s, 3, ad_level_name(ask->level));
	ad_bind_int(s, 4, ask->from);
	ad_bind_int(s, 5, ask->to);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		int64_t at = ad_col_int(s, 1);
		if (platform < AD_PLATFORM_COUNT && ask->platforms & (1u << platform) &&
		    (*as_of == 0 || at < *as_of))
			*as_of = at;
	}
	return status;
}

enum ad_db_status ad_report_read(const struct ad_report_ask *ask, struct ad_report *out)
{
	struct reading r = { .ask = ask, .out = out };
	enum ad_db_status status = AD_DB_DONE;

	*out = (struct ad_report){ .total = 0 };
	bool by_campaign = !ask->account && ask->campaign_count > 0;
	size_t walks = by_campaign ? ask->campaign_count : 1;
	for (size_t i = 0; i < walks && status == AD_DB_DONE; i++)
		status = report_rows_walk(&r, ad_report_sql(ask),
					  by_campaign ? &ask->campaigns[i] : NULL);
	if (status != AD_DB_DONE)
		return status;
	report_rows_settle(&r);
	return read_as_of(ask, &out->data_as_of);
}
