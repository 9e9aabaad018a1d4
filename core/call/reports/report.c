/* GET /reports/performance: the query, the rows as JSON or CSV, totals and the age of the data. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/timezone.h"
#include "call/request/actions.h"
#include "call/request/cursor.h"
#include "call/request/moment.h"
#include "call/request/query.h"
#include "call/request/report_csv.h"
#include "call/reports/report_gaps.h"
#include "call/reports/report_rows.h"
#include "call/rules/rules.h"

#define DAYS_DEFAULT 30
#define DAYS_MAX 400
#define CSV_ROWS_MAX 10000

/* The state of a report, kept between the call's steps. */
struct work {
	struct ad_report_ask ask;
	struct ad_report_key after;
	struct ad_str bound; /* the text that binds its cursors */
	bool csv;
};

static int64_t report_day_of(struct ad_str date)
{
	return ad_day_of_date(strtol(date.p, NULL, 10), strtol(date.p + 5, NULL, 10),
			      strtol(date.p + 8, NULL, 10));
}

static struct ad_str date_of(struct ad_arena *arena, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);
	return ad_arena_printf(arena, "%04d-%02d-%02d", (int)date.year, (int)date.month,
			       (int)date.day);
}

static void report_read_days(struct ad_call *call, const cJSON *input, struct ad_report_ask *ask)
{
	struct ad_str from = ad_json_get_text(input, "from"), to = ad_json_get_text(input, "to");
	char today[11];
	ad_date_today(call->space.timezone, today);
	ask->to = report_day_of(to.p ? to : ad_str(today));
	ask->from = from.p ? report_day_of(from) : ask->to - (DAYS_DEFAULT - 1);
	if (ask->from > ask->to)
		ad_fault(call, "to", "BEFORE_START", "to must not be before from (%.*s).",
			 AD_FMT(date_of(call->arena, ask->from)));
	else if (ask->to - ask->from >= DAYS_MAX)
		ad_fault_limit(
			call, "from", "OUT_OF_RANGE", DAYS_MAX,
			"from and to can be at most %d days apart. Request the period in parts.",
			DAYS_MAX);
}

static void read_groups(struct ad_call *call, const cJSON *input, struct ad_report_ask *ask)
{
	static const char *const periods[] = {
		[AD_P_DATE] = "date",
		[AD_P_WEEK] = "week",
		[AD_P_MONTH] = "month",
	};
	const cJSON *item;
	cJSON_ArrayForEach(item, ad_json_get(input, "groupBy"))
	{
		struct ad_str name = ad_json_text(item);
		enum ad_period period = AD_P_NONE;
		for (int i = AD_P_DATE; i <= AD_P_MONTH; i++)
			if (ad_str_is(name, periods[i]))
				period = (enum ad_period)i;
		if (period == AD_P_NONE)
			ask->by_platform = true;
		else if (ask->period != AD_P_NONE)
			ad_fault(call, "groupBy", "ONE_OF",
				 "groupBy accepts only one of date, week and month.");
		else
			ask->period = period;
	}
}

static void read_level(const cJSON *input, struct ad_report_ask *ask)
{
	struct ad_str level = ad_json_get_text(input, "level");
	ask->account = ad_str_is(level, "ACCOUNT");
	ask->level = AD_LEVEL_CAMPAIGN;
	for (int i = 0; i < AD_LEVEL_COUNT; i++)
		if (ad_str_is(level, ad_level_name((enum ad_level)i)))
			ask->level = (enum ad_level)i;
}

