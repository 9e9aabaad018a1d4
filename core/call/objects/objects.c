#include "call/objects/objects.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "call/objects/attachments.h"
#include "call/request/connector.h"
#include "call/objects/guardrails.h"
#include "call/request/history.h"
#include "call/objects/move.h"
#include "call/request/quota.h"
#include "call/objects/references.h"
#include "call/rules/rules.h"
#include "call/request/validate.h"
#include "store/objects/rows.h"

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
 * Runs the rules of a resource. No caller can skip the checks against other objects: ALL and STORED
 * make them.
 */
static void rules_run(struct ad_call *call, const struct ad_row *before, struct ad_row *after,
		      enum ad_rules_pass pass)
{
	enum ad_rules_pass was = call->rules;
	call->rules = pass;
	ad_rules_of(after->res->id)(call, before, after);
	call->rules = was;
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
	rules_run(call, NULL, row, call->rules);
	ad_references_check(call, NULL, row);
	ad_attached_check(call, NULL, row);
	connector_rule(call, NULL, row);
	*out = row;
	return call->status == AD_OK && ad_guard_write(call, NULL, row);
}

bool ad_object_insert(struct ad_call *call, struct ad_row *row)
{
	char id[AD_ID_SIZE];
	rules_run(call, NULL, row, AD_RULES_STORED);
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

bool ad_object_load(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
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
	return ad_object_load(call, res, id, before) &&
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
	rules_run(call, before, row, AD_RULES_ALL);
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

/* A validated draft has no id, so that no client mistakes it for a stored object. */
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
