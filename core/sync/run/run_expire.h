/* Records that a run's connection is EXPIRED. Private to core/sync; see link.h. */
#ifndef AD_SYNC_RUN_EXPIRE_H
#define AD_SYNC_RUN_EXPIRE_H

#include "sync/run/run.h"

/* journal_history.c: records that the run found its connection EXPIRED. */
enum ad_db_status ad_journal_note_expired(struct ad_db *db, struct ad_arena *arena,
					  const struct ad_run *run) AD_CHECK;

#endif
