/* The changes that an unsuccessful update may have made. Private to core/sync. */
#ifndef AD_SYNC_RUN_PARTS_H
#define AD_SYNC_RUN_PARTS_H

#include "sync/run/run.h"

/* More steps than any update has: all of them may have been sent. */
#define AD_RUN_ALL_STEPS 64u

/*
 * Lists the operation's fields that `piece` need not send, because they were read with the wanted
 * value, in `done` (room for AD_FIELDS_MAX); returns how many. The sync thread.
 */
size_t ad_run_standing(const struct ad_run *run, const struct ad_journal_op *op,
		       const struct ad_piece *piece, const char **done);
/*
 * Sets op->unknown: the fields that a step before `end` sent in part, and that are not in op->done.
 * The sync thread.
 */
void ad_run_note_parts(const struct ad_run *run, struct ad_journal_op *op,
		       const struct ad_piece *piece, unsigned end);

#endif
