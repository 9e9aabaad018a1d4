/* The inverses of an update, a create and a removal, as drafts. */
#include "base/id.h"
#include "base/json_read.h"
#include "call/request/connector.h"
#include "call/objects/copy.h"
#include "call/objects/each_below.h"
#include "call/objects/objects.h"
#include "call/sync/revert.h"
#include "call/sync/sync_steps.h"
#include "model/below.h"
#include "store/objects/successors.h"
#include "sync/plan/plan_refused.h"

/* --- an update: the fields go back, each unless it was edited since -------------------------- */

struct back {
	const char *name;
	struct ad_str now, back; /* canonical JSON */
	bool refused;
};

struct backs {
	struct back at[AD_FIELDS_MAX];
	size_t count, refused, edited;
};

/* True if an update that did not succeed may have written only a part of the field. */
static bool is_field_unsure(const struct ad_inverse *v, const char *field)
{
	bool known = v->done.n > 0 || v->part.n > 0;
	return v->is_half &&
	       (known ? ad_fields_hold(v->part, field) : ad_fields_hold(v->changed, field));
}

/*
 * Collects the fields to revert, and counts the others that were edited since. Of an update that
 * did not succeed, unsent fields are reverted too, because the new plan would send them.
 */
static void backs_collect(struct ad_revert *r, struct ad_inverse *v, struct ad_row *row,
			  struct backs *out)
{
	const cJSON *want = ad_revert_parse(r, v->want), *synced = ad_revert_parse(r, v->synced);
	const cJSON *draft = ad_revert_parse(r, ad_row_sent_json(r->call->arena, row));
	*out = (struct backs){ .count = 0 };
	for (size_t i = 0; i < v->res->shape.count; i++) {
		const char *name = v->res->shape.fields[i].name;
		struct back back = { .name = name };
		if (!ad_fields_hold(v->changed, name))
			continue;
		back.now = ad_revert_value(r, ad_json_get(draft, name));
		back.back = ad_revert_value(r, ad_json_get(synced, name));
		bool ours = ad_str_eq(back.now, ad_revert_value(r, ad_json_get(want, name)));
		bool gone_back = ad_str_eq(back.now, back.back);
		if (is_field_unsure(v, name) && (ours || gone_back))
			ad_text_addf(&v->unsure, "%s%s", v->unsure.n ? "," : "", name);
		if (ours && !gone_back)
			out->at[out->count++] = back;
		else if (!ours)
			out->edited += !gone_back;
		/* This revert drafted it before it was interrupted. */
		if (r->resumes && v->was_id.n && gone_back && !ours)
			ad_revert_add_change(v, name, ad_revert_value(r, ad_json_get(want, name)),
					     back.back);
	}
}

/* The draft with the fields that are reverted; *changed: those that its update would send. */
static const cJSON *backs_want(struct ad_revert *r, const struct ad_row *row,
			       const struct backs *backs, const char *changed[static 1])
{
	struct ad_arena *arena = r->call->arena;
	const cJSON *draft = ad_revert_parse(r, ad_row_sent_json(arena, row));
	const cJSON *synced = ad_revert_parse(r, row->synced), *item;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	size_t n = 0;
	ad_json_object(&j);
	cJSON_ArrayForEach(item, draft)
	{
		struct ad_str value = ad_revert_value(r, item);
		for (size_t i = 0; i < backs->count; i++) {
			const struct back *back = &backs->at[i];
			if (back->refused || strcmp(back->name, item->string) != 0)
				continue;
			value = back->back;
			if (!ad_str_eq(value, ad_revert_value(r, ad_json_get(synced, back->name))))
				changed[n++] = back->name;
		}
		ad_json_kraw(&j, item->string, value);
	}
	ad_json_object_end(&j);
	changed[n] = NULL;
	return ad_revert_parse(r, ad_text_str(&text));
}

