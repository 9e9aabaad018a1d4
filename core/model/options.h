/* The options that only one platform has: rows, as fields are. */
#ifndef AD_MODEL_OPTIONS_H
#define AD_MODEL_OPTIONS_H

#include "model/resource.h"

/* One option of platformOptions. */
struct ad_option {
	enum ad_platform platform;
	enum ad_resource_id resource;
	struct ad_field field;
};
extern const struct ad_option ad_options[];
extern const size_t ad_option_count;

#endif
