/* Reddit's own rules: posts, keywords of ad groups, figures, tokens. */
#include "tests/support/arena.h"

#include "base/clock.h"
#include "platform/platform.h"

#define URL "https://ads.example/api/v3/"

static struct ad_link link_in(struct ad_arena *arena, const char *zone)
{
	return (struct ad_link){
		.api_url = AD_S("https://ads.example/api/v3"),
		.token_url = AD_S("https://ads.example/token"),
		.account_id = AD_S("t2_1"),
		.timezone = ad_str(zone),
		.now = INT64_C(1795250000) * AD_SECOND,
		.settings = json(arena, "{\"profileId\":\"t2_2\",\"conversionPixelId\":null}"),
		.client_id = AD_S("client"),
		.client_secret = AD_S("s&cret"),
		.refresh_token = AD_S("1//a+b"),
	};
}

#define CAMPAIGN                                                                                   \
	"{\"name\":\"Spring\",\"type\":\"SOCIAL\",\"budget\":20.000001,\"status\":\"PAUSED\","     \
	"\"objective\":\"TRAFFIC\",\"startDate\":\"2027-03-14\",\"endDate\":\"2027-03-14\","       \
	"\"bidding\":{\"strategy\":\"MAXIMIZE_CLICKS\",\"maxCpc\":0.75},\"locations\":[{"          \
	"\"code\":\"US\",\"excluded\":false},{\"code\":\"US-CA\",\"excluded\":true}],"             \
	"\"languages\":[\"de-AT\"],\"platformOptions\":null}"
#define GROUP                                                                                      \
	"{\"name\":\"Gamers\",\"status\":\"PAUSED\",\"cpcBid\":1.5,\"targeting\":{\"communities\"" \
	":[\"aww\"],\"genders\":[\"MALE\"],\"devices\":[\"MOBILE\",\"DESKTOP\"]},"                 \
	"\"platformOptions\":{\"optimizationGoal\":\"CLICKS\"}}"
#define LIVE_GROUP                                                                                 \
	"{\"carriers\":[\"VERIZON_US\"],\"communities\":[\"cats\"],\"keywords\":[\"a\"],"          \
	"\"geolocations\":[\"FR\"],\"gender\":null}"

static struct ad_piece keyword(struct ad_arena *arena, enum ad_op op, const char *text,
			       const char *more)
{
	return (struct ad_piece){
		.op = op,
		.res = &ad_resource_keyword,
		.want = json(arena,
			     ad_arena_printf(arena, "{\"text\":\"%s\",\"matchType\":\"BROAD\",%s}",
					     text, more)
				     .p),
		.remote_id = AD_S("7~k1"),
		.parent_remote_id = AD_S("7"),
	};
}

static void a_keyword_is_completed_by_an_update(void **state)
{
	struct ad_link link = link_in(*state, "UTC");
	struct ad_remote live = { .handle = AD_S(LIVE_GROUP) };
	struct ad_http_request request;
	struct ad_piece pieces[3] = {
		keyword(*state, AD_OP_UPDATE, "new", "\"negative\":false,\"status\":\"ENABLED\""),
		keyword(*state, AD_OP_UPDATE, "free", "\"negative\":true,\"status\":\"PAUSED\""),
		keyword(*state, AD_OP_UPDATE, "A", "\"negative\":false,\"status\":\"PAUSED\""),
	};

	for (int i = 0; i < 3; i++)
		pieces[i].live = &live;
	assert_true(ad_reddit.together(&pieces[0], &pieces[1]));
	/* The create only reads. An update completes it. */
	pieces[0].op = AD_OP_CREATE;
	assert_int_equal(ad_reddit.build(*state, &link, pieces, 1, 0, &request), AD_BUILT);
	assert_string_equal(request.method, "GET");
	assert_false(request.changes);
	assert_true(ad_reddit.completes(&pieces[0]));
	pieces[2].op = AD_OP_CREATE;
	assert_false(ad_reddit.completes(&pieces[2]));
	pieces[2].parent_remote_id = AD_S("8");
	assert_false(ad_reddit.together(&pieces[0], &pieces[2]));
}

