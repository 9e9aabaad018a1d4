/*
 * Stores the operations of a long plan in several changes before the run itself, so that no other
 * write waits for all of them (journal_run.c). Operations without a run have no effect; they are
 * deleted after one hour.
 */
#ifndef AD_SYNC_JOURNAL_PREPARE_H
#define AD_SYNC_JOURNAL_PREPARE_H

#include "sync/journal/journal.h"
#include "sync/plan/plan.h"

#define AD_RUN_PREPARE_MAX ((size_t)5000) /* operations of a change */

/* Stores at most AD_RUN_PREPARE_MAX operations, starting at index `from` (from 0). */
enum ad_db_status ad_run_prepare(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				 const struct ad_sync_plan *plan, size_t from) AD_CHECK;
/* Inserts the run; also its operations, if a sweep deleted any of them. */
enum ad_db_status ad_run_insert_prepared(struct ad_db *db, struct ad_realm realm,
					 const struct ad_run_row *run,
					 const struct ad_sync_plan *plan) AD_CHECK;
/* Deletes the stored operations of a run that will not be inserted. */
enum ad_db_status ad_run_drop_prepared(struct ad_db *db, struct ad_realm realm,
				       struct ad_str run_id) AD_CHECK;

#endif
