/* The effect of a push on spend, for front ends that request a person's confirmation. */
#ifndef AD_CALL_SYNC_STAKES_H
#define AD_CALL_SYNC_STAKES_H

#include "call/request/call.h"

struct ad_sync_stakes {
	size_t operations;
	size_t enables;        /* of these: objects that become live */
	int64_t before, after; /* micros a day of all enabled campaigns, by the push */
	const char *currency;  /* of the Space */
};

/*
 * Plans the push of the call's input in the current state; nothing is written, sent or recorded as
 * previewed. False with the call failed.
 */
bool ad_sync_stakes(struct ad_call *call, struct ad_sync_stakes *out) AD_CHECK;

#endif
