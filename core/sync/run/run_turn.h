/* A run's turn at the current ad account (turn.h). Private to core/sync. */
#ifndef AD_SYNC_RUN_TURN_H
#define AD_SYNC_RUN_TURN_H

#include "sync/run/run.h"

/*
 * Continues with `then` once the run has the turn at the current account. If another run has it,
 * the run is busy there (ad_run_busy) and starts again with its operations for other platforms.
 */
void ad_run_turn(struct ad_run *run, ad_run_step *then);
/* us until the run requests its turn on a platform again; 0: it does not wait for one. */
int64_t ad_run_busy(const struct ad_run *run, enum ad_platform platform);

/* All below: the writer's thread, inside a change's savepoint. */
/* Renews the run's turns; `lost` if another run has taken one. */
enum ad_db_status ad_run_hold_turns(struct ad_run *run, struct ad_db *db) AD_CHECK;
/* Before a wait: renews the lease, and releases the turns without operations in doubt. */
enum ad_db_status ad_run_let_go(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Releases the turn at the current account; the second function only if a push waits for it. */
enum ad_db_status ad_run_give_turn(struct ad_run *run, struct ad_db *db) AD_CHECK;
enum ad_db_status ad_run_yield_turn(struct ad_run *run, struct ad_db *db) AD_CHECK;

#endif
