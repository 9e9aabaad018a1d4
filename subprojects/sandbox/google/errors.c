/* Rows of faults, and the shapes they are answered in. */
#include "errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../text.h"

struct row {
	const char *key;
	const char *code;
	const char *message;
};

/* clang-format off: a row is one fault. */
static const struct row rows[G_ERROR_COUNT] = {
	[E_USER_PERMISSION_DENIED] = { "authorizationError", "USER_PERMISSION_DENIED",
				       "User doesn't have permission to access customer. Note: If "
				       "you're accessing a "
				       "client customer, the manager's customer id must be set in "
				       "the "
				       "'login-customer-id' header. See "
				       "https://developers.google.com/google-ads/api/docs/concepts/"
				       "call-structure#cid" },
	[E_CUSTOMER_NOT_ENABLED] = { "authorizationError", "CUSTOMER_NOT_ENABLED",
				     "The customer account can't be accessed because it is not yet "
				     "enabled or has been deactivated." },
	[E_INVALID_LOGIN_CUSTOMER_ID] = { "headerError", "INVALID_LOGIN_CUSTOMER_ID",
					  "The login customer ID could not be validated." },
	[E_UNSUPPORTED_VERSION] = { "requestError", "UNSUPPORTED_VERSION",
				    "This version is deprecated. Requests to this version will be "
				    "blocked." },
	[E_INVALID_CUSTOMER_ID] = { "requestError", "INVALID_CUSTOMER_ID",
				    "The customer ID is invalid." },
	[E_TOO_MANY_MUTATE_OPERATIONS] = { "requestError", "TOO_MANY_MUTATE_OPERATIONS",
					   "More operations than one request may carry." },
	[E_OPERATION_REQUIRED] = { "requestError", "OPERATION_REQUIRED",
				   "An operation must have either create, update, or remove." },
	[E_REQUEST_REQUIRED_FIELD_MISSING] = { "requestError", "REQUIRED_FIELD_MISSING",
					       "A required field of the request is missing." },
	[E_RESOURCE_NAME_MISSING] = { "requestError", "RESOURCE_NAME_MISSING",
				      "The resource name is required." },
	[E_RESOURCE_NAME_MALFORMED] = { "requestError", "RESOURCE_NAME_MALFORMED",
					"The resource name is malformed." },
	[E_BAD_RESOURCE_ID] = { "requestError", "BAD_RESOURCE_ID",
				"The id in the resource name is malformed." },
	[E_INVALID_ENUM_VALUE] = { "requestError", "INVALID_ENUM_VALUE",
				   "The enum value is not permitted." },
	[E_PAGE_SIZE_NOT_SUPPORTED] = { "requestError", "PAGE_SIZE_NOT_SUPPORTED",
					"Setting the page size is not supported. Search responses "
					"have pages of 10000 "
					"rows." },
	[E_INVALID_PAGE_TOKEN] = { "requestError", "INVALID_PAGE_TOKEN",
				   "The page token is invalid." },
	[E_QUOTA_EXHAUSTED] = { "quotaError", "RESOURCE_EXHAUSTED", "Too many requests." },
	[E_INTERNAL] = { "internalError", "INTERNAL_ERROR", "An internal error has occurred." },
	[E_TRANSIENT] = { "internalError", "TRANSIENT_ERROR",
			  "A transient internal error has occurred. Retry the request." },
	[E_RESOURCE_NOT_FOUND] = { "mutateError", "RESOURCE_NOT_FOUND",
				   "The resource was not found." },
	[E_ID_EXISTS_IN_MULTIPLE_MUTATES] = { "mutateError", "ID_EXISTS_IN_MULTIPLE_MUTATES",
					      "One request cannot mutate the same resource "
					      "twice." },
	[E_AD_IN_MULTIPLE_OPS] = { "adGroupAdError", "RESOURCE_REFERENCED_IN_MULTIPLE_OPS",
				   "One request cannot modify the same ad twice." },
	[E_MUTATE_NOT_ALLOWED] = { "mutateError", "MUTATE_NOT_ALLOWED",
				   "The resource does not allow this operation." },
	[E_RESOURCE_READ_ONLY] = { "mutateError", "RESOURCE_READ_ONLY", "The field is read-only." },
	[E_EU_DECLARATION_REQUIRED] = { "mutateError",
					"EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
					"Mutates are not allowed while the customer has campaigns "
					"without the EU "
					"political advertising declaration." },
	[E_CANNOT_SET_ID_FOR_CREATE] = { "newResourceCreationError", "CANNOT_SET_ID_FOR_CREATE",
					 "A new resource cannot be given an id." },
	[E_DUPLICATE_TEMP_IDS] = { "newResourceCreationError", "DUPLICATE_TEMP_IDS",
				   "Two new resources have the same temporary id." },
	[E_TEMP_ID_RESOURCE_HAD_ERRORS] = { "newResourceCreationError",
					    "TEMP_ID_RESOURCE_HAD_ERRORS",
					    "The resource with that temporary id failed, so this "
					    "one was not validated." },
	[E_CREATE_AS_REMOVED] = { "operationAccessDeniedError", "CREATE_AS_REMOVED_NOT_PERMITTED",
				  "A create operation may not set the status REMOVED." },
	[E_REMOVED_RESOURCE] = { "operationAccessDeniedError",
				 "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
				 "The resource is removed and cannot be changed." },
	[E_REMOVED_CONTEXT] = { "contextError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
				"The operation is not allowed for removed resources." },
	[E_NOT_FOR_CAMPAIGN_TYPE] = { "operationAccessDeniedError",
				      "OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE",
				      "The operation is not permitted for this type of campaign." },
	[E_NOT_FOR_AD_GROUP_TYPE] = { "operationAccessDeniedError",
				      "OPERATION_NOT_PERMITTED_FOR_AD_GROUP_TYPE",
				      "The operation is not permitted for this type of ad group." },
	[E_REQUIRED] = { "fieldError", "REQUIRED", "The required field was not present." },
	[E_IMMUTABLE_FIELD] = { "fieldError", "IMMUTABLE_FIELD", "The field cannot be changed." },
	[E_INVALID_VALUE] = { "fieldError", "INVALID_VALUE", "The field's value is invalid." },
	[E_VALUE_MUST_BE_UNSET] = { "fieldError", "VALUE_MUST_BE_UNSET",
				    "The field cannot be set." },
	[E_REQUIRED_NONEMPTY_LIST] = { "fieldError", "REQUIRED_NONEMPTY_LIST",
				       "The required repeated field was empty." },
	[E_FIELD_CANNOT_BE_CLEARED] = { "fieldError", "FIELD_CANNOT_BE_CLEARED",
					"The field cannot be cleared." },
	[E_FIELD_MASK_MISSING] = { "fieldMaskError", "FIELD_MASK_MISSING",
				   "An update operation needs a field mask." },
	[E_FIELD_MASK_NOT_ALLOWED] = { "fieldMaskError", "FIELD_MASK_NOT_ALLOWED",
				       "Only an update operation may have a field mask." },
	[E_MASK_FIELD_NOT_FOUND] = { "fieldMaskError", "FIELD_NOT_FOUND",
				     "The field mask names an unknown field." },
	[E_FIELD_HAS_SUBFIELDS] = { "fieldMaskError", "FIELD_HAS_SUBFIELDS",
				    "The field mask names a field with subfields. Such a field may "
				    "be cleared, "
				    "not set: name its subfields." },
	[E_STRING_TOO_LONG] = { "stringLengthError", "TOO_LONG", "Too long." },
	[E_STRING_TOO_SHORT] = { "stringLengthError", "TOO_SHORT", "Too short." },
	[E_STRING_EMPTY] = { "stringLengthError", "EMPTY",
			     "The field needs at least one non-whitespace character." },
	[E_ILLEGAL_CHARS] = { "stringFormatError", "ILLEGAL_CHARS",
			      "The text contains disallowed characters." },
	[E_TOO_FEW] = { "collectionSizeError", "TOO_FEW", "Too few." },
	[E_TOO_MANY] = { "collectionSizeError", "TOO_MANY", "Too many." },
	[E_RANGE_TOO_LOW] = { "rangeError", "TOO_LOW", "Too low." },
	[E_RANGE_TOO_HIGH] = { "rangeError", "TOO_HIGH", "Too high." },
	[E_DUPLICATE_ELEMENT] = { "distinctError", "DUPLICATE_ELEMENT", "Duplicate element." },
	[E_SETTING_NOT_COMPATIBLE] = { "settingError",
				       "SETTING_TYPE_IS_NOT_COMPATIBLE_WITH_CAMPAIGN",
				       "The setting is not compatible with the campaign." },
	[E_DATE_TIME_FORMAT] = { "dateError", "INVALID_STRING_DATE_TIME_SECONDS",
				 "The date and time must be written yyyy-mm-dd hh:mm:ss." },
	[E_DATE_TIME_VALUES] = { "dateError", "INVALID_FIELD_VALUES_IN_DATE_TIME",
				 "There is no such date and time." },
	[E_DATE_FORMAT] = { "dateError", "INVALID_STRING_DATE",
			    "The date must be written yyyy-mm-dd." },
	[E_START_OF_DAY] = { "dateError", "DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY",
			     "The start of this type of campaign must be 00:00:00." },
	[E_END_OF_DAY] = { "dateError", "DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY",
			   "The end of this type of campaign must be 23:59:59." },
	[E_START_AFTER_END] = { "dateRangeError", "START_DATE_AFTER_END_DATE",
				"The start is after the end." },
	[E_FINAL_URL_INVALID] = { "urlFieldError", "INVALID_FINAL_URL",
				  "The final url is invalid." },
	[E_FINAL_URL_NO_PROTOCOL] = { "urlFieldError", "MISSING_PROTOCOL_IN_FINAL_URL",
				      "The final url must start with a protocol." },
	[E_FINAL_URL_PROTOCOL] = { "urlFieldError", "INVALID_PROTOCOL_IN_FINAL_URL",
				   "The final url must start with http:// or https://." },
	[E_FINAL_URL_NO_HOST] = { "urlFieldError", "MISSING_HOST_IN_FINAL_URL",
				  "The final url has no host." },
	[E_FINAL_URL_MALFORMED] = { "urlFieldError", "MALFORMED_FINAL_URL",
				    "The final url contains illegal characters." },
	[E_FINAL_URL_TLD] = { "urlFieldError", "INVALID_TLD_IN_FINAL_URL",
			      "The final url's host has no valid top level domain." },
	[E_TEMPLATE_NO_PROTOCOL] = { "urlFieldError", "MISSING_PROTOCOL_IN_TRACKING_URL_TEMPLATE",
				     "The tracking url template must start with a protocol or a "
				     "tag." },
	[E_TEMPLATE_PROTOCOL] = { "urlFieldError", "INVALID_PROTOCOL_IN_TRACKING_URL_TEMPLATE",
				  "The tracking url template must start with http:// or "
				  "https://." },
	[E_TEMPLATE_NO_TAG] = { "urlFieldError", "MISSING_TRACKING_URL_TEMPLATE_TAG",
				"The tracking url template must contain at least one tag, such as "
				"{lpurl}." },
	[E_TEMPLATE_MALFORMED] = { "urlFieldError", "MALFORMED_TRACKING_URL_TEMPLATE",
				   "The tracking url template contains illegal characters." },
	[E_TEMPLATE_INVALID] = { "urlFieldError", "INVALID_TRACKING_URL_TEMPLATE",
				 "The tracking url template is invalid." },
	[E_SUFFIX_MALFORMED] = { "urlFieldError", "FINAL_URL_SUFFIX_MALFORMED",
				 "The final url suffix may not begin with '?' or '&' and must be a "
				 "list of "
				 "parameters." },
	[E_SUFFIX_TAG] = { "urlFieldError", "INVALID_TAG_IN_FINAL_URL_SUFFIX",
			   "The final url suffix may not contain a tag of the landing page." },
	[E_CUSTOM_PARAMETERS_COUNT] = { "urlFieldError",
					"URL_CUSTOM_PARAMETERS_COUNT_EXCEEDS_LIMIT",
					"Too many url custom parameters." },
	[E_CUSTOM_PARAMETER_KEY] = { "urlFieldError",
				     "INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_KEY",
				     "The custom parameter's key contains an invalid character." },
	[E_CUSTOM_PARAMETER_VALUE] = { "urlFieldError",
				       "INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_VALUE",
				       "The custom parameter's value contains an invalid "
				       "character." },
	[E_CUSTOM_PARAMETER_NULL] = { "urlFieldError", "NULL_CUSTOM_PARAMETER_VALUE",
				      "The custom parameter has no value." },
	[E_BUDGET_DUPLICATE_NAME] = { "campaignBudgetError", "DUPLICATE_NAME",
				      "A shared campaign budget with this name already exists." },
	[E_BUDGET_REMOVED] = { "campaignBudgetError", "CAMPAIGN_BUDGET_REMOVED",
			       "The campaign budget is removed." },
	[E_BUDGET_IN_USE] = { "campaignBudgetError", "CAMPAIGN_BUDGET_IN_USE",
			      "The campaign budget is used by a campaign and cannot be removed." },
	[E_BUDGET_NEGATIVE] = { "campaignBudgetError", "NEGATIVE_MONEY_AMOUNT",
				"The amount is negative." },
	[E_BUDGET_UNIT] = { "campaignBudgetError", "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT",
			    "The amount is not a multiple of the currency's minimum unit." },
	[E_BUDGET_TOO_LARGE] = { "campaignBudgetError", "MONEY_AMOUNT_TOO_LARGE",
				 "The amount is above the maximum." },
	[E_BUDGET_BELOW_MINIMUM] = { "campaignBudgetError", "BUDGET_BELOW_PER_DAY_MINIMUM",
				     "The amount is below the minimum per day." },
	[E_BUDGET_TOTAL_FOR_DAILY] = { "campaignBudgetError",
				       "TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY",
				       "A daily budget has no total amount." },
	[E_BUDGET_AMOUNT_FOR_CUSTOM] = { "campaignBudgetError",
					 "BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD",
					 "A budget of a custom period has no daily amount." },
	[E_BUDGET_ACCELERATED] = { "campaignBudgetError", "CANNOT_USE_ACCELERATED_DELIVERY_MODE",
				   "The budget cannot use accelerated delivery." },
	[E_BUDGET_TO_IMPLICIT] = { "campaignBudgetError",
				   "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED",
				   "A shared budget cannot become private." },
	[E_BUDGET_TO_EXPLICIT_WITHOUT_NAME] = { "campaignBudgetError",
						"CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_EXPLICITLY_"
						"SHARED_WITHOUT_NAME",
						"A budget without a name cannot become shared." },
	[E_BUDGET_IMPLICIT_FOR_MANY] = { "campaignBudgetError",
					 "CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_"
					 "MULTIPLE_CAMPAIGNS",
					 "Only a shared budget can be used by several campaigns." },
	[E_NOT_BILLABLE_UNIT] = { "currencyError", "VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT",
				  "The bid must be a multiple of the billable unit." },
	[E_BID_TOO_SMALL] = { "biddingError", "BID_TOO_SMALL", "The bid is too small." },
	[E_BID_TOO_BIG] = { "biddingError", "BID_TOO_BIG", "The bid is too big." },
	[E_FLOOR_ABOVE_CEILING] = { "biddingError",
				    "CPC_BID_FLOOR_MICROS_GREATER_THAN_CPC_BID_CEILING_MICROS",
				    "The floor is above the ceiling." },
	[E_BIDDING_NOT_FOR_SEARCH] = { "biddingError",
				       "BIDDING_STRATEGY_NOT_ALLOWED_FOR_SEARCH_ONLY_CAMPAIGNS",
				       "The bidding strategy is not for search campaigns." },
	[E_CANNOT_CREATE_WITH_BIDDING] = { "biddingError",
					   "CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY",
					   "A campaign cannot be created with this bidding "
					   "strategy." },
	[E_DUPLICATE_CAMPAIGN_NAME] = { "campaignError", "DUPLICATE_CAMPAIGN_NAME",
					"A campaign cannot be created or updated with a name that "
					"is already in use "
					"by another active or paused campaign" },
	[E_INVALID_CAMPAIGN_NAME] = { "campaignError", "INVALID_CAMPAIGN_NAME",
				      "The campaign's name cannot be used." },
	[E_CAMPAIGN_STATUS_CHANGE] = { "campaignError", "INVALID_STATUS_CHANGE",
				       "The change of status is not supported." },
	[E_NO_NETWORK] = { "campaignError", "CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK",
			   "The campaign must target at least one network." },
	[E_SEARCH_NETWORK_WITHOUT_GOOGLE] = { "campaignError",
					      "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH",
					      "The search network cannot be targeted without "
					      "Google search." },
	[E_PARTNER_NETWORK] = { "campaignError", "CANNOT_TARGET_PARTNER_SEARCH_NETWORK",
				"Only some partners may target the partner search network." },
	[E_CONTENT_NETWORK] = { "campaignError", "CANNOT_TARGET_CONTENT_NETWORK",
				"The content network cannot be targeted." },
	[E_DATE_TO_PAST] = { "campaignError", "CANNOT_SET_DATE_TO_PAST",
			     "A date cannot be set to the past." },
	[E_ALREADY_STARTED] = { "campaignError", "CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED",
				"The campaign has started: its start cannot be changed." },
	[E_CHANNEL_NOT_AVAILABLE] = { "campaignError",
				      "ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE",
				      "This type of campaign is not available to the account." },
	[E_MISSING_SHOPPING_SETTING] = { "campaignError", "MISSING_SHOPPING_SETTING",
					 "A shopping campaign needs a shopping setting." },
	[E_BIDDING_NOT_COMPATIBLE] = { "campaignError", "NOT_COMPATIBLE_WITH_BIDDING_STRATEGY_TYPE",
				       "The bidding strategy is not compatible with this type of "
				       "campaign." },
	[E_BUDGET_TYPE_NOT_COMPATIBLE] = { "campaignError", "NOT_COMPATIBLE_WITH_BUDGET_TYPE",
					   "The budget is not compatible with this type of "
					   "campaign." },
	[E_BUDGET_PERIOD_CHANGE] = { "campaignError", "CANNOT_CHANGE_BUDGET_PERIOD",
				     "A budget of another period cannot be assigned to the "
				     "campaign." },
	[E_END_REQUIRED_FOR_TOTAL] = { "campaignError", "END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET",
				       "A campaign with a total budget needs an end." },
	[E_BUSINESS_NAME_NOT_LINKED] = { "campaignError", "REQUIRED_BUSINESS_NAME_ASSET_NOT_LINKED",
					 "The campaign needs a linked BUSINESS_NAME asset." },
	[E_LOGO_NOT_LINKED] = { "campaignError", "REQUIRED_LOGO_ASSET_NOT_LINKED",
				"The campaign needs a linked LOGO asset." },
	[E_DUPLICATE_ADGROUP_NAME] = { "adGroupError", "DUPLICATE_ADGROUP_NAME",
				       "An ad group with this name already exists in the "
				       "campaign." },
	[E_AD_GROUP_TYPE_CHANNEL] = { "adGroupError",
				      "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE",
				      "The ad group's type does not suit the campaign's." },
	[E_NO_AD_GROUPS_FOR_CAMPAIGN] = { "adGroupError", "CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE",
					  "This type of campaign has no ad groups." },
	[E_AD_TYPE_INVALID] = { "adError", "INVALID_AD_TYPE",
				"A specific type of ad is required." },
	[E_AD_TYPE_DEPRECATED] = { "adGroupAdError", "CANNOT_CREATE_DEPRECATED_ADS",
				   "Ads of this type can no longer be created." },
	[E_TEXT_ADS_DEPRECATED] = { "adGroupAdError", "CANNOT_CREATE_TEXT_ADS",
				    "Text ads can no longer be created." },
	[E_AD_LINE_TOO_WIDE] = { "adError", "LINE_TOO_WIDE", "The line is too wide." },
	[E_PATH2_WITHOUT_PATH1] = { "adError", "CANNOT_SET_PATH2_WITHOUT_PATH1",
				    "path2 cannot be set without path1." },
	[E_PINNED_FIELD] = { "assetLinkError", "INVALID_PINNED_FIELD",
			     "The text cannot be pinned to that field." },
	[E_DUPLICATE_ASSET] = { "assetError", "DUPLICATE_ASSET",
				"The texts of an ad must differ." },
	[E_AD_GROUP_LIMIT] = { "resourceCountLimitExceededError", "ADGROUP_LIMIT",
			       "The ad group would hold more than allowed." },
	[E_POLICY_FINDING] = { "policyFindingError", "POLICY_FINDING",
			       "The resource has been disapproved since the policy summary "
			       "includes policy "
			       "topics of type PROHIBITED." },
	[E_CRITERION_TYPE_REQUIRED] = { "adGroupCriterionError", "CONCRETE_TYPE_REQUIRED",
					"A criterion needs a type." },
	[E_CAMPAIGN_CRITERION_TYPE_REQUIRED] = { "campaignCriterionError", "CONCRETE_TYPE_REQUIRED",
						 "A criterion needs a type." },
	[E_KEYWORD_TEXT] = { "criterionError", "INVALID_KEYWORD_TEXT",
			     "The keyword's text is invalid." },
	[E_KEYWORD_TOO_LONG] = { "criterionError", "KEYWORD_TEXT_TOO_LONG",
				 "A keyword may have 80 characters." },
	[E_KEYWORD_WORDS] = { "criterionError", "KEYWORD_HAS_TOO_MANY_WORDS",
			      "A keyword may have 10 words." },
	[E_KEYWORD_CHARS] = { "criterionError", "KEYWORD_HAS_INVALID_CHARS",
			      "The keyword has invalid characters or symbols." },
	[E_KEYWORD_MODIFIER] = { "criterionError", "BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED",
				 "Broad match modifiers can no longer be created." },
	[E_NEGATIVE_UPDATE] = { "adGroupCriterionError", "CANT_UPDATE_NEGATIVE",
				"Negative criteria cannot be updated." },
	[E_CAMPAIGN_NEGATIVE_UPDATE] = { "campaignCriterionError",
					 "CANNOT_UPDATE_NEGATIVE_CRITERION",
					 "Negative criteria cannot be updated." },
	[E_NEGATIVE_FIELD] = { "criterionError", "FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING",
			       "A negative criterion cannot have this field." },
	[E_TARGET_AND_EXCLUDE] = { "adGroupCriterionError", "CANNOT_TARGET_AND_EXCLUDE",
				   "The same criterion cannot be targeted and excluded." },
	[E_CAMPAIGN_TARGET_AND_EXCLUDE] = { "campaignCriterionError", "CANNOT_TARGET_AND_EXCLUDE",
					    "The same criterion cannot be targeted and excluded." },
	[E_CRITERION_ID] = { "criterionError", "INVALID_CRITERION_ID",
			     "There is no such constant." },
	[E_CANNOT_ADD_TYPE] = { "criterionError", "CANNOT_ADD_CRITERIA_TYPE",
				"This type of criterion cannot be targeted here." },
	[E_CANNOT_EXCLUDE_TYPE] = { "campaignCriterionError", "CANNOT_EXCLUDE_CRITERIA_TYPE",
				    "This type of criterion cannot be excluded." },
	[E_CANNOT_BID_MODIFY_TYPE] = { "criterionError", "CANNOT_BID_MODIFY_CRITERION_TYPE",
				       "This type of criterion has no bid modifier." },
	[E_CANNOT_BID_MODIFY_NEGATIVE] = { "criterionError", "CANNOT_BID_MODIFY_NEGATIVE_CRITERION",
					   "A negative criterion has no bid modifier." },
	[E_SCHEDULE_INTERVAL] = { "criterionError", "AD_SCHEDULE_INVALID_TIME_INTERVAL",
				  "The end of the interval must follow its start." },
	[E_SCHEDULE_OVERLAP] = { "criterionError", "AD_SCHEDULE_TIME_INTERVALS_OVERLAP",
				 "The interval overlaps another." },
	[E_SCHEDULE_A_DAY] = { "criterionError", "AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
			       "A day has at most six intervals." },
	[E_PROXIMITY_RADIUS] = { "criterionError", "INVALID_PROXIMITY_RADIUS",
				 "The radius is invalid." },
	[E_PROXIMITY_UNITS] = { "criterionError", "INVALID_PROXIMITY_RADIUS_UNITS",
				"The unit of the radius is invalid." },
	[E_PROXIMITY_PLACE] = { "criterionError",
				"PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL",
				"A proximity needs a point or an address." },
	[E_LATITUDE] = { "criterionError", "INVALID_LATITUDE", "The latitude is invalid." },
	[E_LONGITUDE] = { "criterionError", "INVALID_LONGITUDE", "The longitude is invalid." },
	[E_EU_SELF_DECLARATION] = { "criterionError",
				    "MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION",
				    "The campaign lacks the EU political advertising "
				    "declaration." },
	[E_POLICY_ERROR] = { "policyViolationError", "POLICY_ERROR",
			     "A policy was violated. See PolicyViolationDetails for more detail." },
	[E_CRITERION_URLS_WITHOUT_FINAL] = { "adGroupCriterionError",
					     "CANNOT_SET_WITHOUT_FINAL_URLS",
					     "The field needs final urls beside it." },
	[E_INVALID_USER_STATUS] = { "adGroupCriterionError", "INVALID_USER_STATUS",
				    "The status is not allowed here." },
	[E_ASSET_DATA_MISSING] = { "assetError", "ASSET_DATA_IS_MISSING", "An asset needs data." },
	[E_ASSET_TYPE_ALLOWLIST] = { "assetError", "CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE",
				     "The account may not use this type of asset." },
	[E_ASSET_FIELD_TYPE] = { "assetLinkError", "FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE",
				 "The field type does not suit the asset." },
	[E_ASSET_CANNOT_MODIFY] = { "assetError", "FIELD_CANNOT_BE_MODIFIED_FOR_ASSET_TYPE",
				    "The field of this type of asset cannot be changed." },
	[E_ASSET_PHONE] = { "assetError", "CALL_INVALID_PHONE_NUMBER",
			    "The phone number is invalid." },
	[E_IMAGE_INVALID] = { "imageError", "INVALID_IMAGE", "The image is not valid." },
	[E_IMAGE_TOO_LARGE] = { "imageError", "FILE_TOO_LARGE", "The image is too large." },
	[E_COUNTRY_CODE] = { "assetError", "CALL_INVALID_COUNTRY_CODE",
			     "The country code is invalid." },
	[E_PARTIAL_FAILURE_REQUIRED] = { "partialFailureError", "PARTIAL_FAILURE_MODE_REQUIRED",
					 "This method requires partial_failure to be true." },
	[E_TOO_MANY_CONVERSIONS] = { "conversionUploadError", "TOO_MANY_CONVERSIONS_IN_REQUEST",
				     "Upload fewer than 2001 events in a single request." },
	[E_NO_CONVERSION_ACTION] = { "conversionUploadError", "NO_CONVERSION_ACTION_FOUND",
				     "The conversion action of the upload cannot be "
				     "found in this account." },
	[E_CONVERSION_ACTION_TYPE] = { "conversionUploadError", "INVALID_CONVERSION_ACTION_TYPE",
				       "The conversion action's type is not valid for the "
				       "upload." },
	[E_EXPIRED_EVENT] = { "conversionUploadError", "EXPIRED_EVENT",
			      "The click occurred before this conversion's "
			      "click-through window." },
	[E_UNPARSEABLE_GCLID] = { "conversionUploadError", "UNPARSEABLE_GCLID",
				  "The imported gclid could not be decoded." },
	[E_UNPARSEABLE_GBRAID] = { "conversionUploadError", "UNPARSEABLE_GBRAID",
				   "The imported gbraid could not be decoded." },
	[E_UNPARSEABLE_WBRAID] = { "conversionUploadError", "UNPARSEABLE_WBRAID",
				   "The imported wbraid could not be decoded." },
	[E_GBRAID_WBRAID_BOTH_SET] = { "conversionUploadError", "GBRAID_WBRAID_BOTH_SET",
				       "Only one of gbraid and wbraid may be set." },
	[E_INVALID_USER_IDENTIFIER] = { "conversionUploadError", "INVALID_USER_IDENTIFIER",
					"User provided data must be hashed using SHA-256." },
	[E_CONVERSION_EXISTS] = { "conversionUploadError", "CLICK_CONVERSION_ALREADY_EXISTS",
				  "An existing conversion has the same click and "
				  "conversion_date_time." },
	[E_DUPLICATE_CONVERSION] = { "conversionUploadError",
				     "DUPLICATE_CLICK_CONVERSION_IN_REQUEST",
				     "Multiple events have the same click and "
				     "conversion_date_time." },
	[E_ORDER_ID_IN_USE] = { "conversionUploadError", "ORDER_ID_ALREADY_IN_USE",
				"The event's order ID was previously recorded." },
	[E_DUPLICATE_ORDER_ID] = { "conversionUploadError", "DUPLICATE_ORDER_ID",
				   "Multiple conversions have the same order ID." },
	[E_GEO_PARAMETERS_UNSET] = { "geoTargetConstantSuggestionError", "REQUEST_PARAMETERS_UNSET",
				     "Names or constants must be given." },
	[E_GEO_COUNTRY_CODE] = { "geoTargetConstantSuggestionError", "INVALID_COUNTRY_CODE",
				 "The country code is invalid." },
	[E_GEO_TOO_MANY_NAMES] = { "geoTargetConstantSuggestionError", "LOCATION_NAME_LIMIT",
				   "At most 25 names can be looked up at once." },
	[E_GEO_NAME_TOO_LONG] = { "geoTargetConstantSuggestionError", "LOCATION_NAME_SIZE_LIMIT",
				  "A name may have 300 characters." },
	[E_QUERY_BAD_ENUM] = { "queryError", "BAD_ENUM_CONSTANT",
			       "A condition has an invalid enum constant." },
	[E_QUERY_BAD_FIELD] = { "queryError", "BAD_FIELD_NAME", "The name of a field is invalid." },
	[E_QUERY_BAD_LIMIT] = { "queryError", "BAD_LIMIT_VALUE", "The limit is invalid." },
	[E_QUERY_BAD_OPERATOR] = { "queryError", "BAD_OPERATOR", "The operator is invalid." },
	[E_QUERY_BAD_FROM] = { "queryError", "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE",
			       "The resource of the FROM clause is invalid." },
	[E_QUERY_BAD_VALUE] = { "queryError", "BAD_VALUE", "A value is invalid." },
	[E_QUERY_BAD_NUMBER] = { "queryError", "BAD_NUMBER", "A number cannot be parsed." },
	[E_QUERY_BAD_PARAMETER] = { "queryError", "BAD_PARAMETER_NAME", "A parameter is unknown." },
	[E_QUERY_EXPECTED_AND] = { "queryError", "EXPECTED_AND",
				   "Expected AND between the values of BETWEEN." },
	[E_QUERY_EXPECTED_BY] = { "queryError", "EXPECTED_BY", "Expected ORDER BY." },
	[E_QUERY_EXPECTED_DATE_FILTER] = { "queryError", "EXPECTED_FILTERS_ON_DATE_RANGE",
					   "A finite range of dates is needed in the WHERE "
					   "clause." },
	[E_QUERY_EXPECTED_FROM] = { "queryError", "EXPECTED_FROM", "The FROM clause is missing." },
	[E_QUERY_EXPECTED_LIST] = { "queryError", "EXPECTED_LIST", "The operator needs a list." },
	[E_QUERY_EXPECTED_SINGLE] = { "queryError", "EXPECTED_SINGLE_VALUE",
				      "The operator needs a single value." },
	[E_QUERY_EXPECTED_SELECT] = { "queryError", "EXPECTED_SELECT",
				      "The query must start with SELECT." },
	[E_QUERY_EXPECTED_REFERENCED] = { "queryError",
					  "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE",
					  "The field must also be selected." },
	[E_QUERY_INVALID_DATE] = { "queryError", "INVALID_DATE_FORMAT",
				   "A date must be written 'YYYY-MM-DD'." },
	[E_QUERY_INVALID_DURING] = { "queryError", "INVALID_VALUE_WITH_DURING_OPERATOR",
				     "DURING needs the name of a range of dates." },
	[E_QUERY_OPERATOR_MISMATCH] = { "queryError", "OPERATOR_FIELD_MISMATCH",
					"The operator does not apply to the field." },
	[E_QUERY_EMPTY_LIST] = { "queryError", "PROHIBITED_EMPTY_LIST_IN_CONDITION",
				 "A condition has an empty list." },
	[E_QUERY_PROHIBITED_RESOURCE] = { "queryError", "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE",
					  "A field's resource cannot be selected together with "
					  "that of the FROM clause." },
	[E_QUERY_PROHIBITED_METRIC] = { "queryError", "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE",
					"The metric cannot be selected with the resource." },
	[E_QUERY_PROHIBITED_SEGMENT] = { "queryError",
					 "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE",
					 "The segment cannot be selected with the resource." },
	[E_QUERY_PROHIBITED_SELECT] = { "queryError", "PROHIBITED_FIELD_IN_SELECT_CLAUSE",
					"The field cannot be selected." },
	[E_QUERY_LIMIT_LOW] = { "queryError", "LIMIT_VALUE_TOO_LOW", "The limit is too low." },
	[E_QUERY_UNTERMINATED] = { "queryError", "STRING_NOT_TERMINATED",
				   "A string is not terminated." },
	[E_QUERY_END] = { "queryError", "UNEXPECTED_END_OF_QUERY", "The query is incomplete." },
	[E_QUERY_UNRECOGNIZED] = { "queryError", "UNRECOGNIZED_FIELD",
				   "Unrecognized field in the query." },
	[E_QUERY_UNEXPECTED_INPUT] = { "queryError", "UNEXPECTED_INPUT",
				       "The query has an unexpected extra part." },
	[E_QUERY_DATE_NARROW] = { "queryError", "DATE_RANGE_TOO_NARROW",
				  "The range of dates ends before it starts." },
	[E_CHANGE_DATE_RANGE] = { "changeEventError", "CHANGE_DATE_RANGE_INFINITE",
				  "The range of change_date_time must be finite." },
	[E_CHANGE_LIMIT] = { "changeEventError", "LIMIT_NOT_SPECIFIED",
			     "The query needs a LIMIT of at most 10000." },
};
/* clang-format on */

