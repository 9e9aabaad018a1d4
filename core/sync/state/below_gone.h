/*
 * Applies the removal of an object on its platform to the staged removals below it: pushed objects
 * become REMOVED, drafts that were never pushed are deleted. Writer's thread.
 */
#ifndef AD_SYNC_BELOW_GONE_H
#define AD_SYNC_BELOW_GONE_H

#include "store/objects/rows.h"
#include "sync/state/gone_with.h"

/* Records the change of an object in the history; `is` NULL: the object was deleted. */
typedef enum ad_db_status ad_below_note(void *arg, struct ad_arena *arena, const struct ad_row *was,
					const struct ad_row *is);

struct ad_below_gone {
	struct ad_db *db;
	struct ad_arena *arena;
	ad_below_note *note;
	void *arg;
	struct ad_gone_with *with; /* lists the pushed ones and their attachments; or NULL */
};

/*
 * Ends every staged removal below an object that is REMOVED: deletes an object that was never
 * pushed, and marks a pushed one REMOVED. Skips objects with an unsettled operation.
 */
enum ad_db_status ad_below_gone(const struct ad_below_gone *b, const struct ad_row *row) AD_CHECK;
/*
 * Marks one object REMOVED because its parent is, then ends the removals below it. The caller
 * records the object's own change.
 */
enum ad_db_status ad_below_mark(const struct ad_below_gone *b, struct ad_row *row) AD_CHECK;

#endif
