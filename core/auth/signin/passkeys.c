/* Passkeys of accounts: see passkeys.h. */
#include "auth/signin/passkeys.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "base/utf8.h"

/* A challenge: seconds (4 bytes), random (12), MAC (16). */
#define TIME_SIZE 4
#define HEAD_SIZE 16

static void passkeys_hash_of(struct ad_str s, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(s, digest);
	ad_hex(digest, sizeof(digest), out);
}

/* --- challenges --- */

static void mac_of(const struct ad_secrets *secrets, struct ad_arena *arena, const char *use,
		   struct ad_str cookie, const uint8_t *head, uint8_t out[static AD_SHA256_SIZE])
{
	struct ad_str text = ad_base64url(arena, head, HEAD_SIZE);
	struct ad_str data =
		ad_arena_printf(arena, "%s|%.*s|%.*s", use, AD_FMT(text), AD_FMT(cookie));

	ad_secrets_mac(secrets, "passkey_challenge", data, out);
}

struct ad_str ad_challenge_make(const struct ad_secrets *secrets, struct ad_arena *arena,
				const char *use, struct ad_str cookie)
{
	uint8_t challenge[AD_CHALLENGE_SIZE], mac[AD_SHA256_SIZE];
	uint32_t now = (uint32_t)(ad_now() / AD_SECOND);

	for (int i = 0; i < TIME_SIZE; i++)
		challenge[i] = (uint8_t)(now >> (24 - 8 * i));
	ad_random(challenge + TIME_SIZE, HEAD_SIZE - TIME_SIZE);
	mac_of(secrets, arena, use, cookie, challenge, mac);
	memcpy(challenge + HEAD_SIZE, mac, AD_CHALLENGE_SIZE - HEAD_SIZE);
	return ad_base64url(arena, challenge, sizeof(challenge));
}

bool ad_challenge_check(const struct ad_secrets *secrets, struct ad_arena *arena, const char *use,
			struct ad_str cookie, struct ad_str challenge)
{
	struct ad_str bytes;
	uint8_t mac[AD_SHA256_SIZE];
	uint32_t made = 0;

	if (cookie.n == 0 || !ad_unbase64url(arena, challenge, &bytes) ||
	    bytes.n != AD_CHALLENGE_SIZE)
		return false;
	mac_of(secrets, arena, use, cookie, (const uint8_t *)bytes.p, mac);
	if (!ad_secret_eq((struct ad_str){ (const char *)mac, AD_CHALLENGE_SIZE - HEAD_SIZE },
			  (struct ad_str){ bytes.p + HEAD_SIZE, AD_CHALLENGE_SIZE - HEAD_SIZE }))
		return false;
	for (int i = 0; i < TIME_SIZE; i++)
		made = made << 8 | (uint8_t)bytes.p[i];
	int64_t age = ad_now() / AD_SECOND - made;
	return age >= 0 && age < AD_CHALLENGE_MINUTES * 60;
}

enum ad_db_status ad_challenge_use(struct ad_db *db, struct ad_str challenge)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	struct ad_stmt *s = ad_sql(db, "INSERT INTO passkey_challenges (challenge_hash, expires_at)"
				       " VALUES ($1, $2) ON CONFLICT (challenge_hash) DO NOTHING");

	passkeys_hash_of(challenge, hash);
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now() + AD_CHALLENGE_MINUTES * AD_MINUTE);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_db_changes(db) == 1 ? AD_DB_ROW : AD_DB_DONE;
}

/* --- passkeys --- */

const char *ad_passkey_name_fault(struct ad_str name)
{
	if (name.n == 0 || name.n > AD_PASSKEY_NAME_MAX)
		return "The name must have 1 to 60 bytes.";
	if (!ad_utf8_valid(name))
		return "The name must be UTF-8 text.";
	for (size_t i = 0; i < name.n; i++)
		if ((unsigned char)name.p[i] < 0x20 || name.p[i] == 0x7f)
			return "The name must be one line.";
	return NULL;
}

enum ad_db_status ad_passkey_count(struct ad_db *db, struct ad_str account_id, int64_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT count(*) FROM passkeys WHERE account_id = $1");

	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return AD_DB_UNAVAILABLE;
	*count = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

/* AD_DB_ROW if the credential is already registered. A failed INSERT would end the step instead. */
static enum ad_db_status passkeys_is_known(struct ad_db *db, const char *hash)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM passkeys WHERE credential_hash = $1");

	ad_bind_cstr(s, 1, hash);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		ad_reset(s);
		return AD_DB_CONFLICT;
	}
	return status;
}

