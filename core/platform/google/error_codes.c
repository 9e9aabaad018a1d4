#include "platform/google/error_codes.h"

#include <string.h>

#include "platform/unseen.h"
#include "platform/version.h"

static const char *const throttled[] = {
	"quotaError.RESOURCE_EXHAUSTED",
	"quotaError.RESOURCE_TEMPORARILY_EXHAUSTED",
	"quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION",
	"quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION",
	NULL,
};
static const char *const busy[] = { "databaseError.CONCURRENT_MODIFICATION", NULL };
/* The work may have been done: no text of Google's says that it was not. */
static const char *const doubtful[] = {
	"internalError.INTERNAL_ERROR",
	"internalError.TRANSIENT_ERROR",
	"internalError.DEADLINE_EXCEEDED",
	"requestError.RPC_DEADLINE_TOO_SHORT",
	NULL,
};
/* The response was too large, not the request: a change may have been made. */
static const char *const too_large_to_return[] = {
	"sizeLimitError.RESPONSE_SIZE_LIMIT_EXCEEDED",
	NULL,
};
static const char *const too_large[] = {
	"databaseError.REQUEST_TOO_LARGE",
	"batchJobError.REQUEST_TOO_LARGE",
	"requestError.TOO_MANY_MUTATE_OPERATIONS",
	"requestError.TOO_MANY_ACTION_OPERATIONS",
	"sizeLimitError.REQUEST_SIZE_LIMIT_EXCEEDED",
	"campaignCriterionError.TOO_MANY_OPERATIONS",
	"adGroupCriterionError.TOO_MANY_OPERATIONS",
	"adGroupCriterionError.OPERATIONS_FOR_TOO_MANY_SHOPPING_ADGROUPS",
	"conversionUploadError.TOO_MANY_CONVERSIONS_IN_REQUEST",
	"resourceCountLimitExceededError.RESPONSE_ROW_LIMIT_EXCEEDED",
	NULL,
};
/* A new access token is needed. */
static const char *const token[] = {
	"authenticationError.OAUTH_TOKEN_EXPIRED",
	"authenticationError.OAUTH_TOKEN_INVALID",
	"authenticationError.AUTHENTICATION_ERROR",
	NULL,
};
/* A new consent is needed. */
static const char *const consent[] = {
	"authenticationError.OAUTH_TOKEN_DISABLED",
	"authenticationError.OAUTH_TOKEN_REVOKED",
	"authenticationError.GOOGLE_ACCOUNT_DELETED",
	"authenticationError.GOOGLE_ACCOUNT_AUTHENTICATION_FAILED",
	NULL,
};
static const char *const person[] = {
	"authenticationError.NOT_ADS_USER",
	"authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED",
	"authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED",
	NULL,
};
/* About this server, its request or the named account; a new consent does not help. */
static const char *const server[] = {
	"authenticationError.CUSTOMER_NOT_FOUND",
	"authenticationError.CLIENT_CUSTOMER_ID_INVALID",
	"authenticationError.ORGANIZATION_NOT_RECOGNIZED",
	"authenticationError.ORGANIZATION_NOT_APPROVED",
	"authenticationError.ORGANIZATION_NOT_ASSOCIATED_WITH_DEVELOPER_TOKEN",
	"authenticationError.DEVELOPER_TOKEN_INVALID",
	"authenticationError.INVALID_EMAIL_ADDRESS",
	"authenticationError.USER_ID_INVALID",
	"requestError.CLOUD_PROJECT_NOT_FOUND",
	"requestError.DEVELOPER_TOKEN_PARAMETER_MISSING",
	"requestError.LOGIN_CUSTOMER_ID_PARAMETER_MISSING",
	"headerError.INVALID_LOGIN_CUSTOMER_ID",
	"headerError.INVALID_LINKED_CUSTOMER_ID",
	/* An error without a code in this API version; the message describes it. */
	"internalError.ERROR_CODE_NOT_PUBLISHED",
	NULL,
};
static const char *const sunset[] = { "requestError.UNSUPPORTED_VERSION", NULL };
static const char *const prohibited[] = { "quotaError.ACCESS_PROHIBITED", NULL };
static const char *const denied[] = {
	"authorizationError.",
	"resourceAccessDeniedError.",
	"notAllowlistedError.",
	"operationAccessDeniedError.ACTION_NOT_PERMITTED",
	"operationAccessDeniedError.CREATE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.REMOVE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.UPDATE_OPERATION_NOT_PERMITTED",
	"operationAccessDeniedError.MUTATE_ACTION_NOT_PERMITTED_FOR_CLIENT",
	"operationAccessDeniedError.MUTATE_NOT_PERMITTED_FOR_CUSTOMER",
	"requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT",
	"adError.CUSTOMER_NOT_APPROVED_MOBILEADS",
	"adError.CUSTOMER_NOT_APPROVED_THIRDPARTY_ADS",
	"adError.CUSTOMER_NOT_APPROVED_THIRDPARTY_REDIRECT_ADS",
	"adError.CUSTOMER_NOT_ELIGIBLE",
	"adError.CUSTOMER_NOT_ELIGIBLE_FOR_UPDATING_BEACON_URL",
	"campaignBudgetError.CAMPAIGN_BUDGET_PERIOD_NOT_AVAILABLE",
	"campaignError.CUSTOMER_NOT_ALLOWLISTED_FOR_BRAND_GUIDELINES",
	"criterionError.ACCOUNT_INELIGIBLE_FOR_CRITERIA_TYPE",
	"customerError.ACCOUNT_NOT_SET_UP",
	"customerError.CREATION_DENIED_INELIGIBLE_MCC",
	"settingError.SETTING_TYPE_IS_NOT_AVAILABLE",
	NULL,
};
/*
 * The object of the operation, or its parent, is removed: a removal counts as done. Errors about
 * another removed object (a budget, an audience, a shared list) are refusals.
 */
