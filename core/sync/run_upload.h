/* Conversions in a run: what is sent of one, and what a lost answer means. */
#ifndef AD_SYNC_RUN_UPLOAD_H
#define AD_SYNC_RUN_UPLOAD_H

#include "sync/run.h"

/* What is sent of one; it may be settled by that: too old, or not to be expressed there. */
void ad_run_upload(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece,
		   struct ad_row *row);
/* Whether two of the operations at hand may travel in one request. */
bool ad_run_upload_together(const struct ad_run *run, size_t a, size_t b);
/* One in doubt. */
void ad_run_upload_again(const struct ad_run *run, struct ad_journal_op *op);
bool ad_run_is_upload(const struct ad_run *run);
/* The request of the step for those that are sent, of whatever kind; and its answer. */
enum ad_built ad_run_build(struct ad_run *run);
void ad_run_read(struct ad_run *run, struct ad_outcome *outcomes);

/* journal_upload.c: what becomes of a conversion */
enum ad_db_status ad_journal_upload(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				    const struct ad_journal_op *op, struct ad_row *row);

#endif
