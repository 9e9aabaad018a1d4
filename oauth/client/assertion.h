/*
 * Inside oauth/: private_key_jwt, client authentication by a signed assertion (RFC 7523 section 3,
 * draft-ietf-oauth-rfc7523bis). An assertion is accepted once, over all servers.
 */
#ifndef OAUTH_ASSERTION_H
#define OAUTH_ASSERTION_H

#include "oauth/client/clients.h"

#define OAUTH_ASSERTION_TYPE "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
#define OAUTH_ASSERTION_SKEW_S 60
#define OAUTH_ASSERTION_AHEAD_S 3600 /* exp is at most this far in the future */

struct oauth_assertion {
	struct ad_jws jws;
	struct ad_str client_id; /* sub */
	struct ad_str jti;
	int64_t expires_at; /* s since 1970 */
};

/*
 * Parses the parameters client_assertion and client_assertion_type without verification. False:
 * *fault is a sentence in plain ASCII.
 */
bool oauth_assertion_read(struct ad_arena *arena, const struct oauth_params *params,
			  struct oauth_assertion *out, const char **fault) AD_CHECK;
/*
 * Checks the claims at an endpoint of this issuer, at `now` (s since 1970). Returns the fault, or
 * NULL. token_url and own_url may stand for the issuer (RFC 7523 section 3, RFC 9126 section 2)
 * unless the assertion's typ marks it as the newer kind.
 */
const char *oauth_assertion_fault(const struct oauth_assertion *assertion, const char *issuer,
				  const char *token_url, const char *own_url, int64_t now);
/*
 * Verifies the assertion by the keys of its client and marks it as used; then runs `then` on a
 * reading thread with client->used set. An invalid assertion is answered with 401 invalid_client.
 * May fetch the client's keys. Uses call.work and x->render.
 */
void oauth_assertion_prove(struct ad_exchange *x, struct oauth_client *client,
			   const struct oauth_assertion *assertion, ad_handler_fn *then);

#endif