static void backs_refuse_field(struct backs *backs, const char *field)
{
	for (size_t i = 0; i < backs->count; i++) {
		struct back *back = &backs->at[i];
		if (back->refused || (field && strcmp(back->name, field) != 0))
			continue;
		back->refused = true;
		backs->refused++;
	}
}

/*
 * Leaves out the fields that the platform would refuse to set back, such as a URL that it does not
 * clear: as drafts they could never be pushed. False with the call failed.
 */
static bool backs_ask(struct ad_revert *r, struct ad_inverse *v, const struct ad_row *row,
		      struct backs *backs)
{
	struct ad_call *call = r->call;
	const struct ad_plan_ask ask = { .db = call->db,
					 .realm = ad_sync_realm(call),
					 .arena = call->arena,
					 .scratch = call->arena };
	struct ad_plan_refusal refusal;
	while (row->remote_id.n && backs->refused < backs->count) {
		const char *changed[AD_FIELDS_MAX + 1];
		const cJSON *want = backs_want(r, row, backs, changed);
		if (!changed[0])
			return true;
		enum ad_db_status status =
			ad_plan_refuses(&ask, v->platform, row, want, changed, &refusal);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
		if (!refusal.code)
			return true;
		size_t before = backs->refused;
		backs_refuse_field(backs, refusal.field);
		if (backs->refused == before)
			return true; /* a field that is not reverted: the plan reports it */
		v->reason = refusal.code;
	}
	return true;
}

static const cJSON *backs_patch(struct ad_revert *r, const struct backs *backs)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json patch = ad_json_on(&text);
	ad_json_object(&patch);
	for (size_t i = 0; i < backs->count; i++)
		if (!backs->at[i].refused)
			ad_json_kraw(&patch, backs->at[i].name, backs->at[i].back);
	ad_json_object_end(&patch);
	return ad_revert_parse(r, ad_text_str(&text));
}

/* Marks the fields that the faults name; returns the number of newly marked ones. */
static size_t backs_refuse(const struct ad_call *call, struct backs *backs)
{
	size_t more = 0;
	for (const struct ad_fault *f = call->faults; f; f = f->next) {
		struct ad_str top = { f->path, strcspn(f->path, ".[") };
		for (size_t i = 0; i < backs->count; i++) {
			if (backs->at[i].refused || !ad_str_is(top, backs->at[i].name))
				continue;
			backs->at[i].refused = true;
			more++;
		}
	}
	backs->refused += more;
	return more;
}

/* Patches the draft; fields that its rules refuse are skipped, and the others are reverted. */
static bool backs_write(struct ad_revert *r, struct ad_inverse *v, struct backs *backs)
{
	struct ad_call *call = r->call;
	struct ad_row *before, *after;
	for (;;) {
		if (ad_object_patch(call, v->res, v->id, backs_patch(r, backs), &before, &after))
			return true;
		const char *code = call->faults ? call->faults->code : NULL;
		if (call->status != AD_INVALID || !backs_refuse(call, backs) ||
		    backs->refused == backs->count)
			return false;
		v->reason = code;
		ad_sync_fresh(call);
	}
}

/* Sets the coverage of an update: the share of its changed fields that the revert restores. */
static void backs_tell(struct ad_inverse *v, const struct backs *backs)
{
	for (size_t i = 0; i < backs->count; i++)
		if (!backs->at[i].refused)
			ad_revert_add_change(v, backs->at[i].name, backs->at[i].now,
					     backs->at[i].back);
	if (!backs->edited && !backs->refused)
		v->coverage = AD_COVERS_FULL;
	else
		v->coverage = v->change_count ? AD_COVERS_PARTIAL : AD_COVERS_NONE;
	if (backs->edited)
		v->reason = "EDITED_SINCE";
}

