/* The named values of every enum a row refers to, in the order of the published numbers. */
/* clang-format off: filled lines. */
#include "schema.h"

static const char *const data_driven_model_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AVAILABLE", "STALE", "EXPIRED", "NEVER_GENERATED", NULL,
};
const struct g_enum ge_data_driven_model_status = {
	"enums.DataDrivenModelStatusEnum.DataDrivenModelStatus",
	data_driven_model_status_names,
};

static const char *const day_of_week_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY",
	"SATURDAY", "SUNDAY", NULL,
};
const struct g_enum ge_day_of_week = {"enums.DayOfWeekEnum.DayOfWeek", day_of_week_names};

static const char *const demand_gen_channel_config_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CHANNEL_STRATEGY", "SELECTED_CHANNELS", NULL,
};
const struct g_enum ge_demand_gen_channel_config = {
	"enums.DemandGenChannelConfigEnum.DemandGenChannelConfig",
	demand_gen_channel_config_names,
};

static const char *const demand_gen_channel_strategy_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ALL_CHANNELS", "ALL_OWNED_AND_OPERATED_CHANNELS", NULL,
};
const struct g_enum ge_demand_gen_channel_strategy = {
	"enums.DemandGenChannelStrategyEnum.DemandGenChannelStrategy",
	demand_gen_channel_strategy_names,
};

static const char *const device_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MOBILE", "TABLET", "DESKTOP", "CONNECTED_TV", "OTHER", NULL,
};
const struct g_enum ge_device = {"enums.DeviceEnum.Device", device_names};

static const char *const display_ad_format_setting_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ALL_FORMATS", "NON_NATIVE", "NATIVE", NULL,
};
const struct g_enum ge_display_ad_format_setting = {
	"enums.DisplayAdFormatSettingEnum.DisplayAdFormatSetting",
	display_ad_format_setting_names,
};

static const char *const display_upload_product_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "HTML5_UPLOAD_AD", "DYNAMIC_HTML5_EDUCATION_AD",
	"DYNAMIC_HTML5_FLIGHT_AD", "DYNAMIC_HTML5_HOTEL_RENTAL_AD", "DYNAMIC_HTML5_JOB_AD",
	"DYNAMIC_HTML5_LOCAL_AD", "DYNAMIC_HTML5_REAL_ESTATE_AD", "DYNAMIC_HTML5_CUSTOM_AD",
	"DYNAMIC_HTML5_TRAVEL_AD", "DYNAMIC_HTML5_HOTEL_AD", NULL,
};
const struct g_enum ge_display_upload_product_type = {
	"enums.DisplayUploadProductTypeEnum.DisplayUploadProductType",
	display_upload_product_type_names,
};

static const char *const eu_political_advertising_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CONTAINS_EU_POLITICAL_ADVERTISING",
	"DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING", NULL,
};
const struct g_enum ge_eu_political_advertising_status = {
	"enums.EuPoliticalAdvertisingStatusEnum.EuPoliticalAdvertisingStatus",
	eu_political_advertising_status_names,
};

static const char *const fixed_cpm_goal_names[] = {
	"UNSPECIFIED", "UNKNOWN", "REACH", "TARGET_FREQUENCY", NULL,
};
const struct g_enum ge_fixed_cpm_goal = {
	"enums.FixedCpmGoalEnum.FixedCpmGoal",
	fixed_cpm_goal_names,
};

static const char *const fixed_cpm_target_frequency_time_unit_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MONTHLY", NULL,
};
const struct g_enum ge_fixed_cpm_target_frequency_time_unit = {
	"enums.FixedCpmTargetFrequencyTimeUnitEnum.FixedCpmTargetFrequencyTimeUnit",
	fixed_cpm_target_frequency_time_unit_names,
};

static const char *const frequency_cap_event_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "IMPRESSION", "VIDEO_VIEW", NULL,
};
const struct g_enum ge_frequency_cap_event_type = {
	"enums.FrequencyCapEventTypeEnum.FrequencyCapEventType",
	frequency_cap_event_type_names,
};

