/* GET and POST /sync/preview, GET /sync, GET /sync/:id. */
#include "call/request/moment.h"
#include "call/request/params.h"
#include "call/sync/sync_steps.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/cursor.h"
#include "call/request/idempotency.h"
#include "call/request/paged.h"
#include "call/request/query.h"
#include "call/sync/sync_page.h"
#include "call/request/validate.h"

/* The input, from the body or from query parameters. */
static const cJSON *preview_input(struct ad_call *call)
{
	const struct ad_shape *shape = ad_action_of(call->res, AD_V_PREVIEW)->input;
	struct ad_json_error err;
	if (call->action->verb == AD_V_PREVIEW_GET)
		return ad_query_read(call, shape, ad_sync_page_params);
	if (!ad_known_params(call, ad_sync_page_params))
		return NULL;
	return ad_validate_shape(call, shape,
				 call->input ? call->input
					     : ad_json_parse(call->arena, AD_S("{}"), &err));
}

bool ad_sync_keep_preview(struct ad_call *call, struct ad_str hash, int64_t expires,
			  struct ad_str filters)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(
		call->db,
		"INSERT INTO sync_previews (space_id, environment, account_id, credential_id,"
		" plan_hash, expires_at, filters) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT"
		" (space_id, environment, account_id, credential_id, plan_hash) DO UPDATE SET"
		" expires_at = excluded.expires_at, filters = excluded.filters");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, call->who->account_id);
	ad_bind_cstr(s, 4, call->who->credential_id);
	ad_bind(s, 5, hash);
	ad_bind_int(s, 6, expires);
	ad_bind(s, 7, filters);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE) {
		/*
		 * Expired previews are kept for a day, so that a push can report the expiry instead
		 * of a changed plan.
		 */
		s = ad_sql(call->db, "DELETE FROM sync_previews WHERE space_id = $1 AND environment"
				     " = $2 AND expires_at < $3");
		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_bind_int(s, 3, ad_now() - AD_DAY);
		status = ad_step(s);
	}
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* A requested preview, its input checked; and the result. */
struct wanted {
	struct ad_plan_filter filter;
	struct ad_ops_page page;
	char hash[AD_PLAN_HASH_SIZE];
	int64_t expires;
};

static void preview_write(struct ad_call *call)
{
	const struct wanted *w = call->work;
	ad_sync_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (ad_sync_keep_preview(call, ad_str(w->hash), w->expires, (struct ad_str){ NULL, 0 }) &&
	    !ad_idempotency_keep(call))
		return;
}

/* On a worker: a plan of a large Space takes seconds, and must not block other connections. */
static void preview_plan(struct ad_call *call)
{
	struct wanted *w = call->work;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (!ad_sync_plan_for(call, &w->filter, &ask, &plan) ||
	    !ad_sync_page_check(call, plan.hash, &w->page)) {
		ad_idempotency_fail(call);
		return;
	}
	ad_json_object(&j);
	w->page.brief = call->door == AD_DOOR_MCP;
	enum ad_db_status status = ad_plan_write(&j, &plan, &ask, call->scopes, &w->page);
	if (status != AD_DB_DONE) {
		(void)!ad_fail_db(call, status);
		ad_idempotency_fail(call);
		return;
	}
	ad_json_kcstr(&j, "planHash", plan.hash);
	w->expires = ad_now() + AD_PREVIEW_LIFE;
	memcpy(w->hash, plan.hash, sizeof(w->hash));
	ad_json_ktime(&j, "expiresAt", w->expires);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = 200;
	ad_sync_page_end(call, &w->page, ad_str(plan.hash));
	ad_call_next(call, AD_WRITE, preview_write);
}

void ad_sync_preview(struct ad_call *call)
{
	struct wanted *w;
	if (!ad_idempotency_begin(call))
		return;
	w = ad_arena_zalloc(call->arena, sizeof(*w));
	const cJSON *input = preview_input(call);
	if (!input || !ad_sync_page_read(call, AD_S("a plan"), &w->page) ||
	    !ad_sync_filter(call, input, &w->filter)) {
		ad_idempotency_fail(call);
		return;
	}
	call->work = w;
	ad_call_next(call, AD_SLOW, preview_plan);
}

/* The state of a list: "mode IN ($3)", the values from $3 on; the page starts after `after`. */
struct list {
	struct ad_text where, bound;
	struct ad_str values[32];
	int count;
	bool ascending;
	int64_t limit;
	struct ad_str after;
};

static bool add_filter(struct ad_call *call, struct list *l, const struct ad_field *field,
		       struct ad_str value)
{
	ad_text_addf(&l->where, " AND %s IN (", field->name);
	ad_text_addf(&l->bound, "%s=%.*s\n", field->name, AD_FMT(value));
	for (size_t at = 0; at <= value.n;) {
		const char *comma = at < value.n ? memchr(value.p + at, ',', value.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - value.p) : value.n;
		struct ad_value v;
		if (!ad_validate_filter(call, field, field->name,
					(struct ad_str){ value.p + at, end - at }, &v))
			return false;
		if (l->count >= (int)AD_LEN(l->values)) {
			ad_fault(call, field->name, "TOO_MANY", "Too many filter values.");
			return false;
		}
		ad_text_addf(&l->where, "%s$%d", at ? "," : "", l->count + 3);
		l->values[l->count++] = v.s;
		at = end + 1;
	}
	ad_text_addc(&l->where, ')');
	return true;
}

