/*
 * POST /sync/:id/revert: drafts the inverse of a push, and reports its coverage. Nothing is sent:
 * the drafts are a plan of their own, which is pushed like any other.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/actions.h"
#include "call/charge.h"
#include "call/history.h"
#include "call/revert.h"
#include "call/sync_review.h"
#include "call/sync_steps.h"

static const char *const coverages[] = { "NONE", "PARTIAL", "FULL" };

const char *ad_coverage_name(enum ad_coverage coverage)
{
	return coverages[coverage];
}

/* --- for its parts --------------------------------------------------------------------------- */

const cJSON *ad_revert_parse(struct ad_revert *r, struct ad_str json)
{
	struct ad_json_error err;
	return json.n ? ad_json_parse(r->call->arena, json, &err) : NULL;
}

struct ad_str ad_revert_value(struct ad_revert *r, const cJSON *value)
{
	struct ad_text text = ad_text_on(r->call->arena);
	if (!value)
		return AD_S("null");
	ad_json_canonical(&text, value);
	return ad_text_str(&text);
}

void ad_revert_touch(struct ad_revert *r, struct ad_str id)
{
	if (r->touched_count == r->touched_room) {
		size_t more = r->touched_room ? 2 * r->touched_room : 64;
		r->touched =
			ad_arena_resize(r->arena, r->touched, r->touched_room * sizeof(*r->touched),
					more * sizeof(*r->touched));
		r->touched_room = more;
	}
	r->touched[r->touched_count++] = id;
}

void ad_revert_add_change(struct ad_inverse *v, const char *field, struct ad_str from,
			  struct ad_str to)
{
	struct ad_json j = ad_json_on(&v->changes);
	if (v->change_count++)
		ad_text_addc(&v->changes, ',');
	ad_json_object(&j);
	ad_json_kcstr(&j, "field", field);
	ad_json_kraw(&j, "from", from);
	ad_json_kraw(&j, "to", to);
	ad_json_object_end(&j);
}

void ad_revert_cannot(struct ad_inverse *v, const char *reason)
{
	v->coverage = AD_COVERS_NONE;
	v->reason = reason;
	v->change_count = 0;
	v->changes.n = 0;
}

bool ad_revert_refused(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_call *call = r->call;
	const char *code = call->faults ? call->faults->code : "CONFLICT";
	if (call->status != AD_INVALID && call->status != AD_CONFLICT)
		return false;
	ad_revert_cannot(v, code);
	ad_sync_fresh(call);
	return true;
}

bool ad_revert_load_row(struct ad_revert *r, const struct ad_inverse *v, struct ad_row **row)
{
	struct ad_call *call = r->call;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_sync_realm(call), v->res, v->id, row);
	if (status == AD_DB_DONE)
		*row = NULL;
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* --- one operation after the other ----------------------------------------------------------- */

/*
 * False for a half-done operation that has no inverse: an upload, a removal, or an attachment
 * without a remote id.
 */
static bool has_inverse(const struct ad_inverse *v)
{
	if (!v->is_half)
		return true;
	if (v->res->id == AD_R_ASSET_LINK)
		return v->op == AD_OP_CREATE && v->remote_id.n > 0;
	return v->op == AD_OP_CREATE || v->op == AD_OP_UPDATE;
}

static bool revert_one(struct ad_revert *r, struct ad_inverse *v, enum ad_op now)
{
	if (v->op != now)
		return true;
	if (ad_str_is(v->status, "UNKNOWN")) {
		ad_revert_cannot(v, "UNSETTLED");
		return true;
	}
	if (!has_inverse(v)) {
		ad_revert_cannot(v, "HALF_DONE");
		return true;
	}
	if (v->is_adopted && v->res->id != AD_R_ASSET)
		return ad_revert_adopted(r, v);
	if (v->res->id == AD_R_ASSET_LINK) {
		const cJSON *want = ad_revert_parse(r, v->want);
		v->is_left_out =
			now == AD_OP_CREATE &&
			ad_revert_find(r, AD_OP_CREATE, ad_json_get_text(want, "objectId"));
		return v->is_left_out || ad_revert_link(r, v);
	}
	/* An uploaded asset is not shown anywhere by itself. */
	if (v->res->id == AD_R_ASSET && (now == AD_OP_CREATE || v->is_adopted)) {
		v->is_left_out = true;
		return true;
	}
	if (now == AD_OP_REMOVE)
		return ad_revert_remove(r, v);
	if (now == AD_OP_CREATE)
		return ad_revert_create(r, v);
	/* Changes of an object that the run made are reverted with the object. */
	v->is_left_out = ad_revert_find(r, AD_OP_CREATE, v->id) != NULL;
	return v->is_left_out || ad_revert_update(r, v);
}

