/* Signed-in browsers: see sessions.h. */
#include "auth/signin/sessions.h"

#include "auth/signin/required_factor.h"
#include "auth/signin/security.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/text.h"

#define SECRET_SIZE 32

/* SQL: a session that lives at $2, where $3 to $5 are bound by bind_alive(). */
#define ALIVE                                                                                      \
	" expires_at > $2 AND seen_at > $3 AND ((seen_at > $4 AND created_at > $5)"                \
	" OR NOT " AD_OWES_FACTOR(                                                                 \
		"sessions.account_id") ")"                                                         \
				       " AND NOT EXISTS (SELECT 1 FROM accounts d WHERE d.id = "   \
				       "sessions.account_id AND"                                   \
				       " d.disabled_at IS NOT NULL)"

static void bind_alive(struct ad_stmt *s)
{
	int64_t now = ad_now();

	ad_bind_int(s, 2, now);
	ad_bind_int(s, 3, now - AD_SESSION_IDLE_DAYS * AD_DAY);
	ad_bind_int(s, 4, now - AD_SESSION_DUTY_IDLE_HOURS * AD_HOUR);
	ad_bind_int(s, 5, now - AD_SESSION_DUTY_DAYS * AD_DAY);
}

static void sessions_hash_of(struct ad_str token, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(token, digest);
	ad_hex(digest, sizeof(digest), out);
}

const char *ad_session_cookie(const char *public_url)
{
	return strncmp(public_url, "https://", 8) == 0 ? "__Host-adcore_session" : "adcore_session";
}

/* In the account's history: a browser that signed in, or that signed out. */
static enum ad_db_status sessions_note(struct ad_db *db, struct ad_str account_id, struct ad_str id,
				       struct ad_str request_id, const char *verb)
{
	return ad_security_note(db, account_id,
				&(struct ad_history_entry){ .account_id = account_id,
							    .door = AD_S("APP"),
							    .credential_id = id,
							    .request_id = request_id,
							    .resource = AD_S("session"),
							    .object_id = id,
							    .verb = ad_str(verb) });
}

static struct ad_str sessions_cut(struct ad_str s, size_t most)
{
	return (struct ad_str){ s.p ? s.p : "", s.n < most ? s.n : most };
}

/* Cut, with what is not printable ASCII replaced: a header may hold any bytes, the column text. */
static struct ad_str sessions_plain(struct ad_arena *arena, struct ad_str s, size_t most)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < s.n && i < most; i++)
		ad_text_addc(&out, s.p[i] >= ' ' && s.p[i] < 0x7f ? s.p[i] : '?');
	return ad_text_str(&out);
}

/* Runs a DELETE that gives back ids, and notes each. */
static enum ad_db_status end_all(struct ad_db *db, struct ad_stmt *s, struct ad_str account_id)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text ids = ad_text_on(arena);
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_text_add(&ids, ad_col(s, 0));
		ad_text_addc(&ids, ' ');
	}
	for (struct ad_str left = ad_text_str(&ids); left.n > 0 && status == AD_DB_DONE;) {
		size_t n = (size_t)((const char *)ad_str_find(left, ' ') - left.p);
		status = sessions_note(db, account_id, (struct ad_str){ left.p, n },
				       (struct ad_str){ 0 }, "REVOKE");
		left.p += n + 1;
		left.n -= n + 1;
	}
	ad_arena_free(arena);
	return status;
}

/* Ends what an account has beyond the bound, the one of the id aside. */
static enum ad_db_status end_beyond(struct ad_db *db, struct ad_str account_id, const char *id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions"
				       " WHERE account_id = $1 AND id <> $2"
				       " ORDER BY seen_at DESC, id DESC LIMIT 100 OFFSET $3)"
				       " RETURNING id");

	ad_bind(s, 1, account_id);
	ad_bind_cstr(s, 2, id);
	ad_bind_int(s, 3, AD_SESSIONS_MAX - 1);
	return end_all(db, s, account_id);
}

