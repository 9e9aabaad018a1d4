/* How a run takes its turn at the ad account at hand (turn.h). Private to this room. */
#ifndef AD_SYNC_RUN_TURN_H
#define AD_SYNC_RUN_TURN_H

#include "sync/run.h"

/*
 * Goes on with `then` once it is the run's turn at the account at hand. Where it is another's, the
 * run is busy there (ad_run_busy) and begins anew, with what it has for other platforms.
 */
void ad_run_turn(struct ad_run *run, ad_run_step *then);
/* us until the run asks again for its turn on a platform; 0: it does not wait for one. */
int64_t ad_run_busy(const struct ad_run *run, enum ad_platform platform);

/* All below: the writer's thread, inside a change's savepoint. */
/* Holds on to the run's turns; `lost` where one of them is another's by now. */
enum ad_db_status ad_run_hold_turns(struct ad_run *run, struct ad_db *db) AD_CHECK;
/* Before a wait: renews the lease, and gives up the turns where nothing is in doubt. */
enum ad_db_status ad_run_let_go(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);
/* Gives up the turn at the account at hand; the second only where a push waits for it. */
enum ad_db_status ad_run_give_turn(struct ad_run *run, struct ad_db *db) AD_CHECK;
enum ad_db_status ad_run_yield_turn(struct ad_run *run, struct ad_db *db) AD_CHECK;

#endif
