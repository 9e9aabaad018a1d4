/*
 * The history: who changed what through which front end. A row per change, in the transaction of
 * the change.
 */
#ifndef AD_CALL_HISTORY_H
#define AD_CALL_HISTORY_H

#include "call/request/call.h"
#include "model/row.h"
#include "store/history/history.h"

/* Records a change of one object; before or after may be NULL. False: a database failure. */
bool ad_history_add(struct ad_call *call, const char *verb, const struct ad_row *before,
		    const struct ad_row *after) AD_CHECK;

/*
 * Records a change of something other than a row: resource, object_id, verb, before and after are
 * given, and the realm if it is not the call's; the other members come from the call. False: a
 * database failure.
 */
bool ad_history_note(struct ad_call *call, const struct ad_history_entry *what) AD_CHECK;

/*
 * The first place in a chain of `count` rows from which on every entry has the time (us) or a later
 * one. AD_DB_DONE, or the database's error.
 */
enum ad_db_status ad_history_place(struct ad_db *db, int64_t chain, int64_t count, int64_t us,
				   int64_t *place) AD_CHECK;

/* Requires any read scope; false with the call failed (history_read.c). */
bool ad_history_require(struct ad_call *call) AD_CHECK;
/* True if the caller may read entries of that kind of resource. */
bool ad_history_may_read(const struct ad_call *call, struct ad_str kind) AD_CHECK;

#endif
