/* The rows of campaigns, ad groups, ads, posts and conversion events. */
#include "schema.h"

static const char *const statuses[] = {
	"ACTIVE", "ARCHIVED", "DELETED", "PAUSED", NULL,
};
static const char *const objectives[] = {
	"APP_INSTALLS", "BRAND_AWARENESS", "CATALOG_SALES", "CLICKS", "CONVERSIONS",
	"IMPRESSIONS", "LEAD_GENERATION", "SALES", "VIDEO_VIEWABLE_IMPRESSIONS", NULL,
};
static const char *const categories[] = {
	"HOUSING_EMPLOYMENT_CREDIT", "NONE", NULL,
};
static const char *const goal_types[] = {
	"DAILY_SPEND", "LIFETIME_SPEND", NULL,
};
static const char *const campaign_strategies[] = {
	"BIDLESS", "MAXIMIZE_VOLUME", "TARGET_CPX", NULL,
};
static const char *const campaign_bid_types[] = {
	"CPC", "CPM", "CPV6", "CPV15", NULL,
};
static const char *const strategies[] = {
	"BIDLESS", "MANUAL_BIDDING", "MAXIMIZE_VOLUME", "TARGET_CPX", NULL,
};
static const char *const bid_types[] = {
	"CPC", "CPM", "CPV", "CPV6", "CPV15", NULL,
};
static const char *const goals[] = {
	"ADD_TO_CART", "ADD_TO_WISHLIST", "CLICKS", "LEAD", "PAGE_VISIT", "PURCHASE", "SEARCH",
	"SIGN_UP", "UNKNOWN", "VIEW_CONTENT", "MOBILE_CONVERSION_INSTALL",
	"MOBILE_CONVERSION_SIGN_UP", "MOBILE_CONVERSION_ADD_PAYMENT_INFO",
	"MOBILE_CONVERSION_ADD_TO_CART", "MOBILE_CONVERSION_PURCHASE",
	"MOBILE_CONVERSION_LEVEL_ACHIEVED", "MOBILE_CONVERSION_START_TRIAL",
	"MOBILE_CONVERSION_SUBSCRIBE", "MOBILE_CONVERSION_FIRST_TIME_PURCHASE",
	"LANDING_PAGE_VISIT", "VIDEO_VIEW_6S", "VIDEO_VIEW_15S", NULL,
};
static const char *const windows[] = {
	"SEVEN_DAY_CLICKS", "SEVEN_DAY_CLICKS_ONE_DAY_VIEW", NULL,
};
static const char *const manual[] = {
	"MANUAL", NULL,
};
static const char *const unspecified[] = {
	"UNSPECIFIED", NULL,
};
static const char *const genders[] = {
	"FEMALE", "MALE", NULL,
};
static const char *const places[] = {
	"FEED", "COMMENTS_PAGE", NULL,
};
static const char *const platforms[] = {
	"ALL", "DESKTOP", "DESKTOP_LEGACY", "MOBILE_NATIVE", "MOBILE_WEB", "MOBILE_WEB_3X",
	"SHREDTOP", NULL,
};
static const char *const suppressions[] = {
	"ALL_FEATURES", NULL,
};
static const char *const views[] = {
	"ALL", "CARD", "CLASSIC", "COMPACT", "IMMERSIVE", NULL,
};
static const char *const languages[] = {
	"AR", "CS", "DA", "DE", "EL", "EN", "ES", "FI", "FR", "HU", "IT", "JA", "KO", "NL", "NO",
	"PL", "PT", "RO", "SV", "VI", "ZH", NULL,
};
static const char *const device_types[] = {
	"DESKTOP", "MOBILE", NULL,
};
static const char *const systems[] = {
	"ANDROID", "IOS", NULL,
};
static const char *const shopping_types[] = {
	"DYNAMIC", "STATIC", NULL,
};
static const char *const shopping_aims[] = {
	"PROSPECTING", "RETARGETING", NULL,
};
static const char *const shopping_events[] = {
	"ADD_TO_CART", "ADD_TO_WISHLIST", "PURCHASE", "SEARCH", "VIEW_CONTENT", NULL,
};
static const char *const trackers[] = {
	"CLICK", "VIEW", NULL,
};
static const char *const post_types[] = {
	"CAROUSEL", "IMAGE", "TEXT", "VIDEO", NULL,
};
static const char *const buttons[] = {
	"Apply Now", "Contact Us", "Download", "Get a Quote", "Get Showtimes", "Install",
	"Learn More", "Order Now", "Play Now", "Pre-order Now", "See Menu", "Shop Now", "Sign Up",
	"View More", "Watch Now", "Book Now", "Buy Tickets", "Get Directions", "Listen Now",
	"Read More", "Subscribe", "Visit Store", "Donate Now", "Remind Me", NULL,
};
static const char *const sources[] = {
	"APP", "OTHER", "PHYSICAL_STORE", "WEBSITE", NULL,
};
static const char *const tracked[] = {
	"PAGE_VISIT", "VIEW_CONTENT", "SEARCH", "ADD_TO_CART", "ADD_TO_WISHLIST", "PURCHASE",
	"LEAD", "SIGN_UP", "CUSTOM", NULL,
};
static const char *const modes[] = {
	"LDU", NULL,
};
const char *const rd_rejections[] = {
	"ADULT_CONTENT_PROHIBITED", "ADULT_GENERAL", "ALCOHOL",
	"ALCOHOL_ADDICTION_AND_TREATMENT_PROGRAMS", "ALCOHOL_AGE_TARGETING",
	"ALCOHOL_GEO_TARGETING", "ALCOHOL_GLORIFICATION",
	"ALCOHOL_LICENSING_AND_REGISTRATION_UK_ONLY", "ALCOHOL_MINORS", "BRIDGE_PAGE",
	"BROKEN_URL", "CAPITALIZATION", "CAPITALIZING_ON_TRAGEDIES_OR_CRISES", "CBD", "CONTENT",
	"COUNTERFEIT", "COUNTERFEIT_GOODS", "DATING", "DATING_DISCRIMINATORY",
	"DATING_FOCUS_ON_CASUAL_SEX_PROSTITUTION_FETISHES", "DATING_FOCUS_ON_INFIDELITY",
	"DATING_MAIL_ORDER_BRIDE_SERVICES", "DECEPTIVE",
	"DECEPTIVE_MISLEADING_IRRESPONSIBLE_OR_MISLEADING",
	"DECEPTIVE_MISLEADING_USE_OR_COLLECTION_OF_DATA", "DISCLOSURE_PROPER_ACCREDITATION",
	"DISPLAY_URL", "EMAIL_GATED", "EXCEEDING_CHARACTERS",
	"FACILIATE_ILLEGAL_FRAUDULENT_OR_MISLEADING_BEHAVIOR", "FINANCE_AND_CRYPTO_GEO_TARGETING",
	"FINANCE_AND_CRYPTO_LICENSING_AND_REGISTRATION", "FINANCE_AND_CRYPTO_RESTRICTED",
	"FINANCE_CRYPTO_EXAGGERATED_CLAIMS", "FINANCE_CRYPTO_INDIVIDUAL_INVESTMENTS",
	"FINANCE_CRYPTO_PROHIBITED_PRODUCTS_AND_SERVICES",
	"FINANCIAL_CRYPTO_PRODUCTS_AND_SERVICES_GENERAL_REJECTION",
	"FINANCIAL_CRYPTO_PRODUCTS_AND_SERVICES_NEED_MANAGEMENT", "GAMBLING",
	"GAMBLING_ADDICTION_AND_TREATMENT_PROGRAMS", "GAMBLING_AGE_TARGETING",
	"GAMBLING_DRUGS_LICENSING_AND_REGISTRATION", "GAMBLING_GEO_TARGETING",
	"GAMBLING_UNREALISTIC_CLAIMS_AND_EXPECTATIONS", "GRAMMAR", "HAZARDOUS_PRODUCTS",
	"HEALTH_AND_WELLNESS_EXAGGERATED_CLAIMS", "HEALTH_AND_WELLNESS_GEO_TARGETING",
	"HEALTH_AND_WELLNESS_LICENSING_AND_REGISTRATION", "HEALTH_AND_WELLNESS_PHARMA",
	"HEALTH_AND_WELLNESS_PROHIBITED_PRODUCTS", "HEALTH_GENERAL", "HEC_TARGETING",
	"ILLEGAL_FRAUD_MISLEADING", "IMAGERY_CONTENT_ALCOHOL_GAMBLING_CANNABIS_DRUGS",
	"IMPROPER_CERTIFICATION_PHARMA", "INABILITY_TO_INTERACT", "INAPPROPRIATE_CONTENT",
	"INAPPROPRIATE_TARGETING", "INTOLERANT_OR_OVERLY_CONTENTIOUS_CULTURAL_TOPICS",
	"LANDING_PAGE_LANGUAGE", "LIVE_ANIMALS", "LIVE_ANIMALS_AND_ANIMAL_PRODUCTS",
	"MATURE_RATED_VIDEO", "NSFW_18_PROFILE", "NSFW_HASHTAG", "NSFW_ONLY", "NUDITY",
	"OBSCENE_OFFENSIVE", "PAID_FANTASY_SPORTS", "PERSONAL_INFORMATION",
	"PHARMACEUTICAL_MEDICAL_PRODUCTS", "POLITICAL_ADS_PROHIBITED", "POLITICAL_ADS_RESTRICTED",
	"POLITICAL_ADS_UNMANAGED_ADVERTISER", "POLITICAL_ADVERTISEMENTS",
	"POLITICAL_ADVERTISEMENTS_NOT_MANAGED_REDDIT", "POLITICAL_ADVERTISEMENTS_OUTSIDE_US",
	"POLITICAL_ADVERTISEMENTS_STATE_LOCAL", "POLITICAL_VIDEO", "POLITICS_GEO_TARGETING",
	"PORN_VIDEO", "PROFANITIES", "PROFANITY", "PROHIBITED_ADVERTISEMENTS",
	"PROHIBITED_PRODUCTS_SERVICES", "PROHIBITED_TARGETING", "PUNCTUATION", "QUALITY",
	"QUALITY_SINGLE_ARTICLE", "RECREATIONAL_DRUGS_ADDICTION_AND_TREATMENT_PROGRAMS",
	"RECREATIONAL_DRUGS_AGE_TARGETING",
	"RECREATIONAL_DRUGS_DIRECT_SALE_OF_CANNABIS_CANADA_ONLY",
	"RECREATIONAL_DRUGS_DOESNT_MEET_REQUIREMENTS_US_ONLY", "RECREATIONAL_DRUGS_GEO_TARGETING",
	"RECREATIONAL_DRUGS_LICENSING_AND_REGISTRATION",
	"RECREATIONAL_DRUGS_PRICES_AND_OR_DISTRIBUTION_CANADA_ONLY",
	"RECREATIONAL_DRUGS_PROHIBITED_CLAIMS_CANADA_US_ONLY",
	"RECREATIONAL_DRUGS_PROHIBITED_PRODUCTS", "REDIRECT_URL", "REHAB_ADDICTION_CENTERS",
	"RESALE_OF_EVENT_TICKETS", "SEXUALLY_EXPLICIT_CONTENT", "SHORTEN_URL", "SPELLING",
	"STYLE_POLICIES_GENERAL", "SUPPLEMENTS", "SUSPENSION", "SYMBOLS_EMOJIS",
	"THIRD_PARTY_RIGHTS", "THIRD_PARTY_RIGHTS_MANAGED", "TOBACCO", "TOBACCO_GENERAL",
	"TRADE_POLICIES", "UNOFFICIAL_RESALE_OF_EVENT_TICKETS", "UNRELATED_LANDING_PAGE",
	"URL_GENERAL", "VERIFY_AUTHORIZED_RESELLER", "VERIFY_AUTHORIZED_TICKET_RESELLER",
	"VERIFY_ID", "VIDEO_ADS", "WEAPONS", "WEAPONS_AND_RELATED_PRODUCTS_GENERAL", NULL,
};

