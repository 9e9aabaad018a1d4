/*
 * Ends the unsent operations of a run as SKIPPED. A run may have a million of them: one change
 * skips a bounded number, in bounded memory. Writer's thread.
 */
#ifndef AD_SYNC_JOURNAL_SKIP_H
#define AD_SYNC_JOURNAL_SKIP_H

#include "store/objects/rows.h"

struct ad_journal_op;

/* The number of operations that one change skips at most. */
#define AD_SKIP_MAX 20000

#define AD_CANCELLED_MESSAGE "The run was cancelled before the operation was sent."

/* The platform may have received an earlier request of an operation. */
#define AD_UNCONFIRMED                                                                             \
	"The platform did not confirm an earlier request of this operation: it may have made the " \
	"change, or a part of it, before."

struct ad_skip {
	struct ad_realm realm;
	struct ad_str run_id;
	uint32_t without; /* platforms (bits) to leave out */
	const char *code; /* the error of each operation */
	struct ad_str message;
	bool more; /* result: operations are left, for another change */
};

/* Completes "was not sent" for an operation whose earlier requests were sent: " again", or "". */
const char *ad_skip_again(const struct ad_journal_op *op);
/* The sentence on these requests that follows the reason: their effect, or that it is unknown. */
const char *ad_skip_earlier(const struct ad_journal_op *op);

/* Skips up to AD_SKIP_MAX operations. */
enum ad_db_status ad_skip_some(struct ad_db *db, struct ad_skip *skip) AD_CHECK;

#endif