static const char *const frequency_cap_level_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AD_GROUP_AD", "AD_GROUP", "CAMPAIGN", NULL,
};
const struct g_enum ge_frequency_cap_level = {
	"enums.FrequencyCapLevelEnum.FrequencyCapLevel",
	frequency_cap_level_names,
};

static const char *const frequency_cap_time_unit_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DAY", "WEEK", "MONTH", NULL,
};
const struct g_enum ge_frequency_cap_time_unit = {
	"enums.FrequencyCapTimeUnitEnum.FrequencyCapTimeUnit",
	frequency_cap_time_unit_names,
};

static const char *const gender_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MALE", "FEMALE", "UNDETERMINED", NULL,
};
const struct g_enum ge_gender_type = {"enums.GenderTypeEnum.GenderType", gender_type_names};

static const char *const geo_target_constant_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ENABLED", "REMOVAL_PLANNED", NULL,
};
const struct g_enum ge_geo_target_constant_status = {
	"enums.GeoTargetConstantStatusEnum.GeoTargetConstantStatus",
	geo_target_constant_status_names,
};

static const char *const gls_phone_number_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DESTINATION_PHONE_NUMBER_FOR_ADS",
	"DESTINATION_PHONE_NUMBER_FOR_SMS_ONLY", "DESTINATION_PHONE_NUMBER_FOR_WHATSAPP_ONLY",
	NULL,
};
const struct g_enum ge_gls_phone_number_type = {
	"enums.GlsPhoneNumberTypeEnum.GlsPhoneNumberType",
	gls_phone_number_type_names,
};

static const char *const income_range_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "INCOME_RANGE_0_50", "INCOME_RANGE_50_60", "INCOME_RANGE_60_70",
	"INCOME_RANGE_70_80", "INCOME_RANGE_80_90", "INCOME_RANGE_90_UP",
	"INCOME_RANGE_UNDETERMINED", NULL,
};
const struct g_enum ge_income_range_type = {
	"enums.IncomeRangeTypeEnum.IncomeRangeType",
	income_range_type_names,
};

static const char *const keyword_match_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "EXACT", "PHRASE", "BROAD", NULL,
};
const struct g_enum ge_keyword_match_type = {
	"enums.KeywordMatchTypeEnum.KeywordMatchType",
	keyword_match_type_names,
};

static const char *const legacy_app_install_ad_app_store_names[] = {
	"UNSPECIFIED", "UNKNOWN", "APPLE_APP_STORE", "GOOGLE_PLAY", "WINDOWS_STORE",
	"WINDOWS_PHONE_STORE", "CN_APP_STORE", NULL,
};
const struct g_enum ge_legacy_app_install_ad_app_store = {
	"enums.LegacyAppInstallAdAppStoreEnum.LegacyAppInstallAdAppStore",
	legacy_app_install_ad_app_store_names,
};

static const char *const listing_group_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SUBDIVISION", "UNIT", NULL,
};
const struct g_enum ge_listing_group_type = {
	"enums.ListingGroupTypeEnum.ListingGroupType",
	listing_group_type_names,
};

static const char *const listing_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "VEHICLES", NULL,
};
const struct g_enum ge_listing_type = {"enums.ListingTypeEnum.ListingType", listing_type_names};

static const char *const location_group_radius_units_names[] = {
	"UNSPECIFIED", "UNKNOWN", "METERS", "MILES", "MILLI_MILES", NULL,
};
const struct g_enum ge_location_group_radius_units = {
	"enums.LocationGroupRadiusUnitsEnum.LocationGroupRadiusUnits",
	location_group_radius_units_names,
};

static const char *const location_source_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "GOOGLE_MY_BUSINESS", "AFFILIATE", NULL,
};
const struct g_enum ge_location_source_type = {
	"enums.LocationSourceTypeEnum.LocationSourceType",
	location_source_type_names,
};

