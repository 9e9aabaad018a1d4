/*
 * The objects below a parent, a page at a time: a campaign may have a million keywords, which
 * would fill an arena.
 */
#ifndef AD_STORE_CHILD_PAGES_H
#define AD_STORE_CHILD_PAGES_H

#include "base/id.h"
#include "store/objects/rows.h"

/* Zero but for the first group. */
struct ad_child_pages {
	struct ad_db *db;
	struct ad_realm realm;
	const struct ad_resource *res;
	struct ad_parent of;

	/* The page at hand, and where it and all that was made of it stands. */
	struct ad_rows rows;
	struct ad_arena *arena;
	char last[AD_ID_SIZE];
};

/*
 * Brings the next page of children: ROW with p->rows, DONE behind the last. The page before and
 * its arena are gone, after its statements were carried out. What a page's work adds below the
 * parent may be left out; what it deletes is no fault.
 */
enum ad_db_status ad_child_pages_next(struct ad_child_pages *p) AD_CHECK;
/* Frees the page at hand; not needed behind the last. */
void ad_child_pages_end(struct ad_child_pages *p);

#endif
