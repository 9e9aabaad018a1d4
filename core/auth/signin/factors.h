/*
 * The second factor of an account: the sealed secret of its authenticator app, and ten recovery
 * codes of which the SHA-256 is kept. Everything that writes runs in the caller's write
 * transaction.
 */
#ifndef AD_AUTH_FACTORS_H
#define AD_AUTH_FACTORS_H

#include "auth/secret/secrets.h"
#include "store/db/store.h"

#define AD_RECOVERY_CODES 10
#define AD_RECOVERY_SIZE 15 /* random bytes of a code: 120 bits, a plain hash is enough */

enum ad_factor {
	AD_FACTOR_NONE, /* what was typed is nothing of the account's, or was used before */
	AD_FACTOR_TOTP,
	AD_FACTOR_RECOVERY,
};

/* The codes as they are shown, once: "ABCD-EFGH-JKLM-NOPQ". */
struct ad_recovery_codes {
	struct ad_str code[AD_RECOVERY_CODES];
};

struct ad_factors {
	bool totp;          /* a second factor is asked for */
	int64_t totp_since; /* us */
	int64_t codes_left; /* recovery codes not used yet */
};

/* Reads the account's second factors. Returns AD_DB_DONE or the database's error. */
enum ad_db_status ad_factors_find(struct ad_db *db, struct ad_str account_id,
				  struct ad_factors *out) AD_CHECK;
/*
 * Keeps a TOTP secret of which a code of the step `counter` was shown. AD_DB_CONFLICT where the
 * account has one.
 */
enum ad_db_status ad_factors_add_totp(struct ad_db *db, struct ad_arena *arena,
				      const struct ad_secrets *secrets, struct ad_str account_id,
				      struct ad_str secret, int64_t counter) AD_CHECK;
/* Makes ten new codes; those before are dead. AD_DB_DONE, or what the database said. */
enum ad_db_status ad_factors_new_codes(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str account_id,
				       struct ad_recovery_codes *out) AD_CHECK;
/* Forgets TOTP and the codes. */
enum ad_db_status ad_factors_remove(struct ad_db *db, struct ad_str account_id) AD_CHECK;
/*
 * Forgets all that is asked for beside the password or stands for it: TOTP, the codes, passkeys,
 * and the sign-ins that wait for a second step.
 */
enum ad_db_status ad_factors_reset(struct ad_db *db, struct ad_str account_id) AD_CHECK;
/*
 * Takes what was typed as a TOTP code or else as a recovery code, and uses it up: *by says which
 * it was. AD_DB_DONE, or what the database said.
 */
enum ad_db_status ad_factors_use(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_secrets *secrets, struct ad_str account_id,
				 struct ad_str typed, enum ad_factor *by) AD_CHECK;
/* True if the input has the form of a recovery code, which is too long to guess. */
bool ad_recovery_like(struct ad_str typed);

#endif