/* A removed object is drafted before its children, which were removed first. */
static bool revert_all(struct ad_revert *r)
{
	for (size_t i = r->count; i-- > 0;)
		if (!revert_one(r, &r->at[i], AD_OP_REMOVE))
			return false;
	for (size_t i = r->count; i-- > 0;)
		if (!revert_one(r, &r->at[i], AD_OP_UPDATE))
			return false;
	/* Uploaded conversions stay counted: no platform supports undoing them here. */
	for (size_t i = 0; i < r->count; i++)
		if (r->at[i].op == AD_OP_UPLOAD)
			ad_revert_cannot(&r->at[i], "NOT_REVERSIBLE");
	/* Removing a campaign removes everything below it, and restoring brings it back. */
	for (size_t i = 0; i < r->count; i++)
		if (!revert_one(r, &r->at[i], AD_OP_CREATE))
			return false;
	return true;
}

static uint32_t scopes_of(const struct ad_revert *r)
{
	uint32_t scopes = AD_SYNC_WRITE;
	for (size_t i = 0; i < r->count; i++)
		scopes |= r->at[i].res->write_scope;
	return scopes;
}

enum ad_coverage ad_revert_coverage(const struct ad_revert *r)
{
	bool some = false, all = r->count > 0;
	for (size_t i = 0; i < r->count; i++) {
		if (r->at[i].is_left_out)
			continue;
		some = some || r->at[i].coverage != AD_COVERS_NONE;
		all = all && r->at[i].coverage == AD_COVERS_FULL;
	}
	return all ? AD_COVERS_FULL : some ? AD_COVERS_PARTIAL : AD_COVERS_NONE;
}

static bool plan_sends(const struct ad_sync_plan *plan, struct ad_str id, const char *field)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		if (op->op != AD_OP_UPDATE || !ad_str_eq(op->row->id, id))
			continue;
		for (const char *const *name = op->changed; name && *name; name++)
			if (strcmp(*name, field) == 0)
				return true;
	}
	return false;
}

/*
 * A field that may be partly written is reverted only if the plan sends it to all objects that it
 * is spread over. Without a plan (validated only, or nothing drafted) this is unknown.
 */
static void unsure_check(struct ad_revert *r, const struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < r->count; i++) {
		struct ad_inverse *v = &r->at[i];
		bool all = plan != NULL;
		for (size_t k = 0; k < v->res->shape.count && all; k++) {
			const char *field = v->res->shape.fields[k].name;
			all = !ad_fields_hold(ad_text_str(&v->unsure), field) ||
			      plan_sends(plan, v->id, field);
		}
		if (all || !v->unsure.n || v->coverage == AD_COVERS_NONE)
			continue;
		v->coverage = v->change_count ? AD_COVERS_PARTIAL : AD_COVERS_NONE;
		v->reason = "HALF_DONE";
	}
}

/* Stores the plan of the drafts as a preview of the caller, whose hash can be pushed. */
static bool revert_plan(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_plan_filter filter = { .platforms = AD_PLATFORMS_ALL,
					 .campaigns = true,
					 .conversions = true };
	struct ad_plan_ask ask;
	struct ad_sync_plan *made = ad_arena_zalloc(call->arena, sizeof(*made));
	if (call->validate_only || r->touched_count == 0) {
		unsure_check(r, NULL);
		return true;
	}
	filter.object_ids = r->touched;
	filter.object_count = ad_plan_ids_settle(r->touched, r->touched_count);
	if (!ad_sync_plan_for(call, &filter, &ask, made))
		return false;
	unsure_check(r, made);
	struct ad_text totals = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&totals);
	ad_plan_write_totals(&j, made, ask.currency);
	r->totals = ad_text_str(&totals);
	r->hash = ad_str(made->hash);
	r->expires = ad_now() + AD_PREVIEW_LIFE;
	return ad_sync_keep_preview(call, r->hash, r->expires,
				    ad_plan_filter_json(call->arena, &filter));
}

