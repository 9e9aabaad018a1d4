/*
 * API tokens: adcore_<live|test>_<tokenId>_<secret>, where tokenId is 16 characters of a-z and 0-9
 * and secret 32 random bytes in base64url. Only the SHA-256 of the whole is kept. Everything that
 * changes one runs in the caller's write transaction and raises the generation of revocations.
 */
#ifndef AD_AUTH_TOKENS_H
#define AD_AUTH_TOKENS_H

#include "auth/credential/principal.h"
#include "base/arena.h"
#include "base/digest.h"
#include "store/history/history.h"
#include "store/db/store.h"

#define AD_TOKENS_LIVE_MAX 5 /* neither revoked nor expired, an account */
#define AD_TOKENS_ENDED_SHOWN 50
#define AD_TOKEN_DAYS_MAX 365
#define AD_TOKEN_DAYS 90      /* unless said */
#define AD_TOKEN_NAME_MAX 128 /* code points */

struct ad_token_parts {
	enum ad_environment environment;
	struct ad_str id; /* into the credential */
};

/* A token as it is listed; texts live on the arena. */
struct ad_token {
	struct ad_str id, account_id, name;
	enum ad_environment environment;
	uint32_t scopes;
	int64_t created_at, expires_at, last_used_at, revoked_at; /* us; 0: never */
	struct ad_str text; /* the credential itself: after minting and rotating only */
};

enum ad_token_result {
	AD_TOKEN_OK,
	AD_TOKEN_TOO_MANY, /* five live ones already */
	AD_TOKEN_UNKNOWN,  /* no such token of that account */
	AD_TOKEN_DEAD,     /* revoked or expired: cannot be rotated */
	AD_TOKEN_DB,       /* the database: ad_db_error() */
};

/* "live" or "test". */
const char *ad_environment_name(enum ad_environment environment);
/* Parses a credential that has the exact form of a token. Nothing is looked up. */
bool ad_token_parse(struct ad_str credential, struct ad_token_parts *out) AD_CHECK;
/* True if a name is 1 to 128 characters of UTF-8 without control characters. */
bool ad_token_name_valid(struct ad_str name);

/*
 * Mints: account_id, name, environment, scopes and expires_at of *token are the input (valid), the
 * rest is filled. The account's row is locked by an update, so the five hold under concurrency.
 */
enum ad_token_result ad_token_mint(struct ad_db *db, struct ad_arena *arena,
				   struct ad_token *token) AD_CHECK;
/* Gives a live token a new secret; id and expiry stay. account_id absent: of any account. */
enum ad_token_result ad_token_rotate(struct ad_db *db, struct ad_arena *arena,
				     struct ad_str account_id, struct ad_str id,
				     struct ad_token *out) AD_CHECK;
/* Ends a token for good; done twice it stays revoked since the first time. */
enum ad_token_result ad_token_revoke(struct ad_db *db, struct ad_arena *arena,
				     struct ad_str account_id, struct ad_str id,
				     struct ad_token *out) AD_CHECK;
/*
 * The tokens of an account, newest first: those that live, and the AD_TOKENS_ENDED_SHOWN that were
 * revoked or expired last.
 */
enum ad_token_result ad_token_list(struct ad_db *db, struct ad_arena *arena,
				   struct ad_str account_id, struct ad_token **out,
				   size_t *count) AD_CHECK;

/*
 * Makes the history entry of a change, "CREATE", "ROTATE" or "REVOKE", for the owner's Personal
 * Space. It never holds the secret. The caller fills the Space, the front end and the actor.
 */
struct ad_history_entry ad_token_entry(struct ad_arena *arena, const struct ad_token *token,
				       const char *verb);

/* Raises the generation: every cached credential is looked up again. Write transactions only. */
bool ad_auth_bump(struct ad_db *db) AD_CHECK;

#endif
