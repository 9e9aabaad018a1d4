/* GET of any stored resource: one by its id, and the list with filters, page and total. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "call/actions.h"
#include "call/cursor.h"
#include "call/moment.h"
#include "call/outcome.h"
#include "call/paged.h"
#include "call/params.h"
#include "call/validate.h"
#include "model/row.h"
#include "store/lookup.h"

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

#define VALUES_MAX 60

/* A list in the making: the conditions, their values, and whether counter cells can count it. */
struct list {
	struct ad_call *call;
	struct ad_text where; /* conditions beside Space and environment, each " AND …" */
	struct ad_text cells; /* the same for the counters table */
	bool countable;       /* every condition is on the cells' own columns */
	struct ad_value values[VALUES_MAX + 2]; /* q and updatedSince take one each, uncounted */
	int count; /* $1 and $2 are Space and environment; values start at $3 */
	bool state_named;
	bool ascending;
	const char *walks; /* a parameter for which there is no index, or NULL */
	int64_t limit;
	struct ad_str after; /* id to go on behind, or absent */
};

static int add_value(struct list *l, struct ad_value value)
{
	l->values[l->count] = value;
	return 3 + l->count++;
}

static bool on_cells(const char *column)
{
	return strcmp(column, "platform") == 0 || strcmp(column, "status") == 0 ||
	       strcmp(column, "sync_state") == 0;
}

/* " AND (platforms LIKE $3 OR …)": a list of names holds one when its JSON does. */
static void add_holds(struct list *l, const char *column, const struct ad_value *values, int n)
{
	ad_text_addf(&l->where, " AND (");
	for (int i = 0; i < n; i++) {
		struct ad_str pattern =
			ad_arena_printf(l->call->arena, "%%\"%.*s\"%%", AD_FMT(values[i].s));
		struct ad_value value = { .kind = AD_TEXT, .s = pattern };
		ad_text_addf(&l->where, "%s%s LIKE $%d", i ? " OR " : "", column,
			     add_value(l, value));
	}
	ad_text_addc(&l->where, ')');
}

/* " AND column IN ($3,$4)". */
static struct ad_str in_values(struct list *l, const char *column, const struct ad_value *values,
			       int n)
{
	struct ad_text in = ad_text_on(l->call->arena);
	ad_text_addf(&in, " AND %s IN (", column);
	for (int i = 0; i < n; i++)
		ad_text_addf(&in, "%s$%d", i ? "," : "", add_value(l, values[i]));
	ad_text_addc(&in, ')');
	return ad_text_str(&in);
}

/*
 * To an assistant a campaign's keywords are those of its ad groups too: a list that left them out
 * would be taken for all of them. REST filters by the field as it is.
 */
static bool add_whole_campaign(struct list *l, const struct ad_field *field, struct ad_str in)
{
	if (l->call->door != AD_DOOR_MCP || l->call->res->id != AD_R_KEYWORD ||
	    strcmp(field->name, "campaignId") != 0)
		return false;
	const struct ad_str condition = { in.p + sizeof(" AND ") - 1,
					  in.n - (sizeof(" AND ") - 1) };
	ad_text_addf(&l->where,
		     " AND (%.*s OR ad_group_id IN (SELECT id FROM %s WHERE space_id = $1 AND"
		     " environment = $2 AND %.*s))",
		     AD_FMT(condition), ad_resource_row(AD_R_AD_GROUP)->table, AD_FMT(condition));
	l->walks = field->name;
	return true;
}

/* The values of a,b as the field holds them; their number, 0 with a fault. */
static int filter_values(struct list *l, const struct ad_field *field, struct ad_str rest,
			 struct ad_value *values)
{
	for (int n = 0;;) {
		const char *comma = rest.n ? memchr(rest.p, ',', rest.n) : NULL;
		struct ad_str one = { rest.p, comma ? (size_t)(comma - rest.p) : rest.n };
		if (l->count + n >= VALUES_MAX) {
			ad_fault_limit(l->call, field->name, "TOO_MANY", VALUES_MAX,
				       "Too many filter values.");
			return 0;
		}
		if (!ad_validate_filter(l->call, field, field->name, one, &values[n]))
			return 0;
		n++;
		if (!comma)
			return n;
		rest = (struct ad_str){ comma + 1, rest.n - one.n - 1 };
	}
}

