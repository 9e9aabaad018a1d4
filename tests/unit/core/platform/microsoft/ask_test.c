/* Microsoft's answers to queries: what they prove, and what they leave open. */
#include "tests/support/arena.h"

#include "platform/platform.h"
#include "platform/unseen.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example/v13", 23 },
	.account_id = { "500", 3 },
	.login_account_id = { "501", 3 },
};

#define DENIED                                                                                     \
	"{\"Index\":0,\"Code\":106,\"ErrorCode\":\"UserIsNotAuthorized\",\"Message\":\"No.\"}"
#define BUSY "{\"Index\":0,\"Code\":0,\"ErrorCode\":\"InternalError\",\"Message\":\"No.\"}"
#define GONE                                                                                       \
	"{\"Index\":0,\"Code\":1201,\"ErrorCode\":\"CampaignServiceInvalidAdGroupId\","            \
	"\"Message\":\"No.\"}"
#define NEGATIVES "\"EntityNegativeKeywords\":"
#define ONE "{\"EntityId\":\"2\",\"NegativeKeywords\":[{\"Id\":\"3\",\"Text\":\"x\"}]}"

static const struct ad_piece *negative(struct ad_arena *arena)
{
	struct ad_piece *piece = ad_arena_zalloc(arena, sizeof(*piece));

	*piece = (struct ad_piece){ .op = AD_OP_REMOVE,
				    .res = &ad_resource_keyword,
				    .want = json(arena, "{\"negative\":true,\"text\":\"x\"}"),
				    .parent_remote_id = AD_S("1~2"),
				    .remote_id = AD_S("1~2~3") };
	return piece;
}

static enum ad_outcome_kind ask_about(struct ad_arena *arena, struct ad_ask *ask, const char *body)
{
	struct ad_http_response response = { .status = 200, .body = ad_str(body) };
	struct ad_http_request request;
	struct ad_outcome outcome;

	ask->count = 1;
	ask->pieces = negative(arena);
	assert_true(ad_microsoft.ask(arena, &link_to, ask, &request));
	ad_microsoft.hear(arena, ask, &response, &outcome);
	return outcome.kind;
}

/* An entity that is null was not retrieved: its negative keywords may still exist. */
static void test_negatives_that_were_not_retrieved_are_unseen(void **state)
{
	static const struct {
		const char *body;
		const char *code;   /* of the unseen object; NULL: it was found */
		const char *status; /* of the found one */
		enum ad_outcome_kind kind;
	} rows[] = {
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" DENIED "]}", "PERMISSION_DENIED", NULL,
		  AD_DID },
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" BUSY "]}", AD_NOT_FOUND_THERE, NULL,
		  AD_AGAIN },
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" GONE "]}", NULL, "REMOVED", AD_DID },
		{ "{" NEGATIVES "[null]}", AD_NOT_FOUND_THERE, NULL, AD_DID },
		{ "{" NEGATIVES "null}", AD_NOT_FOUND_THERE, NULL, AD_DID },
		{ "{" NEGATIVES
		  "[{\"EntityId\":\"2\",\"NegativeKeywords\":[]}],\"PartialErrors\":[" DENIED "]}",
		  "PERMISSION_DENIED", NULL, AD_DID },
		{ "{" NEGATIVES "[{\"EntityId\":\"2\",\"NegativeKeywords\":[]}],\"PartialErrors\":"
		  "[]}",
		  NULL, "REMOVED", AD_DID },
		{ "{" NEGATIVES "[" ONE "]}", NULL, "ENABLED", AD_DID },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_ask ask = { .question = AD_ASK_LIVE, .link = &link_to };
		const struct ad_remote *found;
		enum ad_outcome_kind kind = ask_about(*state, &ask, rows[i].body);
		found = ad_ask_find(&ask, AD_S("1~2~3"));
		if (kind != rows[i].kind || (found != NULL) == (rows[i].code != NULL))
			fail_msg("%s", rows[i].body);
		if (found)
			assert_true(ad_str_is(found->status, rows[i].status));
		else
			assert_string_equal(ad_ask_why_unseen(&ask, AD_S("1~2~3")).code,
					    rows[i].code);
	}
}

/* A create asks first: an unread answer must not count as "there is none". */
static void test_a_key_that_was_not_read_is_asked_again(void **state)
{
	static const struct {
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" DENIED "]}", AD_REFUSED },
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" BUSY "]}", AD_AGAIN },
		{ "{" NEGATIVES "[null],\"PartialErrors\":[" GONE "]}", AD_DID },
		{ "{" NEGATIVES "[null]}", AD_AGAIN },
		{ "{" NEGATIVES "[" ONE "],\"PartialErrors\":[]}", AD_DID },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link_to };
		if (ask_about(*state, &ask, rows[i].body) != rows[i].kind)
			fail_msg("%s", rows[i].body);
	}
}

