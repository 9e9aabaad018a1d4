/* When the platform no longer answers the version of its API. Private to this room. */
#ifndef AD_SYNC_RUN_SUNSET_H
#define AD_SYNC_RUN_SUNSET_H

#include "sync/run.h"

/*
 * The version is gone (version.h). A push puts aside all that it has not sent to the platform,
 * which stays staged, and goes on with others; a pull, the kill switch, and what is in doubt give
 * up the operations at hand. The connection says so.
 */
void ad_run_version_gone(struct ad_run *run);
/* Has a connection that says otherwise say that it answers, then `then`; else false. */
bool ad_run_version_answers(struct ad_run *run, ad_run_step *then);
/* Keeps the version that is gone with a connection; absent: none is. */
enum ad_db_status ad_connection_note_version(struct ad_db *db, struct ad_realm realm,
					     struct ad_str id, struct ad_str version) AD_CHECK;

#endif
