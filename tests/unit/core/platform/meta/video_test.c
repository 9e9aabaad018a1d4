/* Videos on Meta: uploaded, awaited, found again, and used by an ad. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static struct ad_link link_there(void)
{
	return (struct ad_link){
		.api_url = AD_S("https://graph.facebook.com"),
		.account_id = AD_S("1001"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
	};
}

static struct ad_piece video(struct ad_arena *arena)
{
	return (struct ad_piece){
		.op = AD_OP_CREATE,
		.res = &ad_resource_asset,
		.id = AD_S("ast_1"),
		.want = json(arena, "{\"type\":\"VIDEO\",\"name\":\"Oven\"}"),
		.media = { .bytes = { "a\0\r\nb", 5 }, .mime = AD_S("video/mp4") },
	};
}

static struct ad_made made = { .kind = { "video", 5 }, .id = { "77", 2 } };

static void its_bytes_go_first_and_then_it_is_asked_for(void **state)
{
	struct ad_link link = link_there();
	struct ad_piece piece = video(*state);
	struct ad_http_request out;
	struct ad_str type;

	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 0, &out), AD_BUILT);
	assert_string_equal(out.method, "POST");
	assert_true(out.changes);
	assert_true(ad_str_starts(out.url, "https://graph-video.facebook.com/v26.0/act_1001/"
					   "advideos?appsecret_proof="));
	assert_int_equal(out.header_count, 1);
	type = out.headers[0].value;
	assert_true(ad_str_starts(type, "multipart/form-data; boundary="));
	/* Binary bytes are sent unchanged. */
	assert_non_null(memmem(out.body.p, out.body.n, "\r\n\r\na\0\r\nb\r\n--", 13));
	assert_non_null(memmem(out.body.p, out.body.n, "name=\"title\"\r\n\r\nast_1\r\n", 23));
	piece.made = &made;
	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 1, &out), AD_BUILT);
	assert_string_equal(out.method, "GET");
	assert_false(out.changes);
	assert_true(ad_str_starts(out.url, "https://graph.facebook.com/v26.0/77?fields="
					   "id%2Ctitle%2Cstatus&"));
	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 2, &out), AD_BUILT_ALL);
	piece.op = AD_OP_REMOVE;
	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 0, &out), AD_BUILT_ALL);
	assert_false(ad_meta.together(&piece, &piece));
}

/* One that holds what parted the form of another cannot add to its own. */
static void a_video_is_one_part_whatever_it_holds(void **state)
{
	struct ad_link link = link_there();
	struct ad_piece piece = video(*state);
	struct ad_http_request out;
	struct ad_str type;
	size_t parts = 0;

	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 0, &out), AD_BUILT);
	type = out.headers[0].value;
	piece.media.bytes = ad_arena_printf(
		*state, "\r\n--%s\r\nContent-Disposition: form-data; name=\"file_url\"\r\n\r\nx",
		strchr(type.p, '=') + 1);
	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 0, &out), AD_BUILT);
	const char *line =
		ad_arena_printf(*state, "--%s", strchr(out.headers[0].value.p, '=') + 1).p;
	for (const char *at = out.body.p; (at = strstr(at, line)); at += strlen(line))
		parts++;
	assert_int_equal(parts, 3); /* title, source, and the end */
}

