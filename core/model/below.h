/* The hierarchy: each child resource and the field that names its parent. */
#ifndef AD_MODEL_BELOW_H
#define AD_MODEL_BELOW_H

#include "model/resource.h"

struct ad_below {
	enum ad_resource_id parent, child;
	const char *field;
};
extern const struct ad_below ad_below[];
extern const size_t ad_below_count;

#endif
