#include "call/request/paged.h"

#include "call/request/cursor.h"
#include "call/request/validate.h"

static void paged_unknown(struct ad_call *call, struct ad_str name)
{
	const char *known = ad_arena_copy(call->arena, name).p;
	ad_fault(call, known, "UNKNOWN_PARAMETER", "The query parameter %s does not exist here.",
		 known);
}

void ad_not_modified(struct ad_call *call)
{
	struct ad_str header = call->if_none_match, etag = call->etag;
	bool same = ad_str_is(header, "*");
	for (size_t i = 0; header.p && i + etag.n <= header.n; i++)
		same = same || memcmp(header.p + i, etag.p, etag.n) == 0;
	if (same)
		call->http_status = 304;
}

/*
 * Adds one name=a,b filter as " AND (column || '') IN ($3,$4)": this keeps the database from using
 * another index than the list's own, so that no page is sorted.
 */
static bool add_filter(struct ad_paged *p, const struct ad_field *field, struct ad_str value)
{
	char column[64];
	ad_column_name(field->name, column);
	ad_text_addf(&p->where, " AND (%s || '') IN (", column);
	ad_text_addf(&p->bound, "%s=%zu:%.*s&", field->name, value.n, AD_FMT(value));
	for (size_t at = 0; at <= value.n;) {
		const char *comma = at < value.n ? memchr(value.p + at, ',', value.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - value.p) : value.n;
		struct ad_value v;
		if (p->count >= AD_PAGED_VALUES) {
			ad_fault_limit(p->call, field->name, "TOO_MANY", AD_PAGED_VALUES,
				       "Too many filter values.");
			return false;
		}
		if (!ad_validate_filter(p->call, field, field->name,
					(struct ad_str){ value.p + at, end - at }, &v))
			return false;
		ad_text_addf(&p->where, "%s$%d", at ? "," : "", p->first + p->count);
		p->values[p->count++] = v.s;
		at = end + 1;
	}
	ad_text_addc(&p->where, ')');
	return true;
}

static int64_t values_in(struct ad_str value)
{
	int64_t count = 1;
	for (size_t i = 0; i < value.n; i++)
		count += value.p[i] == ',';
	return count;
}

bool ad_paged_filter(struct ad_paged *page, const struct ad_field *field)
{
	struct ad_str value = ad_call_param(page->call, field->name);
	struct ad_field each = *field;
	if (!value.p)
		return true;
	if (field->type == AD_T_LIST && field->max && values_in(value) > field->max) {
		ad_fault_limit(page->call, field->name, "TOO_MANY", field->max,
			       "%s accepts at most %lld values.", field->name,
			       (long long)field->max);
		return false;
	}
	if (field->type == AD_T_LIST) {
		each.type = field->item;
		each.max = field->item_max;
	}
	return add_filter(page, &each, value);
}

static bool is_paging(struct ad_str name)
{
	return ad_str_is(name, "limit") || ad_str_is(name, "cursor") || ad_str_is(name, "order");
}

static void paged_read_filters(struct ad_paged *p)
{
	struct ad_call *call = p->call;
	const struct ad_shape *query = call->action->query;
	bool own = call->action->verb == AD_V_LIST;
	/* In the order of the row, so that the cursor does not depend on the request's order. */
	for (size_t i = 0; own && i < call->res->shape.count; i++) {
		const struct ad_field *field = &call->res->shape.fields[i];
		struct ad_str value = ad_call_param(call, field->name);
		if ((field->flags & AD_FILTER) && value.p)
			(void)add_filter(p, field, value);
	}
	for (size_t i = 0; query && i < query->count; i++) {
		struct ad_str value = ad_call_param(call, query->fields[i].name);
		if (value.p)
			ad_text_addf(&p->bound, "%s=%zu:%.*s&", query->fields[i].name, value.n,
				     AD_FMT(value));
	}
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = call->params[i].name;
		if (query && ad_field_find(query, name, NULL))
			continue;
		const struct ad_field *field =
			own ? ad_field_find(&call->res->shape, name, NULL) : NULL;
		if (!is_paging(name) && !(field && (field->flags & AD_FILTER)))
			paged_unknown(call, name);
	}
}

