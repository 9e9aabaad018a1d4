/* Values compared and mixed, in the platform's normal form. Private to this room. */
#ifndef AD_SYNC_COMPARE_H
#define AD_SYNC_COMPARE_H

#include "platform/platform.h"

/* Whether a field means the same in two objects. */
bool ad_same_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const char *field, const cJSON *a,
		   const cJSON *b);
/* Whether a field that is known there (ad_known_there()) stands differently there now. */
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
 * The fields that are known to stand there: those last synced, and of those that were left open
 * the value that was read right after the create (`defaults`, or absent). What no platform fills in
 * (AD_UNFILLED, a budget) and was left open is known to be absent.
 */
const cJSON *ad_known_there(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *synced, struct ad_str defaults);
/* Whether an object leaves a field open that a push could send, and change later. */
bool ad_has_open(const struct ad_adapter *adapter, const struct ad_resource *res,
		 const cJSON *object);
/*
 * The fields that an object leaves open, as they stand in `live`: a JSON object; one that the
 * platform does not tell has no value there (null).
 */
struct ad_str ad_open_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *object, const cJSON *live);
/*
 * The same, not read right after the create: what no platform fills in was set by somebody since,
 * and is no default of the platform. A bid that stands there may be either: it is named as unread
 * (unread.h).
 */
struct ad_str ad_open_late_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const struct ad_resource *res, const cJSON *object,
				const cJSON *live);
/*
 * The AD_SENT fields of `base` (as last synced) with those taken from `live` that differ from
 * `known`: in the very form of `synced`, so that equal texts mean no drift.
 */
struct ad_str ad_live_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *base, const cJSON *known,
			   const cJSON *live);
/* The AD_SENT fields of `base` with the named ones taken from `want`. */
struct ad_str ad_mixed_json(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *base, const cJSON *want, const char *const *names);
/* Parses a JSON text; NULL where absent or malformed. */
const cJSON *ad_parsed(struct ad_arena *arena, struct ad_str json);

#endif
