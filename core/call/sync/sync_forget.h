/*
 * Forgetting an object whose removal cannot be proved: the platform answers, and neither returns
 * the object nor reports it as removed. Private to this module.
 */
#ifndef AD_CALL_SYNC_FORGET_H
#define AD_CALL_SYNC_FORGET_H

#include "call/request/call.h"
#include "model/row.h"

#define AD_SYNC_FORGET "FORGET"       /* the decision, as POST /sync/drift/resolve names it */
#define AD_SYNC_FORGOTTEN "FORGOTTEN" /* the state of the object in the answer */

/*
 * Deletes the object and everything below it here, and sends nothing. `remote_id` is the id that a
 * person searched for in the ad account. Writing step, or validated only; false with the call
 * failed.
 */
bool ad_sync_forget(struct ad_call *call, struct ad_row *row, struct ad_str remote_id) AD_CHECK;

#endif
