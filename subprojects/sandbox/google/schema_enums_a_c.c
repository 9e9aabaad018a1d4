/* The named values of every enum a row refers to, in the order of the published numbers. */
/* clang-format off: filled lines. */
#include "schema.h"

static const char *const ad_group_ad_primary_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "PAUSED", "REMOVED", "PENDING", "LIMITED",
	"NOT_ELIGIBLE", NULL,
};
const struct g_enum ge_ad_group_ad_primary_status = {
	"enums.AdGroupAdPrimaryStatusEnum.AdGroupAdPrimaryStatus",
	ad_group_ad_primary_status_names,
};

static const char *const ad_group_ad_primary_status_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CAMPAIGN_REMOVED", "CAMPAIGN_PAUSED", "CAMPAIGN_PENDING",
	"CAMPAIGN_ENDED", "AD_GROUP_PAUSED", "AD_GROUP_REMOVED", "AD_GROUP_AD_PAUSED",
	"AD_GROUP_AD_REMOVED", "AD_GROUP_AD_DISAPPROVED", "AD_GROUP_AD_UNDER_REVIEW",
	"AD_GROUP_AD_POOR_QUALITY", "AD_GROUP_AD_NO_ADS", "AD_GROUP_AD_APPROVED_LABELED",
	"AD_GROUP_AD_AREA_OF_INTEREST_ONLY", "AD_GROUP_AD_UNDER_APPEAL", NULL,
};
const struct g_enum ge_ad_group_ad_primary_status_reason = {
	"enums.AdGroupAdPrimaryStatusReasonEnum.AdGroupAdPrimaryStatusReason",
	ad_group_ad_primary_status_reason_names,
};

static const char *const ad_group_ad_rotation_mode_names[] = {
	"UNSPECIFIED", "UNKNOWN", "OPTIMIZE", "ROTATE_FOREVER", NULL,
};
const struct g_enum ge_ad_group_ad_rotation_mode = {
	"enums.AdGroupAdRotationModeEnum.AdGroupAdRotationMode",
	ad_group_ad_rotation_mode_names,
};

static const char *const ad_group_ad_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "PAUSED", "REMOVED", NULL,
};
const struct g_enum ge_ad_group_ad_status = {
	"enums.AdGroupAdStatusEnum.AdGroupAdStatus",
	ad_group_ad_status_names,
};

static const char *const ad_group_criterion_approval_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "APPROVED", "DISAPPROVED", "PENDING_REVIEW", "UNDER_REVIEW",
	NULL,
};
const struct g_enum ge_ad_group_criterion_approval_status = {
	"enums.AdGroupCriterionApprovalStatusEnum.AdGroupCriterionApprovalStatus",
	ad_group_criterion_approval_status_names,
};

static const char *const ad_group_criterion_primary_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "PAUSED", "REMOVED", "PENDING", "NOT_ELIGIBLE", NULL,
};
const struct g_enum ge_ad_group_criterion_primary_status = {
	"enums.AdGroupCriterionPrimaryStatusEnum.AdGroupCriterionPrimaryStatus",
	ad_group_criterion_primary_status_names,
};

static const char *const ad_group_criterion_primary_status_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CAMPAIGN_PENDING", "CAMPAIGN_CRITERION_NEGATIVE",
	"CAMPAIGN_PAUSED", "CAMPAIGN_REMOVED", "CAMPAIGN_ENDED", "AD_GROUP_PAUSED",
	"AD_GROUP_REMOVED", "AD_GROUP_CRITERION_DISAPPROVED", "AD_GROUP_CRITERION_RARELY_SERVED",
	"AD_GROUP_CRITERION_LOW_QUALITY", "AD_GROUP_CRITERION_UNDER_REVIEW",
	"AD_GROUP_CRITERION_PENDING_REVIEW", "AD_GROUP_CRITERION_BELOW_FIRST_PAGE_BID",
	"AD_GROUP_CRITERION_NEGATIVE", "AD_GROUP_CRITERION_RESTRICTED",
	"AD_GROUP_CRITERION_PAUSED", "AD_GROUP_CRITERION_PAUSED_DUE_TO_LOW_ACTIVITY",
	"AD_GROUP_CRITERION_REMOVED", NULL,
};
const struct g_enum ge_ad_group_criterion_primary_status_reason = {
	"enums.AdGroupCriterionPrimaryStatusReasonEnum.AdGroupCriterionPrimaryStatusReason",
	ad_group_criterion_primary_status_reason_names,
};

static const char *const ad_group_criterion_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "PAUSED", "REMOVED", NULL,
};
const struct g_enum ge_ad_group_criterion_status = {
	"enums.AdGroupCriterionStatusEnum.AdGroupCriterionStatus",
	ad_group_criterion_status_names,
};

static const char *const ad_group_primary_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "PAUSED", "REMOVED", "PENDING", "NOT_ELIGIBLE",
	"LIMITED", NULL,
};
const struct g_enum ge_ad_group_primary_status = {
	"enums.AdGroupPrimaryStatusEnum.AdGroupPrimaryStatus",
	ad_group_primary_status_names,
};

