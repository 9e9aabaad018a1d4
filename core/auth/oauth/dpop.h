/*
 * DPoP proofs (RFC 9449): who sends a request shows with it that it holds the private key that a
 * token is bound to. A proof is good for one request: its jti is claimed in the database, which all
 * servers share.
 */
#ifndef AD_AUTH_DPOP_H
#define AD_AUTH_DPOP_H

#include "auth/jose/jws.h"
#include "auth/secret/secrets.h"
#include "store/db/store.h"

#define AD_DPOP_ALGS "ES256 RS256" /* of proofs, as challenges name them */
#define AD_DPOP_WINDOW_S 300       /* how far iat may be from now, either way */
#define AD_DPOP_JTI_MAX 256        /* bytes */

/* The request that a proof must be made for. */
struct ad_dpop_wanted {
	struct ad_str method; /* htm */
	struct ad_str base;   /* htu begins with it: the public URL */
	struct ad_str path;   /* and goes on with it: decoded, without query */
	struct ad_str token;  /* ath: the access token that comes with it; absent: none does */
	bool nonce;           /* it must hold one of ours that is not over */
};

/* A good one; texts on the arena. */
struct ad_dpop_proof {
	struct ad_str jkt;  /* the key (RFC 7638); absent: there is no proof */
	struct ad_str id;   /* what it is claimed by */
	int64_t expires_at; /* us: when it would be too old anyway */
};

enum ad_dpop_result {
	AD_DPOP_OK,
	AD_DPOP_BAD,   /* invalid_dpop_proof */
	AD_DPOP_NONCE, /* good, but for the nonce: use_dpop_nonce */
};

/*
 * Judges a proof (RFC 9449 section 4.3), all but whether it was used. Where it is not good, *fault
 * is a sentence of plain ASCII without quotes.
 */
enum ad_dpop_result ad_dpop_read(const struct ad_secrets *secrets, struct ad_arena *arena,
				 struct ad_str text, const struct ad_dpop_wanted *wanted,
				 struct ad_dpop_proof *out, const char **fault) AD_CHECK;
/* Claims a proof: *fresh is false where it was claimed before. Write transactions only. */
enum ad_db_status ad_dpop_claim(struct ad_db *db, const struct ad_dpop_proof *proof,
				bool *fresh) AD_CHECK;
/* The nonce to hand out now (RFC 9449 section 8): good for two and a half to five minutes. */
struct ad_str ad_dpop_nonce(const struct ad_secrets *secrets, struct ad_arena *arena);

#endif
