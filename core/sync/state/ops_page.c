#include "sync/state/ops_page.h"

#include "model/resource_rows.h"
#include "sync/state/operation.h"
#include "sync/state/run_row.h"
#include "sync/state/run_redact.h"
#include "sync/state/spans.h"

#define VALUES_MAX 250

_Static_assert(AD_OPS_COUNT == AD_OPS_PAGE_STATUSES, "a count a status");

bool ad_ops_page_holds(struct ad_str list, struct ad_str value)
{
	if (!list.p)
		return true;
	for (size_t at = 0; at <= list.n;) {
		const char *comma = at < list.n ? memchr(list.p + at, ',', list.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - list.p) : list.n;
		if (ad_str_eq((struct ad_str){ list.p + at, end - at }, value))
			return true;
		at = end + 1;
	}
	return false;
}

bool ad_ops_page_is_close(const struct ad_ops_page *page)
{
	return page->campaign_id.p || page->platform.p;
}

static int64_t ops_page_limit(const struct ad_ops_page *page)
{
	return page->limit ? page->limit : AD_OPS_PAGE_MAX;
}

bool ad_ops_page_has_room(const struct ad_ops_page *page, int64_t told, size_t bytes)
{
	return told < ops_page_limit(page) && (told == 0 || bytes < AD_OPS_PAGE_BYTES);
}

/* A response being written: its input, and how much is written. */
struct telling {
	struct ad_json *j;
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	const struct ad_run_row *run;
	uint32_t scopes;
	struct ad_ops_page *page;
	int64_t told;
	size_t begin;
};

/* A statement being built: its text, and the values of its filters, from $first on. */
struct query {
	struct ad_text sql;
	struct ad_str values[VALUES_MAX];
	int first, count;
};

static void query_add_list(struct query *q, const char *column, struct ad_str list)
{
	if (!list.p)
		return;
	ad_text_addf(&q->sql, " AND %s IN (", column);
	for (size_t at = 0; at <= list.n && q->count < VALUES_MAX;) {
		const char *comma = at < list.n ? memchr(list.p + at, ',', list.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - list.p) : list.n;
		ad_text_addf(&q->sql, "%s$%d", at ? "," : "", q->first + q->count);
		q->values[q->count++] = (struct ad_str){ list.p + at, end - at };
		at = end + 1;
	}
	ad_text_addc(&q->sql, ')');
}

/* Limits the query to readable resources, so that a filter reveals nothing about others. */
static void query_add_readable(struct query *q, uint32_t scopes)
{
	static const struct ad_resource *const kinds[] = {
		&ad_resource_campaign,   &ad_resource_ad_group, &ad_resource_ad,
		&ad_resource_keyword,    &ad_resource_asset,    &ad_resource_asset_link,
		&ad_resource_conversion,
	};

	ad_text_adds(&q->sql, " AND resource IN (''");
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		const struct ad_resource *res = kinds[i];
		if ((scopes & res->read_scope) == res->read_scope)
			ad_text_addf(&q->sql, ",'%s'", res->name);
	}
	ad_text_addc(&q->sql, ')');
}

static void query_add_filters(struct query *q, const struct telling *t)
{
	const struct ad_ops_page *page = t->page;
	uint32_t above = ad_resource_row(AD_R_CAMPAIGN)->read_scope;

	query_add_list(q, "campaign_id", page->campaign_id);
	query_add_list(q, "platform", page->platform);
	query_add_list(q, "op", page->op);
	query_add_list(q, "resource", page->resource);
	query_add_list(q, "status", page->status);
	if (ad_ops_page_is_close(page))
		query_add_readable(q, t->scopes);
	if (page->campaign_id.p && (t->scopes & above) != above)
		ad_text_adds(&q->sql, " AND 1 = 0");
}

static struct ad_stmt *query_bind(struct query *q, const struct telling *t)
{
	struct ad_stmt *s = ad_sql(t->db, ad_text_str(&q->sql).p);

	ad_bind(s, 1, t->realm.space_id);
	ad_bind(s, 2, t->realm.environment);
	ad_bind(s, 3, t->run->id);
	for (int i = 0; i < q->count; i++)
		ad_bind(s, q->first + i, q->values[i]);
	return s;
}

