/* The state of objects in responses: exists, was removed, or unknown. */
#include "tests/support/arena.h"

#include "model/resource_rows.h"
#include "platform/unseen.h"

#define PIECES 2

static const cJSON *fields_of(struct ad_arena *arena)
{
	struct ad_json_error error;

	return ad_json_parse(
		arena, AD_S("{\"text\":\"a\",\"matchType\":\"EXACT\",\"status\":\"ENABLED\"}"),
		&error);
}

static const cJSON *negative_of(struct ad_arena *arena)
{
	struct ad_json_error error;

	return ad_json_parse(
		arena, AD_S("{\"text\":\"a\",\"matchType\":\"EXACT\",\"negative\":true}"), &error);
}

static void ask_about(struct ad_arena *arena, const struct ad_resource *res, const char *const *ids,
		      struct ad_piece pieces[PIECES], struct ad_ask *ask)
{
	static struct ad_link link = { .api_url = { "https://a.example", 17 },
				       .account_id = { "1", 1 },
				       .currency = { "EUR", 3 },
				       .timezone = { "UTC", 3 },
				       .client_secret = { "secret", 6 },
				       .access_token = { "token", 5 } };
	size_t n = 0;

	for (; n < PIECES && ids[n]; n++)
		pieces[n] = (struct ad_piece){ .op = AD_OP_UPDATE,
					       .res = res,
					       .remote_id = ad_str(ids[n]),
					       .want = fields_of(arena),
					       .synced = fields_of(arena) };
	*ask = (struct ad_ask){
		.question = AD_ASK_LIVE, .link = &link, .pieces = pieces, .count = n
	};
}

/* "ENABLED", or the code of the reason that it was not returned. */
static const char *told(struct ad_arena *arena, const struct ad_ask *ask, const char *id)
{
	const struct ad_remote *remote = ad_ask_find(ask, ad_str(id));

	if (remote)
		return ad_arena_copy(arena, remote->status).p;
	return ad_ask_why_unseen(ask, ad_str(id)).code;
}

/* A part of a batch of Meta's. */
#define PART(code, body) "{\"code\":" code ",\"body\":\"" body "\"}"
#define MISSING                                                                                    \
	PART("400", "{\\\"error\\\":{\\\"code\\\":100,\\\"error_subcode\\\":33,"                   \
		    "\\\"message\\\":\\\"cannot be loaded due to missing permissions\\\"}}")
#define ALIAS PART("404", "{\\\"error\\\":{\\\"code\\\":803,\\\"message\\\":\\\"do not exist\\\"}}")
#define NOT_ALLOWED                                                                                \
	PART("403", "{\\\"error\\\":{\\\"code\\\":10,\\\"message\\\":\\\"no permission\\\"}}")
#define AD(id, status) PART("200", "{\\\"id\\\":\\\"" id "\\\",\\\"status\\\":\\\"" status "\\\"}")
#define SETS PART("200", "{\\\"data\\\":[]}")

/* A partial error of Microsoft's. */
#define ERROR(code, index)                                                                         \
	"{\"Code\":1,\"ErrorCode\":\"" code "\",\"Message\":\"No.\",\"Index\":" index "}"

