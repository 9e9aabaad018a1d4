/* platformOptions: one row an option, by platform and resource. */
#include "model/options.h"
#include "model/resource.h"

static const char *const networks[] = { "SEARCH", "SEARCH_PARTNERS", "DISPLAY", NULL };
static const char *const geo_modes[] = { "PRESENCE", "PRESENCE_OR_INTEREST", NULL };
static const char *const microsoft_networks[] = {
	"OWNED_AND_OPERATED_AND_SYNDICATED_SEARCH", "OWNED_AND_OPERATED_ONLY",
	"SYNDICATED_SEARCH_ONLY", NULL,
};

static const char *const meta_goals[] = {
	"ADVERTISER_SILOED_VALUE", "AD_RECALL_LIFT", "APP_INSTALLS",
	"APP_INSTALLS_AND_OFFSITE_CONVERSIONS", "AUTOMATIC_OBJECTIVE", "CONVERSATIONS",
	"DERIVED_EVENTS", "ENGAGED_PAGE_VIEWS", "ENGAGED_USERS", "EVENT_RESPONSES",
	"IMPRESSIONS", "IN_APP_VALUE", "LANDING_PAGE_VIEWS", "LEAD_GENERATION",
	"LINK_CLICKS", "MEANINGFUL_CALL_ATTEMPT", "MESSAGING_APPOINTMENT_CONVERSION",
	"MESSAGING_PURCHASE_CONVERSION", "NONE", "OFFSITE_CONVERSIONS", "PAGE_LIKES",
	"POST_ENGAGEMENT", "PROFILE_AND_PAGE_ENGAGEMENT", "PROFILE_VISIT", "QUALITY_CALL",
	"QUALITY_LEAD", "REACH", "REMINDERS_SET", "SUBSCRIBERS", "THRUPLAY", "VALUE",
	"VISIT_INSTAGRAM_PROFILE", NULL,
};
static const char *const meta_billing[] = {
	"APP_INSTALLS", "CLICKS", "IMPRESSIONS", "LINK_CLICKS", "LISTING_INTERACTION",
	"NONE", "OFFER_CLAIMS", "PAGE_LIKES", "POST_ENGAGEMENT", "PURCHASE", "THRUPLAY", NULL,
};
static const char *const meta_destinations[] = {
	"APP", "APPLINKS_AUTOMATIC", "FACEBOOK", "FACEBOOK_LIVE", "FACEBOOK_PAGE",
	"IMAGINE", "INSTAGRAM_DIRECT", "INSTAGRAM_LIVE", "INSTAGRAM_PROFILE",
	"INSTAGRAM_PROFILE_AND_FACEBOOK_PAGE", "MESSAGING_INSTAGRAM_DIRECT_MESSENGER",
	"MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP",
	"MESSAGING_INSTAGRAM_DIRECT_WHATSAPP", "MESSAGING_MESSENGER_WHATSAPP", "MESSENGER",
	"ON_AD", "ON_EVENT", "ON_PAGE", "ON_POST", "ON_VIDEO", "SHOP_AUTOMATIC", "WEBSITE",
	"WHATSAPP", NULL,
};
static const char *const meta_events[] = {
	"ACHIEVEMENT_UNLOCKED", "ADD_PAYMENT_INFO", "ADD_TO_CART", "ADD_TO_WISHLIST",
	"AD_IMPRESSION", "COMPLETE_REGISTRATION", "CONTACT", "CONTENT_VIEW",
	"CUSTOMIZE_PRODUCT", "D2_RETENTION", "D7_RETENTION", "DONATE", "FIND_LOCATION",
	"INITIATED_CHECKOUT", "LEAD", "LEVEL_ACHIEVED", "LISTING_INTERACTION",
	"MESSAGING_CONVERSATION_STARTED_7D", "OTHER", "PURCHASE", "RATE", "SCHEDULE",
	"SEARCH", "SERVICE_BOOKING_REQUEST", "SPENT_CREDITS", "START_TRIAL",
	"SUBMIT_APPLICATION", "SUBSCRIBE", "TUTORIAL_COMPLETION", NULL,
};
static const char *const meta_categories[] = {
	"CREDIT", "EMPLOYMENT", "FINANCIAL_PRODUCTS_SERVICES", "HOUSING",
	"ISSUES_ELECTIONS_POLITICS", "NONE", "ONLINE_GAMBLING_AND_GAMING", NULL,
};
static const char *const reddit_goals[] = {
	"ADD_TO_CART", "ADD_TO_WISHLIST", "CLICKS", "LANDING_PAGE_VISIT", "LEAD",
	"PAGE_VISIT", "PURCHASE", "SEARCH", "SIGN_UP", "VIDEO_VIEW_6S", "VIDEO_VIEW_15S",
	"VIEW_CONTENT", NULL,
};

