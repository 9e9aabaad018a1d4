/*
 * Inside oauth/: clients and their authentication. A client is registered (RFC 7591), or its
 * client_id is the URL of its metadata document (document.h).
 */
#ifndef OAUTH_CLIENTS_H
#define OAUTH_CLIENTS_H

#include "oauth/endpoint/door.h"

#define OAUTH_DEVICE_GRANT "urn:ietf:params:oauth:grant-type:device_code" /* RFC 8628 */

/* The grant types that a client can register; each includes refresh tokens. */
enum {
	OAUTH_GRANT_CODE = 1u << 0,
	OAUTH_GRANT_DEVICE = 1u << 1,
	OAUTH_GRANT_MACHINE = AD_CLIENT_RIGHT_CREDENTIALS, /* never by dynamic registration */
	OAUTH_BOUND_TOKENS =
		1u << 3, /* not a grant type: all tokens of the client must be bound to a key */
	OAUTH_BASIC_ALONE =
		1u
		<< 4, /* not a grant type: the client registered client_secret_basic explicitly */
};

/* The client authentication methods. */
enum {
	OAUTH_AUTH_NONE = 1u << 0,  /* only the client_id: a public client */
	OAUTH_AUTH_BASIC = 1u << 1, /* client_secret_basic */
	OAUTH_AUTH_POST = 1u << 2,  /* client_secret_post */
	OAUTH_AUTH_KEY = 1u << 3,   /* private_key_jwt */
};

struct oauth_client {
	struct ad_str id, name;
	struct ad_str auth_method; /* the registered method; absent for a metadata document */
	struct ad_str secret_hash; /* hex of SHA-256; absent for none */
	const cJSON *redirect_uris;
	uint32_t grants;        /* OAUTH_GRANT_… */
	uint32_t methods;       /* OAUTH_AUTH_…: the allowed methods */
	const cJSON *jwks;      /* its public keys, or NULL */
	struct ad_str jwks_uri; /* jwks_uri, or absent */
	struct ad_str document; /* its stored metadata document (document.h); or absent */
	int64_t fetched_at;     /* us: time of the fetch of the document */
	uint32_t used;          /* OAUTH_AUTH_…: the method that authenticated it; 0: not yet */
	/*
	 * True for a document that was never fetched, or not for the object in the request: only
	 * id is known. Also true for a client with keys at a jwks_uri that no user has allowed
	 * yet: the keys are not fetched for strangers. Such a client is not authenticated, and its
	 * credentials are not valid.
	 */
	bool unknown;
};

/* The parameter of an endpoint that holds an object that the client received earlier. */
enum oauth_about {
	OAUTH_ABOUT_NOTHING, /* a request that starts a flow */
	OAUTH_ABOUT_GRANT,   /* the parameter of the grant_type */
	OAUTH_ABOUT_TOKEN,   /* token */
};

/* The object that the client received earlier, from the request. Other parameters are ignored. */
struct oauth_evidence {
	enum {
		OAUTH_SHOWS_NOTHING,
		OAUTH_SHOWS_CODE,
		OAUTH_SHOWS_DEVICE,
		OAUTH_SHOWS_TOKEN, /* refresh or access token */
	} kind;
	struct ad_str value;
};

/* AD_DB_ROW if found, else AD_DB_DONE. */
enum ad_db_status oauth_client_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				    struct oauth_client *out) AD_CHECK;
/*
 * The redirect URI of a request: the requested one, if it is registered and allowed; without a
 * requested one, the only registered one. False: none.
 */
bool oauth_client_redirect(const struct oauth_client *client, struct ad_str shown,
			   struct ad_str *out) AD_CHECK;
/*
 * Authenticates the client of an endpoint that clients call directly (OAuth 2.1 section 2.4): by
 * client_secret_basic, client_secret_post, private_key_jwt, or only client_id. The authentication
 * can take several steps, so the endpoint stores its data in call.door_data. `then` continues with
 * *out on a reading thread. If the client cannot be authenticated, the error is replied instead.
 */
void oauth_client_authenticate(struct ad_exchange *x, const struct oauth_params *params,
			       enum oauth_about about, struct oauth_client *out,
			       ad_handler_fn *then);
/* Stores the time of use: unused registrations are deleted after a day. */
enum ad_db_status oauth_client_used(struct ad_db *db, struct ad_str id, int64_t now) AD_CHECK;

#endif
