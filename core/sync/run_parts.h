/* What an update that did not succeed may have left. Private to this folder. */
#ifndef AD_SYNC_RUN_PARTS_H
#define AD_SYNC_RUN_PARTS_H

#include "sync/run.h"

/* More steps than any update has: all of them may have been sent. */
#define AD_RUN_ALL_STEPS 64u

/*
 * The fields of the operation that `piece` need not send, for they were read as wanted: their names
 * in `done` (room for AD_FIELDS_MAX). How many. The sync thread.
 */
size_t ad_run_standing(const struct ad_run *run, const struct ad_journal_op *op,
		       const struct ad_piece *piece, const char **done);
/*
 * Sets op->unknown: the fields of which a step before `end` sent a part, and which are not in
 * op->done. The sync thread.
 */
void ad_run_note_parts(const struct ad_run *run, struct ad_journal_op *op,
		       const struct ad_piece *piece, unsigned end);

#endif