bool ad_revert_update(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_row *row;
	struct backs backs;
	if (!ad_revert_load_row(r, v, &row))
		return false;
	if (!row || row->removed || row->removal) {
		ad_revert_cannot(v, "REMOVED");
		return true;
	}
	backs_collect(r, v, row, &backs);
	if (!backs_ask(r, v, row, &backs))
		return false;
	if (backs.count > backs.refused && !backs_write(r, v, &backs))
		return ad_revert_refused(r, v);
	backs_tell(v, &backs);
	if (v->change_count)
		v->drafted_id = v->id;
	if (v->change_count || v->unsure.n)
		ad_revert_touch(r, v->id);
	return true;
}

/* --- a create of what stood there before: it stays, and its fields go back ------------------- */

bool ad_revert_adopted(struct ad_revert *r, struct ad_inverse *v)
{
	/*
	 * A link has no fields to revert, and the previous state of another object may be unknown.
	 */
	if (!v->has_stood || v->res->id == AD_R_ASSET_LINK) {
		ad_revert_cannot(v, "STOOD_BEFORE");
		return true;
	}
	if (!ad_revert_update(r, v))
		return false;
	if (!v->reason)
		v->reason = "STOOD_BEFORE";
	return true;
}

/* --- a create: a staged removal -------------------------------------------------------------- */

static bool below_touch(struct ad_revert *r, const struct ad_row *row);

/* The id is copied to the revert's arena, which outlives this call's. */
static bool child_touch(struct ad_call *call, struct ad_row *child, void *arg)
{
	struct ad_revert *r = arg;
	(void)call;
	ad_revert_touch(r, child->id);
	return below_touch(r, child);
}

/* Adds all objects below, which are removed too, to the new plan. */
static bool below_touch(struct ad_revert *r, const struct ad_row *row)
{
	return ad_call_each_below(r->call, row, child_touch, r);
}

/*
 * True if a create that did not succeed made the object nevertheless. Otherwise the create made
 * only a part of the object, or a later run made the object; the creator of a keyword is unknown.
 */
static bool is_half_made(const struct ad_inverse *v, const struct ad_row *row)
{
	const struct ad_adapter *adapter = ad_adapter_of(v->platform);
	return adapter && !adapter->set_like(v->res) && row->remote_id.n &&
	       ad_str_eq(row->remote_id, v->remote_id);
}

bool ad_revert_create(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_row *row;
	if (!ad_revert_load_row(r, v, &row))
		return false;
	if (!row || row->removed) {
		ad_revert_cannot(v, "REMOVED");
		return true;
	}
	if (v->is_half && !is_half_made(v, row)) {
		ad_revert_cannot(v, "HALF_DONE");
		return true;
	}
	const cJSON *synced = ad_revert_parse(r, row->synced);
	struct ad_str was = ad_revert_value(r, ad_json_get(synced, "status"));
	v->coverage = AD_COVERS_FULL;
	if (!row->removal && !ad_object_delete(call, v->res, v->id, !call->validate_only, &row))
		return ad_revert_refused(r, v);
	ad_revert_add_change(v, "status", was, AD_S("\"REMOVED\""));
	v->drafted_id = v->id;
	ad_revert_touch(r, v->id);
	return below_touch(r, row);
}

/* --- a removal: a new draft, one at most ------------------------------------------------------ */

/*
 * The parent of a new draft: the draft that replaced the old parent in this revert or an earlier
 * one, otherwise the old parent. False with the call failed.
 */
static bool parent_find(struct ad_revert *r, const struct ad_field *field, struct ad_str old,
			struct ad_str *id)
{
	struct ad_call *call = r->call;
	struct ad_successor found;
	const struct ad_inverse *here = ad_revert_find(r, AD_OP_REMOVE, old);
	*id = old;
	if (here && here->draft) {
		*id = here->draft->id;
		call->parent_hint = (struct ad_row *)here->draft;
		return true;
	}
	enum ad_db_status status = ad_successor_find(call->db, call->arena, ad_sync_realm(call),
						     ad_resource_row(field->ref), old, &found);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (found.row)
		*id = found.row->id;
	return true;
}

