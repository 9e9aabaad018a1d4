/* Counts the requests to each platform since the start, by result. Any thread may read. */
#ifndef AD_SYNC_CALL_COUNTS_H
#define AD_SYNC_CALL_COUNTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "platform/transport.h"

enum ad_call_end {
	AD_CALL_OK,
	AD_CALL_REFUSED,   /* 4xx except 429 */
	AD_CALL_THROTTLED, /* 429 */
	AD_CALL_FAILED,    /* 5xx */
	AD_CALL_NOT_SENT,
	AD_CALL_UNKNOWN, /* the response was lost */
	AD_CALL_ENDS,
};

struct ad_call_counts {
	_Atomic uint64_t n[AD_PLATFORM_COUNT][AD_CALL_ENDS];
};

struct ad_sync;

/* The label of a row, such as "throttled". */
const char *ad_call_end_name(enum ad_call_end end);
/* Counts a completed transfer. */
void ad_call_counts_add(struct ad_call_counts *counts, enum ad_platform platform,
			const struct ad_transfer *transfer);
/* The counters of a runner. */
struct ad_call_counts *ad_sync_call_counts(struct ad_sync *sync);

#endif
