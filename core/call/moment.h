/* Several statements of a reading step that must tell of one moment. */
#ifndef AD_CALL_MOMENT_H
#define AD_CALL_MOMENT_H

#include "call/call.h"

/*
 * Begins a read transaction on the call's database and says in *ours so, unless one is open: a
 * writing step's, or the one that an event loop reads under. False with the call failed. Where it
 * was true, ad_moment_end() follows on every path.
 */
bool ad_moment_begin(struct ad_call *call, bool *ours) AD_CHECK;
/* Ends it where it is ours; good says whether what was read is used. False with the call failed. */
bool ad_moment_end(struct ad_call *call, bool ours, bool good) AD_CHECK;

#endif
