/* Which platform is sent which field: cells in the order of enum ad_platform. */
#include "model/sent.h"

#define SENT { .how = AD_SENT_ALWAYS }
#define ONCE { .how = AD_SENT_ONCE }
#define BELOW { .how = AD_SENT_BELOW }
#define IMPLIED { .how = AD_SENT_IMPLIED }
#define NONE { .how = AD_SENT_NO_OBJECT }
#define KEPT(why_) { .how = AD_SENT_KEPT, .why = why_ }
#define REFUSED(why_) { .how = AD_SENT_REFUSED, .why = why_ }
#define WHEN(when_, why_) { .how = AD_SENT_ALWAYS, .when = when_, .why = why_ }
#define ONCE_WHEN(when_, why_) { .how = AD_SENT_ONCE, .when = when_, .why = why_ }
#define ALL(cell) { cell, cell, cell, cell }

#define BY_KEYWORDS \
	REFUSED("targeting is only for SOCIAL campaigns. Use keywords in a search ad group.")
#define ON_CAMPAIGN REFUSED("The campaign holds the budget. Set it there.")
#define SEARCH_PATHS REFUSED("Ads on this platform have no path. Omit it.")
#define SOCIAL_ONLY REFUSED("The field is only for SOCIAL campaigns. Omit it.")
#define NO_TEMPLATE REFUSED("Add the parameters to the ads' finalUrl instead.")
#define NO_DAYS \
	REFUSED("Search campaigns on this platform have no start and end dates. Enable the " \
		"campaign on its first day and pause it after its last day.")
#define NO_HOURS \
	REFUSED("adcore sets hours only on google and microsoft. Omit adSchedule, or set the " \
		"hours on the platform.")
#define NO_AGES REFUSED("The platform cannot target ages. Omit the field.")
#define NO_OBJECTIVE KEPT("objective is only for SOCIAL campaigns. Clear it.")
#define NO_OPTIONS KEPT("The platform has no such options. Clear them.")
#define NO_PICTURES \
	KEPT("A search ad has no pictures. Attach them to its ad group or campaign.")
#define NO_NAME KEPT("Assets of this type have no name on the platform.")
#define POSITIVE \
	WHEN(AD_SENT_POSITIVE, "The field is not available for negative keywords. Clear it.")
#define PICTURE_NAME ONCE_WHEN(AD_SENT_WITH_MEDIA, "Texts have no name on the platform.")
#define WITH_PLACE \
	WHEN(AD_SENT_WITH_PLACE, \
	     "geoMode applies to locations. It is sent when the campaign has locations.")
#define BID_CAP \
	WHEN(AD_SENT_BID_CAP, \
	     "cpcBid is sent only with the bidding strategy MANUAL_CPC. Clear it, or change the " \
	     "campaign's strategy.")
#define NO_BID KEPT("The campaign holds the bids. Set bidding.maxCpc there.")