static const char *const ad_group_primary_status_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CAMPAIGN_REMOVED", "CAMPAIGN_PAUSED", "CAMPAIGN_PENDING",
	"CAMPAIGN_ENDED", "AD_GROUP_PAUSED", "AD_GROUP_REMOVED", "AD_GROUP_INCOMPLETE",
	"KEYWORDS_PAUSED", "NO_KEYWORDS", "AD_GROUP_ADS_PAUSED", "NO_AD_GROUP_ADS",
	"HAS_ADS_DISAPPROVED", "HAS_ADS_LIMITED_BY_POLICY", "MOST_ADS_UNDER_REVIEW",
	"CAMPAIGN_DRAFT", "AD_GROUP_PAUSED_DUE_TO_LOW_ACTIVITY", NULL,
};
const struct g_enum ge_ad_group_primary_status_reason = {
	"enums.AdGroupPrimaryStatusReasonEnum.AdGroupPrimaryStatusReason",
	ad_group_primary_status_reason_names,
};

static const char *const ad_group_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "PAUSED", "REMOVED", NULL,
};
const struct g_enum ge_ad_group_status = {
	"enums.AdGroupStatusEnum.AdGroupStatus",
	ad_group_status_names,
};

static const char *const ad_group_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SEARCH_STANDARD", "DISPLAY_STANDARD", "SHOPPING_PRODUCT_ADS",
	"HOTEL_ADS", "SHOPPING_SMART_ADS", "VIDEO_BUMPER", "VIDEO_TRUE_VIEW_IN_STREAM",
	"VIDEO_TRUE_VIEW_IN_DISPLAY", "VIDEO_NON_SKIPPABLE_IN_STREAM", "SEARCH_DYNAMIC_ADS",
	"SHOPPING_COMPARISON_LISTING_ADS", "PROMOTED_HOTEL_ADS", "VIDEO_RESPONSIVE",
	"VIDEO_EFFICIENT_REACH", "SMART_CAMPAIGN_ADS", "TRAVEL_ADS", "YOUTUBE_AUDIO", NULL,
};
const struct g_enum ge_ad_group_type = {
	"enums.AdGroupTypeEnum.AdGroupType",
	ad_group_type_names,
};

static const char *const ad_serving_optimization_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "OPTIMIZE", "CONVERSION_OPTIMIZE", "ROTATE",
	"ROTATE_INDEFINITELY", "UNAVAILABLE", NULL,
};
const struct g_enum ge_ad_serving_optimization_status = {
	"enums.AdServingOptimizationStatusEnum.AdServingOptimizationStatus",
	ad_serving_optimization_status_names,
};

static const char *const ad_strength_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PENDING", "NO_ADS", "POOR", "AVERAGE", "GOOD", "EXCELLENT",
	NULL,
};
const struct g_enum ge_ad_strength = {"enums.AdStrengthEnum.AdStrength", ad_strength_names};

static const char *const ad_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "TEXT_AD", "EXPANDED_TEXT_AD", "EXPANDED_DYNAMIC_SEARCH_AD",
	"HOTEL_AD", "SHOPPING_SMART_AD", "SHOPPING_PRODUCT_AD", "VIDEO_AD", "IMAGE_AD",
	"RESPONSIVE_SEARCH_AD", "LEGACY_RESPONSIVE_DISPLAY_AD", "APP_AD", "LEGACY_APP_INSTALL_AD",
	"RESPONSIVE_DISPLAY_AD", "LOCAL_AD", "HTML5_UPLOAD_AD", "DYNAMIC_HTML5_AD",
	"APP_ENGAGEMENT_AD", "SHOPPING_COMPARISON_LISTING_AD", "VIDEO_BUMPER_AD",
	"VIDEO_NON_SKIPPABLE_IN_STREAM_AD", "VIDEO_TRUEVIEW_IN_STREAM_AD", "VIDEO_RESPONSIVE_AD",
	"SMART_CAMPAIGN_AD", "CALL_AD", "APP_PRE_REGISTRATION_AD", "IN_FEED_VIDEO_AD",
	"DEMAND_GEN_MULTI_ASSET_AD", "DEMAND_GEN_CAROUSEL_AD", "TRAVEL_AD",
	"DEMAND_GEN_VIDEO_RESPONSIVE_AD", "DEMAND_GEN_PRODUCT_AD", "YOUTUBE_AUDIO_AD", NULL,
};
const struct g_enum ge_ad_type = {"enums.AdTypeEnum.AdType", ad_type_names};

