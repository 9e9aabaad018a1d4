/* Access tokens: see jwt.h. */
#include "auth/oauth/jwt.h"

#include <stdlib.h>

#include <jwt.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/log.h"

#define TYP "at+jwt"
#define TOKEN_MAX 4096

static bool add_text(jwt_t *jwt, struct ad_arena *arena, const char *name, struct ad_str value)
{
	return jwt_add_grant(jwt, name, ad_arena_copy(arena, value).p) == 0;
}

/* The key that the token is bound to (RFC 7800 section 3.1, RFC 9449 section 6.1). */
static bool add_key(jwt_t *jwt, struct ad_arena *arena, struct ad_str jkt)
{
	if (!jkt.p)
		return true;
	struct ad_str cnf = ad_arena_printf(arena, "{\"cnf\":{\"jkt\":\"%.*s\"}}", AD_FMT(jkt));
	return jwt_add_grants_json(jwt, cnf.p) == 0;
}

static bool add_claims(jwt_t *jwt, struct ad_arena *arena, const struct ad_claims *c)
{
	return add_text(jwt, arena, "iss", c->issuer) && add_text(jwt, arena, "aud", c->audience) &&
	       add_text(jwt, arena, "sub", c->subject) &&
	       add_text(jwt, arena, "client_id", c->client_id) &&
	       add_text(jwt, arena, "scope", c->scope) && add_text(jwt, arena, "jti", c->id) &&
	       add_text(jwt, arena, "grant_id", c->grant_id) && add_key(jwt, arena, c->jkt) &&
	       jwt_add_grant_int(jwt, "iat", (long)c->issued_at) == 0 &&
	       jwt_add_grant_int(jwt, "exp", (long)c->expires_at) == 0;
}

#ifdef AD_LIBJWT_KEEPS_TYP
/* libjwt 1.17: header, claims and signature by the library. */
static struct ad_str jwt_sign_token(struct ad_keys *keys, struct ad_arena *arena, jwt_t *jwt,
				    int64_t now)
{
	const char *pem = ad_keys_signing_pem(keys, now);
	struct ad_str token = { 0 };

	if (!pem || jwt_add_header(jwt, "typ", TYP) != 0 ||
	    jwt_add_header(jwt, "kid", ad_keys_signing_id(keys, now)) != 0 ||
	    jwt_set_alg(jwt, JWT_ALG_ES256, (const unsigned char *)pem, (int)strlen(pem)) != 0)
		return token;
	char *text = jwt_encode_str(jwt);
	if (text)
		token = ad_arena_copy(arena, ad_str(text));
	jwt_free_str(text);
	return token;
}
#else
/* libjwt 1.10 writes typ "JWT" whatever it is told: it makes the claims, the kept key signs. */
static struct ad_str jwt_sign_token(struct ad_keys *keys, struct ad_arena *arena, jwt_t *jwt,
				    int64_t now)
{
	const char *kid = ad_keys_signing_id(keys, now);
	uint8_t signature[AD_ES256_SIZE];
	char *claims = jwt_get_grants_json(jwt, NULL);

	if (!claims)
		return (struct ad_str){ 0 };
	struct ad_str header = ad_arena_printf(
		arena, "{\"alg\":\"ES256\",\"kid\":\"%s\",\"typ\":\"" TYP "\"}", kid);
	struct ad_str head = ad_base64url(arena, header.p, header.n);
	struct ad_str body = ad_base64url(arena, claims, strlen(claims));
	free(claims);
	struct ad_str data = ad_arena_printf(arena, "%.*s.%.*s", AD_FMT(head), AD_FMT(body));
	if (!ad_keys_sign(keys, ad_str(kid), data, signature))
		return (struct ad_str){ 0 };
	struct ad_str tail = ad_base64url(arena, signature, sizeof(signature));
	return ad_arena_printf(arena, "%.*s.%.*s", AD_FMT(data), AD_FMT(tail));
}
#endif

struct ad_str ad_jwt_write(struct ad_keys *keys, struct ad_arena *arena,
			   const struct ad_claims *claims)
{
	struct ad_str token = { 0 };
	struct ad_claims back;
	jwt_t *jwt = NULL;

	if (jwt_new(&jwt) == 0 && add_claims(jwt, arena, claims))
		token = jwt_sign_token(keys, arena, jwt, ad_now());
	jwt_free(jwt);
	/* A token that this server would not take itself is never handed out. */
	if (token.p && ad_jwt_read(keys, arena, token, &back))
		return token;
	ad_log(AD_LOG_ERROR, "access_token_not_written", NULL);
	return (struct ad_str){ 0 };
}

/*
 * Accepts only our own header: ES256, at+jwt, a kid. Nothing in the token chooses key or algorithm.
 */
static bool jwt_read_form(struct ad_arena *arena, struct ad_str token, struct ad_jws *out)
{
	const char *fault;

	return token.n <= TOKEN_MAX && ad_jws_read(arena, token, out, &fault) &&
	       out->alg == AD_ALG_ES256 && ad_jws_is(out, TYP) && out->kid.p;
}

static bool take_text(const cJSON *claims, const char *name, struct ad_str *out)
{
	*out = ad_json_get_text(claims, name);
	return out->p && out->n > 0;
}

/* No cnf, or one with a thumbprint: a token bound in a way that is not known here is bound. */
static bool jwt_take_key(const cJSON *json, struct ad_str *jkt)
{
	const cJSON *cnf = ad_json_get(json, "cnf");

	*jkt = ad_json_get_text(cnf, "jkt");
	return !cnf || jkt->n == AD_JWK_THUMBPRINT;
}

static bool take_claims(const cJSON *json, struct ad_claims *out)
{
	return json && take_text(json, "iss", &out->issuer) &&
	       take_text(json, "aud", &out->audience) && take_text(json, "sub", &out->subject) &&
	       take_text(json, "client_id", &out->client_id) &&
	       cJSON_IsString(ad_json_get(json, "scope")) && take_text(json, "jti", &out->id) &&
	       take_text(json, "grant_id", &out->grant_id) && jwt_take_key(json, &out->jkt) &&
	       ad_json_int64(ad_json_get(json, "iat"), &out->issued_at) &&
	       ad_json_int64(ad_json_get(json, "exp"), &out->expires_at);
}

bool ad_jwt_read(struct ad_keys *keys, struct ad_arena *arena, struct ad_str token,
		 struct ad_claims *out)
{
	struct ad_jws jws;

	*out = (struct ad_claims){ 0 };
	if (!jwt_read_form(arena, token, &jws) ||
	    !ad_keys_verify(keys, jws.kid, jws.signed_part, jws.signature) ||
	    !take_claims(jws.claims, out))
		return false;
	out->scope = ad_json_get_text(jws.claims, "scope");
	return true;
}

struct ad_str ad_jwt_kid(struct ad_arena *arena, struct ad_str token)
{
	struct ad_jws jws;

	return jwt_read_form(arena, token, &jws) ? jws.kid : (struct ad_str){ 0 };
}
