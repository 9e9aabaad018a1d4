/* DPoP proofs at the endpoints of this server: see proof.h. */
#include "oauth/endpoint/proof.h"

#include "oauth/endpoint/replays.h"

static bool proof_refuse_request(struct ad_exchange *x, const char *error, const char *sentence)
{
	ad_log(AD_LOG_INFO, "proof_refused", "error", error, "reason", sentence, "request",
	       x->call.request_id.p, NULL);
	oauth_error(x, 400, error, sentence);
	return false;
}

bool oauth_proof_read(struct ad_exchange *x, struct ad_dpop_proof *out)
{
	const struct ad_config *config = x->call.core->config;
	const struct ad_secrets *secrets = ad_auth_secrets(x->call.core->auth);
	const struct ad_dpop_wanted wanted = { .method = x->method,
					       .base = ad_str(config->public_url),
					       .path = x->path,
					       .nonce = config->dpop_nonce };
	size_t count = ad_http_header_count(x, "DPoP");
	const char *fault = "";

	*out = (struct ad_dpop_proof){ 0 };
	if (count == 0)
		return true;
	if (config->dpop_nonce)
		ad_http_add(x, "DPoP-Nonce", ad_dpop_nonce(secrets, x->call.arena));
	if (count > 1)
		return proof_refuse_request(x, "invalid_dpop_proof",
					    "Send exactly one DPoP header.");
	switch (ad_dpop_read(secrets, x->call.arena, ad_http_header(x, "DPoP"), &wanted, out,
			     &fault)) {
	case AD_DPOP_OK:
		return true;
	case AD_DPOP_BAD:
		return proof_refuse_request(x, "invalid_dpop_proof", fault);
	case AD_DPOP_NONCE:
		return proof_refuse_request(x, "use_dpop_nonce", fault);
	}
	return false;
}

enum ad_db_status oauth_proof_claim(struct ad_call *call, const struct ad_dpop_proof *proof,
				    bool *fresh)
{
	const struct ad_str none = { NULL, 0 };
	bool room = true;

	*fresh = true;
	if (!proof->jkt.p)
		return AD_DB_DONE;
	enum ad_db_status status = ad_dpop_claim(call->db, proof, fresh);
	if (status == AD_DB_DONE && *fresh)
		status = oauth_replay_count(call, OAUTH_REPLAY_PROOF, none, proof->expires_at,
					    &room);
	return room ? status : AD_DB_UNAVAILABLE;
}
