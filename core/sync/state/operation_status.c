/*
 * The transitions of an operation's status, as journalled (sync_operations.status).
 *
 * An operation is PENDING until the transaction that journals it as SENT; only then its request is
 * sent. Without a result, after a crash or a lost response, it is UNKNOWN: it is never sent again
 * before the platform was queried, which makes it PENDING again, or gives it its result. SUCCEEDED,
 * FAILED and SKIPPED never change: a retry is a new operation of a new run.
 */
#include "sync/state/operation.h"

static const char *const operation_names[] = {
	[AD_OPS_PENDING] = "PENDING",     [AD_OPS_SENT] = "SENT",
	[AD_OPS_SUCCEEDED] = "SUCCEEDED", [AD_OPS_FAILED] = "FAILED",
	[AD_OPS_SKIPPED] = "SKIPPED",     [AD_OPS_UNKNOWN] = "UNKNOWN",
};

static const struct ad_transition operation_legal[] = {
	{ AD_OPS_PENDING, AD_OPS_SENT, "journalled; its request is sent after the commit" },
	{ AD_OPS_PENDING, AD_OPS_PENDING, "it waits for another one, or its state was recorded" },
	{ AD_OPS_PENDING, AD_OPS_SUCCEEDED, "the platform has the wanted state already" },
	{ AD_OPS_PENDING, AD_OPS_FAILED, "drift, no access, or not possible on the platform" },
	{ AD_OPS_PENDING, AD_OPS_SKIPPED,
	  "cancelled, overtaken by an edit, or a condition failed" },
	{ AD_OPS_SENT, AD_OPS_SUCCEEDED, "the platform accepted all of its requests" },
	{ AD_OPS_SENT, AD_OPS_FAILED, "the platform refused it, or the attempts are used up" },
	{ AD_OPS_SENT, AD_OPS_PENDING, "not carried out, or a step is left: it is sent later" },
	{ AD_OPS_SENT, AD_OPS_UNKNOWN, "the response was lost, or the process ended" },
	{ AD_OPS_UNKNOWN, AD_OPS_UNKNOWN, "the platform does not show the result yet" },
	{ AD_OPS_UNKNOWN, AD_OPS_PENDING, "not carried out, or only in part: it is sent again" },
	{ AD_OPS_UNKNOWN, AD_OPS_SUCCEEDED, "the platform shows the result" },
	{ AD_OPS_UNKNOWN, AD_OPS_FAILED, "drift, or not carried out and not sent again" },
	{ AD_OPS_UNKNOWN, AD_OPS_SKIPPED, "its object or its parent is gone here" },
};

const struct ad_states ad_op_statuses = {
	"operation_status", operation_names, AD_OPS_COUNT, operation_legal, AD_LEN(operation_legal),
};

const char *ad_op_status_name(enum ad_op_status status)
{
	return ad_states_name(&ad_op_statuses, status);
}

enum ad_op_status ad_op_status_of(struct ad_str name)
{
	return (enum ad_op_status)ad_states_of(&ad_op_statuses, name);
}

bool ad_op_is_consistent(const struct ad_journal_op *op)
{
	switch (op->next) {
	case AD_OPS_PENDING:
		return !op->finished;
	case AD_OPS_UNKNOWN:
		return true;
	case AD_OPS_SUCCEEDED:
	case AD_OPS_FAILED:
	case AD_OPS_SKIPPED:
		return op->finished;
	case AD_OPS_SENT:
	case AD_OPS_COUNT:
		break;
	}
	return false;
}
