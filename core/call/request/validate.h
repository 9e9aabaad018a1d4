/*
 * Checks input against the rows of a shape and converts it to a row. Every fault is collected, at
 * its path; nothing is truncated or corrected silently. Checks of other objects, or of several
 * fields, are the rules' (rules/rules.h).
 */
#ifndef AD_CALL_VALIDATE_H
#define AD_CALL_VALIDATE_H

#include "call/request/call.h"
#include "model/row.h"

/* On create: required fields must be given; absent ones (and null) get their initial value. */
void ad_validate_create(struct ad_call *call, const cJSON *input, struct ad_row *row);
/*
 * Applies a JSON merge patch (RFC 7396) to the row: absent fields stay, null restores the initial
 * value (and is refused if the field is required), objects merge. `expectedVersion` is ignored (the
 * call pipeline reads it).
 */
void ad_validate_patch(struct ad_call *call, const cJSON *input, struct ad_row *row);
/*
 * Checks the input of an action that is not a resource (a preview's filters, …) and returns it with
 * initial values filled in, members in the shape's order; NULL if there are faults.
 */
const cJSON *ad_validate_shape(struct ad_call *call, const struct ad_shape *shape,
			       const cJSON *input);
/* Checks one value, given as text, as a filter of a field: the SQL value; false with a fault. */
bool ad_validate_filter(struct ad_call *call, const struct ad_field *field, const char *path,
			struct ad_str text, struct ad_value *out);
/* True if the text is an absolute http(s) URL of at most max bytes without userinfo. */
bool ad_url_valid(struct ad_str url, size_t max);
/* Adds the fault of a value that is not one of the options, with the nearest ones as suggestion. */
void ad_fault_option(struct ad_call *call, const char *path, struct ad_str value,
		     const char *const *options);

#endif