#define OF_RUN " FROM sync_operations WHERE space_id = $1 AND environment = $2 AND run_id = $3"

/* An active run has few operations in these statuses, and possibly millions in the others. */
#define COUNTED "('SENT', 'FAILED', 'SKIPPED', 'UNKNOWN')"

/* The number of UNKNOWN operations that count as done: their run ended without a result. */
static enum ad_db_status ops_page_count_ended(const struct telling *t, int64_t *ended)
{
	struct query q = { .sql = ad_text_on(t->arena), .first = 4 };
	enum ad_db_status status;
	struct ad_stmt *s;

	ad_text_adds(&q.sql,
		     "SELECT COUNT(*)" OF_RUN " AND status = 'UNKNOWN' AND finished_at > 0");
	s = query_bind(&q, t);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*ended = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

/* The number of operations in each status. */
static enum ad_db_status ops_page_count_all(const struct telling *t,
					    int64_t counts[static AD_OPS_COUNT])
{
	struct query q = { .sql = ad_text_on(t->arena), .first = 4 };
	const struct ad_run_row *run = t->run;
	int64_t ended = 0;
	enum ad_db_status status;
	struct ad_stmt *s;

	/* The progress of a pull does not count operations. */
	if (ad_str_is(run->mode, "PULL"))
		return AD_DB_DONE;
	ad_text_adds(&q.sql,
		     "SELECT status, COUNT(*)" OF_RUN " AND status IN " COUNTED " GROUP BY status");
	s = query_bind(&q, t);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_op_status at = ad_op_status_of(ad_col(s, 0));
		if (at < AD_OPS_COUNT)
			counts[at] = ad_col_int(s, 1);
	}
	if (status == AD_DB_DONE && counts[AD_OPS_UNKNOWN])
		status = ops_page_count_ended(t, &ended);
	counts[AD_OPS_SUCCEEDED] =
		run->done - counts[AD_OPS_FAILED] - counts[AD_OPS_SKIPPED] - ended;
	counts[AD_OPS_PENDING] =
		run->total - run->done - counts[AD_OPS_SENT] - (counts[AD_OPS_UNKNOWN] - ended);
	return status;
}

