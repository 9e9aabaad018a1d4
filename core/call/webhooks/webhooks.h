/*
 * Webhooks (GET, POST, PATCH, DELETE /webhooks): URLs that receive the events of a Space and
 * environment. Only an OWNER reads and changes them, in the application or with an API token. A
 * webhook belongs to the OWNER who changed it last. The secret is stored sealed and shown once.
 */
#ifndef AD_CALL_WEBHOOKS_H
#define AD_CALL_WEBHOOKS_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_WEBHOOKS_MAX 10          /* of a Space and environment */
#define AD_WEBHOOK_LABEL "webhooks" /* of the key that seals secrets: auth/secret/reseal.c */

/* Requires an OWNER who is not a connector. False with the call ended as 403. */
bool ad_webhook_require_owner(struct ad_call *call) AD_CHECK;
/* Loads the webhook call->id as a row; false with the call's status set, 404 if there is none. */
bool ad_webhook_load(struct ad_call *call, struct ad_row **row) AD_CHECK;
/*
 * Checks the URL of a new or changed webhook: https at port 443, and no numeric address that is not
 * public. The address of a name is checked at each request, at the socket.
 */
void ad_webhook_check_url(struct ad_call *call, const struct ad_row *row);
/* Sets data and ETag of the outcome; the id is null if only validated. */
void ad_webhook_answer(struct ad_call *call, struct ad_row *row);
/*
 * Disables the webhooks of an account that is no longer an OWNER of the Space, in both
 * environments, each with an event. Writing side only. False: a database failure.
 */
bool ad_webhooks_end_of(struct ad_call *call, struct ad_str space_id,
			struct ad_str account_id) AD_CHECK;
/* Adds a row of history: the host, types and state before and after; NULL: none. */
bool ad_webhook_note(struct ad_call *call, const char *verb, const struct ad_row *before,
		     const struct ad_row *after) AD_CHECK;

#endif