static const struct row {
	enum ad_platform platform;
	const struct ad_resource *res;
	const char *ids[PIECES];
	long status;
	const char *body;
	enum ad_outcome_kind kind;
	const char *told[PIECES];
} rows[] = {
	/* Meta: 100/33, 803 and 10 do not show a removal, and leave the others unaffected. */
	{ AD_META,
	  &ad_resource_ad,
	  { "7" },
	  200,
	  "[" MISSING "," MISSING "]",
	  AD_DID,
	  { "PERMISSION_DENIED" } },
	{ AD_META,
	  &ad_resource_ad,
	  { "7", "8" },
	  200,
	  "[" ALIAS "," AD("8", "DELETED") "]",
	  AD_DID,
	  { "PERMISSION_DENIED", "REMOVED" } },
	{ AD_META,
	  &ad_resource_ad_group,
	  { "7", "8" },
	  200,
	  "[" NOT_ALLOWED "," AD("8", "ARCHIVED") "]",
	  AD_DID,
	  { "PERMISSION_DENIED", "REMOVED" } },
	{ AD_META,
	  &ad_resource_ad,
	  { "7", "8" },
	  200,
	  "[" AD("7", "ACTIVE") "," AD("8", "PAUSED") "]",
	  AD_DID,
	  { "ENABLED", "PAUSED" } },
	{ AD_META,
	  &ad_resource_ad,
	  { "7" },
	  200,
	  "[" AD("7", "IN_PROCESS") "," AD("7", "IN_PROCESS") "]",
	  AD_DID,
	  { "ENABLED" } },
	{ AD_META,
	  &ad_resource_campaign,
	  { "7", "8" },
	  200,
	  "[" MISSING "," MISSING "," AD("8", "PAUSED") "," SETS "]",
	  AD_DID,
	  { "PERMISSION_DENIED", "PAUSED" } },
	/* Without its ad sets a campaign is unknown, unless it was removed. */
	{ AD_META,
	  &ad_resource_campaign,
	  { "7", "8" },
	  200,
	  "[" AD("7", "PAUSED") "," MISSING "," AD("8", "DELETED") "," MISSING "]",
	  AD_DID,
	  { "PERMISSION_DENIED", "REMOVED" } },
	/* Fewer parts than requested, and none at all. */
	{ AD_META, &ad_resource_ad, { "7", "8" }, 200, "[" AD("7", "ACTIVE") "]", AD_AGAIN, { 0 } },
	{ AD_META, &ad_resource_ad, { "7", "8" }, 200, "[]", AD_AGAIN, { 0 } },
	{ AD_META, &ad_resource_ad, { "7", "8" }, 200, "[null,null]", AD_AGAIN, { 0 } },
	{ AD_META,
	  &ad_resource_ad,
	  { "7" },
	  500,
	  "{\"error\":{\"code\":100,\"error_subcode\":33,\"message\":\"x\"}}",
	  AD_AGAIN,
	  { 0 } },
	{ AD_META,
	  &ad_resource_ad,
	  { "7" },
	  400,
	  "{\"error\":{\"code\":-1,\"message\":\"x\",\"is_transient\":true}}",
	  AD_AGAIN,
	  { 0 } },
	/* Google: a removed object is a row, and one without a row is unknown. */
	{ AD_GOOGLE,
	  &ad_resource_ad_group,
	  { "7", "8" },
	  200,
	  "{\"results\":[{\"campaign\":{\"id\":\"1\"},\"adGroup\":{\"id\":\"8\",\"status\":"
	  "\"REMOVED\"}}]}",
	  AD_DID,
	  { "NOT_FOUND", "REMOVED" } },
	{ AD_GOOGLE, &ad_resource_ad_group, { "7" }, 200, "{}", AD_DID, { "NOT_FOUND" } },
	/* Microsoft: an id reported as invalid was removed. Any other error leaves it unknown. */
	{ AD_MICROSOFT,
	  &ad_resource_campaign,
	  { "7", "8" },
	  200,
	  "{\"Campaigns\":[null,{\"Id\":\"8\",\"Status\":\"Paused\"}],\"PartialErrors\":[" ERROR(
		  "CampaignServiceInvalidCampaignId", "0") "]}",
	  AD_DID,
	  { "REMOVED", "PAUSED" } },
	{ AD_MICROSOFT,
	  &ad_resource_campaign,
	  { "7", "8" },
	  200,
	  "{\"Campaigns\":[null,{\"Id\":\"8\",\"Status\":\"Deleted\"}],\"PartialErrors\":[" ERROR(
		  "UserIsNotAuthorized", "0") "]}",
	  AD_DID,
	  { "PERMISSION_DENIED", "REMOVED" } },
	{ AD_MICROSOFT,
	  &ad_resource_campaign,
	  { "7" },
	  200,
	  "{\"Campaigns\":[null],\"PartialErrors\":[" ERROR("InternalError", "0") "]}",
	  AD_AGAIN,
	  { 0 } },
	{ AD_MICROSOFT,
	  &ad_resource_campaign,
	  { "7" },
	  200,
	  "{\"Campaigns\":[null],\"PartialErrors\":[]}",
	  AD_DID,
	  { "NOT_FOUND" } },
	{ AD_MICROSOFT,
	  &ad_resource_campaign,
	  { "7" },
	  200,
	  "{\"Campaigns\":[{\"Id\":\"7\"}],\"PartialErrors\":[]}",
	  AD_DID,
	  { "ENABLED" } },
	{ AD_MICROSOFT,
	  &ad_resource_keyword,
	  { "1~2~7", "1~2~8" },
	  400,
	  "{\"OperationErrors\":[" ERROR("CampaignServiceInvalidAdGroupId", "0") "]}",
	  AD_DID,
	  { "REMOVED", "REMOVED" } },
	{ AD_MICROSOFT,
	  &ad_resource_keyword,
	  { "1~2~7" },
	  403,
	  "{\"Errors\":[" ERROR("UserIsNotAuthorized", "0") "]}",
	  AD_REFUSED,
	  { 0 } },
	/* Reddit: a removed object has that status, and an unlisted one is unknown. */
	{ AD_REDDIT,
	  &ad_resource_ad_group,
	  { "7", "8" },
	  200,
	  "{\"data\":[{\"id\":\"8\",\"configured_status\":\"ARCHIVED\"}],\"pagination\":{}}",
	  AD_DID,
	  { "NOT_FOUND", "REMOVED" } },
	{ AD_REDDIT,
	  &ad_resource_ad_group,
	  { "7", "8" },
	  200,
	  "{\"data\":[{\"id\":\"7\"},{\"id\":\"8\",\"configured_status\":\"DELETED\"}]}",
	  AD_DID,
	  { "ENABLED", "REMOVED" } },
	{ AD_REDDIT,
	  &ad_resource_keyword,
	  { "7~k~a" },
	  200,
	  "{\"data\":[{\"id\":\"7\",\"configured_status\":\"ARCHIVED\"}]}",
	  AD_DID,
	  { "REMOVED" } },
	{ AD_REDDIT,
	  &ad_resource_keyword,
	  { "7~k~a" },
	  200,
	  "{\"data\":[]}",
	  AD_DID,
	  { "NOT_FOUND" } },
};

