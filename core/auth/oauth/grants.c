/* OAuth grants: see grants.h. */
#include "auth/oauth/grants.h"

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/json_write.h"
#include "store/history/history.h"

#define PREFIX "adcore_rt_"
#define GRANT_ID_LENGTH 30 /* "grt_" and 26 */
#define SALT_SIZE 16

#define COLUMNS                                                                                    \
	"id, account_id, client_id, client_name, redirect_host, space_id, resource, environment,"  \
	" scopes, created_at, last_used_at, expires_at, idle_expires_at, generation, rotated_at,"  \
	" salt, revoked_at, own, jkt, client_method"

static struct ad_str grants_copy(struct ad_stmt *s, struct ad_arena *arena, int column)
{
	return ad_arena_copy(arena, ad_col(s, column));
}

static void read_grant(struct ad_stmt *s, struct ad_arena *arena, struct ad_grant *out)
{
	*out = (struct ad_grant){
		.id = grants_copy(s, arena, 0),
		.account_id = grants_copy(s, arena, 1),
		.client_id = grants_copy(s, arena, 2),
		.client_name = grants_copy(s, arena, 3),
		.redirect_host = grants_copy(s, arena, 4),
		.space_id = grants_copy(s, arena, 5),
		.resource = grants_copy(s, arena, 6),
		.environment = ad_str_is(ad_col(s, 7), "live") ? AD_LIVE : AD_TEST,
		.scopes = (uint32_t)ad_col_int(s, 8),
		.created_at = ad_col_int(s, 9),
		.last_used_at = ad_col_int(s, 10),
		.expires_at = ad_col_int(s, 11),
		.idle_expires_at = ad_col_int(s, 12),
		.generation = ad_col_int(s, 13),
		.rotated_at = ad_col_int(s, 14),
		.salt = grants_copy(s, arena, 15),
		.revoked_at = ad_col_int(s, 16),
		.own = ad_col_int(s, 17) != 0,
		.jkt = ad_col_copy(s, arena, 18),
		.client_method = (uint32_t)ad_col_int(s, 19),
	};
}

enum ad_db_status ad_grant_load(struct ad_db *db, struct ad_arena *arena, struct ad_str id,
				struct ad_grant *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " FROM oauth_grants WHERE id = $1");
	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		read_grant(s, arena, out);
		ad_reset(s);
	}
	return status;
}

bool ad_grant_alive(const struct ad_grant *grant, int64_t now)
{
	return grant->revoked_at == 0 && grant->expires_at > now && grant->idle_expires_at > now;
}

static void bind_grant(struct ad_stmt *s, const struct ad_grant *g)
{
	ad_bind(s, 1, g->id);
	ad_bind(s, 2, g->account_id);
	ad_bind(s, 3, g->client_id);
	ad_bind(s, 4, g->client_name);
	ad_bind(s, 5, g->redirect_host);
	ad_bind(s, 6, g->space_id);
	ad_bind(s, 7, g->resource);
	ad_bind_cstr(s, 8, ad_environment_name(g->environment));
	ad_bind_int(s, 9, g->scopes);
	ad_bind_int(s, 10, g->created_at);
	ad_bind_int(s, 11, g->expires_at);
	ad_bind_int(s, 12, g->idle_expires_at);
	ad_bind_int(s, 13, g->generation);
	ad_bind_int(s, 14, g->rotated_at);
	ad_bind(s, 15, g->salt);
	ad_bind_int(s, 16, g->own);
	ad_bind(s, 17, g->jkt);
}

/* The Space's owners see in its history which apps gain and lose access. */
static enum ad_db_status grants_note(struct ad_db *db, const struct ad_grant *grant,
				     const char *verb, struct ad_str after)
{
	struct ad_history_entry entry = {
		.space_id = grant->space_id,
		.environment = ad_str(ad_environment_name(grant->environment)),
		.account_id = grant->account_id,
		.door = grant->own ? AD_S("CLI") : AD_S("OAUTH"),
		.credential_id = grant->id,
		.resource = AD_S("grant"),
		.object_id = grant->id,
		.verb = ad_str(verb),
		.after = after,
	};

	return ad_history_append(db, &entry);
}

