/*
 * How a run begins, is taken up again and ends, for the files that carry it out. Changes: the
 * writer's thread, inside the change's savepoint.
 */
#ifndef AD_SYNC_RUN_CLAIM_H
#define AD_SYNC_RUN_CLAIM_H

#include "sync/run.h"

/* run_start.c: what a run that has not begun may not begin for; sets run->over */
enum ad_db_status ad_run_begin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       const struct ad_run_row *head);
/* Ends what is still to be sent of a run where pushes are blocked by now. */
enum ad_db_status ad_run_stop_blocked(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

/* run_part.c: the kill switch on one platform */
/* Takes its lease and makes its operations, or goes on; `lost` where others hold it. */
enum ad_db_status ad_run_begin_part(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head) AD_CHECK;
/* All that it had to send is settled: waits for what may still land, or ends the part. */
ad_run_step ad_run_end_part;

/* run_batch.c */
/* Platforms (bits) that are other parts' of the kill switch. */
uint32_t ad_run_other_parts(const struct ad_run *run);

/* run_decide.c */
/* us: how long what was sent may still be carried out there, though nobody waits for it. */
int64_t ad_run_landing(const struct ad_run *run);

/* run_owner.c: whose a remote object is. The sync thread. */
/* Whether another object of this Space is that remote one. */
enum ad_db_status ad_run_owned(const struct ad_run *run, const struct ad_journal_op *op,
			       struct ad_str remote_id, bool *owned) AD_CHECK;
/* Whether another Space with the same ad account made it there. */
enum ad_db_status ad_run_owned_elsewhere(const struct ad_run *run, const struct ad_journal_op *op,
					 struct ad_str remote_id, bool *owned) AD_CHECK;

/* Whether the create of another draft of that kind and name, below the same parent, is in doubt. */
enum ad_db_status ad_run_claimed(const struct ad_run *run, const struct ad_journal_op *op,
				 struct ad_str name, bool *claimed) AD_CHECK;

/* run_writes.c */
/* Takes the leases that are the run's for this process; `lost` where another works on it. */
enum ad_db_status ad_run_hold(struct ad_run *run, struct ad_db *db);
/* What was on its way when the process ended may have arrived. */
enum ad_db_status ad_run_doubt(struct ad_run *run, struct ad_db *db);
/* Sets run->cancel. */
enum ad_db_status ad_run_read_cancel(struct ad_run *run, struct ad_db *db);
/* Ends a run all of whose operations are settled, and gives its leases back. */
enum ad_db_status ad_run_conclude(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

#endif
