/* private_key_jwt: see assertion.h. */
#include "oauth/client/assertion.h"

#include "oauth/client/remote.h"
#include "oauth/endpoint/replays.h"

#define JTI_MAX 256

/* An assertion that is being verified. The fetch requires that `remote` is the first member. */
struct proving {
	struct oauth_remote remote; /* the client's key set */
	struct oauth_client *client;
	const struct oauth_assertion *assertion;
	ad_handler_fn *then;
	bool again; /* the set was fetched again for this assertion */
	bool fresh; /* its jti was not used before */
};

/* --- form and claims --- */

bool oauth_assertion_read(struct ad_arena *arena, const struct oauth_params *params,
			  struct oauth_assertion *out, const char **fault)
{
	struct ad_str token = oauth_param(params, "client_assertion");

	*out = (struct oauth_assertion){ 0 };
	if (!ad_str_is(oauth_param(params, "client_assertion_type"), OAUTH_ASSERTION_TYPE)) {
		*fault = "client_assertion_type must be " OAUTH_ASSERTION_TYPE ".";
		return false;
	}
	if (!token.p) {
		*fault = "client_assertion is missing.";
		return false;
	}
	if (!ad_jws_read(arena, token, &out->jws, fault))
		return false;
	out->client_id = ad_json_get_text(out->jws.claims, "sub");
	out->jti = ad_json_get_text(out->jws.claims, "jti");
	if (!ad_jws_time(out->jws.claims, "exp", &out->expires_at)) {
		*fault = "The client assertion has no exp.";
		return false;
	}
	if (out->client_id.n == 0 || out->jti.n == 0 || out->jti.n > JTI_MAX) {
		*fault = "The client assertion needs sub and a jti of at most 256 characters.";
		return false;
	}
	return true;
}

static bool assertion_names(const cJSON *item, const char *url)
{
	return url && ad_str_is(ad_json_text(item), url);
}

static bool assertion_has_audience(const struct oauth_assertion *a, const char *issuer,
				   const char *token_url, const char *own_url)
{
	const cJSON *aud = ad_json_get(a->jws.claims, "aud"), *item;

	/*
	 * The newer type allows only the issuer as aud, so that another server cannot use the
	 * assertion here.
	 */
	if (ad_jws_is(&a->jws, "client-authentication+jwt"))
		return assertion_names(aud, issuer);
	if (assertion_names(aud, issuer) || assertion_names(aud, token_url) ||
	    assertion_names(aud, own_url))
		return true;
	if (!cJSON_IsArray(aud))
		return false;
	cJSON_ArrayForEach(item, aud)
	{
		if (assertion_names(item, issuer) || assertion_names(item, token_url) ||
		    assertion_names(item, own_url))
			return true;
	}
	return false;
}

/* A time that must be in the past, if the claim is present. */
static bool assertion_time_passed(const cJSON *claims, const char *name, int64_t now)
{
	int64_t time;

	if (!ad_json_get(claims, name))
		return true;
	return ad_jws_time(claims, name, &time) && time <= now + OAUTH_ASSERTION_SKEW_S;
}

const char *oauth_assertion_fault(const struct oauth_assertion *a, const char *issuer,
				  const char *token_url, const char *own_url, int64_t now)
{
	const cJSON *claims = a->jws.claims;

	/*
	 * A token of another type with the same key is not an assertion (RFC 8725 section 3.11).
	 */
	if (a->jws.typ.p && !ad_jws_is(&a->jws, "JWT") &&
	    !ad_jws_is(&a->jws, "client-authentication+jwt"))
		return "The typ of the client assertion must be JWT or client-authentication+jwt, "
		       "or absent.";
	if (!ad_str_eq(ad_json_get_text(claims, "iss"), a->client_id))
		return "iss and sub of the client assertion must be the client_id.";
	if (!assertion_has_audience(a, issuer, token_url, own_url))
		return "The aud of the client assertion must be the issuer of this server.";
	if (a->expires_at <= now - OAUTH_ASSERTION_SKEW_S)
		return "The client assertion has expired.";
	if (a->expires_at > now + OAUTH_ASSERTION_AHEAD_S + OAUTH_ASSERTION_SKEW_S)
		return "The exp of the client assertion must be at most 1 hour in the future.";
	if (!assertion_time_passed(claims, "nbf", now) ||
	    !assertion_time_passed(claims, "iat", now))
		return "The client assertion is not valid yet. Check the clock.";
	return NULL;
}

/* --- the proof --- */

static void assertion_refuse(struct ad_exchange *x, const struct proving *p,
			     const char *description)
{
	ad_log(AD_LOG_INFO, "client_refused", "client", p->client->id.p, "reason", description,
	       "request", x->call.request_id.p, NULL);
	oauth_error(x, 401, "invalid_client", description);
}

