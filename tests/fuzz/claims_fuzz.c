/*
 * Claims of tokens that others sign: the first line is a typ, the rest the claims, in which NOW
 * is replaced by the time. They are read as a client assertion (RFC 7523) before its signature
 * check, and as a DPoP proof (RFC 9449) with a valid signature.
 */
#include "tests/fuzz/request.h"

#include <openssl/ec.h>
#include <openssl/evp.h>

#include "auth/oauth/dpop.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "oauth/client/assertion.h"

#define TOKEN_URL ASKED_URL "/token"
#define OWN_URL ASKED_URL "/revoke"

static EVP_PKEY *key;
static char jwk[200];

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct ad_arena *arena = ad_arena_new();
	unsigned char point[65];
	size_t n = 0;

	(void)argc;
	(void)argv;
	key = EVP_EC_gen("P-256");
	HOLDS(key && EVP_PKEY_get_octet_string_param(key, "pub", point, sizeof(point), &n) == 1);
	HOLDS(n == sizeof(point));
	struct ad_str x = ad_base64url(arena, point + 1, 32),
		      y = ad_base64url(arena, point + 33, 32);
	snprintf(jwk, sizeof(jwk), "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}",
		 x.p, y.p);
	ad_arena_free(arena);
	return 0;
}

/* The claims with the time inserted. */
static struct ad_str with_time(struct ad_arena *arena, struct ad_str claims, int64_t now)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < claims.n; i++) {
		if (claims.n - i >= 3 && memcmp(claims.p + i, "NOW", 3) == 0) {
			ad_text_addi(&out, now);
			i += 2;
		} else {
			ad_text_addc(&out, claims.p[i]);
		}
	}
	return ad_text_str(&out);
}

static struct ad_str encoded(struct ad_arena *arena, struct ad_str s)
{
	return ad_base64url(arena, s.p, s.n);
}

static struct ad_str token_of(struct ad_arena *arena, struct ad_str header, struct ad_str claims)
{
	uint8_t signature[AD_ES256_SIZE];
	struct ad_str data =
		ad_arena_printf(arena, "%s.%s", encoded(arena, header).p, encoded(arena, claims).p);

	HOLDS(ad_es256_sign(key, data, signature));
	return ad_arena_printf(arena, "%s.%s", data.p,
			       ad_base64url(arena, signature, sizeof(signature)).p);
}

static bool names(const cJSON *aud, const char *url)
{
	return cJSON_IsString(aud) && strcmp(aud->valuestring, url) == 0;
}

static bool is_for_us(const cJSON *aud)
{
	const cJSON *item;

	if (names(aud, ASKED_URL) || names(aud, TOKEN_URL) || names(aud, OWN_URL))
		return true;
	cJSON_ArrayForEach(item, aud)
	{
		if (cJSON_IsArray(aud) && is_for_us(item))
			return true;
	}
	return false;
}

static void check_assertion(struct ad_arena *arena, struct ad_str token, int64_t now)
{
	const struct ad_param list[] = {
		{ AD_S("client_assertion_type"), AD_S(OAUTH_ASSERTION_TYPE) },
		{ AD_S("client_assertion"), token },
	};
	struct oauth_params params = { list, AD_LEN(list) };
	struct oauth_assertion a;
	const char *fault = NULL;

	if (!oauth_assertion_read(arena, &params, &a, &fault)) {
		HOLDS(fault && fault[0]);
		return;
	}
	HOLDS(a.client_id.n > 0 && a.jti.n > 0 && a.jti.n <= 256);
	if (oauth_assertion_fault(&a, ASKED_URL, TOKEN_URL, OWN_URL, now))
		return;
	HOLDS(ad_str_eq(ad_json_get_text(a.jws.claims, "iss"), a.client_id));
	HOLDS(ad_str_eq(ad_json_get_text(a.jws.claims, "sub"), a.client_id));
	HOLDS(is_for_us(ad_json_get(a.jws.claims, "aud")));
	HOLDS(a.expires_at > now - 61 && a.expires_at < now + 3661);
	HOLDS(!a.jws.typ.p || !ad_jws_is(&a.jws, "at+jwt"));
	HOLDS(!a.jws.typ.p || !ad_jws_is(&a.jws, "dpop+jwt"));
}

static void check_proof(struct ad_arena *arena, struct ad_str token, int64_t now)
{
	const struct ad_dpop_wanted wanted = { .method = AD_S("POST"),
					       .base = AD_S(ASKED_URL),
					       .path = AD_S("/token") };
	struct ad_dpop_proof proof;
	const char *fault = NULL;
	struct ad_jws jws;

	if (ad_dpop_read(NULL, arena, token, &wanted, &proof, &fault) != AD_DPOP_OK) {
		HOLDS(fault && fault[0] && !proof.jkt.p);
		return;
	}
	HOLDS(ad_jws_read(arena, token, &jws, &fault));
	struct ad_str htu = ad_json_get_text(jws.claims, "htu");
	HOLDS(proof.jkt.n == AD_JWK_THUMBPRINT && proof.id.n == 43);
	HOLDS(proof.expires_at >= now * AD_SECOND && proof.expires_at <= (now + 602) * AD_SECOND);
	HOLDS(ad_str_is(ad_json_get_text(jws.claims, "htm"), "POST"));
	HOLDS(strncasecmp(htu.p, ASKED_URL, sizeof(ASKED_URL) - 1) == 0);
	HOLDS(strchr("/:", htu.p[sizeof(ASKED_URL) - 1]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_str typ = next_line(&rest);
	struct ad_text header = ad_text_on(arena);
	struct ad_json j = ad_json_on(&header);
	int64_t now = ad_now() / AD_SECOND;
	struct ad_str claims = with_time(arena, rest, now);

	ad_json_object(&j);
	ad_json_kcstr(&j, "alg", "ES256");
	if (typ.n > 0 && ad_utf8_valid(typ))
		ad_json_kstr(&j, "typ", typ);
	ad_json_object_end(&j);
	check_assertion(arena, token_of(arena, ad_text_str(&header), claims), now);
	check_proof(arena,
		    token_of(arena,
			     ad_arena_printf(arena,
					     "{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\",\"jwk\":%s}",
					     jwk),
			     claims),
		    now);
	ad_arena_free(arena);
	return 0;
}
