/* Conversions to Meta: the requests, and the meaning of the responses. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static struct ad_upload order(struct ad_arena *arena)
{
	return (struct ad_upload){
		.key = AD_S("A-1"),
		.action = AD_S("Purchase"),
		.occurred_at = INT64_C(1795177500123456),
		.clicks = json(arena, "{\"fbclid\":\"IwAR\"}"),
		.email = AD_S("e0"),
		.has_value = true,
		.value = 59900000,
		.currency = AD_S("JPY"),
	};
}

static void test_what_is_sent(void **state)
{
	struct ad_arena *arena = *state;
	const struct ad_link link = {
		.api_url = AD_S("https://graph.example"),
		.settings = json(arena, "{\"datasetId\":\"77\"}"),
	};
	struct ad_upload upload = order(arena);
	struct ad_piece piece = { .op = AD_OP_UPLOAD, .upload = &upload };
	struct ad_http_request request;

	ad_meta.uploader->build(arena, &link, &piece, 1, &request);
	assert_string_equal(request.method, "POST");
	assert_string_equal(request.url.p, "https://graph.example/v26.0/77/events");
	/* seconds, milliseconds in the click's cookie, and money in major units of any currency */
	assert_non_null(strstr(request.body.p, "%22event_time%22%3A1795177500%2C"));
	assert_non_null(strstr(request.body.p, "fb.1.1795177500123.IwAR"));
	assert_non_null(strstr(request.body.p, "%22value%22%3A59.9"));
	assert_non_null(strstr(request.body.p, "%22currency%22%3A%22JPY%22"));
	assert_non_null(strstr(request.body.p, "%22event_id%22%3A%22A-1%22"));
	upload.clicks = json(arena, "{\"fbclid\":\"fb.1.5.X\"}");
	ad_meta.uploader->build(arena, &link, &piece, 1, &request);
	assert_non_null(strstr(request.body.p, "%22fbc%22%3A%22fb.1.5.X%22"));
}

static void test_what_cannot_be(void **state)
{
	struct ad_arena *arena = *state;
	const struct ad_link link = { 0 };
	const struct ad_uploader *meta = ad_meta.uploader;
	struct ad_platform_error error;
	struct ad_upload upload = order(arena);

	assert_true(meta->can(arena, &link, &upload, &error));
	upload.source = AD_S("WEBSITE");
	assert_false(meta->can(arena, &link, &upload, &error));
	upload.source = AD_S("PHYSICAL_STORE");
	assert_true(meta->can(arena, &link, &upload, &error));
	upload.ad_user_data = AD_S("DENIED");
	assert_false(meta->can(arena, &link, &upload, &error));
	upload.ad_user_data = AD_S("GRANTED");
	upload.has_value = false;
	assert_false(meta->can(arena, &link, &upload, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	upload.action = AD_S("Lead");
	assert_true(meta->can(arena, &link, &upload, &error));
}

#define FAULT(code)                                                                                \
	"{\"error\":{\"message\":\"No.\",\"type\":\"OAuthException\",\"code\":" code "}}"

static void test_answers(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
		const char *code;
	} rows[] = {
		{ 200, "{\"events_received\":2,\"messages\":[]}", AD_DID, NULL },
		{ 200, "{\"events_received\":1,\"messages\":[\"x\"]}", AD_DOUBT,
		  "UNREADABLE_ANSWER" },
		{ 200, "{}", AD_DOUBT, "UNREADABLE_ANSWER" },
		{ 200, "", AD_DOUBT, "UNREADABLE_ANSWER" },
		{ 503, "<html>", AD_DOUBT, "PLATFORM_UNAVAILABLE" },
		{ 400, FAULT("100,\"error_subcode\":2804050"), AD_REFUSED, AD_UPLOAD_REFUSED },
		{ 400, FAULT("100,\"error_subcode\":33"), AD_REFUSED, "PERMISSION_DENIED" },
		{ 403, FAULT("200"), AD_REFUSED, "PERMISSION_DENIED" },
		{ 400, FAULT("190,\"error_subcode\":463"), AD_EXPIRED, "CONNECTION_EXPIRED" },
		{ 400, FAULT("4"), AD_AGAIN, "RATE_LIMITED" },
	};
	struct ad_arena *arena = *state;
	struct ad_upload upload = order(arena);
	struct ad_piece pieces[2] = { { .op = AD_OP_UPLOAD, .upload = &upload },
				      { .op = AD_OP_UPLOAD, .upload = &upload } };

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_outcome outcomes[2];
		struct ad_http_response response = { .status = rows[i].status,
						     .body = ad_str(rows[i].body) };
		ad_meta.uploader->read(arena, pieces, 2, &response, outcomes);
		for (int k = 0; k < 2; k++) {
			assert_int_equal(outcomes[k].kind, rows[i].kind);
			if (rows[i].code)
				assert_string_equal(outcomes[k].error.code, rows[i].code);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_what_is_sent),
		IN_ARENA(test_what_cannot_be),
		IN_ARENA(test_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
