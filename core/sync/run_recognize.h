/*
 * Which object on a platform a create of ours made, whatever others changed of it since. The sync
 * thread. docs/operations.md says what a person sees of it.
 */
#ifndef AD_SYNC_RUN_RECOGNIZE_H
#define AD_SYNC_RUN_RECOGNIZE_H

#include "sync/run.h"

enum ad_recognition {
	AD_RECOGNIZED_NONE,      /* it was not made, or not yet */
	AD_RECOGNIZED,           /* one object, in *made */
	AD_RECOGNIZED_SEVERAL,   /* more than one object may be the one that was made */
	AD_RECOGNIZED_UNCERTAIN, /* one object may be the one that was made, or somebody else's */
};

/*
 * Among the objects that were found. By our mark where the kind has one; else by what only the
 * create made, by every field that was sent, or by all but one field that people can change.
 */
enum ad_db_status ad_run_recognize(struct ad_run *run, const struct ad_journal_op *op,
				   const struct ad_piece *piece, const struct ad_remote **made,
				   enum ad_recognition *out) AD_CHECK;
/* The same by the mark alone: before a create, whose object a restored database may have lost. */
enum ad_db_status ad_run_recognize_mark(struct ad_run *run, const struct ad_journal_op *op,
					const struct ad_piece *piece, const struct ad_remote **made,
					enum ad_recognition *out) AD_CHECK;
/*
 * Records in op->known_ids what stands there before the first attempt: the ids under the natural
 * key, and, of kinds without a mark, when the newest object was created.
 */
void ad_run_record_known(struct ad_run *run, struct ad_journal_op *op,
			 const struct ad_piece *piece);
/* Since when the object of such a create can have been created (us); 0: not on record. */
int64_t ad_run_known_since(struct ad_arena *arena, struct ad_str known_ids);

#endif