static enum ad_db_status note_new(struct ad_db *db, struct ad_arena *arena,
				  const struct ad_grant *grant)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "clientId", grant->client_id);
	ad_json_kstr(&j, "clientName", grant->client_name);
	ad_json_key(&j, "scopes");
	ad_scopes_write(&j, grant->scopes);
	ad_json_ktime(&j, "expiresAt", grant->expires_at);
	ad_json_object_end(&j);
	return grants_note(db, grant, "CREATE", ad_text_str(&text));
}

enum ad_db_status ad_grant_add(struct ad_db *db, struct ad_arena *arena, struct ad_grant *grant)
{
	char id[AD_ID_SIZE];
	uint8_t salt[SALT_SIZE];
	int64_t now = ad_now();

	ad_id_make("grt", id);
	ad_random(salt, sizeof(salt));
	grant->id = ad_arena_copy(arena, ad_str(id));
	grant->salt = ad_base64url(arena, salt, sizeof(salt));
	grant->created_at = grant->rotated_at = now;
	grant->expires_at = now + AD_GRANT_DAYS * AD_DAY;
	/* A machine may rest for months: it is not a person who forgot about an app. */
	grant->idle_expires_at = now + (grant->own ? AD_GRANT_DAYS : AD_GRANT_IDLE_DAYS) * AD_DAY;
	grant->generation = 1;
	grant->last_used_at = grant->revoked_at = 0;
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO oauth_grants (id, account_id, client_id, client_name,"
		    " redirect_host, space_id, resource, environment, scopes, created_at,"
		    " expires_at, idle_expires_at, generation, rotated_at, salt, own, jkt)"
		    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
		    " $16, $17)");
	bind_grant(s, grant);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? note_new(db, arena, grant) : status;
}

static enum ad_db_status note_revoked(struct ad_db *db, struct ad_str id, const char *reason)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_grant grant;
	enum ad_db_status status = ad_grant_load(db, arena, id, &grant);

	if (status == AD_DB_ROW)
		status = grants_note(db, &grant, "REVOKE",
				     ad_arena_printf(arena, "{\"reason\":\"%s\"}", reason));
	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_grant_revoke(struct ad_db *db, struct ad_str id, const char *reason)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE oauth_grants SET revoked_at = $2,"
				       " revoked_reason = $3 WHERE id = $1 AND revoked_at IS NULL");
	ad_bind(s, 1, id);
	ad_bind_int(s, 2, ad_now());
	ad_bind_cstr(s, 3, reason);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	if (ad_db_changes(db) > 0)
		status = note_revoked(db, id, reason);
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_access_token_revoke(struct ad_db *db, struct ad_str jti, int64_t expires_at)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO oauth_revoked (id, expires_at) VALUES ($1, $2)"
				       " ON CONFLICT (id) DO NOTHING");
	ad_bind(s, 1, jti);
	ad_bind_int(s, 2, expires_at);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	return ad_auth_bump(db) ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

enum ad_db_status ad_grant_list(struct ad_db *db, struct ad_arena *arena, struct ad_str account_id,
				struct ad_grant **out, size_t *count)
{
	enum ad_db_status status;
	size_t room = 0;
	int64_t now = ad_now();
	struct ad_stmt *s = ad_sql(db, "SELECT " COLUMNS " FROM oauth_grants WHERE account_id = $1"
				       " AND revoked_at IS NULL AND expires_at > $2"
				       " AND idle_expires_at > $2"
				       " ORDER BY created_at DESC, id DESC LIMIT 500");
	ad_bind(s, 1, account_id);
	ad_bind_int(s, 2, now);
	*out = NULL;
	*count = 0;
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (*count == room) {
			struct ad_grant *more =
				ad_arena_alloc(arena, 2 * (room + 8) * sizeof(*more));
			if (room)
				memcpy(more, *out, room * sizeof(*more));
			*out = more;
			room = 2 * (room + 8);
		}
		read_grant(s, arena, &(*out)[(*count)++]);
	}
	return status;
}

