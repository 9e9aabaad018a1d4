/* Public keys of others: see jwk.h. */
#include "auth/jose/jwk.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include "base/digest.h"

#define COORDINATE 32
#define MODULUS_MIN (2048 / 8)
#define MODULUS_MAX (8192 / 8)
#define EXPONENT_MAX 8

static const char *const private_members[] = { "d", "p", "q", "dp", "dq", "qi", "oth", "k" };

static bool jwk_refuse(const char **fault, const char *sentence)
{
	*fault = sentence;
	return false;
}

static bool is_private(const cJSON *json)
{
	for (size_t i = 0; i < AD_LEN(private_members); i++)
		if (ad_json_get(json, private_members[i]))
			return true;
	return ad_str_is(ad_json_get_text(json, "kty"), "oct");
}

/* Absent, or exactly this text. */
static bool jwk_fits(const cJSON *json, const char *name, const char *text)
{
	const cJSON *item = ad_json_get(json, name);

	return !item || ad_str_is(ad_json_text(item), text);
}

static bool jwk_verifies(const cJSON *json)
{
	const cJSON *list = ad_json_get(json, "key_ops"), *item;

	if (!list)
		return true;
	if (!cJSON_IsArray(list))
		return false;
	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_is(ad_json_text(item), "verify"))
			return true;
	}
	return false;
}

static void free_pkey(void *pkey)
{
	EVP_PKEY_free(pkey);
}

/* --- RFC 7638 ------------------------------------------------------------------------------ */

static struct ad_str jwk_thumbprint(struct ad_arena *arena, struct ad_str members)
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(members, digest);
	return ad_base64url(arena, digest, sizeof(digest));
}

/* --- elliptic curve (RFC 7518 section 6.2) ------------------------------------------------- */

static bool read_coordinate(struct ad_arena *arena, const cJSON *json, const char *name,
			    struct ad_str *out)
{
	struct ad_str text = ad_json_get_text(json, name);

	return text.p && ad_unbase64url(arena, text, out) && out->n == COORDINATE;
}

static EVP_PKEY *from_data(const char *type, OSSL_PARAM *params)
{
	EVP_PKEY_CTX *ctx = params ? EVP_PKEY_CTX_new_from_name(NULL, type, NULL) : NULL;
	EVP_PKEY *pkey = NULL;

	if (!ctx || EVP_PKEY_fromdata_init(ctx) != 1 ||
	    EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, params) != 1)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

/* True if the point lies on the curve and is not the point at infinity. */
static bool on_curve(EVP_PKEY *pkey)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL);
	bool good = ctx && EVP_PKEY_public_check(ctx) == 1;

	EVP_PKEY_CTX_free(ctx);
	return good;
}

static EVP_PKEY *make_ec(struct ad_str x, struct ad_str y)
{
	uint8_t point[1 + 2 * COORDINATE] = { 0x04 };
	char group[] = "P-256";
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point)),
		OSSL_PARAM_construct_end(),
	};

	memcpy(point + 1, x.p, COORDINATE);
	memcpy(point + 1 + COORDINATE, y.p, COORDINATE);
	return from_data("EC", params);
}

static bool read_ec(struct ad_arena *arena, const cJSON *json, struct ad_jwk *out,
		    const char **fault)
{
	struct ad_str x, y;

	if (!ad_str_is(ad_json_get_text(json, "crv"), "P-256"))
		return jwk_refuse(fault, "An EC key must be on the curve P-256.");
	if (!read_coordinate(arena, json, "x", &x) || !read_coordinate(arena, json, "y", &y))
		return jwk_refuse(fault,
				  "x and y of an EC key must be base64url of 32 bytes each.");
	out->alg = AD_ALG_ES256;
	out->pkey = make_ec(x, y);
	if (!out->pkey)
		return jwk_refuse(fault, "x and y are no point of the curve P-256.");
	ad_arena_defer(arena, free_pkey, out->pkey);
	if (!on_curve(out->pkey))
		return jwk_refuse(fault, "x and y are no point of the curve P-256.");
	out->thumbprint = jwk_thumbprint(
		arena,
		ad_arena_printf(arena,
				"{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}",
				ad_json_get_text(json, "x").p, ad_json_get_text(json, "y").p));
	return true;
}

/* --- RSA (RFC 7518 section 6.3) ------------------------------------------------------------ */

/* A number of at least 1 in the fewest bytes. */
static bool read_number(struct ad_arena *arena, const cJSON *json, const char *name,
			struct ad_str *out)
{
	struct ad_str text = ad_json_get_text(json, name);

	return text.p && ad_unbase64url(arena, text, out) && out->n > 0 && out->p[0] != 0;
}

static bool is_odd(struct ad_str number)
{
	return (number.p[number.n - 1] & 1) != 0;
}

static bool exponent_good(struct ad_str e)
{
	/* 65537 is the least number of three bytes but 65536, which is even. */
	return e.n >= 3 && e.n <= EXPONENT_MAX && is_odd(e);
}

static EVP_PKEY *make_rsa(struct ad_str n, struct ad_str e)
{
	BIGNUM *modulus = BN_bin2bn((const uint8_t *)n.p, (int)n.n, NULL);
	BIGNUM *exponent = BN_bin2bn((const uint8_t *)e.p, (int)e.n, NULL);
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	OSSL_PARAM *params = NULL;

	if (modulus && exponent && build &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, exponent) == 1)
		params = OSSL_PARAM_BLD_to_param(build);
	EVP_PKEY *pkey = from_data("RSA", params);
	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(build);
	BN_free(modulus);
	BN_free(exponent);
	return pkey;
}