#define S(name_, flags_) { .name = name_, .type = RD_STRING, .flags = flags_ }
#define SN(name_) S(name_, RD_NULL)
#define I(name_, flags_) { .name = name_, .type = RD_INTEGER, .flags = flags_ }
#define B(name_, flags_) { .name = name_, .type = RD_BOOLEAN, .flags = flags_ }
#define E(name_, values_, flags_) \
	{ .name = name_, .type = RD_ENUM, .values = values_, .flags = flags_ }
#define O(name_, fields_, flags_) \
	{ .name = name_, .type = RD_OBJECT, .fields = fields_, .flags = flags_ }
#define WORDS(name_, most_) \
	{ .name = name_, .type = RD_LIST, .item = RD_STRING, .most = most_ }
#define ENUMS(name_, values_, flags_, most_) \
	{ .name = name_, .type = RD_LIST, .item = RD_ENUM, .values = values_, .flags = flags_, \
	  .most = most_ }
#define LIST(name_, fields_, flags_, most_) \
	{ .name = name_, .type = RD_LIST, .item = RD_OBJECT, .fields = fields_, .flags = flags_, \
	  .most = most_ }
#define NAME(flags_) \
	{ .name = "name", .type = RD_STRING, .flags = flags_, .least = 3, .most = 500 }
