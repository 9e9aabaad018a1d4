/* Requests and operations, one row a field. */
/* clang-format off: a row is one line. */
#include "schema.h"

static const struct g_field mutate_campaign_budgets_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_campaign_budget_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_campaign_budgets_request = {
	"services.MutateCampaignBudgetsRequest",
	mutate_campaign_budgets_request_fields,
};

static const struct g_field mutate_campaigns_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_campaign_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_campaigns_request = {
	"services.MutateCampaignsRequest",
	mutate_campaigns_request_fields,
};

static const struct g_field mutate_ad_groups_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_group_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_ad_groups_request = {
	"services.MutateAdGroupsRequest",
	mutate_ad_groups_request_fields,
};

static const struct g_field mutate_ad_group_ads_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_group_ad_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_ad_group_ads_request = {
	"services.MutateAdGroupAdsRequest",
	mutate_ad_group_ads_request_fields,
};

static const struct g_field mutate_ads_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = "validate_only", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_mutate_ads_request = {
	"services.MutateAdsRequest",
	mutate_ads_request_fields,
};

static const struct g_field mutate_ad_group_criteria_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_group_criterion_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_ad_group_criteria_request = {
	"services.MutateAdGroupCriteriaRequest",
	mutate_ad_group_criteria_request_fields,
};

static const struct g_field mutate_campaign_criteria_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_campaign_criterion_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_campaign_criteria_request = {
	"services.MutateCampaignCriteriaRequest",
	mutate_campaign_criteria_request_fields,
};

static const struct g_field mutate_assets_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_asset_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = "validate_only", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_mutate_assets_request = {
	"services.MutateAssetsRequest",
	mutate_assets_request_fields,
};

static const struct g_field mutate_campaign_assets_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_campaign_asset_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_campaign_assets_request = {
	"services.MutateCampaignAssetsRequest",
	mutate_campaign_assets_request_fields,
};

static const struct g_field mutate_ad_group_assets_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_ad_group_asset_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_ad_group_assets_request = {
	"services.MutateAdGroupAssetsRequest",
	mutate_ad_group_assets_request_fields,
};

static const struct g_field search_google_ads_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "query", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "page_token", .type = G_STRING},
	{.name = "page_size", .type = G_INT32},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "search_settings", .type = G_MESSAGE, .message = &gm_search_settings},
	{.name = NULL},
};
const struct g_message gm_search_google_ads_request = {
	"services.SearchGoogleAdsRequest",
	search_google_ads_request_fields,
};

static const struct g_field search_google_ads_stream_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "query", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "summary_row_setting", .type = G_ENUM, .values = &ge_summary_row_setting},
	{.name = NULL},
};
const struct g_message gm_search_google_ads_stream_request = {
	"services.SearchGoogleAdsStreamRequest",
	search_google_ads_stream_request_fields,
};

static const struct g_field suggest_geo_target_constants_request_fields[] = {
	{.name = "locale", .type = G_STRING},
	{.name = "country_code", .type = G_STRING},
	{.name = "location_names", .type = G_MESSAGE,
	 .message = &gm_suggest_geo_target_constants_request_location_names, .oneof = "query"},
	{.name = "geo_targets", .type = G_MESSAGE,
	 .message = &gm_suggest_geo_target_constants_request_geo_targets, .oneof = "query"},
	{.name = NULL},
};
const struct g_message gm_suggest_geo_target_constants_request = {
	"services.SuggestGeoTargetConstantsRequest",
	suggest_geo_target_constants_request_fields,
};

static const struct g_field mutate_google_ads_request_fields[] = {
	{.name = "customer_id", .type = G_STRING, .flags = G_REQUIRED},
	{.name = "mutate_operations", .type = G_MESSAGE, .flags = G_REPEATED | G_REQUIRED,
	 .message = &gm_mutate_operation},
	{.name = "partial_failure", .type = G_BOOL},
	{.name = "validate_only", .type = G_BOOL},
	{.name = "response_content_type", .type = G_ENUM, .values = &ge_response_content_type},
	{.name = NULL},
};
const struct g_message gm_mutate_google_ads_request = {
	"services.MutateGoogleAdsRequest",
	mutate_google_ads_request_fields,
};

