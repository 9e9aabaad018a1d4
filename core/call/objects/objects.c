#include "call/objects/objects.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "call/objects/attachments.h"
#include "call/request/connector.h"
#include "call/objects/each_below.h"
#include "call/objects/guardrails.h"
#include "call/request/history.h"
#include "call/objects/move.h"
#include "call/request/quota.h"
#include "call/objects/references.h"
#include "call/rules/rules.h"
#include "call/request/validate.h"
#include "model/below.h"
#include "store/rows.h"

static struct ad_str objects_source_of(const struct ad_call *call)
{
	static const char *const sources[] = {
		[AD_DOOR_API] = "API",   [AD_DOOR_MCP] = "MCP",       [AD_DOOR_APP] = "APP",
		[AD_DOOR_PULL] = "PULL", [AD_DOOR_IMPORT] = "IMPORT",
	};
	return ad_str(sources[call->door]);
}

/* A connector cannot create an enabled object, nor enable one before its first push. */
static void connector_rule(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *after)
{
	if (!ad_call_is_connector(call) || (before && before->remote_id.p) ||
	    !ad_changed(before, after, "status") ||
	    !ad_str_is(ad_row_text(after, "status"), "ENABLED"))
		return;
	ad_fault(call, "status", "NOT_BY_CONNECTOR",
		 "Drafts created through the connector stay PAUSED until they are pushed. Omit "
		 "status.");
	ad_fault_suggest(call, "After the push, set ENABLED and push with activate: true.");
}

/*
 * Runs the rules of a resource. drafted: the row passed them before, and only the checks against
 * other objects run again, which no caller can skip; will_write: those checks are still to come.
 */
static void rules_run(struct ad_call *call, const struct ad_row *before, struct ad_row *after,
		      bool drafted, bool will_write)
{
	bool was_drafted = call->drafted, was_will_write = call->will_write;
	call->drafted = drafted;
	call->will_write = will_write;
	ad_rules_of(after->res->id)(call, before, after);
	call->drafted = was_drafted;
	call->will_write = was_will_write;
}

bool ad_object_draft(struct ad_call *call, const struct ad_resource *res, const cJSON *input,
		     struct ad_row **out)
{
	struct ad_row *row = ad_arena_zalloc(call->arena, sizeof(*row));
	struct ad_realm realm = ad_call_realm(call);
	row->res = res;
	row->space_id = realm.space_id;
	row->environment = realm.environment;
	row->source = objects_source_of(call);
	row->created_by = ad_str(call->who->account_id);
	row->version = 1;
	row->created_at = ad_now();
	row->updated_at = row->created_at;
	ad_validate_create(call, input, row);
	if (!cJSON_IsObject(input))
		return false;
	rules_run(call, NULL, row, false, call->will_write);
	ad_references_check(call, NULL, row);
	ad_attached_check(call, NULL, row);
	connector_rule(call, NULL, row);
	*out = row;
	return call->status == AD_OK && ad_guard_write(call, NULL, row);
}

bool ad_object_insert(struct ad_call *call, struct ad_row *row)
{
	char id[AD_ID_SIZE];
	rules_run(call, NULL, row, true, false);
	ad_references_check(call, NULL, row);
	ad_attached_check(call, NULL, row);
	if (call->status != AD_OK)
		return false;
	if (!row->id.p) {
		ad_id_make(row->res->prefix, id);
		row->id = ad_arena_copy(call->arena, ad_str(id));
	}
	if (!ad_quota_object(call) || !ad_quota_change(call) || !ad_quota_list(call, NULL, row))
		return false;
	if (row->res->id == AD_R_ASSET && !ad_asset_store(call, row))
		return false;
	ad_call_mark_row(call, row);
	enum ad_db_status status = ad_row_insert(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (row->res->id == AD_R_ASSET && !ad_quota_alarm(call))
		return false;
	return ad_history_add(call, "create", NULL, row) && ad_attached_follow(call, NULL, row);
}

/* Loads the object, or fails with NOT_FOUND. */
static bool objects_load(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
			 struct ad_row **out)
{
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, ad_call_realm(call), res, id, out);
	if (status == AD_DB_ROW)
		return true;
	call->res = res;
	call->id = id;
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	return ad_fail_db(call, status);
}