static const char *const messaging_restriction_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "RESTRICTION_BASED_EXCLUSION", NULL,
};
const struct g_enum ge_messaging_restriction_type = {
	"enums.MessagingRestrictionTypeEnum.MessagingRestrictionType",
	messaging_restriction_type_names,
};

static const char *const mime_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "IMAGE_JPEG", "IMAGE_GIF", "IMAGE_PNG", "FLASH", "TEXT_HTML",
	"PDF", "MSWORD", "MSEXCEL", "RTF", "AUDIO_WAV", "AUDIO_MP3", "HTML5_AD_ZIP", NULL,
};
const struct g_enum ge_mime_type = {"enums.MimeTypeEnum.MimeType", mime_type_names};

static const char *const minute_of_hour_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ZERO", "FIFTEEN", "THIRTY", "FORTY_FIVE", NULL,
};
const struct g_enum ge_minute_of_hour = {
	"enums.MinuteOfHourEnum.MinuteOfHour",
	minute_of_hour_names,
};

static const char *const mobile_app_vendor_names[] = {
	"UNSPECIFIED", "UNKNOWN", "APPLE_APP_STORE", "GOOGLE_APP_STORE", NULL,
};
const struct g_enum ge_mobile_app_vendor = {
	"enums.MobileAppVendorEnum.MobileAppVendor",
	mobile_app_vendor_names,
};

static const char *const negative_geo_target_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PRESENCE_OR_INTEREST", "PRESENCE", NULL,
};
const struct g_enum ge_negative_geo_target_type = {
	"enums.NegativeGeoTargetTypeEnum.NegativeGeoTargetType",
	negative_geo_target_type_names,
};

static const char *const non_skippable_max_duration_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MAX_DURATION_FIFTEEN_SECONDS", "MAX_DURATION_THIRTY_SECONDS",
	"MAX_DURATION_SIXTY_SECONDS", NULL,
};
const struct g_enum ge_non_skippable_max_duration = {
	"enums.NonSkippableMaxDurationEnum.NonSkippableMaxDuration",
	non_skippable_max_duration_names,
};

static const char *const non_skippable_min_duration_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MIN_DURATION_FIVE_SECONDS", "MIN_DURATION_SEVEN_SECONDS",
	"MIN_DURATION_SIXTEEN_SECONDS", "MIN_DURATION_THIRTY_ONE_SECONDS", NULL,
};
const struct g_enum ge_non_skippable_min_duration = {
	"enums.NonSkippableMinDurationEnum.NonSkippableMinDuration",
	non_skippable_min_duration_names,
};

static const char *const operator_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ADD", "REMOVE", NULL,
};
const struct g_enum ge_operator = {"common.TargetRestrictionOperation.Operator", operator_names};

static const char *const optimization_goal_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CALL_CLICKS", "DRIVING_DIRECTIONS", "APP_PRE_REGISTRATION",
	NULL,
};
const struct g_enum ge_optimization_goal_type = {
	"enums.OptimizationGoalTypeEnum.OptimizationGoalType",
	optimization_goal_type_names,
};

static const char *const parental_status_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PARENT", "NOT_A_PARENT", "UNDETERMINED", NULL,
};
const struct g_enum ge_parental_status_type = {
	"enums.ParentalStatusTypeEnum.ParentalStatusType",
	parental_status_type_names,
};

static const char *const payment_mode_names[] = {
	"UNSPECIFIED", "UNKNOWN", "CLICKS", "CONVERSION_VALUE", "CONVERSIONS", "GUEST_STAY", NULL,
};
const struct g_enum ge_payment_mode = {"enums.PaymentModeEnum.PaymentMode", payment_mode_names};

static const char *const policy_approval_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DISAPPROVED", "APPROVED_LIMITED", "APPROVED",
	"AREA_OF_INTEREST_ONLY", NULL,
};
const struct g_enum ge_policy_approval_status = {
	"enums.PolicyApprovalStatusEnum.PolicyApprovalStatus",
	policy_approval_status_names,
};