#define HOUR(name_, most_) { .name = name_, .type = RD_INTEGER, .most = most_ }
#define END { .name = NULL }

static const struct rd_field schedule[] = {
	HOUR("start_day", 6), HOUR("start_hour", 23), HOUR("end_day", 6), HOUR("end_hour", 23), END,
};

#define CAMPAIGN_BOTH \
	I("goal_value", RD_NULL), SN("funding_instrument_id"), I("spend_cap", RD_NULL), \
	E("bid_strategy", campaign_strategies, RD_NULL), \
	E("bid_type", campaign_bid_types, RD_NULL), I("bid_value", RD_NULL), SN("start_time"), \
	SN("end_time"), LIST("schedule", schedule, RD_NULL, 0), \
	{ .name = "invoice_label", .type = RD_STRING, .flags = RD_NULL, .most = 80 }, \
	B("use_catalog", 0)

const struct rd_field rd_campaign_create[] = {
	NAME(RD_REQUIRED),
	E("configured_status", statuses, RD_REQUIRED),
	E("objective", objectives, RD_REQUIRED),
	ENUMS("special_ad_categories", categories, RD_NULL, 0),
	B("is_campaign_budget_optimization", RD_NULL),
	E("goal_type", goal_types, RD_NULL),
	E("optimization_goal", goals, RD_NULL),
	SN("app_id"),
	E("view_through_conversion_type", windows, RD_NULL),
	S("conversion_pixel_id", 0),
	CAMPAIGN_BOTH,
	END,
};