/* Writes a lifetime budget as its daily share. */
static bool share_write(struct ad_revert *r, struct ad_inverse *v, struct ad_json *j,
			const struct ad_row *row)
{
	int64_t micros;
	if (!ad_copy_share(r->call, row, ad_revert_parse(r, v->synced), &micros))
		return false;
	v->coverage = AD_COVERS_PARTIAL;
	v->reason = "UNSUPPORTED";
	ad_json_key(j, "budget");
	ad_json_micros(j, micros);
	return true;
}

/* True if a field is omitted from the new draft, because it is unset or not writable. */
static bool is_left_out(const struct ad_field *field, const cJSON *was, const struct ad_value *now)
{
	return (field->flags & (AD_READ_ONLY | AD_UNSEEN)) ||
	       (was ? cJSON_IsNull(was) : now->kind == AD_NULL);
}

/* True if a connector would create the object ENABLED, which is not allowed. */
static bool is_enabled_by_connector(const struct ad_revert *r, const struct ad_field *field,
				    const cJSON *was, const struct ad_value *now)
{
	return strcmp(field->name, "status") == 0 && ad_call_is_connector(r->call) &&
	       ad_str_is(was ? ad_json_text(was) : now->s, "ENABLED");
}

/*
 * The object as it was on the platform, as the input of a create, without edits that were never
 * pushed. NULL with the call failed.
 */
static const cJSON *revert_objects_input_of(struct ad_revert *r, struct ad_inverse *v,
					    const struct ad_row *row)
{
	const cJSON *synced = ad_revert_parse(r, v->synced);
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		bool ref = field->type == AD_T_REF;
		const cJSON *was = ref ? NULL : ad_json_get(synced, field->name);
		if (is_left_out(field, was, &row->v[i]))
			continue;
		if (is_enabled_by_connector(r, field, was, &row->v[i])) {
			v->coverage = AD_COVERS_PARTIAL;
			v->reason = "NOT_BY_CONNECTOR";
			continue;
		}
		if (strcmp(field->name, "budget") == 0 && share_write(r, v, &j, row))
			continue;
		ad_json_key(&j, field->name);
		struct ad_str id;
		if (ref && !parent_find(r, field, row->v[i].s, &id))
			return NULL;
		if (ref)
			ad_json_str(&j, id);
		else if (was)
			ad_json_raw(&j, ad_revert_value(r, was));
		else
			ad_value_write(&j, field, &row->v[i]);
	}
	ad_json_object_end(&j);
	return ad_revert_parse(r, ad_text_str(&text));
}

/* Sets *missing if the object's parent is removed and has no successor. */
static bool parent_check(struct ad_revert *r, const struct ad_row *row, bool *missing)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	*missing = false;
	for (size_t i = 0; i < ad_below_count && !*missing; i++) {
		const struct ad_resource *res = ad_resource_row(ad_below[i].parent);
		struct ad_str id = { NULL, 0 };
		struct ad_successor found;
		struct ad_row *above;
		if (ad_below[i].child == row->res->id)
			id = ad_row_text(row, ad_below[i].field);
		const struct ad_inverse *here = id.n ? ad_revert_find(r, AD_OP_REMOVE, id) : NULL;
		if (!id.n || (here && here->draft))
			continue;
		enum ad_db_status status =
			ad_row_load(call->db, call->arena, realm, res, id, &above);
		if (status == AD_DB_ROW && !above->removed)
			continue;
		if (status == AD_DB_ROW || status == AD_DB_DONE)
			status = ad_successor_find(call->db, call->arena, realm, res, id, &found);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
		*missing = !found.row;
	}
	return true;
}

