/* What a push would put at stake, for a door that asks a person before it. */
#ifndef AD_CALL_SYNC_STAKES_H
#define AD_CALL_SYNC_STAKES_H

#include "call/call.h"

struct ad_sync_stakes {
	size_t operations;
	size_t enables;        /* of these: something becomes live */
	int64_t before, after; /* micros a day of all enabled campaigns, by the push */
	const char *currency;  /* of the Space */
};

/*
 * Plans the push that the call's input asks for, as things stand; nothing is written, sent or
 * recorded as previewed. False with the call failed.
 */
bool ad_sync_stakes(struct ad_call *call, struct ad_sync_stakes *out) AD_CHECK;

#endif
