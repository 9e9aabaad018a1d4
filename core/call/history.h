/* Who did what through which door: a row a change, in the transaction of the change. */
#ifndef AD_CALL_HISTORY_H
#define AD_CALL_HISTORY_H

#include "call/call.h"
#include "model/row.h"
#include "store/history.h"

/* Records a change of one object: before or after may be NULL. False: a database failure. */
bool ad_history_add(struct ad_call *call, const char *verb, const struct ad_row *before,
		    const struct ad_row *after) AD_CHECK;

/*
 * Records a change of what is no row: resource, object_id, verb, before and after are given, also
 * the realm where it is not the call's; the rest is the call's. False: a database failure.
 */
bool ad_history_note(struct ad_call *call, const struct ad_history_entry *what) AD_CHECK;

/*
 * The first place of a chain of `count` rows at or behind which everything was done at a time (us)
 * or later. AD_DB_DONE, or what the database said.
 */
enum ad_db_status ad_history_place(struct ad_db *db, int64_t chain, int64_t count, int64_t us,
				   int64_t *place) AD_CHECK;

/* Demands a read scope of any kind; false with the call failed (history_read.c). */
bool ad_history_require(struct ad_call *call) AD_CHECK;
/* True if the caller may read entries of that kind of resource. */
bool ad_history_may_read(const struct ad_call *call, struct ad_str kind) AD_CHECK;

#endif
