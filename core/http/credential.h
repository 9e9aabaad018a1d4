/* The credential of a request, and the challenges of one that may not (RFC 6750, RFC 9449). */
#ifndef AD_HTTP_CREDENTIAL_H
#define AD_HTTP_CREDENTIAL_H

#include "http/server.h"

/*
 * Takes the header Authorization into the call: the token of the scheme Bearer or DPoP (in any
 * case), with what is needed to judge the proof. Another scheme is no credential.
 */
void ad_http_take_credential(struct ad_exchange *x);
/*
 * For routes that take a token: judges the one in the headers, which must be meant for `audience`.
 * The proof of a key that it may be bound to is left to the handler.
 */
enum ad_admit ad_http_admit(struct ad_exchange *x, const char *audience);
/*
 * Adds WWW-Authenticate for a call that ended as AD_UNAUTHENTICATED: `document` is the path of the
 * resource's metadata (RFC 9728), `scopes` what to ask for: AD_… bits, or 0.
 */
void ad_http_challenge(struct ad_exchange *x, const char *document, uint32_t scopes);
/*
 * The same for one that ended as AD_FORBIDDEN_SCOPE: asks for all that the call needs and for what
 * the token has, for the next grant takes this one's place. Nothing is added where the token has
 * them and the role in the Space has not: no authorization would help.
 */
void ad_http_step_up(struct ad_exchange *x, const char *document);
/* Adds DPoP-Nonce where nonces are asked for and the sender uses DPoP. */
void ad_http_add_nonce(struct ad_exchange *x);

#endif
