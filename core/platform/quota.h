/* The quota that a platform reports with every answer, before it is exhausted. */
#ifndef AD_PLATFORM_QUOTA_H
#define AD_PLATFORM_QUOTA_H

#include "base/arena.h"
#include "model/resource.h"
#include "platform/request.h"

/* All zero if the platform reports nothing. */
struct ad_quota {
	int used;       /* percent, the highest reported */
	int64_t regain; /* us until quota is free again, or may be */
	int64_t space;  /* us between two requests that spread the rest until then */
};

/*
 * Reads the headers that the platform's adapter requested. Google and Microsoft send none: only
 * their refusals report the limit (RESOURCE_EXHAUSTED with its delay, 117).
 */
void ad_quota_read(struct ad_arena *arena, enum ad_platform platform,
		   const struct ad_http_response *response, struct ad_quota *out);

#endif
