/* Google's published error codes: the class of each, and the platform's words. */
#include "tests/support/answers.h"

#include "platform/google/adapter.h"

#include <stdio.h>

/* The body of an error with the code "enum.VALUE". */
static const char *body_of(struct ad_arena *arena, const char *code)
{
	const char *dot = strchr(code, '.');

	return ad_arena_printf(
		       arena,
		       "{\"error\":{\"code\":400,\"message\":\"m\",\"details\":[{\"errors\":["
		       "{\"errorCode\":{\"%.*s\":\"%s\"},\"message\":\"Words of theirs\"}]}]}}",
		       (int)(dot - code), code, dot + 1)
		.p;
}

static const char *const throttled[] = {
	"quotaError.RESOURCE_EXHAUSTED",
	"quotaError.RESOURCE_TEMPORARILY_EXHAUSTED",
	"quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION",
	"quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION",
	NULL,
};
static const char *const busy[] = {
	"databaseError.CONCURRENT_MODIFICATION",
	NULL,
};
static const char *const doubtful[] = {
	"internalError.INTERNAL_ERROR",
	"internalError.TRANSIENT_ERROR",
	"internalError.DEADLINE_EXCEEDED",
	"requestError.RPC_DEADLINE_TOO_SHORT",
	NULL,
};
static const char *const answer_too_large[] = {
	"sizeLimitError.RESPONSE_SIZE_LIMIT_EXCEEDED",
	NULL,
};
static const char *const too_large[] = {
	"sizeLimitError.REQUEST_SIZE_LIMIT_EXCEEDED",
	"databaseError.REQUEST_TOO_LARGE",
	"batchJobError.REQUEST_TOO_LARGE",
	"requestError.TOO_MANY_MUTATE_OPERATIONS",
	"requestError.TOO_MANY_ACTION_OPERATIONS",
	"campaignCriterionError.TOO_MANY_OPERATIONS",
	"adGroupCriterionError.TOO_MANY_OPERATIONS",
	"adGroupCriterionError.OPERATIONS_FOR_TOO_MANY_SHOPPING_ADGROUPS",
	"conversionUploadError.TOO_MANY_CONVERSIONS_IN_REQUEST",
	"resourceCountLimitExceededError.RESPONSE_ROW_LIMIT_EXCEEDED",
	NULL,
};
static const char *const expired[] = {
	"authenticationError.OAUTH_TOKEN_EXPIRED",  "authenticationError.OAUTH_TOKEN_INVALID",
	"authenticationError.AUTHENTICATION_ERROR", "authenticationError.OAUTH_TOKEN_REVOKED",
	"authenticationError.OAUTH_TOKEN_DISABLED", NULL,
};
static const char *const consent[] = {
	"authenticationError.OAUTH_TOKEN_REVOKED",
	"authenticationError.OAUTH_TOKEN_DISABLED",
	"authenticationError.GOOGLE_ACCOUNT_DELETED",
	"authenticationError.GOOGLE_ACCOUNT_AUTHENTICATION_FAILED",
	"authenticationError.NOT_ADS_USER",
	"authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED",
	"authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED",
	NULL,
};
static const char *const server[] = {
	"authenticationError.CUSTOMER_NOT_FOUND",
	"authenticationError.CLIENT_CUSTOMER_ID_INVALID",
	"authenticationError.DEVELOPER_TOKEN_INVALID",
	"authenticationError.ORGANIZATION_NOT_RECOGNIZED",
	"authenticationError.ORGANIZATION_NOT_APPROVED",
	"authenticationError.ORGANIZATION_NOT_ASSOCIATED_WITH_DEVELOPER_TOKEN",
	"authenticationError.INVALID_EMAIL_ADDRESS",
	"authenticationError.USER_ID_INVALID",
	"requestError.CLOUD_PROJECT_NOT_FOUND",
	"requestError.DEVELOPER_TOKEN_PARAMETER_MISSING",
	"requestError.LOGIN_CUSTOMER_ID_PARAMETER_MISSING",
	"headerError.INVALID_LOGIN_CUSTOMER_ID",
	"headerError.INVALID_LINKED_CUSTOMER_ID",
	NULL,
};
static const char *const denied[] = {
	"authorizationError.USER_PERMISSION_DENIED",
	"authorizationError.DEVELOPER_TOKEN_NOT_ON_ALLOWLIST",
	"authorizationError.DEVELOPER_TOKEN_PROHIBITED",
	"authorizationError.PROJECT_DISABLED",
	"authorizationError.AUTHORIZATION_ERROR",
	"authorizationError.ACTION_NOT_PERMITTED",
	"authorizationError.INCOMPLETE_SIGNUP",
	"authorizationError.CUSTOMER_NOT_ENABLED",
	"authorizationError.MISSING_TOS",
	"authorizationError.DEVELOPER_TOKEN_NOT_APPROVED",
	"authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION",
	"authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION",
	"authorizationError.SERVICE_ACCESS_DENIED",
	"authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE",
	"authorizationError.METRIC_ACCESS_DENIED",
	"authorizationError.CLOUD_PROJECT_NOT_UNDER_ORGANIZATION",
	"authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT",
	"resourceAccessDeniedError.WRITE_ACCESS_DENIED",
	"notAllowlistedError.CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE",
	"operationAccessDeniedError.ACTION_NOT_PERMITTED",
	"operationAccessDeniedError.CREATE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.REMOVE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.UPDATE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.MUTATE_ACTION_NOT_PERMITTED_FOR_CLIENT",
	"operationAccessDeniedError.MUTATE_NOT_PERMITTED_FOR_CUSTOMER",
	"quotaError.ACCESS_PROHIBITED",
	"adError.CUSTOMER_NOT_ELIGIBLE",
	"adError.CUSTOMER_NOT_APPROVED_MOBILEADS",
	"adError.CUSTOMER_NOT_APPROVED_THIRDPARTY_ADS",
	"campaignError.CUSTOMER_NOT_ALLOWLISTED_FOR_BRAND_GUIDELINES",
	"campaignBudgetError.CAMPAIGN_BUDGET_PERIOD_NOT_AVAILABLE",
	"criterionError.ACCOUNT_INELIGIBLE_FOR_CRITERIA_TYPE",
	"settingError.SETTING_TYPE_IS_NOT_AVAILABLE",
	"customerError.CREATION_DENIED_INELIGIBLE_MCC",
	"requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT",
	NULL,
};
static const char *const gone[] = {
	"contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
	"operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
	"adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD",
	NULL,
};
static const char *const missing[] = {
	"mutateError.RESOURCE_NOT_FOUND",
	"requestError.RESOURCE_NOT_FOUND",
	"idError.NOT_FOUND",
	"campaignError.CAMPAIGN_LABEL_DOES_NOT_EXIST",
	"adGroupError.ADGROUP_LABEL_DOES_NOT_EXIST",
	"criterionError.LISTING_GROUP_DOES_NOT_EXIST",
	NULL,
};
static const char *const existing[] = {
	"mutateError.RESOURCE_ALREADY_EXISTS",
	"campaignError.CAMPAIGN_LABEL_ALREADY_EXISTS",
	"adGroupError.ADGROUP_LABEL_ALREADY_EXISTS",
	"adGroupAdError.AD_GROUP_AD_LABEL_ALREADY_EXISTS",
	"criterionError.BID_MODIFIER_ALREADY_EXISTS",
	"criterionError.LISTING_GROUP_ALREADY_EXISTS",
	"campaignCriterionError.CANNOT_ADD_EXISTING_FIELD",
	"assetGroupAssetError.DUPLICATE_RESOURCE",
	NULL,
};
static const char *const same_name[] = {
	"campaignError.DUPLICATE_CAMPAIGN_NAME",
	"adGroupError.DUPLICATE_ADGROUP_NAME",
	"campaignBudgetError.DUPLICATE_NAME",
	"biddingStrategyError.DUPLICATE_NAME",
	"labelError.DUPLICATE_NAME",
	"sharedSetError.DUPLICATE_NAME",
	"conversionActionError.DUPLICATE_NAME",
	"assetGroupError.DUPLICATE_NAME",
	"assetError.DUPLICATE_ASSET_NAME",
	NULL,
};
static const char *const forbidden[] = {
	"policyFindingError.POLICY_FINDING",
	"policyViolationError.POLICY_ERROR",
	"customerError.CREATION_DENIED_FOR_POLICY_VIOLATION",
	NULL,
};
static const char *const undeclared[] = {
	"mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
	"criterionError.MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION",
	NULL,
};
static const char *const full[] = {
	"resourceCountLimitExceededError.ACCOUNT_LIMIT",
	"resourceCountLimitExceededError.CAMPAIGN_LIMIT",
	"resourceCountLimitExceededError.ADGROUP_LIMIT",
	"resourceCountLimitExceededError.AD_GROUP_AD_LIMIT",
	"resourceCountLimitExceededError.AD_GROUP_CRITERION_LIMIT",
	"resourceCountLimitExceededError.SHARED_SET_LIMIT",
	"resourceCountLimitExceededError.MATCHING_FUNCTION_LIMIT",
	"resourceCountLimitExceededError.RESOURCE_LIMIT",
	"criterionError.AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
	"labelError.EXCEEDED_LABEL_LIMIT_PER_TYPE",
	"quotaError.PAYMENTS_PROFILE_ACTIVATION_RATE_LIMIT_EXCEEDED",
	NULL,
};
static const char *const refused[] = {
	"campaignError.CANNOT_TARGET_CONTENT_NETWORK",
	"campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE",
	"campaignError.INVALID_TRAVEL_CUSTOMER_LINK",
	"campaignError.CANNOT_MODIFY_TEXT_ASSET_AUTOMATION_WITH_ENABLED_TRIAL",
	"adGroupError.INVALID_ADGROUP_NAME",
	"adGroupError.MISSING_ADGROUP_NAME",
	"adGroupError.CANNOT_ADD_ADGROUP_OF_TYPE_DSA_TO_CAMPAIGN_WITHOUT_DSA_SETTING",
	"adGroupError.CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE",
	"adGroupAdError.AD_NOT_UNDER_ADGROUP",
	"adGroupAdError.CANNOT_CREATE_TEXT_ADS",
	"adGroupAdError.RESOURCE_REFERENCED_IN_MULTIPLE_OPS",
	"adGroupAdError.CANNOT_UPDATE_DEPRECATED_ADS",
	"adError.AD_CUSTOMIZERS_NOT_SUPPORTED_FOR_AD_TYPE",
	"adError.INVALID_CHARACTER_FOR_URL",
	"adError.MISSING_WIDTH",
	"adError.INCOMPATIBLE_AD_TYPE_AND_DEVICE_PREFERENCE",
	"criterionError.CONCRETE_TYPE_REQUIRED",
	"criterionError.INVALID_IP_FORMAT",
	"criterionError.INVALID_MATCHING_FUNCTION",
	"criterionError.LISTING_GROUP_SUBDIVISION_REQUIRES_OTHERS_CASE",
	"campaignCriterionError.CONCRETE_TYPE_REQUIRED",
	"campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE",
	"campaignCriterionError.INVALID_KEYWORD_THEME_CONSTANT",
	"campaignCriterionError.LOCATION_INVALID_FOR_LOCAL_SERVICES_CAMPAIGN",
	"adGroupCriterionError.CANNOT_ADD_LABEL_TO_NEGATIVE_CRITERION",
	"adGroupCriterionError.CANNOT_TARGET_AND_EXCLUDE",
	"adGroupCriterionError.MISSING_DESTINATION_URL_TAG",
	"adGroupCriterionError.CANNOT_EXCLUDE_CRITERIA_TYPE",
	"urlFieldError.INVALID_TRACKING_URL_TEMPLATE",
	"urlFieldError.INVALID_PROTOCOL_IN_FINAL_URL",
	"urlFieldError.INVALID_TAG_IN_FINAL_APP_URL",
	"urlFieldError.DESTINATION_URL_DEPRECATED",
	"campaignBudgetError.CAMPAIGN_BUDGET_CANNOT_BE_SHARED",
	"campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED",
	"campaignBudgetError.MONEY_AMOUNT_IN_WRONG_CURRENCY",
	"campaignBudgetError.TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY",
	"biddingError.BIDDING_STRATEGY_TRANSITION_NOT_ALLOWED",
	"biddingError.BIDDING_STRATEGY_NOT_AVAILABLE_FOR_ACCOUNT_TYPE",
	"biddingError.BIDDING_STRATEGY_NOT_ALLOWED_FOR_SEARCH_ONLY_CAMPAIGNS",
	"biddingError.INVALID_DOMAIN_NAME",
	"dateError.INVALID_FIELD_VALUES_IN_DATE",
	"dateError.INVALID_STRING_DATE_TIME_MICROS",
	"dateError.EARLIER_THAN_MINIMUM_DATE",
	"dateError.DATE_RANGE_MINIMUM_AND_MAXIMUM_DATES_BOTH_NULL",
	"dateRangeError.INVALID_DATE",
	"dateRangeError.START_DATE_AFTER_END_DATE",
	"dateRangeError.CANNOT_SET_DATE_TO_PAST",
	"dateRangeError.AFTER_MAXIMUM_ALLOWABLE_DATE",
	"stringLengthError.EMPTY",
	"stringLengthError.TOO_SHORT",
	"stringLengthError.TOO_LONG",
	"stringFormatError.ILLEGAL_CHARS",
	"stringFormatError.INVALID_FORMAT",
	"rangeError.TOO_LOW",
	"rangeError.TOO_HIGH",
	"fieldError.REQUIRED",
	"fieldError.INVALID_VALUE",
	"fieldError.REQUIRED_NONEMPTY_LIST",
	"fieldError.BLOCKED_VALUE",
	"fieldMaskError.FIELD_MASK_MISSING",
	"fieldMaskError.FIELD_MASK_NOT_ALLOWED",
	"fieldMaskError.FIELD_HAS_SUBFIELDS",
	"queryError.QUERY_ERROR",
	"queryError.EXPECTED_AND",
	"queryError.INVALID_VALUE_WITH_BETWEEN_OPERATOR",
	"queryError.PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE",
	"mutateError.INCONSISTENT_FIELD_VALUES",
	"mutateError.MUTATE_NOT_ALLOWED",
	"mutateError.RESOURCE_NOT_IN_GOOGLE_ADS",
	"mutateError.RESOURCE_DOES_NOT_SUPPORT_VALIDATE_ONLY",
	"assetError.ASSET_DATA_IS_MISSING",
	"assetError.PROMOTION_CANNOT_SET_PERCENT_OFF_AND_MONEY_AMOUNT_OFF",
	"assetError.CALL_PHONE_NUMBER_NOT_SUPPORTED_FOR_COUNTRY",
	"assetError.CANNOT_MODIFY_ASSET_SOURCE",
	"assetLinkError.PINNING_UNSUPPORTED",
	"assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE",
	"assetLinkError.YOUTUBE_VIDEO_TOO_LONG",
	"assetLinkError.CANNOT_CREATE_AUTOMATICALLY_CREATED_LINKS",
	"imageError.INVALID_IMAGE",
	"imageError.FLASH_WITHOUT_CLICKTAG",
	"imageError.FLASH_HAS_NETWORK_METHODS",
	"imageError.FAILED_TO_FIX_CLICK_TAG_IN_FLASH",
	"settingError.SETTING_TYPE_IS_NOT_COMPATIBLE_WITH_CAMPAIGN",
	"settingError.DYNAMIC_SEARCH_ADS_SETTING_AT_LEAST_ONE_FEED_ID_MUST_BE_PRESENT",
	"settingError.DYNAMIC_SEARCH_ADS_SETTING_CONTAINS_SUBDOMAIN_NAME",
	"settingError.TARGET_ALL_IS_NOT_ALLOWED_FOR_PLACEMENT_IN_SEARCH_CAMPAIGN",
	"nullError.NULL_CONTENT",
	"currencyError.VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT",
	"operatorError.OPERATOR_NOT_SUPPORTED",
	"newResourceCreationError.CANNOT_SET_ID_FOR_CREATE",
	"newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS",
	"listOperationError.REQUIRED_FIELD_MISSING",
	"partialFailureError.PARTIAL_FAILURE_MODE_REQUIRED",
	"databaseError.DATA_CONSTRAINT_VIOLATION",
	"mediaUploadError.FILE_TOO_BIG",
	"mediaUploadError.ANIMATION_TOO_LONG",
	"mediaUploadError.INVALID_MEDIA_BUNDLE",
	"mediaUploadError.MEDIA_BUNDLE_REJECTED_BY_MULTIPLE_ASSET_SPECS",
	"labelError.CANNOT_APPLY_INACTIVE_LABEL",
	"labelError.CANNOT_APPLY_LABEL_TO_DISABLED_AD_GROUP_CRITERION",
	"labelError.CANNOT_APPLY_LABEL_TO_NEGATIVE_AD_GROUP_CRITERION",
	"labelError.INVALID_RESOURCE_FOR_MANAGER_LABEL",
	"multiplierError.MULTIPLIER_TOO_HIGH",
	"multiplierError.MULTIPLIER_NOT_ALLOWED_FOR_BIDDING_STRATEGY",
	"multiplierError.NO_MULTIPLIER_SPECIFIED",
	"multiplierError.MULTIPLIER_CAUSES_BID_TO_EXCEED_MONTHLY_BUDGET",
	"campaignBudgetError.CAMPAIGN_BUDGET_REMOVED",
	"sharedSetError.SHARED_SET_REMOVED",
	"assetLinkError.YOUTUBE_VIDEO_REMOVED",
	"criterionError.CANNOT_TARGET_REMOVED_COMBINED_AUDIENCE",
	"campaignError.CANNOT_ATTACH_TO_REMOVED_CAMPAIGN_GROUP",
	"operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED",
	"operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE",
	"operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_AD_GROUP_TYPE",
	"contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT",
	"assetGroupError.CANNOT_MUTATE_ASSET_GROUP_FOR_REMOVED_CAMPAIGN",
	"assetGroupError.CANNOT_REMOVE_ALL_ASSET_GROUPS_FROM_CAMPAIGN",
	"campaignBudgetError.CAMPAIGN_BUDGET_IN_USE",
	"adGroupAdError.AD_TYPE_CANNOT_BE_REMOVED",
	"criterionError.INVALID_CRITERION_ID",
	"collectionSizeError.TOO_MANY",
	"mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES",
	"policyFindingError.POLICY_TOPIC_NOT_FOUND",
	"imageError.FILE_TOO_LARGE",
	"campaignError.APP_NOT_FOUND",
	"fieldMaskError.FIELD_NOT_FOUND",
	"distinctError.DUPLICATE_ELEMENT",
	"assetError.DUPLICATE_ASSET",
	NULL,
};