enum ad_db_status ad_session_start(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_session_spec *spec, struct ad_str *token)
{
	char hash[2 * AD_SHA256_SIZE + 1], id[AD_ID_SIZE];
	uint8_t secret[SECRET_SIZE];
	int64_t now = ad_now();

	if (spec->replaces.p) {
		enum ad_db_status status = ad_session_end(db, spec->replaces);
		if (status != AD_DB_DONE)
			return status;
	}
	ad_random(secret, sizeof(secret));
	*token = ad_base64url(arena, secret, sizeof(secret));
	sessions_hash_of(*token, hash);
	ad_id_make("ses", id);
	struct ad_stmt *s = ad_sql(db, "INSERT INTO sessions (token_hash, id, account_id,"
				       " created_at, confirmed_at, seen_at, expires_at, address,"
				       " user_agent, factor_at, before_at)"
				       " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
	ad_bind_cstr(s, 1, hash);
	ad_bind_cstr(s, 2, id);
	ad_bind(s, 3, spec->account_id);
	ad_bind_int(s, 4, now);
	ad_bind_int(s, 5, spec->confirmed_at ? spec->confirmed_at : now);
	ad_bind_int(s, 6, now);
	ad_bind_int(s, 7, now + AD_SESSION_DAYS * AD_DAY);
	ad_bind(s, 8, sessions_cut(spec->address, 64));
	ad_bind(s, 9, sessions_plain(arena, spec->user_agent, 200));
	if (spec->factor)
		ad_bind_int(s, 10, now);
	else
		ad_bind_null(s, 10);
	ad_bind_int(s, 11, spec->before_at);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		status = end_beyond(db, spec->account_id, id);
	if (status != AD_DB_DONE)
		return status;
	return sessions_note(db, spec->account_id, ad_str(id), spec->request_id, "CREATE");
}

#define ONE_VISIT (12 * AD_HOUR)

enum ad_db_status ad_session_sign_in(struct ad_db *db, struct ad_str account_id,
				     struct ad_str replaces, int64_t *before)
{
	char hash[2 * AD_SHA256_SIZE + 1];
	int64_t now = ad_now();
	struct ad_stmt *s =
		ad_sql(db, "SELECT COALESCE((SELECT s.before_at FROM sessions s WHERE s.token_hash"
			   " = $2 AND s.account_id = a.id AND s.created_at > $3),"
			   " a.last_sign_in_at, 0) FROM accounts a WHERE a.id = $1");

	*before = 0;
	sessions_hash_of(replaces, hash);
	ad_bind(s, 1, account_id);
	ad_bind_cstr(s, 2, hash);
	ad_bind_int(s, 3, now - ONE_VISIT);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*before = ad_col_int(s, 0);
	ad_reset(s);
	s = ad_sql(db, "UPDATE accounts SET last_sign_in_at = $2 WHERE id = $1");
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, now);
	return ad_step(s);
}

enum ad_db_status ad_session_alive(struct ad_db *db, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sessions WHERE id = $1 AND" ALIVE);

	ad_bind(s, 1, id);
	bind_alive(s);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status;
}

enum ad_db_status ad_session_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
				  struct ad_session *out)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	if (token.n == 0)
		return AD_DB_DONE;
	sessions_hash_of(token, hash);
	struct ad_stmt *s = ad_sql(db, "SELECT id, account_id, created_at, confirmed_at, seen_at,"
				       " factor_at, before_at FROM sessions WHERE token_hash = $1"
				       " AND" ALIVE);
	ad_bind_cstr(s, 1, hash);
	bind_alive(s);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct ad_session){ .id = ad_arena_copy(arena, ad_col(s, 0)),
				    .account_id = ad_arena_copy(arena, ad_col(s, 1)),
				    .created_at = ad_col_int(s, 2),
				    .confirmed_at = ad_col_int(s, 3),
				    .seen_at = ad_col_int(s, 4),
				    .factor = ad_col_int(s, 5) != 0,
				    .before_at = ad_col_int(s, 6) };
	ad_reset(s);
	return AD_DB_ROW;
}