static void what_cannot_be_expressed(void **state)
{
	static const struct {
		const struct ad_resource *res;
		const char *want, *changed;
		const char *code;
	} faults[] = {
		{ &ad_resource_campaign, "{\"type\":\"SEARCH\"}", NULL, "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_campaign,
		  "{\"type\":\"SOCIAL\",\"objective\":\"AWARENESS\",\"bidding\":{\"strategy\":"
		  "\"TARGET_CPA\",\"targetCpa\":2}}",
		  NULL, "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_campaign, CAMPAIGN, "platformOptions", "IMMUTABLE" },
		{ &ad_resource_ad_group, GROUP, "platformOptions", "IMMUTABLE" },
		{ &ad_resource_ad, "{\"type\":\"OTHER\"}", NULL, "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad, "{\"type\":\"OTHER\"}", "headlines", "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad, "{\"type\":\"IMAGE\"}", NULL, "MEDIA_REQUIRED" },
		{ &ad_resource_ad, "{\"type\":\"VIDEO\"}", NULL, "MEDIA_REQUIRED" },
		{ &ad_resource_ad, "{\"type\":\"IMAGE\"}", "finalUrl", "MEDIA_REQUIRED" },
		{ &ad_resource_ad, "{\"type\":\"POST\",\"callToAction\":\"SHOP_NOW\"}", NULL,
		  "UNSUPPORTED_ON_PLATFORM" },
		/* Its ad groups hold budgets, days and bids. */
		{ &ad_resource_campaign, "{\"type\":\"SOCIAL\",\"budget\":null}", "endDate",
		  "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_campaign, "{\"type\":\"SOCIAL\",\"budget\":null}", "bidding",
		  "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad_group, "{\"name\":\"x\",\"budget\":null}", NULL,
		  "BUDGET_REQUIRED" },
	};

	for (size_t i = 0; i < AD_LEN(faults); i++) {
		const char *changed[] = { faults[i].changed, NULL };
		struct ad_piece piece = {
			.op = faults[i].changed ? AD_OP_UPDATE : AD_OP_CREATE,
			.res = faults[i].res,
			.want = json(*state, faults[i].want),
			.changed = changed,
			.parent = json(*state, "{\"name\":\"x\",\"budget\":null}"),
		};
		struct ad_platform_error error;
		assert_false(ad_reddit.can(*state, &piece, &error));
		assert_string_equal(error.code, faults[i].code);
		piece.op = AD_OP_REMOVE;
		assert_true(ad_reddit.can(*state, &piece, &error));
	}
}

static void an_ad_and_its_post_are_heard(void **state)
{
	struct ad_link link = link_in(*state, "UTC");
	struct ad_piece piece = { .op = AD_OP_UPDATE,
				  .res = &ad_resource_ad,
				  .remote_id = AD_S("5") };
	struct ad_ask ask = {
		.question = AD_ASK_LIVE, .link = &link, .pieces = &piece, .count = 1
	};
	static const char *const turns[][2] = {
		{ "ad_accounts/t2_1/ads?page.size=1000&id=5",
		  "{\"data\":[],\"pagination\":{\"next_url\":"
		  "\"https://elsewhere.example/api/v3/ad_accounts/t2_1/ads?page.token=x\"}}" },
		{ "ad_accounts/t2_1/ads?page.token=x",
		  "{\"data\":[{\"id\":\"5\",\"ad_group_id\":\"4\",\"post_id\":\"t3_b\","
		  "\"configured_status\":\"ACTIVE\",\"effective_status\":\"REJECTED\","
		  "\"rejection_reason\":\"ALCOHOL\",\"click_url\":\"https://a.example/\"}],"
		  "\"pagination\":{\"next_url\":null}}" },
		{ "posts/t3_b",
		  "{\"data\":{\"id\":\"t3_b\",\"type\":\"TEXT\",\"headline\":\"Hi\",\"body\":"
		  "\"Text\"}}" },
	};
	struct ad_http_request request;
	struct ad_outcome outcome;
	struct ad_text got = ad_text_on(*state);

	for (size_t i = 0; i < AD_LEN(turns); i++) {
		struct ad_http_response response = { .status = 200, .body = ad_str(turns[i][1]) };
		assert_true(ad_reddit.ask(*state, &link, &ask, &request));
		/* Whatever host a next_url names, the token is sent to Reddit's only. */
		assert_true(ad_str_starts(request.url, URL));
		assert_string_equal(request.url.p + sizeof(URL) - 1, turns[i][0]);
		ad_reddit.hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
	}
	assert_false(ad_reddit.ask(*state, &link, &ask, &request));
	assert_non_null(ask.found);
	assert_true(ad_str_is(ask.found->status, "ENABLED"));
	assert_true(ad_str_is(ask.found->review_status, "REJECTED"));
	assert_non_null(strstr(ask.found->review_reasons.p, "\"ALCOHOL\""));
	ad_json_canonical(&got, ask.found->fields);
	assert_string_equal(ad_text_str(&got).p,
			    "{\"finalUrl\":\"https://a.example/\",\"headlines\":[\"Hi\"],"
			    "\"primaryText\":\"Text\",\"status\":\"ENABLED\",\"type\":\"POST\"}");
}

#define AT(id, name, when)                                                                         \
	"{\"id\":\"" id "\",\"name\":\"" name                                                      \
	"\",\"configured_status\":\"PAUSED\",\"created_at\":"                                      \
	"\"2026-11-25T10:00:" when "Z\"}"

static size_t found_of(void *arena, struct ad_ask *ask, const char *list)
{
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;
	size_t n = 0;

	response.body = ad_arena_printf(arena, "{\"data\":%s,\"pagination\":{}}", list);
	ad_reddit.hear(arena, ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	for (const struct ad_remote *r = ask->found; r; r = r->next)
		n++;
	return n;
}

/* Before a create the newest objects and those of the same name are read; in doubt, newer ones. */
static void without_a_mark_the_time_of_creation_tells(void **state)
{
	struct ad_link link = link_in(*state, "UTC");
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_campaign,
				  .want = json(*state, "{\"name\":\"Spring\"}") };
	struct ad_ask before = { .link = &link, .pieces = &piece, .count = 1 }, doubt = before;

	assert_int_equal(found_of(*state, &before,
				  "[" AT("1", "Spring", "01") "," AT("2", "Old", "02") "," AT(
					  "3", "New", "45") "," AT("4", "Newest", "50") "]"),
			 3);
	assert_true(before.newest > 0);
	assert_int_equal(before.found->created, before.newest);
	doubt.doubt = true;
	piece.since = before.newest;
	assert_int_equal(found_of(*state, &doubt,
				  "[" AT("4", "Newest", "50") "," AT("5", "Theirs", "55") "," AT(
					  "3", "New", "45") "," AT("1", "Spring", "01") "]"),
			 3);
	piece.since = 0;
	doubt.found = NULL;
	doubt.part = 0;
	assert_int_equal(found_of(*state, &doubt, "[" AT("5", "Theirs", "55") "]"), 0);
}

static void an_ad_is_known_by_its_post(void **state)
{
	struct ad_made post = { .kind = AD_S("post"), .id = AD_S("t3_1") };
	struct ad_piece piece = { .op = AD_OP_CREATE, .res = &ad_resource_ad, .made = &post };
	struct ad_remote remote = { .handle = AD_S("{\"post_id\":\"t3_1\"}") };

	(void)state;
	assert_true(ad_reddit.made_of(&piece, &remote));
	remote.handle = AD_S("{\"post_id\":\"t3_2\"}");
	assert_false(ad_reddit.made_of(&piece, &remote));
	piece.made = NULL;
	assert_false(ad_reddit.made_of(&piece, &remote));
}

/* Each field that Reddit returns reads back as it was sent. */
static void a_campaign_reads_back_as_it_was_sent(void **state)
{
	static const char *const names[] = { "name",      "type",    "budget",  "status",
					     "objective", "bidding", "endDate", "startDate" };
	struct ad_link link = link_in(*state, "America/New_York");
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_campaign,
				  .want = json(*state, CAMPAIGN) };
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;

	assert_int_equal(ad_reddit.build(*state, &link, &piece, 1, 0, &request), AD_BUILT);
	response.body = ad_arena_printf(*state, "{\"data\":[{\"id\":\"9\",%s],\"pagination\":{}}",
					request.body.p + sizeof("{\"data\":{") - 1);
	((char *)response.body.p)[strlen(response.body.p) - sizeof("],\"pagination\":{}}")] = ' ';
	ad_reddit.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_non_null(ask.found);
	assert_true(ad_reddit.same_key(&piece, ask.found));
	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_text a = ad_text_on(*state), b = ad_text_on(*state);
		ad_reddit.normal(&a, piece.res, names[i], piece.want);
		ad_reddit.normal(&b, piece.res, names[i], ask.found->fields);
		assert_string_equal(ad_text_str(&a).p, ad_text_str(&b).p);
		assert_true(ad_text_str(&a).n > 0);
	}
}

static void figures(void **state)
{
	struct ad_link link = link_in(*state, "Asia/Kolkata");
	struct ad_figures_ask ask = { .res = &ad_resource_keyword, .first = 20771, .last = 20771 };
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;

	assert_true(ad_reddit.figures(*state, &link, &ask, &request));
	assert_string_equal(request.url.p, URL "ad_accounts/t2_1/reports?page.size=1000");
	assert_false(request.changes);
	/* A day there begins at half past an hour of UTC; windows begin with an hour. */
	assert_string_equal(
		request.body.p,
		"{\"data\":{\"starts_at\":\"2026-11-13T18:00:00Z\",\"ends_at\":"
		"\"2026-11-14T19:00:00Z\",\"fields\":[\"IMPRESSIONS\",\"CLICKS\",\"SPEND\","
		"\"KEY_CONVERSION_TOTAL_COUNT\",\"CONVERSION_PURCHASE_TOTAL_VALUE\"],"
		"\"breakdowns\":[\"DATE\",\"AD_GROUP_ID\",\"KEYWORD\"],\"time_zone_id\":"
		"\"Asia/Kolkata\"}}");
	response.body = AD_S("{\"data\":{\"metrics\":[{\"date\":\"2026-11-14\",\"ad_group_id\":"
			     "\"7\",\"keyword\":\"Bread\",\"impressions\":100,\"clicks\":5,"
			     "\"spend\":51036973,\"conversion_purchase_total_value\":2599},"
			     "{\"date\":\"2026-11-13\",\"ad_group_id\":\"7\",\"keyword\":\"b\"},"
			     "{\"date\":\"bad\"}]},\"pagination\":{}}");
	ad_reddit.figures_hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_non_null(ask.found);
	assert_null(ask.found->next);
	assert_true(ad_str_starts(ask.found->remote_id, "7~k"));
	assert_int_equal(ask.found->day, 20771);
	assert_int_equal(ask.found->measures[AD_COST], 51036973);
	assert_int_equal(ask.found->measures[AD_CONVERSION_VALUE], 25990000);
	assert_true(ask.found->measures[AD_CONVERSIONS] == AD_NOT_COLLECTED);
	assert_false(ad_reddit.figures(*state, &link, &ask, &request));
	response = (struct ad_http_response){ .status = 503 };
	ad_reddit.figures_hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_AGAIN);
}

static void tokens(void **state)
{
	struct ad_link link = link_in(*state, "UTC");
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome;

	ad_reddit.token_request(*state, &link, &request);
	assert_string_equal(request.url.p, "https://ads.example/token");
	assert_string_equal(request.body.p, "grant_type=refresh_token&refresh_token=1%2F%2Fa%2Bb");
	assert_string_equal(request.headers[2].name, "Authorization");
	assert_string_equal(request.headers[2].value.p, "Basic Y2xpZW50OnMmY3JldA==");
	assert_false(request.changes);
	response.body =
		AD_S("{\"access_token\":\"t\",\"expires_in\":86400,\"refresh_token\":\"n\"}");
	ad_reddit.token_read(*state, &response, &token, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_true(ad_str_is(token.refresh_token, "n") && token.lifetime == 86400);
	response = (struct ad_http_response){ .status = 400,
					      .body = AD_S("{\"error\":\"invalid_grant\"}") };
	ad_reddit.token_read(*state, &response, &token, &outcome);
	assert_int_equal(outcome.kind, AD_REFUSED);
	assert_string_equal(outcome.error.code, "CONNECTION_EXPIRED");
	assert_true(ad_str_is(outcome.error.platform_code, "invalid_grant"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_keyword_is_completed_by_an_update),
		IN_ARENA(what_cannot_be_expressed),
		IN_ARENA(an_ad_and_its_post_are_heard),
		IN_ARENA(without_a_mark_the_time_of_creation_tells),
		IN_ARENA(an_ad_is_known_by_its_post),
		IN_ARENA(a_campaign_reads_back_as_it_was_sent),
		IN_ARENA(figures),
		IN_ARENA(tokens),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
