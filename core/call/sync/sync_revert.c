/*
 * POST /sync/:id/revert: drafts the inverse of a push, and reports its coverage. Nothing is sent:
 * the drafts are a plan of their own, which is pushed like any other.
 */
#include <stdlib.h>

#include "base/json_read.h"
#include "call/sync/revert.h"
#include "call/sync/sync_steps.h"

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

/* The id is copied, because it may be on an arena that ends before the revert does. */
void ad_revert_touch(struct ad_revert *r, struct ad_str id)
{
	AD_ARENA_GROW(r->arena, r->touched, r->touched_count, r->touched_room);
	r->touched[r->touched_count++] = ad_arena_copy(r->arena, id);
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

bool ad_revert_one(struct ad_revert *r, struct ad_inverse *v, enum ad_op now)
{
	if (v->is_unsettled) {
		ad_revert_cannot(v, "UNSETTLED");
		return true;
	}
	/* Uploaded conversions stay counted: no platform supports undoing them here. */
	if (now == AD_OP_UPLOAD) {
		ad_revert_cannot(v, "NOT_REVERSIBLE");
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
static void unsure_uncover(struct ad_revert *r, const struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < r->count; i++) {
		struct ad_inverse *v = &r->at[i];
		bool all = plan != NULL;
		if (!v->sure_if.n || v->coverage == AD_COVERS_NONE)
			continue;
		for (size_t k = 0; k < v->res->shape.count && all; k++) {
			const char *field = v->res->shape.fields[k].name;
			all = !ad_fields_hold(v->sure_if, field) || plan_sends(plan, v->id, field);
		}
		if (all)
			continue;
		v->coverage = v->change_count ? AD_COVERS_PARTIAL : AD_COVERS_NONE;
		v->reason = "HALF_DONE";
	}
}

static int refused_order(const void *a, const void *b)
{
	const struct ad_plan_warning *x = *(const struct ad_plan_warning *const *)a;
	const struct ad_plan_warning *y = *(const struct ad_plan_warning *const *)b;
	return ad_str_order(x->row->id, y->row->id);
}

static int refused_match(const void *key, const void *warning)
{
	return ad_str_order(*(const struct ad_str *)key,
			    (*(const struct ad_plan_warning *const *)warning)->row->id);
}

/* The draft of an inverse that the platform would refuse stays a draft: nothing is covered. */
static void refused_uncover(struct ad_revert *r, const struct ad_sync_plan *plan)
{
	const struct ad_plan_warning **refused;
	size_t n = 0;
	for (const struct ad_plan_warning *w = plan->warnings; w; w = w->next)
		n += w->refused;
	if (!n)
		return;
	refused = ad_arena_alloc(r->call->arena, n * sizeof(const struct ad_plan_warning *));
	n = 0;
	for (const struct ad_plan_warning *w = plan->warnings; w; w = w->next)
		if (w->refused)
			refused[n++] = w;
	qsort(refused, n, sizeof(const struct ad_plan_warning *), refused_order);
	for (size_t i = 0; i < r->count; i++) {
		struct ad_inverse *v = &r->at[i];
		const struct ad_plan_warning *const *found =
			v->coverage == AD_COVERS_NONE || !v->drafted_id.n
				? NULL
				: bsearch(&v->drafted_id, refused, n,
					  sizeof(const struct ad_plan_warning *), refused_match);
		if (!found)
			continue;
		v->coverage = AD_COVERS_NONE;
		v->reason = (*found)->code;
	}
}

void ad_revert_unsure(struct ad_revert *r, const struct ad_sync_plan *plan)
{
	unsure_uncover(r, plan);
	if (plan)
		refused_uncover(r, plan);
}

bool ad_revert_enter(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	if (!ad_sync_load(call, &r->run))
		return false;
	if (ad_str_is(r->run.mode, "PULL"))
		return ad_sync_conflict(call, "NOT_A_PUSH", NULL,
					"A pull sends nothing, so it cannot be reverted.");
	if (!ad_run_is_final(r->run.status))
		return ad_sync_conflict(call, "NOT_ENDED", NULL, "The run has not ended yet.");
	return ad_revert_load(r) && ad_call_require(call, r->scopes);
}