static void report_read_filters(struct ad_call *call, const cJSON *input, struct ad_report_ask *ask)
{
	const cJSON *platforms = ad_json_get(input, "platform"), *item;
	const cJSON *campaigns = ad_json_get(input, "campaignId");
	size_t count = (size_t)cJSON_GetArraySize(campaigns);
	struct ad_str *ids = ad_arena_alloc(call->arena, (count + 1) * sizeof(*ids));
	ask->names_platforms = platforms->child;
	ask->platforms = platforms->child ? 0 : (1u << AD_PLATFORM_COUNT) - 1;
	cJSON_ArrayForEach(item, platforms) ask->platforms |= 1u
							      << ad_platform_of(ad_json_text(item));
	ask->campaigns = ids;
	cJSON_ArrayForEach(item, campaigns)
	{
		bool there = false;
		for (size_t i = 0; i < ask->campaign_count; i++)
			there = there || ad_str_eq(ids[i], ad_json_text(item));
		if (!there)
			ids[ask->campaign_count++] = ad_json_text(item);
	}
}

static void read_order(struct ad_call *call, const cJSON *input, struct ad_report_ask *ask)
{
	struct ad_str order = ad_json_get_text(input, "orderBy");
	bool grouped = ask->period != AD_P_NONE;
	if (!order.p) {
		ask->order = grouped ? AD_FIGURE_COUNT : AD_F_COST;
		ask->descending = !grouped;
		return;
	}
	ask->descending = order.p[0] == '-';
	if (ask->descending)
		order = (struct ad_str){ order.p + 1, order.n - 1 };
	ask->order = ad_figure_of(order);
	if (ask->order == AD_FIGURE_COUNT && !grouped)
		ad_fault(call, "orderBy", "UNSUPPORTED",
			 "Rows have a date only if they are grouped by date, week or month.");
}

/* "1:240000|20400|0|cmp_…": writes the key of a page's last row; report_key_of() reads it. */
static struct ad_str key_text(struct ad_arena *arena, const struct ad_report_key *key)
{
	struct ad_text text = ad_text_on(arena);
	ad_text_addc(&text, key->figure.known ? '=' : '?');
	ad_figure_text(&text, key->figure);
	ad_text_addf(&text, "|%lld|%d|%s", (long long)key->bucket, key->platform, key->object_id);
	return ad_text_str(&text);
}

/* The text was signed by this server, so its format is valid. */
static void report_key_of(struct ad_str text, struct ad_report_key *key)
{
	const char *p = text.p + 1;
	bool negative = *p == '-';
	int places = -1;
	*key = (struct ad_report_key){ .figure.known = text.p[0] == '=' };
	for (p += negative; *p && *p != '|'; p++) {
		if (*p == '.') {
			places = 0;
			continue;
		}
		key->figure.micros = key->figure.micros * 10 + (*p - '0');
		places += places >= 0;
	}
	for (places = places < 0 ? 0 : places; places < 6; places++)
		key->figure.micros *= 10;
	if (negative)
		key->figure.micros = -key->figure.micros;
	char *end;
	key->bucket = strtoll(p + 1, &end, 10);
	key->platform = (int)strtol(end + 1, &end, 10);
	snprintf(key->object_id, sizeof(key->object_id), "%s", end + 1);
}

static struct ad_str bound_of(struct ad_call *call, const cJSON *input)
{
	struct ad_text text = ad_text_on(call->arena);
	ad_text_adds(&text, call->action->operation_id);
	ad_json_canonical(&text, input);
	return ad_cursor_bound(call, ad_text_str(&text), false);
}

