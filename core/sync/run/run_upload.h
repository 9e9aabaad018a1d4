/* Conversions in a run: the values sent, and the meaning of a lost response. */
#ifndef AD_SYNC_RUN_UPLOAD_H
#define AD_SYNC_RUN_UPLOAD_H

#include "sync/run/run.h"

/*
 * Prepares the upload of a conversion; may end the operation: too old, refused by a rule, or
 * uncertain.
 */
void ad_run_upload(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece,
		   struct ad_row *row);
/* True if two of the current operations may share a request. */
bool ad_run_upload_together(const struct ad_run *run, size_t a, size_t b);
/* Handles an upload in doubt. */
void ad_run_upload_again(const struct ad_run *run, struct ad_journal_op *op);
bool ad_run_is_upload(const struct ad_run *run);
/* Builds the request of the step, for any kind of operation; reads its response. */
enum ad_built ad_run_build(struct ad_run *run);
void ad_run_read(struct ad_run *run, struct ad_outcome *outcomes);

#endif
