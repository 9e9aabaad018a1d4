/* GET grid: the rows of a resource by columns, read by one statement: see workbench.h. */
#include "call/request/workbench.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/timezone.h"
#include "call/request/core.h"
#include "call/request/cursor.h"
#include "call/objects/grid_column.h"
#include "call/request/moment.h"
#include "call/request/params.h"
#include "call/reports/report_rows.h"
#include "call/rules/rules.h"
#include "store/objects/rows.h"

#define ROWS_MAX 100000
#define COLUMNS_MAX 40
#define FIGURES 5

/* A resource of the grid, its parents, and its default columns. */
struct kind {
	const char *name;
	enum ad_resource_id id;
	const char *from, *campaign, *group; /* SQL: the table `o`, and the parents of a row */
	const char *where;
	int level; /* level of its figures; -1: none */
	const char *fields;
};

/* Joins by ad groups: both databases use the two indexes, and nothing is sorted. */
#define IN_GROUPS(table)                                                                           \
	"ad_groups g CROSS JOIN " table " o", "g.campaign_id", "g.id",                             \
		" AND g.space_id = $1 AND g.environment = $2 AND o.ad_group_id = g.id"

static const struct kind kinds[] = {
	{ "campaigns", AD_R_CAMPAIGN, "campaigns o", "o.id", NULL, "", AD_LEVEL_CAMPAIGN,
	  "name,status,budget,syncState,platform,type,objective,reviewStatus,startDate,endDate,"
	  "labels,"
	  "updatedAt,createdAt,source" },
	{ "ad-groups", AD_R_AD_GROUP, "ad_groups o", "o.campaign_id", "o.id", "", AD_LEVEL_AD_GROUP,
	  "name,status,cpcBid,syncState,campaignId,platform,updatedAt,createdAt,source" },
	{ "ads", AD_R_AD, IN_GROUPS("ads"), AD_LEVEL_AD,
	  "headlines,status,syncState,reviewStatus,type,adGroupId,campaignId,finalUrl,platform,"
	  "name,"
	  "descriptions,updatedAt,createdAt,source" },
	{ "keywords", AD_R_KEYWORD, IN_GROUPS("keywords") " AND o.negative = FALSE",
	  AD_LEVEL_KEYWORD,
	  "text,matchType,status,cpcBid,syncState,adGroupId,campaignId,platform,finalUrl,"
	  "reviewStatus,source" },
	{ "negative-keywords", AD_R_KEYWORD,
	  "keywords o LEFT JOIN ad_groups g ON g.space_id = o.space_id AND g.environment ="
	  " o.environment AND g.id = o.ad_group_id",
	  "COALESCE(o.campaign_id, g.campaign_id)", "COALESCE(o.ad_group_id, '')",
	  " AND o.negative = TRUE", -1,
	  "text,matchType,status,syncState,adGroupId,campaignId,platform,source" },
	{ "assets", AD_R_ASSET, "assets o", NULL, NULL, "", -1,
	  "name,type,text,finalUrl,mimeType,width,height,syncState,updatedAt,createdAt,source" },
	{ "businesses", AD_R_BUSINESS, "businesses o", NULL, NULL, "", -1,
	  "name,website,updatedAt,createdAt,source" },
};

static const struct ad_field figures[FIGURES] = {
	{ .name = "impressions", .type = AD_T_INT },
	{ .name = "clicks", .type = AD_T_INT },
	{ .name = "cost", .type = AD_T_MONEY },
	{ .name = "conversions", .type = AD_T_MONEY },
	{ .name = "conversionValue", .type = AD_T_MONEY },
};
static const char *const sums[FIGURES] = { "impressions", "clicks", "cost_micros",
					   "conversions_micros", "conversion_value_micros" };

/* Fields of `remote` that are grid columns by their own names, and the parents. */
static const struct ad_field extras[] = {
	{ .name = "reviewStatus", .type = AD_T_ENUM },
	{ .name = "remoteStatus", .type = AD_T_ENUM },
	{ .name = "remoteId", .type = AD_T_TEXT },
	{ .name = "campaignId", .type = AD_T_REF },
	{ .name = "adGroupId", .type = AD_T_REF },
};