static const char *const gone[] = {
	"operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
	"contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
	"adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD",
	NULL,
};
/* Not found is no proof of a removal. */
static const char *const not_found[] = {
	"mutateError.RESOURCE_NOT_FOUND",
	"requestError.RESOURCE_NOT_FOUND",
	"idError.NOT_FOUND",
	"criterionError.LISTING_GROUP_DOES_NOT_EXIST",
	"adGroupAdError.AD_GROUP_AD_LABEL_DOES_NOT_EXIST",
	"adGroupCriterionError.AD_GROUP_CRITERION_LABEL_DOES_NOT_EXIST",
	"adGroupError.ADGROUP_LABEL_DOES_NOT_EXIST",
	"campaignError.CAMPAIGN_LABEL_DOES_NOT_EXIST",
	NULL,
};
static const char *const exists[] = {
	"mutateError.RESOURCE_ALREADY_EXISTS",
	"adGroupAdError.AD_GROUP_AD_LABEL_ALREADY_EXISTS",
	"adGroupCriterionError.AD_GROUP_CRITERION_LABEL_ALREADY_EXISTS",
	"adGroupError.ADGROUP_LABEL_ALREADY_EXISTS",
	"campaignError.CAMPAIGN_LABEL_ALREADY_EXISTS",
	"campaignCriterionError.CANNOT_ADD_EXISTING_FIELD",
	"criterionError.BID_MODIFIER_ALREADY_EXISTS",
	"criterionError.LISTING_GROUP_ALREADY_EXISTS",
	"assetGroupAssetError.DUPLICATE_RESOURCE",
	"conversionActionError.DUPLICATE_APP_ID",
	NULL,
};
static const char *const name_taken[] = {
	"campaignError.DUPLICATE_CAMPAIGN_NAME", "adGroupError.DUPLICATE_ADGROUP_NAME",
	"assetError.DUPLICATE_ASSET_NAME",       "assetGroupError.DUPLICATE_NAME",
	"biddingStrategyError.DUPLICATE_NAME",   "campaignBudgetError.DUPLICATE_NAME",
	"conversionActionError.DUPLICATE_NAME",  "labelError.DUPLICATE_NAME",
	"sharedSetError.DUPLICATE_NAME",         NULL,
};
/* An exemption of ours that names no policy topic is no violation. */
static const char *const no_topic[] = { "policyFindingError.POLICY_TOPIC_NOT_FOUND", NULL };
static const char *const policy[] = {
	"policyFindingError.",
	"policyViolationError.",
	"customerError.CREATION_DENIED_FOR_POLICY_VIOLATION",
	NULL,
};
static const char *const undeclared[] = {
	"mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
	"criterionError.MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION",
	NULL,
};
static const char *const unpaid[] = {
	"quotaError.PAYMENTS_PROFILE_ACTIVATION_RATE_LIMIT_EXCEEDED",
	NULL,
};
static const char *const limit[] = {
	"resourceCountLimitExceededError.",
	"criterionError.AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
	"labelError.EXCEEDED_LABEL_LIMIT_PER_TYPE",
	NULL,
};

/* Exceptions of an enum come before the enum. */
static const struct google_meaning meanings[] = {
	{ "RATE_LIMITED", AD_AGAIN, false, throttled },
	{ "PLATFORM_BUSY", AD_AGAIN, false, busy },
	{ "PLATFORM_UNAVAILABLE", AD_DOUBT, false, doubtful },
	{ AD_TOO_MUCH_DATA, AD_DOUBT, false, too_large_to_return },
	{ AD_TOO_MUCH_DATA, AD_REFUSED, false, too_large },
	{ "CONNECTION_EXPIRED", AD_EXPIRED, false, token },
	{ "CONNECTION_EXPIRED", AD_REFUSED, false, consent },
	{ "CONNECTION_EXPIRED", AD_REFUSED, true, person },
	{ "REFUSED", AD_REFUSED, true, server },
	{ AD_VERSION_SUNSET, AD_REFUSED, true, sunset },
	{ "PERMISSION_DENIED", AD_REFUSED, true, prohibited },
	{ "PERMISSION_DENIED", AD_REFUSED, false, denied },
	{ "GONE", AD_REFUSED, false, gone },
	{ AD_NOT_FOUND_THERE, AD_REFUSED, false, not_found },
	{ "ALREADY_EXISTS", AD_REFUSED, false, exists },
	{ "DUPLICATE_NAME", AD_REFUSED, false, name_taken },
	{ "REFUSED", AD_REFUSED, false, no_topic },
	{ "POLICY_VIOLATION", AD_REFUSED, false, policy },
	{ "DECLARATION_REQUIRED", AD_REFUSED, false, undeclared },
	{ "PLATFORM_LIMIT", AD_REFUSED, true, unpaid },
	{ "PLATFORM_LIMIT", AD_REFUSED, false, limit },
};

static const struct google_meaning unknown = { "REFUSED", AD_REFUSED, false, NULL };

static bool has_code(const struct google_meaning *meaning, struct ad_str code)
{
	for (const char *const *value = meaning->values; *value; value++) {
		size_t n = strlen(*value);
		if (ad_str_is(code, *value) ||
		    ((*value)[n - 1] == '.' && ad_str_starts(code, *value)))
			return true;
	}
	return false;
}

const struct google_meaning *google_meaning_of(struct ad_str code)
{
	for (size_t i = 0; i < AD_LEN(meanings); i++)
		if (has_code(&meanings[i], code))
			return &meanings[i];
	return &unknown;
}

bool google_is_unknown(const struct google_meaning *meaning)
{
	return meaning == &unknown;
}
