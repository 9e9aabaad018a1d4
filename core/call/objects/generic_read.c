/* GET of any stored resource: one object by id, and the list with filters, page and total. */
#include <stdlib.h>

#include "call/request/actions.h"
#include "call/request/cursor.h"
#include "call/request/list_filter.h"
#include "call/request/moment.h"
#include "call/request/outcome.h"
#include "call/request/paged.h"
#include "call/request/params.h"
#include "model/row.h"

static const char *environment_name(const struct ad_call *call)
{
	return call->who->environment == AD_LIVE ? "live" : "test";
}

void ad_generic_get(struct ad_call *call)
{
	if (!ad_no_params(call))
		return;
	struct ad_text sql = ad_text_on(call->arena);
	ad_text_adds(&sql, "SELECT json, version, sync_revision FROM ");
	ad_text_adds(&sql, call->res->table);
	ad_text_adds(&sql, " WHERE space_id = $1 AND environment = $2 AND id = $3");
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, environment_name(call));
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE) {
		ad_fail(call, AD_NOT_FOUND, "%s", "");
		return;
	}
	if (status != AD_DB_ROW) {
		ad_fail_db(call, status);
		return;
	}
	call->data = ad_arena_copy(call->arena, ad_col(s, 0));
	struct ad_text etag = ad_text_on(call->arena);
	ad_text_adds(&etag, "\"");
	ad_text_addi(&etag, ad_col_int(s, 1));
	ad_text_adds(&etag, ".");
	ad_text_addi(&etag, ad_col_int(s, 2));
	ad_text_adds(&etag, "\"");
	call->etag = ad_text_str(&etag);
	ad_reset(s);
	ad_not_modified(call);
}

/* The state of a list request. */
struct list {
	struct ad_call *call;
	struct ad_list_filter filter;
	bool ascending;
	int64_t limit;
	struct ad_str after; /* id after which the page starts, or absent */
};

static bool is_paging(struct ad_str name)
{
	return ad_str_is(name, "limit") || ad_str_is(name, "cursor") || ad_str_is(name, "order");
}

static void add_param(struct list *l, struct ad_param param)
{
	struct ad_str name = ad_arena_copy(l->call->arena, param.name);
	if (!is_paging(name) && !ad_filter_add(&l->filter, name, param.value))
		ad_fault(l->call, name.p, "UNKNOWN_PARAMETER",
			 "The query parameter %s does not exist here.", name.p);
}

static int compare_params(const void *a, const void *b)
{
	const struct ad_param *x = a;
	const struct ad_param *y = b;
	int order = memcmp(x->name.p, y->name.p, x->name.n < y->name.n ? x->name.n : y->name.n);
	return order ? order : (x->name.n > y->name.n) - (x->name.n < y->name.n);
}

/* The filters in a canonical form, for the cursor. */
static struct ad_str filters_of(struct ad_call *call)
{
	struct ad_text out = ad_text_on(call->arena);
	struct ad_param *sorted =
		ad_arena_alloc(call->arena, (call->param_count + 1) * sizeof(struct ad_param));
	size_t n = 0;
	for (size_t i = 0; i < call->param_count; i++)
		if (!is_paging(call->params[i].name))
			sorted[n++] = call->params[i];
	qsort(sorted, n, sizeof(*sorted), compare_params);
	for (size_t i = 0; i < n; i++)
		ad_text_addf(&out, "%.*s=%zu:%.*s&", AD_FMT(sorted[i].name), sorted[i].value.n,
			     AD_FMT(sorted[i].value));
	return ad_text_str(&out);
}

