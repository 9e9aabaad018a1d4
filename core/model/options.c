/* platformOptions: one row an option, by platform and resource. */
#include "model/resource.h"

static const char *const networks[] = { "SEARCH", "SEARCH_PARTNERS", "DISPLAY", NULL };
static const char *const geo_modes[] = { "PRESENCE", "PRESENCE_OR_INTEREST", NULL };
static const char *const microsoft_networks[] = {
	"OWNED_AND_OPERATED_AND_SYNDICATED_SEARCH", "OWNED_AND_OPERATED_ONLY",
	"SYNDICATED_SEARCH_ONLY", NULL,
};

/* Text options share a bound: they are names of the platform's own. */
#define OPTION_TEXT(platform_, resource_, name_, doc_)                                             \
	{ platform_, resource_,                                                                    \
	  { .name = name_, .type = AD_T_TEXT, .min = 1, .max = 100, .doc = doc_ } }

const struct ad_option ad_options[] = {
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "networks", .type = AD_T_LIST, .min = 1, .max = 3, .item = AD_T_ENUM,
	    .options = networks, .doc = "Where ads show; SEARCH unless said.",
	    .example = "[\"SEARCH\"]" } },
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "geoMode", .type = AD_T_ENUM, .options = geo_modes,
	    .doc = "People in a place, or also those interested in it.",
	    .example = "\"PRESENCE\"" } },
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "euPolitical", .type = AD_T_BOOL,
	    .doc = "Whether it holds EU political advertising; defaults from the connection.",
	    .example = "false" } },
	{ AD_MICROSOFT, AD_R_CAMPAIGN,
	  { .name = "geoMode", .type = AD_T_ENUM, .options = geo_modes,
	    .doc = "People in a place, or also those interested in it." } },
	{ AD_MICROSOFT, AD_R_AD_GROUP,
	  { .name = "network", .type = AD_T_ENUM, .options = microsoft_networks,
	    .doc = "Where ads show." } },
	OPTION_TEXT(AD_REDDIT, AD_R_CAMPAIGN, "conversionPixelId", "The conversion pixel."),
	OPTION_TEXT(AD_REDDIT, AD_R_AD_GROUP, "optimizationGoal", "What delivery aims at."),
	{ AD_META, AD_R_CAMPAIGN,
	  { .name = "specialAdCategories", .type = AD_T_LIST, .max = 10, .item = AD_T_TEXT,
	    .item_max = 60, .doc = "Special ad categories; none is an empty list." } },
	{ AD_META, AD_R_CAMPAIGN,
	  { .name = "specialAdCategoryCountries", .type = AD_T_LIST, .max = 100,
	    .item = AD_T_TEXT, .item_max = 2, .doc = "Countries of the special categories." } },
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "optimizationGoal", "What delivery aims at."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "billingEvent", "What is paid for."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "destinationType", "Where a click leads."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "pixelId", "The pixel."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "customEventType", "The event that counts."),
	{ AD_META, AD_R_AD_GROUP,
	  { .name = "advantageAudience", .type = AD_T_BOOL,
	    .doc = "Whether Meta may widen the audience." } },
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "dsaBeneficiary", "Who benefits (EU DSA)."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "dsaPayor", "Who pays (EU DSA)."),
	OPTION_TEXT(AD_META, AD_R_AD, "pageId", "The Page that it runs as."),
};
const size_t ad_option_count = AD_LEN(ad_options);
