/*
 * Authentication: the credential of the request, and, if the token is bound to a key, the proof of
 * that key (RFC 9449 section 7). Included by call.h.
 */
#ifndef AD_CALL_PROOF_H
#define AD_CALL_PROOF_H

#include "auth/oauth/dpop.h"

struct ad_call;

/* The DPoP headers that the front end received, and the result of their check. */
struct ad_proof_shown {
	bool scheme;                /* the credential used the scheme DPoP, not Bearer */
	size_t count;               /* of DPoP headers */
	struct ad_str text;         /* the first */
	struct ad_str method, path; /* of the request; path decoded, without query */
	/* Outcome */
	struct ad_dpop_proof proof;         /* to be claimed, where it has a key */
	void (*then)(struct ad_call *call); /* the next step after the claim */
	const char *error, *sentence;       /* of the challenge; NULL: the proof was not at fault */
};

/*
 * Authenticates, checks proof, billing and limits, then runs `then` on a reading thread; for all
 * front ends. A writing step claims the proof before. If refused, the call ends without `then`.
 */
void ad_call_enter(struct ad_call *call, void (*then)(struct ad_call *call));
/*
 * The same without claiming a proof and without a next step: for requests without effect (OPTIONS).
 */
bool ad_call_authenticate(struct ad_call *call) AD_CHECK;

/* Internal to core/call: checks the proof of an authenticated call; false with the call ended. */
bool ad_call_prove(struct ad_call *call) AD_CHECK;
/* Internal to core/call: the writing step that claims the proof. */
void ad_call_claim_proof(struct ad_call *call);

#endif
