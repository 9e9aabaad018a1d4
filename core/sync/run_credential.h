/* Runs whose credential is gone (credential.h). Private to this room. */
#ifndef AD_SYNC_RUN_CREDENTIAL_H
#define AD_SYNC_RUN_CREDENTIAL_H

#include "sync/credential.h"
#include "sync/run.h"

/* The writer's thread, inside the change's savepoint. */
/* Looks whether the credential is gone before a further step is journalled, into run->revoked. */
enum ad_db_status ad_run_check_step(struct ad_run *run, struct ad_db *db) AD_CHECK;
/*
 * Before operations are journalled as sent: where the credential is gone, they are SKIPPED and the
 * run's error says so. Sets run->revoked.
 */
enum ad_db_status ad_run_check_credential(struct ad_run *run, struct ad_db *db,
					  struct ad_arena *arena) AD_CHECK;
/* Puts aside what is still to be sent of a run whose credential is gone. */
enum ad_db_status ad_run_stop_revoked(struct ad_run *run, struct ad_db *db,
				      struct ad_arena *arena) AD_CHECK;
/* Ends a run that awaits approval where its credential is gone; else leaves it alone. */
enum ad_db_status ad_run_end_waiting(struct ad_run *run, struct ad_db *db,
				     struct ad_arena *arena) AD_CHECK;

/* The sync thread. */
/* Looks whether the credential is gone, into run->revoked. */
enum ad_db_status ad_run_look_credential(struct ad_run *run) AD_CHECK;
/* Puts aside what is still to be sent, then goes on with what is in doubt. */
ad_run_step ad_run_revoked;

#endif