static const char *const policy_review_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "REVIEW_IN_PROGRESS", "REVIEWED", "UNDER_APPEAL",
	"ELIGIBLE_MAY_SERVE", NULL,
};
const struct g_enum ge_policy_review_status = {
	"enums.PolicyReviewStatusEnum.PolicyReviewStatus",
	policy_review_status_names,
};

static const char *const policy_topic_entry_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PROHIBITED", "LIMITED", "FULLY_LIMITED", "DESCRIPTIVE",
	"BROADENING", "AREA_OF_INTEREST_ONLY", NULL,
};
const struct g_enum ge_policy_topic_entry_type = {
	"enums.PolicyTopicEntryTypeEnum.PolicyTopicEntryType",
	policy_topic_entry_type_names,
};

static const char *const policy_topic_evidence_destination_mismatch_url_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DISPLAY_URL", "FINAL_URL", "FINAL_MOBILE_URL", "TRACKING_URL",
	"MOBILE_TRACKING_URL", NULL,
};
const struct g_enum ge_policy_topic_evidence_destination_mismatch_url_type = {
	"enums.PolicyTopicEvidenceDestinationMismatchUrlTypeEnum."
	"PolicyTopicEvidenceDestinationMismatchUrlType",
	policy_topic_evidence_destination_mismatch_url_type_names,
};

static const char *const policy_topic_evidence_destination_not_working_device_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DESKTOP", "ANDROID", "IOS", NULL,
};
const struct g_enum ge_policy_topic_evidence_destination_not_working_device = {
	"enums.PolicyTopicEvidenceDestinationNotWorkingDeviceEnum."
	"PolicyTopicEvidenceDestinationNotWorkingDevice",
	policy_topic_evidence_destination_not_working_device_names,
};

static const char *const policy_topic_evidence_destination_not_working_dns_error_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "HOSTNAME_NOT_FOUND", "GOOGLE_CRAWLER_DNS_ISSUE", NULL,
};
const struct g_enum ge_policy_topic_evidence_destination_not_working_dns_error_type = {
	"enums.PolicyTopicEvidenceDestinationNotWorkingDnsErrorTypeEnum."
	"PolicyTopicEvidenceDestinationNotWorkingDnsErrorType",
	policy_topic_evidence_destination_not_working_dns_error_type_names,
};

static const char *const positive_geo_target_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PRESENCE_OR_INTEREST", "SEARCH_INTEREST", "PRESENCE", NULL,
};
const struct g_enum ge_positive_geo_target_type = {
	"enums.PositiveGeoTargetTypeEnum.PositiveGeoTargetType",
	positive_geo_target_type_names,
};

static const char *const product_category_level_names[] = {
	"UNSPECIFIED", "UNKNOWN", "LEVEL1", "LEVEL2", "LEVEL3", "LEVEL4", "LEVEL5", NULL,
};
const struct g_enum ge_product_category_level = {
	"enums.ProductCategoryLevelEnum.ProductCategoryLevel",
	product_category_level_names,
};

static const char *const product_channel_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ONLINE", "LOCAL", NULL,
};
const struct g_enum ge_product_channel = {
	"enums.ProductChannelEnum.ProductChannel",
	product_channel_names,
};

static const char *const product_channel_exclusivity_names[] = {
	"UNSPECIFIED", "UNKNOWN", "SINGLE_CHANNEL", "MULTI_CHANNEL", NULL,
};
const struct g_enum ge_product_channel_exclusivity = {
	"enums.ProductChannelExclusivityEnum.ProductChannelExclusivity",
	product_channel_exclusivity_names,
};

static const char *const product_condition_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NEW", "REFURBISHED", "USED", NULL,
};
const struct g_enum ge_product_condition = {
	"enums.ProductConditionEnum.ProductCondition",
	product_condition_names,
};

static const char *const product_custom_attribute_index_names[] = {
	"UNSPECIFIED", "UNKNOWN", "INDEX0", "INDEX1", "INDEX2", "INDEX3", "INDEX4", NULL,
};
const struct g_enum ge_product_custom_attribute_index = {
	"enums.ProductCustomAttributeIndexEnum.ProductCustomAttributeIndex",
	product_custom_attribute_index_names,
};

