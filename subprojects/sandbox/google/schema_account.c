/* Read-only resources: customers, constants, conversion actions, one row per field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field conversion_action_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "name", .type = G_STRING},
	{.name = "status", .type = G_ENUM, .values = &ge_conversion_action_status},
	{.name = "type", .type = G_ENUM, .flags = G_IMMUTABLE,
	 .values = &ge_conversion_action_type},
	{.name = "origin", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_conversion_origin},
	{.name = "primary_for_goal", .type = G_BOOL},
	{.name = "category", .type = G_ENUM, .values = &ge_conversion_action_category},
	{.name = "owner_customer", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "include_in_conversions_metric", .type = G_BOOL},
	{.name = "click_through_lookback_window_days", .type = G_INT64},
	{.name = "view_through_lookback_window_days", .type = G_INT64},
	{.name = "value_settings", .type = G_MESSAGE,
	 .message = &gm_conversion_action_value_settings},
	{.name = "counting_type", .type = G_ENUM, .values = &ge_conversion_action_counting_type},
	{.name = "attribution_model_settings", .type = G_MESSAGE,
	 .message = &gm_conversion_action_attribution_model_settings},
	{.name = "tag_snippets", .type = G_FOREIGN, .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "phone_call_duration_seconds", .type = G_INT64},
	{.name = "app_id", .type = G_STRING},
	{.name = "mobile_app_vendor", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_mobile_app_vendor},
	{.name = "firebase_settings", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "third_party_app_analytics_settings", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "google_analytics_4_settings", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_conversion_action = {
	"resources.ConversionAction",
	conversion_action_fields,
};

static const struct g_field conversion_action_value_settings_fields[] = {
	{.name = "default_value", .type = G_DOUBLE},
	{.name = "default_currency_code", .type = G_STRING},
	{.name = "always_use_default_value", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_conversion_action_value_settings = {
	"resources.ConversionAction.ValueSettings",
	conversion_action_value_settings_fields,
};

static const struct g_field conversion_action_attribution_model_settings_fields[] = {
	{.name = "attribution_model", .type = G_ENUM, .values = &ge_attribution_model},
	{.name = "data_driven_model_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_data_driven_model_status},
	{.name = NULL},
};
const struct g_message gm_conversion_action_attribution_model_settings = {
	"resources.ConversionAction.AttributionModelSettings",
	conversion_action_attribution_model_settings_fields,
};

static const struct g_field customer_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "descriptive_name", .type = G_STRING},
	{.name = "currency_code", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "time_zone", .type = G_STRING, .flags = G_IMMUTABLE},
	{.name = "tracking_url_template", .type = G_STRING, .check = CHECK_TEMPLATE},
	{.name = "final_url_suffix", .type = G_STRING, .check = CHECK_SUFFIX},
	{.name = "auto_tagging_enabled", .type = G_BOOL},
	{.name = "has_partners_badge", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "manager", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "test_account", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "call_reporting_setting", .type = G_MESSAGE,
	 .message = &gm_call_reporting_setting},
	{.name = "conversion_tracking_setting", .type = G_MESSAGE,
	 .message = &gm_conversion_tracking_setting},
	{.name = "remarketing_setting", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "pay_per_conversion_eligibility_failure_reasons", .type = G_ENUM,
	 .flags = G_REPEATED | G_OUTPUT_ONLY,
	 .values = &ge_customer_pay_per_conversion_eligibility_failure_reason},
	{.name = "optimization_score", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "optimization_score_weight", .type = G_DOUBLE, .flags = G_OUTPUT_ONLY},
	{.name = "status", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_customer_status},
	{.name = "location_asset_auto_migration_done", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "image_asset_auto_migration_done", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "location_asset_auto_migration_done_date_time", .type = G_STRING,
	 .flags = G_OUTPUT_ONLY},
	{.name = "image_asset_auto_migration_done_date_time", .type = G_STRING,
	 .flags = G_OUTPUT_ONLY},
	{.name = "customer_agreement_setting", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "local_services_settings", .type = G_FOREIGN, .flags = G_OUTPUT_ONLY},
	{.name = "video_brand_safety_suitability", .type = G_ENUM,
	 .values = &ge_brand_safety_suitability},
	{.name = "video_customer", .type = G_MESSAGE, .message = &gm_video_customer},
	{.name = "contains_eu_political_advertising", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_eu_political_advertising_status},
	{.name = NULL},
};
const struct g_message gm_customer = {"resources.Customer", customer_fields};

static const struct g_field call_reporting_setting_fields[] = {
	{.name = "call_reporting_enabled", .type = G_BOOL},
	{.name = "call_conversion_reporting_enabled", .type = G_BOOL},
	{.name = "call_conversion_action", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_call_reporting_setting = {
	"resources.CallReportingSetting",
	call_reporting_setting_fields,
};

static const struct g_field conversion_tracking_setting_fields[] = {
	{.name = "conversion_tracking_id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "cross_account_conversion_tracking_id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "accepted_customer_data_terms", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "conversion_tracking_status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_conversion_tracking_status},
	{.name = "enhanced_conversions_for_leads_enabled", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "google_ads_conversion_customer", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_conversion_tracking_setting = {
	"resources.ConversionTrackingSetting",
	conversion_tracking_setting_fields,
};

static const struct g_field video_customer_fields[] = {
	{.name = "third_party_integration_partners", .type = G_MESSAGE,
	 .message = &gm_customer_tp_partners},
	{.name = NULL},
};
const struct g_message gm_video_customer = {"resources.VideoCustomer", video_customer_fields};

static const struct g_field customer_tp_partners_fields[] = {
	{.name = "viewability_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_customer_tp_viewability_partner},
	{.name = "brand_lift_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_customer_tp_brand_lift_partner},
	{.name = "brand_safety_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_customer_tp_brand_safety_partner},
	{.name = "reach_integration_partners", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_customer_tp_reach_partner},
	{.name = "conversion_attribution_integration_partners", .type = G_MESSAGE,
	 .flags = G_REPEATED, .message = &gm_customer_tp_conversion_attribution_partner},
	{.name = NULL},
};
const struct g_message gm_customer_tp_partners = {
	"common.CustomerThirdPartyIntegrationPartners",
	customer_tp_partners_fields,
};

static const struct g_field customer_tp_viewability_partner_fields[] = {
	{.name = "viewability_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_viewability_integration_partner},
	{.name = "allow_share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_customer_tp_viewability_partner = {
	"common.CustomerThirdPartyViewabilityIntegrationPartner",
	customer_tp_viewability_partner_fields,
};

static const struct g_field customer_tp_brand_lift_partner_fields[] = {
	{.name = "brand_lift_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_brand_lift_integration_partner},
	{.name = "allow_share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_customer_tp_brand_lift_partner = {
	"common.CustomerThirdPartyBrandLiftIntegrationPartner",
	customer_tp_brand_lift_partner_fields,
};

static const struct g_field customer_tp_brand_safety_partner_fields[] = {
	{.name = "brand_safety_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_brand_safety_integration_partner},
	{.name = NULL},
};
const struct g_message gm_customer_tp_brand_safety_partner = {
	"common.CustomerThirdPartyBrandSafetyIntegrationPartner",
	customer_tp_brand_safety_partner_fields,
};

static const struct g_field customer_tp_reach_partner_fields[] = {
	{.name = "reach_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_reach_integration_partner},
	{.name = "allow_share_cost", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_customer_tp_reach_partner = {
	"common.CustomerThirdPartyReachIntegrationPartner",
	customer_tp_reach_partner_fields,
};

static const struct g_field customer_tp_conversion_attribution_partner_fields[] = {
	{.name = "conversion_attribution_integration_partner", .type = G_ENUM,
	 .values = &ge_third_party_conversion_attribution_integration_partner},
	{.name = NULL},
};
const struct g_message gm_customer_tp_conversion_attribution_partner = {
	"common.CustomerThirdPartyConversionAttributionIntegrationPartner",
	customer_tp_conversion_attribution_partner_fields,
};

static const struct g_field customer_client_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "client_customer", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "hidden", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "level", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "time_zone", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "test_account", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "manager", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = "descriptive_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "currency_code", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "applied_labels", .type = G_STRING, .flags = G_REPEATED | G_OUTPUT_ONLY},
	{.name = "status", .type = G_ENUM, .flags = G_OUTPUT_ONLY, .values = &ge_customer_status},
	{.name = NULL},
};
const struct g_message gm_customer_client = {"resources.CustomerClient", customer_client_fields};

static const struct g_field geo_target_constant_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "country_code", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "target_type", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "status", .type = G_ENUM, .flags = G_OUTPUT_ONLY,
	 .values = &ge_geo_target_constant_status},
	{.name = "canonical_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "parent_geo_target", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_geo_target_constant = {
	"resources.GeoTargetConstant",
	geo_target_constant_fields,
};

static const struct g_field language_constant_fields[] = {
	{.name = "resource_name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "id", .type = G_INT64, .flags = G_OUTPUT_ONLY},
	{.name = "code", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "name", .type = G_STRING, .flags = G_OUTPUT_ONLY},
	{.name = "targetable", .type = G_BOOL, .flags = G_OUTPUT_ONLY},
	{.name = NULL},
};
const struct g_message gm_language_constant = {
	"resources.LanguageConstant",
	language_constant_fields,
};
