/*
 * One object that names another which stands beside it, not above it (a campaign its business): it
 * must be there when it is named, and cannot go while it is. Read from the rows: a REF field that
 * is neither fixed (a parent's) nor read-only (what follows from a parent).
 */
#ifndef AD_CALL_REFERENCES_H
#define AD_CALL_REFERENCES_H

#include "call/call.h"
#include "model/row.h"

/* Faults for changed references that name nothing of the Space and environment. */
void ad_references_check(struct ad_call *call, const struct ad_row *before,
			 const struct ad_row *after);
/* Whether nobody names the object; else false, as a conflict that tells who does. */
bool ad_references_free(struct ad_call *call, const struct ad_row *row) AD_CHECK;

#endif
