/* Handles a platform that no longer serves the API version of this build. Private to core/sync. */
#ifndef AD_SYNC_RUN_SUNSET_H
#define AD_SYNC_RUN_SUNSET_H

#include "sync/run/run.h"

/*
 * The version is no longer served (version.h). A push skips its unsent operations on the platform,
 * which stay staged, and continues with others; a pull, the kill switch and operations in doubt
 * abandon the current batch. The connection records the version.
 */
void ad_run_version_gone(struct ad_run *run);
/*
 * Clears the recorded version of a connection that responds, then continues with `then`; false if
 * none is recorded.
 */
bool ad_run_version_answers(struct ad_run *run, ad_run_step *then);
/* Stores the version that is no longer served in a connection; absent: clears it. */
enum ad_db_status ad_connection_note_version(struct ad_db *db, struct ad_realm realm,
					     struct ad_str id, struct ad_str version) AD_CHECK;

#endif
