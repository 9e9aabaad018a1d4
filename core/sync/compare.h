/* Values compared and mixed, in the platform's normal form. Private to this room. */
#ifndef AD_SYNC_COMPARE_H
#define AD_SYNC_COMPARE_H

#include "platform/platform.h"

/* Whether a field means the same in two objects. */
bool ad_same_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const char *field, const cJSON *a,
		   const cJSON *b);
/* Whether a field that we set last time stands differently there now. */
bool ad_drifted_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		      const struct ad_resource *res, const char *field, const cJSON *synced,
		      const cJSON *live);
/*
 * Whether a list that takes several requests stands there between what was last synced and what is
 * wanted: nothing that is in neither, and all that is in both. An earlier request of ours made it
 * so, or somebody who wants the same; what is left of the change is sent.
 */
struct ad_between {
	const char *field;
	const cJSON *synced, *want, *live;
};
bool ad_on_the_way(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const struct ad_between *b);
/* Whether every field that was sent stands there as it was sent, as far as the platform tells. */
bool ad_same_all(struct ad_arena *arena, const struct ad_adapter *adapter,
		 const struct ad_resource *res, const cJSON *live, const cJSON *want);
/*
 * The AD_SENT fields of `base` with those that differ there taken from `live`: in the very form
 * of `synced`, so that equal texts mean no drift.
 */
struct ad_str ad_live_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *base, const cJSON *live);
/* The AD_SENT fields of `base` with the named ones taken from `want`. */
struct ad_str ad_mixed_json(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *base, const cJSON *want, const char *const *names);
/* Parses a JSON text; NULL where absent or malformed. */
const cJSON *ad_parsed(struct ad_arena *arena, struct ad_str json);

#endif
