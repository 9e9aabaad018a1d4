/*
 * Checks the conditions of an operation before it is sent: the operations it depends on have
 * succeeded, an object that goes live is complete on the platform, and the Space's total stays
 * within its guardrail at that moment.
 */
#ifndef AD_SYNC_CONDITIONS_H
#define AD_SYNC_CONDITIONS_H

#include "sync/journal/journal.h"

/* The input of the checks. */
struct ad_conditions {
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_realm realm;
	struct ad_str run_id;
	const struct ad_rails *rails; /* as they are now; NULL: the totals are not checked */
	enum {
		AD_TOTAL_UNKNOWN,
		AD_TOTAL_FREE,  /* all raises of the run together fit under the limit */
		AD_TOTAL_TIGHT, /* each raise is checked */
	} total;                /* set at the first raise */
};

/*
 * Sets op->next: SENT if the operation may be sent; PENDING if an operation it depends on is still
 * in progress; SKIPPED if a condition failed (DEPENDS_ON, GUARDRAIL_VIOLATION, PLAN_CHANGED). `row`
 * is the object as stored. The result is exact only in the writer's transaction that journals the
 * operation as SENT.
 */
enum ad_db_status ad_conditions_check(struct ad_conditions *c, struct ad_journal_op *op,
				      const struct ad_row *row) AD_CHECK;
/* Checks only the operations it depends on: a first check, from a reading connection. */
enum ad_db_status ad_conditions_look(const struct ad_conditions *c,
				     struct ad_journal_op *op) AD_CHECK;

#endif
