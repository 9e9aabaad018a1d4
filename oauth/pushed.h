/*
 * Inside oauth/: pushed authorization requests (RFC 9126): kept by POST /par, taken up at
 * /authorize by their request_uri.
 */
#ifndef OAUTH_PUSHED_H
#define OAUTH_PUSHED_H

#include "oauth/door.h"

#define OAUTH_PUSHED_PREFIX "urn:ietf:params:oauth:request_uri:"
#define OAUTH_PUSHED_SECONDS 90

/*
 * The parameters behind a request_uri of this client, in time and not yet decided: AD_DB_ROW;
 * AD_DB_DONE where there are none, *out untouched.
 */
enum ad_db_status oauth_pushed_find(struct ad_db *db, struct ad_arena *arena, struct ad_str uri,
				    struct ad_str client_id, struct oauth_params *out) AD_CHECK;
/*
 * Ends one by the hash of its request_uri, when its code is made. AD_DB_DONE also where it is gone.
 */
enum ad_db_status oauth_pushed_drop(struct ad_db *db, struct ad_str hash) AD_CHECK;

#endif