/*
 * The numbers are looked at here and not by EVP_PKEY_public_check(), which also searches the
 * modulus for factors: of a key that a stranger made large that takes seconds.
 */
static bool read_rsa(struct ad_arena *arena, const cJSON *json, struct ad_jwk *out,
		     const char **fault)
{
	struct ad_str n, e;

	if (!read_number(arena, json, "n", &n) || !read_number(arena, json, "e", &e))
		return jwk_refuse(fault, "n and e of an RSA key must be base64url without leading "
					 "zero bytes.");
	if (n.n < MODULUS_MIN || (n.n == MODULUS_MIN && !(n.p[0] & 0x80)) || n.n > MODULUS_MAX ||
	    !is_odd(n))
		return jwk_refuse(fault,
				  "The modulus of an RSA key must be odd, of 2048 to 8192 bits.");
	if (!exponent_good(e))
		return jwk_refuse(fault,
				  "The exponent of an RSA key must be odd, at least 65537 and "
				  "of at most 64 bits.");
	out->alg = AD_ALG_RS256;
	out->pkey = make_rsa(n, e);
	if (!out->pkey)
		return jwk_refuse(fault, "The RSA key cannot be used.");
	ad_arena_defer(arena, free_pkey, out->pkey);
	out->thumbprint = jwk_thumbprint(
		arena,
		ad_arena_printf(arena, "{\"e\":\"%s\",\"kty\":\"RSA\",\"n\":\"%s\"}",
				ad_json_get_text(json, "e").p, ad_json_get_text(json, "n").p));
	return true;
}

/* --- a key --------------------------------------------------------------------------------- */

bool ad_jwk_read(struct ad_arena *arena, const cJSON *json, struct ad_jwk *out, const char **fault)
{
	const cJSON *kid = ad_json_get(json, "kid");
	struct ad_str kty = ad_json_get_text(json, "kty");
	bool ec = ad_str_is(kty, "EC");

	*out = (struct ad_jwk){ 0 };
	if (!cJSON_IsObject(json))
		return jwk_refuse(fault, "A key must be a JSON object.");
	if (is_private(json))
		return jwk_refuse(fault,
				  "A key must be public: it holds a private or shared secret.");
	if (!ec && !ad_str_is(kty, "RSA"))
		return jwk_refuse(fault, "The kty of a key must be EC or RSA.");
	if (kid && !cJSON_IsString(kid))
		return jwk_refuse(fault, "The kid of a key must be a string.");
	if (!jwk_fits(json, "use", "sig") || !jwk_verifies(json) ||
	    !jwk_fits(json, "alg", ec ? "ES256" : "RS256"))
		return jwk_refuse(fault,
				  "use, key_ops and alg of a key must be those of ES256 (EC) or "
				  "RS256 (RSA) signatures.");
	out->kid = ad_json_text(kid);
	return ec ? read_ec(arena, json, out, fault) : read_rsa(arena, json, out, fault);
}

/* --- a set --------------------------------------------------------------------------------- */

bool ad_jwks_take(const cJSON *json, struct ad_jwks *out, const char **fault)
{
	const cJSON *keys = ad_json_get(json, "keys"), *key;

	*out = (struct ad_jwks){ NULL };
	if (!cJSON_IsArray(keys))
		return jwk_refuse(fault, "A key set must be a JSON object with an array keys.");
	if (cJSON_GetArraySize(keys) > AD_JWKS_KEYS_MAX)
		return jwk_refuse(fault, "A key set must have at most 64 keys.");
	cJSON_ArrayForEach(key, keys)
	{
		if (!cJSON_IsObject(key))
			return jwk_refuse(fault, "A key must be a JSON object.");
		if (is_private(key))
			return jwk_refuse(fault, "A key set must be public: a key of it holds a "
						 "private or shared secret.");
	}
	out->keys = keys;
	return true;
}

bool ad_jwks_read(struct ad_arena *arena, struct ad_str text, struct ad_jwks *out,
		  const char **fault)
{
	struct ad_json_error err;

	*out = (struct ad_jwks){ NULL };
	if (text.n > AD_JWKS_TEXT_MAX)
		return jwk_refuse(fault, "A key set must have at most 64 KiB.");
	const cJSON *json = ad_json_parse(arena, text, &err);
	return json ? ad_jwks_take(json, out, fault) : jwk_refuse(fault, "A key set must be JSON.");
}

bool ad_jwks_usable(struct ad_arena *arena, const struct ad_jwks *set)
{
	const cJSON *key;
	const char *fault;
	struct ad_jwk jwk;

	cJSON_ArrayForEach(key, set->keys)
	{
		if (ad_jwk_read(arena, key, &jwk, &fault))
			return true;
	}
	return false;
}

/* True if the key's kid and alg fit. A key that does not fit is never used to compute. */
static bool may_be(const cJSON *key, struct ad_str kid, enum ad_jws_alg alg)
{
	const char *kty = alg == AD_ALG_ES256 ? "EC" : "RSA";

	return ad_str_is(ad_json_get_text(key, "kty"), kty) &&
	       (!kid.p || ad_str_eq(ad_json_get_text(key, "kid"), kid));
}

bool ad_jwks_find(struct ad_arena *arena, const struct ad_jwks *set, struct ad_str kid,
		  enum ad_jws_alg alg, struct ad_jwk *out)
{
	const cJSON *key;
	const char *fault;
	struct ad_jwk one;
	int found = 0;

	*out = (struct ad_jwk){ 0 };
	cJSON_ArrayForEach(key, set->keys)
	{
		if (!may_be(key, kid, alg) || !ad_jwk_read(arena, key, &one, &fault))
			continue;
		*out = one;
		found++;
	}
	return found == 1;
}
