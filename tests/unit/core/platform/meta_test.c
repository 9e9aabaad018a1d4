/* What the Meta adapter sends and reads: units, marks, proofs, errors, batches. */
#include "tests/support/unit.h"

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

static const cJSON *json(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	const cJSON *value = ad_json_parse(arena, ad_str(text), &err);

	if (!value)
		fail_msg("%s: %s", text, err.reason);
	return value;
}

static struct ad_link link_in(struct ad_arena *arena, const char *currency)
{
	return (struct ad_link){
		.api_url = AD_S("https://graph.example"),
		.account_id = AD_S("act_1001"),
		.currency = ad_str(currency),
		.timezone = AD_S("UTC"),
		.settings = json(arena, "{\"pageId\":\"555\",\"dsaBeneficiary\":\"Shop\","
					"\"dsaPayor\":\"Shop\"}"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
	};
}

/* Of the published vector: that secret and that token. */
#define PROOF "&appsecret_proof=21ff09d02849cca74f9c405352a95ad6a68b0089cdaf691743b0a1b6737f8809"
#define CAMPAIGN                                                                                   \
	"{\"name\":\"A b\",\"type\":\"SOCIAL\",\"objective\":\"TRAFFIC\",\"status\":\"PAUSED\","   \
	"\"budget\":20.5,\"startDate\":\"2027-01-01\",\"endDate\":null,\"bidding\":null,"          \
	"\"locations\":[{\"code\":\"DE\",\"excluded\":false}],\"languages\":[]}"

static struct ad_piece piece(struct ad_arena *arena, enum ad_op op, const struct ad_resource *res,
			     const char *want)
{
	return (struct ad_piece){
		.op = op,
		.res = res,
		.id = AD_S("cmp_1"),
		.want = json(arena, want),
		.remote_id = op == AD_OP_CREATE ? (struct ad_str){ 0 } : AD_S("120"),
		.parent_remote_id = AD_S("119"),
	};
}

static void builds(struct ad_arena *arena, const struct ad_piece *pieces, size_t count,
		   const char *currency, const char *url, const char *body)
{
	struct ad_link link = link_in(arena, currency);
	struct ad_http_request request;

	assert_int_equal(ad_meta.build(arena, &link, pieces, count, 0, &request), AD_BUILT);
	assert_string_equal(request.url.p, url);
	assert_true(request.changes);
	if (body)
		assert_string_equal(request.body.p, body);
}

static void a_campaign_is_one_form(void **state)
{
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, CAMPAIGN);

	builds(*state, &p, 1, "USD", "https://graph.example/v26.0/act_1001/campaigns",
	       "objective=OUTCOME_TRAFFIC&buying_type=AUCTION&name=A%20b&status=PAUSED&"
	       "daily_budget=2050&special_ad_categories=%5B%5D&"
	       "bid_strategy=LOWEST_COST_WITHOUT_CAP&adlabels="
	       "%5B%7B%22name%22%3A%22adcore%3Acmp_1%22%7D%5D" PROOF);
}

static void an_ad_set_has_its_campaigns_places(void **state)
{
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_ad_group,
				  "{\"name\":\"G\",\"status\":\"PAUSED\"}");

	p.parent = json(*state, CAMPAIGN);
	builds(*state, &p, 1, "USD", "https://graph.example/v26.0/act_1001/adsets",
	       "campaign_id=119&name=G&status=PAUSED&optimization_goal=LINK_CLICKS&"
	       "billing_event=IMPRESSIONS&dsa_beneficiary=Shop&dsa_payor=Shop&targeting="
	       "%7B%22geo_locations%22%3A%7B%22countries%22%3A%5B%22DE%22%5D%7D%2C"
	       "%22targeting_automation%22%3A%7B%22advantage_audience%22%3A0%7D%7D&"
	       "start_time=2027-01-01T00%3A00%3A00%2B0000&adlabels="
	       "%5B%7B%22name%22%3A%22adcore%3Acmp_1%22%7D%5D" PROOF);
}

/* The wire's units are the platform's own table; what they cannot hold is never rounded. */
static void money_is_exact(void **state)
{
	static const struct {
		const char *currency, *budget, *sent;
	} rows[] = {
		{ "USD", "20.5", "daily_budget=2050&" },
		{ "JPY", "2050", "daily_budget=2050&" },
		{ "HUF", "2050", "daily_budget=2050&" },
		{ "TWD", "300", "daily_budget=300&" },
		{ "BHD", "1.25", "daily_budget=125&" },
		{ "ISK", "150", "daily_budget=150&" },
		{ "HUF", "20.5", "daily_budget=20.5000" },
		{ "BHD", "1.255", "daily_budget=1.2550" },
		{ "QQQ", "20", "daily_budget=20.0000" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_link link = link_in(*state, rows[i].currency);
		struct ad_str want = ad_arena_printf(
			*state, "{\"name\":\"A\",\"type\":\"SOCIAL\",\"budget\":%s}",
			rows[i].budget);
		struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, want.p);
		struct ad_http_request request;
		ad_meta.build(*state, &link, &p, 1, 0, &request);
		if (!strstr(request.body.p, rows[i].sent))
			fail_msg("%s %s: %s", rows[i].currency, rows[i].budget, request.body.p);
	}
}

static void removals_and_batches(void **state)
{
	struct ad_piece two[2] = { piece(*state, AD_OP_REMOVE, &ad_resource_ad, "{}"),
				   piece(*state, AD_OP_REMOVE, &ad_resource_ad, "{}") };
	struct ad_link link = link_in(*state, "USD");
	struct ad_http_request request;

	assert_int_equal(ad_meta.build(*state, &link, two, 1, 0, &request), AD_BUILT);
	assert_string_equal(request.method, "DELETE");
	assert_true(ad_str_starts(request.url, "https://graph.example/v26.0/120?appsecret_proof="));
	builds(*state, two, 2, "USD", "https://graph.example/v26.0/", NULL);
	assert_int_equal(ad_meta.build(*state, &link, two, 2, 1, &request), AD_BUILT_ALL);
}

