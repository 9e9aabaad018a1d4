/* Microsoft's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/microsoft/adapter.h"

#define MICROSOFT(list, symbol, members)                                                           \
	"{\"" list "\":[{\"ErrorCode\":\"" symbol "\",\"Message\":\"Words of theirs\"" members "}" \
	"]"                                                                                        \
	"}"

static void microsoft_by_symbol(void **state)
{
	static const struct answer_row rows[] = {
		{ 400, MICROSOFT("Errors", "CallRateExceeded", ""), AD_AGAIN, "RATE_LIMITED",
		  NULL },
		{ 400, MICROSOFT("Errors", "StrongAuthenticationRequired", ""), AD_REFUSED,
		  "CONNECTION_EXPIRED", "Words of theirs" },
		{ 401, MICROSOFT("Errors", "AuthenticationTokenExpired", ""), AD_EXPIRED,
		  "CONNECTION_EXPIRED", NULL },
		{ 400, MICROSOFT("EditorialErrors", "ANewOne", ",\"DisapprovedText\":\"free!!\""),
		  AD_REFUSED, "POLICY_VIOLATION", "Words of theirs (\"free!!\")" },
		{ 400, MICROSOFT("BatchErrors", "ANewOne", ",\"Type\":\"EditorialError\""),
		  AD_REFUSED, "POLICY_VIOLATION", "Words of theirs" },
		{ 400, MICROSOFT("BatchErrors", "ANewOne", ",\"FieldPath\":\"Bid\""), AD_REFUSED,
		  "REFUSED", "Words of theirs (Bid)" },
		{ 500, MICROSOFT("Errors", "ANewOne", ""), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		/* An error that leaves the outcome in doubt takes precedence over a certain one. */
		{ 400,
		  "{\"Errors\":[{\"ErrorCode\":\"CampaignServiceInvalidAdId\"}],"
		  "\"BatchErrors\":[{\"ErrorCode\":\"InternalError\",\"Message\":\"Late\"}]}",
		  AD_DOUBT, "PLATFORM_UNAVAILABLE", "Late" },
		{ 400, MICROSOFT("Errors", "CampaignServiceConcurrentStoreModification", ""),
		  AD_AGAIN, "PLATFORM_BUSY", NULL },
		{ 400, MICROSOFT("Errors", "ApiVersionNoLongerSupported", ""), AD_REFUSED,
		  "VERSION_SUNSET", NULL },
	};

	assert_answers(*state, microsoft_failure, rows, AD_LEN(rows));
}

