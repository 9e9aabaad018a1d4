/*
 * What an ad platform answers, or something on the way to it: the first line is the HTTP status,
 * the rest the body. As the answer to a change, to a question, and to the request of a token.
 */
#include "tests/fuzz/request.h"

#include "model/resource_rows.h"
#include "platform/platform.h"

/* Only what was certainly done is done; all else says what happened. */
static void check_outcome(const struct ad_outcome *o, bool create)
{
	switch (o->kind) {
	case AD_DID:
		HOLDS(!create || o->remote_id.n > 0);
		return;
	case AD_REFUSED:
	case AD_AGAIN:
	case AD_EXPIRED:
	case AD_DOUBT:
		HOLDS(o->error.code && o->error.code[0]);
		HOLDS(o->wait >= 0);
		return;
	}
	abort();
}

static void check_changes(struct ad_arena *arena, const struct ad_http_response *response)
{
	struct ad_piece pieces[2] = {
		{ .op = AD_OP_CREATE, .res = &ad_resource_campaign, .id = AD_S("one") },
		{ .op = AD_OP_CREATE, .res = &ad_resource_campaign, .id = AD_S("two") },
	};
	struct ad_outcome outcomes[2];

	for (size_t count = 1; count <= 2; count++) {
		memset(outcomes, 0xff, sizeof(outcomes));
		ad_google.read(arena, pieces, count, response, outcomes);
		for (size_t i = 0; i < count; i++)
			check_outcome(&outcomes[i], true);
	}
	pieces[0].op = AD_OP_REMOVE;
	pieces[0].remote_id = AD_S("7");
	ad_google.read(arena, pieces, 1, response, outcomes);
	check_outcome(&outcomes[0], false);
}

static void check_found(const struct ad_remote *found)
{
	for (; found; found = found->next) {
		HOLDS(found->id.n > 0 && ad_utf8_valid(found->id));
		HOLDS(!found->fields || cJSON_IsObject(found->fields));
	}
}

static void check_hearing(struct ad_arena *arena, enum ad_question question,
			  const struct ad_resource *res, const struct ad_http_response *response)
{
	const struct ad_link link = { .api_url = AD_S("https://ads.example"),
				      .account_id = AD_S("1") };
	const struct ad_piece piece = { .op = AD_OP_UPDATE,
					.res = res,
					.id = AD_S("x"),
					.remote_id = AD_S("7"),
					.parent_remote_id = AD_S("6") };
	struct ad_ask talk = { .question = question, .pieces = &piece, .count = 1 };
	struct ad_http_request request = { 0 };
	struct ad_outcome outcome = { 0 };

	for (int turn = 0; turn < 4 && ad_google.ask(arena, &link, &talk, &request); turn++) {
		HOLDS(request.url.n > 0 && !request.changes);
		ad_google.hear(arena, &talk, response, &outcome);
		check_outcome(&outcome, false);
		if (outcome.kind != AD_DID)
			return;
		check_found(talk.found);
	}
}

static void check_token(struct ad_arena *arena, const struct ad_http_response *response)
{
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome = { 0 };

	ad_google.token_read(arena, response, &token, &outcome);
	check_outcome(&outcome, false);
	if (outcome.kind == AD_DID)
		HOLDS(token.access_token.n > 0 && token.lifetime > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct ad_http_response response = {
		.status = strtol(ad_arena_copy(arena, next_line(&rest)).p, NULL, 10),
	};

	response.body = rest;
	check_changes(arena, &response);
	check_hearing(arena, AD_ASK_LIVE, &ad_resource_campaign, &response);
	check_hearing(arena, AD_ASK_LIVE, &ad_resource_ad, &response);
	check_hearing(arena, AD_ASK_LIVE, &ad_resource_keyword, &response);
	check_token(arena, &response);
	ad_arena_free(arena);
	return 0;
}
