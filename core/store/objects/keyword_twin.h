/* Keywords that a platform cannot tell apart (model/keyword_text.h). */
#ifndef AD_STORE_KEYWORD_TWIN_H
#define AD_STORE_KEYWORD_TWIN_H

#include "store/objects/rows.h"

struct ad_keyword_twin {
	struct ad_str id, text;
};

/*
 * Another keyword of the same parent that is not REMOVED and is the same on the row's platform:
 * AD_DB_ROW where there is one, AD_DB_DONE where not. The row need not be stored.
 */
enum ad_db_status ad_keyword_twin_find(struct ad_db *db, struct ad_arena *arena,
				       struct ad_realm realm, const struct ad_row *row,
				       struct ad_keyword_twin *out) AD_CHECK;
/* The same among those that are only drafted: not there, and not to be removed. */
enum ad_db_status ad_keyword_twin_drafted(struct ad_db *db, struct ad_arena *arena,
					  struct ad_realm realm, const struct ad_row *row,
					  struct ad_keyword_twin *out) AD_CHECK;

#endif
