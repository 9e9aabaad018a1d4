/* What a request made or changed on a platform: one operation of ours may be several things. */
#ifndef AD_PLATFORM_MADE_H
#define AD_PLATFORM_MADE_H

#include "base/text.h"

struct ad_made {
	struct ad_made *next;
	struct ad_str kind; /* the platform's word: "campaignBudget" */
	struct ad_str id;   /* as the adapter needs it again */
};

#endif