/* Bodies of the shapes that Microsoft sends, recorded or published, and then rewritten. */
static void microsoft_in_every_shape(void **state)
{
	static const struct answer_row rows[] = {
		{ 400,
		  "{\"Message\":\"The request is "
		  "invalid.\",\"ModelState\":{\"campaign.Budget\":[\"Error converting value\"]}}",
		  AD_REFUSED, "REFUSED",
		  "The request is invalid. (campaign.Budget: Error converting value)" },
		{ 400, "{\"ModelState\":{\"campaign.Budget\":\"no list\"}}", AD_REFUSED, "REFUSED",
		  "campaign.Budget: no list" },
		{ 400, "{\"Message\":\"m\",\"ModelState\":{}}", AD_REFUSED, "REFUSED", "m" },
		{ 499, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 401,
		  "{\"TrackingId\":\"a\",\"Type\":\"AdApiFaultDetail\",\"Errors\":[{\"Code\":109,"
		  "\"Detail\":null,\"ErrorCode\":\"AuthenticationTokenExpired\",\"Message\":"
		  "\"Authentication token expired. Please renew it.\"}]}",
		  AD_EXPIRED, "CONNECTION_EXPIRED", "token expired" },
		{ 400,
		  "{\"TrackingId\":\"a\",\"Type\":\"ApiFaultDetail\",\"BatchErrors\":[],"
		  "\"OperationErrors\":[{\"Code\":1114,\"Details\":null,\"ErrorCode\":"
		  "\"CampaignServiceCampaignsArrayExceedsLimit\",\"Message\":\"The list "
		  "exceeds.\"}]}",
		  AD_REFUSED, "TOO_MUCH_DATA", "The list exceeds." },
		{ 400,
		  "{\"Type\":\"EditorialApiFaultDetail\",\"BatchErrors\":null,\"EditorialErrors\":["
		  "{"
		  "\"Type\":\"EditorialError\",\"ErrorCode\":"
		  "\"CampaignServiceEditorialValidationError\",\"Message\":\"Not passed.\","
		  "\"DisapprovedText\":\"!!\",\"Index\":0}],\"OperationErrors\":null}",
		  AD_REFUSED, "POLICY_VIOLATION", "Not passed. (\"!!\")" },
		/* A malformed body, and what stands before the service. */
		{ 400, "{\"Message\":\"The request is invalid.\",\"ModelState\":{}}", AD_REFUSED,
		  "REFUSED", "The request is invalid." },
		{ 403, "{\"error\":{\"code\":\"Forbidden\",\"message\":\"No access here.\"}}",
		  AD_REFUSED, "PERMISSION_DENIED", "No access here." },
		{ 429, "{\"statusCode\":429,\"message\":\"Try again in 30 seconds.\"}", AD_AGAIN,
		  "RATE_LIMITED", "Try again in 30 seconds." },
		/* Neither the answer of success nor a refusal: the change may have been made. */
		{ 202, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 202." },
		{ 204, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 204." },
		{ 303, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 303." },
		{ 503, "<html>Service Unavailable</html>", AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  "The platform answered 503." },
		{ 400, "{\"Errors\":[],\"BatchErrors\":null}", AD_REFUSED, "REFUSED",
		  "The platform answered 400." },
		{ 400,
		  "{\"error\":\"invalid_grant\",\"error_description\":\"AADSTS70000: expired\"}",
		  AD_REFUSED, "REFUSED", "AADSTS70000" },
	};

	assert_answers(*state, microsoft_failure, rows, AD_LEN(rows));
}

/* Criterions of a campaign: each is refused, or left in doubt, by itself. */
static void test_a_part_in_doubt_leaves_the_whole_in_doubt(void **state)
{
	static const char *const bodies[] = {
		"{\"PartialErrors\":[],\"NestedPartialErrors\":[{\"BatchErrors\":["
		"{\"Index\":0,\"ErrorCode\":\"ANewOne\"},{\"Index\":1,\"ErrorCode\":"
		"\"InternalError\"}]}]}",
		"{\"PartialErrors\":[{\"Index\":0,\"ErrorCode\":\"InternalError\"},"
		"{\"Index\":1,\"ErrorCode\":\"ANewOne\"}]}",
	};

	for (size_t i = 0; i < AD_LEN(bodies); i++) {
		struct ad_piece piece = { .op = AD_OP_UPDATE, .res = &ad_resource_campaign };
		struct ad_outcome outcome;
		struct ad_http_response response = { .status = 200, .body = ad_str(bodies[i]) };
		ad_microsoft.read(*state, &piece, 1, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DOUBT);
		assert_true(outcome.error.retryable);
	}
}

#define DETAIL(batch, operation)                                                                   \
	"{\"Type\":\"ApiFaultDetail\",\"BatchErrors\":[" batch "],\"OperationErrors\":[" operation \
	"]}"
#define BAD_GROUP "\"ErrorCode\":\"CampaignServiceInvalidAdGroupId\",\"Message\":\"m\"}"
#define BAD_CAMPAIGN "\"ErrorCode\":\"CampaignServiceInvalidCampaignId\",\"Message\":\"m\"}"

/* GONE counts for the operation that the error names, and for all if their parent is gone. */
static void test_gone_is_about_the_named_operation_alone(void **state)
{
	static const struct {
		const char *body;
		size_t count;
		enum ad_outcome_kind kinds[2];
	} rows[] = {
		{ DETAIL("{\"Index\":1," BAD_GROUP, ""), 2, { AD_AGAIN, AD_DID } },
		{ DETAIL("", "{" BAD_GROUP), 2, { AD_AGAIN, AD_AGAIN } },
		{ DETAIL("", "{" BAD_CAMPAIGN), 2, { AD_DID, AD_DID } },
		{ DETAIL("", "{" BAD_GROUP), 1, { AD_DID } },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_piece pieces[2];
		struct ad_outcome outcomes[2];
		struct ad_http_response response = { .status = 400, .body = ad_str(rows[i].body) };
		for (size_t k = 0; k < rows[i].count; k++)
			pieces[k] = (struct ad_piece){ .op = AD_OP_REMOVE,
						       .res = &ad_resource_ad_group,
						       .remote_id = AD_S("1~2") };
		ad_microsoft.read(*state, pieces, rows[i].count, &response, outcomes);
		for (size_t k = 0; k < rows[i].count; k++)
			if (outcomes[k].kind != rows[i].kinds[k])
				fail_msg("%s: %zu is %d", rows[i].body, k, (int)outcomes[k].kind);
	}
}

/*
 * An ad extension that is removed is no sign that the campaign is, of which the create of a link
 * would otherwise be the proof: the campaign would be created again.
 */
static void test_a_missing_extension_is_no_missing_campaign(void **state)
{
	static const struct {
		enum ad_op op;
		const char *symbol;
		enum ad_outcome_kind kind;
		const char *code;
	} rows[] = {
		{ AD_OP_CREATE, "CampaignServiceInvalidAdExtensionId", AD_REFUSED, "NOT_FOUND" },
		{ AD_OP_CREATE, "CampaignServiceInvalidCampaignId", AD_REFUSED, "GONE" },
		{ AD_OP_CREATE, "CampaignServiceInvalidAdGroupId", AD_REFUSED, "GONE" },
		{ AD_OP_REMOVE, "CampaignServiceInvalidAdExtensionId", AD_DID, NULL },
		{ AD_OP_REMOVE, "CampaignServiceEntityDoesNotExist", AD_REFUSED, "NOT_FOUND" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++)
		for (int whole = 0; whole < 2; whole++) {
			struct ad_piece piece = { .op = rows[i].op,
						  .res = &ad_resource_asset_link };
			struct ad_outcome outcome;
			struct ad_http_response response = { .status = whole ? 400 : 200 };
			response.body = ad_arena_printf(
				*state,
				"{\"%s\":[{\"Index\":0,\"ErrorCode\":\"%s\",\"Message\":\"m\"}]}",
				whole ? "BatchErrors" : "PartialErrors", rows[i].symbol);
			ad_microsoft.read(*state, &piece, 1, &response, &outcome);
			assert_int_equal(outcome.kind, rows[i].kind);
			if (rows[i].code)
				assert_string_equal(outcome.error.code, rows[i].code);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_a_part_in_doubt_leaves_the_whole_in_doubt),
		IN_ARENA(microsoft_by_symbol),
		IN_ARENA(microsoft_in_every_shape),
		IN_ARENA(test_a_missing_extension_is_no_missing_campaign),
		IN_ARENA(test_gone_is_about_the_named_operation_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