static const char *const advertising_channel_sub_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SEARCH_MOBILE_APP", "DISPLAY_MOBILE_APP", "SEARCH_EXPRESS",
	"DISPLAY_EXPRESS", "SHOPPING_SMART_ADS", "DISPLAY_GMAIL_AD", "DISPLAY_SMART_CAMPAIGN",
	"VIDEO_ACTION", "VIDEO_NON_SKIPPABLE", "APP_CAMPAIGN", "APP_CAMPAIGN_FOR_ENGAGEMENT",
	"LOCAL_CAMPAIGN", "SHOPPING_COMPARISON_LISTING_ADS", "SMART_CAMPAIGN", "VIDEO_SEQUENCE",
	"APP_CAMPAIGN_FOR_PRE_REGISTRATION", "VIDEO_REACH_TARGET_FREQUENCY", "TRAVEL_ACTIVITIES",
	"YOUTUBE_AUDIO", NULL,
};
const struct g_enum ge_advertising_channel_sub_type = {
	"enums.AdvertisingChannelSubTypeEnum.AdvertisingChannelSubType",
	advertising_channel_sub_type_names,
};

static const char *const advertising_channel_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SEARCH", "DISPLAY", "SHOPPING", "HOTEL", "VIDEO",
	"MULTI_CHANNEL", "LOCAL", "SMART", "PERFORMANCE_MAX", "LOCAL_SERVICES", "TRAVEL",
	"DEMAND_GEN", NULL,
};
const struct g_enum ge_advertising_channel_type = {
	"enums.AdvertisingChannelTypeEnum.AdvertisingChannelType",
	advertising_channel_type_names,
};

static const char *const age_range_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AGE_RANGE_18_24", "AGE_RANGE_25_34", "AGE_RANGE_35_44",
	"AGE_RANGE_45_54", "AGE_RANGE_55_64", "AGE_RANGE_65_UP", "AGE_RANGE_UNDETERMINED", NULL,
};
const struct g_enum ge_age_range_type = {
	"enums.AgeRangeTypeEnum.AgeRangeType",
	age_range_type_names,
};

static const char *const ai_max_bundling_required_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NOT_REQUIRED", "REQUIRED", NULL,
};
const struct g_enum ge_ai_max_bundling_required = {
	"resources.Campaign.AiMaxSetting.AiMaxBundlingRequired",
	ai_max_bundling_required_names,
};

static const char *const app_campaign_app_store_names[] = {
	"UNSPECIFIED", "UNKNOWN", "APPLE_APP_STORE", "GOOGLE_APP_STORE", NULL,
};
const struct g_enum ge_app_campaign_app_store = {
	"enums.AppCampaignAppStoreEnum.AppCampaignAppStore",
	app_campaign_app_store_names,
};

static const char *const app_campaign_bidding_strategy_goal_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "OPTIMIZE_INSTALLS_TARGET_INSTALL_COST",
	"OPTIMIZE_IN_APP_CONVERSIONS_TARGET_INSTALL_COST",
	"OPTIMIZE_IN_APP_CONVERSIONS_TARGET_CONVERSION_COST",
	"OPTIMIZE_RETURN_ON_ADVERTISING_SPEND", "OPTIMIZE_PRE_REGISTRATION_CONVERSION_VOLUME",
	"OPTIMIZE_INSTALLS_WITHOUT_TARGET_INSTALL_COST",
	"OPTIMIZE_IN_APP_CONVERSIONS_WITHOUT_TARGET_CPA",
	"OPTIMIZE_TOTAL_VALUE_WITHOUT_TARGET_ROAS", NULL,
};
const struct g_enum ge_app_campaign_bidding_strategy_goal_type = {
	"enums.AppCampaignBiddingStrategyGoalTypeEnum.AppCampaignBiddingStrategyGoalType",
	app_campaign_bidding_strategy_goal_type_names,
};

static const char *const app_payment_model_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PAID", NULL,
};
const struct g_enum ge_app_payment_model_type = {
	"enums.AppPaymentModelTypeEnum.AppPaymentModelType",
	app_payment_model_type_names,
};

static const char *const app_url_operating_system_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "IOS", "ANDROID", NULL,
};
const struct g_enum ge_app_url_operating_system_type = {
	"enums.AppUrlOperatingSystemTypeEnum.AppUrlOperatingSystemType",
	app_url_operating_system_type_names,
};

static const char *const asset_automation_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "OPTED_IN", "OPTED_OUT", NULL,
};
const struct g_enum ge_asset_automation_status = {
	"enums.AssetAutomationStatusEnum.AssetAutomationStatus",
	asset_automation_status_names,
};

static const char *const asset_automation_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "TEXT_ASSET_AUTOMATION", "GENERATE_VERTICAL_YOUTUBE_VIDEOS",
	"GENERATE_SHORTER_YOUTUBE_VIDEOS", "GENERATE_LANDING_PAGE_PREVIEW",
	"GENERATE_LANDING_PAGE_TEXT", "GENERATE_ENHANCED_YOUTUBE_VIDEOS",
	"GENERATE_IMAGE_ENHANCEMENT", "GENERATE_IMAGE_EXTRACTION",
	"GENERATE_DESIGN_VERSIONS_FOR_IMAGES", "FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION",
	"GENERATE_VIDEOS_FROM_OTHER_ASSETS", "GENERATE_ANIMATED_IMAGES_FROM_OTHER_ASSETS", NULL,
};
const struct g_enum ge_asset_automation_type = {
	"enums.AssetAutomationTypeEnum.AssetAutomationType",
	asset_automation_type_names,
};