static bool generic_read_total(struct list *l, int64_t *out)
{
	struct ad_call *call = l->call;
	struct ad_text sql = ad_text_on(call->arena);
	if (l->filter.countable)
		ad_text_adds(&sql, "SELECT COALESCE(SUM(n), 0) FROM counters");
	else
		ad_text_addf(&sql, "SELECT COUNT(*) FROM %s", call->res->table);
	ad_text_adds(&sql, " WHERE space_id = $1 AND environment = $2");
	if (l->filter.countable)
		ad_text_addf(&sql, " AND resource = '%s'", call->res->name);
	ad_text_add(&sql, ad_text_str(l->filter.countable ? &l->filter.cells : &l->filter.where));
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	(void)ad_filter_bind(s, &l->filter);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

/* Renders the page into call->data; last is the key of its last object if more follow. */
static bool generic_read_page(struct list *l, struct ad_str *last)
{
	struct ad_call *call = l->call;
	struct ad_text sql = ad_text_on(call->arena);
	struct ad_text out = ad_text_on(call->arena);
	char id[AD_ID_SIZE] = "";
	ad_text_addf(&sql, "SELECT json, id FROM %s WHERE space_id = $1 AND environment = $2%.*s",
		     call->res->table, AD_FMT(ad_text_str(&l->filter.where)));
	int slot = 3 + l->filter.count;
	if (l->after.p)
		ad_text_addf(&sql, " AND id %s $%d", l->ascending ? ">" : "<", slot++);
	ad_text_addf(&sql, " ORDER BY id %s LIMIT $%d", l->ascending ? "ASC" : "DESC", slot);
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	int next = ad_filter_bind(s, &l->filter);
	if (l->after.p)
		ad_bind(s, next, l->after);
	ad_bind_int(s, slot, l->limit + 1);
	ad_text_addc(&out, '[');
	enum ad_db_status status;
	int64_t n = 0;
	while ((status = ad_step(s)) == AD_DB_ROW && n < l->limit && out.n < AD_PAGE_BYTES) {
		if (n++)
			ad_text_addc(&out, ',');
		ad_text_add(&out, ad_col(s, 0));
		ad_str_put(id, sizeof(id), ad_col(s, 1));
	}
	ad_text_addc(&out, ']');
	ad_reset(s);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (status == AD_DB_ROW)
		*last = ad_arena_copy(call->arena, ad_str(id));
	call->data = ad_text_str(&out);
	return true;
}

/* Reads page and total in one read transaction; begins one unless the event loop did. */
static bool read_list(struct list *l, struct ad_str *last, int64_t *n)
{
	struct ad_call *call = l->call;
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return false;
	enum ad_db_status status =
		l->filter.countable ? AD_DB_DONE : ad_db_limit(call->db, AD_FILTER_WALK_US);
	bool ok = status == AD_DB_DONE ? generic_read_page(l, last) && generic_read_total(l, n)
				       : ad_fail_db(call, status);
	bool overdue = !l->filter.countable && !ok && ad_db_overdue(call->db);
	if (!l->filter.countable) {
		status = ad_db_limit(call->db, 0);
		ok = ok && (status == AD_DB_DONE || ad_fail_db(call, status));
	}
	ok = ad_moment_end(call, ours, ok);
	if (overdue)
		ad_filter_too_broad(&l->filter);
	return ok;
}

static void generic_read_run_list(struct ad_call *call)
{
	struct list *l = call->work;
	struct ad_str last = { NULL, 0 };
	int64_t n = 0;
	if (!read_list(l, &last, &n))
		return;
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&meta);
	ad_json_kstr(&j, "nextCursor",
		     last.p ? ad_cursor_make(call, call->list_bound, last)
			    : (struct ad_str){ NULL, 0 });
	ad_json_kint(&j, "total", n);
	call->meta = ad_text_str(&meta);
}

void ad_generic_list(struct ad_call *call)
{
	struct list *l = ad_arena_zalloc(call->arena, sizeof(*l));
	l->call = call;
	ad_filter_begin(&l->filter, call);
	for (size_t i = 0; i < call->param_count; i++)
		add_param(l, call->params[i]);
	bool paging = ad_limit_read(call, &l->limit);
	paging = ad_order_read(call, &l->ascending) && paging;
	struct ad_str bound = ad_cursor_bound(call, filters_of(call), l->ascending);
	call->list_bound = bound;
	paging = ad_cursor_read(call, bound, &l->after) && paging;
	if (!paging || call->status != AD_OK)
		return;
	ad_filter_end(&l->filter);
	call->work = l;
	/*
	 * Filters outside the counter cells need a scan. It runs on a worker, because it would
	 * block other calls on the event loop.
	 */
	if (l->filter.countable)
		generic_read_run_list(call);
	else
		ad_call_next(call, AD_SLOW, generic_read_run_list);
}
