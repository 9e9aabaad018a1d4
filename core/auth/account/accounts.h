/*
 * Accounts: a person with a plan, a password or none, and a Personal Space. Everything that writes
 * runs in the caller's write transaction.
 */
#ifndef AD_AUTH_ACCOUNTS_H
#define AD_AUTH_ACCOUNTS_H

#include "auth/secret/secrets.h"
#include "base/id.h"
#include "model/vocabulary.h"
#include "store/db/store.h"

struct ad_account_spec {
	struct ad_str email; /* as ad_email_normal() gave it */
	struct ad_str name;
	struct ad_str plan;
	struct ad_str subscription;  /* active | none | expired */
	struct ad_str currency;      /* ISO 4217 */
	struct ad_str timezone;      /* IANA */
	struct ad_str password_hash; /* absent: nobody can sign in */
};

struct ad_account {
	struct ad_str id, email, name, plan, subscription;
	struct ad_str space_id, currency, timezone; /* of the Personal Space */
	struct ad_str password_hash;                /* absent where none is set */
	bool disabled;                              /* account_state.h */
};

/* An address trimmed and in lower case on the arena; false where it cannot be one. */
bool ad_email_normal(struct ad_arena *arena, struct ad_str in, struct ad_str *out) AD_CHECK;
bool ad_subscription_valid(struct ad_str text);

/*
 * Makes the account, its Personal Space with the guardrails' defaults, its OWNER membership, and
 * the Space's four connected sandbox accounts. AD_DB_CONFLICT where the address is taken.
 */
enum ad_db_status ad_account_add(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_secrets *secrets,
				 const struct ad_account_spec *spec,
				 struct ad_account *out) AD_CHECK;
/* By its normal address: AD_DB_ROW where found, AD_DB_DONE where not. */
enum ad_db_status ad_account_find(struct ad_db *db, struct ad_arena *arena, struct ad_str email,
				  struct ad_account *out) AD_CHECK;
/* By its id; the same. */
enum ad_db_status ad_account_get(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				 struct ad_account *out) AD_CHECK;
/* Sets plan and subscription; every cached credential is looked up again. */
enum ad_db_status ad_account_bill(struct ad_db *db, struct ad_str id, struct ad_str plan,
				  struct ad_str subscription) AD_CHECK;
/*
 * Keeps a new hash of the same password where the old one stands still; nothing else changes.
 */
enum ad_db_status ad_account_rehash(struct ad_db *db, struct ad_str id, struct ad_str old,
				    struct ad_str hash) AD_CHECK;
/* Sets the password; sessions, half-done sign-ins and one-time links of the account end. */
enum ad_db_status ad_account_set_password(struct ad_db *db, struct ad_str id,
					  struct ad_str hash) AD_CHECK;

#endif
