/*
 * What may be kept: objects and bytes by the plan of a Space's owner, counted over all Spaces of
 * that owner, and the room that is left on the disk. The bytes are those of assets, keyword lists
 * and history.
 */
#ifndef AD_CALL_QUOTA_H
#define AD_CALL_QUOTA_H

#include "call/call.h"

struct ad_quotas;

/* What was counted lately, of all Spaces; one a server. */
struct ad_quotas *ad_quotas_new(void);
/* NULL is allowed. */
void ad_quotas_free(struct ad_quotas *quotas);

/*
 * Holds one more object against the plan. Writing side only. Counts are taken anew every few
 * seconds or AD_QUOTA_STEP objects, so that a Space may pass the quota by as many where several of
 * its owner's Spaces, or several servers, write at once. A command of the operator is not held.
 * False with the call failed (409, QUOTA_EXCEEDED).
 */
bool ad_quota_object(struct ad_call *call) AD_CHECK;
#define AD_QUOTA_STEP 1000

/* Holds so many more bytes against the plan, on any side; fails as ad_quota_object(). */
bool ad_quota_bytes(struct ad_call *call, size_t bytes) AD_CHECK;
/*
 * Refuses a change that adds to the history where the owner's bytes are used up; fails as
 * ad_quota_object(). Writing side only. That bytes are left is taken for true for a few seconds.
 * Deletions are not asked about.
 */
bool ad_quota_change(struct ad_call *call) AD_CHECK;
/*
 * Counts the bytes of a keyword list, and holds what it grows by against the plan. before or after
 * is NULL where the list is created or deleted; of another kind of object nothing is counted.
 */
bool ad_quota_list(struct ad_call *call, const struct ad_row *before,
		   const struct ad_row *after) AD_CHECK;
/*
 * After an asset was stored: tells by an event where the owner's bytes reached 80 or 100 percent of
 * the plan's. Writing side only. False: a database failure.
 */
bool ad_quota_alarm(struct ad_call *call) AD_CHECK;

/*
 * Refuses an action that stores something while the disk of the database is almost full (503,
 * STORAGE_FULL): a run that could not be written down would leave its objects in doubt. What
 * deletes, cancels or pauses goes on.
 */
bool ad_storage_check(struct ad_call *call) AD_CHECK;
/* The same of a call that is known to store something. */
bool ad_storage_has_room(struct ad_call *call) AD_CHECK;

#endif