enum ad_db_status ad_session_touch(struct ad_db *db, struct ad_str token, bool confirmed)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	sessions_hash_of(token, hash);
	struct ad_stmt *s =
		ad_sql(db, confirmed ? "UPDATE sessions SET seen_at = $2, confirmed_at = $2"
				       " WHERE token_hash = $1"
				     : "UPDATE sessions SET seen_at = $2 WHERE token_hash = $1");
	ad_bind_cstr(s, 1, hash);
	ad_bind_int(s, 2, ad_now());
	return ad_step(s);
}

enum ad_db_status ad_session_raise(struct ad_db *db, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sessions SET factor_at = $2 WHERE id = $1");

	ad_bind(s, 1, id);
	ad_bind_int(s, 2, ad_now());
	return ad_step(s);
}

bool ad_session_is_fresh(int64_t confirmed_at)
{
	return confirmed_at > ad_now() - AD_SESSION_FRESH_MINUTES * AD_MINUTE;
}

enum ad_db_status ad_session_end(struct ad_db *db, struct ad_str token)
{
	char hash[2 * AD_SHA256_SIZE + 1];

	sessions_hash_of(token, hash);
	struct ad_stmt *s =
		ad_sql(db, "DELETE FROM sessions WHERE token_hash = $1 RETURNING id, account_id");
	ad_bind_cstr(s, 1, hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_arena *arena = ad_arena_new();
	struct ad_str id = ad_col_copy(s, arena, 0), account_id = ad_col_copy(s, arena, 1);
	ad_reset(s);
	status = sessions_note(db, account_id, id, (struct ad_str){ 0 }, "REVOKE");
	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_session_list(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id, struct ad_session *out, size_t room,
				  size_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id, created_at, confirmed_at, seen_at, address,"
				       " user_agent FROM sessions WHERE account_id = $1"
				       " AND" ALIVE " ORDER BY seen_at DESC, id LIMIT $6");
	enum ad_db_status status;

	*count = 0;
	ad_bind(s, 1, account_id);
	bind_alive(s);
	ad_bind_int(s, 6, (int64_t)room);
	while ((status = ad_step(s)) == AD_DB_ROW)
		out[(*count)++] = (struct ad_session){ .id = ad_col_copy(s, arena, 0),
						       .account_id = account_id,
						       .created_at = ad_col_int(s, 1),
						       .confirmed_at = ad_col_int(s, 2),
						       .seen_at = ad_col_int(s, 3),
						       .address = ad_col_copy(s, arena, 4),
						       .user_agent = ad_col_copy(s, arena, 5) };
	return status;
}

enum ad_db_status ad_session_end_one(struct ad_db *db, struct ad_str account_id, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sessions WHERE account_id = $1 AND id = $2"
				       " RETURNING id");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, id);
	return end_all(db, s, account_id);
}

enum ad_db_status ad_session_end_others(struct ad_db *db, struct ad_str account_id,
					struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sessions WHERE account_id = $1 AND id <> $2"
				       " RETURNING id");

	ad_bind(s, 1, account_id);
	ad_bind(s, 2, id);
	return end_all(db, s, account_id);
}

struct ad_str ad_csrf_make(const struct ad_secrets *secrets, struct ad_arena *arena,
			   struct ad_str cookie, const char *purpose)
{
	struct ad_str data = ad_arena_printf(arena, "%s|%.*s", purpose, AD_FMT(cookie));

	return ad_secrets_mac64(secrets, arena, "csrf", data);
}

bool ad_csrf_check(const struct ad_secrets *secrets, struct ad_arena *arena, struct ad_str cookie,
		   const char *purpose, struct ad_str shown)
{
	return cookie.n > 0 && ad_secret_eq(ad_csrf_make(secrets, arena, cookie, purpose), shown);
}
