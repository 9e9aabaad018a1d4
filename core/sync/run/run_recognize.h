/*
 * Finds the remote object that a create made, whatever others changed since. The sync thread.
 * docs/use/push.md describes what a person sees of it.
 */
#ifndef AD_SYNC_RUN_RECOGNIZE_H
#define AD_SYNC_RUN_RECOGNIZE_H

#include "sync/run/run.h"

enum ad_recognition {
	AD_RECOGNIZED_NONE,      /* not made, or not yet */
	AD_RECOGNIZED,           /* one object, in *made */
	AD_RECOGNIZED_SEVERAL,   /* several objects may be the one that was made */
	AD_RECOGNIZED_UNCERTAIN, /* one object may be the one that was made, or someone else's */
};

/*
 * Searches the returned objects: by mark if the resource has one; else by objects that only the
 * create made, by all sent fields, or by all but one field that people can change.
 */
enum ad_db_status ad_run_recognize(struct ad_run *run, const struct ad_journal_op *op,
				   const struct ad_piece *piece, const struct ad_remote **made,
				   enum ad_recognition *out) AD_CHECK;
/* The same by mark only: before a create whose object a restored database may have lost. */
enum ad_db_status ad_run_recognize_mark(struct ad_run *run, const struct ad_journal_op *op,
					const struct ad_piece *piece, const struct ad_remote **made,
					enum ad_recognition *out) AD_CHECK;
/*
 * Records the state before the first attempt in op->known_ids: the ids with the same natural key
 * and, for resources without a mark, the creation time of the newest object.
 */
void ad_run_record_known(struct ad_run *run, struct ad_journal_op *op,
			 const struct ad_piece *piece);
/* The earliest possible creation time of the object (us); 0: not recorded. */
int64_t ad_run_known_since(struct ad_arena *arena, struct ad_str known_ids);

#endif