static const struct g_field campaign_budget_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_campaign_budget, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_campaign_budget, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_campaign_budget_operation = {
	"services.CampaignBudgetOperation",
	campaign_budget_operation_fields,
};

static const struct g_field campaign_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_campaign, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_campaign, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_campaign_operation = {
	"services.CampaignOperation",
	campaign_operation_fields,
};

static const struct g_field ad_group_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_ad_group, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_ad_group, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_ad_group_operation = {
	"services.AdGroupOperation",
	ad_group_operation_fields,
};

static const struct g_field ad_group_ad_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "policy_validation_parameter", .type = G_MESSAGE,
	 .message = &gm_policy_validation_parameter},
	{.name = "create", .type = G_MESSAGE, .message = &gm_ad_group_ad, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_ad_group_ad, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_ad_group_ad_operation = {
	"services.AdGroupAdOperation",
	ad_group_ad_operation_fields,
};

static const struct g_field ad_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "policy_validation_parameter", .type = G_MESSAGE,
	 .message = &gm_policy_validation_parameter},
	{.name = "update", .type = G_MESSAGE, .message = &gm_ad, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_ad_operation = {"services.AdOperation", ad_operation_fields};

static const struct g_field ad_group_criterion_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "exempt_policy_violation_keys", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_violation_key},
	{.name = "create", .type = G_MESSAGE, .message = &gm_ad_group_criterion,
	 .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_ad_group_criterion,
	 .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_ad_group_criterion_operation = {
	"services.AdGroupCriterionOperation",
	ad_group_criterion_operation_fields,
};

static const struct g_field campaign_criterion_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_campaign_criterion,
	 .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_campaign_criterion,
	 .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_campaign_criterion_operation = {
	"services.CampaignCriterionOperation",
	campaign_criterion_operation_fields,
};

static const struct g_field asset_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_asset, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_asset, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_asset_operation = {"services.AssetOperation", asset_operation_fields};

static const struct g_field campaign_asset_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_campaign_asset, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_campaign_asset, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_campaign_asset_operation = {
	"services.CampaignAssetOperation",
	campaign_asset_operation_fields,
};

static const struct g_field ad_group_asset_operation_fields[] = {
	{.name = "update_mask", .type = G_MASK},
	{.name = "create", .type = G_MESSAGE, .message = &gm_ad_group_asset, .oneof = "operation"},
	{.name = "update", .type = G_MESSAGE, .message = &gm_ad_group_asset, .oneof = "operation"},
	{.name = "remove", .type = G_STRING, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_ad_group_asset_operation = {
	"services.AdGroupAssetOperation",
	ad_group_asset_operation_fields,
};

static const struct g_field search_settings_fields[] = {
	{.name = "omit_results", .type = G_BOOL},
	{.name = "return_summary_row", .type = G_BOOL},
	{.name = "return_total_results_count", .type = G_BOOL},
	{.name = NULL},
};
const struct g_message gm_search_settings = {"services.SearchSettings", search_settings_fields};

static const struct g_field suggest_geo_target_constants_request_location_names_fields[] = {
	{.name = "names", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_suggest_geo_target_constants_request_location_names = {
	"services.SuggestGeoTargetConstantsRequest.LocationNames",
	suggest_geo_target_constants_request_location_names_fields,
};

static const struct g_field suggest_geo_target_constants_request_geo_targets_fields[] = {
	{.name = "geo_target_constants", .type = G_STRING, .flags = G_REPEATED},
	{.name = NULL},
};
const struct g_message gm_suggest_geo_target_constants_request_geo_targets = {
	"services.SuggestGeoTargetConstantsRequest.GeoTargets",
	suggest_geo_target_constants_request_geo_targets_fields,
};

static const struct g_field mutate_operation_fields[] = {
	{.name = "ad_group_ad_label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "ad_group_ad_operation", .type = G_MESSAGE, .message = &gm_ad_group_ad_operation,
	 .oneof = "operation"},
	{.name = "ad_group_asset_operation", .type = G_MESSAGE,
	 .message = &gm_ad_group_asset_operation, .oneof = "operation"},
	{.name = "ad_group_bid_modifier_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "ad_group_criterion_customizer_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "ad_group_criterion_label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "ad_group_criterion_operation", .type = G_MESSAGE,
	 .message = &gm_ad_group_criterion_operation, .oneof = "operation"},
	{.name = "ad_group_customizer_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "ad_group_label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "ad_group_operation", .type = G_MESSAGE, .message = &gm_ad_group_operation,
	 .oneof = "operation"},
	{.name = "ad_operation", .type = G_MESSAGE, .message = &gm_ad_operation,
	 .oneof = "operation"},
	{.name = "ad_parameter_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "asset_operation", .type = G_MESSAGE, .message = &gm_asset_operation,
	 .oneof = "operation"},
	{.name = "asset_group_asset_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "asset_group_listing_group_filter_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "asset_group_signal_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "asset_group_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "asset_set_asset_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "asset_set_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "audience_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "bidding_data_exclusion_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "bidding_seasonality_adjustment_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "bidding_strategy_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "book_campaigns_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_asset_operation", .type = G_MESSAGE,
	 .message = &gm_campaign_asset_operation, .oneof = "operation"},
	{.name = "campaign_asset_set_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_bid_modifier_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_budget_operation", .type = G_MESSAGE,
	 .message = &gm_campaign_budget_operation, .oneof = "operation"},
	{.name = "campaign_conversion_goal_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_criterion_operation", .type = G_MESSAGE,
	 .message = &gm_campaign_criterion_operation, .oneof = "operation"},
	{.name = "campaign_customizer_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_draft_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_group_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "campaign_operation", .type = G_MESSAGE, .message = &gm_campaign_operation,
	 .oneof = "operation"},
	{.name = "campaign_shared_set_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "conversion_action_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "conversion_custom_variable_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "conversion_goal_campaign_config_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "conversion_value_rule_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "conversion_value_rule_set_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "custom_conversion_goal_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_asset_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_conversion_goal_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_customizer_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_negative_criterion_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customer_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "customizer_attribute_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "experiment_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "experiment_arm_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "keyword_plan_ad_group_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "keyword_plan_ad_group_keyword_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "keyword_plan_campaign_keyword_operation", .type = G_FOREIGN,
	 .oneof = "operation"},
	{.name = "keyword_plan_campaign_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "keyword_plan_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "label_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "quote_campaigns_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "recommendation_subscription_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "remarketing_action_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "shared_criterion_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "shared_set_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "smart_campaign_setting_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = "user_list_operation", .type = G_FOREIGN, .oneof = "operation"},
	{.name = NULL},
};
const struct g_message gm_mutate_operation = {
	"services.MutateOperation",
	mutate_operation_fields,
};

static const struct g_field policy_validation_parameter_fields[] = {
	{.name = "ignorable_policy_topics", .type = G_STRING, .flags = G_REPEATED},
	{.name = "exempt_policy_violation_keys", .type = G_MESSAGE, .flags = G_REPEATED,
	 .message = &gm_policy_violation_key},
	{.name = NULL},
};
const struct g_message gm_policy_validation_parameter = {
	"common.PolicyValidationParameter",
	policy_validation_parameter_fields,
};

static const struct g_field policy_violation_key_fields[] = {
	{.name = "policy_name", .type = G_STRING},
	{.name = "violating_text", .type = G_STRING},
	{.name = NULL},
};
const struct g_message gm_policy_violation_key = {
	"common.PolicyViolationKey",
	policy_violation_key_fields,
};
