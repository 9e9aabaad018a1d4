/* Google's answers: whose outcome an error is, and campaigns as they are read. */
#include "tests/support/arena.h"

#include "platform/platform.h"

#define GONE_AT(location)                                                                          \
	"{\"errorCode\":{\"contextError\":\"OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE\"},"      \
	"\"message\":\"m\"" location "}"
#define AT_ONE                                                                                     \
	",\"location\":{\"fieldPathElements\":[{\"fieldName\":\"mutate_operations\",\"index\":1}]" \
	"}"
#define REFUSED(errors)                                                                            \
	"{\"error\":{\"code\":400,\"message\":\"m\",\"details\":[{\"errors\":[" errors "]}]}}"

/* A removal that the error does not name was not done, and nobody said that its object is gone. */
static void test_gone_is_about_the_named_operation_alone(void **state)
{
	static const struct {
		const char *body;
		size_t count;
		enum ad_outcome_kind kinds[3];
	} rows[] = {
		{ REFUSED(GONE_AT(AT_ONE)), 3, { AD_AGAIN, AD_DID, AD_AGAIN } },
		{ REFUSED(GONE_AT("")), 3, { AD_AGAIN, AD_AGAIN, AD_AGAIN } },
		{ REFUSED(GONE_AT(AT_ONE)), 1, { AD_DID } },
		{ REFUSED(GONE_AT("")), 1, { AD_DID } },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_piece pieces[3];
		struct ad_outcome outcomes[3];
		struct ad_http_response response = { .status = 400, .body = ad_str(rows[i].body) };
		for (size_t k = 0; k < rows[i].count; k++)
			pieces[k] = (struct ad_piece){ .op = AD_OP_REMOVE,
						       .res = &ad_resource_ad_group };
		ad_google.read(*state, pieces, rows[i].count, &response, outcomes);
		for (size_t k = 0; k < rows[i].count; k++) {
			assert_int_equal(outcomes[k].kind, rows[i].kinds[k]);
			if (outcomes[k].kind == AD_AGAIN)
				assert_string_equal(outcomes[k].error.code, "REFUSED");
		}
	}
}

/* Its parent is not gone either: the error is about another create. */
static void test_gone_of_another_create_is_not_its_own(void **state)
{
	struct ad_piece pieces[2] = { { .op = AD_OP_CREATE, .res = &ad_resource_ad_group },
				      { .op = AD_OP_CREATE, .res = &ad_resource_ad_group } };
	struct ad_outcome outcomes[2];
	struct ad_http_response response = { .status = 400,
					     .body = AD_S(REFUSED(GONE_AT(AT_ONE))) };

	ad_google.read(*state, pieces, 2, &response, outcomes);
	assert_int_equal(outcomes[0].kind, AD_AGAIN);
	assert_int_equal(outcomes[1].kind, AD_REFUSED);
	assert_string_equal(outcomes[1].error.code, "GONE");
}

/* The type of a portfolio strategy is one of ours, its values are not the campaign's. */
static void test_a_portfolio_reads_as_other(void **state)
{
	static const char *const rows[][2] = {
		{ ",\"biddingStrategy\":\"customers/1/biddingStrategies/9\"", "OTHER" },
		{ ",\"targetSpend\":{\"cpcBidCeilingMicros\":\"2000000\"}", "MAXIMIZE_CLICKS" },
	};
	struct ad_piece piece = { .op = AD_OP_UPDATE,
				  .res = &ad_resource_campaign,
				  .remote_id = AD_S("22") };
	const struct ad_link link = { .api_url = AD_S("https://ads.example"),
				      .account_id = AD_S("1") };

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link, .pieces = &piece, .count = 1
		};
		struct ad_http_request request;
		struct ad_http_response response = { .status = 200 };
		struct ad_outcome outcome;
		assert_true(ad_google.ask(*state, &link, &ask, &request));
		assert_non_null(strstr(request.body.p, "campaign.bidding_strategy,"));
		response.body = ad_arena_printf(
			*state,
			"{\"results\":[{\"campaign\":{\"id\":\"22\",\"biddingStrategyType\":"
			"\"TARGET_SPEND\"%s}}]}",
			rows[i][0]);
		ad_google.hear(*state, &ask, &response, &outcome);
		assert_true(ad_str_is(
			ad_json_get_text(ad_json_get(ask.found->fields, "bidding"), "strategy"),
			rows[i][1]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_gone_is_about_the_named_operation_alone),
		IN_ARENA(test_gone_of_another_create_is_not_its_own),
		IN_ARENA(test_a_portfolio_reads_as_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