/* Appends the elements of "operations[0].create.name". */
static void add_path(cJSON *elements, const char *path)
{
	while (*path) {
		size_t n = strcspn(path, ".[");
		char *name = sb_copy_n(path, n);
		cJSON *element = cJSON_CreateObject();
		json_set_text(element, "fieldName", name);
		free(name);
		path += n;
		if (*path == '[') {
			json_set(element, "index", cJSON_CreateNumber((int)sb_number(path + 1)));
			path += strcspn(path, "]") + 1;
		}
		if (*path == '.')
			path++;
		cJSON_AddItemToArray(elements, element);
	}
}

cJSON *g_error_add(cJSON *list, enum g_error code, const char *path, const char *trigger)
{
	const struct row *row = &rows[code];
	cJSON *error = cJSON_CreateObject();
	json_set_text(json_object(error, "errorCode"), row->key, row->code);
	json_set_text(error, "message", row->message);
	if (trigger)
		json_set_text(json_object(error, "trigger"), "stringValue", trigger);
	if (path && *path)
		add_path(json_array(json_object(error, "location"), "fieldPathElements"), path);
	cJSON_AddItemToArray(list, error);
	return error;
}

cJSON *g_error_add_named(cJSON *list, const cJSON *error_code, const char *message)
{
	cJSON *error = cJSON_CreateObject();
	json_set(error, "errorCode", cJSON_Duplicate(error_code, true));
	json_set_text(error, "message", message ? message : "An error was asked for.");
	cJSON_AddItemToArray(list, error);
	return error;
}