struct ad_str ad_refresh_text(const struct ad_secrets *secrets, struct ad_arena *arena,
			      const struct ad_grant *grant, int64_t generation)
{
	struct ad_str seed = ad_arena_printf(arena, "%.*s|%lld|%.*s", AD_FMT(grant->id),
					     (long long)generation, AD_FMT(grant->salt));
	struct ad_str mac = ad_secrets_mac64(secrets, arena, "refresh_token", seed);

	return ad_arena_printf(arena, PREFIX "%.*s_%lld_%.*s", AD_FMT(grant->id),
			       (long long)generation, AD_FMT(mac));
}

bool ad_refresh_parse(struct ad_str token, struct ad_str *grant_id, int64_t *generation)
{
	size_t at = sizeof(PREFIX) - 1;
	size_t digits = 0;

	if (!ad_str_starts(token, PREFIX) || token.n < at + GRANT_ID_LENGTH + 3 || token.n > 128)
		return false;
	*grant_id = (struct ad_str){ token.p + at, GRANT_ID_LENGTH };
	at += GRANT_ID_LENGTH;
	if (!ad_id_valid("grt", *grant_id) || token.p[at++] != '_')
		return false;
	for (*generation = 0; at < token.n && token.p[at] >= '0' && token.p[at] <= '9'; at++) {
		*generation = *generation * 10 + (token.p[at] - '0');
		if (++digits > 15)
			return false;
	}
	return digits > 0 && at < token.n && token.p[at] == '_' && *generation > 0;
}

/* One step on from the generation that was shown; false where another was faster. */
static enum ad_db_status grants_rotate(struct ad_db *db, struct ad_grant *g, int64_t now, bool *won)
{
	struct ad_stmt *s =
		ad_sql(db, "UPDATE oauth_grants SET generation = generation + 1, rotated_at = $3,"
			   " last_used_at = $3, idle_expires_at = $4"
			   " WHERE id = $1 AND generation = $2 AND revoked_at IS NULL");
	ad_bind(s, 1, g->id);
	ad_bind_int(s, 2, g->generation);
	ad_bind_int(s, 3, now);
	ad_bind_int(s, 4, now + AD_GRANT_IDLE_DAYS * AD_DAY);
	enum ad_db_status status = ad_step(s);
	*won = status == AD_DB_DONE && ad_db_changes(db) == 1;
	if (*won) {
		g->generation++;
		g->rotated_at = now;
	}
	return status;
}

enum ad_refresh_result ad_refresh_claim(struct ad_db *db, struct ad_arena *arena,
					const struct ad_secrets *secrets, struct ad_str token,
					struct ad_str client_id, struct ad_grant *out)
{
	struct ad_str grant_id;
	int64_t shown, now = ad_now();
	bool won;

	if (!ad_refresh_parse(token, &grant_id, &shown))
		return AD_REFRESH_WRONG;
	enum ad_db_status status = ad_grant_load(db, arena, grant_id, out);
	if (status == AD_DB_DONE)
		return AD_REFRESH_WRONG;
	if (status != AD_DB_ROW)
		return AD_REFRESH_DB;
	if (!ad_secret_eq(token, ad_refresh_text(secrets, arena, out, shown)) ||
	    !ad_str_eq(client_id, out->client_id) || !ad_grant_alive(out, now) ||
	    shown > out->generation)
		return AD_REFRESH_WRONG;
	if (shown == out->generation) {
		if (grants_rotate(db, out, now, &won) != AD_DB_DONE)
			return AD_REFRESH_DB;
		if (won)
			return AD_REFRESH_OK;
		if (ad_grant_load(db, arena, grant_id, out) != AD_DB_ROW)
			return AD_REFRESH_DB;
	}
	/* Shown again: the successor is the current one, so nobody has used it. */
	if (shown == out->generation - 1 && now - out->rotated_at < AD_REFRESH_GRACE_S * AD_SECOND)
		return AD_REFRESH_OK;
	return ad_grant_revoke(db, out->id, "reuse") == AD_DB_DONE ? AD_REFRESH_REUSE
								   : AD_REFRESH_DB;
}
