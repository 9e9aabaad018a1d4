/*
 * The input and output of an action beside the shapes of its row: paging, checks, preconditions.
 * The description reads them, so generic steps describe themselves; an action with its own steps
 * names its traits in its row.
 */
#ifndef AD_MODEL_TRAITS_H
#define AD_MODEL_TRAITS_H

#include "model/resource.h"

enum ad_trait {
	AD_LISTS = 1 << 0,       /* answers an array, with nextCursor and total in meta */
	AD_PAGES = 1 << 1,       /* lists by pages: limit, cursor, order (but for orderBy) */
	AD_FILTERS = 1 << 2,     /* takes the shape's AD_FILTER fields as query parameters */
	AD_SEARCHES = 1 << 3,    /* takes updatedSince, and q where there is a field for it */
	AD_CHECKS = 1 << 4,      /* takes validateOnly, which answers 200 with the id null */
	AD_MATCHES = 1 << 5,     /* takes If-Match or expectedVersion: may end as 412 */
	AD_TAGS = 1 << 6,        /* answers with an ETag */
	AD_REVALIDATES = 1 << 7, /* takes If-None-Match: may answer 304 */
	AD_TAKES_BODY = 1 << 8,  /* reads a JSON body */
	AD_NEEDS_BODY = 1 << 9,  /* and refuses to go without */
	AD_REPLAYS = 1 << 10,    /* takes an Idempotency-Key */
	AD_CONFLICTS = 1 << 11,  /* may end as 409 */
	AD_GUARDED = 1 << 12,    /* may end as 422: the Space's guardrails */
	AD_PUBLIC = 1 << 13,     /* needs no token */
	AD_RANGES = 1 << 14,     /* takes Range: may answer 206 */
};

/* All that holds of an action: what its verb brings with it, and what its row adds. */
uint32_t ad_action_traits(const struct ad_resource *res, const struct ad_action *action);

#endif
