/*
 * The start, the resumption and the end of a run, for the files that implement it. Changes: the
 * writer's thread, inside the change's savepoint.
 */
#ifndef AD_SYNC_RUN_CLAIM_H
#define AD_SYNC_RUN_CLAIM_H

#include "sync/run/run.h"

/*
 * run_start.c: checks if a queued run may start; the fate is OVER if not, and STALE if the
 * verdict is out of date
 */
enum ad_db_status ad_run_begin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       const struct ad_run_row *head);
/* Skips the unsent operations of a run if pushes are blocked now. */
enum ad_db_status ad_run_stop_blocked(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

/*
 * run_writes.c: skips unsent operations of the run, except on the platforms `without` (bits). Sets
 * the fate MORE if some are left: the change is then made again.
 */
enum ad_db_status ad_run_skip(struct ad_run *run, struct ad_db *db, uint32_t without,
			      const char *code, struct ad_str message) AD_CHECK;

/* run_part.c: the kill switch on one platform */
/*
 * Acquires its lease and plans its operations, or resumes; LOST if another run holds the lease.
 */
enum ad_db_status ad_run_begin_part(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head) AD_CHECK;
/*
 * All operations of the part have a result: waits for requests that may still take effect, or ends
 * the part.
 */
ad_run_step ad_run_end_part;

/* run_batch.c */
/* Platforms (bits) of the other parts of the kill switch. */
uint32_t ad_run_other_parts(const struct ad_run *run);

/* run_decide.c */
/* us: how long a sent request may still be carried out after its response was lost. */
int64_t ad_run_landing(const struct ad_run *run);

/* run_owner.c: the owner of a remote object. The sync thread. */
/* *owned: another object of this Space owns the remote object. */
enum ad_db_status ad_run_owned(const struct ad_run *run, const struct ad_journal_op *op,
			       struct ad_str remote_id, bool *owned) AD_CHECK;
/* *owned: another Space with the same ad account created it. */
enum ad_db_status ad_run_owned_elsewhere(const struct ad_run *run, const struct ad_journal_op *op,
					 struct ad_str remote_id, bool *owned) AD_CHECK;

/* *claimed: the create of another draft with that resource, name and parent is in doubt. */
enum ad_db_status ad_run_claimed(const struct ad_run *run, const struct ad_journal_op *op,
				 struct ad_str name, bool *claimed) AD_CHECK;

/* run_writes.c */
/* Acquires the run's leases for this process; LOST if another process works on the run. */
enum ad_db_status ad_run_hold(struct ad_run *run, struct ad_db *db);
/*
 * Marks operations that were in progress when the process ended as UNKNOWN: they may have arrived.
 */
enum ad_db_status ad_run_doubt(struct ad_run *run, struct ad_db *db);
/* Changes the run's status; the fate REFUSED if its stored status does not allow that. */
enum ad_db_status ad_run_move_status(struct ad_run *run, struct ad_db *db, const char *to) AD_CHECK;
/* Sets run->cancel. */
enum ad_db_status ad_run_read_cancel(struct ad_run *run, struct ad_db *db);
/* Ends a run whose operations all have a result, and releases its leases. */
enum ad_db_status ad_run_conclude(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

#endif
