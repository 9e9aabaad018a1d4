/* Reads objects back right after a request. Private to core/sync; the sync thread. */
#ifndef AD_SYNC_RUN_BACK_H
#define AD_SYNC_RUN_BACK_H

#include "sync/run/run.h"

/*
 * Reads back the objects that the current operations created, and sets op->defaults of each; also
 * campaigns that the kill switch paused, and removed objects; then records the results. A created
 * object that cannot be read gets no defaults. A pause that is not read back as paused is in doubt,
 * and is queried again. The same applies to a removed object that still exists, and on Meta to one
 * that is not returned.
 */
ad_run_step ad_run_read_back;
/* Sets op->defaults: the remote values of the fields that the draft left open. */
void ad_run_note_defaults(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_piece *piece, const struct ad_remote *remote);

#endif