cJSON *g_failure(int version, cJSON *list)
{
	char type[96], id[23];
	snprintf(type, sizeof(type),
		 "type.googleapis.com/google.ads.googleads.v%d.errors.GoogleAdsFailure", version);
	random_text(id, sizeof(id) - 1);
	cJSON *failure = cJSON_CreateObject();
	json_set_text(failure, "@type", type);
	json_set(failure, "errors", list);
	json_set_text(failure, "requestId", id);
	return failure;
}

static const struct {
	int http;
	const char *status;
	const char *message;
} statuses[] = {
	{ 400, "INVALID_ARGUMENT", "Request contains an invalid argument." },
	{ 401, "UNAUTHENTICATED",
	  "Request had invalid authentication credentials. Expected OAuth 2 access token, login "
	  "cookie or other valid authentication credential. See "
	  "https://developers.google.com/identity/sign-in/web/devconsole-project." },
	{ 403, "PERMISSION_DENIED", "The caller does not have permission" },
	{ 404, "NOT_FOUND", "Requested entity was not found." },
	{ 429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)." },
	{ 500, "INTERNAL", "Internal error encountered." },
	{ 503, "UNAVAILABLE", "The service is currently unavailable." },
	{ 504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete." },
};

cJSON *g_envelope(int status, cJSON *failure)
{
	cJSON *answer = cJSON_CreateObject();
	cJSON *error = json_object(answer, "error");
	json_set(error, "code", cJSON_CreateNumber(status));
	const char *name = "UNKNOWN", *message = "An error was asked for.";
	for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
		if (statuses[i].http == status) {
			name = statuses[i].status;
			message = statuses[i].message;
		}
	}
	json_set_text(error, "message", message);
	json_set_text(error, "status", name);
	if (failure)
		cJSON_AddItemToArray(json_array(error, "details"), failure);
	return answer;
}

/* "operations[0].create.name" of an error's location. */
static void put_location(struct text *out, const cJSON *error)
{
	const cJSON *element;
	size_t start = out->size;
	cJSON_ArrayForEach(element, json_at(json_at(error, "location"), "fieldPathElements"))
	{
		text_format(out, "%s%s", out->size > start ? "." : "",
			    json_text(element, "fieldName"));
		if (json_at(element, "index"))
			text_format(out, "[%lld]", json_long(element, "index", 0));
	}
}

cJSON *g_partial_error(int version, cJSON *list)
{
	struct text t = { 0 };
	const cJSON *first = list->child;
	if (first->next)
		text_put(&t, "Multiple errors in ‘details’. First error: ");
	text_format(&t, "%s, at ", json_text(first, "message"));
	put_location(&t, first);
	cJSON *status = cJSON_CreateObject();
	json_set(status, "code", cJSON_CreateNumber(3));
	json_set_text(status, "message", text_get(&t));
	text_free(&t);
	cJSON_AddItemToArray(json_array(status, "details"), g_failure(version, list));
	return status;
}
