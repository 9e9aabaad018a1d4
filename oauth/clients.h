/*
 * Inside oauth/: clients, and how they prove who they are. A client is one that registered itself
 * (RFC 7591), or one whose client_id is the URL of its metadata document (document.h).
 */
#ifndef OAUTH_CLIENTS_H
#define OAUTH_CLIENTS_H

#include "oauth/door.h"

/* The grants that a client may have registered; a refresh token comes with each. */
enum {
	OAUTH_GRANT_CODE = 1u << 0,
	OAUTH_GRANT_DEVICE = 1u << 1,
	OAUTH_GRANT_MACHINE = AD_CLIENT_RIGHT_CREDENTIALS, /* never by registering itself */
	OAUTH_BOUND_TOKENS = 1u << 3, /* no grant: all its tokens must be bound to a key */
	OAUTH_BASIC_ALONE = 1u << 4,  /* no grant: it asked for client_secret_basic by name */
};

/* The client authentication methods. */
enum {
	OAUTH_AUTH_NONE = 1u << 0,  /* by its client_id alone: a public client */
	OAUTH_AUTH_BASIC = 1u << 1, /* client_secret_basic */
	OAUTH_AUTH_POST = 1u << 2,  /* client_secret_post */
	OAUTH_AUTH_KEY = 1u << 3,   /* private_key_jwt */
};

struct oauth_client {
	struct ad_str id, name;
	struct ad_str auth_method; /* as it was registered, by its name; absent for a document */
	struct ad_str secret_hash; /* hex of SHA-256; absent for none */
	const cJSON *redirect_uris;
	uint32_t grants;        /* OAUTH_GRANT_… */
	uint32_t methods;       /* OAUTH_AUTH_…: any of them will do */
	const cJSON *jwks;      /* its public keys, or NULL */
	struct ad_str jwks_uri; /* where they are, or absent */
	struct ad_str document; /* of a metadata document: its kept text (document.h); or absent */
	int64_t fetched_at;     /* us: when the document said so */
	uint32_t used;          /* OAUTH_AUTH_…: the one by which it proved who it is; 0: not yet */
	/*
	 * A document that was never read here, or not for what the request shows: id is all that is
	 * known. Or a client that would prove itself by keys at a jwks_uri while nobody has allowed
	 * it anything: they are not fetched for a stranger. Nothing is proven, and nothing that it
	 * shows can hold.
	 */
	bool unknown;
};

/* The parameter that shows, at each endpoint, an object the client was given before. */
enum oauth_about {
	OAUTH_ABOUT_NOTHING, /* a request that begins something */
	OAUTH_ABOUT_GRANT,   /* the one that grant_type is about */
	OAUTH_ABOUT_TOKEN,   /* token */
};

/*
 * The object that the client was given before, as the request shows it. No other parameter counts.
 */
struct oauth_evidence {
	enum {
		OAUTH_SHOWS_NOTHING,
		OAUTH_SHOWS_CODE,
		OAUTH_SHOWS_DEVICE,
		OAUTH_SHOWS_TOKEN, /* refresh or access token */
	} kind;
	struct ad_str value;
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
 * Authenticates the client of an endpoint that clients call themselves (OAuth 2.1 section 2.4): by
 * client_secret_basic, client_secret_post, private_key_jwt, or client_id alone. It may take several
 * steps, so the endpoint keeps its own data in call.door_data. `then` continues with *out on a
 * reading thread. If the client cannot be authenticated, the error is replied instead.
 */
void oauth_client_authenticate(struct ad_exchange *x, const struct oauth_params *params,
			       enum oauth_about about, struct oauth_client *out,
			       ad_handler_fn *then);
/* Notes that it is in use: registrations never used are dropped after a day. */
enum ad_db_status oauth_client_used(struct ad_db *db, struct ad_str id, int64_t now) AD_CHECK;

#endif
