/*
 * The draft that took the place of an object that was removed. An object has at most one: who
 * drafts it anew looks here first, in the same transaction.
 */
#ifndef AD_STORE_SUCCESSORS_H
#define AD_STORE_SUCCESSORS_H

#include "store/objects/rows.h"

struct ad_successor {
	struct ad_str
		last; /* of the chain: the object itself, or the newest that was removed too */
	struct ad_row *row; /* the draft that stands in its place now; NULL: there is none */
};

/*
 * Follows the chain from an object of the resource. A draft that was deleted before a push does not
 * count. DONE with *out set.
 */
enum ad_db_status ad_successor_find(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    const struct ad_resource *res, struct ad_str object_id,
				    struct ad_successor *out) AD_CHECK;
/* Records the draft that takes the place of an object: ad_successor.last of the chain. */
enum ad_db_status ad_successor_put(struct ad_db *db, struct ad_realm realm, struct ad_str object_id,
				   struct ad_str draft_id) AD_CHECK;

#endif
