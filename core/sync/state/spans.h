/* Spans of numbers as text: "1-3,7". */
#ifndef AD_SYNC_SPANS_H
#define AD_SYNC_SPANS_H

#include "base/json_write.h"

/* Reads the next span of a text of spans from *at (first 0), and advances it; false at the end. */
bool ad_spans_next(struct ad_str text, size_t *at, int64_t *first, int64_t *last);
/*
 * Writes a text of spans ("1-3,7", or absent) as a list of numbers, with `base` subtracted from
 * each.
 */
void ad_spans_write(struct ad_json *j, struct ad_str spans, int64_t base);

#endif