/* A copy of a draft that lives as long as the revert: objects below and attachments refer to it. */
static const struct ad_row *draft_keep(struct ad_revert *r, const struct ad_row *draft)
{
	struct ad_row *kept = ad_arena_alloc(r->arena, sizeof(*kept));
	*kept = *draft;
	kept->space_id = ad_sync_realm(r->call).space_id;
	kept->environment = ad_sync_realm(r->call).environment;
	kept->created_by = ad_str(r->call->who->account_id);
	kept->source = AD_S("API");
	kept->id = ad_arena_copy(r->arena, draft->id);
	kept->synced = kept->live = kept->unknown = kept->defaults = kept->json =
		(struct ad_str){ NULL, 0 };
	kept->remote_id = kept->remote_status = kept->review_status = kept->last_error =
		kept->open_op = (struct ad_str){ NULL, 0 };
	for (size_t i = 0; i < draft->res->shape.count; i++)
		if (draft->v[i].kind == AD_TEXT)
			kept->v[i].s = ad_arena_copy(r->arena, draft->v[i].s);
	return kept;
}

/* The draft is the inverse. Nothing is below a keyword, nor attached to it. */
static void remove_keep(struct ad_revert *r, struct ad_inverse *v, const struct ad_row *draft)
{
	ad_revert_add_change(
		v, "status", AD_S("\"REMOVED\""),
		ad_arena_printf(r->call->arena, "\"%.*s\"", AD_FMT(ad_row_text(draft, "status"))));
	v->draft = v->res->id == AD_R_KEYWORD ? NULL : draft_keep(r, draft);
	if (r->call->validate_only)
		return;
	v->draft_id = v->drafted_id = ad_arena_copy(r->arena, draft->id);
	ad_revert_touch(r, v->draft_id);
}

static bool remove_draft(struct ad_revert *r, struct ad_inverse *v, const struct ad_row *row,
			 struct ad_str last)
{
	struct ad_call *call = r->call;
	struct ad_row *draft;
	char id[AD_ID_SIZE];
	const cJSON *input = revert_objects_input_of(r, v, row);
	if (!input)
		return false;
	bool good = ad_object_draft(call, v->res, input, &draft) &&
		    (call->validate_only || ad_object_insert(call, draft));
	call->parent_hint = NULL;
	if (!good)
		return ad_revert_refused(r, v);
	/* While only checking, drafts below refer to their parent by an id that is not stored. */
	if (call->validate_only) {
		ad_id_make(v->res->prefix, id);
		draft->id = ad_arena_copy(call->arena, ad_str(id));
	}
	remove_keep(r, v, draft);
	if (call->validate_only)
		return true;
	enum ad_db_status status = ad_successor_put(call->db, ad_sync_realm(call), last, draft->id);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* The draft that this revert made of the object before it was interrupted. */
static bool remove_resume(struct ad_revert *r, struct ad_inverse *v, const struct ad_row *row,
			  struct ad_row *draft)
{
	v->coverage = v->is_unlisted ? AD_COVERS_PARTIAL : AD_COVERS_FULL;
	v->reason = v->is_unlisted ? "NOT_RECORDED" : NULL;
	/* Finds what such a draft cannot hold. */
	if (!revert_objects_input_of(r, v, row))
		return false;
	remove_keep(r, v, draft);
	return true;
}

bool ad_revert_remove(struct ad_revert *r, struct ad_inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_successor found;
	struct ad_row *row;
	bool missing;
	if (!ad_revert_load_row(r, v, &row))
		return false;
	if (!row || !row->removed) {
		ad_revert_cannot(v, "EDITED_SINCE");
		return true;
	}
	enum ad_db_status status = ad_successor_find(call->db, call->arena, ad_sync_realm(call),
						     v->res, v->id, &found);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!v->synced.n)
		v->synced = row->synced;
	if (found.row && r->resumes && !found.row->remote_id.p)
		return remove_resume(r, v, row, found.row);
	if (found.row) {
		ad_revert_cannot(v, "REPLACED");
		v->draft_id = found.row->id;
		return true;
	}
	if (!parent_check(r, row, &missing))
		return false;
	if (missing) {
		ad_revert_cannot(v, "PARENT_FAILED");
		return true;
	}
	v->coverage = AD_COVERS_FULL;
	if (v->is_unlisted) {
		v->coverage = AD_COVERS_PARTIAL;
		v->reason = "NOT_RECORDED";
	}
	return remove_draft(r, v, row, found.last);
}
