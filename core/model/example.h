/*
 * Examples from the rows: a field's own, or one made of its type, bounds and options. They hold to
 * the schemas that json_schema.h writes of the same rows and use.
 */
#ifndef AD_MODEL_EXAMPLE_H
#define AD_MODEL_EXAMPLE_H

#include "model/json_schema.h"

/* The example of one field. The arena serves as scratch. */
void ad_example_field(struct ad_json *j, struct ad_arena *arena, const struct ad_field *field,
		      struct ad_schema_style style);
/*
 * The example of an object of a shape. Output: every field. Create: what is required, and what the
 * row gives an example of. Patch: two such fields that may change. Common fields as in
 * ad_schema_object().
 */
void ad_example_object(struct ad_json *j, struct ad_arena *arena, const struct ad_shape *shape,
		       const struct ad_shape *common, struct ad_schema_style style);

#endif
