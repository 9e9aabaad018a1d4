#include "call/sync/sync_blocked.h"

#include "call/request/core.h"
#include "sync/plan/plan.h"

const char *ad_sync_block_message(const struct ad_call *call)
{
	return ad_arena_printf(
		       call->arena,
		       "Pushes are blocked because the kill switch was activated. An owner of the "
		       "Space can allow pushes again in the application, at %s/app/spaces/%s.",
		       call->core->config->public_url, call->space.id)
		.p;
}

void ad_sync_add_block(const struct ad_call *call, struct ad_sync_plan *plan)
{
	const struct ad_violations others = plan->violations;

	if (!call->space.pushes_blocked)
		return;
	plan->violations.first = NULL;
	plan->violations.end = NULL;
	plan->violations.listed = 0;
	ad_violate(&plan->violations, AD_PUSHES_BLOCKED, AD_S("\"ALLOWED\""), AD_S("\"BLOCKED\""),
		   (struct ad_str){ 0 });
	ad_violate_say(&plan->violations, ad_str(ad_sync_block_message(call)));
	plan->violations.listed += others.listed;
	if (!others.first)
		return;
	plan->violations.first->next = others.first;
	plan->violations.end = others.end;
	plan->violations.last = others.last;
}
