/* Ad extensions on Microsoft: the sent fields, and the state of existing ones. */
#include "tests/support/arena.h"

#include "platform/platform.h"

#define ALL "SitelinkAdExtension,CalloutAdExtension,ImageAdExtension"

static void what_is_carried(void **state)
{
	static const struct {
		const char *want, *code;
	} rows[] = {
		{ "{\"type\":\"SITELINK\",\"text\":\"a\"}", NULL },
		{ "{\"type\":\"SITELINK\",\"description1\":\"a\",\"description2\":\"b\"}", NULL },
		{ "{\"type\":\"SITELINK\",\"description1\":\"a\"}", "UNSUPPORTED_ON_PLATFORM" },
		{ "{\"type\":\"SITELINK\",\"description2\":\"b\"}", "UNSUPPORTED_ON_PLATFORM" },
		{ "{\"type\":\"CALLOUT\"}", NULL },
		{ "{\"type\":\"LOGO\"}", "UNSUPPORTED_ON_PLATFORM" },
		{ "{\"type\":\"VIDEO\"}", "UNSUPPORTED_ON_PLATFORM" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = { .op = AD_OP_CREATE,
					  .res = &ad_resource_asset,
					  .want = json(*state, rows[i].want) };
		assert_int_equal(ad_microsoft.can(*state, &piece, &error), !rows[i].code);
		if (rows[i].code)
			assert_string_equal(error.code, rows[i].code);
	}
	assert_true(ad_microsoft.carries(AD_R_CAMPAIGN, AD_S("SITELINK")));
	assert_true(ad_microsoft.carries(AD_R_AD_GROUP, AD_S("CALLOUT")));
	assert_true(ad_microsoft.carries(AD_R_CAMPAIGN, AD_S("IMAGE")));
	assert_true(ad_microsoft.carries(AD_R_AD_GROUP, AD_S("SQUARE_IMAGE")));
	assert_false(ad_microsoft.carries(AD_R_CAMPAIGN, AD_S("LOGO")));
	assert_false(ad_microsoft.carries(AD_R_AD, AD_S("IMAGE")));
	assert_false(ad_microsoft.carries(AD_R_AD, AD_S("SITELINK")));
}

static void pictures_that_are_taken(void **state)
{
	static const struct {
		const char *name;
		int64_t width, height;
		size_t bytes;
		bool can;
	} rows[] = {
		{ "Bread", 1200, 628, 76800, true },
		{ "Bread", 1200, 628, 76801, false },
		{ "Bread", 300, 300, 1000, true },
		{ "Bread", 2592, 1357, 1000, true },
		{ "Bread", 2600, 1361, 1000, false },
		{ "Bread", 2048, 2048, 1000, true },
		{ "Bread", 2100, 2100, 1000, false },
		{ "Bread", 800, 600, 1000, false },
		{ "Bread", 0, 0, 1000, false },
		{ "12345678901234567890123456789012345", 300, 300, 1000, true },
		{ "123456789012345678901234567890123456", 300, 300, 1000, false },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_platform_error error = { 0 };
		struct ad_piece piece = {
			.op = AD_OP_CREATE,
			.res = &ad_resource_asset,
			.media = { .bytes = { "", rows[i].bytes },
				   .width = rows[i].width,
				   .height = rows[i].height },
		};
		piece.want =
			json(*state, ad_arena_printf(*state, "{\"type\":\"IMAGE\",\"name\":\"%s\"}",
						     rows[i].name)
					     .p);
		if (ad_microsoft.can(*state, &piece, &error) != rows[i].can)
			fail_msg("row %zu", i);
		assert_true(rows[i].can || strcmp(error.code, "UNSUPPORTED_ON_PLATFORM") == 0);
		/* One invalid image fails a whole request: each is sent alone. */
		assert_false(ad_microsoft.together(&piece, &piece));
	}
}

struct turn {
	const char *path, *body, *answer;
};

/* Completes the read. Returns the found extensions. */
static struct ad_remote *talk(struct ad_arena *arena, struct ad_ask *ask, const struct turn *turns,
			      size_t count)
{
	struct ad_http_request request;
	struct ad_outcome outcome;

	for (size_t i = 0; i < count; i++) {
		struct ad_http_response response = { .status = 200,
						     .body = ad_str(turns[i].answer) };
		assert_true(ad_microsoft.ask(arena, ask->link, ask, &request));
		assert_string_equal(request.url.p, turns[i].path);
		assert_string_equal(request.body.p, turns[i].body);
		assert_false(request.changes);
		ad_microsoft.hear(arena, ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
	}
	assert_false(ad_microsoft.ask(arena, ask->link, ask, &request));
	return ask->found;
}

/* Without a label a search reads all extensions of the kind. */
static void one_is_looked_for_by_what_it_says(void **state)
{
	static const struct turn turns[] = {
		{ "https://ads.example/AdExtensionIds/QueryByAccountId",
		  "{\"AccountId\":\"5\",\"AdExtensionType\":\"CalloutAdExtension\"}",
		  "{\"AdExtensionIds\":[\"61\",\"62\"]}" },
		{ "https://ads.example/AdExtensions/QueryByIds",
		  "{\"AccountId\":\"5\",\"AdExtensionType\":\"CalloutAdExtension\","
		  "\"AdExtensionIds\":[\"61\",\"62\"]}",
		  "{\"AdExtensions\":[{\"Id\":\"61\",\"Type\":\"CalloutAdExtension\",\"Text\":"
		  "\"Six\"},{\"Id\":\"62\",\"Type\":\"CalloutAdExtension\",\"Text\":\"Nine\"}]}" },
	};
	struct ad_link link = { .api_url = AD_S("https://ads.example"), .account_id = AD_S("5") };
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_asset,
				  .want = json(*state, "{\"type\":\"CALLOUT\",\"text\":\"Six\"}") };
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	size_t same = 0;

	for (struct ad_remote *r = talk(*state, &ask, turns, AD_LEN(turns)); r; r = r->next) {
		if (!ad_microsoft.same_key(&piece, r))
			continue;
		assert_true(ad_str_is(r->id, "61"));
		same++;
	}
	assert_int_equal(same, 1);
	assert_false(ad_microsoft.marks(piece.res) || ad_microsoft.set_like(piece.res));
}

#define IMAGE_IDS "{\"AccountId\":\"5\",\"AdExtensionType\":\"ImageAdExtension\"}"
#define IMAGES(id)                                                                                 \
	"{\"AccountId\":\"5\",\"AdExtensionType\":\"ImageAdExtension\",\"AdExtensionIds\":[\"" id  \
	"\"]}"
#define LIBRARY(page)                                                                              \
	"{\"MediaEnabledEntities\":\"ImageAdExtension\",\"PageInfo\":{\"Index\":" page             \
	",\"Size\":1000},\"ReturnAdditionalFields\":\"Text\"}"

/* An image's extension and its medium both carry adcore's label. */
static void a_picture_is_looked_for_by_its_mark(void **state)
{
	static const struct turn turns[] = {
		{ "https://ads.example/AdExtensionIds/QueryByAccountId", IMAGE_IDS,
		  "{\"AdExtensionIds\":[\"61\"]}" },
		{ "https://ads.example/AdExtensions/QueryByIds", IMAGES("61"),
		  "{\"AdExtensions\":[{\"Id\":\"61\",\"Type\":\"ImageAdExtension\",\"Description\":"
		  "\"ast_1\"}]}" },
		{ "https://ads.example/MediaMetaData/QueryByAccountId", LIBRARY("0"),
		  "{\"MediaMetaData\":[{\"Id\":\"70\",\"Text\":\"hero\"},{\"Id\":\"71\",\"Text\":"
		  "\"ast_1\"},{\"Id\":\"72\",\"Text\":null}]}" },
	};
	struct ad_link link = { .api_url = AD_S("https://ads.example"), .account_id = AD_S("5") };
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_asset,
				  .id = AD_S("ast_1"),
				  .want = json(*state, "{\"type\":\"IMAGE\",\"name\":\"Bread\"}") };
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	struct ad_remote *found = talk(*state, &ask, turns, AD_LEN(turns));

	assert_non_null(found);
	assert_true(ad_str_is(found->id, "71") && found->part);
	assert_true(ad_str_is(found->part->kind, "media") && ad_str_is(found->part->id, "71"));
	found = found->next;
	assert_non_null(found);
	assert_true(ad_str_is(found->id, "61") && !found->part && !found->next);
	assert_true(ad_microsoft.same_key(&piece, found));
	piece.id = AD_S("ast_2");
	assert_false(ad_microsoft.same_key(&piece, found));
}