struct grid {
	const struct kind *kind;
	const struct ad_resource *res;
	struct ad_grid_column columns[COLUMNS_MAX + FIGURES];
	int count;
	struct ad_str campaign, group, platform;
	bool figured;
	int64_t from, to; /* days of the figures */
	int64_t limit;
	struct ad_str after[3]; /* campaign, ad group and id to start after; absent: at the start */
	struct ad_str last;     /* the same of the last row, if more follow */
	int64_t n, total;
	/* The values of the statement; $1 and $2 are Space and environment. */
	struct ad_value values[12];
	int value_count;
};

/* --- the query --- */

static const struct kind *read_kind(struct ad_call *call)
{
	struct ad_str name = ad_call_param(call, "resource");

	for (size_t i = 0; i < AD_LEN(kinds); i++)
		if (ad_str_is(name, kinds[i].name))
			return &kinds[i];
	ad_fault(call, "resource", name.p ? "UNKNOWN_VALUE" : "REQUIRED",
		 "resource must be one of campaigns, ad-groups, ads, keywords, negative-keywords, "
		 "assets, businesses.");
	return NULL;
}

/* The row of a field, if the grid has it as a column. */
static const struct ad_field *find_field(const struct grid *g, struct ad_str name)
{
	const struct ad_field *field = ad_field_find(&g->res->shape, name, NULL);

	for (size_t i = 0; i < AD_LEN(extras); i++) {
		bool parent = extras[i].type == AD_T_REF;
		bool known = !parent                   ? g->res->staged
			     : i + 1 == AD_LEN(extras) ? g->kind->group != NULL
						       : g->kind->campaign != NULL;
		if (ad_str_is(name, extras[i].name) && known)
			return &extras[i];
	}
	if (field && !(field->flags & AD_UNSEEN))
		return field;
	field = ad_field_find(ad_common_of(g->res), name, NULL);
	return field && field->type != AD_T_OBJECT ? field : NULL;
}

static void add_column(struct grid *g, const struct ad_field *field)
{
	if (!field)
		return;
	for (int i = 0; i < g->count; i++)
		if (strcmp(g->columns[i].name, field->name) == 0)
			return;
	g->columns[g->count++] = (struct ad_grid_column){
		.name = field->name,
		.field = field,
		.coded = field->type == AD_T_ENUM || field->type == AD_T_REF,
	};
}

static void read_fields(struct ad_call *call, struct grid *g)
{
	struct ad_str list = ad_call_param(call, "fields");

	add_column(g, find_field(g, AD_S("id")));
	add_column(g, find_field(g, AD_S("version")));
	if (!list.p)
		list = ad_str(g->kind->fields);
	while (list.n && g->count < COLUMNS_MAX) {
		const char *comma = ad_str_find(list, ',');
		struct ad_str name = { list.p, comma ? (size_t)(comma - list.p) : list.n };
		const struct ad_field *field = find_field(g, name);
		if (field) {
			add_column(g, field);
		} else {
			ad_fault(call, "fields", "UNKNOWN_VALUE", "%s do not have the field %.*s.",
				 g->kind->name, (int)(name.n < 64 ? name.n : 64), name.p);
			return;
		}
		list = (struct ad_str){ list.p + name.n + (comma != NULL),
					list.n - name.n - (comma != NULL) };
	}
	if (list.n)
		ad_fault_limit(call, "fields", "TOO_MANY", COLUMNS_MAX,
			       "fields can list at most %d fields.", COLUMNS_MAX);
}

