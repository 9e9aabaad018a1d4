/* What a platform tells of its quota with every answer, before it is used up. */
#ifndef AD_PLATFORM_QUOTA_H
#define AD_PLATFORM_QUOTA_H

#include "base/arena.h"
#include "model/resource.h"
#include "platform/request.h"

/* All zero where it tells nothing. */
struct ad_quota {
	int used;       /* percent, the most of what it tells */
	int64_t regain; /* us until there is room again, or may be */
	int64_t space;  /* us between two requests that make what is left last until then */
};

/*
 * Reads the headers that the platform's adapter asked for. Google and Microsoft send none: their
 * refusals alone tell (RESOURCE_EXHAUSTED with its delay, 117).
 */
void ad_quota_read(struct ad_arena *arena, enum ad_platform platform,
		   const struct ad_http_response *response, struct ad_quota *out);

#endif
