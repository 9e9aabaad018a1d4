/* Access tokens of Google. */
#include "tests/support/arena.h"

#include "platform/platform.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(tokens_are_taken_and_refusals_named),
		IN_ARENA(the_token_request_is_a_form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
