#include "auth/signin/acts.h"

#include "auth/signin/sessions.h"

static const struct ad_act_row rows[AD_ACT_COUNT] = {
	{ AD_ACT_MEMBER_ADD, "MEMBER_ADD", "Inviting a member" },
	{ AD_ACT_MEMBER_ROLE, "MEMBER_ROLE", "Changing a role" },
	{ AD_ACT_MEMBER_REMOVE, "MEMBER_REMOVE", "Removing a member" },
	{ AD_ACT_GRANT_PUSH, "GRANT_PUSH", "Letting an app push" },
	{ AD_ACT_CONNECT, "CONNECT", "Connecting an ad account" },
	{ AD_ACT_DISCONNECT, "DISCONNECT", "Disconnecting an ad account" },
	{ AD_ACT_APPROVE_LIVE, "APPROVE_LIVE", "Approving a live push" },
	{ AD_ACT_APPROVE_OWN, "APPROVE_OWN", "Approving a push that you asked for" },
	{ AD_ACT_PUSH_LIVE, "PUSH_LIVE", "A live push" },
	{ AD_ACT_KILL_SWITCH_LIFT, "KILL_SWITCH_LIFT", "Lifting the kill switch" },
	{ AD_ACT_GUARDRAIL_LOOSEN, "GUARDRAIL_LOOSEN", "Loosening a guardrail" },
	{ AD_ACT_TOKEN_MINT, "TOKEN_MINT", "Making a token" },
	{ AD_ACT_TOKEN_ROTATE, "TOKEN_ROTATE", "Rotating a token" },
	{ AD_ACT_ACCOUNT_CHANGE, "ACCOUNT_CHANGE", "Changing how you sign in" },
	{ AD_ACT_WEBHOOK_CHANGE, "WEBHOOK_CHANGE", "Changing a webhook" },
	{ AD_ACT_FORGET, "FORGET", "Forgetting an object" },
};

const struct ad_act_row *ad_act_row(enum ad_act act)
{
	return &rows[act];
}

bool ad_act_is_confirmed(enum ad_act act, int64_t confirmed_at)
{
	/* An act without a row is open to nobody. */
	return act < AD_ACT_COUNT && rows[act].name && ad_session_is_fresh(confirmed_at);
}

bool ad_act_is_open_to(enum ad_act act, const struct ad_principal *who)
{
	return who->kind != AD_BY_SESSION || ad_act_is_confirmed(act, who->confirmed_at);
}
