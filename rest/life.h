/* The headers of deprecated parts of the API: Deprecation (RFC 9745) and Sunset (RFC 8594). */
#ifndef AD_REST_LIFE_H
#define AD_REST_LIFE_H

#include "core/adcore.h"

/*
 * The life of what a call uses, where that is deprecated: its action, its resource, or the first
 * field that its body or query names. NULL where nothing is.
 */
const struct ad_life *ad_life_of(const struct ad_call *call);
/* "@1795219200": midnight UTC of the day, as a structured field's date. Absent: no such day. */
struct ad_str ad_life_deprecation(struct ad_arena *arena, const struct ad_life *life);
/* "Wed, 24 Nov 2027 00:00:00 GMT", or absent where the end is not decided. */
struct ad_str ad_life_sunset(struct ad_arena *arena, const struct ad_life *life);

#endif
