/*
 * Public keys of others as JWK and JWK sets (RFC 7517, RFC 7518 section 6): P-256 for ES256 and RSA
 * for RS256, nothing else. A key is taken only where all of it is right, and a set that holds
 * anything private is refused whole: its owner has published a secret.
 */
#ifndef AD_AUTH_JWK_H
#define AD_AUTH_JWK_H

#include "base/json_read.h"

#define AD_JWK_THUMBPRINT 43         /* characters of a SHA-256 in base64url */
#define AD_JWKS_TEXT_MAX (64 * 1024) /* bytes of a set */
#define AD_JWKS_KEYS_MAX 64

enum ad_jws_alg {
	AD_ALG_ES256, /* ECDSA on P-256 with SHA-256: 64 bytes, r and s (RFC 7518 section 3.4) */
	AD_ALG_RS256, /* RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3) */
};

struct evp_pkey_st; /* OpenSSL's */

/* A key that verifies with exactly one algorithm. It lives as long as the arena it was read on. */
struct ad_jwk {
	enum ad_jws_alg alg;
	struct ad_str kid;        /* absent where it has none */
	struct ad_str thumbprint; /* RFC 7638, SHA-256, base64url */
	struct evp_pkey_st *pkey;
};

/* A set whose form is right; its keys are read when they are looked for. Lives on its arena. */
struct ad_jwks {
	const cJSON *keys; /* an array of objects */
};

/*
 * Reads one public key. False with *fault, a sentence of plain ASCII without quotes, for anything
 * private or symmetric, another curve or kty, coordinates that are not 32 bytes or no point of the
 * curve, a modulus below 2048 or above 8192 bits or even, an exponent below 65537, above 8 bytes or
 * even, numbers with leading zeros, a use, key_ops or alg that is for something else.
 */
bool ad_jwk_read(struct ad_arena *arena, const cJSON *json, struct ad_jwk *out,
		 const char **fault) AD_CHECK;

/*
 * Reads a set: an object with an array keys of up to AD_JWKS_KEYS_MAX objects, none of them private
 * or symmetric. Keys that this server has no use for are allowed. False with *fault as above.
 */
bool ad_jwks_read(struct ad_arena *arena, struct ad_str text, struct ad_jwks *out,
		  const char **fault) AD_CHECK;
/* The same of a set that is parsed already (the jwks member of a client's metadata). */
bool ad_jwks_take(const cJSON *json, struct ad_jwks *out, const char **fault) AD_CHECK;
/* True if this server can use at least one key of the set. */
bool ad_jwks_usable(struct ad_arena *arena, const struct ad_jwks *set) AD_CHECK;
/*
 * The key for a signature: the one of this kid and algorithm; where kid is absent, the only one of
 * that algorithm. A kid is compared, nothing else. False where there is none, or more than one.
 */
bool ad_jwks_find(struct ad_arena *arena, const struct ad_jwks *set, struct ad_str kid,
		  enum ad_jws_alg alg, struct ad_jwk *out) AD_CHECK;

#endif
