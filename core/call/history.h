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

#endif
