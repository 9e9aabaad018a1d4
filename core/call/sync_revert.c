/*
 * POST /sync/:id/revert: drafts what takes a push back, and says how much of it that is. Nothing
 * is sent: the drafts are a plan of their own, which is pushed like any other.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/actions.h"
#include "call/copy.h"
#include "call/history.h"
#include "call/objects.h"
#include "call/sync_review.h"
#include "call/sync_steps.h"
#include "model/below.h"
#include "store/links.h"

enum coverage {
	NONE,
	PARTIAL,
	FULL
};
static const char *const coverages[] = { "NONE", "PARTIAL", "FULL" };

/* One operation of the run that was carried out, and what of it is taken back. */
struct inverse {
	enum ad_op op;
	const struct ad_resource *res;
	struct ad_str id, want, synced, changed, status;
	enum coverage coverage;
	const char *reason;
	struct ad_str draft_id; /* of a removal: the new draft */
	struct ad_text changes; /* rendered members of the list */
	size_t change_count;
	bool told; /* part of another one: not told */
};

struct revert {
	struct ad_call *call;
	struct inverse *at;
	size_t count;
	struct ad_str *touched; /* ids of the new plan's objects */
	size_t touched_count, touched_room;
	struct ad_str totals; /* of the new plan, JSON; or absent */
};

static const cJSON *parse(struct ad_call *call, struct ad_str json)
{
	struct ad_json_error err;
	return json.n ? ad_json_parse(call->arena, json, &err) : NULL;
}

static struct ad_str canonical(struct ad_call *call, const cJSON *value)
{
	struct ad_text text = ad_text_on(call->arena);
	if (!value)
		return AD_S("null");
	ad_json_canonical(&text, value);
	return ad_text_str(&text);
}

static bool load_ops(struct revert *r, struct ad_str run_id)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	size_t room = 0;
	enum ad_db_status status;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT op, resource, object_id, want, synced, changed,"
				 " status FROM sync_operations WHERE space_id = $1 AND"
				 " environment = $2 AND run_id = $3 AND status IN"
				 " ('SUCCEEDED', 'UNKNOWN') ORDER BY seq");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (r->count == room) {
			size_t more = room ? 2 * room : 64;
			r->at = ad_arena_resize(call->arena, r->at, room * sizeof(*r->at),
						more * sizeof(*r->at));
			room = more;
		}
		r->at[r->count++] = (struct inverse){
			.op = ad_op_of(ad_col(s, 0)),
			.res = ad_resource_by_name(ad_col(s, 1)),
			.id = ad_col_copy(s, call->arena, 2),
			.want = ad_col_copy(s, call->arena, 3),
			.synced = ad_col_copy(s, call->arena, 4),
			.changed = ad_col_copy(s, call->arena, 5),
			.status = ad_col_copy(s, call->arena, 6),
			.changes = ad_text_on(call->arena),
		};
	}
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void touch(struct revert *r, struct ad_str id)
{
	if (r->touched_count == r->touched_room) {
		size_t more = r->touched_room ? 2 * r->touched_room : 64;
		r->touched = ad_arena_resize(r->call->arena, r->touched,
					     r->touched_room * sizeof(*r->touched),
					     more * sizeof(*r->touched));
		r->touched_room = more;
	}
	r->touched[r->touched_count++] = id;
}

static void add_change(struct inverse *v, const char *field, struct ad_str from, struct ad_str to)
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

static void cannot(struct inverse *v, const char *reason)
{
	v->coverage = NONE;
	v->reason = reason;
	v->change_count = 0;
	v->changes.n = 0;
}

/*
 * What a draft's own rules refuse cannot be taken back: why is told, and the rest goes on. What
 * the guardrails refuse, and a database that fails, ends all of it.
 */
static bool refused(struct revert *r, struct inverse *v)
{
	struct ad_call *call = r->call;
	const char *code = call->faults ? call->faults->code : "CONFLICT";
	if (call->status != AD_INVALID && call->status != AD_CONFLICT)
		return false;
	cannot(v, code);
	ad_sync_fresh(call);
	return true;
}

