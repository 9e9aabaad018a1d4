/* The question that doors ask: who presents this credential? */
#include <stdio.h>
#include <stdlib.h>

#include "auth/auth_private.h"
#include "auth/oauth/grants.h"
#include "auth/oauth/jwt.h"
#include "auth/oauth/machines.h"
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/log.h"

/* The account's columns, which tokens and grants both read. */
#define ACCOUNT_COLUMNS "a.id, a.email, a.plan, a.subscription, p.id"

#define PERSONAL_SPACE " JOIN spaces AS p ON p.owner_account_id = a.id AND p.personal = TRUE"

/* One question at a time on one thread. */
struct question {
	struct ad_auth *auth;
	struct ad_db *db;
	struct ad_arena *arena;
	struct ad_str credential;
	int64_t now;
};

static void authenticate_put(char *out, size_t size, struct ad_str s)
{
	snprintf(out, size, "%.*s", AD_FMT(s));
}

/* The plan's numbers; an account on a plan that is not there has no API access. */
static void put_plan(const struct ad_auth *auth, struct ad_str id, struct ad_principal *who)
{
	static const struct ad_plan none = {
		.id = "", .name = "", .minute_limit = 60, .daily_limit = 1000
	};
	const struct ad_plan *plan = ad_plan_find(auth->spec.plans, auth->spec.plan_count, id);

	authenticate_put(who->plan, sizeof(who->plan), id);
	authenticate_put(who->plan_name, sizeof(who->plan_name), plan ? ad_str(plan->name) : id);
	plan = plan ? plan : &none;
	who->minute_limit = plan->minute_limit;
	who->daily_limit = plan->daily_limit;
	who->api_access = plan->api_access;
	who->plan_needs_subscription = plan->needs_subscription;
}

static void put_account(const struct ad_auth *auth, struct ad_stmt *s, struct ad_principal *who)
{
	authenticate_put(who->account_id, sizeof(who->account_id), ad_col(s, 0));
	authenticate_put(who->email, sizeof(who->email), ad_col(s, 1));
	put_plan(auth, ad_col(s, 2), who);
	authenticate_put(who->subscription, sizeof(who->subscription), ad_col(s, 3));
	authenticate_put(who->space_id, sizeof(who->space_id), ad_col(s, 4));
}

static enum ad_status authenticate_trouble(struct ad_db *db)
{
	ad_log(AD_LOG_ERROR, "authentication_unavailable", "reason", ad_db_error(db), NULL);
	return AD_UNAVAILABLE;
}

/* The last step: what is counted against whom. */
static enum ad_status put_buckets(const struct question *q, struct ad_principal *who)
{
	who->minute = ad_limits_minute(q->auth->limits, q->db, who->credential_id, who->kind);
	who->daily = ad_limits_daily(q->auth->limits, q->db, who->account_id, q->now);
	return who->minute && who->daily ? AD_OK : authenticate_trouble(q->db);
}

static enum ad_status ask_token(const struct question *q, struct ad_str hash,
				struct ad_auth_entry *out)
{
	struct ad_token_parts parts;

