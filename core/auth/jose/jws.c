/* Compact JWS: see jws.h. */
#include "auth/jose/jws.h"

#include <strings.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>

#include "base/digest.h"

#define HALF (AD_ES256_SIZE / 2)
#define DER_MAX 80 /* bytes of a P-256 signature as DER, and some */

static bool jws_refuse(const char **fault, const char *sentence)
{
	*fault = sentence;
	return false;
}

/* --- form ---------------------------------------------------------------------------------- */

/* The three parts; false where there are not exactly three, or one is empty. */
static bool jws_split(struct ad_str token, struct ad_str part[static 3])
{
	size_t from = 0, n = 0;

	for (size_t i = 0; i <= token.n; i++) {
		if (i < token.n && token.p[i] != '.')
			continue;
		if (n == 3 || i == from)
			return false;
		part[n++] = (struct ad_str){ token.p + from, i - from };
		from = i + 1;
	}
	return n == 3;
}

static const cJSON *object_of(struct ad_arena *arena, struct ad_str part)
{
	struct ad_json_error err;
	struct ad_str text;

	if (!ad_unbase64url(arena, part, &text))
		return NULL;
	const cJSON *json = ad_json_parse(arena, text, &err);
	return cJSON_IsObject(json) ? json : NULL;
}

/* Absent, or a string. */
static bool take_name(const cJSON *header, const char *name, struct ad_str *out)
{
	const cJSON *item = ad_json_get(header, name);

	*out = ad_json_text(item);
	return !item || cJSON_IsString(item);
}

static bool read_header(struct ad_jws *out, const char **fault)
{
	struct ad_str alg = ad_json_get_text(out->header, "alg");

	if (ad_json_get(out->header, "crit") || ad_json_get(out->header, "b64"))
		return jws_refuse(fault, "The header must have neither crit nor b64.");
	if (!ad_str_is(alg, "ES256") && !ad_str_is(alg, "RS256"))
		return jws_refuse(fault, "The alg of the header must be ES256 or RS256.");
	if (!take_name(out->header, "kid", &out->kid) || !take_name(out->header, "typ", &out->typ))
		return jws_refuse(fault, "kid and typ of the header must be strings.");
	out->alg = ad_str_is(alg, "ES256") ? AD_ALG_ES256 : AD_ALG_RS256;
	return true;
}

bool ad_jws_read(struct ad_arena *arena, struct ad_str token, struct ad_jws *out,
		 const char **fault)
{
	struct ad_str part[3];

	*out = (struct ad_jws){ 0 };
	if (token.n > AD_JWS_MAX)
		return jws_refuse(fault, "The token is longer than 8192 characters.");
	if (!jws_split(token, part))
		return jws_refuse(fault, "The token must be three parts separated by dots.");
	out->header = object_of(arena, part[0]);
	out->claims = object_of(arena, part[1]);
	if (!out->header || !out->claims)
		return jws_refuse(fault,
				  "Header and payload must be base64url of JSON objects without "
				  "duplicate members.");
	if (!ad_unbase64url(arena, part[2], &out->signature))
		return jws_refuse(fault, "The signature must be base64url.");
	out->signed_part = (struct ad_str){ token.p, part[0].n + 1 + part[1].n };
	return read_header(out, fault);
}

bool ad_jws_is(const struct ad_jws *jws, const char *type)
{
	static const char prefix[] = "application/";
	size_t n = sizeof(prefix) - 1;
	struct ad_str typ = jws->typ;

	if (typ.n > n && strncasecmp(typ.p, prefix, n) == 0)
		typ = (struct ad_str){ typ.p + n, typ.n - n };
	return typ.n == strlen(type) && strncasecmp(typ.p, type, typ.n) == 0;
}

bool ad_jws_time(const cJSON *claims, const char *name, int64_t *seconds)
{
	const cJSON *item = ad_json_get(claims, name);

	if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) ||
	    !(item->valuedouble <= 9007199254740991.0))
		return false;
	*seconds = (int64_t)item->valuedouble;
	return true;
}

/* --- signatures ---------------------------------------------------------------------------- */

/* DER (r, s) as OpenSSL makes it, into 64 bytes as JOSE wants it. */
static bool to_raw(const uint8_t *der, size_t n, uint8_t out[static AD_ES256_SIZE])
{
	ECDSA_SIG *sig = d2i_ECDSA_SIG(NULL, &der, (long)n);
	const BIGNUM *r, *s;

	if (!sig)
		return false;
	ECDSA_SIG_get0(sig, &r, &s);
	bool good = BN_bn2binpad(r, out, HALF) == HALF && BN_bn2binpad(s, out + HALF, HALF) == HALF;
	ECDSA_SIG_free(sig);
	return good;
}

/* 64 bytes into DER; its length, 0 where they hold no signature. The caller frees *der. */
static size_t to_der(const uint8_t *raw, uint8_t **der)
{
	ECDSA_SIG *sig = ECDSA_SIG_new();
	BIGNUM *r = BN_bin2bn(raw, HALF, NULL), *s = BN_bin2bn(raw + HALF, HALF, NULL);
	int n = 0;

	*der = NULL;
	if (sig && r && s && ECDSA_SIG_set0(sig, r, s) == 1) {
		n = i2d_ECDSA_SIG(sig, der);
	} else {
		BN_free(r);
		BN_free(s);
	}
	ECDSA_SIG_free(sig);
	return n > 0 ? (size_t)n : 0;
}

static bool digest_verify(EVP_PKEY *pkey, struct ad_str data, const uint8_t *signature, size_t n)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	bool good = ctx && EVP_DigestVerifyInit(ctx, NULL, EVP_sha256(), NULL, pkey) == 1 &&
		    EVP_DigestVerify(ctx, signature, n, (const uint8_t *)data.p, data.n) == 1;

	EVP_MD_CTX_free(ctx);
	return good;
}

bool ad_es256_sign(struct evp_pkey_st *pkey, struct ad_str data, uint8_t out[static AD_ES256_SIZE])
{
	uint8_t der[DER_MAX];
	size_t n = sizeof(der);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	bool good = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, pkey) == 1 &&
		    EVP_DigestSign(ctx, der, &n, (const uint8_t *)data.p, data.n) == 1 &&
		    to_raw(der, n, out);

	EVP_MD_CTX_free(ctx);
	return good;
}

bool ad_es256_verify(struct evp_pkey_st *pkey, struct ad_str data, struct ad_str signature)
{
	uint8_t *der = NULL;

	if (signature.n != AD_ES256_SIZE)
		return false;
	size_t n = to_der((const uint8_t *)signature.p, &der);
	bool good = n > 0 && digest_verify(pkey, data, der, n);
	OPENSSL_free(der);
	return good;
}

bool ad_jws_verify(const struct ad_jws *jws, const struct ad_jwk *key)
{
	/* The key's type says which algorithm it is for; a token cannot use it with another. */
	if (jws->alg != key->alg)
		return false;
	switch (key->alg) {
	case AD_ALG_ES256:
		return ad_es256_verify(key->pkey, jws->signed_part, jws->signature);
	case AD_ALG_RS256:
		return jws->signature.n == (size_t)EVP_PKEY_get_size(key->pkey) &&
		       digest_verify(key->pkey, jws->signed_part, (const uint8_t *)jws->signature.p,
				     jws->signature.n);
	}
	return false;
}
