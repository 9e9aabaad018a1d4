/*
 * Objects below an object that others removed on the platform: the platform removed them with it,
 * so they are drift too, or REMOVED if their removal is staged. Writer's thread.
 */
#ifndef AD_SYNC_BELOW_LOST_H
#define AD_SYNC_BELOW_LOST_H

#include "sync/state/below_gone.h"

/* Objects that one change may mark; the next pull finds the others. */
#define AD_BELOW_LOST_MAX 2000

/*
 * Marks the pushed objects below, up to *most of them, and subtracts them from *most. Skips objects
 * with an unsettled operation: its result tells.
 */
enum ad_db_status ad_below_lost(const struct ad_below_gone *b, const struct ad_row *row,
				size_t *most) AD_CHECK;

#endif
