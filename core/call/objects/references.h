/*
 * References between objects that are not parent and child (a campaign to its business): the target
 * must exist when it is named, and cannot be deleted while it is named. Derived from the rows: a
 * REF field that is neither fixed (a parent's) nor read-only (derived from a parent).
 */
#ifndef AD_CALL_REFERENCES_H
#define AD_CALL_REFERENCES_H

#include "call/request/call.h"
#include "model/row.h"

/* Adds faults for changed references to objects that do not exist in the Space and environment. */
void ad_references_check(struct ad_call *call, const struct ad_row *before,
			 const struct ad_row *after);
/*
 * True if no other object refers to the object. Otherwise false, with a conflict that names the
 * referring objects.
 */
bool ad_references_free(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
