/* Objects that a create in doubt may have made. Writer's thread. */
#ifndef AD_SYNC_PULL_DOUBT_H
#define AD_SYNC_PULL_DOUBT_H

#include "sync/pull/pull.h"

/*
 * *may: a create in doubt may have made the object: its resource has no mark, it has the same
 * parent, it did not exist before, it was created while the request could take effect, and it
 * equals the request in each immutable field. `fresh` is its new draft.
 */
enum ad_db_status ad_pull_in_doubt(const struct ad_pull_keeper *k, const struct ad_row *fresh,
				   const struct ad_remote *remote, bool *may) AD_CHECK;

#endif