/* One name=a,b filter. */
static void add_filter(struct list *l, const struct ad_field *field, struct ad_param param)
{
	char column[64];
	struct ad_value values[VALUES_MAX];
	struct ad_field one = *field;
	ad_column_name(field->name, column);
	if (field->type == AD_T_LIST)
		one.type = field->item;
	int n = filter_values(l, &one, param.value, values);
	if (n == 0)
		return;
	l->state_named = l->state_named || strcmp(column, "sync_state") == 0;
	l->countable = l->countable && on_cells(column);
	if (!on_cells(column) && ((field->flags & AD_WALKED) || field->type == AD_T_LIST))
		l->walks = field->name;
	if (field->type == AD_T_LIST) {
		add_holds(l, column, values, n);
		return;
	}
	struct ad_str in = in_values(l, column, values, n);
	if (add_whole_campaign(l, field, in))
		return;
	ad_text_add(&l->where, in);
	if (on_cells(column))
		ad_text_add(&l->cells, in);
}

static struct ad_str like_pattern(struct ad_arena *arena, struct ad_str q)
{
	struct ad_text out = ad_text_on(arena);
	ad_text_addc(&out, '%');
	for (size_t i = 0; i < q.n; i++) {
		if (q.p[i] == '%' || q.p[i] == '_' || q.p[i] == '!')
			ad_text_addc(&out, '!');
		ad_text_addc(&out, q.p[i]);
	}
	ad_text_addc(&out, '%');
	return ad_text_str(&out);
}

static void add_q(struct list *l, struct ad_str q)
{
	struct ad_value value = {
		.kind = AD_TEXT, .s = like_pattern(l->call->arena, ad_sql_lower(l->call->arena, q))
	};
	ad_text_addf(&l->where, " AND lower(%s) LIKE $%d ESCAPE '!'",
		     ad_resource_search(l->call->res), add_value(l, value));
	l->countable = false;
	l->walks = "q";
}

static void add_updated_since(struct list *l, struct ad_str text)
{
	struct ad_value value = { .kind = AD_INT };
	if (!ad_time_parse(text, &value.i)) {
		ad_fault(l->call, "updatedSince", "INVALID_TIME",
			 "updatedSince must be an RFC 3339 time, such as 2026-11-21T09:30:00Z.");
		return;
	}
	ad_text_addf(&l->where, " AND updated_at >= $%d", add_value(l, value));
	l->countable = false;
	l->walks = "updatedSince";
}

static bool is_paging(struct ad_str name)
{
	return ad_str_is(name, "limit") || ad_str_is(name, "cursor") || ad_str_is(name, "order");
}

