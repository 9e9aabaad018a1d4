/* Which set of data a statement is about. */
#ifndef AD_STORE_REALM_H
#define AD_STORE_REALM_H

#include "base/base.h"

/* A Space in an environment. */
struct ad_realm {
	struct ad_str space_id;
	struct ad_str environment; /* "test" | "live" */
};

#endif
