/* Inside core/http: requests counted by route, code and duration, one set of counters a loop. */
#ifndef AD_HTTP_COUNTS_H
#define AD_HTTP_COUNTS_H

#include <stdatomic.h>

#include "http/server.h"

#define AD_COUNT_CLASSES 5 /* 1xx to 5xx */
#define AD_COUNT_BUCKETS 10
#define AD_COUNT_CODES 26 /* the known ones, and all others */

/* Of one route; the one after the last is of requests that no route takes. */
struct ad_http_route_counts {
	_Atomic uint64_t by_code[AD_COUNT_CODES];
	_Atomic uint64_t bucket[AD_COUNT_CLASSES][AD_COUNT_BUCKETS + 1];
	_Atomic uint64_t sum_us[AD_COUNT_CLASSES];
};

/* Counts an answer: its status, and us from its first byte to its last step. */
void ad_http_counts_add(struct ad_http_route_counts *counts, int status, int64_t took);
/* Appends the counters of all loops, each `routes` + 1 long, as Prometheus text. */
void ad_http_counts_write(const struct ad_http_route_counts *const *loops, size_t loop_count,
			  const struct ad_route *routes, size_t route_count, struct ad_text *out);

#endif
