/* API tokens: see tokens.h. */
#include "auth/credential/tokens.h"

#include <openssl/crypto.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/utf8.h"

#define PREFIX "adcore_"
#define ID_LENGTH 16
#define SECRET_SIZE 32
#define SECRET_LENGTH 43
#define LENGTH (sizeof(PREFIX) - 1 + 5 + ID_LENGTH + 1 + SECRET_LENGTH)

#define COLUMNS                                                                                    \
	"id, account_id, name, environment, scopes, created_at, expires_at, last_used_at, "        \
	"revoked_at"

const char *ad_environment_name(enum ad_environment environment)
{
	return environment == AD_LIVE ? "live" : "test";
}

static bool id_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool secret_char(char c)
{
	return id_char(c) || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

bool ad_token_parse(struct ad_str credential, struct ad_token_parts *out)
{
	if (credential.n != LENGTH || !ad_str_starts(credential, PREFIX))
		return false;
	const char *p = credential.p + sizeof(PREFIX) - 1;
	bool live = memcmp(p, "live_", 5) == 0;
	if (!live && memcmp(p, "test_", 5) != 0)
		return false;
	const char *id = p + 5;
	for (size_t i = 0; i < ID_LENGTH; i++)
		if (!id_char(id[i]))
			return false;
	const char *secret = id + ID_LENGTH + 1;
	if (id[ID_LENGTH] != '_')
		return false;
	for (size_t i = 0; i < SECRET_LENGTH; i++)
		if (!secret_char(secret[i]))
			return false;
	/* 43 characters hold 258 bits: the last two are zero. */
	if (!strchr("AEIMQUYcgkosw048", secret[SECRET_LENGTH - 1]))
		return false;
	out->environment = live ? AD_LIVE : AD_TEST;
	out->id = (struct ad_str){ id, ID_LENGTH };
	return true;
}

bool ad_token_name_valid(struct ad_str name)
{
	if (name.n == 0 || !ad_utf8_valid(name) || ad_utf8_length(name) > AD_TOKEN_NAME_MAX)
		return false;
	for (size_t i = 0; i < name.n; i++)
		if ((unsigned char)name.p[i] < 0x20 || name.p[i] == 0x7f)
			return false;
	return true;
}

bool ad_auth_bump(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE auth_generation SET generation = generation + 1");

	return ad_step(s) == AD_DB_DONE;
}

/* 16 characters, each of the 36 as likely: bytes above the last multiple of 36 are drawn again. */
static struct ad_str make_id(struct ad_arena *arena)
{
	char *id = ad_arena_alloc(arena, ID_LENGTH + 1);

	for (size_t i = 0; i < ID_LENGTH;) {
		uint8_t byte;
		ad_random(&byte, 1);
		if (byte < 252)
			id[i++] = "abcdefghijklmnopqrstuvwxyz0123456789"[byte % 36];
	}
	id[ID_LENGTH] = '\0';
	return (struct ad_str){ id, ID_LENGTH };
}

/* A credential with a new secret into token->text; its hash as hex on the arena. */
static struct ad_str make_text(struct ad_arena *arena, struct ad_token *token)
{
	uint8_t secret[SECRET_SIZE], digest[AD_SHA256_SIZE];
	char *hex = ad_arena_alloc(arena, 2 * AD_SHA256_SIZE + 1);

	ad_random(secret, sizeof(secret));
	struct ad_str text = ad_base64url(arena, secret, sizeof(secret));
	token->text = ad_arena_printf(arena, PREFIX "%s_%.*s_%.*s",
				      ad_environment_name(token->environment), AD_FMT(token->id),
				      AD_FMT(text));
	OPENSSL_cleanse(secret, sizeof(secret));
	ad_sha256(token->text, digest);
	ad_hex(digest, sizeof(digest), hex);
	return (struct ad_str){ hex, 2 * AD_SHA256_SIZE };
}

/* Locks the account against a second minting and counts its live tokens; negative: trouble. */
static int64_t count_live(struct ad_db *db, struct ad_str account_id, int64_t now)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE accounts SET updated_at = $2 WHERE id = $1");
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, now);
	if (ad_step(s) != AD_DB_DONE)
		return -1;
	s = ad_sql(db, "SELECT COUNT(*) FROM tokens WHERE account_id = $1 AND revoked_at IS NULL"
		       " AND expires_at > $2");
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, now);
	if (ad_step(s) != AD_DB_ROW)
		return -1;
	int64_t count = ad_col_int(s, 0);
	ad_reset(s);
	return count;
}

enum ad_token_result ad_token_mint(struct ad_db *db, struct ad_arena *arena, struct ad_token *token)
{
	int64_t now = ad_now();
	int64_t live = count_live(db, token->account_id, now);

