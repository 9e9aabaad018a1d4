/* The second factor of an account: see factors.h. */
#include "auth/signin/factors.h"

#include <ctype.h>

#include <openssl/crypto.h>

#include "auth/signin/totp.h"
#include "base/clock.h"
#include "base/id.h"

#define SEAL_LABEL "account_totp"
#define CODE_LENGTH 24    /* base32 characters of 120 bits */
#define CODE_OF_BEFORE 16 /* of 80 bits: taken until the account makes new ones */
#define GROUP 4

enum ad_db_status ad_factors_find(struct ad_db *db, struct ad_str account_id,
				  struct ad_factors *out)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT created_at, (SELECT count(*) FROM account_recovery AS r"
			   " WHERE r.account_id = t.account_id) FROM account_totp AS t"
			   " WHERE t.account_id = $1");

	*out = (struct ad_factors){ 0 };
	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct ad_factors){ .totp = true,
				    .totp_since = ad_col_int(s, 0),
				    .codes_left = ad_col_int(s, 1) };
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_factors_add_totp(struct ad_db *db, struct ad_arena *arena,
				      const struct ad_secrets *secrets, struct ad_str account_id,
				      struct ad_str secret, int64_t counter)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO account_totp (account_id, sealed, counter,"
				       " created_at) VALUES ($1, $2, $3, $4)");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, ad_secrets_seal(secrets, arena, SEAL_LABEL, account_id, secret));
	ad_bind_int(s, 3, counter);
	ad_bind_int(s, 4, ad_now());
	return ad_step(s);
}

/* The stored form of a code: its hash, computed without the dashes and spaces that people type. */
static bool factors_hash_of(struct ad_str typed, char out[static 2 * AD_SHA256_SIZE + 1])
{
	char code[CODE_LENGTH];
	uint8_t digest[AD_SHA256_SIZE];
	size_t n = 0;

	for (size_t i = 0; i < typed.n; i++) {
		char c = (char)toupper((unsigned char)typed.p[i]);
		if (c == '-' || c == ' ')
			continue;
		if (n == CODE_LENGTH || !((c >= 'A' && c <= 'Z') || (c >= '2' && c <= '7')))
			return false;
		code[n++] = c;
	}
	if (n != CODE_LENGTH && n != CODE_OF_BEFORE)
		return false;
	ad_sha256((struct ad_str){ code, n }, digest);
	ad_hex(digest, sizeof(digest), out);
	OPENSSL_cleanse(code, sizeof(code));
	return true;
}

bool ad_recovery_like(struct ad_str typed)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	return factors_hash_of(typed, hash);
}

static enum ad_db_status drop_codes(struct ad_db *db, struct ad_str account_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM account_recovery WHERE account_id = $1");

	ad_bind(s, 1, account_id);
	return ad_step(s);
}

/* The code of some random bytes, in groups that can be read out. */
static struct ad_str factors_show(struct ad_arena *arena,
				  const uint8_t random[static AD_RECOVERY_SIZE])
{
	struct ad_str plain = ad_base32(arena, random, AD_RECOVERY_SIZE);
	struct ad_text text = ad_text_on(arena);

	for (size_t at = 0; at < plain.n; at += GROUP)
		ad_text_addf(&text, "%s%.4s", at ? "-" : "", plain.p + at);
	return ad_text_str(&text);
}

enum ad_db_status ad_factors_new_codes(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str account_id, struct ad_recovery_codes *out)
{
	uint8_t random[AD_RECOVERY_SIZE];
	char hash[2 * AD_SHA256_SIZE + 1];
	enum ad_db_status status = drop_codes(db, account_id);

	for (size_t i = 0; i < AD_RECOVERY_CODES && status == AD_DB_DONE; i++) {
		ad_random(random, sizeof(random));
		out->code[i] = factors_show(arena, random);
		if (!factors_hash_of(out->code[i], hash))
			return AD_DB_INVALID;
		struct ad_stmt *s = ad_sql(db, "INSERT INTO account_recovery (account_id,"
					       " code_hash, created_at) VALUES ($1, $2, $3)");
		ad_bind(s, 1, account_id);
		ad_bind_cstr(s, 2, hash);
		ad_bind_int(s, 3, ad_now());
		status = ad_step(s);
	}
	OPENSSL_cleanse(random, sizeof(random));
	return status;
}

enum ad_db_status ad_factors_remove(struct ad_db *db, struct ad_str account_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM account_totp WHERE account_id = $1");

	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? drop_codes(db, account_id) : status;
}

enum ad_db_status ad_factors_reset(struct ad_db *db, struct ad_str account_id)
{
	static const char *const others[] = {
		"DELETE FROM passkeys WHERE account_id = $1",
		"DELETE FROM signin_steps WHERE account_id = $1",
	};
	enum ad_db_status status = ad_factors_remove(db, account_id);

	for (size_t i = 0; i < AD_LEN(others) && status == AD_DB_DONE; i++) {
		struct ad_stmt *s = ad_sql(db, others[i]);
		ad_bind(s, 1, account_id);
		status = ad_step(s);
	}
	return status;
}

/* The secret and the step accepted last: AD_DB_ROW. */
static enum ad_db_status factors_load(struct ad_db *db, struct ad_arena *arena,
				      struct ad_str account_id, struct ad_str *sealed,
				      int64_t *counter)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT sealed, counter FROM account_totp WHERE account_id = $1");

	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*sealed = ad_col_copy(s, arena, 0);
	*counter = ad_col_int(s, 1);
	ad_reset(s);
	return AD_DB_ROW;
}

static enum ad_db_status use_code(struct ad_db *db, struct ad_str account_id, struct ad_str typed,
				  enum ad_factor *by)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	if (!factors_hash_of(typed, hash))
		return AD_DB_DONE;
	struct ad_stmt *s = ad_sql(db, "DELETE FROM account_recovery WHERE account_id = $1"
				       " AND code_hash = $2");
	ad_bind(s, 1, account_id);
	ad_bind_cstr(s, 2, hash);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE && ad_db_changes(db) == 1)
		*by = AD_FACTOR_RECOVERY;
	return status;
}

enum ad_db_status ad_factors_use(struct ad_db *db, struct ad_arena *arena,
				 const struct ad_secrets *secrets, struct ad_str account_id,
				 struct ad_str typed, enum ad_factor *by)
{
	struct ad_str sealed, secret;
	int64_t counter;
	enum ad_db_status status = factors_load(db, arena, account_id, &sealed, &counter);

	*by = AD_FACTOR_NONE;
	if (status != AD_DB_ROW)
		return status;
	/* A secret that does not open (another key) still leaves the recovery codes. */
	if (!ad_secrets_unseal(secrets, arena, SEAL_LABEL, account_id, sealed, &secret) ||
	    !ad_totp_check(secret, typed, ad_now(), &counter))
		return use_code(db, account_id, typed, by);
	struct ad_stmt *s = ad_sql(db, "UPDATE account_totp SET counter = $2 WHERE account_id = $1"
				       " AND counter < $2");
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, counter);
	status = ad_step(s);
	if (status == AD_DB_DONE && ad_db_changes(db) == 1)
		*by = AD_FACTOR_TOTP;
	return status;
}