static void test_only_what_the_platform_calls_removed_is_removed(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const struct row *row = &rows[i];
		const struct ad_adapter *adapter = ad_adapter_of(row->platform);
		struct ad_piece pieces[PIECES];
		struct ad_ask ask;
		struct ad_http_request request;
		struct ad_http_response response = { .status = row->status,
						     .body = ad_str(row->body) };
		struct ad_outcome outcome;

		ask_about(*state, row->res, row->ids, pieces, &ask);
		assert_true(adapter->ask(*state, ask.link, &ask, &request));
		adapter->hear(*state, &ask, &response, &outcome);
		if (outcome.kind != row->kind)
			fail_msg("row %zu: %d %s", i, (int)outcome.kind, outcome.error.code);
		for (size_t n = 0; n < PIECES && row->told[n]; n++)
			if (strcmp(told(*state, &ask, row->ids[n]), row->told[n]) != 0)
				fail_msg("row %zu: %s is %s, not %s", i, row->ids[n],
					 told(*state, &ask, row->ids[n]), row->told[n]);
	}
}

/* All negative keywords of an entity are listed, so a missing one was removed. */
static void test_a_negative_keyword_that_is_not_listed_was_removed(void **state)
{
	static const char *const ids[PIECES] = { "1~2~7", "1~2~8" };
	static const struct {
		const char *body;
		const char *told[PIECES];
	} answers[] = {
		{ "{\"EntityNegativeKeywords\":[{\"EntityId\":\"2\",\"NegativeKeywords\":[{\"Id\":"
		  "\"7\",\"Text\":\"a\",\"MatchType\":\"Exact\"}]}],\"PartialErrors\":[]}",
		  { "ENABLED", "REMOVED" } },
		{ "{\"EntityNegativeKeywords\":[],\"PartialErrors\":[" ERROR(
			  "CampaignServiceInvalidAdGroupId", "0") "]}",
		  { "REMOVED", "REMOVED" } },
		{ "{\"EntityNegativeKeywords\":[],\"PartialErrors\":[" ERROR("UserIsNotAuthorized",
									     "0") "]}",
		  { "PERMISSION_DENIED", "PERMISSION_DENIED" } },
		{ "{\"EntityNegativeKeywords\":[],\"PartialErrors\":[]}",
		  { "NOT_FOUND", "NOT_FOUND" } },
	};

	for (size_t i = 0; i < AD_LEN(answers); i++) {
		struct ad_piece pieces[PIECES];
		struct ad_ask ask;
		struct ad_http_request request;
		struct ad_http_response response = { .status = 200,
						     .body = ad_str(answers[i].body) };
		struct ad_outcome outcome;

		ask_about(*state, &ad_resource_keyword, ids, pieces, &ask);
		for (size_t n = 0; n < PIECES; n++)
			pieces[n].want = negative_of(*state);
		assert_true(ad_microsoft.ask(*state, ask.link, &ask, &request));
		ad_microsoft.hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
		for (size_t n = 0; n < PIECES; n++)
			assert_string_equal(told(*state, &ask, ids[n]), answers[i].told[n]);
	}
}