/* Reads the period of the figures: it ends today, in the Space's time zone. */
static void read_figures(struct ad_call *call, struct grid *g)
{
	static const struct {
		const char *name;
		int days;
	} periods[] = { { "LAST_7_DAYS", 7 },
			{ "LAST_14_DAYS", 14 },
			{ "LAST_30_DAYS", 30 },
			{ "LAST_90_DAYS", 90 } };
	struct ad_str name = ad_call_param(call, "figures");
	char today[11];

	if (!name.p)
		return;
	for (size_t i = 0; i < AD_LEN(periods) && g->kind->level >= 0; i++) {
		if (!ad_str_is(name, periods[i].name))
			continue;
		ad_date_today(call->space.timezone, today);
		g->to = ad_day_of_date(strtol(today, NULL, 10), strtol(today + 5, NULL, 10),
				       strtol(today + 8, NULL, 10));
		g->from = g->to - (periods[i].days - 1);
		g->figured = true;
		for (size_t k = 0; k < FIGURES; k++)
			add_column(g, &figures[k]);
		return;
	}
	ad_fault(call, "figures", g->kind->level < 0 ? "UNSUPPORTED" : "UNKNOWN_VALUE", "%s",
		 g->kind->level < 0 ? "Platforms do not report figures for these objects."
				    : "figures must be one of LAST_7_DAYS, LAST_14_DAYS, "
				      "LAST_30_DAYS, LAST_90_DAYS.");
}

/* "campaign|group|id" into its three parts. */
static void split_key(struct grid *g, struct ad_str key)
{
	for (int i = 0; i < 3; i++) {
		const char *bar = ad_str_find(key, '|');
		size_t n = bar ? (size_t)(bar - key.p) : key.n;
		g->after[i] = (struct ad_str){ key.p, n };
		n += bar != NULL;
		key = (struct ad_str){ key.p + n, key.n - n };
	}
}

static void read_paging(struct ad_call *call, struct grid *g)
{
	struct ad_str key;
	struct ad_str fields = ad_call_param(call, "fields"), f = ad_call_param(call, "figures");

	call->list_bound = ad_cursor_bound(
		call,
		ad_arena_printf(call->arena, "grid %s %.*s %.*s %.*s %.*s %.*s", g->kind->name,
				AD_FMT(g->campaign), AD_FMT(g->group), AD_FMT(g->platform),
				AD_FMT(fields), AD_FMT(f)),
		true);
	if (ad_limit_read_to(call, ROWS_MAX, &g->limit) &&
	    ad_cursor_read(call, call->list_bound, &key) && key.p)
		split_key(g, key);
}

/* Refuses a parent outside this Space and environment as not found. */
static bool check_parent(struct ad_call *call, enum ad_resource_id id, struct ad_str object)
{
	const struct ad_resource *res = ad_resource_row(id);
	struct ad_realm realm = ad_call_realm(call);

	if (!object.p)
		return true;
	struct ad_stmt *s =
		ad_sql(call->db, id == AD_R_CAMPAIGN ? "SELECT 1 FROM campaigns WHERE space_id = $1"
						       " AND environment = $2 AND id = $3"
						     : "SELECT 1 FROM ad_groups WHERE space_id = $1"
						       " AND environment = $2 AND id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, object);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	if (status == AD_DB_DONE) {
		call->res = res;
		call->id = object;
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	}
	return status == AD_DB_ROW || ad_fail_db(call, status);
}

static void grid_read_filters(struct ad_call *call, struct grid *g)
{
	g->campaign = ad_call_param(call, "campaignId");
	g->group = ad_call_param(call, "adGroupId");
	g->platform = ad_call_param(call, "platform");
	if (g->campaign.p && !g->kind->campaign)
		ad_fault(call, "campaignId", "UNSUPPORTED", "%s do not belong to a campaign.",
			 g->kind->name);
	if (g->group.p && !g->kind->group)
		ad_fault(call, "adGroupId", "UNSUPPORTED", "%s do not belong to an ad group.",
			 g->kind->name);
	if (g->platform.p && !ad_field_find(&g->res->shape, AD_S("platform"), NULL))
		ad_fault(call, "platform", "UNSUPPORTED", "%s do not belong to a platform.",
			 g->kind->name);
	else if (g->platform.p && ad_platform_of(g->platform) == AD_PLATFORM_COUNT)
		ad_fault(call, "platform", "UNKNOWN_VALUE",
			 "platform must be one of google, microsoft, reddit, meta.");
}

/* --- the statement --- */

/* Adds a value; returns the number of its parameter. */
static int add_text(struct grid *g, struct ad_str text)
{
	g->values[g->value_count] = (struct ad_value){ .kind = AD_TEXT, .s = text };
	return 3 + g->value_count++;
}

