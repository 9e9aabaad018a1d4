/* get_context, get_object. */
#include "mcp/tools/tool.h"

/* ---- get_context ------------------------------------------------------------------------- */

static bool write_waiting(struct mcp_request *r, struct ad_json *j)
{
	struct ad_call *call = r->call;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT resource, sync_state, SUM(n) FROM counters WHERE space_id = $1"
		" AND environment = $2 AND sync_state <> 'REMOVED'"
		" GROUP BY resource, sync_state HAVING SUM(n) > 0 ORDER BY resource, sync_state");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
	ad_json_key(j, "objects");
	ad_json_array(j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		const struct ad_resource *res = ad_resource_by_name(ad_col(s, 0));
		if (!res || (call->scopes & res->read_scope) != res->read_scope)
			continue;
		ad_json_object(j);
		ad_json_kstr(j, "resource", ad_col(s, 0));
		if (res->staged)
			ad_json_kstr(j, "syncState", ad_col(s, 1));
		ad_json_kint(j, "count", ad_col_int(s, 2));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static bool tools_read_add_part(struct mcp_request *r, enum ad_resource_id resource,
				enum ad_verb verb)
{
	mcp_tool_action(r, resource, verb);
	return r->call->status == AD_OK;
}

/* Identity, connections, Space and what waits: each by the action that REST has for it. */
void mcp_get_context(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_json_error err;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	if (!tools_read_add_part(r, AD_R_IDENTITY, AD_V_GET))
		return;
	const cJSON *me = ad_json_parse(call->arena, call->data, &err);
	call->id = ad_arena_copy(call->arena, ad_str(call->space.id));
	if (!tools_read_add_part(r, AD_R_SPACE, AD_V_GET))
		return;
	const cJSON *space = ad_json_parse(call->arena, call->data, &err);
	if (!tools_read_add_part(r, AD_R_CONNECTION, AD_V_LIST))
		return;
	const cJSON *connections = ad_json_parse(call->arena, call->data, &err);
	ad_json_object(&j);
	ad_json_kstr(&j, "account", ad_json_get_text(me, "email"));
	ad_json_kstr(&j, "environment", ad_json_get_text(me, "environment"));
	ad_json_key(&j, "space");
	mcp_write_lean(&j, space, false);
	ad_json_kbool(&j, "pushesBlocked", call->space.pushes_blocked);
	if (call->space.pushes_blocked)
		ad_json_kcstr(&j, "killSwitch", ad_sync_block_message(call));
	ad_json_key(&j, "scopes");
	ad_outcome_write_scopes(&j, call->scopes);
	ad_json_key(&j, "connections");
	ad_json_array(&j);
	const cJSON *one;
	cJSON_ArrayForEach(one, connections)
	{
		ad_json_object(&j);
		ad_json_kstr(&j, "platform", ad_json_get_text(one, "platform"));
		ad_json_kstr(&j, "accountId", ad_json_get_text(one, "accountId"));
		ad_json_kstr(&j, "status", ad_json_get_text(one, "status"));
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	if (!write_waiting(r, &j))
		return;
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
}

void mcp_context_answer(struct mcp_request *r)
{
	const struct ad_call *call = r->call;
	bool blocked = call->space.pushes_blocked;
	r->text = ad_arena_printf(call->arena,
				  "Space %s in the %s environment, money in %s. Writes create "
				  "drafts; only push_sync reaches a platform. objects counts the "
				  "resources that the scopes allow reading.%s%s",
				  call->space.id,
				  call->who->environment == AD_LIVE ? "live" : "test (sandbox)",
				  call->space.currency, blocked ? " " : "",
				  blocked ? ad_sync_block_message(call) : "");
}

/* ---- get_object -------------------------------------------------------------------------- */

void mcp_get_object(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	call->id = ad_json_get_text(r->args, "id");
	const struct ad_resource *res = ad_resource_of_id(call->id);
	if (!res || !ad_action_of(res, AD_V_GET)) {
		ad_fail(call, AD_NOT_FOUND, "%s", "");
		return;
	}
	call->param_count = 0;
	mcp_tool_action(r, res->id, AD_V_GET);
}

void mcp_object_answer(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_json_error err;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	const cJSON *object = ad_json_parse(call->arena, call->data, &err);
	ad_json_object(&j);
	ad_json_key(&j, "object");
	mcp_write_lean(&j, object, mcp_detailed(r));
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
	struct ad_str state = ad_json_get_text(object, "syncState");
	r->text = ad_arena_printf(call->arena, "%s %.*s%s%.*s.", call->res->name, AD_FMT(call->id),
				  state.p ? ", " : "", AD_FMT(state));
}
