/* Answers of Google Ads, of every shape that its reference knows, and what they mean for us. */
#include "tests/support/unit.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "platform/platform.h"

static int make_arena(void **state)
{
	*state = ad_arena_new();
	return 0;
}

static int free_arena(void **state)
{
	ad_arena_free(*state);
	return 0;
}

static struct ad_piece piece(enum ad_op op, const struct ad_resource *res)
{
	return (struct ad_piece){ .op = op, .res = res, .id = AD_S("x") };
}

static struct ad_outcome one(struct ad_arena *arena, enum ad_op op, long status, const char *body)
{
	struct ad_piece p = piece(op, &ad_resource_campaign);
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_google.read(arena, &p, 1, &response, &outcome);
	return outcome;
}

static void a_tree_gives_the_campaigns_id(void **state)
{
	struct ad_outcome o =
		one(*state, AD_OP_CREATE, 200,
		    "{\"mutateOperationResponses\":[{\"campaignBudgetResult\":{\"resourceName\":"
		    "\"customers/1/campaignBudgets/7\"}},{\"campaignResult\":{\"resourceName\":"
		    "\"customers/1/campaigns/22\"}},{\"campaignCriterionResult\":{\"resourceName\":"
		    "\"customers/1/campaignCriteria/22~2276\"}}]}");

	assert_int_equal(o.kind, AD_DID);
	assert_true(ad_str_is(o.remote_id, "22"));
}

/* A success that cannot be understood is no success: it must be looked up. */
static void unreadable_answers_are_doubts(void **state)
{
	static const char *const bodies[] = { "",
					      "<html>",
					      "{}",
					      "[]",
					      "{\"mutateOperationResp",
					      "{\"mutateOperationResponses\":[]}",
					      "{\"mutateOperationResponses\":[{}]}" };

	for (size_t i = 0; i < AD_LEN(bodies); i++) {
		struct ad_outcome o = one(*state, AD_OP_CREATE, 200, bodies[i]);
		if (o.kind != AD_DOUBT || !o.error.code)
			fail_msg("%s: %d", bodies[i], (int)o.kind);
	}
}

#define FAILURE(errors)                                                                            \
	"{\"error\":{\"code\":400,\"message\":\"Request contains an invalid argument.\","          \
	"\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"@type\":\"type.googleapis.com/"           \
	"google.ads.googleads.v26.errors.GoogleAdsFailure\",\"errors\":[" errors                   \
	"],\"requestId\":\"x\"}]}}"
#define ERROR(group, code, more)                                                                   \
	"{\"errorCode\":{\"" group "\":\"" code "\"},\"message\":\"No.\"" more "}"

static const struct {
	long status;
	const char *body;
	enum ad_outcome_kind kind;
	const char *code, *platform_code;
	int64_t wait;
} failures[] = {
	{ 400, FAILURE(ERROR("campaignError", "DUPLICATE_CAMPAIGN_NAME", "")), AD_REFUSED,
	  "DUPLICATE_NAME", "campaignError.DUPLICATE_CAMPAIGN_NAME", 0 },
	{ 400, FAILURE(ERROR("policyFindingError", "POLICY_FINDING", "")), AD_REFUSED,
	  "POLICY_VIOLATION", "policyFindingError.POLICY_FINDING", 0 },
	{ 400, FAILURE(ERROR("fieldError", "REQUIRED", "")), AD_REFUSED, "REFUSED",
	  "fieldError.REQUIRED", 0 },
	{ 400, FAILURE(ERROR("databaseError", "CONCURRENT_MODIFICATION", "")), AD_AGAIN,
	  "PLATFORM_BUSY", "databaseError.CONCURRENT_MODIFICATION", 0 },
	{ 429,
	  FAILURE(ERROR("quotaError", "RESOURCE_EXHAUSTED",
			",\"details\":{\"quotaErrorDetails\":{\"retryDelay\":\"40591s\"}}")),
	  AD_AGAIN, "RATE_LIMITED", "quotaError.RESOURCE_EXHAUSTED", 40591 * AD_SECOND },
	{ 429, "", AD_AGAIN, "RATE_LIMITED", "HTTP 429", 0 },
	{ 401,
	  "{\"error\":{\"code\":401,\"message\":\"Bad token.\",\"status\":\"UNAUTHENTICATED\"}}",
	  AD_EXPIRED, "CONNECTION_EXPIRED", "UNAUTHENTICATED", 0 },
	{ 403, FAILURE(ERROR("authorizationError", "USER_PERMISSION_DENIED", "")), AD_REFUSED,
	  "PERMISSION_DENIED", "authorizationError.USER_PERMISSION_DENIED", 0 },
	{ 404, "<html>404. That's an error</html>", AD_REFUSED, "REFUSED", "HTTP 404", 0 },
	{ 400,
	  "{\"error\":{\"code\":400,\"message\":\"Unknown name \\\"x\\\"\",\"status\":"
	  "\"INVALID_ARGUMENT\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc."
	  "BadRequest\",\"fieldViolations\":[]}]}}",
	  AD_REFUSED, "REFUSED", "INVALID_ARGUMENT", 0 },
	{ 500, FAILURE(ERROR("internalError", "INTERNAL_ERROR", "")), AD_DOUBT,
	  "PLATFORM_UNAVAILABLE", "internalError.INTERNAL_ERROR", 0 },
	{ 503, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "HTTP 503", 0 },
};