const struct ad_sent_row ad_sent_rows[] = {
	{ AD_R_CAMPAIGN, "name", false, ALL(SENT) },
	{ AD_R_CAMPAIGN, "type", false, ALL(IMPLIED) },
	{ AD_R_CAMPAIGN, "budget", false, ALL(SENT) },
	{ AD_R_CAMPAIGN, "status", false, ALL(SENT) },
	{ AD_R_CAMPAIGN, "objective", false, { NO_OBJECTIVE, NO_OBJECTIVE, ONCE, ONCE } },
	{ AD_R_CAMPAIGN, "startDate", false, { SENT, NO_DAYS, SENT, BELOW } },
	{ AD_R_CAMPAIGN, "endDate", false, { SENT, NO_DAYS, SENT, BELOW } },
	{ AD_R_CAMPAIGN, "bidding", false, ALL(SENT) },
	{ AD_R_CAMPAIGN, "locations", false, { SENT, SENT, BELOW, BELOW } },
	{ AD_R_CAMPAIGN, "languages", false, { SENT, SENT, BELOW, BELOW } },
	{ AD_R_CAMPAIGN, "adSchedule", false, { SENT, SENT, NO_HOURS, NO_HOURS } },
	{ AD_R_CAMPAIGN, "trackingTemplate", false, { SENT, SENT, NO_TEMPLATE, NO_TEMPLATE } },
	{ AD_R_CAMPAIGN, "finalUrlSuffix", false, { SENT, SENT, NO_TEMPLATE, NO_TEMPLATE } },
	{ AD_R_CAMPAIGN, "platformOptions", false, { SENT, WITH_PLACE, SENT, SENT } },
	{ AD_R_AD_GROUP, "name", false, ALL(SENT) },
	{ AD_R_AD_GROUP, "status", false, ALL(SENT) },
	{ AD_R_AD_GROUP, "cpcBid", false, { SENT, SENT, NO_BID, BID_CAP } },
	{ AD_R_AD_GROUP, "targeting", false, { BY_KEYWORDS, BY_KEYWORDS, SENT, SENT } },
	{ AD_R_AD_GROUP, "targeting.ageMin", false, { NONE, NONE, NO_AGES, NONE } },
	{ AD_R_AD_GROUP, "targeting.ageMax", false, { NONE, NONE, NO_AGES, NONE } },
	{ AD_R_AD_GROUP, "targeting.communities", false,
	  { NONE, NONE, NONE, REFUSED("Only reddit has communities. Use interests.") } },
	{ AD_R_AD_GROUP, "budget", false, { ON_CAMPAIGN, ON_CAMPAIGN, SENT, SENT } },
	{ AD_R_AD_GROUP, "platformOptions", false, { NO_OPTIONS, SENT, SENT, SENT } },
	{ AD_R_AD, "type", false, { IMPLIED, IMPLIED, ONCE, ONCE } },
	{ AD_R_AD, "finalUrl", false, ALL(SENT) },
	{ AD_R_AD, "headlines", false, ALL(SENT) },
	{ AD_R_AD, "descriptions", false,
	  { SENT, SENT, REFUSED("The ad's text is primaryText."), SENT } },
	{ AD_R_AD, "path1", false, { SENT, SENT, SEARCH_PATHS, SEARCH_PATHS } },
	{ AD_R_AD, "path2", false, { SENT, SENT, SEARCH_PATHS, SEARCH_PATHS } },
	{ AD_R_AD, "primaryText", false, { SOCIAL_ONLY, SOCIAL_ONLY, SENT, SENT } },
	{ AD_R_AD, "callToAction", false, { SOCIAL_ONLY, SOCIAL_ONLY, SENT, SENT } },
	{ AD_R_AD, "assetIds", false, { NO_PICTURES, NO_PICTURES, SENT, SENT } },
	{ AD_R_AD, "status", false, ALL(SENT) },
	{ AD_R_AD, "platformOptions", false, { NO_OPTIONS, NO_OPTIONS, NO_OPTIONS, SENT } },
	{ AD_R_KEYWORD, "text", false, { ONCE, ONCE, ONCE, NONE } },
	{ AD_R_KEYWORD, "matchType", false, { ONCE, ONCE, IMPLIED, NONE } },
	{ AD_R_KEYWORD, "negative", false, { ONCE, ONCE, ONCE, NONE } },
	{ AD_R_KEYWORD, "cpcBid", false,
	  { POSITIVE, POSITIVE, REFUSED("Keywords on reddit have no bid."), NONE } },
	{ AD_R_KEYWORD, "finalUrl", false,
	  { POSITIVE, POSITIVE, REFUSED("Keywords on reddit have no URL."), NONE } },
	{ AD_R_KEYWORD, "status", false, { POSITIVE, POSITIVE, POSITIVE, NONE } },
	{ AD_R_ASSET, "type", false, { IMPLIED, IMPLIED, NONE, IMPLIED } },
	{ AD_R_ASSET, "name", true, { PICTURE_NAME, PICTURE_NAME, NONE, NO_NAME } },
	{ AD_R_ASSET, "text", false, { SENT, SENT, NONE, NONE } },
	{ AD_R_ASSET, "finalUrl", false, { SENT, SENT, NONE, NONE } },
	{ AD_R_ASSET, "description1", false, { SENT, SENT, NONE, NONE } },
	{ AD_R_ASSET, "description2", false, { SENT, SENT, NONE, NONE } },
	{ AD_R_ASSET, "sha256", false, { IMPLIED, IMPLIED, NONE, IMPLIED } }, /* by the bytes */
	{ AD_R_ASSET_LINK, "assetId", false, { IMPLIED, IMPLIED, NONE, NONE } },
	{ AD_R_ASSET_LINK, "resource", false, { IMPLIED, IMPLIED, NONE, NONE } },
	{ AD_R_ASSET_LINK, "objectId", false, { IMPLIED, IMPLIED, NONE, NONE } },
	{ AD_R_ASSET_LINK, "role", false, { IMPLIED, IMPLIED, NONE, NONE } },
};
const size_t ad_sent_count = AD_LEN(ad_sent_rows);
