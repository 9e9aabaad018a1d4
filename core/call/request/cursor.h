/*
 * Cursors: opaque, [A-Za-z0-9_-] only, signed, and bound to their list (collection, filters, order,
 * Space, environment); `limit` may change between pages.
 */
#ifndef AD_CALL_CURSOR_H
#define AD_CALL_CURSOR_H

#include "call/request/call.h"

/* The cursor that continues after the object of that key, for a list described by `bound`. */
struct ad_str ad_cursor_make(struct ad_call *call, struct ad_str bound, struct ad_str key);
/*
 * Reads ?cursor: the key after which the page starts, absent if there is no cursor; false with a
 * fault.
 */
bool ad_cursor_read(struct ad_call *call, struct ad_str bound, struct ad_str *key) AD_CHECK;
/* The key inside a text from ad_cursor_make(); false for any other text. */
bool ad_cursor_take(struct ad_call *call, struct ad_str bound, struct ad_str text,
		    struct ad_str *key) AD_CHECK;
/* Reads ?limit (1..200, default 50); false with a fault. */
bool ad_limit_read(struct ad_call *call, int64_t *limit) AD_CHECK;
/* The same for pages of up to `max`, which is also the default; 0: as above. */
bool ad_limit_read_to(struct ad_call *call, int64_t max, int64_t *limit) AD_CHECK;
/* Reads ?order (default desc); false with a fault. */
bool ad_order_read(struct ad_call *call, bool *ascending) AD_CHECK;
/* The text that binds a list's cursor, with the list's own filters in canonical form. */
struct ad_str ad_cursor_bound(struct ad_call *call, struct ad_str filters, bool ascending);

#endif
