/*
 * The conversion goals of an ad account (platform/goal.h), as of the last pull. Stored with the
 * connection, and read by previews, which call no platform. JSON { "account", "goals": [ { "id",
 * "name", "takes" } ] }; an entry of another account is ignored.
 */
#ifndef AD_SYNC_GOALS_H
#define AD_SYNC_GOALS_H

#include "platform/goal.h"
#include "sync/state/link.h"

/* Stores the goals; NULL or an incomplete list clears them. */
enum ad_db_status ad_goals_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection,
				const struct ad_goals_ask *ask) AD_CHECK;
/* Loads the stored goals of a connection's account: a list, or NULL. */
enum ad_db_status ad_goals_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection, const cJSON **out) AD_CHECK;
/*
 * True if conversions of an action can be uploaded, as far as is known: the goal that `action` maps
 * to, or that the settings name, is in the list and accepts conversions; or nothing is known.
 */
bool ad_goals_take(enum ad_platform platform, const struct ad_connection *connection,
		   const cJSON *known, struct ad_str action);
/* The error message, with the remedy, for which ad_goals_take() returns false. */
struct ad_str ad_goals_fault(struct ad_arena *arena, enum ad_platform platform,
			     const struct ad_connection *connection, const cJSON *known,
			     struct ad_str action);

#endif
