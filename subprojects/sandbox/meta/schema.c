/* The parameters of the simulated calls. */
#include "schema.h"

#define ROWS(name_, ...)                                                                           \
	static const struct m_field name_##_rows[] = { __VA_ARGS__ };                              \
	const struct m_message name_ = { name_##_rows,                                             \
					 sizeof(name_##_rows) / sizeof(name_##_rows[0]) }
#define OWN_ROWS(name_, ...)                                                                       \
	static const struct m_field name_##_rows[] = { __VA_ARGS__ };                              \
	static const struct m_message name_ = { name_##_rows,                                      \
						sizeof(name_##_rows) / sizeof(name_##_rows[0]) }

#define TEXT(name_, max_) { .name = name_, .type = M_TEXT, .max = max_ }
#define NEED(name_, max_) { .name = name_, .type = M_TEXT, .max = max_, .required = true }
#define ID(name_) { .name = name_, .type = M_ID }
#define WHOLE(name_) { .name = name_, .type = M_WHOLE }
#define FLAG(name_) { .name = name_, .type = M_FLAG }
#define WHEN(name_) { .name = name_, .type = M_WHEN }
#define DEGREES(name_) { .name = name_, .type = M_NUMBER }
#define URL(name_) { .name = name_, .type = M_URL, .max = 2048 }
#define WORD(name_, words_) { .name = name_, .type = M_WORD, .words = words_ }
#define WORDS(name_, words_) { .name = name_, .type = M_WORD, .words = words_, .list = true }
#define TEXTS(name_) { .name = name_, .type = M_TEXT, .list = true }
#define WHOLES(name_) { .name = name_, .type = M_WHOLE, .list = true }
#define OBJECT(name_, message_) { .name = name_, .type = M_OBJECT, .message = message_ }
#define OBJECTS(name_, message_)                                                                   \
	{ .name = name_, .type = M_OBJECT, .message = message_, .list = true }

static const char *const statuses[] = { "ACTIVE", "PAUSED", "ARCHIVED", "DELETED", 0 };
static const char *const new_statuses[] = { "ACTIVE", "PAUSED", 0 };
static const char *const objectives[] = {
	"APP_INSTALLS",
	"BRAND_AWARENESS",
	"CONVERSIONS",
	"EVENT_RESPONSES",
	"LEAD_GENERATION",
	"LINK_CLICKS",
	"LOCAL_AWARENESS",
	"MESSAGES",
	"OFFER_CLAIMS",
	"OUTCOME_APP_PROMOTION",
	"OUTCOME_AWARENESS",
	"OUTCOME_ENGAGEMENT",
	"OUTCOME_LEADS",
	"OUTCOME_SALES",
	"OUTCOME_TRAFFIC",
	"PAGE_LIKES",
	"POST_ENGAGEMENT",
	"PRODUCT_CATALOG_SALES",
	"REACH",
	"STORE_VISITS",
	"VIDEO_VIEWS",
	0,
};
static const char *const categories[] = {
	"CREDIT",
	"EMPLOYMENT",
	"FINANCIAL_PRODUCTS_SERVICES",
	"HOUSING",
	"ISSUES_ELECTIONS_POLITICS",
	"NONE",
	"ONLINE_GAMBLING_AND_GAMING",
	0,
};
static const char *const strategies[] = {
	"LOWEST_COST_WITHOUT_CAP",
	"LOWEST_COST_WITH_BID_CAP",
	"COST_CAP",
	"LOWEST_COST_WITH_MIN_ROAS",
	0,
};
static const char *const buying[] = { "AUCTION", "RESERVED", 0 };
static const char *const options[] = { "validate_only", "include_recommendations",
				       "synchronous_ad_review", 0 };
static const char *const billing[] = {
	"APP_INSTALLS",        "CLICKS",   "IMPRESSIONS",  "LINK_CLICKS",
	"LISTING_INTERACTION", "NONE",     "OFFER_CLAIMS", "PAGE_LIKES",
	"POST_ENGAGEMENT",     "PURCHASE", "THRUPLAY",     0,
};
static const char *const goals[] = {
	"AD_RECALL_LIFT",
	"APP_INSTALLS",
	"APP_INSTALLS_AND_OFFSITE_CONVERSIONS",
	"CONVERSATIONS",
	"EVENT_RESPONSES",
	"IMPRESSIONS",
	"LANDING_PAGE_VIEWS",
	"LEAD_GENERATION",
	"LINK_CLICKS",
	"OFFSITE_CONVERSIONS",
	"PAGE_LIKES",
	"POST_ENGAGEMENT",
	"PROFILE_VISIT",
	"QUALITY_CALL",
	"QUALITY_LEAD",
	"REACH",
	"SUBSCRIBERS",
	"THRUPLAY",
	"VALUE",
	"VISIT_INSTAGRAM_PROFILE",
	0,
};
static const char *const destinations[] = {
	"APP",       "FACEBOOK",       "FACEBOOK_PAGE", "INSTAGRAM_DIRECT", "INSTAGRAM_PROFILE",
	"MESSENGER", "ON_AD",          "ON_EVENT",      "ON_PAGE",          "ON_POST",
	"ON_VIDEO",  "SHOP_AUTOMATIC", "WEBSITE",       "WHATSAPP",         0,
};
static const char *const events[] = {
	"ADD_PAYMENT_INFO",
	"ADD_TO_CART",
	"ADD_TO_WISHLIST",
	"COMPLETE_REGISTRATION",
	"CONTACT",
	"CONTENT_VIEW",
	"CUSTOMIZE_PRODUCT",
	"DONATE",
	"FIND_LOCATION",
	"INITIATED_CHECKOUT",
	"LEAD",
	"OTHER",
	"PURCHASE",
	"SCHEDULE",
	"SEARCH",
	"START_TRIAL",
	"SUBMIT_APPLICATION",
	"SUBSCRIBE",
	0,
};
static const char *const publishers[] = { "facebook",  "instagram", "audience_network",
					  "messenger", "threads",   0 };
static const char *const devices[] = { "mobile", "desktop", 0 };
static const char *const buttons[] = {
	"APPLY_NOW",   "BOOK_NOW",           "BUY_NOW",
	"CALL_NOW",    "CONTACT_US",         "DONATE_NOW",
	"DOWNLOAD",    "GET_DIRECTIONS",     "GET_OFFER",
	"GET_QUOTE",   "INSTALL_MOBILE_APP", "LEARN_MORE",
	"LISTEN_NOW",  "MESSAGE_PAGE",       "NO_BUTTON",
	"OPEN_LINK",   "ORDER_NOW",          "PLAY_GAME",
	"SEE_MORE",    "SHOP_NOW",           "SIGN_UP",
	"SUBSCRIBE",   "VISIT_WEBSITE",      "WATCH_MORE",
	"WATCH_VIDEO", "WHATSAPP_MESSAGE",   0,
};
static const char *const authorizations[] = {
	"NONE", "POLITICAL", "POLITICAL_WITH_DIGITALLY_CREATED_MEDIA", 0
};
static const char *const levels[] = { "campaign", "adset", "ad", 0 };
static const char *const creative_statuses[] = { "ACTIVE", "DELETED", 0 };

OWN_ROWS(label, TEXT("name", 400), ID("id"));
OWN_ROWS(named, ID("id"), TEXT("name", 400));
OWN_ROWS(region, TEXT("key", 40), TEXT("name", 200), TEXT("country", 2), WHOLE("primary_city_id"),
	 WHOLE("region_id"));
OWN_ROWS(city, TEXT("key", 20), WHOLE("radius"), TEXT("distance_unit", 10), TEXT("name", 200),
	 TEXT("country", 2), TEXT("region", 200), TEXT("region_id", 40));
OWN_ROWS(pin, TEXT("key", 40), TEXT("name", 200), TEXT("address_string", 400), TEXT("country", 2),
	 TEXT("country_group", 40), TEXT("custom_type", 40), TEXT("distance_unit", 10),
	 DEGREES("latitude"), DEGREES("longitude"), { .name = "radius", .type = M_DECIMAL },
	 WHOLE("min_population"), WHOLE("max_population"), WHOLE("primary_city_id"),
	 WHOLE("region_id"));
OWN_ROWS(places, TEXTS("countries"), TEXTS("country_groups"), OBJECTS("regions", &region),
	 OBJECTS("cities", &city), OBJECTS("zips", &region), OBJECTS("custom_locations", &pin),
	 OBJECTS("places", &pin), OBJECTS("geo_markets", &region), OBJECTS("metro_areas", &region),
	 OBJECTS("electoral_districts", &region), OBJECTS("political_districts", &region),
	 OBJECTS("neighborhoods", &region), OBJECTS("subcities", &region),
	 OBJECTS("subneighborhoods", &region), OBJECTS("small_geo_areas", &region),
	 OBJECTS("medium_geo_areas", &region), OBJECTS("large_geo_areas", &region),
	 OBJECTS("location_cluster_ids", &region), TEXTS("location_types"));
OWN_ROWS(flexible, OBJECTS("interests", &named), OBJECTS("behaviors", &named),
	 OBJECTS("connections", &named), OBJECTS("custom_audiences", &named),
	 OBJECTS("education_majors", &named), OBJECTS("education_schools", &named),
	 OBJECTS("family_statuses", &named), OBJECTS("friends_of_connections", &named),
	 OBJECTS("home_ownership", &named), OBJECTS("home_type", &named), OBJECTS("income", &named),
	 OBJECTS("industries", &named), OBJECTS("life_events", &named), OBJECTS("moms", &named),
	 OBJECTS("net_worth", &named), OBJECTS("politics", &named),
	 OBJECTS("user_adclusters", &named),
	 OBJECTS("work_employers", &named), OBJECTS("work_positions", &named),
	 WHOLES("college_years"), WHOLES("education_statuses"), WHOLES("interested_in"),
	 WHOLES("relationship_statuses"));
OWN_ROWS(automation, WHOLE("advantage_audience"), WHOLE("creative_audience_pairing"),
	 OBJECT("individual_setting", 0), WHOLE("shared_audiences"), WHOLE("value_expression"));
OWN_ROWS(targeting, OBJECT("geo_locations", &places), OBJECT("excluded_geo_locations", &places),
	 WHOLE("age_min"), WHOLE("age_max"), WHOLES("age_range"), WHOLES("genders"),
	 WHOLES("locales"), OBJECTS("flexible_spec", &flexible), OBJECT("exclusions", &flexible),
	 OBJECTS("interests", &named), OBJECTS("behaviors", &named),
	 OBJECTS("custom_audiences", &named), OBJECTS("excluded_custom_audiences", &named),
	 OBJECTS("connections", &named), OBJECTS("excluded_connections", &named),
	 OBJECTS("friends_of_connections", &named), TEXTS("excluded_publisher_categories"),
	 TEXTS("excluded_publisher_list_ids"), TEXTS("brand_safety_content_filter_levels"),
	 OBJECT("targeting_relaxation_types", 0), WORDS("publisher_platforms", publishers),
	 TEXTS("facebook_positions"), TEXTS("instagram_positions"), TEXTS("messenger_positions"),
	 TEXTS("audience_network_positions"), TEXTS("threads_positions"),
	 WORDS("device_platforms", devices), TEXTS("user_os"), TEXTS("user_device"),
	 TEXTS("excluded_user_device"), TEXTS("wireless_carrier"),
	 OBJECT("targeting_automation", &automation));
OWN_ROWS(promoted, ID("pixel_id"), ID("page_id"), ID("application_id"), ID("product_set_id"),
	 ID("custom_conversion_id"), URL("object_store_url"), WORD("custom_event_type", events));
OWN_ROWS(constraints, WHOLE("roas_average_floor"));
OWN_ROWS(button_value, URL("link"), ID("lead_gen_form_id"), TEXT("app_link", 2048),
	 TEXT("app_destination", 100), ID("application"), ID("event_id"), TEXT("link_caption", 255),
	 TEXT("link_format", 100), ID("page"), TEXT("product_link", 2048),
	 TEXT("whatsapp_number", 40));
OWN_ROWS(button, WORD("type", buttons), OBJECT("value", &button_value));
OWN_ROWS(link_data, URL("link"), TEXT("message", 5000), TEXT("name", 255), TEXT("description", 255),
	 TEXT("caption", 255), TEXT("image_hash", 32), OBJECT("call_to_action", &button),
	 URL("picture"), OBJECT("image_crops", 0), TEXT("attachment_style", 100),
	 OBJECTS("child_attachments", 0), TEXT("format_option", 100), FLAG("force_single_link"),
	 FLAG("multi_share_end_card"), FLAG("multi_share_optimized"), FLAG("show_multiple_images"),
	 FLAG("use_flexible_image_aspect_ratio"), TEXTS("retailer_item_ids"), ID("offer_id"),
	 ID("event_id"), TEXT("page_welcome_message", 5000), ID("branded_content_sponsor_page_id"),
	 OBJECT("image_overlay_spec", 0), OBJECT("post_click_configuration", 0));
OWN_ROWS(video_data, ID("video_id"), TEXT("image_hash", 32), URL("image_url"),
	 TEXT("message", 5000), TEXT("title", 255), TEXT("link_description", 255),
	 OBJECT("call_to_action", &button), TEXTS("retailer_item_ids"), ID("offer_id"),
	 TEXT("page_welcome_message", 5000), ID("branded_content_sponsor_page_id"),
	 OBJECT("post_click_configuration", 0));
OWN_ROWS(story, ID("page_id"), ID("instagram_user_id"), OBJECT("link_data", &link_data),
	 OBJECT("video_data", &video_data));
OWN_ROWS(adset_budget, ID("adset_id"), WHOLE("daily_budget"), WHOLE("lifetime_budget"));

#define CAMPAIGN_ROWS                                                                              \
	WHOLE("daily_budget"), WHOLE("lifetime_budget"), WORD("bid_strategy", strategies),         \
		WHOLE("spend_cap"), WHEN("start_time"), WHEN("stop_time"),                         \
		FLAG("is_adset_budget_sharing_enabled"), OBJECT("promoted_object", &promoted),     \
		{ .name = "special_ad_category_country", .type = M_TEXT, .list = true, .max = 2 }, \
		OBJECTS("adlabels", &label), WORDS("execution_options", options)
ROWS(m_campaign_new, NEED("name", 400),
     { .name = "objective", .type = M_WORD, .words = objectives, .required = true },
     { .name = "special_ad_categories",
       .type = M_WORD,
       .words = categories,
       .list = true,
       .required = true },
     WORD("status", new_statuses), WORD("buying_type", buying), CAMPAIGN_ROWS);
ROWS(m_campaign_change, TEXT("name", 400), WORD("objective", objectives),
     WORDS("special_ad_categories", categories), WORD("status", statuses),
     OBJECTS("adset_budgets", &adset_budget), OBJECT("adset_bid_amounts", 0), CAMPAIGN_ROWS);

#define ADSET_ROWS                                                                                 \
	WHOLE("daily_budget"), WHOLE("lifetime_budget"), WORD("bid_strategy", strategies),         \
		WHOLE("bid_amount"), OBJECT("bid_constraints", &constraints),                      \
		WORD("destination_type", destinations), OBJECT("promoted_object", &promoted),      \
		WHEN("start_time"), WHEN("end_time"), TEXT("dsa_beneficiary", 512),                \
		TEXT("dsa_payor", 512), OBJECTS("adlabels", &label),                               \
		WORDS("execution_options", options)
ROWS(m_adset_new, NEED("name", 400), { .name = "campaign_id", .type = M_ID, .required = true },
     WORD("status", new_statuses),
     { .name = "billing_event", .type = M_WORD, .words = billing, .required = true },
     { .name = "optimization_goal", .type = M_WORD, .words = goals, .required = true },
     { .name = "targeting", .type = M_OBJECT, .message = &targeting, .required = true },
     FLAG("is_dynamic_creative"), ADSET_ROWS);
ROWS(m_adset_change, TEXT("name", 400), WORD("status", statuses), WORD("billing_event", billing),
     WORD("optimization_goal", goals), OBJECT("targeting", &targeting), ADSET_ROWS);

#define CREATIVE_ROWS                                                                              \
	OBJECT("object_story_spec", &story), TEXT("object_story_id", 100), TEXT("url_tags", 1024), \
		OBJECT("degrees_of_freedom_spec", 0), OBJECT("contextual_multi_ads", 0),           \
		WORD("authorization_category", authorizations), OBJECT("asset_feed_spec", 0),      \
		OBJECT("platform_customizations", 0), ID("product_set_id"),                        \
		TEXT("template_url_spec", 5000), OBJECT("interactive_components_spec", 0),         \
		OBJECTS("adlabels", &label), WORDS("execution_options", options)
ROWS(m_creative_new, TEXT("name", 255), CREATIVE_ROWS);
ROWS(m_creative_change, TEXT("name", 255), WORD("status", creative_statuses), ID("account_id"),
     CREATIVE_ROWS);
OWN_ROWS(inline_creative, ID("creative_id"), TEXT("name", 255), CREATIVE_ROWS);

#define AD_ROWS                                                                                    \
	TEXT("conversion_domain", 255), OBJECTS("tracking_specs", 0), OBJECTS("adlabels", &label), \
		WORDS("execution_options", options)
ROWS(m_ad_new, NEED("name", 400), { .name = "adset_id", .type = M_ID, .required = true },
     { .name = "creative", .type = M_OBJECT, .message = &inline_creative, .required = true },
     WORD("status", new_statuses), AD_ROWS);
ROWS(m_ad_change, TEXT("name", 400), OBJECT("creative", &inline_creative), WORD("status", statuses),
     AD_ROWS);

ROWS(m_image_new, { .name = "bytes", .type = M_TEXT, .max = 45000000, .required = true });
ROWS(m_image_gone, { .name = "hash", .type = M_TEXT, .required = true });
ROWS(m_video_new, URL("file_url"), TEXT("source", 8), TEXT("name", 255), TEXT("title", 255),
      TEXT("description", 5000));
ROWS(m_label_new, NEED("name", 400));
ROWS(m_reading, TEXT("fields", 5000));
ROWS(m_listing, TEXT("fields", 5000), TEXT("ids", 20000), WHOLE("limit"), TEXT("after", 100),
     TEXT("before", 100), WORDS("effective_status", 0), TEXTS("hashes"), TEXT("summary", 100));
OWN_ROWS(range, TEXT("since", 10), TEXT("until", 10));
ROWS(m_insights_asked, TEXT("fields", 5000), WORD("level", levels), OBJECT("time_range", &range),
     WHOLE("time_increment"), WHOLE("limit"), TEXT("after", 100));
ROWS(m_batching, { .name = "batch", .type = M_OBJECT, .list = true, .required = true },
     FLAG("include_headers"));
ROWS(m_nothing, WORDS("execution_options", options));

static const char *const sources[] = {
	"app",   "business_messaging", "chat",             "email",   "other", "phone_call",
	"physical_store", "system_generated",   "website", 0,
};
OWN_ROWS(person, TEXTS("em"), TEXTS("ph"), TEXTS("external_id"), TEXT("client_ip_address", 64),
	 TEXT("client_user_agent", 1000), TEXT("fbc", 1000), TEXT("fbp", 1000),
	 TEXT("lead_id", 100), TEXT("subscription_id", 100));
OWN_ROWS(worth, { .name = "value", .type = M_DECIMAL }, TEXT("currency", 3), TEXT("order_id", 500),
	 TEXT("content_name", 500), TEXT("content_category", 500), TEXTS("content_ids"),
	 TEXT("content_type", 100), OBJECTS("contents", 0), WHOLE("num_items"));
OWN_ROWS(event, TEXT("event_name", 50), WHOLE("event_time"), TEXT("event_id", 500),
	 WORD("action_source", sources), URL("event_source_url"), FLAG("opt_out"),
	 OBJECT("user_data", &person), OBJECT("custom_data", &worth));
ROWS(m_events_sent,
     { .name = "data", .type = M_OBJECT, .message = &event, .list = true, .required = true },
     TEXT("test_event_code", 100), TEXT("partner_agent", 100), TEXT("upload_tag", 100));
