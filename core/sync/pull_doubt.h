/* Objects that a create in doubt may have made. Writer's thread. */
#ifndef AD_SYNC_PULL_DOUBT_H
#define AD_SYNC_PULL_DOUBT_H

#include "sync/pull.h"

/*
 * Sets *may where a create in doubt may have made the object: its kind has no mark, it stands below
 * the same parent, it was not there before, it was created while the request could have had its
 * effect, and it equals the request in each field that cannot be changed. `fresh` is its new draft.
 */
enum ad_db_status ad_pull_in_doubt(const struct ad_pull_keeper *k, const struct ad_row *fresh,
				   const struct ad_remote *remote, bool *may) AD_CHECK;

#endif