/* A page of the library that is full is followed by the next one. */
static void the_library_is_read_to_its_end(void **state)
{
	struct ad_link link = { .api_url = AD_S("https://ads.example"), .account_id = AD_S("5") };
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_asset,
				  .id = AD_S("ast_1"),
				  .want = json(*state, "{\"type\":\"IMAGE\",\"name\":\"Bread\"}") };
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	struct ad_text full = ad_text_on(*state);
	struct turn turns[] = {
		{ "https://ads.example/AdExtensionIds/QueryByAccountId", IMAGE_IDS,
		  "{\"AdExtensionIds\":[]}" },
		{ "https://ads.example/MediaMetaData/QueryByAccountId", LIBRARY("0"), NULL },
		{ "https://ads.example/MediaMetaData/QueryByAccountId", LIBRARY("1"),
		  "{\"MediaMetaData\":[{\"Id\":\"9\",\"Text\":\"ast_1\"}]}" },
	};

	ad_text_adds(&full, "{\"MediaMetaData\":[");
	for (int i = 0; i < 1000; i++)
		ad_text_adds(&full, i ? ",{\"Id\":\"8\"}" : "{\"Id\":\"8\"}");
	ad_text_adds(&full, "]}");
	turns[1].answer = ad_text_str(&full).p;
	assert_true(ad_str_is(talk(*state, &ask, turns, AD_LEN(turns))->id, "9"));
}