static const char *const product_type_level_names[] = {
	"UNSPECIFIED", "UNKNOWN", "LEVEL1", "LEVEL2", "LEVEL3", "LEVEL4", "LEVEL5", NULL,
};
const struct g_enum ge_product_type_level = {
	"enums.ProductTypeLevelEnum.ProductTypeLevel",
	product_type_level_names,
};

static const char *const proximity_radius_units_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MILES", "KILOMETERS", NULL,
};
const struct g_enum ge_proximity_radius_units = {
	"enums.ProximityRadiusUnitsEnum.ProximityRadiusUnits",
	proximity_radius_units_names,
};

static const char *const quality_score_bucket_names[] = {
	"UNSPECIFIED", "UNKNOWN", "BELOW_AVERAGE", "AVERAGE", "ABOVE_AVERAGE", NULL,
};
const struct g_enum ge_quality_score_bucket = {
	"enums.QualityScoreBucketEnum.QualityScoreBucket",
	quality_score_bucket_names,
};

static const char *const response_content_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "RESOURCE_NAME_ONLY", "MUTABLE_RESOURCE", NULL,
};
const struct g_enum ge_response_content_type = {
	"enums.ResponseContentTypeEnum.ResponseContentType",
	response_content_type_names,
};

static const char *const served_asset_field_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "HEADLINE_1", "HEADLINE_2", "HEADLINE_3", "DESCRIPTION_1",
	"DESCRIPTION_2", "HEADLINE", "HEADLINE_IN_PORTRAIT", "LONG_HEADLINE", "DESCRIPTION",
	"DESCRIPTION_IN_PORTRAIT", "BUSINESS_NAME_IN_PORTRAIT", "BUSINESS_NAME", "MARKETING_IMAGE",
	"MARKETING_IMAGE_IN_PORTRAIT", "SQUARE_MARKETING_IMAGE", "PORTRAIT_MARKETING_IMAGE",
	"LOGO", "LANDSCAPE_LOGO", "CALL_TO_ACTION", "YOU_TUBE_VIDEO", "SITELINK", "CALL",
	"MOBILE_APP", "CALLOUT", "STRUCTURED_SNIPPET", "PRICE", "PROMOTION", "AD_IMAGE",
	"LEAD_FORM", "BUSINESS_LOGO", "DESCRIPTION_PREFIX", "HEADLINE_AS_SITELINK_POSITION_ONE",
	"HEADLINE_AS_SITELINK_POSITION_TWO", "DESCRIPTION_LINE_HEADLINE_AS_SITELINK_POSITION_ONE",
	"DESCRIPTION_LINE_HEADLINE_AS_SITELINK_POSITION_TWO", "TEXT_DISCLAIMER", NULL,
};
const struct g_enum ge_served_asset_field_type = {
	"enums.ServedAssetFieldTypeEnum.ServedAssetFieldType",
	served_asset_field_type_names,
};

static const char *const summary_row_setting_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NO_SUMMARY_ROW", "SUMMARY_ROW_WITH_RESULTS", "SUMMARY_ROW_ONLY",
	NULL,
};
const struct g_enum ge_summary_row_setting = {
	"enums.SummaryRowSettingEnum.SummaryRowSetting",
	summary_row_setting_names,
};

static const char *const synthetic_content_attestation_status_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NOT_SYNTHETIC", "IS_SYNTHETIC", NULL,
};
const struct g_enum ge_synthetic_content_attestation_status = {
	"enums.SyntheticContentAttestationStatusEnum.SyntheticContentAttestationStatus",
	synthetic_content_attestation_status_names,
};

static const char *const synthetic_content_source_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ADVERTISER_ATTESTED", "GOOGLE_GENERATED_ADVERTISER_REVIEWED",
	"GOOGLE_GENERATED_FULLY_AUTOMATED", NULL,
};
const struct g_enum ge_synthetic_content_source = {
	"enums.SyntheticContentSourceEnum.SyntheticContentSource",
	synthetic_content_source_names,
};

