/*
 * Values that may be used once, on whichever server: inserting the row is the use. A row is kept
 * until its value would be refused as expired.
 */
#ifndef AD_AUTH_ONCE_H
#define AD_AUTH_ONCE_H

#include "store/db/store.h"

/*
 * Uses an id up that holds until expires_at (us). *first: nobody had before. Write transactions
 * only: the use is undone with what was done by it.
 */
enum ad_db_status ad_once_use(struct ad_db *db, struct ad_str id, int64_t expires_at,
			      bool *first) AD_CHECK;

#endif
