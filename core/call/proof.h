/*
 * The way in: who presents the credential, and, where the token is bound to a key, whether the
 * request proves that key (RFC 9449 section 7). Included by call.h.
 */
#ifndef AD_CALL_PROOF_H
#define AD_CALL_PROOF_H

#include "auth/dpop.h"

struct ad_call;

/* What the door saw, and what came of it. */
struct ad_proof_shown {
	bool scheme;                /* the credential came by the scheme DPoP, not Bearer */
	size_t count;               /* of DPoP headers */
	struct ad_str text;         /* the first */
	struct ad_str method, path; /* of the request; path decoded, without query */
	/* Outcome */
	struct ad_dpop_proof proof;         /* to be claimed, where it has a key */
	void (*then)(struct ad_call *call); /* goes on once it is */
	const char *error, *sentence;       /* of the challenge; NULL: not the proof's fault */
};

/*
 * Authentication, proof, billing and limits, then `then` on a reading thread; for all doors. A
 * proof is claimed in a writing step before. Where refused the call ends without `then`.
 */
void ad_call_enter(struct ad_call *call, void (*then)(struct ad_call *call));
/* The same without claiming a proof and going on: for what has no effect (OPTIONS). */
bool ad_call_authenticate(struct ad_call *call) AD_CHECK;

/* Inside core/call: judges the proof of an authenticated call; false with the call ended. */
bool ad_call_prove(struct ad_call *call) AD_CHECK;
/* Inside core/call: the writing step that claims it. */
void ad_call_claim_proof(struct ad_call *call);

#endif
