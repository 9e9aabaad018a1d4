/*
 * The OAuth 2.1 authorization server: metadata (RFC 8414, RFC 9728), dynamic registration (RFC
 * 7591), authorization with PKCE (RFC 7636), sign-in and consent pages, tokens with rotating
 * refresh tokens, revocation (RFC 7009), keys (RFC 7517).
 */
#ifndef OAUTH_OAUTH_H
#define OAUTH_OAUTH_H

#include "http/server.h"

/* Every route of the authorization server; the array is static. */
const struct ad_route *ad_oauth_routes(size_t *count);

#endif
