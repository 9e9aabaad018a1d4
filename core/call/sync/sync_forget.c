#include "call/objects/each_below.h"
#include "call/sync/sync_forget.h"

#include "call/objects/attachments.h"
#include "call/request/confirm.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/sync/sync_steps.h"
#include "store/objects/remotes.h"
#include "sync/state/drift.h"
#include "sync/state/review.h"

/* Contract section 5: hiding an object from the guardrails is a person's decision. */
static bool forget_allowed(struct ad_call *call, const struct ad_row *row, struct ad_str remote_id)
{
	if (ad_call_is_connector(call))
		return ad_call_refuse_connector(
			call, "An object can be forgotten in the application, or with an API token "
			      "with sync:write. Connected apps cannot forget objects.");
	if (!ad_call_confirm(call, AD_ACT_FORGET))
		return false;
	if (!ad_drift_is_unproven(row))
		return ad_sync_conflict(
			call, "NOT_FORGETTABLE", NULL,
			"Only an object whose removal failed because the platform does not return "
			"it can be forgotten. Delete the object and push first.");
	if (ad_str_eq(remote_id, row->remote_id))
		return true;
	ad_fault(call, "remoteId", "MISMATCH",
		 "`remoteId` must be the object's id on the platform, \"%.*s\". Check the ad "
		 "account for the object before you forget it.",
		 AD_FMT(row->remote_id));
	return false;
}

static bool forget_one(struct ad_call *call, struct ad_row *row)
{
	struct ad_realm realm = ad_sync_realm(call);
	enum ad_db_status status;
	if (call->validate_only)
		return true;
	status = ad_row_delete(call->db, call->arena, row);
	if (status == AD_DB_DONE)
		status = ad_remotes_forget(call->db, realm, row->id);
	if (status == AD_DB_DONE)
		status = ad_review_drop(call->db, realm, row->id);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, "forget", row, NULL) && ad_attached_follow(call, row, NULL);
}

static bool forget_tree(struct ad_call *call, struct ad_row *row);

static bool forget_child(struct ad_call *call, struct ad_row *child, void *arg)
{
	(void)arg;
	return forget_tree(call, child);
}

/* Children first, because no object can exist without its parent. */
static bool forget_tree(struct ad_call *call, struct ad_row *row)
{
	if (row->open_op.p) {
		call->retry_after = 1;
		return ad_sync_conflict(call, "UNSETTLED", NULL,
					"An operation on the object or below it is in progress. "
					"Forget the object when the operation has ended.");
	}
	return ad_call_each_below(call, row, forget_child, NULL) && forget_one(call, row);
}

bool ad_sync_forget(struct ad_call *call, struct ad_row *row, struct ad_str remote_id)
{
	return forget_allowed(call, row, remote_id) && forget_tree(call, row);
}
