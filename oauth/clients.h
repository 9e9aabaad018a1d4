/*
 * Inside oauth/: clients, and how they prove who they are. A client is one that registered itself
 * (RFC 7591).
 */
#ifndef OAUTH_CLIENTS_H
#define OAUTH_CLIENTS_H

#include "oauth/door.h"

/* The grants that a client may have registered; a refresh token comes with each. */
enum {
	OAUTH_GRANT_CODE = 1u << 0,
	OAUTH_GRANT_DEVICE = 1u << 1,
};

struct oauth_client {
	struct ad_str id, name;
	struct ad_str auth_method; /* none | client_secret_basic | client_secret_post */
	struct ad_str secret_hash; /* hex of SHA-256; absent for none */
	const cJSON *redirect_uris;
	uint32_t grants; /* OAUTH_GRANT_… */
};

/* AD_DB_ROW where found, AD_DB_DONE where not. */
enum ad_db_status oauth_client_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				    struct oauth_client *out) AD_CHECK;
/*
 * The redirect URI of a request: the one shown where it is registered and usable; where none is
 * shown, the only registered one. False where there is none.
 */
bool oauth_client_redirect(const struct oauth_client *client, struct ad_str shown,
			   struct ad_str *out) AD_CHECK;
/*
 * Who asks at the token or revocation endpoint (OAuth 2.1 section 2.4): by client_secret_basic,
 * client_secret_post, or client_id alone. False with the error replied.
 */
bool oauth_client_authenticate(struct ad_exchange *x, const struct oauth_params *params,
			       struct oauth_client *out) AD_CHECK;
/* Notes that it is in use: registrations never used are dropped after a day. */
enum ad_db_status oauth_client_used(struct ad_db *db, struct ad_str id, int64_t now) AD_CHECK;

#endif
