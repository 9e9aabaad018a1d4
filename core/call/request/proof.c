/* Tokens bound to a key: see proof.h. */
#include "call/request/call.h"

#include "auth/auth.h"
#include "call/request/core.h"

static bool proof_refuse(struct ad_call *call, const char *error, const char *sentence)
{
	call->proof.error = error;
	call->proof.sentence = sentence;
	call->who = NULL;
	return ad_fail(call, AD_UNAUTHENTICATED, "%s", sentence);
}

static bool proof_judge(struct ad_call *call)
{
	struct ad_proof_shown *shown = &call->proof;
	const struct ad_config *config = call->core->config;
	const struct ad_dpop_wanted wanted = { .method = shown->method,
					       .base = ad_str(config->public_url),
					       .path = shown->path,
					       .token = call->credential,
					       .nonce = config->dpop_nonce };
	const char *fault = "";

	switch (ad_dpop_read(ad_auth_secrets(call->core->auth), call->arena, shown->text, &wanted,
			     &shown->proof, &fault)) {
	case AD_DPOP_OK:
		break;
	case AD_DPOP_BAD:
		return proof_refuse(call, "invalid_dpop_proof", fault);
	case AD_DPOP_NONCE:
		return proof_refuse(call, "use_dpop_nonce", fault);
	}
	if (ad_str_is(shown->proof.jkt, call->who->jkt))
		return true;
	return proof_refuse(call, "invalid_token", "The token is bound to a different key.");
}

bool ad_call_prove(struct ad_call *call)
{
	const struct ad_proof_shown *shown = &call->proof;
	bool bound = call->who->jkt[0] != '\0';

	if (!bound && !shown->scheme)
		return true;
	if (!bound)
		return proof_refuse(
			call, "invalid_token",
			"The token is not bound to a key: send it with the scheme Bearer.");
	if (!shown->scheme)
		return proof_refuse(
			call, "invalid_token",
			"The token is bound to a key: send it with the scheme DPoP and a "
			"proof.");
	if (shown->count != 1)
		return proof_refuse(call, "invalid_dpop_proof",
				    shown->count
					    ? "The request must contain exactly one DPoP header."
					    : "The DPoP header with a proof is missing.");
	return proof_judge(call);
}

void ad_call_claim_proof(struct ad_call *call)
{
	bool fresh;
	enum ad_db_status status = ad_dpop_claim(call->db, &call->proof.proof, &fresh);

	ad_call_fresh(call);
	call->proof.error = NULL;
	if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	else if (!fresh)
		proof_refuse(call, "invalid_dpop_proof",
			     "The proof was already used. Create a new proof.");
	else
		ad_call_next(call, AD_HERE, call->proof.then);
}
