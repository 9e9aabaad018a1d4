/* Reading objects back right after a request. Private to this folder; the sync thread. */
#ifndef AD_SYNC_RUN_BACK_H
#define AD_SYNC_RUN_BACK_H

#include "sync/run.h"

/*
 * Reads back the objects that the operations at hand created and sets op->defaults of each, and
 * the campaigns that the kill switch paused, and what was removed; then settles the operations. A
 * created one that cannot be read settles without; a pause that is not read as one is in doubt, and
 * is asked about again. So is a removal of what still stands there, and on Meta one of what is not
 * shown.
 */
ad_run_step ad_run_read_back;
/* Sets op->defaults: the fields that the draft left open, as the remote object has them. */
void ad_run_note_defaults(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_piece *piece, const struct ad_remote *remote);

#endif
