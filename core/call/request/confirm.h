/* The confirmation that an act needs (auth/signin/acts.h), checked where the act is done. */
#ifndef AD_CALL_CONFIRM_H
#define AD_CALL_CONFIRM_H

#include "auth/signin/acts.h"
#include "call/request/call.h"

/*
 * Requires a confirmation by the caller's session. False with the call ended as 409 with the reason
 * CONFIRMATION_REQUIRED and the page that confirms.
 */
bool ad_call_confirm(struct ad_call *call, enum ad_act act) AD_CHECK;
/* True if the call ended because a confirmation is missing. */
bool ad_call_wants_confirmation(const struct ad_call *call);

#endif