/* An object that the run made: what it did to it after that goes with it. */
static bool was_made(const struct revert *r, struct ad_str id)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->at[i].op == AD_OP_CREATE && ad_str_eq(r->at[i].id, id))
			return true;
	return false;
}

static bool load_row(struct revert *r, const struct inverse *v, struct ad_row **row)
{
	struct ad_call *call = r->call;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_sync_realm(call), v->res, v->id, row);
	if (status == AD_DB_DONE)
		*row = NULL;
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Writes the fields that go back, each unless it was edited since; how many were. */
static size_t write_patch(struct revert *r, struct inverse *v, struct ad_row *row,
			  struct ad_json *patch)
{
	struct ad_call *call = r->call;
	const cJSON *want = parse(call, v->want), *synced = parse(call, v->synced);
	const cJSON *draft = parse(call, ad_row_sent_json(call->arena, row));
	size_t edited = 0;
	for (size_t at = 0; at < v->changed.n;) {
		const char *comma = memchr(v->changed.p + at, ',', v->changed.n - at);
		size_t end = comma ? (size_t)(comma - v->changed.p) : v->changed.n;
		const char *name =
			ad_arena_copy(call->arena, (struct ad_str){ v->changed.p + at, end - at })
				.p;
		struct ad_str now = canonical(call, ad_json_get(draft, name));
		struct ad_str back = canonical(call, ad_json_get(synced, name));
		at = end + 1;
		if (!ad_str_eq(now, canonical(call, ad_json_get(want, name)))) {
			edited += !ad_str_eq(now, back);
			continue;
		}
		ad_json_kraw(patch, name, back);
		add_change(v, name, now, back);
	}
	return edited;
}

static bool revert_update(struct revert *r, struct inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json patch = ad_json_on(&text);
	struct ad_row *row, *before, *after;
	if (!load_row(r, v, &row))
		return false;
	if (!row || row->removed || row->removal) {
		cannot(v, "REMOVED");
		return true;
	}
	ad_json_object(&patch);
	size_t edited = write_patch(r, v, row, &patch);
	ad_json_object_end(&patch);
	v->coverage = edited == 0 ? FULL : v->change_count ? PARTIAL : NONE;
	v->reason = edited ? "EDITED_SINCE" : NULL;
	if (v->change_count == 0)
		return true;
	if (!ad_object_patch(call, v->res, v->id, parse(call, ad_text_str(&text)), &before, &after))
		return refused(r, v);
	touch(r, v->id);
	return true;
}

/* Everything below that goes with it is of the plan too. */
static bool touch_below(struct revert *r, const struct ad_row *row)
{
	struct ad_call *call = r->call;
	for (size_t i = 0; i < ad_below_count; i++) {
		struct ad_rows children = { 0 };
		if (ad_below[i].parent != row->res->id)
			continue;
		enum ad_db_status status = ad_row_children(
			call->db, call->arena, ad_sync_realm(call),
			ad_resource_row(ad_below[i].child),
			(struct ad_parent){ ad_below[i].field, row->id }, &children);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
		for (size_t k = 0; k < children.n; k++) {
			touch(r, children.at[k]->id);
			if (!touch_below(r, children.at[k]))
				return false;
		}
	}
	return true;
}

static bool revert_create(struct revert *r, struct inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_row *row;
	if (!load_row(r, v, &row))
		return false;
	if (!row || row->removed) {
		cannot(v, "REMOVED");
		return true;
	}
	struct ad_str was = canonical(call, ad_json_get(parse(call, row->synced), "status"));
	v->coverage = FULL;
	if (!row->removal && !ad_object_delete(call, v->res, v->id, !call->validate_only, &row))
		return refused(r, v);
	add_change(v, "status", was, AD_S("\"REMOVED\""));
	touch(r, v->id);
	return touch_below(r, row);
}

