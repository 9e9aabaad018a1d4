/* Between password and second factor: see second_step.h. */
#include "auth/signin/second_step.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"

#define SECRET_SIZE 32

static void second_step_hash_of(struct ad_str token, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(token, digest);
	ad_hex(digest, sizeof(digest), out);
}

const char *ad_second_cookie(const char *public_url)
{
	return strncmp(public_url, "https://", 8) == 0 ? "__Host-adcore_step" : "adcore_step";
}

enum ad_db_status ad_second_begin(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id, struct ad_str *token)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	uint8_t secret[SECRET_SIZE];
	int64_t now = ad_now();

	ad_random(secret, sizeof(secret));
	*token = ad_base64url(arena, secret, sizeof(secret));
	second_step_hash_of(*token, hash);
	struct ad_stmt *s = ad_sql(db, "INSERT INTO signin_steps (token_hash, account_id,"
				       " created_at, expires_at) VALUES ($1, $2, $3, $4)");
	ad_bind_cstr(s, 1, hash);
	ad_bind(s, 2, account_id);
	ad_bind_int(s, 3, now);
	ad_bind_int(s, 4, now + AD_SECOND_STEP_MINUTES * AD_MINUTE);
	return ad_step(s);
}

enum ad_db_status ad_second_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
				 struct ad_str *account_id)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	if (token.n == 0)
		return AD_DB_DONE;
	second_step_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "SELECT account_id FROM signin_steps WHERE token_hash = $1"
				       " AND expires_at > $2");
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		*account_id = ad_col_copy(s, arena, 0);
		ad_reset(s);
	}
	return status;
}

enum ad_db_status ad_second_end(struct ad_db *db, struct ad_str token)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	second_step_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "DELETE FROM signin_steps WHERE token_hash = $1"
				       " AND expires_at > $2");
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_db_changes(db) == 1 ? AD_DB_ROW : AD_DB_DONE;
}
