#include "sync/state/place_code.h"

#include <stdlib.h>

#include "platform/google/adapter.h"
#include "platform/microsoft/adapter.h"

static bool is_country(struct ad_str code)
{
	return code.n == 2 && code.p[0] >= 'A' && code.p[0] <= 'Z' && code.p[1] >= 'A' &&
	       code.p[1] <= 'Z';
}

struct ad_str ad_place_country(struct ad_arena *arena, enum ad_platform platform,
			       struct ad_str code)
{
	struct ad_str found = { 0 };

	if (is_country(code))
		return code;
	if (platform == AD_GOOGLE)
		found = google_geo_code(arena, strtoll(ad_arena_copy(arena, code).p, NULL, 10));
	else if (platform == AD_MICROSOFT)
		found = microsoft_geo_code(arena, code);
	return is_country(found) ? found : (struct ad_str){ 0 };
}
