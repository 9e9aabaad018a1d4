/*
 * Inside oauth/: a request at the token endpoint (OAuth 2.1 section 3.2), shared by the grant
 * types. Every check comes before a code or token is used; codes and tokens are marked as used
 * atomically, on the writer's thread.
 */
#ifndef OAUTH_TOKEN_H
#define OAUTH_TOKEN_H

#include "oauth/client/clients.h"
#include "oauth/endpoint/proof.h"

/* A request and its result. */
struct oauth_asked {
	struct oauth_params params;
	struct oauth_client client;
	struct ad_str code, verifier, redirect_uri, refresh;
	const char *resource; /* the requested one, or NULL */
	bool scope_named;
	uint32_t scopes;            /* requested scopes, of a refresh or a machine client */
	struct ad_dpop_proof proof; /* of the key to which the tokens are bound, if any */
	ad_step_fn *take;           /* the grant's writing step */
	/* Outcome */
	const char *error, *description;
	struct ad_grant grant;
	uint32_t granted; /* of this access token */
};

/* An error as the result of the step: the step's changes are committed. */
void oauth_token_refuse(struct oauth_asked *a, const char *error, const char *description);

/*
 * Refuses with the description if the account of the grant is disabled or deleted. False: the
 * error or the call's status is set.
 */
bool oauth_token_account_open(struct ad_call *call, struct oauth_asked *a, struct ad_str account_id,
			      const char *description) AD_CHECK;
/* Queues the grant's writing step after the claim of the proof. */
void oauth_token_take(struct ad_exchange *x, struct oauth_asked *a, ad_step_fn *take);
/*
 * The key to which refresh tokens of a new grant are bound: only for public clients (RFC 9449).
 */
struct ad_str oauth_token_key(const struct oauth_asked *a);
/* True if no key was bound, or the proof has the bound key. False: the refusal is stored. */
bool oauth_token_key_fits(struct oauth_asked *a, struct ad_str jkt) AD_CHECK;

/* Starts a grant: parses its parameters and queues its step. False: the error is replied. */
typedef bool oauth_grant_fn(struct ad_exchange *x, struct oauth_asked *a);

oauth_grant_fn oauth_grant_code;    /* token_code.c: authorization_code with PKCE */
oauth_grant_fn oauth_grant_refresh; /* token_refresh.c: refresh_token with rotation */
oauth_grant_fn oauth_grant_device;  /* token_device.c: RFC 8628 */
oauth_grant_fn oauth_grant_machine; /* token_machine.c: client_credentials */

#endif
