/* Updates of Meta start from the live value: what is read of it, and what is refused without it. */
#include "tests/support/arena.h"

#include "platform/platform.h"

static struct ad_link link_in(struct ad_arena *arena)
{
	return (struct ad_link){
		.api_url = AD_S("https://graph.example"),
		.account_id = AD_S("act_1001"),
		.currency = AD_S("USD"),
		.timezone = AD_S("UTC"),
		.settings = json(arena, "{\"pageId\":\"555\"}"),
		.client_secret = AD_S("app_secret_abc"),
		.access_token = AD_S("EAAB_token_123"),
	};
}

static struct ad_piece update_of(struct ad_arena *arena, const struct ad_resource *res,
				 const char *synced, const char *want, const char *const *changed)
{
	return (struct ad_piece){
		.op = AD_OP_UPDATE,
		.res = res,
		.id = AD_S("cmp_1"),
		.synced = synced ? json(arena, synced) : NULL,
		.want = json(arena, want),
		.changed = changed,
		.remote_id = AD_S("120"),
	};
}

/* Reads the answer to the query about one piece. */
static struct ad_remote *hear(struct ad_arena *arena, struct ad_piece *piece, const char *parts)
{
	struct ad_link *link = ad_arena_alloc(arena, sizeof(*link));
	struct ad_ask ask = { .question = AD_ASK_LIVE, .pieces = piece, .count = 1 };
	struct ad_http_response response = { .status = 200, .body = ad_str(parts) };
	struct ad_http_request request;
	struct ad_outcome outcome;

	*link = link_in(arena);
	ask.link = link;
	assert_true(ad_meta.ask(arena, link, &ask, &request));
	ad_meta.hear(arena, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_non_null(ask.found);
	piece->live = ask.found;
	return ask.found;
}

#define PART(json_) "{\"code\":200,\"body\":\"" json_ "\"}"

/* The code of the only location of a campaign whose only ad set has these geo_locations. */
static struct ad_str code_of(struct ad_arena *arena, const char *geo)
{
	struct ad_piece piece = update_of(arena, &ad_resource_campaign, NULL, "{}", NULL);
	struct ad_str parts = ad_arena_printf(
		arena,
		"[" PART("{\\\"id\\\":\\\"120\\\"}") "," PART(
			"{\\\"data\\\":[{\\\"id\\\":\\\"9\\\",\\\"targeting\\\":{\\\"geo_locations"
			"\\\":{%s}}}]}") "]",
		geo);
	const cJSON *list = ad_json_get(hear(arena, &piece, parts.p)->fields, "locations");

