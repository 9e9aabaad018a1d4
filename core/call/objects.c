#include "call/objects.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "call/guardrails.h"
#include "call/history.h"
#include "call/move.h"
#include "call/rules/rules.h"
#include "call/validate.h"
#include "store/rows.h"

static struct ad_str source_of(const struct ad_call *call)
{
	static const char *const sources[] = {
		[AD_DOOR_API] = "API",   [AD_DOOR_MCP] = "MCP",       [AD_DOOR_APP] = "APP",
		[AD_DOOR_PULL] = "PULL", [AD_DOOR_IMPORT] = "IMPORT",
	};
	return ad_str(sources[call->door]);
}

/* Through the connector nothing is born enabled, nor enabled before its first push. */
static void connector_rule(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *after)
{
	if (call->door != AD_DOOR_MCP || (before && before->remote_id.p) ||
	    !ad_changed(before, after, "status") ||
	    !ad_str_is(ad_row_text(after, "status"), "ENABLED"))
		return;
	ad_fault(call, "status", "NOT_BY_CONNECTOR",
		 "Drafts made through the connector stay PAUSED until pushed; leave status out.");
}

bool ad_object_draft(struct ad_call *call, const struct ad_resource *res, const cJSON *input,
		     struct ad_row **out)
{
	struct ad_row *row = ad_arena_zalloc(call->arena, sizeof(*row));
	struct ad_realm realm = ad_call_realm(call);
	row->res = res;
	row->space_id = realm.space_id;
	row->environment = realm.environment;
	row->source = source_of(call);
	row->created_by = ad_str(call->who->account_id);
	row->version = 1;
	row->created_at = ad_now();
	row->updated_at = row->created_at;
	ad_validate_create(call, input, row);
	if (!cJSON_IsObject(input))
		return false;
	ad_rules_of(res->id)(call, NULL, row);
	connector_rule(call, NULL, row);
	*out = row;
	return call->status == AD_OK && ad_guard_write(call, NULL, row);
}

bool ad_object_insert(struct ad_call *call, struct ad_row *row)
{
	char id[AD_ID_SIZE];
	ad_rules_of(row->res->id)(call, NULL, row);
	if (call->status != AD_OK)
		return false;
	if (!row->id.p) {
		ad_id_make(row->res->prefix, id);
		row->id = ad_arena_copy(call->arena, ad_str(id));
	}
	enum ad_db_status status = ad_row_insert(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "create", NULL, row);
}

/* The object, or NOT_FOUND. */
static bool load(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
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

/* The version inside an entity tag "<version>.<syncRevision>"; -1 where it has another form. */
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

static bool precondition(struct ad_call *call, const struct ad_row *row, const cJSON *input)
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
		return ok; /* what is wrong with the body is told before that it is stale */
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

static bool editable(struct ad_call *call, const struct ad_row *row)
{
	if ((row->removed || row->removal) && call->status != AD_OK)
		return false;
	if (row->removed)
		return ad_fail(call, AD_CONFLICT, "It is REMOVED on the platform; make a new one.");
	if (row->removal)
		return ad_fail(call, AD_CONFLICT,
			       "Its removal is staged; POST …/restore first to change it.");
	return true;
}

bool ad_object_patch(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		     const cJSON *input, struct ad_row **before, struct ad_row **out)
{
	if (!load(call, res, id, before))
		return false;
	struct ad_row *row = ad_arena_alloc(call->arena, sizeof(*row));
	*row = **before;
	*out = row;
	ad_validate_patch(call, input, row);
	if (!cJSON_IsObject(input) || !precondition(call, *before, input) ||
	    !editable(call, *before))
		return false;
	ad_rules_of(res->id)(call, *before, row);
	ad_move_check(call, *before, row);
	connector_rule(call, *before, row);
	if (call->status != AD_OK || !ad_guard_write(call, *before, row))
		return false;
	if (!changed_at_all(*before, row))
		return true;
	row->version++;
	row->updated_at = ad_now();
	row->failed = false;
	row->last_error = (struct ad_str){ NULL, 0 };
	ad_row_derive_state(row);
	if (call->validate_only)
		return true;
	enum ad_db_status status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "update", *before, row) && ad_move_below(call, *before, row);
}

/* What is below a resource: each child resource and the field that names its parent. */
struct below {
	enum ad_resource_id parent, child;
	const char *field;
};
static const struct below tree[] = {
	{ AD_R_CAMPAIGN, AD_R_AD_GROUP, "campaignId" },
	{ AD_R_CAMPAIGN, AD_R_KEYWORD, "campaignId" },
	{ AD_R_AD_GROUP, AD_R_AD, "adGroupId" },
	{ AD_R_AD_GROUP, AD_R_KEYWORD, "adGroupId" },
};

