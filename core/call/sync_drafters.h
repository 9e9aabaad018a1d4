/*
 * Who drafted what a run sends. Where every push is approved (requireApproval ALWAYS), somebody
 * else approves than who asked, and than who drafted: neither is a second pair of eyes.
 */
#ifndef AD_CALL_SYNC_DRAFTERS_H
#define AD_CALL_SYNC_DRAFTERS_H

#include "call/call.h"

/*
 * True in *barred if the caller drafted some of what the run sends, and somebody else who may push
 * in the Space drafted none of it. Of a create or an update a draft is the newest change of each
 * field that it sends, and each change that brought an item or a member which is still part of the
 * value, or took one away, whenever that was. Where all of them drafted, nobody is barred: who
 * asked for the push cannot approve it in any case. False: a database failure.
 */
bool ad_sync_is_drafter(struct ad_call *call, struct ad_str run_id, bool *barred) AD_CHECK;

#endif