	if (!ad_token_parse(q->credential, &parts))
		return AD_UNAUTHENTICATED;
	struct ad_stmt *s =
		ad_sql(q->db, "SELECT " ACCOUNT_COLUMNS
			      ", t.secret_sha256, t.environment, t.scopes, t.expires_at,"
			      " t.revoked_at FROM tokens AS t"
			      " JOIN accounts AS a ON a.id = t.account_id" PERSONAL_SPACE
			      " WHERE t.id = $1 AND a.disabled_at IS NULL");
	ad_bind(s, 1, parts.id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return AD_UNAUTHENTICATED;
	if (status != AD_DB_ROW)
		return authenticate_trouble(q->db);
	bool good = ad_secret_eq(ad_col(s, 5), hash) && ad_col_is_null(s, 9) &&
		    ad_col_int(s, 8) > q->now &&
		    ad_str_is(ad_col(s, 6), ad_environment_name(parts.environment));
	struct ad_principal *who = &out->who;
	put_account(q->auth, s, who);
	authenticate_put(who->credential_id, sizeof(who->credential_id), parts.id);
	who->kind = AD_BY_TOKEN;
	who->environment = parts.environment;
	who->scopes = (uint32_t)ad_col_int(s, 7) & AD_SCOPES_PERSON;
	who->expires_at = ad_col_int(s, 8);
	ad_reset(s);
	return good ? put_buckets(q, who) : AD_UNAUTHENTICATED;
}

/* Which of our resources an audience is; NULL where it is none. */
static const char *audience_of(const struct ad_auth *auth, struct ad_str audience)
{
	if (ad_str_is(audience, auth->spec.mcp_url))
		return auth->spec.mcp_url;
	return ad_str_is(audience, auth->spec.base_url) ? auth->spec.base_url : NULL;
}

/* Reads a JWT of ours that is in force; a key that another server made is looked for once. */
static bool read_claims(const struct question *q, struct ad_claims *claims)
{
	const struct ad_auth *auth = q->auth;
	char err[256];

	if (!ad_jwt_read(auth->keys, q->arena, q->credential, claims)) {
		struct ad_str kid = ad_jwt_kid(q->arena, q->credential);
		if (!kid.p || ad_keys_has(auth->keys, kid) ||
		    !ad_keys_reload(auth->keys, q->db, err) ||
		    !ad_jwt_read(auth->keys, q->arena, q->credential, claims))
			return false;
	}
	return ad_str_is(claims->issuer, auth->spec.issuer) &&
	       claims->expires_at > q->now / AD_SECOND &&
	       claims->issued_at <= q->now / AD_SECOND + 60;
}

/* AD_UNAUTHENTICATED if this access token was revoked. */
static enum ad_status ask_revoked(struct ad_db *db, struct ad_str jti)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM oauth_revoked WHERE id = $1");
	ad_bind(s, 1, jti);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return AD_OK;
	if (status != AD_DB_ROW)
		return authenticate_trouble(db);
	ad_reset(s);
	return AD_UNAUTHENTICATED;
}

static enum ad_status ask_account(const struct ad_auth *auth, struct ad_db *db,
				  struct ad_str account_id, struct ad_principal *who)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT " ACCOUNT_COLUMNS " FROM accounts AS a" PERSONAL_SPACE
			   " WHERE a.id = $1 AND a.disabled_at IS NULL");
	ad_bind(s, 1, account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return AD_UNAUTHENTICATED;
	if (status != AD_DB_ROW)
		return authenticate_trouble(db);
	put_account(auth, s, who);
	ad_reset(s);
	return AD_OK;
}

static void put_grant(const struct ad_grant *grant, const struct ad_claims *claims,
		      struct ad_principal *who)
{
	uint32_t scopes = 0;
	struct ad_str bad;

	if (!ad_scopes_parse(claims->scope, &scopes, &bad))
		scopes = 0;
	authenticate_put(who->credential_id, sizeof(who->credential_id), grant->id);
	authenticate_put(who->space_id, sizeof(who->space_id), grant->space_id);
	who->kind = AD_BY_GRANT;
	who->space_bound = true;
	who->environment = grant->environment;
	who->scopes = scopes & grant->scopes & AD_SCOPES_ALL;
	who->expires_at = claims->expires_at * AD_SECOND;
	authenticate_put(who->jkt, sizeof(who->jkt), claims->jkt);
}

/*
 * True if the token belongs to this grant: same subject, client and resource, and not rotated away.
 */
static bool fits_grant(const struct ad_auth *auth, const struct ad_grant *grant,
		       const struct ad_claims *claims)
{
	const char *mcp = auth->spec.mcp_url;

	if (!ad_str_eq(grant->client_id, claims->client_id))
		return false;
	if (!grant->own)
		return ad_str_eq(grant->account_id, claims->subject) &&
		       ad_str_eq(grant->resource, claims->audience);
	/* RFC 9068 section 2.2: without a person the subject is the client itself. */
	return ad_str_eq(grant->client_id, claims->subject) &&
	       ad_str_is(grant->resource, AD_MACHINE_MCP) == ad_str_is(claims->audience, mcp) &&
	       claims->issued_at >= grant->rotated_at / AD_SECOND;
}

static enum ad_status ask_jwt(const struct question *q, struct ad_auth_entry *out)
{
	struct ad_claims claims;
	struct ad_grant grant;