static const char *const asset_field_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "HEADLINE", "DESCRIPTION", "MANDATORY_AD_TEXT",
	"MARKETING_IMAGE", "MEDIA_BUNDLE", "YOUTUBE_VIDEO", "BOOK_ON_GOOGLE", "LEAD_FORM",
	"PROMOTION", "CALLOUT", "STRUCTURED_SNIPPET", "SITELINK", "MOBILE_APP", "HOTEL_CALLOUT",
	"CALL", "PRICE", "LONG_HEADLINE", "BUSINESS_NAME", "SQUARE_MARKETING_IMAGE",
	"PORTRAIT_MARKETING_IMAGE", "LOGO", "LANDSCAPE_LOGO", "VIDEO", "CALL_TO_ACTION_SELECTION",
	"AD_IMAGE", "BUSINESS_LOGO", "HOTEL_PROPERTY", "DEMAND_GEN_CAROUSEL_CARD",
	"BUSINESS_MESSAGE", "TALL_PORTRAIT_MARKETING_IMAGE", "RELATED_YOUTUBE_VIDEOS",
	"LANDING_PAGE_PREVIEW", "LONG_DESCRIPTION", "CALL_TO_ACTION", "CLASSIC_DISPLAY_IMAGE",
	"TEXT_DISCLAIMER", NULL,
};
const struct g_enum ge_asset_field_type = {
	"enums.AssetFieldTypeEnum.AssetFieldType",
	asset_field_type_names,
};

static const char *const asset_link_primary_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "PAUSED", "REMOVED", "PENDING", "LIMITED",
	"NOT_ELIGIBLE", NULL,
};
const struct g_enum ge_asset_link_primary_status = {
	"enums.AssetLinkPrimaryStatusEnum.AssetLinkPrimaryStatus",
	asset_link_primary_status_names,
};

static const char *const asset_link_primary_status_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ASSET_LINK_PAUSED", "ASSET_LINK_REMOVED", "ASSET_DISAPPROVED",
	"ASSET_UNDER_REVIEW", "ASSET_APPROVED_LABELED", NULL,
};
const struct g_enum ge_asset_link_primary_status_reason = {
	"enums.AssetLinkPrimaryStatusReasonEnum.AssetLinkPrimaryStatusReason",
	asset_link_primary_status_reason_names,
};

static const char *const asset_link_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "REMOVED", "PAUSED", NULL,
};
const struct g_enum ge_asset_link_status = {
	"enums.AssetLinkStatusEnum.AssetLinkStatus",
	asset_link_status_names,
};

static const char *const asset_orientation_names[] = {
	"UNSPECIFIED", "UNKNOWN", "LANDSCAPE", "PORTRAIT", "SQUARE", NULL,
};
const struct g_enum ge_asset_orientation = {
	"enums.AssetOrientationEnum.AssetOrientation",
	asset_orientation_names,
};

static const char *const asset_performance_label_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PENDING", "LEARNING", "LOW", "GOOD", "BEST", "NOT_APPLICABLE",
	NULL,
};
const struct g_enum ge_asset_performance_label = {
	"enums.AssetPerformanceLabelEnum.AssetPerformanceLabel",
	asset_performance_label_names,
};

static const char *const asset_set_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PAGE_FEED", "DYNAMIC_EDUCATION", "MERCHANT_CENTER_FEED",
	"DYNAMIC_REAL_ESTATE", "DYNAMIC_CUSTOM", "DYNAMIC_HOTELS_AND_RENTALS", "DYNAMIC_FLIGHTS",
	"DYNAMIC_TRAVEL", "DYNAMIC_LOCAL", "DYNAMIC_JOBS", "LOCATION_SYNC",
	"BUSINESS_PROFILE_DYNAMIC_LOCATION_GROUP", "CHAIN_DYNAMIC_LOCATION_GROUP",
	"STATIC_LOCATION_GROUP", "HOTEL_PROPERTY", "TRAVEL_FEED", NULL,
};
const struct g_enum ge_asset_set_type = {
	"enums.AssetSetTypeEnum.AssetSetType",
	asset_set_type_names,
};

static const char *const asset_source_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ADVERTISER", "AUTOMATICALLY_CREATED", NULL,
};
const struct g_enum ge_asset_source = {"enums.AssetSourceEnum.AssetSource", asset_source_names};

