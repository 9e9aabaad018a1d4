/* Runs whose credential is gone (credential.h). Private to core/sync. */
#ifndef AD_SYNC_RUN_CREDENTIAL_H
#define AD_SYNC_RUN_CREDENTIAL_H

#include "sync/lease/credential.h"
#include "sync/run/run.h"

/* The writer's thread, inside the change's savepoint. */
/* Checks the credential before another step is journalled, into run->revoked. */
enum ad_db_status ad_run_check_step(struct ad_run *run, struct ad_db *db) AD_CHECK;
/*
 * Checks the credential before operations are journalled as SENT: if it is gone, they are SKIPPED
 * and the run gets the error. Sets run->revoked.
 */
enum ad_db_status ad_run_check_credential(struct ad_run *run, struct ad_db *db,
					  struct ad_arena *arena) AD_CHECK;
/* Skips the unsent operations of a run whose credential is gone. */
enum ad_db_status ad_run_stop_revoked(struct ad_run *run, struct ad_db *db,
				      struct ad_arena *arena) AD_CHECK;
/* Ends a run that awaits approval if its credential is gone; otherwise leaves it unchanged. */
enum ad_db_status ad_run_end_waiting(struct ad_run *run, struct ad_db *db,
				     struct ad_arena *arena) AD_CHECK;

/* The sync thread. */
/* Checks the credential, into run->revoked. */
enum ad_db_status ad_run_look_credential(struct ad_run *run) AD_CHECK;
/* Skips the unsent operations, then continues with those in doubt. */
ad_run_step ad_run_revoked;

#endif
