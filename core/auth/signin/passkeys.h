/*
 * Passkeys of accounts, and the challenges that their answers are made for. A challenge is made
 * without keeping anything (it is a MAC of its time, its use and the browser); that it was used is
 * kept. Everything that writes runs in the caller's write transaction.
 */
#ifndef AD_AUTH_PASSKEYS_H
#define AD_AUTH_PASSKEYS_H

#include "auth/secret/secrets.h"
#include "auth/signin/webauthn.h"
#include "store/db/store.h"

#define AD_PASSKEYS_MAX 20     /* of an account */
#define AD_PASSKEY_NAME_MAX 60 /* bytes */
#define AD_CHALLENGE_SIZE 32
#define AD_CHALLENGE_MINUTES 5

struct ad_passkey {
	struct ad_str id; /* "pky_…" */
	struct ad_str account_id;
	struct ad_str name;
	struct ad_webauthn_credential credential;
	int64_t created_at;
	int64_t last_used_at; /* us; 0: never */
};

/* A challenge in base64url, for a use ("signin", "add") and the cookie of a browser or session. */
struct ad_str ad_challenge_make(const struct ad_secrets *secrets, struct ad_arena *arena,
				const char *use, struct ad_str cookie);
/* True if this server made the challenge for this use and cookie and it has not expired. */
bool ad_challenge_check(const struct ad_secrets *secrets, struct ad_arena *arena, const char *use,
			struct ad_str cookie, struct ad_str challenge) AD_CHECK;
/* Uses it up: AD_DB_ROW where this call did, AD_DB_DONE where it was used before. */
enum ad_db_status ad_challenge_use(struct ad_db *db, struct ad_str challenge) AD_CHECK;

/*
 * Keeps a new passkey of account_id, name and credential; sets id. AD_DB_CONFLICT where that
 * credential is known, whosever it is; AD_DB_INVALID where the account has AD_PASSKEYS_MAX.
 */
enum ad_db_status ad_passkey_add(struct ad_db *db, struct ad_arena *arena,
				 struct ad_passkey *passkey) AD_CHECK;
/* Counts the account's passkeys. Returns AD_DB_DONE or the database's error. */
enum ad_db_status ad_passkey_count(struct ad_db *db, struct ad_str account_id,
				   int64_t *count) AD_CHECK;
/* By the credential's id (bytes): AD_DB_ROW; AD_DB_DONE where it is not known. */
enum ad_db_status ad_passkey_find(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str credential_id, struct ad_passkey *out) AD_CHECK;
/* Those of an account, oldest first; *count is how many. AD_DB_DONE, or what the database said. */
enum ad_db_status ad_passkey_list(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id,
				  struct ad_passkey out[static AD_PASSKEYS_MAX],
				  size_t *count) AD_CHECK;
/*
 * Notes a sign-in, with the count and state that it showed: AD_DB_ROW; AD_DB_DONE where the
 * passkey is gone, or its count was reached meanwhile.
 */
enum ad_db_status ad_passkey_used(struct ad_db *db, const struct ad_passkey *passkey) AD_CHECK;
/* Renames or removes the one of that id, if it is the account's. */
enum ad_db_status ad_passkey_rename(struct ad_db *db, struct ad_str account_id, struct ad_str id,
				    struct ad_str name) AD_CHECK;
/* The same. */
enum ad_db_status ad_passkey_remove(struct ad_db *db, struct ad_str account_id,
				    struct ad_str id) AD_CHECK;
/* Why a name cannot be taken, as a sentence; NULL where it can. */
const char *ad_passkey_name_fault(struct ad_str name);

#endif
