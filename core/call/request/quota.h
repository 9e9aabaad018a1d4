/*
 * Storage quotas: objects and bytes by the plan of a Space's owner, counted over all Spaces of that
 * owner, and the free space on the disk. The bytes are those of assets, keyword lists and history.
 */
#ifndef AD_CALL_QUOTA_H
#define AD_CALL_QUOTA_H

#include "call/request/call.h"

struct ad_quotas;

/* The cached counts of all Spaces; one instance per server. */
struct ad_quotas *ad_quotas_new(void);
/* NULL is allowed. */
void ad_quotas_free(struct ad_quotas *quotas);

/*
 * Checks one more object against the plan. Writing side only. Counts are refreshed every few
 * seconds or AD_QUOTA_STEP objects, so that a Space may exceed the quota by that many if several of
 * its owner's Spaces, or several servers, write at once. A command of the operator is not checked.
 * False with the call failed (409, QUOTA_EXCEEDED).
 */
bool ad_quota_object(struct ad_call *call) AD_CHECK;
#define AD_QUOTA_STEP 1000

/* Checks that many more bytes against the plan, on any side; fails as ad_quota_object(). */
bool ad_quota_bytes(struct ad_call *call, size_t bytes) AD_CHECK;
/*
 * Refuses a change that adds to the history if the owner's bytes are used up; fails as
 * ad_quota_object(). Writing side only. A positive result is cached for a few seconds. Deletions
 * are not checked.
 */
bool ad_quota_change(struct ad_call *call) AD_CHECK;
/*
 * Counts the bytes of a keyword list, and checks its growth against the plan. before or after is
 * NULL if the list is created or deleted; other kinds of objects are not counted.
 */
bool ad_quota_list(struct ad_call *call, const struct ad_row *before,
		   const struct ad_row *after) AD_CHECK;
/*
 * After an asset was stored: adds an event when the owner's bytes reach 80 or 100 percent of the
 * plan's. Writing side only. False: a database failure.
 */
bool ad_quota_alarm(struct ad_call *call) AD_CHECK;

/*
 * Refuses an action that stores something while the database's disk is almost full (503,
 * STORAGE_FULL): a run that cannot be recorded would leave its objects in doubt. Deletions,
 * cancellations and pauses are still allowed.
 */
bool ad_storage_check(struct ad_call *call) AD_CHECK;
/* The same for a call that is known to store something. */
bool ad_storage_has_room(struct ad_call *call) AD_CHECK;

#endif
