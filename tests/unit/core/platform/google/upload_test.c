/* Conversions to Google: the requests, and the meaning of the responses. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example", 19 },
	.account_id = { "1234567890", 10 },
};

static struct ad_upload order(struct ad_arena *arena, const char *clicks)
{
	return (struct ad_upload){
		.key = AD_S("A-1"),
		.action = AD_S("7000000001"),
		.occurred_at = INT64_C(1795177500000000),
		.clicks = json(arena, clicks),
		.email = AD_S("e0"),
		.phone = AD_S("f0"),
		.has_value = true,
		.value = 59900000,
		.currency = AD_S("EUR"),
	};
}

#define SENT_ACTION                                                                                \
	"\"conversionAction\":\"customers/1234567890/conversionActions/7000000001\","              \
	"\"conversionDateTime\":\"2026-11-20 12:25:00+00:00\","                                    \
	"\"conversionValue\":59.9,\"currencyCode\":\"EUR\",\"orderId\":\"A-1\","

static void test_what_is_sent(void **state)
{
	struct ad_arena *arena = *state;
	struct ad_upload click = order(arena, "{\"gclid\":\"Cj0\"}");
	struct ad_upload app = order(arena, "{\"wbraid\":\"W1\"}");
	struct ad_piece pieces[2] = { { .op = AD_OP_UPLOAD, .upload = &click },
				      { .op = AD_OP_UPLOAD, .upload = &app } };
	struct ad_http_request request;

	click.ad_user_data = AD_S("GRANTED");
	ad_google.uploader->build(arena, &link_to, pieces, 2, &request);
	assert_string_equal(request.url.p, "https://ads.example/v26/customers/"
					   "1234567890:uploadClickConversions");
	assert_string_equal(request.body.p,
			    "{\"conversions\":[{" SENT_ACTION "\"gclid\":\"Cj0\","
			    "\"userIdentifiers\":[{\"userIdentifierSource\":\"FIRST_PARTY\","
			    "\"hashedEmail\":\"e0\"},{\"userIdentifierSource\":\"FIRST_PARTY\","
			    "\"hashedPhoneNumber\":\"f0\"}],"
			    "\"consent\":{\"adUserData\":\"GRANTED\"}},{" SENT_ACTION
			    "\"wbraid\":\"W1\"}],\"partialFailure\":true}");
}

#define ERROR(key, code, at)                                                                       \
	"{\"errorCode\":{\"" key "\":\"" code                                                      \
	"\"},\"message\":\"No.\",\"location\":{\"fieldPathElements\":["                            \
	"{\"fieldName\":\"conversions\",\"index\":" #at "},{\"fieldName\":\"gclid\"}]}}"

#define USED ERROR("conversionUploadError", "ORDER_ID_ALREADY_IN_USE", 1)
#define UNREAD ERROR("conversionUploadError", "UNPARSEABLE_GCLID", 2)
#define MISSING ERROR("fieldError", "REQUIRED", 2)
#define SOON ERROR("conversionUploadError", "TOO_RECENT_EVENT", 3)
#define LACKING ERROR("fieldError", "REQUIRED", 5)
#define LATE ERROR("internalError", "DEADLINE_EXCEEDED", 5)

static void test_each_has_its_own_end(void **state)
{
	struct ad_arena *arena = *state;
	struct ad_upload upload = order(arena, "{\"gclid\":\"Cj0\"}");
	struct ad_piece pieces[6];
	struct ad_outcome outcomes[6];
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("{\"results\":[{\"conversionAction\":\"x\"},{},{},{},{},{}],"
			     "\"partialFailureError\":{\"details\":[{\"errors\":[" USED "," UNREAD
			     "," MISSING "," SOON "," LACKING "," LATE "]}]}}"),
	};

	for (size_t i = 0; i < AD_LEN(pieces); i++)
		pieces[i] = (struct ad_piece){ .op = AD_OP_UPLOAD, .upload = &upload };
	ad_google.uploader->read(arena, pieces, AD_LEN(pieces), &response, outcomes);
	assert_int_equal(outcomes[0].kind, AD_DID);
	assert_int_equal(outcomes[1].kind, AD_DID); /* counted before */
	assert_null(outcomes[1].error.code);
	assert_int_equal(outcomes[2].kind, AD_REFUSED);
	assert_string_equal(outcomes[2].error.code, AD_UPLOAD_REFUSED);
	assert_string_equal(outcomes[2].error.platform_code.p,
			    "conversionUploadError.UNPARSEABLE_GCLID");
	assert_false(outcomes[2].error.retryable);
	assert_int_equal(outcomes[3].kind, AD_REFUSED);
	assert_true(outcomes[3].error.retryable);
	assert_int_equal(outcomes[5].kind, AD_DOUBT); /* one of its errors leaves it open */
	assert_int_equal(outcomes[4].kind, AD_DOUBT); /* neither accepted nor refused: read again */
}

static void test_answers_that_are_none(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 200, "", AD_DOUBT },
		{ 200, "{}", AD_DOUBT },
		{ 200, "{\"results\":[null]}", AD_DOUBT },
		{ 401, "{}", AD_EXPIRED },
		{ 403, "{}", AD_REFUSED },
		{ 429, "{}", AD_AGAIN },
		{ 503, "<html>", AD_DOUBT },
	};
	struct ad_arena *arena = *state;
	struct ad_upload upload = order(arena, "{\"gclid\":\"Cj0\"}");
	struct ad_piece piece = { .op = AD_OP_UPLOAD, .upload = &upload };

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_outcome outcome;
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		ad_google.uploader->read(arena, &piece, 1, &response, &outcome);
		assert_int_equal(outcome.kind, rows[i].kind);
		assert_non_null(outcome.error.code);
		assert_string_not_equal(outcome.error.code, AD_UPLOAD_REFUSED);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_what_is_sent),
		IN_ARENA(test_each_has_its_own_end),
		IN_ARENA(test_answers_that_are_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