/* The version inside an entity tag "<version>.<syncRevision>"; -1 for any other form. */
static int64_t etag_version(struct ad_str tag)
{
	int64_t version = 0;
	size_t i = 1;
	if (tag.n < 3 || tag.p[0] != '"' || tag.p[tag.n - 1] != '"')
		return -1;
	while (i < tag.n && i < 18 && tag.p[i] >= '0' && tag.p[i] <= '9')
		version = version * 10 + (tag.p[i++] - '0');
	return i > 1 && (tag.p[i] == '.' || tag.p[i] == '"') ? version : -1;
}

bool ad_precondition(struct ad_call *call, const struct ad_row *row, const cJSON *input)
{
	int64_t expected = row->version;
	const cJSON *item = ad_json_get(input, "expectedVersion");
	if (item && !ad_json_int64(item, &expected)) {
		ad_fault(call, "expectedVersion", "WRONG_TYPE",
			 "expectedVersion must be a whole number.");
		return false;
	}
	bool ok = expected == row->version;
	if (call->if_match.p && !ad_str_is(call->if_match, "*"))
		ok = ok && etag_version(call->if_match) == row->version;
	if (ok || call->status != AD_OK)
		return ok; /* faults of the body come before a stale version */
	call->details =
		ad_arena_printf(call->arena, "\"currentVersion\":%lld", (long long)row->version);
	return ad_fail(call, AD_PRECONDITION, "%s", "");
}

static bool changed_at_all(const struct ad_row *before, const struct ad_row *after)
{
	for (size_t i = 0; i < before->res->shape.count; i++)
		if (!ad_value_eq(&before->v[i], &after->v[i]))
			return true;
	return false;
}

static bool objects_editable(struct ad_call *call, const struct ad_row *row)
{
	if ((row->removed || row->removal) && call->status != AD_OK)
		return false;
	if (row->removed)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is REMOVED on the platform. Create a new asset.");
	if (row->removal)
		return ad_fail(call, AD_CONFLICT,
			       "The object is staged for removal. Restore it before you change it "
			       "(POST …/restore, or in the application).");
	return true;
}

bool ad_object_patch(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		     const cJSON *input, struct ad_row **before, struct ad_row **out)
{
	return objects_load(call, res, id, before) &&
	       ad_object_patch_row(call, *before, input, out);
}

bool ad_object_patch_row(struct ad_call *call, const struct ad_row *before, const cJSON *input,
			 struct ad_row **out)
{
	struct ad_row *row = ad_arena_alloc(call->arena, sizeof(*row));
	*row = *before;
	*out = row;
	ad_validate_patch(call, input, row);
	if (!cJSON_IsObject(input) || !ad_precondition(call, before, input) ||
	    !objects_editable(call, before))
		return false;
	call->patch = input;
	rules_run(call, before, row, false, false);
	call->patch = NULL;
	ad_references_check(call, before, row);
	ad_attached_check(call, before, row);
	ad_move_check(call, before, row);
	connector_rule(call, before, row);
	if (call->status != AD_OK || !ad_guard_write(call, before, row))
		return false;
	if (!changed_at_all(before, row))
		return true;
	row->version++;
	row->updated_at = ad_now();
	row->failed = false;
	row->last_error = (struct ad_str){ NULL, 0 };
	ad_call_mark_row(call, row);
	ad_row_derive_state(row);
	if (call->validate_only)
		return true;
	if (!ad_quota_change(call) || !ad_quota_list(call, before, row))
		return false;
	enum ad_db_status status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "update", before, row) && ad_move_below(call, before, row) &&
	       ad_attached_follow(call, before, row);
}

/* True if the object is on the platform, or may be there soon. */
static bool is_pushed(const struct ad_row *row)
{
	return row->remote_id.p || row->open_op.p;
}

/* A removal, or its undo, of an object and everything below it. */
struct removal {
	bool removal; /* false: the removal is undone */
	bool staged;  /* never pushed drafts wait for the push too, for a restore */
};

/* Deletes a draft that was never pushed, with its attachments. */
static bool delete_one(struct ad_call *call, const struct ad_row *before, struct ad_row *row)
{
	enum ad_db_status status = ad_row_delete(call->db, call->arena, row);
	row->removed = true;
	ad_row_derive_state(row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!ad_quota_list(call, before, NULL) || !ad_history_add(call, "delete", before, NULL))
		return false;
	return row->res->id == AD_R_ASSET ? ad_asset_gone(call, row)
					  : ad_attached_follow(call, row, NULL);
}