static void every_failure_has_its_meaning(void **state)
{
	for (size_t i = 0; i < AD_LEN(failures); i++) {
		struct ad_outcome o =
			one(*state, AD_OP_CREATE, failures[i].status, failures[i].body);
		if (o.kind != failures[i].kind || strcmp(o.error.code, failures[i].code) != 0 ||
		    !ad_str_is(o.error.platform_code, failures[i].platform_code) ||
		    o.wait != failures[i].wait)
			fail_msg("%zu: %d %s %.*s", i, (int)o.kind, o.error.code,
				 AD_FMT(o.error.platform_code));
		assert_int_equal(o.error.retryable, o.kind != AD_REFUSED);
	}
}

static void removing_what_is_gone_is_done(void **state)
{
	static const char body[] = FAILURE(ERROR("mutateError", "RESOURCE_NOT_FOUND", ""));

	assert_int_equal(one(*state, AD_OP_REMOVE, 400, body).kind, AD_DID);
	assert_int_equal(one(*state, AD_OP_UPDATE, 400, body).kind, AD_REFUSED);
}

/* Each operation of a batch has its own end. */
static void a_partial_failure_is_told_apart(void **state)
{
	struct ad_piece pieces[3];
	struct ad_outcome o[3];
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S(
			"{\"partialFailureError\":{\"code\":3,\"message\":\"…\",\"details\":[{"
			"\"errors\":[{\"errorCode\":{\"criterionError\":\"KEYWORD_TEXT_TOO_LONG\"},"
			"\"message\":\"Too long.\",\"location\":{\"fieldPathElements\":[{"
			"\"fieldName\":\"mutate_operations\",\"index\":1},{\"fieldName\":"
			"\"ad_group_criterion_operation\"}]}}]}]},\"mutateOperationResponses\":[{"
			"\"adGroupCriterionResult\":{\"resourceName\":"
			"\"customers/1/adGroupCriteria/5~6\"}},{},{\"adGroupCriterionResult\":{"
			"\"resourceName\":\"customers/1/adGroupCriteria/5~8\"}}]}"),
	};

	for (size_t i = 0; i < 3; i++)
		pieces[i] = piece(AD_OP_CREATE, &ad_resource_keyword);
	ad_google.read(*state, pieces, 3, &response, o);
	assert_int_equal(o[0].kind, AD_DID);
	assert_true(ad_str_is(o[0].remote_id, "5~6"));
	assert_int_equal(o[1].kind, AD_REFUSED);
	assert_true(ad_str_is(o[1].error.message, "Too long."));
	assert_int_equal(o[2].kind, AD_DID);
	assert_true(ad_str_is(o[2].remote_id, "5~8"));
}

static void tokens_are_taken_and_refusals_named(void **state)
{
	struct ad_platform_token token;
	struct ad_outcome o;
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("{\"access_token\":\"ya29.x\",\"expires_in\":3599,"
			     "\"token_type\":\"Bearer\"}"),
	};

	ad_google.token_read(*state, &response, &token, &o);
	assert_int_equal(o.kind, AD_DID);
	assert_true(ad_str_is(token.access_token, "ya29.x"));
	assert_int_equal(token.lifetime, 3599);
	response = (struct ad_http_response){
		.status = 400,
		.body = AD_S("{\"error\":\"invalid_grant\",\"error_description\":\"Revoked.\"}"),
	};
	ad_google.token_read(*state, &response, &token, &o);
	assert_int_equal(o.kind, AD_REFUSED);
	assert_string_equal(o.error.code, "CONNECTION_EXPIRED");
	assert_true(ad_str_is(o.error.platform_code, "invalid_grant"));
	assert_true(ad_str_is(o.error.message, "Revoked."));
	response = (struct ad_http_response){ .status = 503 };
	ad_google.token_read(*state, &response, &token, &o);
	assert_int_equal(o.kind, AD_AGAIN);
}

static void the_token_request_is_a_form(void **state)
{
	struct ad_link link = {
		.token_url = AD_S("https://t.example/token"),
		.refresh_token = AD_S("1//a b&c"),
		.client_id = AD_S("id"),
		.client_secret = AD_S("s+"),
	};
	struct ad_http_request request;

	ad_google.token_request(*state, &link, &request);
	assert_true(ad_str_is(request.body,
			      "grant_type=refresh_token&refresh_token=1%2F%2Fa%20b%26c"
			      "&client_id=id&client_secret=s%2B"));
	assert_false(request.changes);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_tree_gives_the_campaigns_id),   TEST(unreadable_answers_are_doubts),
		TEST(every_failure_has_its_meaning),   TEST(removing_what_is_gone_is_done),
		TEST(a_partial_failure_is_told_apart), TEST(tokens_are_taken_and_refusals_named),
		TEST(the_token_request_is_a_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
