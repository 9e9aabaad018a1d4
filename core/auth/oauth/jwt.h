/*
 * Our access tokens: JWTs by RFC 9068 (header typ "at+jwt", alg ES256, kid), one hour. libjwt
 * builds the claims, and signs where its version lets the typ stand; keys.c does the rest. This
 * is the only file that knows libjwt.
 */
#ifndef AD_AUTH_JWT_H
#define AD_AUTH_JWT_H

#include "auth/secret/keys.h"

#define AD_ACCESS_TOKEN_S 3600

/* Claims of an access token. Texts are the caller's, or on the arena where read. */
struct ad_claims {
	struct ad_str issuer;    /* iss */
	struct ad_str audience;  /* aud: the one resource it is meant for (RFC 8707) */
	struct ad_str subject;   /* sub: account id; of a machine its own client_id */
	struct ad_str client_id; /* client_id */
	struct ad_str scope;     /* scope: names separated by spaces */
	struct ad_str id;        /* jti */
	struct ad_str grant_id;  /* grant_id: what it can be revoked by */
	struct ad_str jkt;       /* cnf.jkt: the key it is bound to (RFC 9449); or absent */
	int64_t issued_at;       /* iat, s since 1970 */
	int64_t expires_at;      /* exp, s since 1970 */
};

/* Builds and signs; absent where that failed (logged). */
struct ad_str ad_jwt_write(struct ad_keys *keys, struct ad_arena *arena,
			   const struct ad_claims *claims) AD_CHECK;
/*
 * Reads: exact form, header (alg ES256 alone, typ at+jwt, a known kid, no crit), signature, all
 * claims present and of their type. False for anything else. Neither exp, iss nor aud is judged.
 */
bool ad_jwt_read(struct ad_keys *keys, struct ad_arena *arena, struct ad_str token,
		 struct ad_claims *out) AD_CHECK;
/* The kid of a token's header, for a key not known yet; absent where there is none. */
struct ad_str ad_jwt_kid(struct ad_arena *arena, struct ad_str token);

#endif
