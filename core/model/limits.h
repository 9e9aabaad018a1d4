/* What each platform bounds: one row a platform, ad type and field. Checked when written. */
#ifndef AD_MODEL_LIMITS_H
#define AD_MODEL_LIMITS_H

#include "model/resource.h"

struct ad_limit_row {
	enum ad_platform platform;
	enum ad_resource_id resource;
	const char *type; /* ad type, or NULL for any */
	const char *field;
	int64_t min_items, max_items; /* lists: items; 0, 0: no list, or not bounded */
	int64_t max_width;            /* characters of the text, or of each item; 0: not bounded */
	bool distinct;                /* items must differ */
};

extern const struct ad_limit_row ad_limits_rows[];
extern const size_t ad_limits_count;

#endif
