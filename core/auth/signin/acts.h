/*
 * Acts that give somebody more power or let money out. A session may do one only when its person
 * showed the password or a passkey within AD_SESSION_FRESH_MINUTES. One table lists them. Each is
 * checked where the change is made, so every front end has the same rule.
 */
#ifndef AD_AUTH_ACTS_H
#define AD_AUTH_ACTS_H

#include "auth/credential/principal.h"

enum ad_act {
	AD_ACT_MEMBER_ADD,
	AD_ACT_MEMBER_ROLE,
	AD_ACT_MEMBER_REMOVE,
	AD_ACT_GRANT_PUSH, /* consent that includes sync:write */
	AD_ACT_CONNECT,
	AD_ACT_DISCONNECT,
	AD_ACT_APPROVE_LIVE,
	AD_ACT_APPROVE_OWN, /* in any environment, a push that the same person asked for */
	AD_ACT_PUSH_LIVE,   /* a push that no approval follows */
	AD_ACT_KILL_SWITCH_LIFT,
	AD_ACT_GUARDRAIL_LOOSEN,
	AD_ACT_TOKEN_MINT,
	AD_ACT_TOKEN_ROTATE,
	AD_ACT_ACCOUNT_CHANGE, /* password, second step, passkeys */
	AD_ACT_WEBHOOK_CHANGE, /* all but reading: a webhook lets data out */
	AD_ACT_FORGET,         /* of an object: no guardrail counts it any more */
	AD_ACT_COUNT,
};

struct ad_act_row {
	enum ad_act act;
	const char *name; /* "MEMBER_ADD": in details, logs and tests */
	const char *noun; /* "Adding a member": begins a sentence */
};

/* The row of an act. */
const struct ad_act_row *ad_act_row(enum ad_act act);
/* True if a session that was confirmed then (us) may do it now. */
bool ad_act_is_confirmed(enum ad_act act, int64_t confirmed_at);
/*
 * The same of any caller. Tokens, grants and commands have no person to ask: what they may do is
 * decided by scopes and by the rules of the act.
 */
bool ad_act_is_open_to(enum ad_act act, const struct ad_principal *who);

#endif
