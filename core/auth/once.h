/*
 * What may be used once, by whichever server it comes to: the row is the use. It is kept until what
 * it names would be refused for its age anyway.
 */
#ifndef AD_AUTH_ONCE_H
#define AD_AUTH_ONCE_H

#include "store/store.h"

/*
 * Uses an id up that holds until expires_at (us). *first: nobody had before. Write transactions
 * only: the use is undone with what was done by it.
 */
enum ad_db_status ad_once_use(struct ad_db *db, struct ad_str id, int64_t expires_at,
			      bool *first) AD_CHECK;

#endif