/* The draft that took an object's place in this revert, or the object's own id. */
static struct ad_str successor(const struct revert *r, struct ad_str id)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->at[i].op == AD_OP_REMOVE && r->at[i].draft_id.p &&
		    ad_str_eq(r->at[i].id, id))
			return r->at[i].draft_id;
	return id;
}

/* A budget for a whole life comes back as the share of a day. */
static bool write_share(struct revert *r, struct inverse *v, struct ad_json *j,
			const struct ad_row *row)
{
	int64_t micros;
	if (!ad_copy_share(r->call, row, parse(r->call, v->synced), &micros))
		return false;
	v->coverage = PARTIAL;
	v->reason = "UNSUPPORTED";
	ad_json_key(j, "budget");
	ad_json_micros(j, micros);
	return true;
}

/*
 * The object as it stood on the platform, as the input of a create: an edit that no push had
 * carried is not part of what comes back.
 */
static const cJSON *input_of(struct revert *r, struct inverse *v, const struct ad_row *row)
{
	struct ad_call *call = r->call;
	const cJSON *synced = parse(call, v->synced);
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		const cJSON *was =
			field->type == AD_T_REF ? NULL : ad_json_get(synced, field->name);
		bool status = strcmp(field->name, "status") == 0;
		if ((field->flags & (AD_READ_ONLY | AD_UNSEEN)) ||
		    (was ? cJSON_IsNull(was) : row->v[i].kind == AD_NULL))
			continue;
		/* Through the connector nothing is born enabled. */
		if (status && call->door == AD_DOOR_MCP &&
		    ad_str_is(was ? ad_json_text(was) : row->v[i].s, "ENABLED")) {
			v->coverage = PARTIAL;
			v->reason = "NOT_BY_CONNECTOR";
			continue;
		}
		if (strcmp(field->name, "budget") == 0 && write_share(r, v, &j, row))
			continue;
		ad_json_key(&j, field->name);
		if (field->type == AD_T_REF)
			ad_json_str(&j, successor(r, row->v[i].s));
		else if (was)
			ad_json_raw(&j, canonical(call, was));
		else
			ad_value_write(&j, field, &row->v[i]);
	}
	ad_json_object_end(&j);
	return parse(call, ad_text_str(&text));
}

static bool revert_remove(struct revert *r, struct inverse *v)
{
	struct ad_call *call = r->call;
	struct ad_row *row, *draft;
	if (!load_row(r, v, &row))
		return false;
	if (!row || !row->removed) {
		cannot(v, "EDITED_SINCE");
		return true;
	}
	v->coverage = FULL;
	call->will_write = !call->validate_only;
	if (!ad_object_draft(call, v->res, input_of(r, v, row), &draft) ||
	    (!call->validate_only && !ad_object_insert(call, draft)))
		return refused(r, v);
	add_change(v, "status", AD_S("\"REMOVED\""),
		   ad_arena_printf(call->arena, "\"%.*s\"", AD_FMT(ad_row_text(draft, "status"))));
	if (draft->id.p) {
		v->draft_id = draft->id;
		touch(r, draft->id);
	}
	return true;
}

/* What hangs on the object is of the plan too: a link that was made anew has an id of its own. */
static bool touch_links(struct revert *r, struct ad_str object_id)
{
	struct ad_attached_list links;
	enum ad_db_status status =
		ad_links_load(r->call->db, r->call->arena, ad_sync_realm(r->call),
			      (struct ad_attached){ .object_id = object_id }, &links);
	for (size_t i = 0; status == AD_DB_DONE && i < links.n; i++)
		touch(r, links.at[i].id);
	return status == AD_DB_DONE || ad_fail_db(r->call, status);
}