/* Expected from the published meaning of each code. */
static void google_published_codes(void **state)
{
	static const struct answer_codes rows[] = {
		{ 400, AD_AGAIN, "RATE_LIMITED", throttled },
		{ 400, AD_AGAIN, "PLATFORM_BUSY", busy },
		{ 400, AD_DOUBT, "PLATFORM_UNAVAILABLE", doubtful },
		{ 400, AD_DOUBT, "TOO_MUCH_DATA", answer_too_large },
		{ 400, AD_REFUSED, "TOO_MUCH_DATA", too_large },
		{ 401, AD_EXPIRED, "CONNECTION_EXPIRED", expired },
		{ 400, AD_REFUSED, "CONNECTION_EXPIRED", consent },
		{ 401, AD_REFUSED, "REFUSED", server },
		{ 403, AD_REFUSED, "PERMISSION_DENIED", denied },
		{ 400, AD_REFUSED, "GONE", gone },
		{ 400, AD_REFUSED, "NOT_FOUND", missing },
		{ 400, AD_REFUSED, "ALREADY_EXISTS", existing },
		{ 400, AD_REFUSED, "DUPLICATE_NAME", same_name },
		{ 400, AD_REFUSED, "POLICY_VIOLATION", forbidden },
		{ 400, AD_REFUSED, "DECLARATION_REQUIRED", undeclared },
		{ 400, AD_REFUSED, "PLATFORM_LIMIT", full },
		{ 400, AD_REFUSED, "REFUSED", refused },
	};

	assert_true(assert_codes(*state, google_failure, body_of, rows, AD_LEN(rows)) >= 250);
}

/* A server error may come after the work was done, whatever the code. */
static void google_codes_of_a_server_error(void **state)
{
	static const struct answer_codes rows[] = {
		{ 500, AD_DOUBT, "PLATFORM_UNAVAILABLE", refused },
		{ 503, AD_DOUBT, "PLATFORM_UNAVAILABLE", existing },
		{ 503, AD_DOUBT, "PLATFORM_UNAVAILABLE", gone },
		{ 500, AD_DOUBT, "PLATFORM_UNAVAILABLE", too_large },
	};

	assert_codes(*state, google_failure, body_of, rows, AD_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(google_published_codes),
		IN_ARENA(google_codes_of_a_server_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
