/* Public keys as COSE_Key: see cose.h. */
#include "auth/jose/cose.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include "base/cbor.h"

#define COORDINATE 32
#define RSA_MIN 256 /* bytes of the modulus */
#define RSA_MAX 512
#define EXPONENT_MAX 4

enum {
	KTY_OKP = 1,
	KTY_EC2 = 2,
	KTY_RSA = 3
};
enum {
	ALG_ES256 = -7,
	ALG_EDDSA = -8,
	ALG_RS256 = -257
};
enum {
	CRV_P256 = 1,
	CRV_ED25519 = 6
};

/* The parameters that our three kinds have, by label; a label is there once. */
struct cose {
	int64_t kty, alg, crv;
	struct ad_str minus1, minus2, minus3; /* byte strings at -1, -2, -3 */
};

static bool set_number(int64_t *to, const struct ad_cbor_item *value)
{
	bool first = *to == 0;

	*to = value->number;
	return first && value->number != 0 &&
	       (value->type == AD_CBOR_UINT || value->type == AD_CBOR_NINT);
}

static bool set_bytes(struct ad_str *to, const struct ad_cbor_item *value)
{
	bool first = !to->p;

	*to = value->bytes;
	return first && value->type == AD_CBOR_BYTES && value->bytes.n > 0;
}

static bool cose_set(struct cose *c, const struct ad_cbor_item *label,
		     const struct ad_cbor_item *value)
{
	if (label->type != AD_CBOR_UINT && label->type != AD_CBOR_NINT)
		return false;
	switch (label->number) {
	case 1:
		return set_number(&c->kty, value);
	case 3:
		return set_number(&c->alg, value);
	case -1:
		/* The curve, or RSA's modulus. */
		return value->type == AD_CBOR_BYTES ? set_bytes(&c->minus1, value)
						    : set_number(&c->crv, value);
	case -2:
		return set_bytes(&c->minus2, value);
	case -3:
		return set_bytes(&c->minus3, value);
	default:
		return false;
	}
}

static bool read_map(struct ad_str *in, struct cose *c)
{
	struct ad_cbor_item map, label, value;

	*c = (struct cose){ 0 };
	if (!ad_cbor_read(in, &map) || map.type != AD_CBOR_MAP)
		return false;
	for (int64_t i = 0; i < map.number; i++)
		if (!ad_cbor_read(in, &label) || !ad_cbor_read(in, &value) ||
		    !cose_set(c, &label, &value))
			return false;
	return true;
}

static EVP_PKEY *from_params(const char *kind, OSSL_PARAM_BLD *build)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
	OSSL_PARAM *params = build ? OSSL_PARAM_BLD_to_param(build) : NULL;
	EVP_PKEY *key = NULL;

	if (!ctx || !params || EVP_PKEY_fromdata_init(ctx) != 1 ||
	    EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params) != 1)
		key = NULL;
	EVP_PKEY_CTX_free(ctx);
	OSSL_PARAM_free(params);
	return key;
}

/* The point is checked to be on the curve, and not the one at infinity. */
static bool cose_valid(EVP_PKEY *key)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key, NULL);
	bool good = ctx && EVP_PKEY_public_check(ctx) == 1;

	EVP_PKEY_CTX_free(ctx);
	return good;
}

static EVP_PKEY *cose_p256(struct ad_str x, struct ad_str y)
{
	unsigned char point[1 + 2 * COORDINATE] = { 4 };
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	EVP_PKEY *key = NULL;

	memcpy(point + 1, x.p, COORDINATE);
	memcpy(point + 1 + COORDINATE, y.p, COORDINATE);
	if (build &&
	    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) ==
		    1 &&
	    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point,
					     sizeof(point)) == 1)
		key = from_params("EC", build);
	OSSL_PARAM_BLD_free(build);
	if (key && !cose_valid(key)) {
		EVP_PKEY_free(key);
		key = NULL;
	}
	return key;
}

static BIGNUM *cose_number(struct ad_str bytes)
{
	return BN_bin2bn((const unsigned char *)bytes.p, (int)bytes.n, NULL);
}

/* An odd exponent of 65537 or more, an odd modulus, neither with zeros in front. */
static bool rsa_sane(struct ad_str n, struct ad_str e)
{
	uint32_t exponent = 0;

	for (size_t i = 0; i < e.n; i++)
		exponent = exponent << 8 | (uint8_t)e.p[i];
	return n.p[0] && (uint8_t)n.p[0] >> 7 && n.p[n.n - 1] & 1 && e.p[0] && exponent & 1 &&
	       exponent >= 65537;
}

static EVP_PKEY *cose_rsa(struct ad_str n, struct ad_str e)
{
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	BIGNUM *modulus = cose_number(n), *exponent = cose_number(e);
	EVP_PKEY *key = NULL;

	if (build && modulus && exponent &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, exponent) == 1)
		key = from_params("RSA", build);
	OSSL_PARAM_BLD_free(build);
	BN_free(modulus);
	BN_free(exponent);
	return key;
}

static bool is_p256(const struct cose *c)
{
	return c->kty == KTY_EC2 && c->alg == ALG_ES256 && c->crv == CRV_P256 && !c->minus1.p &&
	       c->minus2.n == COORDINATE && c->minus3.n == COORDINATE;
}

static bool is_ed25519(const struct cose *c)
{
	return c->kty == KTY_OKP && c->alg == ALG_EDDSA && c->crv == CRV_ED25519 && !c->minus1.p &&
	       c->minus2.n == COORDINATE && !c->minus3.p;
}

static bool is_rsa(const struct cose *c)
{
	return c->kty == KTY_RSA && c->alg == ALG_RS256 && c->crv == 0 && !c->minus3.p &&
	       c->minus1.n >= RSA_MIN && c->minus1.n <= RSA_MAX && c->minus2.n > 0 &&
	       c->minus2.n <= EXPONENT_MAX && rsa_sane(c->minus1, c->minus2);
}

EVP_PKEY *ad_cose_read(struct ad_str *in)
{
	struct cose c;

	if (!read_map(in, &c))
		return NULL;
	if (is_p256(&c))
		return cose_p256(c.minus2, c.minus3);
	if (is_ed25519(&c))
		return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL,
						   (const unsigned char *)c.minus2.p, COORDINATE);
	return is_rsa(&c) ? cose_rsa(c.minus1, c.minus2) : NULL;
}

bool ad_cose_verify(EVP_PKEY *key, struct ad_str data, struct ad_str signature)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	/* Ed25519 hashes by itself. */
	const EVP_MD *md = EVP_PKEY_is_a(key, "ED25519") ? NULL : EVP_sha256();
	bool good = ctx && EVP_DigestVerifyInit(ctx, NULL, md, NULL, key) == 1 &&
		    EVP_DigestVerify(ctx, (const unsigned char *)signature.p, signature.n,
				     (const unsigned char *)data.p, data.n) == 1;

	EVP_MD_CTX_free(ctx);
	return good;
}