static const char *const asset_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "YOUTUBE_VIDEO", "MEDIA_BUNDLE", "IMAGE", "TEXT", "LEAD_FORM",
	"BOOK_ON_GOOGLE", "PROMOTION", "CALLOUT", "STRUCTURED_SNIPPET", "SITELINK", "PAGE_FEED",
	"DYNAMIC_EDUCATION", "MOBILE_APP", "HOTEL_CALLOUT", "CALL", "PRICE", "CALL_TO_ACTION",
	"DYNAMIC_REAL_ESTATE", "DYNAMIC_CUSTOM", "DYNAMIC_HOTELS_AND_RENTALS", "DYNAMIC_FLIGHTS",
	"DYNAMIC_TRAVEL", "DYNAMIC_LOCAL", "DYNAMIC_JOBS", "LOCATION", "HOTEL_PROPERTY",
	"DEMAND_GEN_CAROUSEL_CARD", "BUSINESS_MESSAGE", "APP_DEEP_LINK", "YOUTUBE_VIDEO_LIST",
	NULL,
};
const struct g_enum ge_asset_type = {"enums.AssetTypeEnum.AssetType", asset_type_names};

static const char *const attribution_model_names[] = {
	"UNSPECIFIED", "UNKNOWN", "EXTERNAL", "GOOGLE_ADS_LAST_CLICK",
	"GOOGLE_SEARCH_ATTRIBUTION_FIRST_CLICK", "GOOGLE_SEARCH_ATTRIBUTION_LINEAR",
	"GOOGLE_SEARCH_ATTRIBUTION_TIME_DECAY", "GOOGLE_SEARCH_ATTRIBUTION_POSITION_BASED",
	"GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN", NULL,
};
const struct g_enum ge_attribution_model = {
	"enums.AttributionModelEnum.AttributionModel",
	attribution_model_names,
};

static const char *const bidding_source_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CAMPAIGN_BIDDING_STRATEGY", "AD_GROUP", "AD_GROUP_CRITERION",
	NULL,
};
const struct g_enum ge_bidding_source = {
	"enums.BiddingSourceEnum.BiddingSource",
	bidding_source_names,
};

static const char *const bidding_strategy_system_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "LEARNING_NEW", "LEARNING_SETTING_CHANGE",
	"LEARNING_BUDGET_CHANGE", "LEARNING_COMPOSITION_CHANGE", "LEARNING_CONVERSION_TYPE_CHANGE",
	"LEARNING_CONVERSION_SETTING_CHANGE", "LIMITED_BY_CPC_BID_CEILING",
	"LIMITED_BY_CPC_BID_FLOOR", "LIMITED_BY_DATA", "LIMITED_BY_BUDGET",
	"LIMITED_BY_LOW_PRIORITY_SPEND", "LIMITED_BY_LOW_QUALITY", "LIMITED_BY_INVENTORY",
	"MISCONFIGURED_ZERO_ELIGIBILITY", "MISCONFIGURED_CONVERSION_TYPES",
	"MISCONFIGURED_CONVERSION_SETTINGS", "MISCONFIGURED_SHARED_BUDGET",
	"MISCONFIGURED_STRATEGY_TYPE", "PAUSED", "UNAVAILABLE", "MULTIPLE_LEARNING",
	"MULTIPLE_LIMITED", "MULTIPLE_MISCONFIGURED", "MULTIPLE", NULL,
};
const struct g_enum ge_bidding_strategy_system_status = {
	"enums.BiddingStrategySystemStatusEnum.BiddingStrategySystemStatus",
	bidding_strategy_system_status_names,
};

static const char *const bidding_strategy_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "COMMISSION", "ENHANCED_CPC", "FIXED_CPM",
	"FIXED_SHARE_OF_VOICE", "INVALID", "MANUAL_CPA", "MANUAL_CPC", "MANUAL_CPM", "MANUAL_CPV",
	"MAXIMIZE_CONVERSIONS", "MAXIMIZE_CONVERSION_VALUE", "PAGE_ONE_PROMOTED", "PERCENT_CPC",
	"TARGET_CPA", "TARGET_CPC", "TARGET_CPM", "TARGET_CPV", "TARGET_IMPRESSION_SHARE",
	"TARGET_OUTRANK_SHARE", "TARGET_ROAS", "TARGET_SPEND", NULL,
};
const struct g_enum ge_bidding_strategy_type = {
	"enums.BiddingStrategyTypeEnum.BiddingStrategyType",
	bidding_strategy_type_names,
};

static const char *const brand_safety_suitability_names[] = {
	"UNSPECIFIED", "UNKNOWN", "EXPANDED_INVENTORY", "STANDARD_INVENTORY", "LIMITED_INVENTORY",
	NULL,
};
const struct g_enum ge_brand_safety_suitability = {
	"enums.BrandSafetySuitabilityEnum.BrandSafetySuitability",
	brand_safety_suitability_names,
};

static const char *const budget_delivery_method_names[] = {
	"UNSPECIFIED", "UNKNOWN", "STANDARD", "ACCELERATED", NULL,
};
const struct g_enum ge_budget_delivery_method = {
	"enums.BudgetDeliveryMethodEnum.BudgetDeliveryMethod",
	budget_delivery_method_names,
};

static const char *const budget_period_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DAILY", "CUSTOM_PERIOD", NULL,
};
const struct g_enum ge_budget_period = {
	"enums.BudgetPeriodEnum.BudgetPeriod",
	budget_period_names,
};

static const char *const budget_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "REMOVED", NULL,
};
const struct g_enum ge_budget_status = {
	"enums.BudgetStatusEnum.BudgetStatus",
	budget_status_names,
};