	if (live < 0)
		return AD_TOKEN_DB;
	if (live >= AD_TOKENS_LIVE_MAX)
		return AD_TOKEN_TOO_MANY;
	token->id = make_id(arena);
	token->created_at = now;
	token->last_used_at = token->revoked_at = 0;
	struct ad_str hash = make_text(arena, token);
	struct ad_stmt *s = ad_sql(db, "INSERT INTO tokens (id, account_id, name, environment,"
				       " scopes, secret_sha256, created_at, expires_at)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
	ad_bind(s, 1, token->id);
	ad_bind(s, 2, token->account_id);
	ad_bind(s, 3, token->name);
	ad_bind_cstr(s, 4, ad_environment_name(token->environment));
	ad_bind_int(s, 5, token->scopes);
	ad_bind(s, 6, hash);
	ad_bind_int(s, 7, now);
	ad_bind_int(s, 8, token->expires_at);
	return ad_step(s) == AD_DB_DONE ? AD_TOKEN_OK : AD_TOKEN_DB;
}

static void read_token(struct ad_stmt *s, struct ad_arena *arena, struct ad_token *out)
{
	*out = (struct ad_token){
		.id = ad_arena_copy(arena, ad_col(s, 0)),
		.account_id = ad_arena_copy(arena, ad_col(s, 1)),
		.name = ad_arena_copy(arena, ad_col(s, 2)),
		.environment = ad_str_is(ad_col(s, 3), "live") ? AD_LIVE : AD_TEST,
		.scopes = (uint32_t)ad_col_int(s, 4),
		.created_at = ad_col_int(s, 5),
		.expires_at = ad_col_int(s, 6),
		.last_used_at = ad_col_int(s, 7),
		.revoked_at = ad_col_int(s, 8),
	};
}

static enum ad_token_result tokens_load(struct ad_db *db, struct ad_arena *arena,
					struct ad_str account_id, struct ad_str id,
					struct ad_token *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " FROM tokens WHERE id = $1");
	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return AD_TOKEN_UNKNOWN;
	if (status != AD_DB_ROW)
		return AD_TOKEN_DB;
	read_token(s, arena, out);
	ad_reset(s);
	return !account_id.p || ad_str_eq(account_id, out->account_id) ? AD_TOKEN_OK
								       : AD_TOKEN_UNKNOWN;
}

enum ad_token_result ad_token_rotate(struct ad_db *db, struct ad_arena *arena,
				     struct ad_str account_id, struct ad_str id,
				     struct ad_token *out)
{
	enum ad_token_result result = tokens_load(db, arena, account_id, id, out);

	if (result != AD_TOKEN_OK)
		return result;
	if (out->revoked_at || out->expires_at <= ad_now())
		return AD_TOKEN_DEAD;
	struct ad_str hash = make_text(arena, out);
	struct ad_stmt *s = ad_sql(db, "UPDATE tokens SET secret_sha256 = $2 WHERE id = $1");
	ad_bind(s, 1, id);
	ad_bind(s, 2, hash);
	return ad_step(s) == AD_DB_DONE && ad_auth_bump(db) ? AD_TOKEN_OK : AD_TOKEN_DB;
}

enum ad_token_result ad_token_revoke(struct ad_db *db, struct ad_arena *arena,
				     struct ad_str account_id, struct ad_str id,
				     struct ad_token *out)
{
	enum ad_token_result result = tokens_load(db, arena, account_id, id, out);

	if (result != AD_TOKEN_OK || out->revoked_at)
		return result;
	out->revoked_at = ad_now();
	struct ad_stmt *s = ad_sql(db, "UPDATE tokens SET revoked_at = $2 WHERE id = $1"
				       " AND revoked_at IS NULL");
	ad_bind(s, 1, id);
	ad_bind_int(s, 2, out->revoked_at);
	return ad_step(s) == AD_DB_DONE && ad_auth_bump(db) ? AD_TOKEN_OK : AD_TOKEN_DB;
}

#define LIVE "revoked_at IS NULL AND expires_at > $2"

enum ad_token_result ad_token_list(struct ad_db *db, struct ad_arena *arena,
				   struct ad_str account_id, struct ad_token **out, size_t *count)
{
	size_t room = 0;
	enum ad_db_status status;
	struct ad_stmt *s =
		ad_sql(db, "SELECT " COLUMNS " FROM tokens WHERE account_id = $1 AND (" LIVE
			   " OR id IN (SELECT id FROM tokens WHERE account_id = $1 AND NOT (" LIVE
			   ") ORDER BY COALESCE(revoked_at, expires_at) DESC, id DESC LIMIT $3))"
			   " ORDER BY created_at DESC, id DESC LIMIT $4");

	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, ad_now());
	ad_bind_int(s, 3, AD_TOKENS_ENDED_SHOWN);
	ad_bind_int(s, 4, AD_TOKENS_ENDED_SHOWN + AD_TOKENS_LIVE_MAX);
	*out = NULL;
	*count = 0;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (*count == room) {
			struct ad_token *more =
				ad_arena_alloc(arena, 2 * (room + 8) * sizeof(*more));
			if (room)
				memcpy(more, *out, room * sizeof(*more));
			*out = more;
			room = 2 * (room + 8);
		}
		read_token(s, arena, &(*out)[(*count)++]);
	}
	return status == AD_DB_DONE ? AD_TOKEN_OK : AD_TOKEN_DB;
}

static struct ad_str token_json(struct ad_arena *arena, const struct ad_token *t)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "name", t->name);
	ad_json_key(&j, "scopes");
	ad_scopes_write(&j, t->scopes);
	ad_json_ktime(&j, "expiresAt", t->expires_at);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_history_entry ad_token_entry(struct ad_arena *arena, const struct ad_token *token,
				       const char *verb)
{
	struct ad_history_entry entry = {
		.environment = ad_str(ad_environment_name(token->environment)),
		.resource = AD_S("token"),
		.object_id = token->id,
		.verb = ad_str(verb),
	};

	if (strcmp(verb, "CREATE") == 0)
		entry.after = token_json(arena, token);
	else if (strcmp(verb, "REVOKE") == 0)
		entry.before = token_json(arena, token);
	else
		entry.after = AD_S("{}");
	return entry;
}