/* The asset and what it hangs on; *there: neither has gone, nor is to go. */
static bool load_link(struct revert *r, const struct ad_attached *link, struct ad_row **asset,
		      bool *there)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	const struct ad_resource *res = ad_resource_by_name(link->resource);
	struct ad_row *holder = NULL;
	enum ad_db_status status = ad_row_load(call->db, call->arena, realm,
					       ad_resource_row(AD_R_ASSET), link->asset_id, asset);
	*there = false;
	if (status == AD_DB_ROW)
		status = ad_row_load(call->db, call->arena, realm, res, link->object_id, &holder);
	if (status == AD_DB_ROW)
		*there = !(*asset)->removal && !(*asset)->removed && !holder->removed;
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Attaches or detaches, and the asset's history tells. */
static bool move_link(struct revert *r, struct inverse *v, struct ad_attached *link,
		      struct ad_row *asset)
{
	struct ad_call *call = r->call;
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_row *after;
	bool added, makes = v->op == AD_OP_REMOVE;
	enum ad_db_status status = makes ? ad_link_add(call->db, realm, link, &added)
					 : ad_link_remove(call->db, realm, link);
	if (status == AD_DB_DONE || status == AD_DB_ROW)
		status = ad_links_render(call->db, call->arena, realm, link->asset_id, &after);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	touch(r, v->id);
	return (!makes || touch_links(r, link->object_id)) &&
	       ad_history_add(call, makes ? "attach" : "detach", asset, after);
}

/* A link is detached where it was attached, and attached where it was detached. */
static bool revert_link(struct revert *r, struct inverse *v)
{
	const cJSON *want = parse(r->call, v->want);
	struct ad_attached link = { .asset_id = ad_json_get_text(want, "assetId"),
				    .resource = ad_json_get_text(want, "resource"),
				    .object_id = ad_json_get_text(want, "objectId"),
				    .role = ad_json_get_text(want, "role") };
	struct ad_str states[] = { AD_S("\"ENABLED\""), AD_S("\"REMOVED\"") };
	bool there, makes = v->op == AD_OP_REMOVE;
	struct ad_row *asset;
	if (!load_link(r, &link, &asset, &there))
		return false;
	if (!there) {
		cannot(v, "REMOVED");
		return true;
	}
	v->coverage = FULL;
	add_change(v, "status", states[makes], states[!makes]);
	return r->call->validate_only || move_link(r, v, &link, asset);
}

static bool revert_one(struct revert *r, struct inverse *v, enum ad_op now)
{
	if (v->op != now)
		return true;
	if (ad_str_is(v->status, "UNKNOWN")) {
		cannot(v, "UNSETTLED");
		return true;
	}
	if (v->res->id == AD_R_ASSET_LINK) {
		const cJSON *want = parse(r->call, v->want);
		v->told = now == AD_OP_CREATE && was_made(r, ad_json_get_text(want, "objectId"));
		return v->told || revert_link(r, v);
	}
	/* What was uploaded shows nowhere by itself. */
	if (now == AD_OP_CREATE && v->res->id == AD_R_ASSET) {
		v->told = true;
		return true;
	}
	if (now == AD_OP_REMOVE)
		return revert_remove(r, v);
	if (now == AD_OP_CREATE)
		return revert_create(r, v);
	v->told = was_made(r, v->id);
	return v->told || revert_update(r, v);
}

/* What was removed is drafted before what stands below it, which went first. */
static bool revert_all(struct revert *r)
{
	for (size_t i = r->count; i-- > 0;)
		if (!revert_one(r, &r->at[i], AD_OP_REMOVE))
			return false;
	for (size_t i = r->count; i-- > 0;)
		if (!revert_one(r, &r->at[i], AD_OP_UPDATE))
			return false;
	/* What was counted stays: no platform takes it back by this. */
	for (size_t i = 0; i < r->count; i++)
		if (r->at[i].op == AD_OP_UPLOAD)
			cannot(&r->at[i], "NOT_REVERSIBLE");
	/* A campaign takes what is below it along, and brings it back when it is restored. */
	for (size_t i = 0; i < r->count; i++)
		if (!revert_one(r, &r->at[i], AD_OP_CREATE))
			return false;
	return true;
}

