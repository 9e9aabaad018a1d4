/* update_objects with a rule: the bulk action of REST, its answer cut to fit. */
#include "mcp/tools/tool.h"

/* The resource that is named; NULL with the call failed. */
static const struct ad_resource *bulk_resource(struct mcp_request *r)
{
	struct ad_str name = ad_json_get_text(r->args, "resource");
	const cJSON *updates = ad_json_get(r->args, "updates");
	if (updates && !cJSON_IsNull(updates))
		ad_fault(r->call, "updates", "ONE_OF",
			 "Give updates, or resource, filter and rule, but not both.");
	if (!name.p)
		ad_fault(r->call, "resource", "REQUIRED", "A rule requires resource.");
	return r->call->status == AD_OK ? ad_resource_by_name(name) : NULL;
}

void mcp_bulk_change(struct mcp_request *r)
{
	static const char *const names[] = { "filter", "rule", "dryRun", NULL };
	const struct ad_resource *res = bulk_resource(r);
	if (!res)
		return;
	r->call->input = mcp_input_of(r, names);
	mcp_tool_action(r, res->id, AD_V_BULK);
}

static bool is_refused(const cJSON *result)
{
	return ad_json_get(result, "error") != NULL;
}

/* Those that were refused, or the others, while there is room; how many are left out. */
static int write_results(struct ad_json *j, const struct ad_text *out, const cJSON *results,
			 bool refused)
{
	const cJSON *result;
	int left = 0;
	cJSON_ArrayForEach(result, results)
	{
		if (is_refused(result) != refused)
			continue;
		if (out->n > MCP_RESULT_MAX)
			left++;
		else
			mcp_write_lean(j, result, false);
	}
	return left;
}

void mcp_bulk_answer(struct mcp_request *r)
{
	static const char *const counts[] = { "matched", "changed", "refused" };
	struct ad_json_error err;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	const cJSON *told = ad_json_parse(r->call->arena, r->call->data, &err);
	const cJSON *results = ad_json_get(told, "results");
	bool dry = cJSON_IsTrue(ad_json_get(told, "dryRun"));
	int64_t n[AD_LEN(counts)] = { 0 };
	int left;
	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(counts); i++) {
		(void)!ad_json_int64(ad_json_get(told, counts[i]), &n[i]);
		ad_json_kint(&j, counts[i], n[i]);
	}
	ad_json_kbool(&j, "dryRun", dry);
	ad_json_key(&j, "results");
	ad_json_array(&j);
	left = write_results(&j, out, results, true);
	left += write_results(&j, out, results, false);
	ad_json_array_end(&j);
	if (left > 0)
		ad_json_kint(&j, "resultsNotShown", left);
	ad_json_kbool(&j, "live", false);
	ad_json_object_end(&j);
	r->structured = ad_text_str(out);
	r->text = ad_arena_printf(
		r->call->arena, "%lld matched, %lld %s, %lld rejected; nothing is live.%s%s",
		(long long)n[0], (long long)n[1], dry ? "would change" : "changed", (long long)n[2],
		dry ? " Show the person, then call again without dryRun." : "",
		left ? " Not all are shown; rejected objects come first." : "");
}
