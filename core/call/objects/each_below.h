/* Visits every object below another, with bounded memory. */
#ifndef AD_CALL_EACH_BELOW_H
#define AD_CALL_EACH_BELOW_H

#include "call/request/call.h"

/* False with the call failed, or, with the call still AD_OK, to end the visit. */
typedef bool ad_below_fn(struct ad_call *call, struct ad_row *child, void *arg);

/*
 * Calls `each` with every child of an object, a page at a time. Meanwhile call->arena is the
 * page's, which ends after the page: copy data that must stay to another arena. False with the call
 * failed, or if `each` ended the visit.
 */
bool ad_call_each_below(struct ad_call *call, const struct ad_row *row, ad_below_fn *each,
			void *arg) AD_CHECK;

#endif
