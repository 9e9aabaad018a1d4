/*
 * Inside oauth/: pushed authorization requests (RFC 9126): stored by POST /par, read at /authorize
 * by their request_uri.
 */
#ifndef OAUTH_PUSHED_H
#define OAUTH_PUSHED_H

#include "oauth/endpoint/door.h"

#define OAUTH_PUSHED_PREFIX "urn:ietf:params:oauth:request_uri:"
#define OAUTH_PUSHED_SECONDS 90

/*
 * The parameters of a request_uri of this client, if it is unexpired and undecided: AD_DB_ROW;
 * otherwise AD_DB_DONE, and *out is unchanged.
 */
enum ad_db_status oauth_pushed_find(struct ad_db *db, struct ad_arena *arena, struct ad_str uri,
				    struct ad_str client_id, struct oauth_params *out) AD_CHECK;
/*
 * Deletes one by the hash of its request_uri, when its code is created. AD_DB_DONE also if it no
 * longer exists.
 */
enum ad_db_status oauth_pushed_drop(struct ad_db *db, struct ad_str hash) AD_CHECK;

#endif
