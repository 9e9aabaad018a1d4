/* Rows to and from the database: the only SQL that stored objects need. */
#ifndef AD_STORE_ROWS_H
#define AD_STORE_ROWS_H

#include "base/arena.h"
#include "model/row.h"
#include "store/db/realm.h"
#include "store/db/round_trips.h"

/* Loads one object whole. AD_DB_ROW where found, AD_DB_DONE where not. */
enum ad_db_status ad_row_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			      const struct ad_resource *res, struct ad_str id,
			      struct ad_row **out) AD_CHECK;
/* Loads those of the ids: out has room for as many; NULL where there is none. DONE. */
enum ad_db_status ad_rows_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       const struct ad_resource *res, struct ad_ids ids,
			       struct ad_row **out) AD_CHECK;
/* Selects the objects whose REF field names the id; field NULL: every object of the realm. */
struct ad_parent {
	const char *field;
	struct ad_str id;
	struct ad_str after; /* only those with a higher id; empty: all */
	int limit;           /* at most so many; 0: all */
};
struct ad_rows {
	struct ad_row **at;
	size_t n;
};
/* Loads the objects of a parent, oldest first, REMOVED ones left out. */
enum ad_db_status ad_row_children(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  const struct ad_resource *res, struct ad_parent of,
				  struct ad_rows *out) AD_CHECK;
/* Derives the state, renders, inserts, and counts it in. id and times must be set. */
enum ad_db_status ad_row_insert(struct ad_db *db, struct ad_arena *arena,
				struct ad_row *row) AD_CHECK;
/*
 * Derives the state, renders and stores the row; moves it between counter cells. The caller has
 * loaded it in the same transaction and raised version (an edit) or sync_revision (remote part).
 */
enum ad_db_status ad_row_update(struct ad_db *db, struct ad_arena *arena,
				struct ad_row *row) AD_CHECK;
/*
 * Renders the stored answer of every object anew, in all Spaces, and stores those that differ: a
 * newer build may answer with fields that the build which wrote the object did not have. Nothing
 * else of the rows changes. The caller is in a writing transaction.
 */
enum ad_db_status ad_rows_render_all(struct ad_db *db) AD_CHECK;
/* Deletes the row and counts it out. */
enum ad_db_status ad_row_delete(struct ad_db *db, struct ad_arena *arena,
				struct ad_row *row) AD_CHECK;

#endif
