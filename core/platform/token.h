/* Access tokens: the common parts of the platforms' token endpoints (RFC 6749 section 5). */
#ifndef AD_PLATFORM_TOKEN_H
#define AD_PLATFORM_TOKEN_H

#include "platform/platform.h"

/* Reads a platform's error answer; body is NULL if the answer is not JSON. */
typedef void ad_failure_read(struct ad_arena *arena, const struct ad_http_response *response,
			     const cJSON *body, struct ad_outcome *outcome);

/*
 * Reads the answer of a token endpoint. Outcomes: DID with *token; REFUSED, with the code
 * CONNECTION_EXPIRED if the refresh token is rejected (invalid_grant) and a person must connect
 * again; AGAIN, if the token may still be valid.
 */
void ad_token_read(struct ad_arena *arena, const struct ad_http_response *response,
		   ad_failure_read *failure, struct ad_platform_token *token,
		   struct ad_outcome *outcome);

/*
 * Overwrites with "*" every occurrence of the secret in the n bytes of text, because platform
 * messages are shown to people and may repeat a rejected token. A secret of less than 8 bytes is
 * ignored.
 */
void ad_hide(char *text, size_t n, struct ad_str secret);
/* The same for the message about a token request: hides the secrets of the request. */
void ad_token_hide(struct ad_arena *arena, const struct ad_link *link, struct ad_outcome *outcome);

#endif