/* A hundred are read at a time, and each once. */
static void many_are_read_in_parts(void **state)
{
	struct ad_link link = { .api_url = AD_S("https://ads.example"), .account_id = AD_S("5") };
	struct ad_piece piece = { .op = AD_OP_CREATE,
				  .res = &ad_resource_asset,
				  .want = json(*state, "{\"type\":\"CALLOUT\",\"text\":\"Six\"}") };
	struct ad_ask ask = { .question = AD_ASK_KEY, .link = &link, .pieces = &piece, .count = 1 };
	struct ad_text ids = ad_text_on(*state);
	struct ad_http_request request;
	struct ad_http_response response = { .status = 200 };
	struct ad_outcome outcome;
	int parts = 0, next = 1000;

	ad_text_adds(&ids, "{\"AdExtensionIds\":[");
	for (int i = 0; i < 201; i++)
		ad_text_addf(&ids, "%s\"%d\"", i ? "," : "", 1000 + i);
	ad_text_adds(&ids, "]}");
	assert_true(ad_microsoft.ask(*state, &link, &ask, &request));
	response.body = ad_text_str(&ids);
	ad_microsoft.hear(*state, &ask, &response, &outcome);
	response.body = AD_S("{\"AdExtensions\":[]}");
	for (; ad_microsoft.ask(*state, &link, &ask, &request); parts++) {
		const cJSON *item;
		cJSON_ArrayForEach(item,
				   ad_json_get(json(*state, request.body.p), "AdExtensionIds"))
			assert_string_equal(ad_json_text(item).p,
					    ad_arena_printf(*state, "%d", next++).p);
		ad_microsoft.hear(*state, &ask, &response, &outcome);
		assert_in_range(parts, 0, 2);
	}
	assert_int_equal(parts, 3);
	assert_int_equal(next, 1201);
}

static void associations_are_heard(void **state)
{
	static const struct turn turns[] = {
		{ "https://ads.example/AdExtensionsAssociations/Query",
		  "{\"AccountId\":\"5\",\"AdExtensionType\":\"" ALL "\",\"AssociationType\":"
		  "\"AdGroup\",\"EntityIds\":[\"22\",\"23\"]}",
		  "{\"AdExtensionAssociationCollection\":[{\"AdExtensionAssociations\":[{"
		  "\"EntityId\":\"22\",\"AdExtension\":{\"Id\":\"62\"}},{\"EntityId\":\"22\","
		  "\"AdExtension\":{\"Id\":\"63\"}}]},null]}" },
	};
	struct ad_link link = { .api_url = AD_S("https://ads.example"), .account_id = AD_S("5") };
	struct ad_piece_asset asset = { .remote_id = AD_S("62") };
	struct ad_piece pieces[3] = { { .remote_id = AD_S("11~22~61") },
				      { .parent_remote_id = AD_S("11~22"), .assets = &asset },
				      { .remote_id = AD_S("11~23~62") } };
	struct ad_ask ask = { .link = &link, .pieces = pieces, .count = 3 };
	struct ad_remote *found;

	for (size_t i = 0; i < 3; i++)
		pieces[i].res = &ad_resource_asset_link;
	found = talk(*state, &ask, turns, AD_LEN(turns));
	assert_non_null(found);
	assert_null(found->next);
	assert_true(ad_str_is(found->id, "11~22~62"));
	assert_true(ad_microsoft.same_key(&pieces[1], found));
	assert_false(ad_microsoft.same_key(&pieces[0], found));
	assert_false(ad_microsoft.same_key(&pieces[2], found));
	assert_true(ad_microsoft.set_like(pieces[0].res));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(what_is_carried),
		IN_ARENA(pictures_that_are_taken),
		IN_ARENA(a_picture_is_looked_for_by_its_mark),
		IN_ARENA(the_library_is_read_to_its_end),
		IN_ARENA(one_is_looked_for_by_what_it_says),
		IN_ARENA(many_are_read_in_parts),
		IN_ARENA(associations_are_heard),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