static void add_param(struct list *l, struct ad_param param)
{
	const struct ad_field *field = ad_field_find(&l->call->res->shape, param.name, NULL);
	struct ad_str name = ad_arena_copy(l->call->arena, param.name);
	if (!field)
		field = ad_field_find(ad_common_of(l->call->res), param.name, NULL);
	if (is_paging(name))
		return;
	if (ad_str_is(name, "q") && ad_resource_search(l->call->res))
		add_q(l, param.value);
	else if (ad_str_is(name, "updatedSince"))
		add_updated_since(l, param.value);
	else if (field && (field->flags & AD_FILTER))
		add_filter(l, field, param);
	else
		ad_fault(l->call, name.p, "UNKNOWN_PARAMETER",
			 "There is no query parameter %s here.", name.p);
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

static void bind_values(struct ad_stmt *s, const struct list *l)
{
	for (int i = 0; i < l->count; i++) {
		if (l->values[i].kind == AD_TEXT)
			ad_bind(s, 3 + i, l->values[i].s);
		else
			ad_bind_int(s, 3 + i, l->values[i].i);
	}
}

static bool total(struct list *l, int64_t *out)
{
	struct ad_call *call = l->call;
	struct ad_text sql = ad_text_on(call->arena);
	if (l->countable)
		ad_text_adds(&sql, "SELECT COALESCE(SUM(n), 0) FROM counters");
	else
		ad_text_addf(&sql, "SELECT COUNT(*) FROM %s", call->res->table);
	ad_text_adds(&sql, " WHERE space_id = $1 AND environment = $2");
	if (l->countable)
		ad_text_addf(&sql, " AND resource = '%s'", call->res->name);
	ad_text_add(&sql, ad_text_str(l->countable ? &l->cells : &l->where));
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, environment_name(call));
	bind_values(s, l);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

/* Renders the page into call->data; last is the key of its last object where more follow. */
static bool page(struct list *l, struct ad_str *last)
{
	struct ad_call *call = l->call;
	struct ad_text sql = ad_text_on(call->arena);
	struct ad_text out = ad_text_on(call->arena);
	char id[AD_ID_SIZE] = "";
	ad_text_addf(&sql, "SELECT json, id FROM %s WHERE space_id = $1 AND environment = $2%.*s",
		     call->res->table, AD_FMT(ad_text_str(&l->where)));
	int slot = 3 + l->count;
	if (l->after.p)
		ad_text_addf(&sql, " AND id %s $%d", l->ascending ? ">" : "<", slot++);
	ad_text_addf(&sql, " ORDER BY id %s LIMIT $%d", l->ascending ? "ASC" : "DESC", slot);
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, environment_name(call));
	bind_values(s, l);
	if (l->after.p)
		ad_bind(s, 3 + l->count, l->after);
	ad_bind_int(s, slot, l->limit + 1);
	ad_text_addc(&out, '[');
	enum ad_db_status status;
	int64_t n = 0;
	while ((status = ad_step(s)) == AD_DB_ROW && n < l->limit) {
		if (n++)
			ad_text_addc(&out, ',');
		ad_text_add(&out, ad_col(s, 0));
		struct ad_str key = ad_col(s, 1);
		memcpy(id, key.p, key.n < sizeof(id) ? key.n : sizeof(id) - 1);
		id[key.n < sizeof(id) ? key.n : sizeof(id) - 1] = '\0';
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

/* What a list may ask of the database, where it has to look at many objects to find a few. */
#define WALK_MAX_US ((int64_t)3000000)

/* The database gave up: which of the parameters made it walk. */
static void too_broad(struct list *l)
{
	struct ad_call *call = l->call;
	ad_call_fresh(call);
	ad_fault(call, l->walks ? l->walks : "", "TOO_BROAD",
		 "Too many objects have to be looked at for this; narrow it by a parent "
		 "(campaignId, adGroupId), by status or syncState alone, or by a later "
		 "updatedSince.");
}

/* Page and total of one moment: one read transaction, ours unless the loop has begun one. */
static bool read_list(struct list *l, struct ad_str *last, int64_t *n)
{
	struct ad_call *call = l->call;
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return false;
	enum ad_db_status status = l->countable ? AD_DB_DONE : ad_db_limit(call->db, WALK_MAX_US);
	bool ok = status == AD_DB_DONE ? page(l, last) && total(l, n) : ad_fail_db(call, status);
	bool overdue = !l->countable && !ok && ad_db_overdue(call->db);
	if (!l->countable) {
		status = ad_db_limit(call->db, 0);
		ok = ok && (status == AD_DB_DONE || ad_fail_db(call, status));
	}
	ok = ad_moment_end(call, ours, ok);
	if (overdue)
		too_broad(l);
	return ok;
}

static void run_list(struct ad_call *call)
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
	l->where = ad_text_on(call->arena);
	l->cells = ad_text_on(call->arena);
	l->countable = true;
	for (size_t i = 0; i < call->param_count; i++)
		add_param(l, call->params[i]);
	bool paging = ad_limit_read(call, &l->limit);
	paging = ad_order_read(call, &l->ascending) && paging;
	struct ad_str bound = ad_cursor_bound(call, filters_of(call), l->ascending);
	call->list_bound = bound;
	paging = ad_cursor_read(call, bound, &l->after) && paging;
	if (!paging || call->status != AD_OK)
		return;
	if (call->res->staged && !l->state_named) {
		ad_text_adds(&l->where, " AND sync_state <> 'REMOVED'");
		ad_text_adds(&l->cells, " AND sync_state <> 'REMOVED'");
	}
	call->work = l;
	/* What cells cannot count has to be looked at: not on a loop, which others wait for. */
	if (l->countable)
		run_list(call);
	else
		ad_call_next(call, AD_SLOW, run_list);
}
