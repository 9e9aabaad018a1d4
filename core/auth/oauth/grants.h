/*
 * OAuth grants: what a person allowed a client, in one Space and one environment, for one
 * resource. A grant is also the family of its refresh tokens (OAuth 2.1 section 4.3): generation n
 * is derived, never stored, so that a retry gets the same successor again. Everything that writes
 * runs in the caller's write transaction.
 */
#ifndef AD_AUTH_GRANTS_H
#define AD_AUTH_GRANTS_H

#include "auth/credential/principal.h"
#include "auth/secret/secrets.h"
#include "store/db/store.h"

#define AD_GRANT_DAYS 365     /* for good */
#define AD_GRANT_IDLE_DAYS 90 /* unless refreshed before */
#define AD_REFRESH_GRACE_S 60 /* a refresh token may be shown again, its successor unused */

struct ad_grant {
	struct ad_str id, account_id, client_id, client_name, redirect_host, space_id, resource;
	enum ad_environment environment;
	uint32_t scopes;
	int64_t created_at, last_used_at, expires_at, idle_expires_at; /* us */
	int64_t generation; /* of the current refresh token, from 1 */
	int64_t rotated_at; /* us */
	struct ad_str salt;
	int64_t revoked_at; /* us; 0: it lives */
	/*
	 * A machine client of the account (oauth/machines.h): it has no refresh tokens, and access
	 * tokens from before rotated_at are no longer valid.
	 */
	bool own;
	struct ad_str jkt; /* the key that its refresh tokens are bound to (RFC 9449); or absent */
	uint32_t client_method; /* OAUTH_AUTH_…: how its client keeps proving itself; 0: any way */
};

/* AD_DB_ROW where found, AD_DB_DONE where not. */
enum ad_db_status ad_grant_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				struct ad_grant *out) AD_CHECK;
/* True if the grant is neither revoked nor expired at `now`. */
bool ad_grant_alive(const struct ad_grant *grant, int64_t now);
/*
 * Makes a grant: the texts, environment, scopes, own and jkt of *grant are the input, the rest is
 * filled.
 */
enum ad_db_status ad_grant_add(struct ad_db *db, struct ad_arena *arena,
			       struct ad_grant *grant) AD_CHECK;
/* Ends a grant with all its tokens. Reasons: "user", "client", "reuse", "code_reuse",
 * "client_deleted". */
enum ad_db_status ad_grant_revoke(struct ad_db *db, struct ad_str id, const char *reason) AD_CHECK;
/* Ends one access token, by its jti, until it would have expired (us). */
enum ad_db_status ad_access_token_revoke(struct ad_db *db, struct ad_str jti,
					 int64_t expires_at) AD_CHECK;
/* All living grants of an account, newest first: Connected apps. */
enum ad_db_status ad_grant_list(struct ad_db *db, struct ad_arena *arena, struct ad_str account_id,
				struct ad_grant **out, size_t *count) AD_CHECK;

/* The refresh token of a generation: "adcore_rt_<grant id>_<n>_<mac>". */
struct ad_str ad_refresh_text(const struct ad_secrets *secrets, struct ad_arena *arena,
			      const struct ad_grant *grant, int64_t generation);
/* Takes one apart without judging it; false where it has not the form. */
bool ad_refresh_parse(struct ad_str token, struct ad_str *grant_id, int64_t *generation) AD_CHECK;

enum ad_refresh_result {
	AD_REFRESH_OK,    /* grant->generation is the one to hand out */
	AD_REFRESH_WRONG, /* not a token of a living grant, or of another client */
	AD_REFRESH_REUSE, /* an old one: the grant has been revoked */
	AD_REFRESH_DB,
};
/*
 * Claims the next generation for a token that a client shows: at most one step a token. Loads the
 * grant into *out. The claim is atomic; repeated within the grace it gives the same again.
 */
enum ad_refresh_result ad_refresh_claim(struct ad_db *db, struct ad_arena *arena,
					const struct ad_secrets *secrets, struct ad_str token,
					struct ad_str client_id, struct ad_grant *out) AD_CHECK;

#endif
