#include "model/below.h"

const struct ad_below ad_below[] = {
	{ AD_R_CAMPAIGN, AD_R_AD_GROUP, "campaignId" },
	{ AD_R_CAMPAIGN, AD_R_KEYWORD, "campaignId" },
	{ AD_R_AD_GROUP, AD_R_AD, "adGroupId" },
	{ AD_R_AD_GROUP, AD_R_KEYWORD, "adGroupId" },
};
const size_t ad_below_count = sizeof(ad_below) / sizeof(ad_below[0]);
