/* Access tokens: what the token endpoints of the platforms have in common (RFC 6749 section 5). */
#ifndef AD_PLATFORM_TOKEN_H
#define AD_PLATFORM_TOKEN_H

#include "platform/platform.h"

/* How a platform reads an answer that is no success; body is NULL where it is no JSON. */
typedef void ad_failure_read(struct ad_arena *arena, const struct ad_http_response *response,
			     const cJSON *body, struct ad_outcome *outcome);

/*
 * Reads the answer of a token endpoint. Outcomes: DID with *token; REFUSED, with the code
 * CONNECTION_EXPIRED where the refresh token is taken no more (invalid_grant) and a person has to
 * connect anew; AGAIN, where it is not known that it is no good.
 */
void ad_token_read(struct ad_arena *arena, const struct ad_http_response *response,
		   ad_failure_read *failure, struct ad_platform_token *token,
		   struct ad_outcome *outcome);

/*
 * People read what a platform says, and some say the token back that they do not take: writes "*"
 * over each place of n bytes of text where the secret stands. One of less than 8 bytes is none.
 */
void ad_hide(char *text, size_t n, struct ad_str secret);
/* The same of what is said of a token request: the secrets that it was made with. */
void ad_token_hide(struct ad_arena *arena, const struct ad_link *link, struct ad_outcome *outcome);

#endif
