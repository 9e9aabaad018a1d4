/*
 * The drafters of a run's operations. If every push needs approval (requireApproval ALWAYS), the
 * approver must be neither the requester nor a drafter: neither of them is an independent reviewer.
 */
#ifndef AD_CALL_SYNC_DRAFTERS_H
#define AD_CALL_SYNC_DRAFTERS_H

#include "base/json_write.h"
#include "call/request/call.h"

/*
 * Sets *barred if the caller drafted a part of what the run sends, and another member who may push
 * drafted none of it. For a create or an update a draft is the newest change of each sent field,
 * and each change that added an item or a member that the value still has, or removed one, at any
 * time. If all members who may push are drafters, nobody is barred: the requester of the push
 * cannot approve it in any case. False: a database failure.
 */
bool ad_sync_is_drafter(struct ad_call *call, struct ad_str run_id, bool *barred) AD_CHECK;
/*
 * Writes the drafters of all operations of a run that awaits approval, by the same rules:
 * [{"accountId","door","app"}], each once. app: the name of the connected app or API token, or
 * null. False: a database failure.
 */
bool ad_sync_write_drafters(struct ad_call *call, struct ad_str run_id, struct ad_json *j) AD_CHECK;

#endif
