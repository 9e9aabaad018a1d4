/* Fields that are fixed once an object is on its platform, and the consequences of a new parent. */
#ifndef AD_CALL_MOVE_H
#define AD_CALL_MOVE_H

#include "call/request/call.h"
#include "model/row.h"

/*
 * Adds a fault for each changed field that is fixed after the first push, of an object that was
 * pushed or that a run is about to make (it sends the snapshot that was previewed). Writing side.
 */
void ad_move_check(struct ad_call *call, const struct ad_row *before, const struct ad_row *after);
/*
 * After an object was stored: updates the fields that the objects below it derive from its new
 * parent.
 */
bool ad_move_below(struct ad_call *call, const struct ad_row *before,
		   const struct ad_row *after) AD_CHECK;

#endif
