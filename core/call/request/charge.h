/* Counts requests against the limits of a credential and its account. */
#ifndef AD_CALL_CHARGE_H
#define AD_CALL_CHARGE_H

#include "call/request/call.h"

#define AD_CHARGE_OBJECTS 100 /* objects that count as one request */

/* Counts n requests. False with the call ended as RATE_LIMITED, or UNAVAILABLE. */
bool ad_call_count(struct ad_call *call, uint64_t n) AD_CHECK;
/*
 * Counts a request for many objects as one request for each AD_CHARGE_OBJECTS and the rest; the
 * first was counted on arrival. The additional count is at most half of a limit, so that a large
 * request can pass a small limit. False with the call ended; nothing may be written before. Not on
 * the writer's thread.
 */
bool ad_call_charge(struct ad_call *call, size_t objects) AD_CHECK;

#endif
