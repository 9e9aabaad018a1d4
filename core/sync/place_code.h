/* Countries by the platforms' own geo ids. */
#ifndef AD_SYNC_PLACE_CODE_H
#define AD_SYNC_PLACE_CODE_H

#include "base/arena.h"
#include "model/resource.h"

/*
 * The ISO 3166 code of the country that a code means on a platform: the code itself, or what the
 * platform's table has for its geo id. Absent where the code means no country that is known.
 */
struct ad_str ad_place_country(struct ad_arena *arena, enum ad_platform platform,
			       struct ad_str code);

#endif
