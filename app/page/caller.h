/* Inside app/: the user of a session as the caller of the pipeline. */
#ifndef APP_CALLER_H
#define APP_CALLER_H

#include "core/adcore.h"

/*
 * Makes the user of the session the caller of the call, with the rights of the role in each Space.
 * AD_OK; AD_UNAUTHENTICATED if the account does not exist; AD_UNAVAILABLE. Needs a database.
 */
enum ad_status app_caller_make(struct ad_call *call, const struct ad_session *session) AD_CHECK;
/*
 * Sets Space and environment of the call, and connections as its resource. DONE: the user is not a
 * member of the Space. For reading and writing steps.
 */
enum ad_db_status app_caller_enter(struct ad_call *call, struct ad_str space_id,
				   enum ad_environment environment) AD_CHECK;

#endif