static struct ad_str jti_hash(struct ad_arena *arena, const struct proving *p)
{
	return oauth_hash(arena, ad_arena_printf(arena, "%.*s\n%.*s", AD_FMT(p->client->id),
						 AD_FMT(p->assertion->jti)));
}

static void take_jti(struct ad_call *call)
{
	struct proving *p = call->work;
	int64_t until = (p->assertion->expires_at + OAUTH_ASSERTION_SKEW_S) * AD_SECOND;
	bool room = true;
	struct ad_stmt *s = ad_sql(call->db, "INSERT INTO oauth_assertions (id, expires_at)"
					     " VALUES ($1, $2) ON CONFLICT (id) DO NOTHING");

	ad_bind(s, 1, jti_hash(call->arena, p));
	ad_bind_int(s, 2, until);
	enum ad_db_status status = ad_step(s);
	p->fresh = status == AD_DB_DONE && ad_db_changes(call->db) == 1;
	if (p->fresh)
		status = oauth_replay_count(call, OAUTH_REPLAY_ASSERTION, p->client->id, until,
					    &room);
	if (status != AD_DB_DONE || !room)
		call->status = AD_UNAVAILABLE;
}

static void jti_taken(struct ad_exchange *x)
{
	struct proving *p = x->call.work;

	if (x->call.status != AD_OK) {
		oauth_unavailable(x);
	} else if (!p->fresh) {
		assertion_refuse(x, p,
				 "The client assertion was already used. Create a new one for each "
				 "request.");
	} else {
		p->client->used = OAUTH_AUTH_KEY;
		p->then(x);
	}
}

static void assertion_verify(struct ad_exchange *x, const struct proving *p,
			     const struct ad_jwk *key)
{
	if (!ad_jws_verify(&p->assertion->jws, key)) {
		assertion_refuse(x, p, "The signature of the client assertion is not valid.");
		return;
	}
	x->render = jti_taken;
	ad_call_next(&x->call, AD_WRITE, take_jti);
}

static const char no_key[] =
	"The client must have exactly one key that matches kid and alg of the assertion.";

static void keys_came(struct ad_exchange *x)
{
	struct proving *p = x->call.work;
	const struct ad_jws *jws = &p->assertion->jws;
	const char *fault = NULL;
	struct ad_jwks set;
	struct ad_jwk key;

	if (x->call.status != AD_OK || (!p->remote.text.p && !p->remote.invalid)) {
		oauth_unavailable(x);
		return;
	}
	if (!p->remote.text.p || !ad_jwks_read(x->call.arena, p->remote.text, &set, &fault)) {
		assertion_refuse(
			x, p,
			"The document at the jwks_uri of the client is not a set of public keys.");
		return;
	}
	if (ad_jwks_find(x->call.arena, &set, jws->kid, jws->alg, &key)) {
		assertion_verify(x, p, &key);
	} else if (p->again) {
		assertion_refuse(x, p, no_key);
	} else {
		p->again = true;
		p->remote.newer_than = p->remote.fetched_at;
		oauth_remote_get(x, &p->remote, keys_came);
	}
}

void oauth_assertion_prove(struct ad_exchange *x, struct oauth_client *client,
			   const struct oauth_assertion *assertion, ad_handler_fn *then)
{
	struct proving *p = ad_arena_zalloc(x->call.arena, sizeof(*p));
	const struct ad_config *config = x->call.core->config;
	struct ad_arena *arena = x->call.arena;
	const char *fault;
	struct ad_jwks set;
	struct ad_jwk key;

	*p = (struct proving){ .client = client, .assertion = assertion, .then = then };
	fault = oauth_assertion_fault(
		assertion, config->public_url,
		ad_arena_printf(arena, "%s/token", config->public_url).p,
		ad_arena_printf(arena, "%s%.*s", config->public_url, AD_FMT(x->path)).p,
		ad_now() / AD_SECOND);
	if (fault) {
		assertion_refuse(x, p, fault);
		return;
	}
	x->call.work = p;
	if (client->jwks_uri.p) {
		p->remote.kind = OAUTH_REMOTE_KEYS;
		p->remote.url = client->jwks_uri;
		oauth_remote_get(x, &p->remote, keys_came);
	} else if (client->jwks && ad_jwks_take(client->jwks, &set, &fault) &&
		   ad_jwks_find(arena, &set, assertion->jws.kid, assertion->jws.alg, &key)) {
		assertion_verify(x, p, &key);
	} else {
		assertion_refuse(x, p, no_key);
	}
}
