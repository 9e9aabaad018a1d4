/* One-time links: see links.h. */
#include "auth/account/links.h"

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"

#define PREFIX "adcore_link_"
#define SECRET_SIZE 32
/* SQL: a disabled account is not let in by a link that was made before or since. */
#define OF_OPEN_ACCOUNT                                                                            \
	" AND NOT EXISTS (SELECT 1 FROM accounts d WHERE d.id = account_links.account_id AND"      \
	" d.disabled_at IS NOT NULL)"

static void links_hash_of(struct ad_str token, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(token, digest);
	ad_hex(digest, sizeof(digest), out);
}

struct ad_str ad_link_make(struct ad_db *db, struct ad_arena *arena, struct ad_str account_id,
			   int64_t hours)
{
	uint8_t secret[SECRET_SIZE];
	char hash[2 * AD_SHA256_SIZE + 1];
	int64_t now = ad_now();

	ad_random(secret, sizeof(secret));
	struct ad_str text = ad_base64url(arena, secret, sizeof(secret));
	struct ad_str token = ad_arena_printf(arena, PREFIX "%.*s", AD_FMT(text));
	links_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "DELETE FROM account_links WHERE account_id = $1");
	ad_bind(s, 1, account_id);
	if (ad_step(s) != AD_DB_DONE)
		return (struct ad_str){ 0 };
	s = ad_sql(db, "INSERT INTO account_links (token_hash, account_id, created_at, expires_at)"
		       " VALUES ($1, $2, $3, $4)");
	ad_bind_cstr(s, 1, hash);
	ad_bind(s, 2, account_id);
	ad_bind_int(s, 3, now);
	ad_bind_int(s, 4, now + hours * AD_HOUR);
	return ad_step(s) == AD_DB_DONE ? token : (struct ad_str){ 0 };
}

enum ad_db_status ad_link_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
			       struct ad_str *account_id)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	links_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "SELECT account_id FROM account_links WHERE token_hash = $1"
				       " AND used_at IS NULL AND expires_at > $2" OF_OPEN_ACCOUNT);
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		*account_id = ad_arena_copy(arena, ad_col(s, 0));
		ad_reset(s);
	}
	return status;
}

enum ad_db_status ad_link_use(struct ad_db *db, struct ad_str token)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	int64_t now = ad_now();

	links_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "UPDATE account_links SET used_at = $2 WHERE token_hash = $1"
				       " AND used_at IS NULL AND expires_at > $3" OF_OPEN_ACCOUNT);
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, now);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_db_changes(db) == 1 ? AD_DB_ROW : AD_DB_DONE;
}
