/* Inside oauth/: a DPoP proof at an endpoint that clients call directly (RFC 9449 section 5). */
#ifndef OAUTH_PROOF_H
#define OAUTH_PROOF_H

#include "oauth/endpoint/door.h"

/*
 * Parses the header DPoP; without the header, *out has no key. False: the error is replied
 * (invalid_dpop_proof, use_dpop_nonce). The proof must be claimed before it is used.
 */
bool oauth_proof_read(struct ad_exchange *x, struct ad_dpop_proof *out) AD_CHECK;
/*
 * Claims the proof, if there is one, in a writing step: AD_DB_DONE, with *fresh false if it was
 * used before. AD_DB_UNAVAILABLE also if a limit is reached (replays.h).
 */
enum ad_db_status oauth_proof_claim(struct ad_call *call, const struct ad_dpop_proof *proof,
				    bool *fresh) AD_CHECK;
/* The error of a proof that was used before. */
#define OAUTH_PROOF_USED "The proof was used before: make a new one."

#endif