static int add_int(struct grid *g, int64_t n)
{
	g->values[g->value_count] = (struct ad_value){ .kind = AD_INT, .i = n };
	return 3 + g->value_count++;
}

static void bind_values(struct ad_stmt *s, const struct ad_call *call, const struct grid *g)
{
	struct ad_realm realm = ad_call_realm(call);

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	for (int i = 0; i < g->value_count; i++) {
		if (g->values[i].kind == AD_TEXT)
			ad_bind(s, 3 + i, g->values[i].s);
		else
			ad_bind_int(s, 3 + i, g->values[i].i);
	}
}

static void add_column_sql(struct ad_text *sql, const struct grid *g, const struct ad_field *field)
{
	char column[64];

	for (int i = 0; i < FIGURES; i++)
		if (field == &figures[i]) {
			ad_text_addf(sql, "p.f%d", i);
			return;
		}
	ad_column_name(field->name, column);
	if (strcmp(field->name, "campaignId") == 0)
		ad_text_adds(sql, g->kind->campaign);
	else if (strcmp(field->name, "adGroupId") == 0 && g->res->id == AD_R_AD_GROUP)
		ad_text_adds(sql, "o.id");
	else
		ad_text_addf(sql, "o.%s", column);
}

static void add_where(struct ad_text *sql, struct grid *g)
{
	ad_text_addf(sql, " WHERE o.space_id = $1 AND o.environment = $2%s", g->kind->where);
	if (g->res->staged)
		ad_text_adds(sql, " AND o.sync_state <> 'REMOVED'");
	if (g->campaign.p)
		ad_text_addf(sql, " AND %s = $%d", g->kind->campaign, add_text(g, g->campaign));
	if (g->group.p)
		ad_text_addf(sql, " AND %s = $%d", g->kind->group, add_text(g, g->group));
	if (g->platform.p)
		ad_text_addf(sql, " AND o.platform = $%d", add_text(g, g->platform));
}

static void add_figures_sql(struct ad_text *sql, struct grid *g)
{
	if (!g->figured)
		return;
	int from = add_int(g, g->from), to = add_int(g, g->to);
	ad_text_adds(sql, " LEFT JOIN (SELECT object_id");
	for (int i = 0; i < FIGURES; i++)
		ad_text_addf(sql, ", CAST(SUM(%s) AS BIGINT) AS f%d", sums[i], i);
	ad_text_addf(sql,
		     " FROM performance WHERE space_id = $1 AND environment = $2 AND level = '%s'"
		     " AND day BETWEEN $%d AND $%d GROUP BY object_id) AS p ON p.object_id = o.id",
		     ad_level_name((enum ad_level)g->kind->level), from, to);
}

static struct ad_str grid_sql(struct ad_call *call, struct grid *g)
{
	struct ad_text sql = ad_text_on(call->arena);
	const char *campaign = g->kind->campaign ? g->kind->campaign : "''";
	const char *group = g->kind->group ? g->kind->group : "''";

	ad_text_addf(&sql, "SELECT %s, %s, o.id", campaign, group);
	for (int i = 0; i < g->count; i++) {
		ad_text_adds(&sql, ", ");
		add_column_sql(&sql, g, g->columns[i].field);
	}
	ad_text_addf(&sql, " FROM %s", g->kind->from);
	add_figures_sql(&sql, g);
	add_where(&sql, g);
	if (g->after[2].p) {
		int first = add_text(g, g->after[0]);
		(void)add_text(g, g->after[1]);
		(void)add_text(g, g->after[2]);
		ad_text_addf(&sql, " AND (%s, %s, o.id) > ($%d, $%d, $%d)", campaign, group, first,
			     first + 1, first + 2);
	}
	ad_text_adds(&sql, " ORDER BY ");
	if (g->kind->campaign && g->res->id != AD_R_CAMPAIGN)
		ad_text_addf(&sql, "%s, ", campaign);
	if (g->kind->group && g->res->id != AD_R_AD_GROUP)
		ad_text_addf(&sql, "%s, ", group);
	ad_text_addf(&sql, "o.id LIMIT $%d", add_int(g, g->limit + 1));
	return ad_text_str(&sql);
}

