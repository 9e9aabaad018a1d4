/*
 * Who drafted what a run sends. Where every push is approved (requireApproval ALWAYS), somebody
 * else approves than who asked, and than who drafted: neither is a second pair of eyes.
 */
#ifndef AD_CALL_SYNC_DRAFTERS_H
#define AD_CALL_SYNC_DRAFTERS_H

#include "call/call.h"

/*
 * True in *barred if the caller changed an object of the run since its last push, and somebody else
 * who may push in the Space changed none of them. Where all of them drafted, nobody is barred: who
 * asked for the push cannot approve it in any case. False: a database failure.
 */
bool ad_sync_is_drafter(struct ad_call *call, struct ad_str run_id, bool *barred) AD_CHECK;

#endif
