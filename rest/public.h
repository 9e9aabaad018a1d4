/* The answers that need no token, and what they share with all others. */
#ifndef AD_REST_PUBLIC_H
#define AD_REST_PUBLIC_H

#include "rest/rest.h"

/* True if a path below /api/v1 is answered without a token. */
bool ad_rest_is_public(struct ad_str path);
/* Answers it: rendered once at the start, with an ETag; limited by address. */
void ad_rest_answer_public(struct ad_exchange *x, struct ad_str path);

/* The headers of every answer of this door, by the call's outcome. */
void ad_rest_add_headers(struct ad_exchange *x);

#endif