static void write_inverse(struct ad_json *j, struct ad_inverse *v)
{
	ad_json_object(j);
	ad_json_kcstr(j, "resource", v->res->name);
	ad_json_kstr(j, "id", v->id);
	ad_json_kcstr(j, "op",
		      v->op == AD_OP_CREATE   ? "REMOVE"
		      : v->op == AD_OP_REMOVE ? "CREATE"
		      : v->op == AD_OP_UPLOAD ? "UPLOAD"
					      : "UPDATE");
	ad_json_kcstr(j, "coverage", coverages[v->coverage]);
	ad_json_kcstr(j, "reason", v->reason);
	ad_json_kstr(j, "draftId", v->draft_id);
	ad_json_key(j, "changes");
	ad_json_raw(j, ad_arena_printf(j->out->arena, "[%.*s]", AD_FMT(ad_text_str(&v->changes))));
	ad_json_object_end(j);
}

static bool revert_answer(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kstr(&j, "id", ad_json_get_text(ad_revert_parse(r, r->record), "id"));
	ad_json_kcstr(&j, "coverage", coverages[ad_revert_coverage(r)]);
	ad_json_key(&j, "operations");
	ad_json_array(&j);
	for (size_t i = 0; i < r->count; i++)
		if (!r->at[i].is_left_out)
			write_inverse(&j, &r->at[i]);
	ad_json_array_end(&j);
	ad_json_kraw(&j, "totals", r->totals);
	ad_json_kstr(&j, "planHash", r->hash);
	ad_json_ktime(&j, "expiresAt", r->expires);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = call->validate_only ? 200 : 201;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
	else
		call->location = AD_S("/sync/preview");
	return true;
}

/* The record of the run's history. */
static bool revert_note(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	return ad_history_note(
		call, &(struct ad_history_entry){
			      .resource = AD_S("sync"),
			      .object_id = r->run.id,
			      .verb = AD_S("REVERT"),
			      .after = ad_arena_printf(call->arena, "{\"coverage\":\"%s\"}",
						       coverages[ad_revert_coverage(r)]) });
}

static bool revert(struct ad_call *call)
{
	struct ad_revert r = { .call = call, .arena = call->arena };
	if (!ad_sync_load(call, &r.run))
		return false;
	if (ad_str_is(r.run.mode, "PULL"))
		return ad_sync_conflict(call, "NOT_A_PUSH", NULL,
					"A pull sends nothing, so it cannot be reverted.");
	if (!ad_run_is_final(r.run.status))
		return ad_sync_conflict(call, "NOT_ENDED", NULL, "The run has not ended yet.");
	if (!ad_revert_load(&r) || !ad_call_require(call, scopes_of(&r)) ||
	    !ad_revert_check_first(&r) || !revert_all(&r) || !revert_plan(&r))
		return false;
	if (!call->validate_only && (!ad_revert_record(&r) || !revert_note(&r)))
		return false;
	return revert_answer(&r);
}

void ad_sync_revert_write(struct ad_call *call)
{
	ad_sync_keyed(call, revert);
}

static bool operations_count(struct ad_call *call, size_t *count)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT COUNT(*) FROM sync_operations WHERE space_id = $1"
				 " AND environment = $2 AND run_id = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status == AD_DB_DONE ? AD_DB_INVALID : status);
	*count = (size_t)ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

/*
 * A repeat with a stored answer ended before; otherwise the call is charged by the run's
 * operations.
 */
void ad_sync_revert(struct ad_call *call)
{
	size_t count = 0;

	ad_sync_begin(call, revert, ad_sync_revert_write);
	if (call->next && (!operations_count(call, &count) || !ad_call_charge(call, count)))
		call->next = NULL;
}
