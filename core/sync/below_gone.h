/*
 * What stands below an object that was removed on its platform is gone with it, and what was only
 * drafted below it can never be made. Writer's thread.
 */
#ifndef AD_SYNC_BELOW_GONE_H
#define AD_SYNC_BELOW_GONE_H

#include "store/rows.h"

/* Keeps the change of an object for history; `is` NULL: it was deleted here. */
typedef enum ad_db_status ad_below_note(void *arg, struct ad_arena *arena, const struct ad_row *was,
					const struct ad_row *is);

struct ad_below_gone {
	struct ad_db *db;
	struct ad_arena *arena;
	ad_below_note *note;
	void *arg;
};

/*
 * Ends every removal that is staged below an object that is REMOVED: what was never pushed is
 * deleted, the rest is REMOVED too. An object with an unsettled operation is left to that.
 */
enum ad_db_status ad_below_gone(const struct ad_below_gone *b, const struct ad_row *row) AD_CHECK;
/*
 * Stores one object as REMOVED, because its parent is, with what is below it. The change of the
 * object itself is the caller's to note.
 */
enum ad_db_status ad_below_mark(const struct ad_below_gone *b, struct ad_row *row) AD_CHECK;

#endif
