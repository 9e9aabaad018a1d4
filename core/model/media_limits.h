/*
 * The pictures and videos that each platform accepts, as rows. Checked when an asset is attached.
 */
#ifndef AD_MODEL_MEDIA_LIMITS_H
#define AD_MODEL_MEDIA_LIMITS_H

#include "model/resource.h"

/* The pictures or videos that a platform accepts in a role: one of its rows must match. */
struct ad_media_limit_row {
	enum ad_platform platform;
	const char *role;
	int64_t min_width, min_height; /* pixels; 0: any */
	int ratio_width, ratio_height; /* of the sides, one per cent up or down; 0: any */
	int64_t max_bytes;             /* 0: what we take */
	const char *const *mimes;      /* NULL-ended */
	int64_t max_ms;                /* of a video; 0: any length */
};

extern const struct ad_media_limit_row ad_media_limits[];
extern const size_t ad_media_limit_count;

#endif