/* As many as Microsoft lets an entity have: only the queried one is kept. */
static void test_one_of_twenty_thousand_negatives_takes_its_own_room(void **state)
{
	enum {
		NEGATIVE_COUNT = 20000
	};
	struct ad_arena *alone = ad_arena_new();
	struct ad_text body = ad_text_on(*state);
	struct ad_ask ask = { .question = AD_ASK_LIVE, .link = &link_to };
	size_t parsed, used;

	ad_text_adds(&body, "{" NEGATIVES "[{\"NegativeKeywords\":[");
	for (int i = 1; i <= NEGATIVE_COUNT; i++)
		ad_text_addf(&body, "%s{\"Id\":\"%d\",\"Text\":\"n%d\",\"MatchType\":\"Exact\"}",
			     i > 1 ? "," : "", i, i);
	ad_text_adds(&body, "]}]}");
	json(alone, ad_text_str(&body).p);
	parsed = ad_arena_used(alone);
	used = ad_arena_used(*state);
	assert_int_equal(ask_about(*state, &ask, ad_text_str(&body).p), AD_DID);
	assert_string_equal(ad_ask_find(&ask, AD_S("1~2~3"))->status.p, "ENABLED");
	assert_true(ad_arena_used(*state) - used < parsed + 64 * 1024);
	ad_arena_free(alone);
}

/* Locations that were not read must not count as removed. */
static void test_places_that_were_not_read_are_an_error(void **state)
{
	struct ad_piece piece = { .op = AD_OP_UPDATE,
				  .res = &ad_resource_campaign,
				  .remote_id = AD_S("1") };
	struct ad_ask ask = {
		.question = AD_ASK_LIVE, .link = &link_to, .pieces = &piece, .count = 1
	};
	struct ad_http_response response = { .status = 200,
					     .body = AD_S("{\"Campaigns\":[{\"Id\":\"1\"}]}") };
	struct ad_http_request request;
	struct ad_outcome outcome;

	assert_true(ad_microsoft.ask(*state, &link_to, &ask, &request));
	ad_microsoft.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_true(ad_microsoft.ask(*state, &link_to, &ask, &request));
	response.body = AD_S("{\"CampaignCriterions\":[],\"PartialErrors\":[" DENIED "]}");
	ad_microsoft.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_REFUSED);
	assert_string_equal(outcome.error.code, "PERMISSION_DENIED");
}

/* The bidding of a portfolio strategy is not the campaign's own; "0" is none. */
static void test_a_portfolio_reads_as_other(void **state)
{
	static const char *const ids[][2] = { { "\"77\"", "OTHER" },
					      { "\"0\"", "TARGET_CPA" },
					      { "null", "TARGET_CPA" } };
	struct ad_piece piece = { .op = AD_OP_UPDATE,
				  .res = &ad_resource_campaign,
				  .remote_id = AD_S("1") };

	for (size_t i = 0; i < AD_LEN(ids); i++) {
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link_to, .pieces = &piece, .count = 1
		};
		struct ad_http_response response = { .status = 200 };
		struct ad_http_request request;
		struct ad_outcome outcome;
		const cJSON *bidding;
		response.body = ad_arena_printf(
			*state,
			"{\"Campaigns\":[{\"Id\":\"1\",\"BidStrategyId\":%s,\"BiddingScheme\":"
			"{\"Type\":\"MaxConversions\",\"TargetCpa\":8,\"MaxCpc\":{\"Amount\":2}}}]"
			"}",
			ids[i][0]);
		assert_true(ad_microsoft.ask(*state, &link_to, &ask, &request));
		assert_non_null(strstr(request.body.p, "BidStrategyId"));
		ad_microsoft.hear(*state, &ask, &response, &outcome);
		bidding = ad_json_get(ask.found->fields, "bidding");
		assert_true(ad_str_is(ad_json_get_text(bidding, "strategy"), ids[i][1]));
		assert_int_equal(ad_json_get(bidding, "maxCpc") != NULL, i > 0);
	}
}

/* The type is written back with each update of the ad. */
static void test_an_ad_keeps_its_type(void **state)
{
	static const char *const types[][2] = { { "ExpandedText", "ExpandedText" },
						{ "ExpandedTextAd", "ExpandedText" },
						{ "ResponsiveAd", "ResponsiveAd" },
						{ "ResponsiveSearchAd", "ResponsiveSearch" } };
	struct ad_piece piece = { .op = AD_OP_UPDATE,
				  .res = &ad_resource_ad,
				  .remote_id = AD_S("1~2~3") };

	for (size_t i = 0; i < AD_LEN(types); i++) {
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link_to, .pieces = &piece, .count = 1
		};
		struct ad_http_response response = { .status = 200 };
		struct ad_http_request request;
		struct ad_outcome outcome;
		response.body = ad_arena_printf(
			*state, "{\"Ads\":[{\"Id\":\"3\",\"Type\":\"%s\"}]}", types[i][0]);
		assert_true(ad_microsoft.ask(*state, &link_to, &ask, &request));
		ad_microsoft.hear(*state, &ask, &response, &outcome);
		assert_true(ad_str_is(ask.found->handle, types[i][1]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_negatives_that_were_not_retrieved_are_unseen),
		IN_ARENA(test_a_key_that_was_not_read_is_asked_again),
		IN_ARENA(test_one_of_twenty_thousand_negatives_takes_its_own_room),
		IN_ARENA(test_places_that_were_not_read_are_an_error),
		IN_ARENA(test_a_portfolio_reads_as_other),
		IN_ARENA(test_an_ad_keeps_its_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