enum ad_db_status ad_passkey_add(struct ad_db *db, struct ad_arena *arena, struct ad_passkey *p)
{
	char hash[2 * AD_SHA256_SIZE + 1], id[AD_ID_SIZE];
	const struct ad_webauthn_credential *c = &p->credential;
	int64_t count = 0;
	enum ad_db_status status = ad_passkey_count(db, p->account_id, &count);

	passkeys_hash_of(c->id, hash);
	if (status == AD_DB_DONE)
		status = count >= AD_PASSKEYS_MAX ? AD_DB_INVALID : passkeys_is_known(db, hash);
	if (status != AD_DB_DONE)
		return status;
	ad_id_make("pky", id);
	p->id = ad_arena_copy(arena, ad_str(id));
	struct ad_stmt *s = ad_sql(db, "INSERT INTO passkeys (credential_hash, id, account_id,"
				       " credential_id, name, public_key, sign_count,"
				       " backup_eligible, backed_up, created_at)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
	ad_bind_cstr(s, 1, hash);
	ad_bind(s, 2, p->id);
	ad_bind(s, 3, p->account_id);
	ad_bind(s, 4, ad_base64url(arena, c->id.p, c->id.n));
	ad_bind(s, 5, p->name);
	ad_bind(s, 6, ad_base64url(arena, c->key.p, c->key.n));
	ad_bind_int(s, 7, c->count);
	ad_bind_int(s, 8, c->eligible);
	ad_bind_int(s, 9, c->backed_up);
	ad_bind_int(s, 10, ad_now());
	return ad_step(s);
}

#define COLUMNS                                                                                    \
	"id, account_id, name, credential_id, public_key, sign_count, backup_eligible,"            \
	" backed_up, created_at, last_used_at FROM passkeys"

static bool passkeys_take_row(struct ad_stmt *s, struct ad_arena *arena, struct ad_passkey *out)
{
	struct ad_webauthn_credential *c = &out->credential;

	*out = (struct ad_passkey){ .id = ad_col_copy(s, arena, 0),
				    .account_id = ad_col_copy(s, arena, 1),
				    .name = ad_col_copy(s, arena, 2),
				    .created_at = ad_col_int(s, 8),
				    .last_used_at = ad_col_int(s, 9) };
	c->count = ad_col_int(s, 5);
	c->eligible = ad_col_int(s, 6) != 0;
	c->backed_up = ad_col_int(s, 7) != 0;
	return ad_unbase64url(arena, ad_col(s, 3), &c->id) &&
	       ad_unbase64url(arena, ad_col(s, 4), &c->key);
}

enum ad_db_status ad_passkey_find(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str credential_id, struct ad_passkey *out)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " WHERE credential_hash = $1");

	passkeys_hash_of(credential_id, hash);
	ad_bind_cstr(s, 1, hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	bool good = passkeys_take_row(s, arena, out);
	ad_reset(s);
	return good ? AD_DB_ROW : AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_passkey_list(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id,
				  struct ad_passkey out[static AD_PASSKEYS_MAX], size_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " WHERE account_id = $1"
				       " ORDER BY id LIMIT 20");
	enum ad_db_status status;
	bool good = true;

	*count = 0;
	ad_bind(s, 1, account_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		good &= passkeys_take_row(s, arena, &out[(*count)++]);
	return good ? status : AD_DB_UNAVAILABLE;
}

static enum ad_db_status passkeys_changed(struct ad_db *db, enum ad_db_status status)
{
	if (status != AD_DB_DONE)
		return status;
	return ad_db_changes(db) == 1 ? AD_DB_ROW : AD_DB_DONE;
}

enum ad_db_status ad_passkey_used(struct ad_db *db, const struct ad_passkey *passkey)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE passkeys SET sign_count = $2, backed_up = $3,"
				       " last_used_at = $4 WHERE id = $1"
				       " AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))");

	ad_bind(s, 1, passkey->id);
	ad_bind_int(s, 2, passkey->credential.count);
	ad_bind_int(s, 3, passkey->credential.backed_up);
	ad_bind_int(s, 4, ad_now());
	return passkeys_changed(db, ad_step(s));
}

enum ad_db_status ad_passkey_rename(struct ad_db *db, struct ad_str account_id, struct ad_str id,
				    struct ad_str name)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE passkeys SET name = $3 WHERE account_id = $1"
				       " AND id = $2");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, id);
	ad_bind(s, 3, name);
	return ad_step(s);
}

enum ad_db_status ad_passkey_remove(struct ad_db *db, struct ad_str account_id, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM passkeys WHERE account_id = $1 AND id = $2");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, id);
	return ad_step(s);
}
