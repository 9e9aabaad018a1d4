/* Inside app/: the person of a session as the corridor knows a caller. */
#ifndef APP_CALLER_H
#define APP_CALLER_H

#include "core/adcore.h"

/*
 * Makes the session's person the caller of the call: its rights in a Space are its role's. AD_OK,
 * AD_UNAUTHENTICATED where there is no such account, AD_UNAVAILABLE. A step with a database.
 */
enum ad_status app_caller_make(struct ad_call *call, const struct ad_session *session) AD_CHECK;

#endif