	if (!read_claims(q, &claims))
		return AD_UNAUTHENTICATED;
	out->audience = audience_of(q->auth, claims.audience);
	enum ad_db_status status = ad_grant_load(q->db, q->arena, claims.grant_id, &grant);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return authenticate_trouble(q->db);
	if (status == AD_DB_DONE || !out->audience || !ad_grant_alive(&grant, q->now) ||
	    !fits_grant(q->auth, &grant, &claims))
		return AD_UNAUTHENTICATED;
	enum ad_status answer = ask_revoked(q->db, claims.id);
	if (answer == AD_OK)
		answer = ask_account(q->auth, q->db, grant.account_id, &out->who);
	if (answer != AD_OK)
		return answer;
	put_grant(&grant, &claims, &out->who);
	return put_buckets(q, &out->who);
}

static struct ad_auth_cache *cache_of(struct ad_auth *auth)
{
	struct ad_auth_cache *cache = pthread_getspecific(auth->cache);

	if (!cache) {
		cache = ad_auth_cache_new();
		pthread_setspecific(auth->cache, cache);
	}
	return cache;
}

/*
 * Refreshes this thread's cache, and with a new generation the keys: a rotation counts one up, so
 * every process signs and publishes with the others. What cannot be loaded stays as it is.
 */
static bool look_again(struct ad_auth *auth, struct ad_auth_cache *cache, struct ad_db *db)
{
	char err[256];

	if (ad_auth_cache_refresh(cache, db) != AD_DB_DONE)
		return false;
	if (ad_auth_cache_generation(cache) > ad_keys_generation(auth->keys) &&
	    !ad_keys_reload(auth->keys, db, err))
		ad_log(AD_LOG_WARN, "signing_keys_not_reloaded", "reason", err, NULL);
	return true;
}

struct ad_keys *ad_auth_keys_now(struct ad_auth *auth, struct ad_db *db)
{
	(void)!look_again(auth, cache_of(auth), db);
	return auth->keys;
}

/* True if the cached entry is in force and was issued for the requested resource. */
static bool authenticate_serves(const struct ad_auth_entry *entry, struct ad_str audience,
				int64_t now)
{
	return entry->who.expires_at > now &&
	       (!entry->audience || ad_str_is(audience, entry->audience));
}

enum ad_status ad_authenticate(struct ad_auth *auth, struct ad_db *db, struct ad_arena *arena,
			       struct ad_str credential, struct ad_str audience,
			       const struct ad_principal **out)
{
	struct question q = { auth, db, arena, credential, ad_now() };
	struct ad_auth_cache *cache = cache_of(auth);
	struct ad_auth_entry fresh = { 0 };
	char hash[2 * AD_SHA256_SIZE + 1];

	*out = NULL;
	if (credential.n == 0 || credential.n > 8192)
		return AD_UNAUTHENTICATED;
	ad_sha256(credential, fresh.key);
	if (!look_again(auth, cache, db))
		return authenticate_trouble(db);
	const struct ad_auth_entry *entry = ad_auth_cache_find(cache, fresh.key);
	if (!entry) {
		ad_hex(fresh.key, sizeof(fresh.key), hash);
		enum ad_status answer = ad_str_starts(credential, "adcore_")
						? ask_token(&q, ad_str(hash), &fresh)
						: ask_jwt(&q, &fresh);
		if (answer != AD_OK)
			return answer;
		ad_auth_cache_put(cache, &fresh);
		entry = &fresh;
	}
	if (!authenticate_serves(entry, audience, q.now))
		return AD_UNAUTHENTICATED;
	struct ad_principal *who = ad_arena_alloc(arena, sizeof(*who));
	*who = entry->who;
	*out = who;
	return AD_OK;
}

enum ad_status ad_account_principal(struct ad_auth *auth, struct ad_db *db,
				    struct ad_principal *who)
{
	struct question q = { .auth = auth, .db = db, .now = ad_now() };
	char id[AD_ID_SIZE];

	memcpy(id, who->account_id, sizeof(id));
	who->scopes = AD_SCOPES_PERSON;
	who->expires_at = INT64_MAX;
	enum ad_status answer = ask_account(auth, db, ad_str(id), who);
	return answer == AD_OK ? put_buckets(&q, who) : answer;
}
