/* Reading objects back right after they were created. Private to this folder; the sync thread. */
#ifndef AD_SYNC_RUN_BACK_H
#define AD_SYNC_RUN_BACK_H

#include "sync/run.h"

/*
 * Reads back the objects that the operations at hand created and sets op->defaults of each; then
 * settles the operations. One that cannot be read settles without.
 */
ad_run_step ad_run_read_back;
/* Sets op->defaults: the fields that the draft left open, as the remote object has them. */
void ad_run_note_defaults(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_piece *piece, const struct ad_remote *remote);

#endif