const struct rd_field rd_campaign_patch[] = {
	NAME(0),
	E("configured_status", statuses, 0),
	E("objective", objectives, 0),
	CAMPAIGN_BOTH,
	END,
};

static const struct rd_field device[] = {
	E("type", device_types, 0), E("os", systems, RD_NULL), SN("min_version"), SN("max_version"),
	O("label_map", NULL, RD_NULL), END,
};

static const struct rd_field targeting[] = {
	{ .name = "carriers", .type = RD_LIST, .item = RD_STRING, .flags = RD_NULL, .most = 100 },
	WORDS("communities", 0),
	WORDS("custom_audience_ids", 0),
	LIST("devices", device, 0, 100),
	WORDS("excluded_communities", 0),
	WORDS("excluded_custom_audience_ids", 0),
	WORDS("excluded_geolocations", 20000),
	WORDS("excluded_interests", 200),
	WORDS("excluded_keywords", 2000),
	B("expand_targeting", RD_NULL),
	E("gender", genders, RD_NULL),
	WORDS("geolocations", 20000),
	WORDS("interests", 200),
	WORDS("keywords", 1000),
	ENUMS("locations", places, 0, 0),
	ENUMS("platforms", platforms, 0, 7),
	ENUMS("suppression_event_types", suppressions, 0, 11),
	ENUMS("view_modes", views, 0, 5),
	ENUMS("languages", languages, RD_NULL, 0),
	END,
};

