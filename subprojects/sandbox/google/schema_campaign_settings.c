/* Settings inside a campaign, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field campaign_local_services_campaign_settings_fields[] = {
	{.name = "category_bids", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_category_bid},
	{.name = NULL},
};
const struct g_message gm_campaign_local_services_campaign_settings = {
	"resources.Campaign.LocalServicesCampaignSettings",
	campaign_local_services_campaign_settings_fields,
};

static const struct g_field campaign_travel_campaign_settings_fields[] = {
	{.name = "travel_account_id", .type = G_INT64, .flags = G_IMMUTABLE},
	{.name = NULL},
};
const struct g_message gm_campaign_travel_campaign_settings = {
	"resources.Campaign.TravelCampaignSettings",
	campaign_travel_campaign_settings_fields,
};

static const struct g_field campaign_demand_gen_campaign_settings_fields[] = {
	{.name = "upgraded_targeting", .type = G_BOOL, .flags = G_IMMUTABLE},
	{.name = NULL},
};
const struct g_message gm_campaign_demand_gen_campaign_settings = {
	"resources.Campaign.DemandGenCampaignSettings",
	campaign_demand_gen_campaign_settings_fields,
};

static const struct g_field campaign_video_campaign_settings_fields[] = {
	{.name = "video_ad_sequence", .type = G_MESSAGE,
	 .message = &gm_video_settings_video_ad_sequence},
	{.name = "reservation_ad_category_self_disclosure", .type = G_MESSAGE,
	 .message = &gm_video_settings_reservation_ad_category_self_disclosure},
	{.name = "booking_details", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "video_ad_inventory_control", .type = G_MESSAGE,
	 .message = &gm_video_settings_video_ad_inventory_control, .oneof = "fluidity_control"},
	{.name = "video_ad_format_control", .type = G_MESSAGE,
	 .message = &gm_video_settings_video_ad_format_control, .oneof = "fluidity_control"},
	{.name = NULL},
};
const struct g_message gm_campaign_video_campaign_settings = {
	"resources.Campaign.VideoCampaignSettings",
	campaign_video_campaign_settings_fields,
};

static const struct g_field campaign_pmax_campaign_settings_fields[] = {
	{.name = "brand_targeting_overrides", .type = G_MESSAGE,
	 .message = &gm_campaign_pmax_campaign_settings_brand_targeting_overrides},
	{.name = "local_services_pmax_campaign_settings", .type = G_MESSAGE,
	 .message = &gm_campaign_local_services_pmax_campaign_settings},
	{.name = "local_services_enabled", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_campaign_pmax_campaign_settings = {
	"resources.Campaign.PmaxCampaignSettings",
	campaign_pmax_campaign_settings_fields,
};

static const struct g_field campaign_network_settings_fields[] = {
	{.name = "target_google_search", .type = G_BOOL},
	{.name = "target_search_network", .type = G_BOOL},
	{.name = "target_content_network", .type = G_BOOL},
	{.name = "target_partner_search_network", .type = G_BOOL},
	{.name = "target_youtube", .type = G_BOOL},
	{.name = "target_google_tv_network", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_network_settings = {
	"resources.Campaign.NetworkSettings",
	campaign_network_settings_fields,
};

static const struct g_field campaign_hotel_setting_info_fields[] = {
	{.name = "hotel_center_id", .type = G_INT64},
	{.name = "disable_hotel_setting", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_hotel_setting_info = {
	"resources.Campaign.HotelSettingInfo",
	campaign_hotel_setting_info_fields,
};

static const struct g_field campaign_dynamic_search_ads_setting_fields[] = {
	{.name = "domain_name", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "language_code", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "use_supplied_urls_only", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_dynamic_search_ads_setting = {
	"resources.Campaign.DynamicSearchAdsSetting",
	campaign_dynamic_search_ads_setting_fields,
};

static const struct g_field campaign_shopping_setting_fields[] = {
	{.name = "merchant_id", .type = G_INT64},
	{.name = "feed_label", .type = G_STRING},
	{.name = "campaign_priority", .type = G_INT32},
	{.name = "enable_local", .type = G_BOOL},
	{.name = "use_vehicle_inventory", .type = G_BOOL, .flags = G_IMMUTABLE},
	{.name = "advertising_partner_ids", .type = G_INT64, .flags = G_REPEATED},
	{.name = "disable_product_feed", .type = G_BOOL},
	{.name = "ignore_brand_exclusion_in_shopping_ads", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_shopping_setting = {
	"resources.Campaign.ShoppingSetting",
	campaign_shopping_setting_fields,
};

static const struct g_field campaign_audience_setting_fields[] = {
	{.name = "use_audience_grouped", .type = G_BOOL, .flags = G_IMMUTABLE},
	{.name = NULL},
};
const struct g_message gm_campaign_audience_setting = {
	"resources.Campaign.AudienceSetting",
	campaign_audience_setting_fields,
};

static const struct g_field campaign_geo_target_type_setting_fields[] = {
	{.name = "positive_geo_target_type", .type = G_ENUM,
	 .values = &ge_positive_geo_target_type},
	{.name = "negative_geo_target_type", .type = G_ENUM,
	 .values = &ge_negative_geo_target_type},
	{.name = NULL},
};
const struct g_message gm_campaign_geo_target_type_setting = {
	"resources.Campaign.GeoTargetTypeSetting",
	campaign_geo_target_type_setting_fields,
};

static const struct g_field campaign_local_campaign_setting_fields[] = {
	{.name = "location_source_type", .type = G_ENUM, .values = &ge_location_source_type},
	{.name = NULL},
};
const struct g_message gm_campaign_local_campaign_setting = {
	"resources.Campaign.LocalCampaignSetting",
	campaign_local_campaign_setting_fields,
};

static const struct g_field campaign_app_campaign_setting_fields[] = {
	{.name = "bidding_strategy_goal_type", .type = G_ENUM,
	 .values = &ge_app_campaign_bidding_strategy_goal_type},
	{.name = "app_id", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "app_store", .type = G_ENUM, .flags = G_IMMUTABLE,
	 .values = &ge_app_campaign_app_store},
	{.name = NULL},
};
const struct g_message gm_campaign_app_campaign_setting = {
	"resources.Campaign.AppCampaignSetting",
	campaign_app_campaign_setting_fields,
};

static const struct g_field campaign_vanity_pharma_fields[] = {
	{.name = "vanity_pharma_display_url_mode", .type = G_ENUM,
	 .values = &ge_vanity_pharma_display_url_mode},
	{.name = "vanity_pharma_text", .type = G_ENUM, .values = &ge_vanity_pharma_text},
	{.name = NULL},
};
const struct g_message gm_campaign_vanity_pharma = {
	"resources.Campaign.VanityPharma",
	campaign_vanity_pharma_fields,
};

static const struct g_field campaign_selective_optimization_fields[] = {
	{.name = "conversion_actions", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_campaign_selective_optimization = {
	"resources.Campaign.SelectiveOptimization",
	campaign_selective_optimization_fields,
};

static const struct g_field campaign_optimization_goal_setting_fields[] = {
	{.name = "optimization_goal_types", .type = G_ENUM, .flags = G_REPEATED,
	 .values = &ge_optimization_goal_type},
	{.name = NULL},
};
const struct g_message gm_campaign_optimization_goal_setting = {
	"resources.Campaign.OptimizationGoalSetting",
	campaign_optimization_goal_setting_fields,
};

static const struct g_field campaign_asset_automation_setting_fields[] = {
	{.name = "asset_automation_type", .type = G_ENUM, .values = &ge_asset_automation_type},
	{.name = "asset_automation_status", .type = G_ENUM, .values = &ge_asset_automation_status},
	{.name = NULL},
};
const struct g_message gm_campaign_asset_automation_setting = {
	"resources.Campaign.AssetAutomationSetting",
	campaign_asset_automation_setting_fields,
};

static const struct g_field campaign_brand_guidelines_fields[] = {
	{.name = "main_color", .type = G_STRING},
	{.name = "accent_color", .type = G_STRING},
	{.name = "predefined_font_family", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_campaign_brand_guidelines = {
	"resources.Campaign.BrandGuidelines",
	campaign_brand_guidelines_fields,
};

static const struct g_field campaign_text_guidelines_fields[] = {
	{.name = "term_exclusions", .type = G_STRING, .flags = G_REPEATED},
	{.name = "messaging_restrictions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_campaign_messaging_restriction},
	{.name = NULL},
};
const struct g_message gm_campaign_text_guidelines = {
	"resources.Campaign.TextGuidelines",
	campaign_text_guidelines_fields,
};

static const struct g_field campaign_ai_max_setting_fields[] = {
	{.name = "enable_ai_max", .type = G_BOOL},
	{.name = "bundling_required", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_ai_max_bundling_required},
	{.name = NULL},
};
const struct g_message gm_campaign_ai_max_setting = {
	"resources.Campaign.AiMaxSetting",
	campaign_ai_max_setting_fields,
};

static const struct g_field campaign_category_bid_fields[] = {
	{.name = "category_id", .type = G_STRING},
	{.name = "manual_cpa_bid_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = "target_cpa_bid_micros", .type = G_INT64, .check = CHECK_MONEY},
	{.name = NULL},
};
const struct g_message gm_campaign_category_bid = {
	"resources.Campaign.CategoryBid",
	campaign_category_bid_fields,
};

static const struct g_field video_settings_video_ad_sequence_fields[] = {
	{.name = "steps", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_video_settings_video_ad_sequence_step},
	{.name = "minimum_duration", .type = G_ENUM,
	 .values = &ge_video_ad_sequence_minimum_duration},
	{.name = NULL},
};
const struct g_message gm_video_settings_video_ad_sequence = {
	"resources.Campaign.VideoCampaignSettings.VideoAdSequence",
	video_settings_video_ad_sequence_fields,
};

static const struct g_field video_settings_reservation_ad_category_self_disclosure_fields[] = {
	{.name = "gambling", .type = G_BOOL},
	{.name = "alcohol", .type = G_BOOL},
	{.name = "politics", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_video_settings_reservation_ad_category_self_disclosure = {
	"resources.Campaign.VideoCampaignSettings.ReservationAdCategorySelfDisclosure",
	video_settings_reservation_ad_category_self_disclosure_fields,
};

static const struct g_field video_settings_video_ad_inventory_control_fields[] = {
	{.name = "allow_in_stream", .type = G_BOOL},
	{.name = "allow_in_feed", .type = G_BOOL},
	{.name = "allow_shorts", .type = G_BOOL},
	{.name = "allow_non_skippable_in_stream", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_video_settings_video_ad_inventory_control = {
	"resources.Campaign.VideoCampaignSettings.VideoAdInventoryControl",
	video_settings_video_ad_inventory_control_fields,
};

static const struct g_field video_settings_video_ad_format_control_fields[] = {
	{.name = "format_restriction", .type = G_ENUM, .values = &ge_video_ad_format_restriction},
	{.name = "non_skippable_in_stream_restrictions", .type = G_MESSAGE,
	 .message = &gm_video_settings_non_skippable_in_stream_restrictions},
	{.name = NULL},
};
const struct g_message gm_video_settings_video_ad_format_control = {
	"resources.Campaign.VideoCampaignSettings.VideoAdFormatControl",
	video_settings_video_ad_format_control_fields,
};

static const struct g_field campaign_pmax_campaign_settings_brand_targeting_overrides_fields[] = {
	{.name = "ignore_exclusions_for_shopping_ads", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_campaign_pmax_campaign_settings_brand_targeting_overrides = {
	"resources.Campaign.PmaxCampaignSettings.BrandTargetingOverrides",
	campaign_pmax_campaign_settings_brand_targeting_overrides_fields,
};

static const struct g_field campaign_local_services_pmax_campaign_settings_fields[] = {
	{.name = "navigational_query_leads_enabled", .type = G_BOOL},
	{.name = "founding_year", .type = G_INT64},
	{.name = "country_code", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "phone_numbers", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_local_services_phone_number},
	{.name = NULL},
};
const struct g_message gm_campaign_local_services_pmax_campaign_settings = {
	"resources.Campaign.LocalServicesPmaxCampaignSettings",
	campaign_local_services_pmax_campaign_settings_fields,
};

static const struct g_field campaign_messaging_restriction_fields[] = {
	{.name = "restriction_text", .type = G_STRING},
	{.name = "restriction_type", .type = G_ENUM, .values = &ge_messaging_restriction_type},
	{.name = NULL},
};
const struct g_message gm_campaign_messaging_restriction = {
	"resources.Campaign.MessagingRestriction",
	campaign_messaging_restriction_fields,
};

static const struct g_field video_settings_video_ad_sequence_step_fields[] = {
	{.name = "video_ad_sequence_step_id", .type = G_INT64},
	{.name = "asset_id", .type = G_INT64},
	{.name = "ad_group_type", .type = G_ENUM, .values = &ge_ad_group_type},
	{.name = "previous_step_id", .type = G_INT64},
	{.name = "previous_step_interaction_type", .type = G_ENUM,
	 .values = &ge_video_ad_sequence_interaction_type},
	{.name = NULL},
};
const struct g_message gm_video_settings_video_ad_sequence_step = {
	"resources.Campaign.VideoCampaignSettings.VideoAdSequenceStep",
	video_settings_video_ad_sequence_step_fields,
};

static const struct g_field video_settings_non_skippable_in_stream_restrictions_fields[] = {
	{.name = "min_duration", .type = G_ENUM, .values = &ge_non_skippable_min_duration},
	{.name = "max_duration", .type = G_ENUM, .values = &ge_non_skippable_max_duration},
	{.name = NULL},
};
const struct g_message gm_video_settings_non_skippable_in_stream_restrictions = {
	"resources.Campaign.VideoCampaignSettings.NonSkippableInStreamRestrictions",
	video_settings_non_skippable_in_stream_restrictions_fields,
};
