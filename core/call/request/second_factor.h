/* The second factor that a Space may require for pushes and approvals. */
#ifndef AD_CALL_SECOND_FACTOR_H
#define AD_CALL_SECOND_FACTOR_H

#include "call/request/call.h"

/*
 * False if the call's Space requires a second factor and the caller has none: the call ended as 403
 * with details.reason SECOND_FACTOR_REQUIRED and the page that sets one up. A token or grant counts
 * as its account. A session must also have used the factor: a session opened by the password alone
 * does not count. The command line belongs to the server's operator and passes.
 */
bool ad_call_need_factor(struct ad_call *call) AD_CHECK;
/* The same regardless of the Space's setting; `why` is the first sentence of the refusal. */
bool ad_call_show_factor(struct ad_call *call, const char *why) AD_CHECK;
/* The same for a scope that reaches every Space of the account, as a token's does. */
bool ad_call_need_factor_anywhere(struct ad_call *call) AD_CHECK;
/* True if the call ended because of a missing second factor. */
bool ad_call_wants_factor(const struct ad_call *call);

#endif
