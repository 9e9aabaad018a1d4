/* Who did what through which door: a row a change, in the transaction of the change. */
#ifndef AD_CALL_HISTORY_H
#define AD_CALL_HISTORY_H

#include "call/call.h"
#include "model/row.h"

/* Records a change of one object: before or after may be NULL. False: a database failure. */
bool ad_history_add(struct ad_call *call, const char *verb, const struct ad_row *before,
		    const struct ad_row *after) AD_CHECK;

#endif