static const struct rd_field shopping[] = {
	ENUMS("conversion_event_types", shopping_events, 0, 5),
	ENUMS("excluded_conversion_event_types", shopping_events, RD_NULL, 0),
	I("lookback_window_days", 0), E("targeting_type", shopping_aims, 0), END,
};

#define AD_GROUP_BOTH \
	I("bid_value", RD_NULL), I("goal_value", RD_NULL), E("optimization_goal", goals, RD_NULL), \
	SN("start_time"), SN("end_time"), LIST("schedule", schedule, RD_NULL, 0), \
	O("targeting", targeting, 0), SN("product_set_id"), SN("saved_audience_id"), \
	O("shopping_targeting", shopping, RD_NULL), E("shopping_type", shopping_types, RD_NULL), \
	E("configured_status", statuses, RD_NULL)

const struct rd_field rd_ad_group_create[] = {
	E("type", manual, 0),
	S("campaign_id", RD_REQUIRED),
	NAME(RD_REQUIRED),
	E("bid_strategy", strategies, RD_REQUIRED | RD_NULL),
	E("bid_type", bid_types, RD_REQUIRED | RD_NULL),
	S("conversion_pixel_id", RD_REQUIRED),
	E("goal_type", goal_types, RD_NULL),
	E("view_through_conversion_type", windows, RD_NULL),
	SN("app_id"),
	AD_GROUP_BOTH,
	END,
};

const struct rd_field rd_ad_group_patch[] = {
	NAME(0),
	E("bid_strategy", strategies, RD_NULL),
	E("bid_type", bid_types, RD_NULL),
	S("conversion_pixel_id", 0),
	AD_GROUP_BOTH,
	END,
};

static const struct rd_field parameter[] = { S("name", 0), S("value", 0), END };
static const struct rd_field tracker[] = { E("type", trackers, 0), S("url", 0), END };

#define AD_BOTH \
	{ .name = "post_id", .type = RD_STRING, .start = "t3_" }, \
	{ .name = "profile_id", .type = RD_STRING, .start = "t2_" }, \
	{ .name = "click_url", .type = RD_STRING, .flags = RD_NULL, .most = 5000 }, \
	LIST("click_url_query_parameters", parameter, RD_NULL, 14), \
	LIST("event_trackers", tracker, RD_NULL, 0), SN("preview_expiry"), \
	LIST("products", NULL, RD_NULL, 6), O("shopping_creative", NULL, RD_NULL)

const struct rd_field rd_ad_create[] = {
	E("type", unspecified, 0),
	S("ad_group_id", RD_REQUIRED),
	NAME(RD_REQUIRED),
	E("configured_status", statuses, RD_REQUIRED),
	AD_BOTH,
	END,
};

const struct rd_field rd_ad_patch[] = {
	NAME(0), E("configured_status", statuses, 0), AD_BOTH, END,
};

static const struct rd_field content[] = {
	S("media_url", 0), SN("destination_url"), SN("display_url"),
	E("call_to_action", buttons, RD_NULL),
	{ .name = "caption", .type = RD_STRING, .flags = RD_NULL, .most = 180 }, END,
};