/* Reads the query; false with every fault. */
static bool read_query(struct ad_call *call, struct work *w)
{
	static const char *const paging[] = { "limit", "cursor", NULL };
	int64_t limit = 0;
	struct ad_str key;
	w->csv = call->door != AD_DOOR_MCP && ad_csv_wanted(call->accept);
	bool good = ad_limit_read_to(call, w->csv ? CSV_ROWS_MAX : 0, &limit);
	const cJSON *input = ad_query_read(call, call->action->query, paging);
	if (!input)
		return false;
	read_level(input, &w->ask);
	report_read_days(call, input, &w->ask);
	read_groups(call, input, &w->ask);
	report_read_filters(call, input, &w->ask);
	read_order(call, input, &w->ask);
	w->bound = bound_of(call, input);
	call->list_bound = w->bound;
	if (!ad_cursor_read(call, w->bound, &key) || !good || call->status != AD_OK)
		return false;
	w->ask.limit = (size_t)limit;
	if (key.p) {
		report_key_of(ad_arena_copy(call->arena, key), &w->after);
		w->ask.after = &w->after;
	}
	return true;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* The labels of a row, loaded for the current page only. */
struct label {
	struct ad_str name, ad_group_id;
};

static bool find_label(struct ad_call *call, const struct work *w, const char *id,
		       struct label *label)
{
	static const char *const sql[AD_LEVEL_COUNT] = {
		[AD_LEVEL_CAMPAIGN] = "SELECT name, NULL FROM campaigns WHERE space_id = $1 AND"
				      " environment = $2 AND id = $3",
		[AD_LEVEL_AD_GROUP] = "SELECT name, id FROM ad_groups WHERE space_id = $1 AND"
				      " environment = $2 AND id = $3",
		[AD_LEVEL_AD] = "SELECT name, ad_group_id FROM ads WHERE space_id = $1 AND"
				" environment = $2 AND id = $3",
		[AD_LEVEL_KEYWORD] = "SELECT text, ad_group_id FROM keywords WHERE space_id = $1"
				     " AND environment = $2 AND id = $3",
	};
	struct ad_stmt *s = ad_sql(call->db, sql[w->ask.level]);
	*label = (struct label){ { NULL, 0 }, { NULL, 0 } };
	ad_bind(s, 1, w->ask.realm.space_id);
	ad_bind(s, 2, w->ask.realm.environment);
	ad_bind_cstr(s, 3, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return true;
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	if (!ad_col_is_null(s, 0))
		label->name = ad_arena_copy(call->arena, ad_col(s, 0));
	if (!ad_col_is_null(s, 1))
		label->ad_group_id = ad_arena_copy(call->arena, ad_col(s, 1));
	ad_reset(s);
	return true;
}

/* A cell that is not a figure: its name, and its text (absent: null). */
struct cell {
	const char *name;
	struct ad_str text;
};
#define CELLS_MAX 6

/* The cells of a row, in order; only the names if row is NULL. */
static size_t cells_of(struct ad_call *call, const struct work *w, const struct ad_report_row *row,
		       const struct label *label, struct cell out[static CELLS_MAX])
{
	static const char *const ids[AD_LEVEL_COUNT] = {
		[AD_LEVEL_AD] = "adId",
		[AD_LEVEL_KEYWORD] = "keywordId",
	};
	const struct ad_report_ask *ask = &w->ask;
	struct ad_str none = { NULL, 0 };
	size_t n = 0;
	if (ask->period != AD_P_NONE)
		out[n++] =
			(struct cell){ "date", row ? date_of(call->arena, row->key.bucket) : none };
	out[n++] = (struct cell){
		"platform", row && row->key.platform >= 0
				    ? ad_str(ad_platform_name((enum ad_platform)row->key.platform))
				    : none
	};
	if (!ask->account)
		out[n++] = (struct cell){ "campaignId", row ? ad_str(row->campaign_id) : none };
	if (!ask->account && ask->level != AD_LEVEL_CAMPAIGN)
		out[n++] = (struct cell){ "adGroupId", row ? label->ad_group_id : none };
	if (!ask->account && ids[ask->level])
		out[n++] =
			(struct cell){ ids[ask->level], row ? ad_str(row->key.object_id) : none };
	out[n++] = (struct cell){ "name", row ? label->name : none };
	return n;
}

static void write_json(struct ad_json *j, const struct cell *cells, size_t count,
		       const struct ad_sums *sums)
{
	ad_json_object(j);
	for (size_t i = 0; i < count; i++)
		ad_json_kstr(j, cells[i].name, cells[i].text);
	ad_figures_write(j, sums);
	ad_json_object_end(j);
}

static void write_csv(struct ad_text *out, const struct cell *cells, size_t count,
		      const struct ad_sums *sums)
{
	for (size_t i = 0; i < count; i++) {
		bool name = strcmp(cells[i].name, "name") == 0;
		ad_csv_value(out, sums ? cells[i].text : ad_str(cells[i].name), sums && name);
		ad_text_addc(out, ',');
	}
	for (int i = 0; i < AD_FIGURE_COUNT; i++) {
		if (i)
			ad_text_addc(out, ',');
		if (sums)
			ad_figure_text(out, ad_figure(sums, (enum ad_figure_id)i));
		else
			ad_text_adds(out, ad_figure_name((enum ad_figure_id)i));
	}
	ad_csv_end(out);
}

static bool write_rows(struct ad_call *call, const struct work *w, const struct ad_report *report)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct cell cells[CELLS_MAX];
	size_t n;
	struct ad_str *keys = ad_arena_alloc(call->arena, (report->count + 1) * sizeof(*keys));
	if (w->csv)
		write_csv(&text, cells, cells_of(call, w, NULL, NULL, cells), NULL);
	else
		ad_json_array(&j);
	for (size_t i = 0; i < report->count; i++) {
		const struct ad_report_row *row = &report->rows[i];
		struct label label = { { NULL, 0 }, { NULL, 0 } };
		if (!w->ask.account && !find_label(call, w, row->key.object_id, &label))
			return false;
		n = cells_of(call, w, row, &label, cells);
		keys[i] = w->csv ? (struct ad_str){ NULL, 0 } : key_text(call->arena, &row->key);
		if (w->csv)
			write_csv(&text, cells, n, &row->sums);
		else
			write_json(&j, cells, n, &row->sums);
	}
	if (!w->csv)
		ad_json_array_end(&j);
	call->data = ad_text_str(&text);
	call->row_keys = keys;
	return true;
}

static void write_meta(struct ad_call *call, const struct work *w, const struct ad_report *report,
		       struct ad_str gaps)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str next = { NULL, 0 };
	if (report->more)
		next = ad_cursor_make(call, w->bound,
				      key_text(call->arena, &report->rows[report->count - 1].key));
	if (w->csv) {
		call->media = "text/csv; charset=utf-8; header=present";
		call->next_cursor = next;
		call->file_name = ad_arena_printf(call->arena, "performance_%.*s_%.*s.csv",
						  AD_FMT(date_of(call->arena, w->ask.from)),
						  AD_FMT(date_of(call->arena, w->ask.to)));
		return;
	}
	ad_json_kstr(&j, "nextCursor", next);
	ad_json_kint(&j, "total", report->total);
	ad_json_kstr(&j, "from", date_of(call->arena, w->ask.from));
	ad_json_kstr(&j, "to", date_of(call->arena, w->ask.to));
	ad_json_kcstr(&j, "currency", call->space.currency);
	ad_json_key(&j, "totals");
	ad_json_object(&j);
	ad_figures_write(&j, &report->totals);
	ad_json_object_end(&j);
	ad_json_ktime(&j, "dataAsOf", report->data_as_of);
	ad_json_kraw(&j, "gaps", gaps);
	call->meta = ad_text_str(&text);
}

/* Reads everything in one transaction; long enough to run outside the event loops. */
static void report_read_step(struct ad_call *call)
{
	struct work *w = call->work;
	struct ad_report report;
	struct ad_str gaps = AD_S("[]");
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return;
	w->ask.db = call->db;
	w->ask.arena = call->arena;
	enum ad_db_status status = ad_report_read(&w->ask, &report);
	if (status == AD_DB_DONE && !w->csv)
		status = ad_report_gaps(&w->ask, &gaps);
	bool good = status == AD_DB_DONE ? write_rows(call, w, &report) : ad_fail_db(call, status);
	if (!ad_moment_end(call, ours, good))
		return;
	write_meta(call, w, &report, gaps);
	call->http_status = 200;
}

void ad_reports_performance(struct ad_call *call)
{
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));
	if (!read_query(call, w))
		return;
	w->ask.realm = ad_call_realm(call);
	call->work = w;
	ad_call_next(call, AD_SLOW, report_read_step);
}
