/* Computes how long a response is fresh from its headers (RFC 9111). No side effects. */
#ifndef AD_FETCH_FRESHNESS_H
#define AD_FETCH_FRESHNESS_H

#include "base/base.h"

#define AD_FETCH_AGE_MAX (366 * INT64_C(86400)) /* s; more is not told apart */

/*
 * Seconds that a Cache-Control list allows (RFC 9111 section 5.2.2): 0 for no-store, no-cache, and
 * a max-age that is malformed or differs from another one; -1 where it says nothing of it. It is a
 * private cache's reading: s-maxage is passed over.
 */
int64_t ad_fetch_max_age(struct ad_str cache_control);

#endif
