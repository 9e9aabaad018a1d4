/*
 * Fewer waits for a database on another machine: statements whose rows nobody needs are sent
 * together, and rows that are wanted together are read together (rows.h). Where the database is in
 * this process each runs at once, so that what passes on the one passes on the other.
 */
#ifndef AD_STORE_ROUND_TRIPS_H
#define AD_STORE_ROUND_TRIPS_H

#include "store/db/store.h"

/*
 * Runs a statement inside the open transaction, in its order, but need not wait for its end: its
 * rows and ad_db_changes() are not to be had. AD_DB_DONE: done, or on its way. Where it fails on
 * its way ad_db_settle() says so; until that is asked, every later statement of the transaction
 * says AD_DB_UNAVAILABLE (AD_DB_RETRY where that was its fault) and COMMIT and the release of a
 * savepoint fail as it did. So it is for what fails by an accident alone: what may be refused for
 * its own sake takes ad_step(). Outside of a transaction it is ad_step().
 */
enum ad_db_status ad_step_later(struct ad_stmt *s) AD_CHECK;
/*
 * Waits for all that is on its way. AD_DB_DONE, or what the first of it failed with since the
 * transaction or the savepoint began.
 */
enum ad_db_status ad_db_settle(struct ad_db *db) AD_CHECK;
/* Ids that are asked about together, however many; and how many one statement takes. */
struct ad_ids {
	const struct ad_str *at;
	size_t n;
};
#define AD_IDS_MAX 100
/* Writes "($<first>, …)", the parameters of AD_IDS_MAX ids; those that are not bound are none. */
void ad_ids_write(struct ad_text *sql, int first);
/* Binds at most so many of them. */
void ad_ids_bind(struct ad_stmt *s, int first, struct ad_ids ids);
/* The next so many of the ids from at on; none behind the last. */
struct ad_ids ad_ids_page(struct ad_ids ids, size_t at);
/* True if a statement failed because of its values, not because of the database. */
bool ad_db_is_refusal(enum ad_db_status status);

#endif
