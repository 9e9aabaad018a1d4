/* Checks one value against one field's row; the internals of validate.c. */
#ifndef AD_CALL_CHECK_VALUE_H
#define AD_CALL_CHECK_VALUE_H

#include "call/request/call.h"
#include "model/row.h"

/*
 * A flag of a filter: the text is searched as stored, without the check for invisible characters.
 */
#define AD_AS_STORED (UINT32_C(1) << 31)

/*
 * Checks a value and converts it; nested objects get all their members, in the rows' order, with
 * initial values filled in. Null is accepted (the caller interprets it). On a fault the value is
 * AD_NULL and the fault is on the call.
 */
struct ad_value ad_check_value(struct ad_call *call, const struct ad_field *field, const char *path,
			       const cJSON *item);
/*
 * Checks platformOptions against the option rows of a platform and resource; the result has the
 * given options, in the rows' order.
 */
struct ad_value ad_check_options(struct ad_call *call, enum ad_platform platform,
				 enum ad_resource_id resource, const cJSON *item);
/* Suggests the nearest of the names for the fault added last. */
void ad_suggest_name(struct ad_call *call, struct ad_str written, const char *const *names);

#endif
