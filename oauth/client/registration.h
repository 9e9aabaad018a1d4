/*
 * Inside oauth/: a client registration (RFC 7591) in progress: parsed and checked on the loop,
 * stored on the writer's thread. Shared by POST /register and the management of registrations.
 */
#ifndef OAUTH_REGISTRATION_H
#define OAUTH_REGISTRATION_H

#include "oauth/endpoint/door.h"

#define OAUTH_MANAGE_PATH "/register/" /* and the client's id (RFC 7592) */

/*
 * Limits on unused registrations, per address and in total; beyond them the oldest are deleted.
 */
#define OAUTH_UNUSED_ADDRESS_MAX 500
#define OAUTH_UNUSED_MAX 20000

struct oauth_registration {
	const cJSON *input;
	struct ad_str name, auth_method, scope;
	struct ad_str redirect_uris; /* JSON */
	struct ad_str metadata;      /* JSON object without braces: returned and stored */
	struct ad_str fingerprint;
	struct ad_str jwks, jwks_uri; /* for private_key_jwt: one of them, jwks as JSON */
	uint32_t grants;              /* OAUTH_GRANT_… */
	struct ad_str secret;         /* absent: a public client, or the secret does not change */
	struct ad_str management;     /* the registration access token, or absent */
	char id[AD_ID_SIZE + 8];
	int64_t issued_at; /* us */
	/* The result: an identical registration of this day already existed. */
	bool same, failed; /* failed: the database */
	char same_id[AD_ID_SIZE + 8];
	int64_t same_issued_at;
};

/*
 * Reads the body's metadata and checks it: name to grants of *r are filled. False with the error of
 * RFC 7591 section 3.2.2 replied.
 */
bool oauth_registration_read(struct ad_exchange *x, struct oauth_registration *r) AD_CHECK;
/* The client information response (RFC 7591 section 3.2.1, RFC 7592 section 3). */
void oauth_registration_reply(struct ad_exchange *x, const struct oauth_registration *r,
			      int status);
/* Creates a secret, for confidential clients. */
struct ad_str oauth_registration_secret(struct ad_arena *arena);
/*
 * The stored form of the origin network of a registration: a MAC that does not reveal the address.
 */
struct ad_str oauth_registration_origin(struct ad_call *call);
/*
 * Deletes the oldest unused registrations beyond the limits, those of the same origin first.
 * Registrations of others never cause a refusal.
 */
enum ad_db_status oauth_registration_room(struct ad_db *db, struct ad_str origin) AD_CHECK;

#endif