static const char *const budget_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "STANDARD", "FIXED_CPA", "SMART_CAMPAIGN", "LOCAL_SERVICES",
	NULL,
};
const struct g_enum ge_budget_type = {"enums.BudgetTypeEnum.BudgetType", budget_type_names};

static const char *const call_conversion_reporting_state_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DISABLED", "USE_ACCOUNT_LEVEL_CALL_CONVERSION_ACTION",
	"USE_RESOURCE_LEVEL_CALL_CONVERSION_ACTION", NULL,
};
const struct g_enum ge_call_conversion_reporting_state = {
	"enums.CallConversionReportingStateEnum.CallConversionReportingState",
	call_conversion_reporting_state_names,
};

static const char *const campaign_criterion_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "PAUSED", "REMOVED", NULL,
};
const struct g_enum ge_campaign_criterion_status = {
	"enums.CampaignCriterionStatusEnum.CampaignCriterionStatus",
	campaign_criterion_status_names,
};

static const char *const campaign_experiment_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "BASE", "DRAFT", "EXPERIMENT", NULL,
};
const struct g_enum ge_campaign_experiment_type = {
	"enums.CampaignExperimentTypeEnum.CampaignExperimentType",
	campaign_experiment_type_names,
};

static const char *const campaign_keyword_match_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "BROAD", NULL,
};
const struct g_enum ge_campaign_keyword_match_type = {
	"enums.CampaignKeywordMatchTypeEnum.CampaignKeywordMatchType",
	campaign_keyword_match_type_names,
};

static const char *const campaign_primary_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "PAUSED", "REMOVED", "ENDED", "PENDING",
	"MISCONFIGURED", "LIMITED", "LEARNING", "NOT_ELIGIBLE", NULL,
};
const struct g_enum ge_campaign_primary_status = {
	"enums.CampaignPrimaryStatusEnum.CampaignPrimaryStatus",
	campaign_primary_status_names,
};

static const char *const campaign_primary_status_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CAMPAIGN_REMOVED", "CAMPAIGN_PAUSED", "CAMPAIGN_PENDING",
	"CAMPAIGN_ENDED", "CAMPAIGN_DRAFT", "BIDDING_STRATEGY_MISCONFIGURED",
	"BIDDING_STRATEGY_LIMITED", "BIDDING_STRATEGY_LEARNING", "BIDDING_STRATEGY_CONSTRAINED",
	"BUDGET_CONSTRAINED", "BUDGET_MISCONFIGURED", "SEARCH_VOLUME_LIMITED", "AD_GROUPS_PAUSED",
	"NO_AD_GROUPS", "KEYWORDS_PAUSED", "NO_KEYWORDS", "AD_GROUP_ADS_PAUSED", "NO_AD_GROUP_ADS",
	"HAS_ADS_LIMITED_BY_POLICY", "HAS_ADS_DISAPPROVED", "MOST_ADS_UNDER_REVIEW",
	"MISSING_LEAD_FORM_EXTENSION", "MISSING_CALL_EXTENSION",
	"LEAD_FORM_EXTENSION_UNDER_REVIEW", "LEAD_FORM_EXTENSION_DISAPPROVED",
	"CALL_EXTENSION_UNDER_REVIEW", "CALL_EXTENSION_DISAPPROVED",
	"NO_MOBILE_APPLICATION_AD_GROUP_CRITERIA", "CAMPAIGN_GROUP_PAUSED",
	"CAMPAIGN_GROUP_ALL_GROUP_BUDGETS_ENDED", "APP_NOT_RELEASED", "APP_PARTIALLY_RELEASED",
	"HAS_ASSET_GROUPS_DISAPPROVED", "HAS_ASSET_GROUPS_LIMITED_BY_POLICY",
	"MOST_ASSET_GROUPS_UNDER_REVIEW", "NO_ASSET_GROUPS", "ASSET_GROUPS_PAUSED",
	"MISSING_LOCATION_TARGETING", "CAMPAIGN_NOT_BOOKED", "BOOKING_HOLD_EXPIRING",
	"BOOKING_HOLD_EXPIRED", "BOOKING_CANCELLED", NULL,
};
const struct g_enum ge_campaign_primary_status_reason = {
	"enums.CampaignPrimaryStatusReasonEnum.CampaignPrimaryStatusReason",
	campaign_primary_status_reason_names,
};

static const char *const campaign_serving_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SERVING", "NONE", "ENDED", "PENDING", "SUSPENDED", NULL,
};
const struct g_enum ge_campaign_serving_status = {
	"enums.CampaignServingStatusEnum.CampaignServingStatus",
	campaign_serving_status_names,
};

static const char *const campaign_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "PAUSED", "REMOVED", NULL,
};
const struct g_enum ge_campaign_status = {
	"enums.CampaignStatusEnum.CampaignStatus",
	campaign_status_names,
};