static const char *const system_managed_resource_source_names[] = {
	"UNSPECIFIED", "UNKNOWN", "AD_VARIATIONS", NULL,
};
const struct g_enum ge_system_managed_resource_source = {
	"enums.SystemManagedResourceSourceEnum.SystemManagedResourceSource",
	system_managed_resource_source_names,
};

static const char *const target_frequency_time_unit_names[] = {
	"UNSPECIFIED", "UNKNOWN", "WEEKLY", "MONTHLY", NULL,
};
const struct g_enum ge_target_frequency_time_unit = {
	"enums.TargetFrequencyTimeUnitEnum.TargetFrequencyTimeUnit",
	target_frequency_time_unit_names,
};

static const char *const target_impression_share_location_names[] = {
	"UNSPECIFIED", "UNKNOWN", "ANYWHERE_ON_PAGE", "TOP_OF_PAGE", "ABSOLUTE_TOP_OF_PAGE", NULL,
};
const struct g_enum ge_target_impression_share_location = {
	"enums.TargetImpressionShareLocationEnum.TargetImpressionShareLocation",
	target_impression_share_location_names,
};

static const char *const targeting_dimension_names[] = {
	"UNSPECIFIED", "UNKNOWN", "KEYWORD", "AUDIENCE", "TOPIC", "GENDER", "AGE_RANGE",
	"PLACEMENT", "PARENTAL_STATUS", "INCOME_RANGE", NULL,
};
const struct g_enum ge_targeting_dimension = {
	"enums.TargetingDimensionEnum.TargetingDimension",
	targeting_dimension_names,
};

static const char *const third_party_brand_lift_integration_partner_names[] = {
	"UNSPECIFIED", "UNKNOWN", "KANTAR_MILLWARD_BROWN", "DYNATA", "INTAGE", "MACROMILL", NULL,
};
const struct g_enum ge_third_party_brand_lift_integration_partner = {
	"enums.ThirdPartyBrandLiftIntegrationPartnerEnum.ThirdPartyBrandLiftIntegrationPartner",
	third_party_brand_lift_integration_partner_names,
};

static const char *const third_party_brand_safety_integration_partner_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DOUBLE_VERIFY", "INTEGRAL_AD_SCIENCE", "ZEFR", NULL,
};
const struct g_enum ge_third_party_brand_safety_integration_partner = {
	"enums.ThirdPartyBrandSafetyIntegrationPartnerEnum.ThirdPartyBrandSafetyIntegrationPartner",
	third_party_brand_safety_integration_partner_names,
};

static const char *const third_party_conversion_attribution_integration_partner_names[] = {
	"UNSPECIFIED", "UNKNOWN", "TRANSUNION", NULL,
};
const struct g_enum ge_third_party_conversion_attribution_integration_partner = {
	"enums.ThirdPartyConversionAttributionIntegrationPartnerEnum."
	"ThirdPartyConversionAttributionIntegrationPartner",
	third_party_conversion_attribution_integration_partner_names,
};

static const char *const third_party_reach_integration_partner_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NIELSEN", "COMSCORE", "KANTAR_MILLWARD_BROWN", "VIDEO_RESEARCH",
	"GEMIUS", "MEDIA_SCOPE", "AUDIENCE_PROJECT", "VIDEO_AMP", "ISPOT_TV", NULL,
};
const struct g_enum ge_third_party_reach_integration_partner = {
	"enums.ThirdPartyReachIntegrationPartnerEnum.ThirdPartyReachIntegrationPartner",
	third_party_reach_integration_partner_names,
};

static const char *const third_party_viewability_integration_partner_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DOUBLE_VERIFY", "INTEGRAL_AD_SCIENCE", "ZEFR", NULL,
};
const struct g_enum ge_third_party_viewability_integration_partner = {
	"enums.ThirdPartyViewabilityIntegrationPartnerEnum.ThirdPartyViewabilityIntegrationPartner",
	third_party_viewability_integration_partner_names,
};

