/*
 * Authentication: one object with the secret, the signing keys, the limits, the plans and each
 * thread's cache of verified credentials. The front ends call ad_authenticate().
 */
#ifndef AD_AUTH_AUTH_H
#define AD_AUTH_AUTH_H

#include "auth/secret/keys.h"
#include "auth/limits/limits.h"
#include "auth/limits/plans.h"
#include "auth/credential/principal.h"
#include "auth/secret/secrets.h"
#include "model/errors.h"
#include "store/db/writer.h"

/* The inputs of ad_auth_open(). All texts and the plans live as long as the process. */
struct ad_auth_spec {
	const char *issuer;          /* the public URL: iss of our access tokens */
	const char *base_url;        /* audience of tokens for REST */
	const char *mcp_url;         /* audience of tokens for MCP */
	const char *data_dir;        /* holds secret.key */
	const struct ad_plan *plans; /* beside the shipped ones */
	size_t plan_count;
};

struct ad_auth;

/*
 * Opens the secret and the signing keys; db writes, and is in no transaction; store is where
 * limits are counted if it is shared, and outlives it. NULL with a sentence. The caller ends it
 * with ad_auth_close().
 */
struct ad_auth *ad_auth_open(const struct ad_auth_spec *spec, struct ad_store *store,
			     struct ad_db *db, char err[static 256]) AD_CHECK;
/*
 * Starts the upkeep: every few seconds what the day's buckets count and when credentials were last
 * used goes to the database by the writer; hourly what has expired is deleted. False with a
 * sentence.
 */
bool ad_auth_start(struct ad_auth *auth, struct ad_store *store, struct ad_writer *writer,
		   char err[static 256]) AD_CHECK;
/* Stores what is counted and ends the upkeep; before the writer stops. Nothing where not started.
 */
void ad_auth_stop(struct ad_auth *auth);
/* Frees it; no thread may use it any more. NULL is allowed. */
void ad_auth_close(struct ad_auth *auth);

/* The inputs that the object was made with. */
const struct ad_auth_spec *ad_auth_spec(const struct ad_auth *auth);
/* The server's secret: cursors, hashes, sealed credentials. */
const struct ad_secrets *ad_auth_secrets(const struct ad_auth *auth);
/* The signing keys of access tokens, as this process last saw them. */
struct ad_keys *ad_auth_keys(struct ad_auth *auth);
/*
 * The same, looked for in the database where anything was revoked or rotated since this process
 * last looked: for signing and publishing. Any thread; db reads.
 */
struct ad_keys *ad_auth_keys_now(struct ad_auth *auth, struct ad_db *db);
/* The buckets; also core->limits. */
struct ad_limits *ad_auth_limits(struct ad_auth *auth);

/*
 * Authenticates a credential: an API token, or an OAuth access token whose audience is `audience`
 * (base_url or mcp_url). Reads from db. The principal lives on the arena. Returns
 * AD_UNAUTHENTICATED for a malformed, revoked or expired credential, AD_UNAVAILABLE if the database
 * cannot be read. Any thread. Each thread caches verified credentials until the generation of
 * revocations changes.
 */
enum ad_status ad_authenticate(struct ad_auth *auth, struct ad_db *db, struct ad_arena *arena,
			       struct ad_str credential, struct ad_str audience,
			       const struct ad_principal **out) AD_CHECK;
/*
 * Completes *who, whose account_id, kind and credential_id are set, for an account that is signed
 * in or works at the command line: all scopes, the Personal Space. AD_UNAUTHENTICATED where there
 * is no such account.
 */
enum ad_status ad_account_principal(struct ad_auth *auth, struct ad_db *db,
				    struct ad_principal *who) AD_CHECK;

#endif