static struct ad_str bound_of(struct ad_paged *p)
{
	return ad_cursor_bound(p->call, ad_text_str(&p->bound), p->ascending);
}

bool ad_paged_read(struct ad_call *call, struct ad_paged *page, int first)
{
	*page = (struct ad_paged){ .call = call, .first = first };
	page->where = ad_text_on(call->arena);
	page->bound = ad_text_on(call->arena);
	ad_text_addf(&page->bound, "%s %.*s\n", call->action->operation_id, AD_FMT(call->id));
	paged_read_filters(page);
	bool ok = ad_limit_read(call, &page->limit);
	ok = ad_order_read(call, &page->ascending) && ok;
	call->list_bound = bound_of(page);
	ok = ad_cursor_read(call, call->list_bound, &page->after) && ok;
	return ok && call->status == AD_OK;
}

static void bind_filters(const struct ad_paged *page, struct ad_stmt *s)
{
	for (int i = 0; i < page->count; i++)
		ad_bind(s, page->first + i, page->values[i]);
}

struct ad_stmt *ad_paged_sql(struct ad_paged *page, const char *columns, const char *from,
			     const char *key)
{
	struct ad_text sql = ad_text_on(page->call->arena);
	int next = page->first + page->count;
	ad_text_addf(&sql, "SELECT %s %s", columns, from);
	ad_text_add(&sql, ad_text_str(&page->where));
	if (page->after.p)
		ad_text_addf(&sql, " AND %s %s $%d", key, page->ascending ? ">" : "<", next++);
	ad_text_addf(&sql, " ORDER BY %s %s LIMIT $%d", key, page->ascending ? "ASC" : "DESC",
		     next);
	struct ad_stmt *s = ad_sql(page->call->db, ad_text_str(&sql).p);
	bind_filters(page, s);
	if (page->after.p)
		ad_bind(s, next - 1, page->after);
	ad_bind_int(s, next, page->limit + 1);
	return s;
}

enum ad_db_status ad_paged_step(struct ad_paged *page, struct ad_stmt *s)
{
	enum ad_db_status status = ad_step(s);
	bool is_long = page->out && page->out->n >= AD_PAGE_BYTES;
	if (status != AD_DB_ROW || (page->seen++ < page->limit && !is_long))
		return status;
	page->more = true;
	ad_reset(s);
	return AD_DB_DONE;
}

void ad_paged_key(struct ad_paged *page, struct ad_str key)
{
	ad_str_put(page->last, sizeof(page->last), key);
}

struct ad_stmt *ad_paged_count(struct ad_paged *page, const char *from)
{
	return ad_paged_total(page, "COUNT(*)", from);
}

struct ad_stmt *ad_paged_total(struct ad_paged *page, const char *what, const char *from)
{
	struct ad_text sql = ad_text_on(page->call->arena);
	ad_text_addf(&sql, "SELECT %s %s", what, from);
	ad_text_add(&sql, ad_text_str(&page->where));
	struct ad_stmt *s = ad_sql(page->call->db, ad_text_str(&sql).p);
	bind_filters(page, s);
	return s;
}

void ad_paged_answer(struct ad_paged *page, struct ad_stmt *count)
{
	struct ad_call *call = page->call;
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&meta);
	enum ad_db_status status = ad_step(count);
	if (status != AD_DB_ROW) {
		ad_fail_db(call, status);
		return;
	}
	ad_json_kstr(&j, "nextCursor",
		     page->more ? ad_cursor_make(call, call->list_bound, ad_str(page->last))
				: (struct ad_str){ NULL, 0 });
	ad_json_kint(&j, "total", ad_col_int(count, 0));
	ad_reset(count);
	call->meta = ad_text_str(&meta);
}