/* Stages (or undoes) the removal of one object. */
static bool remove_one(struct ad_call *call, struct ad_row *row, struct removal r, bool below)
{
	struct ad_row before = *row;
	bool removal = r.removal;
	enum ad_db_status status;
	row->updated_at = ad_now();
	row->version++;
	if (removal && !r.staged && !is_pushed(row))
		return delete_one(call, &before, row);
	/* An operation is being sent; its result must arrive first. */
	if (!removal && row->open_op.p) {
		call->retry_after = 1;
		return ad_fail(
			call, AD_CONFLICT,
			"An operation on the object is in progress. Try again when it has ended.");
	}
	row->removal = removal;
	row->with_parent = removal && below;
	row->failed = false;
	ad_call_mark_row(call, row);
	status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, removal ? "delete" : "restore", &before, row);
}

/* True if the removal of the parent (or its undo) applies to a child. */
static bool objects_follows(const struct ad_row *child, bool removal)
{
	/* A child that was removed on its own stays removed when its parent is restored. */
	return removal ? !child->removal : child->removal && child->with_parent;
}

static bool remove_tree(struct ad_call *call, struct ad_row *row, struct removal r, bool below);

static bool remove_child(struct ad_call *call, struct ad_row *child, void *arg)
{
	const struct removal *r = arg;
	return !objects_follows(child, r->removal) || remove_tree(call, child, *r, true);
}

/* An object and everything below it, children first on removal. */
static bool remove_tree(struct ad_call *call, struct ad_row *row, struct removal r, bool below)
{
	return ad_call_each_below(call, row, remove_child, &r) &&
	       (row->removal == r.removal || remove_one(call, row, r, below));
}

bool ad_object_delete(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		      bool store, struct ad_row **out)
{
	if (!objects_load(call, res, id, out) || !ad_precondition(call, *out, NULL))
		return false;
	if ((*out)->removed || (*out)->removal)
		return true;
	if (!ad_references_free(call, *out))
		return false;
	return !store || remove_tree(call, *out, (struct removal){ true, is_pushed(*out) }, false);
}

static bool parent_removed(struct ad_call *call, const struct ad_row *row)
{
	for (size_t i = 0; i < ad_below_count; i++) {
		const struct ad_below *b = &ad_below[i];
		struct ad_row *parent;
		if (b->child != row->res->id || !ad_row_text(row, b->field).p)
			continue;
		enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
						       ad_resource_row(b->parent),
						       ad_row_text(row, b->field), &parent);
		if (status == AD_DB_ROW && (parent->removal || parent->removed))
			return true;
	}
	return false;
}

bool ad_object_restore(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		       bool store, struct ad_row **out)
{
	if (!objects_load(call, res, id, out) || !ad_precondition(call, *out, NULL))
		return false;
	if ((*out)->removed)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is REMOVED on the platform. Create a new asset.");
	if (!(*out)->removal)
		return true;
	if (parent_removed(call, *out))
		return ad_fail(call, AD_CONFLICT,
			       "The object's parent is also staged for removal. Restore the parent "
			       "first.");
	if (!ad_guard_restore(call, *out) || (store && !ad_quota_change(call)))
		return false;
	return !store || remove_tree(call, *out, (struct removal){ false, true }, false);
}

/*
 * A validated draft has no id (contract section 3), so that no client mistakes it for a stored
 * object.
 */
static void answer_checked(struct ad_call *call, struct ad_row row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	row.id = (struct ad_str){ NULL, 0 };
	if (row.res->staged)
		ad_row_derive_state(&row);
	ad_row_write(&j, &row);
	call->data = ad_text_str(&text);
	call->meta = AD_S("\"validateOnly\":true");
	call->http_status = 200;
}

void ad_object_answer(struct ad_call *call, const struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (call->validate_only || call->rehearsed) {
		answer_checked(call, *row);
		return;
	}
	if (!row->json.p)
		ad_row_write(&j, row);
	call->data = row->json.p ? row->json : ad_text_str(&text);
	call->etag = ad_arena_printf(call->arena, "\"%lld.%lld\"", (long long)row->version,
				     (long long)row->sync_revision);
}