static uint32_t scopes_of(const struct revert *r)
{
	uint32_t scopes = AD_SYNC_WRITE;
	for (size_t i = 0; i < r->count; i++)
		scopes |= r->at[i].res->write_scope;
	return scopes;
}

static enum coverage total(const struct revert *r)
{
	bool some = false, all = r->count > 0;
	for (size_t i = 0; i < r->count; i++) {
		if (r->at[i].told)
			continue;
		some = some || r->at[i].coverage != NONE;
		all = all && r->at[i].coverage == FULL;
	}
	return all ? FULL : some ? PARTIAL : NONE;
}

/* The plan of what was drafted, kept as a preview of the caller's: its hash is pushed. */
static bool plan(struct revert *r, struct ad_str *hash, int64_t *expires)
{
	struct ad_call *call = r->call;
	struct ad_plan_filter filter = { .platforms = AD_PLATFORMS_ALL,
					 .campaigns = true,
					 .conversions = true };
	struct ad_plan_ask ask;
	struct ad_sync_plan *made = ad_arena_zalloc(call->arena, sizeof(*made));
	if (call->validate_only || r->touched_count == 0)
		return true;
	filter.object_ids = r->touched;
	filter.object_count = ad_plan_ids_settle(r->touched, r->touched_count);
	if (!ad_sync_plan_for(call, &filter, &ask, made))
		return false;
	struct ad_text totals = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&totals);
	ad_plan_write_totals(&j, made, ask.currency);
	r->totals = ad_text_str(&totals);
	*hash = ad_str(made->hash);
	*expires = ad_now() + AD_PREVIEW_LIFE;
	return ad_sync_keep_preview(call, *hash, *expires,
				    ad_plan_filter_json(call->arena, &filter));
}

static void write_inverse(struct ad_json *j, struct inverse *v)
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

static bool answer(struct revert *r, struct ad_str hash, int64_t expires)
{
	struct ad_call *call = r->call;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kcstr(&j, "coverage", coverages[total(r)]);
	ad_json_key(&j, "operations");
	ad_json_array(&j);
	for (size_t i = 0; i < r->count; i++)
		if (!r->at[i].told)
			write_inverse(&j, &r->at[i]);
	ad_json_array_end(&j);
	ad_json_kraw(&j, "totals", r->totals);
	ad_json_kstr(&j, "planHash", hash);
	ad_json_ktime(&j, "expiresAt", expires);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
	call->http_status = call->validate_only ? 200 : 201;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
	else
		call->location = AD_S("/sync/preview");
	return true;
}

static bool revert(struct ad_call *call)
{
	struct ad_run_row run;
	struct revert r = { .call = call };
	struct ad_str hash = { NULL, 0 };
	int64_t expires = 0;
	if (!ad_sync_load(call, &run))
		return false;
	if (ad_str_is(run.mode, "PULL"))
		return ad_sync_conflict(call, "NOT_A_PUSH", NULL,
					"A pull sent nothing: there is nothing to take back.");
	if (!ad_run_is_final(run.status))
		return ad_sync_conflict(call, "NOT_ENDED", NULL, "The run has not ended yet.");
	if (!load_ops(&r, run.id) || !ad_call_require(call, scopes_of(&r)) || !revert_all(&r) ||
	    !plan(&r, &hash, &expires))
		return false;
	if (!call->validate_only &&
	    !ad_history_note(call,
			     &(struct ad_history_entry){
				     .resource = AD_S("sync"),
				     .object_id = run.id,
				     .verb = AD_S("REVERT"),
				     .after = ad_arena_printf(call->arena, "{\"coverage\":\"%s\"}",
							      coverages[total(&r)]) }))
		return false;
	return answer(&r, hash, expires);
}

void ad_sync_revert_write(struct ad_call *call)
{
	ad_sync_keyed(call, revert);
}

void ad_sync_revert(struct ad_call *call)
{
	ad_sync_begin(call, revert, ad_sync_revert_write);
}