#define OPTION_ENUM(platform_, resource_, name_, options_, doc_) \
	{ platform_, resource_, \
	  { .name = name_, .type = AD_T_ENUM, .options = options_, .doc = doc_ } }

/* Text options share a bound: they are names of the platform's own. */
#define OPTION_TEXT(platform_, resource_, name_, doc_) \
	{ platform_, resource_, \
	  { .name = name_, .type = AD_T_TEXT, .min = 1, .max = 100, .doc = doc_ } }

const struct ad_option ad_options[] = {
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "networks", .type = AD_T_LIST, .min = 1, .max = 3, .item = AD_T_ENUM,
	    .options = networks, .doc = "Networks where ads show. Default: SEARCH.",
	    .example = "[\"SEARCH\"]" } },
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "geoMode", .type = AD_T_ENUM, .options = geo_modes,
	    .doc = "Target people in a location, or also people interested in it.",
	    .example = "\"PRESENCE\"" } },
	{ AD_GOOGLE, AD_R_CAMPAIGN,
	  { .name = "euPolitical", .type = AD_T_BOOL,
	    .doc = "True if the campaign contains EU political advertising. Default: the "
		   "connection's setting.",
	    .example = "false" } },
	{ AD_MICROSOFT, AD_R_CAMPAIGN,
	  { .name = "geoMode", .type = AD_T_ENUM, .options = geo_modes,
	    .doc = "Target people in a location, or also people interested in it." } },
	{ AD_MICROSOFT, AD_R_AD_GROUP,
	  { .name = "network", .type = AD_T_ENUM, .options = microsoft_networks,
	    .doc = "Networks where ads show." } },
	OPTION_TEXT(AD_REDDIT, AD_R_CAMPAIGN, "conversionPixelId", "The conversion pixel."),
	OPTION_ENUM(AD_REDDIT, AD_R_AD_GROUP, "optimizationGoal", reddit_goals,
		    "The optimization goal."),
	{ AD_META, AD_R_CAMPAIGN,
	  { .name = "specialAdCategories", .type = AD_T_LIST, .max = 10, .item = AD_T_ENUM,
	    .options = meta_categories,
	    .doc = "Special ad categories; an empty list means none." } },
	{ AD_META, AD_R_CAMPAIGN,
	  { .name = "specialAdCategoryCountries", .type = AD_T_LIST, .max = 100,
	    .item = AD_T_TEXT, .item_max = 2, .doc = "Countries of the special ad categories." } },
	OPTION_ENUM(AD_META, AD_R_AD_GROUP, "optimizationGoal", meta_goals,
		    "The optimization goal."),
	OPTION_ENUM(AD_META, AD_R_AD_GROUP, "billingEvent", meta_billing, "The billing event."),
	OPTION_ENUM(AD_META, AD_R_AD_GROUP, "destinationType", meta_destinations,
		    "The destination of a click."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "pixelId", "The pixel."),
	OPTION_ENUM(AD_META, AD_R_AD_GROUP, "customEventType", meta_events,
		    "The conversion event."),
	{ AD_META, AD_R_AD_GROUP,
	  { .name = "advantageAudience", .type = AD_T_BOOL,
	    .doc = "True allows Meta to expand the audience." } },
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "dsaBeneficiary", "The beneficiary of the ad (EU "
							      "DSA)."),
	OPTION_TEXT(AD_META, AD_R_AD_GROUP, "dsaPayor", "The payer of the ad (EU DSA)."),
	OPTION_TEXT(AD_META, AD_R_AD, "pageId", "The Page that publishes the ad."),
};
const size_t ad_option_count = AD_LEN(ad_options);