static const char *const vanity_pharma_display_url_mode_names[] = {
	"UNSPECIFIED", "UNKNOWN", "MANUFACTURER_WEBSITE_URL", "WEBSITE_DESCRIPTION", NULL,
};
const struct g_enum ge_vanity_pharma_display_url_mode = {
	"enums.VanityPharmaDisplayUrlModeEnum.VanityPharmaDisplayUrlMode",
	vanity_pharma_display_url_mode_names,
};

static const char *const vanity_pharma_text_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PRESCRIPTION_TREATMENT_WEBSITE_EN",
	"PRESCRIPTION_TREATMENT_WEBSITE_ES", "PRESCRIPTION_DEVICE_WEBSITE_EN",
	"PRESCRIPTION_DEVICE_WEBSITE_ES", "MEDICAL_DEVICE_WEBSITE_EN", "MEDICAL_DEVICE_WEBSITE_ES",
	"PREVENTATIVE_TREATMENT_WEBSITE_EN", "PREVENTATIVE_TREATMENT_WEBSITE_ES",
	"PRESCRIPTION_CONTRACEPTION_WEBSITE_EN", "PRESCRIPTION_CONTRACEPTION_WEBSITE_ES",
	"PRESCRIPTION_VACCINE_WEBSITE_EN", "PRESCRIPTION_VACCINE_WEBSITE_ES", NULL,
};
const struct g_enum ge_vanity_pharma_text = {
	"enums.VanityPharmaTextEnum.VanityPharmaText",
	vanity_pharma_text_names,
};

static const char *const video_ad_format_restriction_names[] = {
	"UNSPECIFIED", "UNKNOWN", "NON_SKIPPABLE_IN_STREAM", NULL,
};
const struct g_enum ge_video_ad_format_restriction = {
	"enums.VideoAdFormatRestrictionEnum.VideoAdFormatRestriction",
	video_ad_format_restriction_names,
};

static const char *const video_ad_sequence_interaction_type_names[] = {
	"UNSPECIFIED", "UNKNOWN", "PAID_VIEW", "SKIP", "IMPRESSION", "ENGAGED_IMPRESSION", NULL,
};
const struct g_enum ge_video_ad_sequence_interaction_type = {
	"enums.VideoAdSequenceInteractionTypeEnum.VideoAdSequenceInteractionType",
	video_ad_sequence_interaction_type_names,
};

static const char *const video_ad_sequence_minimum_duration_names[] = {
	"UNSPECIFIED", "UNKNOWN", "WEEK", "MONTH", NULL,
};
const struct g_enum ge_video_ad_sequence_minimum_duration = {
	"enums.VideoAdSequenceMinimumDurationEnum.VideoAdSequenceMinimumDuration",
	video_ad_sequence_minimum_duration_names,
};

static const char *const video_thumbnail_names[] = {
	"UNSPECIFIED", "UNKNOWN", "DEFAULT_THUMBNAIL", "THUMBNAIL_1", "THUMBNAIL_2", "THUMBNAIL_3",
	NULL,
};
const struct g_enum ge_video_thumbnail = {
	"enums.VideoThumbnailEnum.VideoThumbnail",
	video_thumbnail_names,
};

static const char *const webpage_condition_operand_names[] = {
	"UNSPECIFIED", "UNKNOWN", "URL", "CATEGORY", "PAGE_TITLE", "PAGE_CONTENT", "CUSTOM_LABEL",
	NULL,
};
const struct g_enum ge_webpage_condition_operand = {
	"enums.WebpageConditionOperandEnum.WebpageConditionOperand",
	webpage_condition_operand_names,
};

static const char *const webpage_condition_operator_names[] = {
	"UNSPECIFIED", "UNKNOWN", "EQUALS", "CONTAINS", NULL,
};
const struct g_enum ge_webpage_condition_operator = {
	"enums.WebpageConditionOperatorEnum.WebpageConditionOperator",
	webpage_condition_operator_names,
};
