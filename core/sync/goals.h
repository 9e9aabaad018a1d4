/*
 * What the conversions of an ad account can go to there (platform/goal.h), as the last pull heard
 * it: kept with the connection, and looked at by previews, which touch no platform. As JSON
 * { "account", "goals": [ { "id", "name", "takes" } ] }; another account's say nothing.
 */
#ifndef AD_SYNC_GOALS_H
#define AD_SYNC_GOALS_H

#include "platform/goal.h"
#include "sync/link.h"

/* Keeps what was heard; NULL, or not all of it: nothing is known from now on. */
enum ad_db_status ad_goals_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection,
				const struct ad_goals_ask *ask) AD_CHECK;
/* What is known of a connection's account: a list, or NULL. */
enum ad_db_status ad_goals_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection, const cJSON **out) AD_CHECK;
/*
 * Whether conversions of an action can go there, as far as is known: what it is mapped to
 * (`action`), or what the settings name, is among the known and takes them.
 */
bool ad_goals_take(enum ad_platform platform, const struct ad_connection *connection,
		   const cJSON *known, struct ad_str action);
/* Why they cannot, with the way out, where ad_goals_take() says so. */
struct ad_str ad_goals_fault(struct ad_arena *arena, enum ad_platform platform,
			     const struct ad_connection *connection, const cJSON *known,
			     struct ad_str action);

#endif
