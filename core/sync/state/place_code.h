/* Maps the platforms' geo ids to countries. */
#ifndef AD_SYNC_PLACE_CODE_H
#define AD_SYNC_PLACE_CODE_H

#include "base/arena.h"
#include "model/resource.h"

/*
 * The ISO 3166 country code of a platform's code: the code itself, or the entry for the geo id in
 * the platform's table. Absent if the code is not a known country.
 */
struct ad_str ad_place_country(struct ad_arena *arena, enum ad_platform platform,
			       struct ad_str code);

#endif
