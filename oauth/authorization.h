/*
 * Inside oauth/: an authorization request as a client makes it, at /authorize or ahead of it at
 * /par: what is checked of it before anybody signs in (OAuth 2.1 section 4.1.1).
 */
#ifndef OAUTH_AUTHORIZATION_H
#define OAUTH_AUTHORIZATION_H

#include "oauth/clients.h"
#include "oauth/requests.h"

/* A request and what its checks found. Zeroed, with params set, by the caller. */
struct oauth_authorization {
	struct oauth_params params;
	struct oauth_client client;
	struct oauth_request request; /* filled from the parameters as far as they are right */
	const char *error;            /* a code of RFC 6749 section 4.1.2.1; NULL: none */
	const char *sentence;         /* what is wrong, plain ASCII */
	bool unavailable;             /* the database could not be asked */
};

/* Notes the fault; always false. */
bool oauth_authorization_refuse(struct oauth_authorization *a, const char *error,
				const char *sentence);
/*
 * That no parameter is there twice, who asks, and where the answer would go: the faults that the
 * redirect URI must never hear of. False where refused or unavailable.
 */
bool oauth_authorization_client(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* The rest: response type, PKCE, scope, resource, login_hint. Only after the client. */
bool oauth_authorization_check(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* Scope and resource alone, for a request that leads nowhere (RFC 8628). */
bool oauth_authorization_extent(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* True if the space-separated list holds the word. */
bool oauth_has_word(struct ad_str list, const char *word);

#endif