	assert_int_equal(cJSON_GetArraySize(list), 1);
	return ad_json_get_text(list->child, "code");
}

#define PIN(radius_, more_)                                                                        \
	"\\\"location_types\\\":[\\\"home\\\"],\\\"custom_locations\\\":[{\\\"latitude\\\":37.9,"  \
	"\\\"longitude\\\":-23.7,\\\"radius\\\":" radius_                                          \
	",\\\"distance_unit\\\":\\\"mile\\\"" more_ "}]"

static void a_place_without_a_key_has_a_code_of_its_own(void **state)
{
	struct ad_str pin = code_of(*state, PIN("10", ""));

	assert_true(ad_str_starts(pin, "pin:"));
	assert_int_equal(pin.n, 20);
	/* Meta's own names of a pin do not change it; its radius does. */
	assert_true(ad_str_eq(pin, code_of(*state, PIN("10", ",\\\"name\\\":\\\"(37, 23)\\\""))));
	assert_false(ad_str_eq(pin, code_of(*state, PIN("11", ""))));
	assert_true(ad_str_starts(code_of(*state, "\\\"places\\\":[{\\\"name\\\":\\\"Zoo\\\"}]"),
				  "pin:"));
	assert_true(ad_str_is(code_of(*state, "\\\"countries\\\":[\\\"DE\\\"]"), "DE"));
	assert_true(ad_str_is(code_of(*state, "\\\"zips\\\":[{\\\"key\\\":\\\"US:94304\\\"}]"),
			      "US:94304"));
}

static void campaigns_whose_places_are_not_ours(void **state)
{
	static const char *const places[] = { "locations", NULL }, *const tongues[] = { "languages",
											NULL };
#define AT(code_, languages_)                                                                      \
	"{\"locations\":[{\"code\":\"" code_ "\",\"excluded\":false}],\"languages\":[" languages_  \
	"]}"
	static const struct {
		const char *want;
		const char *const *changed;
		const char *code;
	} rows[] = {
		{ AT("pin:0123456789abcdef", "\"el\""), tongues, NULL },
		{ AT("3847", "\"el\""), tongues, NULL },
		{ AT("pin:0123456789abcdef", "\"el\""), places, "UNKNOWN_LOCATION" },
		{ AT("3847", "\"el\""), places, "UNKNOWN_LOCATION" },
		{ AT("DE", "\"tlh\""), places, NULL },
		{ AT("DE", "\"tlh\""), tongues, "UNKNOWN_LANGUAGE" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = update_of(*state, &ad_resource_campaign, "{}", rows[i].want,
						  rows[i].changed);
		bool can = ad_meta.can(*state, &piece, &error);
		if (can != !rows[i].code || (!can && strcmp(error.code, rows[i].code) != 0))
			fail_msg("%zu: %s", i, can ? "accepted" : error.code);
	}
}

static void new_ad_sets_of_campaigns_that_were_pulled(void **state)
{
#define IN(locations_) "{\"name\":\"A\",\"budget\":20,\"locations\":[" locations_ "]}"
	static const struct {
		const char *parent;
		bool pulled;
		const char *code;
	} rows[] = {
		{ IN("{\"code\":\"DE\",\"excluded\":false}"), true, NULL },
		{ IN("{\"code\":\"DE\",\"excluded\":true}"), true, "UNSUPPORTED_ON_PLATFORM" },
		{ IN(""), true, "UNSUPPORTED_ON_PLATFORM" },
		{ IN(""), false, NULL },
		{ IN("{\"code\":\"pin:0123456789abcdef\",\"excluded\":false}"), false,
		  "UNKNOWN_LOCATION" },
		{ IN("{\"code\":\"3847\",\"excluded\":true}"), false, "UNKNOWN_LOCATION" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = {
			.op = AD_OP_CREATE,
			.res = &ad_resource_ad_group,
			.want = json(*state, "{\"name\":\"G\"}"),
			.parent = json(*state, rows[i].parent),
			.parent_pulled = rows[i].pulled,
		};
		bool can = ad_meta.can(*state, &piece, &error);
		if (can != !rows[i].code || (!can && strcmp(error.code, rows[i].code) != 0))
			fail_msg("%zu: %s", i, can ? "accepted" : error.code);
	}
}

static const char *const options[] = { "platformOptions", NULL };

#define PAYER(name_) "{\"platformOptions\":{\"dsaPayor\":\"" name_ "\"}}"

/* The request for an ad set with these live members, as text; "" if nothing is sent. */
static const char *sent_for(struct ad_arena *arena, struct ad_piece *piece, const char *live)
{
	struct ad_link link = link_in(arena);
	struct ad_http_request request;
	struct ad_str parts = ad_arena_printf(
		arena, "[" PART("{\\\"id\\\":\\\"120\\\"%s}") "," PART("{}") "]", live);

	hear(arena, piece, parts.p);
	if (ad_meta.build(arena, &link, piece, 1, 0, &request) != AD_BUILT)
		return "";
	return request.body.p;
}

static bool differs(struct ad_arena *arena, const struct ad_piece *piece)
{
	struct ad_text live = ad_text_on(arena), want = ad_text_on(arena);

	ad_meta.normal(&live, piece->res, "platformOptions", piece->live->fields);
	ad_meta.normal(&want, piece->res, "platformOptions", piece->want);
	return !ad_str_eq(ad_text_str(&live), ad_text_str(&want));
}

static void an_option_that_meta_does_not_return_is_not_the_wanted_one(void **state)
{
	struct ad_piece fresh =
		update_of(*state, &ad_resource_ad_group, "{}", PAYER("Ours"), options);
	struct ad_piece known =
		update_of(*state, &ad_resource_ad_group, PAYER("Old"), PAYER("Ours"), options);
	struct ad_piece done =
		update_of(*state, &ad_resource_ad_group, "{}", PAYER("Ours"), options);

	assert_non_null(strstr(sent_for(*state, &fresh, ""), "dsa_payor=Ours"));
	assert_true(differs(*state, &fresh));
	/* A synced option that Meta does not return counts as unchanged. */
	assert_non_null(strstr(sent_for(*state, &known, ""), "dsa_payor=Ours"));
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_get(known.live->fields, "platformOptions"), "dsaPayor"),
		"Old"));
	sent_for(*state, &done, ",\\\"dsa_payor\\\":\\\"Ours\\\"");
	assert_false(differs(*state, &done));
}