static struct ad_outcome reads(struct ad_arena *arena, enum ad_op op, long status, const char *body)
{
	struct ad_piece p = piece(arena, op, &ad_resource_campaign, CAMPAIGN);
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_meta.read(arena, &p, 1, &response, &outcome);
	return outcome;
}

#define ERROR(code_) "{\"error\":{\"message\":\"No.\",\"code\":" code_ "}}"

static void answers_mean_what_they_say(void **state)
{
	static const struct {
		enum ad_op op;
		long status;
		const char *body;
		enum ad_outcome_kind kind;
		const char *code;
	} rows[] = {
		{ AD_OP_CREATE, 200, "{\"id\":\"120\"}", AD_DID, NULL },
		{ AD_OP_UPDATE, 200, "{\"success\":true}", AD_DID, NULL },
		{ AD_OP_CREATE, 200, "{}", AD_DOUBT, "UNREADABLE_ANSWER" },
		{ AD_OP_CREATE, 200, "Service Unavailable", AD_DOUBT, "PLATFORM_UNAVAILABLE" },
		{ AD_OP_UPDATE, 200, "{\"success\":false}", AD_DOUBT, "PLATFORM_UNAVAILABLE" },
		{ AD_OP_CREATE, 400, ERROR("100"), AD_REFUSED, "REFUSED" },
		{ AD_OP_CREATE, 400, ERROR("80004"), AD_AGAIN, "RATE_LIMITED" },
		{ AD_OP_CREATE, 400, ERROR("17"), AD_AGAIN, "RATE_LIMITED" },
		{ AD_OP_CREATE, 400, ERROR("613"), AD_AGAIN, "RATE_LIMITED" },
		{ AD_OP_CREATE, 400, ERROR("190,\"error_subcode\":463"), AD_EXPIRED,
		  "CONNECTION_EXPIRED" },
		{ AD_OP_CREATE, 400, ERROR("190,\"error_subcode\":458"), AD_REFUSED,
		  "CONNECTION_EXPIRED" },
		{ AD_OP_CREATE, 403, ERROR("200"), AD_REFUSED, "PERMISSION_DENIED" },
		{ AD_OP_CREATE, 500, ERROR("1"), AD_DOUBT, "PLATFORM_UNAVAILABLE" },
		{ AD_OP_CREATE, 503, "", AD_DOUBT, "PLATFORM_UNAVAILABLE" },
		{ AD_OP_CREATE, 429, "", AD_AGAIN, "RATE_LIMITED" },
		{ AD_OP_CREATE, 400, ERROR("368"), AD_REFUSED, "POLICY_VIOLATION" },
		{ AD_OP_CREATE, 400, ERROR("2635"), AD_REFUSED, "VERSION_RETIRED" },
		{ AD_OP_UPDATE, 400, ERROR("100,\"error_subcode\":33"), AD_REFUSED, "GONE" },
		{ AD_OP_REMOVE, 400, ERROR("100,\"error_subcode\":33"), AD_DID, NULL },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_outcome got = reads(*state, rows[i].op, rows[i].status, rows[i].body);
		if (got.kind != rows[i].kind ||
		    (rows[i].code && strcmp(got.error.code, rows[i].code) != 0))
			fail_msg("%zu: %d %s", i, (int)got.kind,
				 got.error.code ? got.error.code : "");
	}
}

/* Minutes of the header, whatever account they are told of. */
static void throttling_says_how_long(void **state)
{
	struct ad_piece p = piece(*state, AD_OP_CREATE, &ad_resource_campaign, CAMPAIGN);
	struct ad_http_response response = {
		.status = 400,
		.body = AD_S(ERROR("80004")),
		.heard = { AD_S("{\"1\":[{\"estimated_time_to_regain_access\":1},"
				"{\"estimated_time_to_regain_access\":2}]}") },
	};
	struct ad_outcome outcome;

	ad_meta.read(*state, &p, 1, &response, &outcome);
	assert_int_equal(outcome.kind, AD_AGAIN);
	assert_true(outcome.wait == 120 * AD_SECOND);
}

static void parts_of_a_batch_stand_alone(void **state)
{
	struct ad_piece three[3];
	struct ad_outcome outcomes[3];
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("[{\"code\":200,\"body\":\"{\\\"id\\\":\\\"7\\\"}\"},{\"code\":400,"
			     "\"body\":\"{\\\"error\\\":{\\\"code\\\":100,\\\"error_user_msg\\\":"
			     "\\\"Too low.\\\"}}\"},null]"),
	};

	for (size_t i = 0; i < 3; i++)
		three[i] = piece(*state, AD_OP_CREATE, &ad_resource_ad_group, "{}");
	ad_meta.read(*state, three, 3, &response, outcomes);
	assert_int_equal(outcomes[0].kind, AD_DID);
	assert_true(ad_str_is(outcomes[0].remote_id, "7"));
	assert_int_equal(outcomes[1].kind, AD_REFUSED);
	assert_true(ad_str_is(outcomes[1].error.message, "Too low."));
	/* One that the platform tells nothing of may have been done. */
	assert_int_equal(outcomes[2].kind, AD_DOUBT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_campaign_is_one_form, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(an_ad_set_has_its_campaigns_places, make_arena,
						free_arena),
		cmocka_unit_test_setup_teardown(money_is_exact, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(removals_and_batches, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(answers_mean_what_they_say, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(throttling_says_how_long, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(parts_of_a_batch_stand_alone, make_arena,
						free_arena),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