static const char *const content_label_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SEXUALLY_SUGGESTIVE", "BELOW_THE_FOLD", "PARKED_DOMAIN",
	"JUVENILE", "PROFANITY", "TRAGEDY", "VIDEO", "VIDEO_RATING_DV_G", "VIDEO_RATING_DV_PG",
	"VIDEO_RATING_DV_T", "VIDEO_RATING_DV_MA", "VIDEO_NOT_YET_RATED", "EMBEDDED_VIDEO",
	"LIVE_STREAMING_VIDEO", "SOCIAL_ISSUES", "BRAND_SUITABILITY_CONTENT_FOR_FAMILIES",
	"BRAND_SUITABILITY_GAMES_FIGHTING", "BRAND_SUITABILITY_GAMES_MATURE",
	"BRAND_SUITABILITY_HEALTH_SENSITIVE", "BRAND_SUITABILITY_HEALTH_SOURCE_UNDETERMINED",
	"BRAND_SUITABILITY_NEWS_RECENT", "BRAND_SUITABILITY_NEWS_SENSITIVE",
	"BRAND_SUITABILITY_NEWS_SOURCE_NOT_FEATURED", "BRAND_SUITABILITY_POLITICS",
	"BRAND_SUITABILITY_RELIGION", NULL,
};
const struct g_enum ge_content_label_type = {
	"enums.ContentLabelTypeEnum.ContentLabelType",
	content_label_type_names,
};

static const char *const conversion_action_category_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DEFAULT", "PAGE_VIEW", "PURCHASE", "SIGNUP", "DOWNLOAD",
	"ADD_TO_CART", "BEGIN_CHECKOUT", "SUBSCRIBE_PAID", "PHONE_CALL_LEAD", "IMPORTED_LEAD",
	"SUBMIT_LEAD_FORM", "BOOK_APPOINTMENT", "REQUEST_QUOTE", "GET_DIRECTIONS",
	"OUTBOUND_CLICK", "CONTACT", "ENGAGEMENT", "STORE_VISIT", "STORE_SALE", "QUALIFIED_LEAD",
	"CONVERTED_LEAD", "YOUTUBE_FOLLOW_ON_VIEWS", NULL,
};
const struct g_enum ge_conversion_action_category = {
	"enums.ConversionActionCategoryEnum.ConversionActionCategory",
	conversion_action_category_names,
};

static const char *const conversion_action_counting_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ONE_PER_CLICK", "MANY_PER_CLICK", NULL,
};
const struct g_enum ge_conversion_action_counting_type = {
	"enums.ConversionActionCountingTypeEnum.ConversionActionCountingType",
	conversion_action_counting_type_names,
};

static const char *const conversion_action_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "REMOVED", "HIDDEN", NULL,
};
const struct g_enum ge_conversion_action_status = {
	"enums.ConversionActionStatusEnum.ConversionActionStatus",
	conversion_action_status_names,
};

static const char *const conversion_action_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AD_CALL", "CLICK_TO_CALL", "GOOGLE_PLAY_DOWNLOAD",
	"GOOGLE_PLAY_IN_APP_PURCHASE", "UPLOAD_CALLS", "UPLOAD_CLICKS", "WEBPAGE", "WEBSITE_CALL",
	"STORE_SALES_DIRECT_UPLOAD", "STORE_SALES", "FIREBASE_ANDROID_FIRST_OPEN",
	"FIREBASE_ANDROID_IN_APP_PURCHASE", "FIREBASE_ANDROID_CUSTOM", "FIREBASE_IOS_FIRST_OPEN",
	"FIREBASE_IOS_IN_APP_PURCHASE", "FIREBASE_IOS_CUSTOM",
	"THIRD_PARTY_APP_ANALYTICS_ANDROID_FIRST_OPEN",
	"THIRD_PARTY_APP_ANALYTICS_ANDROID_IN_APP_PURCHASE",
	"THIRD_PARTY_APP_ANALYTICS_ANDROID_CUSTOM", "THIRD_PARTY_APP_ANALYTICS_IOS_FIRST_OPEN",
	"THIRD_PARTY_APP_ANALYTICS_IOS_IN_APP_PURCHASE", "THIRD_PARTY_APP_ANALYTICS_IOS_CUSTOM",
	"ANDROID_APP_PRE_REGISTRATION", "ANDROID_INSTALLS_ALL_OTHER_APPS", "FLOODLIGHT_ACTION",
	"FLOODLIGHT_TRANSACTION", "GOOGLE_HOSTED", "LEAD_FORM_SUBMIT", "SALESFORCE",
	"SEARCH_ADS_360", "SMART_CAMPAIGN_AD_CLICKS_TO_CALL", "SMART_CAMPAIGN_MAP_CLICKS_TO_CALL",
	"SMART_CAMPAIGN_MAP_DIRECTIONS", "SMART_CAMPAIGN_TRACKED_CALLS", "STORE_VISITS",
	"WEBPAGE_CODELESS", "UNIVERSAL_ANALYTICS_GOAL", "UNIVERSAL_ANALYTICS_TRANSACTION",
	"GOOGLE_ANALYTICS_4_CUSTOM", "GOOGLE_ANALYTICS_4_PURCHASE",
	"GOOGLE_ANALYTICS_4_GENERATE_LEAD", "GOOGLE_ANALYTICS_4_QUALIFY_LEAD",
	"GOOGLE_ANALYTICS_4_CLOSE_CONVERT_LEAD", "FIREBASE_ANDROID_GENERATE_LEAD",
	"FIREBASE_ANDROID_QUALIFY_LEAD", "FIREBASE_ANDROID_CLOSE_CONVERT_LEAD",
	"FIREBASE_IOS_GENERATE_LEAD", "FIREBASE_IOS_QUALIFY_LEAD",
	"FIREBASE_IOS_CLOSE_CONVERT_LEAD", "LOCAL_SERVICES_ADS", NULL,
};
const struct g_enum ge_conversion_action_type = {
	"enums.ConversionActionTypeEnum.ConversionActionType",
	conversion_action_type_names,
};

