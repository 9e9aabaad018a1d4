/* Query parameters as the input of an action: checked against a shape like a body. */
#ifndef AD_CALL_QUERY_H
#define AD_CALL_QUERY_H

#include "call/request/call.h"

/*
 * The query parameters as the shape's fields, with initial values filled in: lists are separated by
 * commas, booleans are true or false. `others` (NULL-ended) are left to the caller; any other
 * parameter is refused by name. NULL if there are faults.
 */
const cJSON *ad_query_read(struct ad_call *call, const struct ad_shape *shape,
			   const char *const *others);

#endif
