/* The inputs of preview_sync, push_sync, get_sync, pull_sync, revert_sync and cancel_sync. */
#include "mcp/tools/plan_sums.h"
#include "mcp/protocol/rounds.h"
#include "mcp/tools/tool.h"
#include "mcp/ui/ui.h"

static void tools_sync_ask_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* The selection as the sync action takes it; false with a fault where neither is given. */
static bool add_selection(struct mcp_request *r, cJSON *input)
{
	static const char *const members[] = { "platforms", "campaignIds", "adGroupIds",
					       "activate" };
	const cJSON *ids = ad_json_get(r->args, "campaignIds");
	bool all = cJSON_IsTrue(ad_json_get(r->args, "all"));
	/* An empty list of ad groups is refused before. */
	bool some = (cJSON_IsArray(ids) && ids->child) ||
		    cJSON_IsArray(ad_json_get(r->args, "adGroupIds"));
	if (all == some) {
		ad_fault(r->call, "campaignIds", all ? "ONE_OF" : "REQUIRED",
			 "Give campaignIds or adGroupIds, or all: true, but not both.");
		return false;
	}
	for (size_t i = 0; i < AD_LEN(members); i++) {
		const cJSON *item = ad_json_get(r->args, members[i]);
		if (item && !cJSON_IsNull(item))
			cJSON_AddItemToObject(input, members[i], cJSON_Duplicate(item, true));
	}
	return true;
}

#define DETAILED_ROWS "200" /* operations of a page: a result has no room for more */

/* The parameters of the page of operations, beside `count` that are there already. */
static void page_params(struct mcp_request *r, struct ad_param *params, size_t count)
{
	struct ad_str cursor = ad_json_get_text(r->args, "cursor");
	if (cursor.n)
		params[count++] = (struct ad_param){ AD_S("cursor"), cursor };
	if (mcp_detailed(r))
		params[count++] = (struct ad_param){ AD_S("limit"), AD_S(DETAILED_ROWS) };
	r->call->params = params;
	r->call->param_count = count;
}

void mcp_preview_sync(struct mcp_request *r)
{
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(r->call->arena, tools_sync_ask_free_tree, input);
	if (!add_selection(r, input))
		return;
	page_params(r, ad_arena_alloc(r->call->arena, 2 * sizeof(struct ad_param)), 0);
	r->call->input = input;
	r->call->idempotency_path = (struct ad_str){ NULL, 0 };
	mcp_plan_view(r);
	mcp_tool_action(r, AD_R_SYNC, AD_V_PREVIEW);
}

void mcp_push_sync(struct mcp_request *r)
{
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(r->call->arena, tools_sync_ask_free_tree, input);
	if (!add_selection(r, input))
		return;
	cJSON_AddStringToObject(input, "mode", "PUSH");
	cJSON_AddItemToObject(input, "planHash",
			      cJSON_Duplicate(ad_json_get(r->args, "planHash"), true));
	r->call->input = input;
	mcp_push_begin(r);
}

void mcp_pull_sync(struct mcp_request *r)
{
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(r->call->arena, tools_sync_ask_free_tree, input);
	cJSON_AddStringToObject(input, "mode", "PULL");
	r->call->input = input;
	mcp_follow_run(r);
	mcp_tool_action(r, AD_R_SYNC, AD_V_CREATE);
}

void mcp_revert_sync(struct mcp_request *r)
{
	r->call->id = ad_json_get_text(r->args, "id");
	mcp_tool_action(r, AD_R_SYNC, AD_V_REVERT);
}

void mcp_cancel_sync(struct mcp_request *r)
{
	static const char *const names[] = { "reason", NULL };
	r->call->id = ad_json_get_text(r->args, "id");
	r->call->input = mcp_input_of(r, names);
	mcp_tool_action(r, AD_R_SYNC, AD_V_CANCEL);
}

void mcp_get_sync(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_param *params = ad_arena_alloc(call->arena, 3 * sizeof(*params));
	int64_t seconds = 0;
	(void)!ad_json_int64(ad_json_get(r->args, "wait"), &seconds);
	call->id = ad_json_get_text(r->args, "id");
	*params = (struct ad_param){ AD_S("wait"),
				     ad_arena_printf(call->arena, "%lld", (long long)seconds) };
	page_params(r, params, seconds > 0 ? 1 : 0);
	call->idempotency_path = (struct ad_str){ NULL, 0 };
	mcp_tool_action(r, AD_R_SYNC, AD_V_GET);
}
