/* Targets of a criterion, one row per field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field keyword_info_fields[] = {
	{.name = "text", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "match_type", .type = G_ENUM, .flags = G_REQUIRED,
	 .values = &ge_keyword_match_type},
	{.name = NULL},
};
const struct g_message gm_keyword_info = {"common.KeywordInfo", keyword_info_fields};

static const struct g_field placement_info_fields[] = {
	{.name = "url", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_placement_info = {"common.PlacementInfo", placement_info_fields};

static const struct g_field mobile_app_category_info_fields[] = {
	{.name = "mobile_app_category_constant", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_mobile_app_category_info = {
	"common.MobileAppCategoryInfo",
	mobile_app_category_info_fields,
};

static const struct g_field mobile_application_info_fields[] = {
	{.name = "app_id", .type = G_STRING},
	{.name = "name", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_mobile_application_info = {
	"common.MobileApplicationInfo",
	mobile_application_info_fields,
};

static const struct g_field age_range_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_age_range_type},
	{.name = NULL},
};
const struct g_message gm_age_range_info = {"common.AgeRangeInfo", age_range_info_fields};

static const struct g_field gender_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_gender_type},
	{.name = NULL},
};
const struct g_message gm_gender_info = {"common.GenderInfo", gender_info_fields};

static const struct g_field income_range_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_income_range_type},
	{.name = NULL},
};
const struct g_message gm_income_range_info = {
	"common.IncomeRangeInfo",
	income_range_info_fields,
};

static const struct g_field parental_status_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_parental_status_type},
	{.name = NULL},
};
const struct g_message gm_parental_status_info = {
	"common.ParentalStatusInfo",
	parental_status_info_fields,
};

static const struct g_field user_list_info_fields[] = {
	{.name = "user_list", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_user_list_info = {"common.UserListInfo", user_list_info_fields};

static const struct g_field you_tube_video_info_fields[] = {
	{.name = "video_id", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_you_tube_video_info = {
	"common.YouTubeVideoInfo",
	you_tube_video_info_fields,
};

static const struct g_field you_tube_channel_info_fields[] = {
	{.name = "channel_id", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_you_tube_channel_info = {
	"common.YouTubeChannelInfo",
	you_tube_channel_info_fields,
};

static const struct g_field topic_info_fields[] = {
	{.name = "topic_constant", .type = G_STRING},
	{.name = "path", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_topic_info = {"common.TopicInfo", topic_info_fields};

static const struct g_field user_interest_info_fields[] = {
	{.name = "user_interest_category", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_user_interest_info = {
	"common.UserInterestInfo",
	user_interest_info_fields,
};

static const struct g_field webpage_info_fields[] = {
	{.name = "criterion_name", .type = G_STRING},
	{.name = "conditions", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_webpage_condition_info},
	{.name = "coverage_percentage", .type = G_DOUBLE},
	{.name = "sample", .type = G_MESSAGE, .message = &gm_webpage_sample_info},
	{.name = NULL},
};
const struct g_message gm_webpage_info = {"common.WebpageInfo", webpage_info_fields};

static const struct g_field app_payment_model_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_app_payment_model_type},
	{.name = NULL},
};
const struct g_message gm_app_payment_model_info = {
	"common.AppPaymentModelInfo",
	app_payment_model_info_fields,
};

static const struct g_field custom_affinity_info_fields[] = {
	{.name = "custom_affinity", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_custom_affinity_info = {
	"common.CustomAffinityInfo",
	custom_affinity_info_fields,
};

static const struct g_field custom_intent_info_fields[] = {
	{.name = "custom_intent", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_custom_intent_info = {
	"common.CustomIntentInfo",
	custom_intent_info_fields,
};

static const struct g_field custom_audience_info_fields[] = {
	{.name = "custom_audience", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_custom_audience_info = {
	"common.CustomAudienceInfo",
	custom_audience_info_fields,
};

static const struct g_field combined_audience_info_fields[] = {
	{.name = "combined_audience", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_combined_audience_info = {
	"common.CombinedAudienceInfo",
	combined_audience_info_fields,
};

static const struct g_field audience_info_fields[] = {
	{.name = "audience", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_audience_info = {"common.AudienceInfo", audience_info_fields};

static const struct g_field location_info_fields[] = {
	{.name = "geo_target_constant", .type = G_STRING, .flags = G_REQUIRED},
	{.name = NULL},
};
const struct g_message gm_location_info = {"common.LocationInfo", location_info_fields};

static const struct g_field language_info_fields[] = {
	{.name = "language_constant", .type = G_STRING, .flags = G_REQUIRED},
	{.name = NULL},
};
const struct g_message gm_language_info = {"common.LanguageInfo", language_info_fields};

static const struct g_field life_event_info_fields[] = {
	{.name = "life_event_id", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_life_event_info = {"common.LifeEventInfo", life_event_info_fields};

static const struct g_field video_lineup_info_fields[] = {
	{.name = "video_lineup_id", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_video_lineup_info = {
	"common.VideoLineupInfo",
	video_lineup_info_fields,
};

static const struct g_field extended_demographic_info_fields[] = {
	{.name = "extended_demographic_id", .type = G_INT64},
	{.name = NULL},
};
const struct g_message gm_extended_demographic_info = {
	"common.ExtendedDemographicInfo",
	extended_demographic_info_fields,
};

static const struct g_field brand_list_info_fields[] = {
	{.name = "shared_set", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_brand_list_info = {"common.BrandListInfo", brand_list_info_fields};

static const struct g_field vertical_ads_item_group_rule_list_info_fields[] = {
	{.name = "shared_set", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_vertical_ads_item_group_rule_list_info = {
	"common.VerticalAdsItemGroupRuleListInfo",
	vertical_ads_item_group_rule_list_info_fields,
};

static const struct g_field retail_filter_bundle_fields[] = {
	{.name = "shared_set", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_retail_filter_bundle = {
	"common.RetailFilterBundle",
	retail_filter_bundle_fields,
};

static const struct g_field entity_bid_fields[] = {
	{.name = "item_code", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_entity_bid = {"common.EntityBid", entity_bid_fields};

static const struct g_field webpage_condition_info_fields[] = {
	{.name = "operand", .type = G_ENUM, .values = &ge_webpage_condition_operand},
	{.name = "operator", .type = G_ENUM, .values = &ge_webpage_condition_operator},
	{.name = "argument", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_webpage_condition_info = {
	"common.WebpageConditionInfo",
	webpage_condition_info_fields,
};

static const struct g_field webpage_sample_info_fields[] = {
	{.name = "sample_urls", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_webpage_sample_info = {
	"common.WebpageSampleInfo",
	webpage_sample_info_fields,
};

static const struct g_field device_info_fields[] = {
	{.name = "type", .type = G_ENUM, .flags = G_REQUIRED, .values = &ge_device},
	{.name = NULL},
};
const struct g_message gm_device_info = {"common.DeviceInfo", device_info_fields};

static const struct g_field proximity_info_fields[] = {
	{.name = "geo_point", .type = G_MESSAGE, .message = &gm_geo_point_info},
	{.name = "radius", .type = G_DOUBLE},
	{.name = "radius_units", .type = G_ENUM, .values = &ge_proximity_radius_units},
	{.name = "address", .type = G_MESSAGE, .message = &gm_address_info},
	{.name = NULL},
};
const struct g_message gm_proximity_info = {"common.ProximityInfo", proximity_info_fields};

static const struct g_field ip_block_info_fields[] = {
	{.name = "ip_address", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_ip_block_info = {"common.IpBlockInfo", ip_block_info_fields};

static const struct g_field content_label_info_fields[] = {
	{.name = "type", .type = G_ENUM, .values = &ge_content_label_type},
	{.name = NULL},
};
const struct g_message gm_content_label_info = {
	"common.ContentLabelInfo",
	content_label_info_fields,
};

static const struct g_field carrier_info_fields[] = {
	{.name = "carrier_constant", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_carrier_info = {"common.CarrierInfo", carrier_info_fields};

static const struct g_field operating_system_version_info_fields[] = {
	{.name = "operating_system_version_constant", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_operating_system_version_info = {
	"common.OperatingSystemVersionInfo",
	operating_system_version_info_fields,
};

static const struct g_field mobile_device_info_fields[] = {
	{.name = "mobile_device_constant", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_mobile_device_info = {
	"common.MobileDeviceInfo",
	mobile_device_info_fields,
};

static const struct g_field location_group_info_fields[] = {
	{.name = "geo_target_constants", .type = G_STRING, .flags = G_REPEATED},
	{.name = "radius", .type = G_INT64},
	{.name = "radius_units", .type = G_ENUM, .values = &ge_location_group_radius_units},
	{.name = "feed_item_sets", .type = G_STRING, .flags = G_REPEATED},
	{.name = "enable_customer_level_location_asset_set", .type = G_BOOL},
	{.name = "location_group_asset_sets", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_location_group_info = {
	"common.LocationGroupInfo",
	location_group_info_fields,
};

static const struct g_field keyword_theme_info_fields[] = {
	{.name = "keyword_theme_constant", .type = G_STRING, .oneof = "keyword_theme"},
	{.name = "free_form_keyword_theme", .type = G_STRING, .oneof = "keyword_theme"},
	{.name = NULL},
};
const struct g_message gm_keyword_theme_info = {
	"common.KeywordThemeInfo",
	keyword_theme_info_fields,
};

static const struct g_field local_service_id_info_fields[] = {
	{.name = "service_id", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_local_service_id_info = {
	"common.LocalServiceIdInfo",
	local_service_id_info_fields,
};

static const struct g_field webpage_list_info_fields[] = {
	{.name = "shared_set", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_webpage_list_info = {
	"common.WebpageListInfo",
	webpage_list_info_fields,
};

static const struct g_field geo_point_info_fields[] = {
	{.name = "longitude_in_micro_degrees", .type = G_INT32},
	{.name = "latitude_in_micro_degrees", .type = G_INT32},
	{.name = NULL},
};
const struct g_message gm_geo_point_info = {"common.GeoPointInfo", geo_point_info_fields};

static const struct g_field address_info_fields[] = {
	{.name = "postal_code", .type = G_STRING},
	{.name = "province_code", .type = G_STRING},
	{.name = "country_code", .type = G_STRING},
	{.name = "province_name", .type = G_STRING},
	{.name = "street_address", .type = G_STRING},
	{.name = "street_address2", .type = G_STRING},
	{.name = "city_name", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_address_info = {"common.AddressInfo", address_info_fields};