static void an_update_sends_no_defaults(void **state)
{
	static const char *const members[] = { "optimization_goal", "billing_event",   "targeting",
					       "dsa_beneficiary",   "promoted_object", "status" };
	struct ad_piece piece =
		update_of(*state, &ad_resource_ad_group, PAYER("Old"), PAYER("Ours"), options);
	const char *body =
		sent_for(*state, &piece,
			 ",\\\"optimization_goal\\\":\\\"REACH\\\",\\\"dsa_payor\\\":\\\"Old\\\"");

	assert_non_null(strstr(body, "dsa_payor=Ours"));
	for (size_t i = 0; i < AD_LEN(members); i++)
		if (strstr(body, members[i]))
			fail_msg("%s: %s", members[i], body);
}

static void what_an_update_needs_and_was_not_returned(void **state)
{
	static const char *const aim[] = { "targeting", NULL }, *const text[] = { "headlines",
										  NULL };
	static const char *const tongues[] = { "languages", NULL };
	static const struct {
		const struct ad_resource *res;
		const char *const *changed;
		const char *handle, *code;
	} rows[] = {
		{ &ad_resource_ad_group, aim, "{}", "UNREADABLE_ANSWER" },
		{ &ad_resource_ad_group, aim, "{\"targeting\":{}}", NULL },
		{ &ad_resource_ad_group, options, "{}", NULL },
		{ &ad_resource_campaign, tongues, "{\"adsets\":[{\"id\":\"9\"}]}",
		  "UNREADABLE_ANSWER" },
		{ &ad_resource_campaign, tongues, "{\"adsets\":[{\"id\":\"9\",\"targeting\":{}}]}",
		  NULL },
		{ &ad_resource_ad, text, "{}", "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad, text, "{\"creative\":{\"object_story_spec\":{}}}",
		  "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad, text,
		  "{\"creative\":{\"object_story_spec\":{\"link_data\":{}}}}", NULL },
		{ &ad_resource_ad, text,
		  "{\"creative\":{\"object_story_spec\":{\"video_data\":{}}}}",
		  "UNSUPPORTED_ON_PLATFORM" },
		{ &ad_resource_ad, text,
		  "{\"creative\":{\"object_story_spec\":{\"link_data\":{}},\"asset_feed_spec\":"
		  "{\"bodies\":[]}}}",
		  "UNSUPPORTED_ON_PLATFORM" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_remote live = { .handle = ad_str(rows[i].handle) };
		struct ad_piece piece = update_of(*state, rows[i].res, "{}", "{\"type\":\"IMAGE\"}",
						  rows[i].changed);
		bool can;
		piece.live = &live;
		can = ad_meta.can(*state, &piece, &error);
		if (can != !rows[i].code || (!can && strcmp(error.code, rows[i].code) != 0))
			fail_msg("%zu: %s", i, can ? "accepted" : error.code);
	}
}

static void an_option_is_not_cleared(void **state)
{
	struct ad_platform_error error = { 0 };
	struct ad_piece piece = update_of(*state, &ad_resource_ad_group, PAYER("Old"),
					  "{\"platformOptions\":{}}", options);

	assert_false(ad_meta.can(*state, &piece, &error));
	assert_string_equal(error.code, "UNSUPPORTED_ON_PLATFORM");
	assert_non_null(strstr(error.message.p, "platformOptions.dsaPayor"));
	piece.synced = json(*state, "{\"platformOptions\":null}");
	assert_true(ad_meta.can(*state, &piece, &error));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_place_without_a_key_has_a_code_of_its_own),
		IN_ARENA(campaigns_whose_places_are_not_ours),
		IN_ARENA(new_ad_sets_of_campaigns_that_were_pulled),
		IN_ARENA(an_option_that_meta_does_not_return_is_not_the_wanted_one),
		IN_ARENA(an_update_sends_no_defaults),
		IN_ARENA(what_an_update_needs_and_was_not_returned),
		IN_ARENA(an_option_is_not_cleared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
