/*
 * The conditions of an operation, checked before it is sent: the operations that it relies on have
 * succeeded, its object stands completely on the platform where it is to go live, and the Space's
 * total stays within its guardrail at that moment (contract sections 5 and 11).
 */
#ifndef AD_SYNC_CONDITIONS_H
#define AD_SYNC_CONDITIONS_H

#include "sync/journal.h"

/* Where the conditions are checked. */
struct ad_conditions {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	struct ad_str run_id;
	const struct ad_rails *rails; /* as they are now; NULL: the totals are not checked */
	enum {
		AD_TOTAL_UNKNOWN,
		AD_TOTAL_FREE,  /* all raises of the run together fit under the limit */
		AD_TOTAL_TIGHT, /* each raise is looked at */
	} total;                /* found out with the first raise */
};

/*
 * Sets op->next: SENT where the operation may go; PENDING where something that it relies on is
 * still under way; SKIPPED with code DEPENDS_ON where that failed. `row` is the object as stored.
 * To be exact the check runs in the writer's transaction that journals the operation as SENT.
 */
enum ad_db_status ad_conditions_check(struct ad_conditions *c, struct ad_journal_op *op,
				      const struct ad_row *row) AD_CHECK;
/* The same of the operations that it relies on alone: a first look from a reading connection. */
enum ad_db_status ad_conditions_look(const struct ad_conditions *c,
				     struct ad_journal_op *op) AD_CHECK;

#endif