static const char *const conversion_origin_names[] = {
	"UNSPECIFIED", "UNKNOWN", "WEBSITE", "GOOGLE_HOSTED", "APP", "CALL_FROM_ADS", "STORE",
	"YOUTUBE_HOSTED", "LOCAL_SERVICES_ADS", NULL,
};
const struct g_enum ge_conversion_origin = {
	"enums.ConversionOriginEnum.ConversionOrigin",
	conversion_origin_names,
};

static const char *const conversion_tracking_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NOT_CONVERSION_TRACKED", "CONVERSION_TRACKING_MANAGED_BY_SELF",
	"CONVERSION_TRACKING_MANAGED_BY_THIS_MANAGER",
	"CONVERSION_TRACKING_MANAGED_BY_ANOTHER_MANAGER", NULL,
};
const struct g_enum ge_conversion_tracking_status = {
	"enums.ConversionTrackingStatusEnum.ConversionTrackingStatus",
	conversion_tracking_status_names,
};

static const char *const criterion_system_serving_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ELIGIBLE", "RARELY_SERVED", NULL,
};
const struct g_enum ge_criterion_system_serving_status = {
	"enums.CriterionSystemServingStatusEnum.CriterionSystemServingStatus",
	criterion_system_serving_status_names,
};

static const char *const criterion_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "KEYWORD", "PLACEMENT", "MOBILE_APP_CATEGORY",
	"MOBILE_APPLICATION", "DEVICE", "LOCATION", "LISTING_GROUP", "AD_SCHEDULE", "AGE_RANGE",
	"GENDER", "INCOME_RANGE", "PARENTAL_STATUS", "YOUTUBE_VIDEO", "YOUTUBE_CHANNEL",
	"USER_LIST", "PROXIMITY", "TOPIC", "LISTING_SCOPE", "LANGUAGE", "IP_BLOCK",
	"CONTENT_LABEL", "CARRIER", "USER_INTEREST", "WEBPAGE", "OPERATING_SYSTEM_VERSION",
	"APP_PAYMENT_MODEL", "MOBILE_DEVICE", "CUSTOM_AFFINITY", "CUSTOM_INTENT", "LOCATION_GROUP",
	"CUSTOM_AUDIENCE", "COMBINED_AUDIENCE", "KEYWORD_THEME", "AUDIENCE",
	"NEGATIVE_KEYWORD_LIST", "LOCAL_SERVICE_ID", "SEARCH_THEME", "BRAND", "BRAND_LIST",
	"LIFE_EVENT", "WEBPAGE_LIST", "VIDEO_LINEUP", "PLACEMENT_LIST",
	"VERTICAL_ADS_ITEM_GROUP_RULE_LIST", "VERTICAL_ADS_ITEM_GROUP_RULE",
	"VERTICAL_ADS_ITEM_BID", "RETAIL_FILTER_BUNDLE", "RETAIL_FILTER", NULL,
};
const struct g_enum ge_criterion_type = {
	"enums.CriterionTypeEnum.CriterionType",
	criterion_type_names,
};

static const char *const customer_pay_per_conversion_eligibility_failure_reason_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NOT_ENOUGH_CONVERSIONS", "CONVERSION_LAG_TOO_HIGH",
	"HAS_CAMPAIGN_WITH_SHARED_BUDGET", "HAS_UPLOAD_CLICKS_CONVERSION",
	"AVERAGE_DAILY_SPEND_TOO_HIGH", "ANALYSIS_NOT_COMPLETE", "OTHER", NULL,
};
const struct g_enum ge_customer_pay_per_conversion_eligibility_failure_reason = {
	"enums.CustomerPayPerConversionEligibilityFailureReasonEnum."
	"CustomerPayPerConversionEligibilityFailureReason",
	customer_pay_per_conversion_eligibility_failure_reason_names,
};

static const char *const customer_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "CANCELED", "SUSPENDED", "CLOSED", NULL,
};
const struct g_enum ge_customer_status = {
	"enums.CustomerStatusEnum.CustomerStatus",
	customer_status_names,
};
