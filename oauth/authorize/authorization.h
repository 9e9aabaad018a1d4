/*
 * Inside oauth/: the checks of an authorization request at /authorize or /par, before the sign-in
 * (OAuth 2.1 section 4.1.1).
 */
#ifndef OAUTH_AUTHORIZATION_H
#define OAUTH_AUTHORIZATION_H

#include "oauth/client/clients.h"
#include "oauth/authorize/requests.h"

/* A request and the result of its checks. The caller zeroes it and sets params. */
struct oauth_authorization {
	struct oauth_params params;
	struct oauth_client client;
	struct oauth_request request; /* filled from the valid parameters */
	const char *error;            /* a code of RFC 6749 section 4.1.2.1; NULL: none */
	const char *sentence;         /* the fault, plain ASCII */
	bool unavailable;             /* the database failed */
};

/* Stores the fault and returns false. */
bool oauth_authorization_refuse(struct oauth_authorization *a, const char *error,
				const char *sentence);
/*
 * Checks repeated parameters, the client and the redirect URI: faults that must never be sent to
 * the redirect URI. False: refused or unavailable.
 */
bool oauth_authorization_client(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* Checks response type, PKCE, scope, resource and login_hint. Requires the client. */
bool oauth_authorization_check(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* Checks only scope and resource, for a request without a redirect URI (RFC 8628). */
bool oauth_authorization_extent(struct ad_exchange *x, struct oauth_authorization *a) AD_CHECK;
/* True if the space-separated list contains the word. */
bool oauth_has_word(struct ad_str list, const char *word);

#endif