/* Sets the counts, and as the total the number of operations that match the filters. */
static enum ad_db_status ops_page_count(const struct telling *t,
					int64_t counts[static AD_OPS_COUNT])
{
	struct query q = { .sql = ad_text_on(t->arena), .first = 4 };
	struct ad_ops_page *page = t->page;
	enum ad_db_status status = ops_page_count_all(t, counts);
	struct ad_stmt *s;

	page->total = 0;
	for (int i = 0; i < AD_OPS_COUNT; i++)
		if (ad_ops_page_holds(page->status,
				      ad_str(ad_op_status_name((enum ad_op_status)i))))
			page->total += counts[i];
	if (status != AD_DB_DONE ||
	    (!ad_ops_page_is_close(page) && !page->op.p && !page->resource.p))
		return status;
	ad_text_adds(&q.sql, "SELECT COUNT(*)" OF_RUN);
	query_add_filters(&q, t);
	s = query_bind(&q, t);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	page->total = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

static void ops_page_write_operation(struct ad_json *j, struct ad_stmt *s, uint32_t scopes)
{
	bool readable = ad_run_may_read(ad_col(s, 1), scopes);
	uint32_t above = ad_resource_row(AD_R_CAMPAIGN)->read_scope;

	ad_json_object(j);
	ad_json_kint(j, "index", ad_col_int(s, 14) - 1);
	ad_json_kstr(j, "op", ad_col(s, 0));
	ad_json_kstr(j, "resource", ad_col(s, 1));
	if (readable) {
		ad_json_kstr(j, "id", ad_col(s, 2));
		ad_json_kstr(j, "name", ad_col(s, 10));
		if ((scopes & above) == above) {
			ad_json_kstr(j, "campaignId", ad_col(s, 11));
			ad_json_kstr(j, "adGroupId", ad_col(s, 12));
		}
		ad_json_kstr(j, "platform", ad_col(s, 3));
		ad_json_kstr(j, "remoteId", ad_col(s, 4));
		ad_json_kraw(j, "changes", ad_col(s, 5));
	}
	ad_json_key(j, "dailyBudgetDelta");
	ad_json_micros(j, ad_col_int(s, 6));
	ad_json_key(j, "dependsOn");
	ad_spans_write(j, ad_col(s, 13), 1);
	ad_json_kstr(j, "status", ad_col(s, 7));
	/* The platform's error may describe the object. */
	if (readable) {
		ad_run_write_error(j, ad_col(s, 8), scopes);
		ad_json_kraw(j, "steps", ad_col_is_null(s, 9) ? AD_S("[]") : ad_col(s, 9));
	}
	ad_json_object_end(j);
}

#define WRONG "('FAILED', 'UNKNOWN')"

/* Writes the operations that match a status condition (" AND …", or ""), while there is room. */
static enum ad_db_status tell_some(struct telling *t, const char *condition)
{
	struct query q = { .sql = ad_text_on(t->arena), .first = 6 };
	enum ad_db_status status;
	struct ad_stmt *s;

	ad_text_addf(&q.sql,
		     "SELECT op, resource, object_id, platform, remote_id, changes,"
		     " budget_delta, status, error, steps, name, campaign_id, ad_group_id,"
		     " needs, seq" OF_RUN " AND seq > $4%s",
		     condition);
	query_add_filters(&q, t);
	ad_text_adds(&q.sql, " ORDER BY seq LIMIT $5");
	s = query_bind(&q, t);
	ad_bind_int(s, 4, t->page->after);
	ad_bind_int(s, 5, ops_page_limit(t->page) - t->told + 1);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (!ad_ops_page_has_room(t->page, t->told, t->j->out->n - t->begin)) {
			t->page->more = true;
			ad_reset(s);
			status = AD_DB_DONE;
			break;
		}
		ops_page_write_operation(t->j, s, t->scopes);
		t->page->last = ad_col_int(s, 14);
		t->told++;
	}
	return status;
}

static void write_counts(struct ad_json *j, const int64_t counts[static AD_OPS_COUNT])
{
	static const char *const names[AD_OPS_COUNT] = {
		[AD_OPS_PENDING] = "pending",     [AD_OPS_SENT] = "sent",
		[AD_OPS_SUCCEEDED] = "succeeded", [AD_OPS_FAILED] = "failed",
		[AD_OPS_SKIPPED] = "skipped",     [AD_OPS_UNKNOWN] = "unknown",
	};

	ad_json_key(j, "counts");
	ad_json_object(j);
	for (int i = 0; i < AD_OPS_COUNT; i++)
		ad_json_kint(j, names[i], counts[i]);
	ad_json_object_end(j);
}

enum ad_db_status ad_ops_page_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				    const struct ad_run_row *run, uint32_t scopes,
				    struct ad_ops_page *page)
{
	struct ad_arena *arena = ad_arena_new();
	struct telling t = { .j = j,
			     .db = db,
			     .arena = arena,
			     .realm = realm,
			     .run = run,
			     .scopes = scopes,
			     .page = page };
	int64_t counts[AD_OPS_COUNT] = { 0 };
	enum ad_db_status status = ops_page_count(&t, counts);
	bool twice = page->wrong_first && page->total > ops_page_limit(page);
	bool wrong = counts[AD_OPS_FAILED] + counts[AD_OPS_UNKNOWN] > 0;

	page->last = page->after;
	page->more = false;
	write_counts(j, counts);
	ad_json_key(j, "operations");
	ad_json_array(j);
	t.begin = j->out->n;
	/* Without failed operations this query would scan all of them. */
	if (status == AD_DB_DONE && twice && wrong)
		status = tell_some(&t, " AND status IN " WRONG);
	if (status == AD_DB_DONE)
		status = tell_some(&t, twice ? " AND status NOT IN " WRONG : "");
	ad_json_array_end(j);
	ad_arena_free(arena);
	return status;
}
