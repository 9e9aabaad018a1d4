/*
 * Compact JWS (RFC 7515 section 7.1) whose payload is a JSON object, as others sign them: client
 * assertions (RFC 7523), DPoP proofs (RFC 9449). Strict: exactly three parts of base64url without
 * padding or stray bits, header and payload JSON objects without duplicate members, alg ES256 or
 * RS256, neither crit nor b64. Nothing in a token chooses its key: jwk, jku, x5u and x5c of a
 * header are never looked at here (RFC 8725 section 3.10).
 */
#ifndef AD_AUTH_JWS_H
#define AD_AUTH_JWS_H

#include "auth/jose/jwk.h"

#define AD_JWS_MAX 8192  /* characters of a token */
#define AD_ES256_SIZE 64 /* r and s, 32 bytes each (RFC 7518 section 3.4) */

/* A token that has the form; nothing of it is true before ad_jws_verify(). Lives on the arena. */
struct ad_jws {
	enum ad_jws_alg alg;
	struct ad_str kid;   /* of the header; absent where it has none */
	struct ad_str typ;   /* the same; as written */
	const cJSON *header; /* objects */
	const cJSON *claims;
	struct ad_str signed_part; /* header and payload as sent */
	struct ad_str signature;   /* bytes */
};

/* Reads the form. False with *fault, a sentence of plain ASCII without quotes. */
bool ad_jws_read(struct ad_arena *arena, struct ad_str token, struct ad_jws *out,
		 const char **fault) AD_CHECK;
/* Verifies the signature with the key and the key's algorithm. */
bool ad_jws_verify(const struct ad_jws *jws, const struct ad_jwk *key) AD_CHECK;
/* True if the typ header is this media type, with or without "application/", in any case. */
bool ad_jws_is(const struct ad_jws *jws, const char *type);
/*
 * A NumericDate (RFC 7519 section 2) as whole seconds, its fraction dropped: 0 to 2^53. False where
 * the claim is absent or anything else.
 */
bool ad_jws_time(const cJSON *claims, const char *name, int64_t *seconds) AD_CHECK;

/* Signs with a P-256 key. */
bool ad_es256_sign(struct evp_pkey_st *pkey, struct ad_str data,
		   uint8_t out[static AD_ES256_SIZE]) AD_CHECK;
/* Verifies a P-256 signature of exactly 64 bytes. */
bool ad_es256_verify(struct evp_pkey_st *pkey, struct ad_str data,
		     struct ad_str signature) AD_CHECK;

#endif