/* --- the rows --- */

static enum ad_db_status read_rows(struct ad_call *call, struct grid *g)
{
	struct ad_stmt *s = ad_sql(call->db, grid_sql(call, g).p);
	enum ad_db_status status;

	bind_values(s, call, g);
	struct ad_str last = { 0 };
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (g->n == g->limit) {
			g->last = last;
			ad_reset(s);
			return AD_DB_DONE;
		}
		for (int i = 0; i < g->count; i++)
			ad_grid_column_add(call->arena, &g->columns[i], s, 3 + i);
		if (++g->n == g->limit)
			last = ad_arena_printf(call->arena, "%.*s|%.*s|%.*s", AD_FMT(ad_col(s, 0)),
					       AD_FMT(ad_col(s, 1)), AD_FMT(ad_col(s, 2)));
	}
	return status;
}

static enum ad_db_status count_rows(struct ad_call *call, struct grid *g)
{
	struct ad_text sql = ad_text_on(call->arena);

	g->total = g->n;
	if (!g->last.p && !g->after[2].p)
		return AD_DB_DONE;
	g->value_count = 0;
	ad_text_addf(&sql, "SELECT COUNT(*) FROM %s", g->kind->from);
	add_where(&sql, g);
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	bind_values(s, call, g);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	g->total = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

static bool write_grid(struct ad_call *call, struct grid *g)
{
	struct ad_text text = ad_text_on(call->arena), meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text), m = ad_json_on(&meta);
	size_t size = 4096;

	for (int i = 0; i < g->count; i++)
		size += g->columns[i].out.n + 40 * (size_t)g->columns[i].count + 64;
	(void)ad_text_reserve(&text, size);
	ad_json_object(&j);
	ad_json_kcstr(&j, "resource", g->kind->name);
	ad_json_kint(&j, "count", g->n);
	ad_json_kint(&j, "total", g->total);
	ad_json_key(&j, "columns");
	ad_json_object(&j);
	for (int i = 0; i < g->count; i++)
		ad_grid_column_write(&j, &g->columns[i]);
	ad_json_object_end(&j);
	if (!ad_changes_write_mark(&j, call))
		return false;
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	ad_json_kstr(&m, "nextCursor",
		     g->last.p ? ad_cursor_make(call, call->list_bound, g->last)
			       : (struct ad_str){ NULL, 0 });
	ad_json_kint(&m, "total", g->total);
	call->meta = ad_text_str(&meta);
	return true;
}

static void run_grid(struct ad_call *call)
{
	struct grid *g = call->work;
	bool ours;

	if (!ad_moment_begin(call, &ours))
		return;
	enum ad_db_status status = read_rows(call, g);
	if (status == AD_DB_DONE)
		status = count_rows(call, g);
	bool ok = status == AD_DB_DONE ? write_grid(call, g) : ad_fail_db(call, status);
	(void)!ad_moment_end(call, ours, ok);
	for (int i = 0; i < g->count; i++)
		ad_grid_column_free(&g->columns[i]);
}

void ad_grid(struct ad_call *call)
{
	static const char *const known[] = { "resource", "campaignId", "adGroupId",
					     "platform", "fields",     "figures",
					     "limit",    "cursor",     NULL };
	struct grid *g = ad_arena_zalloc(call->arena, sizeof(*g));

	(void)!ad_known_params(call, known);
	g->kind = read_kind(call);
	if (!g->kind)
		return;
	g->res = call->res = ad_resource_row(g->kind->id);
	call->action = ad_action_of(g->res, AD_V_LIST);
	if (!ad_call_require(call, call->action->scopes))
		return;
	read_fields(call, g);
	read_figures(call, g);
	grid_read_filters(call, g);
	read_paging(call, g);
	if (call->status != AD_OK || !check_parent(call, AD_R_CAMPAIGN, g->campaign) ||
	    !check_parent(call, AD_R_AD_GROUP, g->group))
		return;
	call->work = g;
	ad_call_next(call, AD_SLOW, run_grid);
}
