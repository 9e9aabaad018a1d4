/*
 * Cursors: opaque, [A-Za-z0-9_-] only, signed, and bound to what they page through (collection,
 * filters, order, Space, environment); `limit` may change between pages.
 */
#ifndef AD_CALL_CURSOR_H
#define AD_CALL_CURSOR_H

#include "call/call.h"

/* The cursor behind the object of that key, for a list described by `bound`. */
struct ad_str ad_cursor_make(struct ad_call *call, struct ad_str bound, struct ad_str key);
/* Reads ?cursor: the key to go on behind, absent where there is none; false with a fault. */
bool ad_cursor_read(struct ad_call *call, struct ad_str bound, struct ad_str *key) AD_CHECK;
/* The key that a text made by ad_cursor_make() holds; false where it is none of these. */
bool ad_cursor_take(struct ad_call *call, struct ad_str bound, struct ad_str text,
		    struct ad_str *key) AD_CHECK;
/* Reads ?limit (1..200, 50 unless said); false with a fault. */
bool ad_limit_read(struct ad_call *call, int64_t *limit) AD_CHECK;
/* The same for pages of up to `max`, which is also what is meant unless said; 0: as above. */
bool ad_limit_read_to(struct ad_call *call, int64_t max, int64_t *limit) AD_CHECK;
/* Reads ?order (desc unless said); false with a fault. */
bool ad_order_read(struct ad_call *call, bool *ascending) AD_CHECK;
/* What every list's cursor is bound to, with the list's own filters in a canonical form. */
struct ad_str ad_cursor_bound(struct ad_call *call, struct ad_str filters, bool ascending);

#endif