static void it_is_there_when_it_is_ready(void **state)
{
	static const struct {
		bool sent;
		long status;
		const char *body;
		enum ad_outcome_kind kind;
		const char *id, *code;
	} rows[] = {
		{ false, 200, "{\"id\":\"77\"}", AD_DID, NULL, NULL },
		{ false, 200, "{}", AD_DOUBT, NULL, "UNREADABLE_ANSWER" },
		{ false, 400, "{\"error\":{\"message\":\"No.\",\"code\":352}}", AD_REFUSED, NULL,
		  "REFUSED" },
		{ true, 200, "{\"id\":\"77\",\"status\":{\"video_status\":\"ready\"}}", AD_DID,
		  "77", NULL },
		{ true, 200, "{\"id\":\"77\",\"status\":{\"video_status\":\"processing\"}}",
		  AD_AGAIN, NULL, "PROCESSING" },
		{ true, 200, "{\"id\":\"77\"}", AD_AGAIN, NULL, "PROCESSING" },
		{ true, 200, "{\"id\":\"77\",\"status\":{\"video_status\":\"error\"}}", AD_REFUSED,
		  NULL, "REFUSED" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_piece piece = video(*state);
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		struct ad_outcome outcome;
		piece.made = rows[i].sent ? &made : NULL;
		ad_meta.read(*state, &piece, 1, &response, &outcome);
		assert_int_equal(outcome.kind, rows[i].kind);
		if (rows[i].id)
			assert_true(ad_str_is(outcome.remote_id, rows[i].id));
		else
			assert_null(outcome.remote_id.p);
		if (rows[i].code)
			assert_string_equal(outcome.error.code, rows[i].code);
		else if (!rows[i].sent)
			assert_true(ad_str_is(outcome.made->id, "77"));
	}
}

static void it_is_found_again_by_its_title(void **state)
{
	struct ad_link link = link_there();
	struct ad_piece piece = video(*state);
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;

	assert_true(ad_meta.ask(*state, &link, &ask, &request));
	assert_non_null(strstr(request.url.p, "/act_1001/advideos?fields=id%2Ctitle&limit=200"));
	response.body = AD_S("{\"data\":[{\"id\":\"5\",\"title\":\"ast_2\"},{\"id\":\"6\"}],"
			     "\"paging\":{\"cursors\":{\"after\":\"6\"},\"next\":\"https://x\"}}");
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_null(ask.found);
	assert_true(ad_meta.ask(*state, &link, &ask, &request));
	assert_non_null(strstr(request.url.p, "&after=6"));
	response.body = AD_S("{\"data\":[{\"id\":\"77\",\"title\":\"ast_1\"}]}");
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_false(ad_meta.ask(*state, &link, &ask, &request));
	assert_true(ask.found && !ask.found->next && ask.found->part);
	assert_true(ad_str_is(ask.found->part->id, "77") && ad_str_is(ask.found->mark, "ast_1"));
	/* It is no whole yet: it has to be ready. */
	assert_false(ad_meta.same_key(&piece, ask.found));
}

static void one_that_stands_is_asked_for_by_its_id(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
		bool found;
	} rows[] = {
		{ 200, "{\"id\":\"77\"}", AD_DID, true },
		{ 404, "{\"error\":{\"message\":\"No.\",\"code\":100,\"error_subcode\":33}}",
		  AD_DID, false },
		{ 503, "", AD_AGAIN, false },
		{ 200, "[]", AD_AGAIN, false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_link link = link_there();
		struct ad_piece piece = video(*state);
		struct ad_ask ask = {
			.question = AD_ASK_LIVE, .link = &link, .pieces = &piece, .count = 1
		};
		struct ad_http_request request;
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		struct ad_outcome outcome;
		piece.remote_id = AD_S("77");
		assert_true(ad_meta.ask(*state, &link, &ask, &request));
		assert_non_null(strstr(request.url.p, "/v26.0/77?fields="));
		ad_meta.hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, rows[i].kind);
		assert_int_equal(ask.found != NULL, rows[i].found);
	}
}

static void an_ad_shows_it_behind_a_picture(void **state)
{
	struct ad_piece_asset two[2] = {
		{ .remote_id = AD_S("77"), .role = AD_S("VIDEO"), .next = &two[1] },
		{ .remote_id = AD_S("02b2"), .role = AD_S("IMAGE") }
	};
	struct ad_link link = link_there();
	struct ad_platform_error error = { 0 };
	struct ad_http_request out;
	struct ad_piece piece = {
		.op = AD_OP_CREATE,
		.res = &ad_resource_ad,
		.assets = two,
		.want = json(*state, "{\"type\":\"VIDEO\",\"callToAction\":\"SHOP_NOW\","
				     "\"finalUrl\":\"https://shop.example/\"}"),
	};

	assert_true(ad_meta.can(*state, &piece, &error));
	assert_int_equal(ad_meta.build(*state, &link, &piece, 1, 0, &out), AD_BUILT);
	assert_non_null(strstr(out.body.p, "video_data"));
	piece.assets = &two[1];
	assert_false(ad_meta.can(*state, &piece, &error));
	assert_string_equal(error.code, "MEDIA_REQUIRED");
	piece.assets = two;
	two[0].remote_id = (struct ad_str){ 0 };
	assert_false(ad_meta.can(*state, &piece, &error));
	two[0].remote_id = AD_S("77");
	two[0].next = NULL;
	assert_false(ad_meta.can(*state, &piece, &error));
	two[0].next = &two[1];
	piece.want = json(*state, "{\"type\":\"VIDEO\",\"finalUrl\":\"https://shop.example/\"}");
	assert_false(ad_meta.can(*state, &piece, &error));
	assert_non_null(strstr(error.message.p, "callToAction"));
	/* An image ad cannot use a video. */
	piece.want = json(*state, "{\"type\":\"IMAGE\",\"finalUrl\":\"https://shop.example/\"}");
	two[0].next = NULL;
	assert_false(ad_meta.can(*state, &piece, &error));
	assert_string_equal(error.code, "MEDIA_REQUIRED");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(its_bytes_go_first_and_then_it_is_asked_for),
		IN_ARENA(a_video_is_one_part_whatever_it_holds),
		IN_ARENA(it_is_there_when_it_is_ready),
		IN_ARENA(it_is_found_again_by_its_title),
		IN_ARENA(one_that_stands_is_asked_for_by_its_id),
		IN_ARENA(an_ad_shows_it_behind_a_picture),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