/* Stages (or takes back) the removal of one object; a draft that was never pushed goes at once. */
static bool remove_one(struct ad_call *call, struct ad_row *row, bool removal, bool below)
{
	struct ad_row before = *row;
	bool pushed = row->remote_id.p || row->open_op.p;
	enum ad_db_status status;
	row->updated_at = ad_now();
	row->version++;
	if (removal && !pushed) {
		status = ad_row_delete(call->db, call->arena, row);
		row->removed = true;
		ad_row_derive_state(row);
		return status == AD_DB_DONE ? ad_history_add(call, "delete", &before, NULL)
					    : ad_fail_db(call, status);
	}
	/* The platform is being told: what it says is waited for. */
	if (!removal && row->open_op.p) {
		call->retry_after = 1;
		return ad_fail(call, AD_CONFLICT,
			       "An operation on it is under way; try again when it has ended.");
	}
	row->removal = removal;
	row->with_parent = removal && below;
	row->failed = false;
	status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, removal ? "delete" : "restore", &before, row);
}

/* Whether the removal of what is below (or its undoing) concerns a child. */
static bool follows(const struct ad_row *child, bool removal)
{
	/* What was removed by itself before stays so when its parent is restored. */
	return removal ? !child->removal : child->removal && child->with_parent;
}

/* An object and everything below it, children first on removal. At most three levels deep. */
static bool remove_tree(struct ad_call *call, struct ad_row *row, bool removal, bool below)
{
	for (size_t i = 0; i < AD_LEN(tree); i++) {
		struct ad_rows children = { 0 };
		if (tree[i].parent != row->res->id)
			continue;
		enum ad_db_status status = ad_row_children(
			call->db, call->arena, ad_call_realm(call), ad_resource_row(tree[i].child),
			(struct ad_parent){ tree[i].field, row->id }, &children);
		if (status != AD_DB_DONE)
			return ad_fail_db(call, status);
		for (size_t k = 0; k < children.n; k++)
			if (follows(children.at[k], removal) &&
			    !remove_tree(call, children.at[k], removal, true))
				return false;
	}
	return row->removal == removal || remove_one(call, row, removal, below);
}

bool ad_object_delete(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		      bool store, struct ad_row **out)
{
	if (!load(call, res, id, out) || !precondition(call, *out, NULL))
		return false;
	if ((*out)->removed || (*out)->removal || !store)
		return true;
	return remove_tree(call, *out, true, false);
}

static bool parent_removed(struct ad_call *call, const struct ad_row *row)
{
	for (size_t i = 0; i < AD_LEN(tree); i++) {
		struct ad_row *parent;
		if (tree[i].child != row->res->id || !ad_row_text(row, tree[i].field).p)
			continue;
		enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
						       ad_resource_row(tree[i].parent),
						       ad_row_text(row, tree[i].field), &parent);
		if (status == AD_DB_ROW && (parent->removal || parent->removed))
			return true;
	}
	return false;
}

bool ad_object_restore(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		       bool store, struct ad_row **out)
{
	if (!load(call, res, id, out) || !precondition(call, *out, NULL))
		return false;
	if ((*out)->removed)
		return ad_fail(call, AD_CONFLICT, "It is REMOVED on the platform; make a new one.");
	if (!(*out)->removal)
		return true;
	if (parent_removed(call, *out))
		return ad_fail(call, AD_CONFLICT,
			       "The removal of its parent is staged too; restore that first.");
	return !store || remove_tree(call, *out, false, false);
}

/* What was only checked has no id (contract section 3): nobody shall take it for the object. */
static void answer_checked(struct ad_call *call, struct ad_row row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	row.id = (struct ad_str){ NULL, 0 };
	ad_row_write(&j, &row);
	call->data = ad_text_str(&text);
	call->meta = AD_S("\"validateOnly\":true");
	call->http_status = 200;
}

void ad_object_answer(struct ad_call *call, const struct ad_row *row)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	if (call->validate_only) {
		answer_checked(call, *row);
		return;
	}
	if (!row->json.p)
		ad_row_write(&j, row);
	call->data = row->json.p ? row->json : ad_text_str(&text);
	call->etag = ad_arena_printf(call->arena, "\"%lld.%lld\"", (long long)row->version,
				     (long long)row->sync_revision);
}
