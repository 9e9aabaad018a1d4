/*
 * Idempotency-Key: a key belongs to the credential, Space, environment, method and path; it is
 * stored for 24 hours with the outcome, which a repeat receives again. The row is written in the
 * transaction of the work, so a crash keeps both or neither.
 */
#ifndef AD_CALL_IDEMPOTENCY_H
#define AD_CALL_IDEMPOTENCY_H

#include "call/request/call.h"

/*
 * The share of a plan's bytes for the stored answers of an account: 1/16. Beyond this share, or
 * beyond as many answers as the plan allows requests a day, a request with a new key is refused
 * (409, QUOTA_EXCEEDED) before its work; a key with a stored answer is still answered.
 */
#define AD_IDEMPOTENCY_SHARE 16

/* Refuses a key that is not 1..255 printable ASCII characters. True if there is no key. */
bool ad_idempotency_check_key(struct ad_call *call) AD_CHECK;
/*
 * Looks the key up. True: the call must be done. False: the outcome is set, as a replay or a
 * conflict (or a database failure). Called on the reading side, and again before the work.
 */
bool ad_idempotency_begin(struct ad_call *call) AD_CHECK;
/*
 * Stores the outcome of work that succeeded, in the transaction of the work; false: a database
 * failure.
 */
bool ad_idempotency_keep(struct ad_call *call) AD_CHECK;
/*
 * Stores the answer for a repeat while the work continues in further transactions, and for the case
 * that the server stops before the last: the call's error, with Retry-After. The call is a copy of
 * the continuing one.
 */
bool ad_idempotency_keep_under_way(struct ad_call *call) AD_CHECK;
/*
 * Ends a failed call. If the call has a key and its status is stored (4xx from validation on), sets
 * the writing step that stores it, or that returns the answer stored meanwhile for the same
 * request. Otherwise does nothing.
 */
void ad_idempotency_fail(struct ad_call *call);

#endif
