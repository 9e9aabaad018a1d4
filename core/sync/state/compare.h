/* Compares and merges values in the platform's normal form. Private to core/sync. */
#ifndef AD_SYNC_COMPARE_H
#define AD_SYNC_COMPARE_H

#include "platform/platform.h"

/* True if two values are the same JSON; an absent value is null. */
bool ad_same_json(struct ad_arena *arena, const cJSON *a, const cJSON *b);
/* True if a field has the same meaning in two objects. */
bool ad_same_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const char *field, const cJSON *a,
		   const cJSON *b);
/* True if a field whose last value is known (ad_known_there()) now differs on the platform. */
bool ad_drifted_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		      const struct ad_resource *res, const char *field, const cJSON *synced,
		      const cJSON *live);
/*
 * True if a list that takes several requests is on the platform between its last synced and its
 * wanted value: it has no item that is in neither, and all items that are in both. An earlier
 * request of this Space, or someone with the same goal, made it so; the rest of the change is sent.
 */
struct ad_between {
	const char *field;
	const cJSON *synced, *want, *live;
};
bool ad_on_the_way(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const struct ad_between *b);
/*
 * True if every sent field has the sent value on the platform, as far as the platform reports it.
 */
bool ad_same_all(struct ad_arena *arena, const struct ad_adapter *adapter,
		 const struct ad_resource *res, const cJSON *live, const cJSON *want);
/*
 * The known field values on the platform: the last synced ones, and for fields left open the value
 * that was read right after the create (`defaults`, or absent). An open field that no platform
 * fills in (AD_UNFILLED, a budget) is known to be absent.
 */
const cJSON *ad_known_there(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *synced, struct ad_str defaults);
/* True if an object leaves open a field that a push could send and change later. */
bool ad_has_open(const struct ad_adapter *adapter, const struct ad_resource *res,
		 const cJSON *object);
/*
 * The fields that an object leaves open, with their values in `live`, as a JSON object; a field
 * that the platform does not report is null.
 */
struct ad_str ad_open_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *object, const cJSON *live);
/*
 * The same, for values that were not read right after the create: a field that no platform fills in
 * was set by someone since, and is not a default. A bid may be either, so it is listed as unread
 * (unread.h).
 */
struct ad_str ad_open_late_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const struct ad_resource *res, const cJSON *object,
				const cJSON *live);
/*
 * The AD_SENT fields of `base` (as last synced), with the values from `live` that differ from
 * `known`. The result has the same form as `synced`, so that equal texts mean no drift.
 */
struct ad_str ad_live_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *base, const cJSON *known,
			   const cJSON *live);
/* The AD_SENT fields of `base`, with the named fields replaced by those of `want`. */
struct ad_str ad_mixed_json(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *base, const cJSON *want, const char *const *names);
/* Parses a JSON text; NULL where absent or malformed. */
const cJSON *ad_parsed(struct ad_arena *arena, struct ad_str json);

#endif
