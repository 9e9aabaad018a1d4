/* Several statements of a reading step in one snapshot. */
#ifndef AD_CALL_MOMENT_H
#define AD_CALL_MOMENT_H

#include "call/request/call.h"

/*
 * Begins a read transaction on the call's database and sets *ours, unless one is open: a writing
 * step's, or the event loop's. False with the call failed. If it was true, ad_moment_end() follows
 * on every path.
 */
bool ad_moment_begin(struct ad_call *call, bool *ours) AD_CHECK;
/* Ends the transaction if it is ours; good: the data will be used. False with the call failed. */
bool ad_moment_end(struct ad_call *call, bool ours, bool good) AD_CHECK;

#endif