static bool read_list(struct ad_call *call, struct list *l)
{
	static const char *const paging[] = { "limit", "cursor", "order", NULL };
	l->where = ad_text_on(call->arena);
	l->bound = ad_text_on(call->arena);
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = ad_arena_copy(call->arena, call->params[i].name);
		const struct ad_field *field = ad_field_find(&call->res->shape, name, NULL);
		bool page = false;
		for (const char *const *known = paging; *known; known++)
			page = page || ad_str_is(name, *known);
		if (page)
			continue;
		if (field && (field->flags & AD_FILTER))
			add_filter(call, l, field, call->params[i].value);
		else
			ad_fault(call, name.p, "UNKNOWN_PARAMETER",
				 "The query parameter %s does not exist here.", name.p);
	}
	bool ok = ad_limit_read(call, &l->limit);
	ok = ad_order_read(call, &l->ascending) && ok;
	if (!ok || call->status != AD_OK)
		return false;
	return ad_cursor_read(call, ad_cursor_bound(call, ad_text_str(&l->bound), l->ascending),
			      &l->after);
}

static struct ad_stmt *list_sql(struct ad_call *call, struct list *l, bool count)
{
	struct ad_text sql = ad_text_on(call->arena);
	struct ad_realm realm = ad_sync_realm(call);
	ad_text_addf(&sql, "SELECT %s FROM sync_runs WHERE space_id = $1 AND environment = $2",
		     count ? "COUNT(*)" : "id");
	ad_text_add(&sql, ad_text_str(&l->where));
	if (!count && l->after.p)
		ad_text_addf(&sql, " AND id %s $%d", l->ascending ? ">" : "<", l->count + 3);
	if (!count)
		ad_text_addf(&sql, " ORDER BY id %s LIMIT %lld", l->ascending ? "ASC" : "DESC",
			     (long long)l->limit + 1);
	struct ad_stmt *s = ad_sql(call->db, ad_text_str(&sql).p);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	for (int i = 0; i < l->count; i++)
		ad_bind(s, i + 3, l->values[i]);
	if (!count && l->after.p)
		ad_bind(s, l->count + 3, l->after);
	return s;
}

static bool sync_steps_write_list(struct ad_call *call, struct list *l, struct ad_text *out)
{
	struct ad_stmt *s = list_sql(call, l, false);
	struct ad_json j = ad_json_on(out);
	struct ad_str *ids = ad_arena_alloc(call->arena, ((size_t)l->limit + 1) * sizeof(*ids));
	enum ad_db_status status;
	size_t n = 0;
	while ((status = ad_step(s)) == AD_DB_ROW)
		ids[n++] = ad_arena_copy(call->arena, ad_col(s, 0));
	ad_json_array(&j);
	for (size_t i = 0; i < n && i < (size_t)l->limit && status == AD_DB_DONE; i++) {
		struct ad_run_row run;
		status = ad_run_load(call->db, call->arena, ad_sync_realm(call), ids[i], &run);
		if (status == AD_DB_ROW)
			status = ad_run_write(&j, NULL, ad_sync_realm(call), &run, call->scopes,
					      NULL);
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	l->after = n > (size_t)l->limit ? ids[l->limit - 1] : (struct ad_str){ NULL, 0 };
	return true;
}

static bool count_runs(struct ad_call *call, struct list *l, long long *total)
{
	struct ad_stmt *s = list_sql(call, l, true);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*total = (long long)ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

void ad_sync_list(struct ad_call *call)
{
	struct list l = { 0 };
	struct ad_text data = ad_text_on(call->arena);
	struct ad_text meta = ad_text_on(call->arena);
	long long total = 0;
	bool ours;
	if (!read_list(call, &l) || !ad_moment_begin(call, &ours))
		return;
	bool good = sync_steps_write_list(call, &l, &data) && count_runs(call, &l, &total);
	if (!ad_moment_end(call, ours, good))
		return;
	ad_text_addf(&meta, "\"total\":%lld,\"nextCursor\":", total);
	if (l.after.p) {
		struct ad_str bound = ad_cursor_bound(call, ad_text_str(&l.bound), l.ascending);
		ad_text_addf(&meta, "\"%.*s\"", AD_FMT(ad_cursor_make(call, bound, l.after)));
	} else {
		ad_text_adds(&meta, "null");
	}
	call->data = ad_text_str(&data);
	call->meta = ad_text_str(&meta);
}

/* ?wait=, in seconds; false with a fault. */
static bool read_wait(struct ad_call *call, int64_t *seconds)
{
	const struct ad_field *field = &call->action->query->fields[0];
	struct ad_str text = ad_call_param(call, field->name);
	*seconds = 0;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9' || i > 2) {
			*seconds = -1;
			break;
		}
		*seconds = *seconds * 10 + (text.p[i] - '0');
	}
	if ((text.p && text.n == 0) || *seconds < 0 || *seconds > field->max) {
		ad_fault_limit(call, field->name, "OUT_OF_RANGE", field->max,
			       "wait must be a whole number of seconds from 0 to %lld.",
			       (long long)field->max);
		return false;
	}
	return true;
}

void ad_sync_get(struct ad_call *call)
{
	static const char *const known[] = { "wait", "limit",    "cursor", "campaignId", "platform",
					     "op",   "resource", "status", NULL };
	struct ad_run_row run;
	struct ad_ops_page page;
	int64_t seconds = 0;
	bool ok = ad_known_params(call, known);
	/* All parameters are checked before the wait. */
	ok = read_wait(call, &seconds) && ok;
	ok = ad_sync_page_read(call, call->id, &page) && ok;
	if (!ok || (call->wait_until != 0 && !ad_call_still_allowed(call)) ||
	    !ad_sync_load(call, &run))
		return;
	if (call->wait_until == 0)
		call->wait_until = ad_now() + seconds * AD_SECOND;
	if (!ad_run_is_final(run.status) && ad_now() < call->wait_until && !call->ending) {
		ad_call_next(call, AD_WAIT, ad_sync_get);
		return;
	}
	if (ad_sync_answer(call, run.id))
		ad_not_modified(call);
}
