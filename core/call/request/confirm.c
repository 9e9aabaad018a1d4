#include "call/request/confirm.h"

#include "auth/signin/sessions.h"
#include "call/request/core.h"

#define REASON "\"reason\":\"CONFIRMATION_REQUIRED\""

bool ad_call_confirm(struct ad_call *call, enum ad_act act)
{
	const struct ad_act_row *row = ad_act_row(act);
	if (ad_act_is_open_to(act, call->who))
		return true;
	call->details = ad_arena_printf(call->arena,
					REASON ",\"act\":\"%s\",\"confirmUrl\":\"%s/signin?"
					       "switch=1\"",
					row->name, call->core->config->public_url);
	call->suggestion = "Sign in again at confirmUrl, then repeat the request.";
	return ad_fail(call, AD_CONFLICT,
		       "%s requires a confirmation because you signed in more than %d minutes ago. "
		       "Sign in again. Nothing was changed.",
		       row->noun, AD_SESSION_FRESH_MINUTES);
}

bool ad_call_wants_confirmation(const struct ad_call *call)
{
	return call->status == AD_CONFLICT && ad_str_starts(call->details, REASON);
}
