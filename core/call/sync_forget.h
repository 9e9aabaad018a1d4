/*
 * The way out of a removal that nobody can prove: the platform answers, and neither shows the
 * object nor calls it removed. Private to this room.
 */
#ifndef AD_CALL_SYNC_FORGET_H
#define AD_CALL_SYNC_FORGET_H

#include "call/call.h"
#include "model/row.h"

#define AD_SYNC_FORGET "FORGET"       /* the decision, as POST /sync/drift/resolve names it */
#define AD_SYNC_FORGOTTEN "FORGOTTEN" /* how the object then stands here */

/*
 * Deletes the object and everything below it here, and sends nothing. `remote_id` is what a person
 * looked for in the ad account. Writing step, or only checked; false with the call failed.
 */
bool ad_sync_forget(struct ad_call *call, struct ad_row *row, struct ad_str remote_id) AD_CHECK;

#endif
