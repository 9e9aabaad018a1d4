/* Inside oauth/: a DPoP proof at an endpoint that clients call themselves (RFC 9449 section 5). */
#ifndef OAUTH_PROOF_H
#define OAUTH_PROOF_H

#include "oauth/door.h"

/*
 * Reads the header DPoP: *out has no key where there is none. False with the error replied
 * (invalid_dpop_proof, use_dpop_nonce). It has to be claimed before anything follows from it.
 */
bool oauth_proof_read(struct ad_exchange *x, struct ad_dpop_proof *out) AD_CHECK;
/*
 * Claims it, if there is one, in a writing step: AD_DB_DONE, *fresh false where it was used
 * before.
 */
enum ad_db_status oauth_proof_claim(struct ad_db *db, const struct ad_dpop_proof *proof,
				    bool *fresh) AD_CHECK;
/* The error of a proof that was used before. */
#define OAUTH_PROOF_USED "The proof was used before: make a new one."

#endif