/* The same of the associations of a holder. */
static void test_an_association_that_is_not_listed_was_removed(void **state)
{
	static const char *const ids[PIECES] = { "1~7", "2~7" };
	static const struct {
		const char *body;
		const char *told[PIECES];
	} answers[] = {
		{ "{\"AdExtensionAssociationCollection\":[{\"AdExtensionAssociations\":[]},"
		  "{\"AdExtensionAssociations\":[{\"EntityId\":\"2\",\"AdExtension\":{\"Id\":\"7\"}"
		  "}"
		  "]}],\"PartialErrors\":[]}",
		  { "REMOVED", "ENABLED" } },
		{ "{\"AdExtensionAssociationCollection\":[{\"AdExtensionAssociations\":[]},null],"
		  "\"PartialErrors\":[" ERROR("UserIsNotAuthorized", "1") "]}",
		  { "REMOVED", "PERMISSION_DENIED" } },
		{ "{\"AdExtensionAssociationCollection\":[null,{\"AdExtensionAssociations\":[]}],"
		  "\"PartialErrors\":[" ERROR("CampaignServiceInvalidCampaignId", "0") "]}",
		  { "REMOVED", "REMOVED" } },
		{ "{\"AdExtensionAssociationCollection\":[null,null],\"PartialErrors\":[]}",
		  { "NOT_FOUND", "NOT_FOUND" } },
	};

	for (size_t i = 0; i < AD_LEN(answers); i++) {
		struct ad_piece pieces[PIECES];
		struct ad_ask ask;
		struct ad_http_request request;
		struct ad_http_response response = { .status = 200,
						     .body = ad_str(answers[i].body) };
		struct ad_outcome outcome;

		ask_about(*state, &ad_resource_asset_link, ids, pieces, &ask);
		for (size_t n = 0; n < PIECES; n++)
			pieces[n].under_campaign = true;
		assert_true(ad_microsoft.ask(*state, ask.link, &ask, &request));
		ad_microsoft.hear(*state, &ask, &response, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
		for (size_t n = 0; n < PIECES; n++)
			assert_string_equal(told(*state, &ask, ids[n]), answers[i].told[n]);
	}
}

/* A further page of a campaign's ad sets is denied: the campaign is unknown. */
static void test_a_campaign_whose_ad_sets_end_early_is_unseen(void **state)
{
	static const char *const ids[PIECES] = { "7" };
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("[" AD("7", "PAUSED") "," PART(
			"200", "{\\\"data\\\":[],\\\"paging\\\":{\\\"cursors\\\":{\\\"after\\\":"
			       "\\\"c\\\"},"
			       "\\\"next\\\":\\\"https://x\\\"}}") "]"),
	};
	struct ad_piece pieces[PIECES];
	struct ad_ask ask;
	struct ad_http_request request;
	struct ad_outcome outcome;

	ask_about(*state, &ad_resource_campaign, ids, pieces, &ask);
	assert_true(ad_meta.ask(*state, ask.link, &ask, &request));
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_string_equal(told(*state, &ask, "7"), "PAUSED");
	assert_true(ad_meta.ask(*state, ask.link, &ask, &request));
	response.body = AD_S("[" MISSING "," MISSING "]");
	ad_meta.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_string_equal(told(*state, &ask, "7"), "PERMISSION_DENIED");
}

static void test_an_object_without_a_word_is_not_found(void **state)
{
	struct ad_ask ask = { 0 };
	struct ad_platform_error why = ad_ask_why_unseen(&ask, AD_S("7"));

	(void)state;
	assert_string_equal(why.code, AD_NOT_FOUND_THERE);
	assert_true(why.retryable && why.message.n > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(test_only_what_the_platform_calls_removed_is_removed),
		IN_ARENA(test_a_negative_keyword_that_is_not_listed_was_removed),
		IN_ARENA(test_an_association_that_is_not_listed_was_removed),
		IN_ARENA(test_a_campaign_whose_ad_sets_end_early_is_unseen),
		IN_ARENA(test_an_object_without_a_word_is_not_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
