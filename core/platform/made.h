/*
 * An object that a request made or changed on a platform; one operation of ours may make several.
 */
#ifndef AD_PLATFORM_MADE_H
#define AD_PLATFORM_MADE_H

#include "base/text.h"

struct ad_made {
	struct ad_made *next;
	struct ad_str kind; /* the platform's word: "campaignBudget" */
	struct ad_str id;   /* in the form that the adapter needs */
};

#endif
