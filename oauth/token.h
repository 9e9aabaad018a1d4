/*
 * Inside oauth/: a request at the token endpoint (OAuth 2.1 section 3.2), shared by the grants.
 * Everything a client may have got wrong is checked before anything is used up; what is used up is
 * used up atomically, on the writer's thread.
 */
#ifndef OAUTH_TOKEN_H
#define OAUTH_TOKEN_H

#include "oauth/clients.h"
#include "oauth/proof.h"

/* A request and what came of it. */
struct oauth_asked {
	struct oauth_params params;
	struct oauth_client client;
	struct ad_str code, verifier, redirect_uri, refresh;
	const char *resource; /* the one that was named, or NULL */
	bool scope_named;
	uint32_t scopes;            /* asked for, of a refresh or by a machine */
	struct ad_dpop_proof proof; /* of the key that the tokens are to be bound to, if any */
	ad_step_fn *take;           /* the grant's writing step */
	/* Outcome */
	const char *error, *description;
	struct ad_grant grant;
	uint32_t granted; /* of this access token */
};

/* An error that is an answer, not a failure: what the step changed stays. */
void oauth_token_refuse(struct oauth_asked *a, const char *error, const char *description);

/*
 * Refuses where the account of the grant is disabled or gone, in the words of the description.
 * False with the error, or the call's status, set.
 */
bool oauth_token_account_open(struct ad_call *call, struct oauth_asked *a, struct ad_str account_id,
			      const char *description) AD_CHECK;
/* Queues the grant's writing step, behind the claim of the proof. */
void oauth_token_take(struct ad_exchange *x, struct oauth_asked *a, ad_step_fn *take);
/* The key that a new grant's refresh tokens are bound to: of a public client's alone (RFC 9449). */
struct ad_str oauth_token_key(const struct oauth_asked *a);
/*
 * True if the proof's key is the one that was bound before, or none was bound. False with the
 * refusal noted.
 */
bool oauth_token_key_fits(struct oauth_asked *a, struct ad_str jkt) AD_CHECK;

/* Starts a grant: reads its parameters and queues its step. False with the error replied. */
typedef bool oauth_grant_fn(struct ad_exchange *x, struct oauth_asked *a);

oauth_grant_fn oauth_grant_code;    /* token_code.c: authorization_code with PKCE */
oauth_grant_fn oauth_grant_refresh; /* token_refresh.c: refresh_token with rotation */
oauth_grant_fn oauth_grant_device;  /* token_device.c: RFC 8628 */
oauth_grant_fn oauth_grant_machine; /* token_machine.c: client_credentials */

#endif
