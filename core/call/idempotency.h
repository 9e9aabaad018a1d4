/*
 * Idempotency-Key (contract section 3): a key belongs to the credential, Space, environment,
 * method and path; it is kept 24 hours with the outcome, which a repeat gets again. The row is
 * written in the same transaction as the work, so a crash keeps both or neither.
 */
#ifndef AD_CALL_IDEMPOTENCY_H
#define AD_CALL_IDEMPOTENCY_H

#include "call/call.h"

/*
 * The part of a plan's bytes that the answers kept for an account may take. Beyond it, or beyond
 * as many answers as the plan allows requests a day, a request with a new key is refused (409,
 * QUOTA_EXCEEDED) before its work; a key that has an answer is answered.
 */
#define AD_IDEMPOTENCY_SHARE 16

/* Refuses a key that is no 1..255 printable ASCII characters. True where there is none. */
bool ad_idempotency_check_key(struct ad_call *call) AD_CHECK;
/*
 * Looks the key up. True: the call is to be done. False: the outcome is filled, as a replay or a
 * conflict (or a database failure). Call it on the reading side, and again before the work.
 */
bool ad_idempotency_begin(struct ad_call *call) AD_CHECK;
/* Keeps the outcome of work that succeeded, in its own transaction; false: a database failure. */
bool ad_idempotency_keep(struct ad_call *call) AD_CHECK;
/*
 * Keeps what a repeat is told while the work goes on in further transactions, and where the server
 * ends before the last: the call's error, with Retry-After. The call is a copy of the one that
 * goes on.
 */
bool ad_idempotency_keep_under_way(struct ad_call *call) AD_CHECK;
/*
 * Ends a call that failed: where it has a key and its status is one that is kept (4xx from
 * validation on), names the writing step that keeps it, or that tells what was kept for the same
 * request meanwhile. Otherwise does nothing.
 */
void ad_idempotency_fail(struct ad_call *call);

#endif
