/* Images on Meta: valid uploads, and the state of uploaded ones. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static struct ad_link link_there(void)
{
	return (struct ad_link){
		.api_url = AD_S("https://graph.example"),
		.account_id = AD_S("act_1001"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
	};
}

static void pictures_and_videos_are_sent(void **state)
{
	static const struct {
		const char *want;
		bool can;
	} rows[] = {
		{ "{\"type\":\"IMAGE\"}", true },    { "{\"type\":\"LOGO\"}", true },
		{ "{\"type\":\"VIDEO\"}", true },    { "{\"type\":\"SITELINK\"}", false },
		{ "{\"type\":\"CALLOUT\"}", false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = { .op = AD_OP_CREATE,
					  .res = ad_resource_row(AD_R_ASSET),
					  .want = json(*state, rows[i].want) };
		assert_int_equal(ad_meta.can(*state, &piece, &error), rows[i].can);
		if (!rows[i].can)
			assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	}
	assert_true(ad_meta.carries(AD_R_AD, AD_S("IMAGE")));
	assert_true(ad_meta.carries(AD_R_AD, AD_S("SQUARE_IMAGE")));
	assert_true(ad_meta.carries(AD_R_AD, AD_S("VIDEO")));
	assert_false(ad_meta.carries(AD_R_CAMPAIGN, AD_S("IMAGE")));
}

static void an_ad_shows_one_picture_that_is_there(void **state)
{
	struct ad_piece_asset two[2] = { { .remote_id = AD_S("a"), .next = &two[1] },
					 { .remote_id = AD_S("b") } };
	struct ad_piece_asset unsent = { 0 };
	struct ad_platform_error error = { 0 };
	struct ad_piece piece = {
		.op = AD_OP_CREATE,
		.res = &ad_resource_ad,
		.want = json(*state, "{\"type\":\"IMAGE\",\"headlines\":[\"Hi\"],"
				     "\"finalUrl\":\"https://shop.example/\"}"),
	};

	assert_true(ad_meta.can(*state, &piece, &error));
	piece.assets = &two[1];
	assert_true(ad_meta.can(*state, &piece, &error));
	piece.assets = two;
	assert_false(ad_meta.can(*state, &piece, &error));
	assert_string_equal(error.code, "MEDIA_REQUIRED");
	piece.assets = &unsent;
	assert_false(ad_meta.can(*state, &piece, &error));
	assert_string_equal(error.code, "MEDIA_REQUIRED");
}

static void pictures_are_looked_for_by_their_hashes(void **state)
{
	struct ad_link link = link_there();
	struct ad_piece pieces[2] = {
		{ .res = ad_resource_row(AD_R_ASSET), .remote_id = AD_S("02b2") },
		{ .res = ad_resource_row(AD_R_ASSET), .remote_id = AD_S("03c3") },
	};
	struct ad_ask ask = {
		.question = AD_ASK_LIVE, .link = &link, .pieces = pieces, .count = 2
	};
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;

	assert_true(ad_meta.ask(*state, &link, &ask, &request));
	assert_string_equal(request.method, "GET");
	assert_false(request.changes);
	assert_non_null(strstr(request.url.p, "/act_1001/adimages?hashes="
					      "%5B%2202b2%22%2C%2203c3%22%5D"));
	response.body = AD_S("{\"data\":[{\"hash\":\"03c3\",\"status\":\"ACTIVE\"},{}]}");
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_non_null(ask.found);
	assert_true(ad_str_is(ask.found->id, "03c3"));
	assert_true(ad_str_is(ask.found->status, "ENABLED"));
	assert_null(ask.found->next);
	/* An image deleted from the library can be used by no further ad. */
	ask = (struct ad_ask){
		.question = AD_ASK_LIVE, .link = &link, .pieces = pieces, .count = 2
	};
	assert_true(ad_meta.ask(*state, &link, &ask, &request));
	response.body = AD_S("{\"data\":[{\"hash\":\"03c3\",\"status\":\"DELETED\"}]}");
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_true(ad_str_is(ask.found->status, "REMOVED"));
	assert_false(ad_meta.ask(*state, &link, &ask, &request));
	/* The same bytes uploaded again are the same image, so no search by name is needed. */
	ask = (struct ad_ask){
		.question = AD_ASK_KEY, .link = &link, .pieces = pieces, .count = 1
	};
	assert_false(ad_meta.ask(*state, &link, &ask, &request));
	assert_false(ad_meta.same_key(&pieces[0], &(struct ad_remote){ .id = AD_S("02b2") }));
}

static void what_is_no_list_of_pictures(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 200, "{}", AD_AGAIN },
		{ 200, "", AD_AGAIN },
		{ 503, "", AD_AGAIN },
		{ 400, "{\"error\":{\"message\":\"No.\",\"code\":100}}", AD_REFUSED },
		{ 400, "{\"error\":{\"message\":\"No.\",\"code\":190,\"error_subcode\":463}}",
		  AD_EXPIRED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_link link = link_there();
		struct ad_piece piece = { .res = ad_resource_row(AD_R_ASSET),
					  .remote_id = AD_S("02b2") };
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link, .pieces = &piece, .count = 1
		};
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		struct ad_outcome outcome;
		ad_meta.hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, rows[i].kind);
		assert_null(ask.found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(pictures_and_videos_are_sent),
		IN_ARENA(an_ad_shows_one_picture_that_is_there),
		IN_ARENA(pictures_are_looked_for_by_their_hashes),
		IN_ARENA(what_is_no_list_of_pictures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