const struct rd_field rd_post_create[] = {
	E("type", post_types, RD_REQUIRED),
	{ .name = "headline", .type = RD_STRING, .flags = RD_REQUIRED, .least = 1, .most = 300 },
	{ .name = "body", .type = RD_STRING, .flags = RD_NULL, .most = 40000 },
	B("is_richtext", 0),
	B("allow_comments", 0),
	SN("thumbnail_url"),
	LIST("content", content, RD_NULL, 40),
	END,
};

const struct rd_field rd_post_patch[] = { B("allow_comments", RD_REQUIRED), END };

static const struct rd_field product[] = {
	S("id", RD_REQUIRED), SN("name"), SN("category"), I("quantity", RD_NULL),
	{ .name = "item_price", .type = RD_NUMBER, .flags = RD_NULL }, END,
};
static const struct rd_field event_type[] = {
	E("tracking_type", tracked, RD_REQUIRED),
	{ .name = "custom_event_name", .type = RD_STRING, .flags = RD_NULL, .most = 64 }, END,
};
static const struct rd_field metadata[] = {
	SN("conversion_id"),
	{ .name = "order_id", .type = RD_STRING, .flags = RD_NULL, .most = 100 },
	SN("currency"), I("item_count", RD_NULL),
	{ .name = "value", .type = RD_NUMBER, .flags = RD_NULL },
	LIST("products", product, RD_NULL, 0), END,
};
static const struct rd_field dimensions[] = { I("width", RD_NULL), I("height", RD_NULL), END };
static const struct rd_field processing[] = {
	SN("country"), SN("region"), ENUMS("modes", modes, 0, 0), END,
};
static const struct rd_field user[] = {
	SN("email"), SN("phone_number"), SN("external_id"), SN("ip_address"), SN("user_agent"),
	SN("aaid"), SN("idfa"), SN("uuid"), O("screen_dimensions", dimensions, 0),
	O("data_processing_options", processing, 0), END,
};
static const struct rd_field event[] = {
	I("event_at", RD_REQUIRED), E("action_source", sources, RD_REQUIRED),
	O("type", event_type, RD_REQUIRED), SN("click_id"), SN("event_source_url"),
	SN("referrer_url"), O("metadata", metadata, 0), O("user", user, 0), END,
};

static const char *const report_fields[] = {
	"IMPRESSIONS", "CLICKS", "SPEND", "CTR", "CPC", "KEY_CONVERSION_TOTAL_COUNT",
	"CONVERSION_PURCHASE_TOTAL_VALUE", "ECPM", "KEY_CONVERSION_CLICKS",
	"KEY_CONVERSION_VIEWS", "KEY_CONVERSION_ECPA", NULL,
};
static const char *const breakdowns[] = {
	"AD_ACCOUNT_ID", "CAMPAIGN_ID", "AD_GROUP_ID", "AD_ID", "DATE", "KEYWORD", NULL,
};

/* Of their 446 report fields the everyday ones; the others are refused as unknown ones are. */
const struct rd_field rd_report_request[] = {
	S("starts_at", RD_REQUIRED),
	S("ends_at", RD_REQUIRED),
	ENUMS("fields", report_fields, RD_REQUIRED, 0),
	ENUMS("breakdowns", breakdowns, 0, 3),
	S("filter", 0),
	S("time_zone_id", 0),
	END,
};

const struct rd_field rd_keywords_asked[] = {
	{ .name = "keywords", .type = RD_LIST, .item = RD_STRING, .flags = RD_REQUIRED },
	END,
};

const struct rd_field rd_conversion_events[] = {
	SN("test_id"),
	{ .name = "events", .type = RD_LIST, .item = RD_OBJECT, .fields = event,
	  .flags = RD_REQUIRED, .least = 1, .most = 1000 },
	END,
};
