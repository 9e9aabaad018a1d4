#include "call/sync/sync_stakes.h"

#include "base/json_read.h"
#include "call/sync/sync_steps.h"
#include "call/request/validate.h"

static bool changes_status(const struct ad_plan_op *op)
{
	if (op->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = op->changed; op->op == AD_OP_UPDATE && name && *name; name++)
		if (strcmp(*name, "status") == 0)
			return true;
	return false;
}

static bool sync_stakes_enables(struct ad_arena *arena, const struct ad_plan_op *op)
{
	struct ad_json_error err;
	struct ad_str want = { 0 };
	if (changes_status(op))
		want = ad_plan_want(arena, op);
	return want.p &&
	       ad_str_is(ad_json_get_text(ad_json_parse(arena, want, &err), "status"), "ENABLED");
}

bool ad_sync_stakes(struct ad_call *call, struct ad_sync_stakes *out)
{
	struct ad_plan_filter filter;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	struct ad_arena *scratch;
	const cJSON *input = ad_validate_shape(call, call->action->input, call->input);
	if (!input || !ad_sync_filter(call, input, &filter) ||
	    !ad_sync_kept_filter(call, input, &filter) ||
	    !ad_sync_plan_for(call, &filter, &ask, &plan))
		return false;
	*out = (struct ad_sync_stakes){
		.operations = plan.count,
		.before = plan.active_before,
		.after = plan.active_after,
		.currency = call->space.currency,
	};
	scratch = ad_arena_new();
	for (size_t i = 0; i < plan.count; i++) {
		ad_arena_reset(scratch);
		out->enables += sync_stakes_enables(scratch, plan.ops[i]);
	}
	ad_arena_free(scratch);
	return true;
}
