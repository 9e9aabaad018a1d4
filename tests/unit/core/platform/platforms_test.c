/*
 * What holds of every adapter that is built, and each one's requests against files under
 * golden/PLATFORM/. A file is written anew where ADCORE_GOLDEN_WRITE is set; look at the
 * difference before committing it. To add a platform, add rows.
 */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "platform/platform.h"

static const struct ad_link link_to = {
	.api_url = { "https://ads.example/api", 23 },
	.token_url = { "https://ads.example/token", 25 },
	.account_id = { "123456789", 9 },
	.login_account_id = { "987654321", 9 },
	.developer_token = { "developer", 9 },
	.timezone = { "Europe/Berlin", 13 },
	.client_id = { "client", 6 },
	.client_secret = { "s&cret", 6 },
	.refresh_token = { "refresh/1", 9 },
};

#define SEARCH_CAMPAIGN                                                                            \
	"{\"name\":\"Spring \\\"shoes\\\"\",\"type\":\"SEARCH\",\"budget\":20.5,\"status\":"       \
	"\"PAUSED\",\"startDate\":null,\"endDate\":null,\"bidding\":{\"strategy\":"                \
	"\"MAXIMIZE_CLICKS\",\"maxCpc\":2.01},\"locations\":[{\"code\":\"DE\",\"excluded\":"       \
	"false},{\"code\":\"67555\",\"excluded\":true}],\"languages\":[\"de-AT\",\"en\",\"de\"],"  \
	"\"trackingTemplate\":null,\"finalUrlSuffix\":\"a=b\",\"platformOptions\":null}"
#define GROUP                                                                                      \
	"{\"name\":\"Running\",\"status\":\"PAUSED\",\"cpcBid\":1.5,\"platformOptions\":"          \
	"{\"network\":\"OWNED_AND_OPERATED_ONLY\"}}"
#define AD                                                                                         \
	"{\"type\":\"RESPONSIVE_SEARCH\",\"finalUrl\":\"https://shop.example/\",\"headlines\":["   \
	"\"One\",{\"pin\":\"HEADLINE_1\",\"text\":\"Two\"},\"Three\"],\"descriptions\":[\"A.\","   \
	"{\"pin\":\"DESCRIPTION_2\",\"text\":\"B.\"}],\"path1\":\"shoes\",\"path2\":null,"         \
	"\"status\":\"ENABLED\"}"
#define KEYWORD                                                                                    \
	"{\"text\":\"running shoes\",\"matchType\":\"PHRASE\",\"negative\":false,\"cpcBid\":1.2,"  \
	"\"finalUrl\":null,\"status\":\"PAUSED\"}"
#define NEGATIVE                                                                                   \
	"{\"text\":\"free\",\"matchType\":\"EXACT\",\"negative\":true,\"cpcBid\":null,"            \
	"\"finalUrl\":null,\"status\":\"PAUSED\"}"
/* How a campaign stands that is to be aimed elsewhere. */
#define AIMED "{\"locations\":[{\"code\":\"FR\"},{\"code\":\"67555\"},{\"code\":\"190\"}]}"
#define AIMED_NOTES                                                                                \
	"{\"66\":\"71\",\"67555\":\"72\",\"190\":\"73\",\"intent\":\"74\",\"option\":"             \
	"\"PeopleInOrSearchingForOrViewingPages\"}"

/* One request: what is built of a piece, in one of its steps. */
struct row {
	enum ad_platform platform;
	const char *name; /* of the file */
	enum ad_op op;
	const struct ad_resource *res;
	const char *want;
	const char *changed[4];
	const char *live, *handle; /* UPDATE: as it stands */
	bool under_campaign;
	unsigned step;
	const char *parent, *remote;
};

static const struct row rows[] = {
	{ AD_MICROSOFT,
	  "campaign_create",
	  AD_OP_CREATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  NULL,
	  NULL },
	{ AD_MICROSOFT,
	  "campaign_swap",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "locations" },
	  AIMED,
	  AIMED_NOTES,
	  false,
	  0,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_aim",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "locations" },
	  AIMED,
	  AIMED_NOTES,
	  false,
	  1,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_drop",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "locations" },
	  AIMED,
	  AIMED_NOTES,
	  false,
	  2,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_intent",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "locations" },
	  AIMED,
	  AIMED_NOTES,
	  false,
	  3,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_ask_intent",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "locations" },
	  "{\"locations\":[]}",
	  NULL,
	  false,
	  1,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_update",
	  AD_OP_UPDATE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { "budget", "bidding", "trackingTemplate" },
	  "{}",
	  NULL,
	  false,
	  0,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "campaign_remove",
	  AD_OP_REMOVE,
	  &ad_resource_campaign,
	  SEARCH_CAMPAIGN,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  NULL,
	  "11" },
	{ AD_MICROSOFT,
	  "ad_group_create",
	  AD_OP_CREATE,
	  &ad_resource_ad_group,
	  GROUP,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  "11",
	  NULL },
	{ AD_MICROSOFT,
	  "ad_group_update",
	  AD_OP_UPDATE,
	  &ad_resource_ad_group,
	  GROUP,
	  { "name", "cpcBid", "platformOptions" },
	  "{}",
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22" },
	{ AD_MICROSOFT,
	  "ad_group_remove",
	  AD_OP_REMOVE,
	  &ad_resource_ad_group,
	  GROUP,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22" },
	{ AD_MICROSOFT,
	  "ad_create",
	  AD_OP_CREATE,
	  &ad_resource_ad,
	  AD,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  "11~22",
	  NULL },
	{ AD_MICROSOFT,
	  "ad_update",
	  AD_OP_UPDATE,
	  &ad_resource_ad,
	  AD,
	  { "status", "headlines", "path2" },
	  "{}",
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22~33" },
	{ AD_MICROSOFT,
	  "ad_remove",
	  AD_OP_REMOVE,
	  &ad_resource_ad,
	  AD,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22~33" },
	{ AD_MICROSOFT,
	  "keyword_create",
	  AD_OP_CREATE,
	  &ad_resource_keyword,
	  KEYWORD,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  "11~22",
	  NULL },
	{ AD_MICROSOFT,
	  "keyword_update",
	  AD_OP_UPDATE,
	  &ad_resource_keyword,
	  KEYWORD,
	  { "cpcBid", "finalUrl", "status" },
	  "{}",
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22~44" },
	{ AD_MICROSOFT,
	  "keyword_remove",
	  AD_OP_REMOVE,
	  &ad_resource_keyword,
	  KEYWORD,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  NULL,
	  "11~22~44" },
	{ AD_MICROSOFT,
	  "negative_create",
	  AD_OP_CREATE,
	  &ad_resource_keyword,
	  NEGATIVE,
	  { NULL },
	  NULL,
	  NULL,
	  false,
	  0,
	  "11~22",
	  NULL },
	{ AD_MICROSOFT,
	  "negative_remove",
	  AD_OP_REMOVE,
	  &ad_resource_keyword,
	  NEGATIVE,
	  { NULL },
	  NULL,
	  NULL,
	  true,
	  0,
	  NULL,
	  "11~55" },
};

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

/* Compares "METHOD url", the headers and the body with the golden file of that name. */
static void golden(struct ad_arena *arena, const char *platform, const char *name,
		   const struct ad_http_request *request)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");
	struct ad_text text = ad_text_on(arena);
	char path[512], want[16384];
	size_t n;
	FILE *file;

	ad_text_addf(&text, "%s %.*s\n", request->method, AD_FMT(request->url));
	for (size_t i = 0; i < request->header_count; i++)
		ad_text_addf(&text, "%s: %.*s\n", request->headers[i].name,
			     AD_FMT(request->headers[i].value));
	ad_text_add(&text, request->body);
	ad_text_addc(&text, '\n');
	snprintf(path, sizeof(path), "%s/tests/unit/core/platform/golden/%s/%s.txt",
		 root ? root : ".", platform, name);
	if (getenv("ADCORE_GOLDEN_WRITE")) {
		file = fopen(path, "w");
		assert_non_null(file);
		fprintf(file, "%.*s", AD_FMT(ad_text_str(&text)));
		fclose(file);
		return;
	}
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s is not there", path);
	n = fread(want, 1, sizeof(want), file);
	fclose(file);
	if (!ad_str_eq(ad_text_str(&text), (struct ad_str){ want, n }))
		fail_msg("%s:\n%.*s\nis not what is built now:\n%.*s", name, (int)n, want,
			 AD_FMT(ad_text_str(&text)));
}

static struct ad_piece piece_of(struct ad_arena *arena, const struct row *row)
{
	struct ad_remote *live = ad_arena_zalloc(arena, sizeof(*live));

	live->handle = row->handle ? ad_str(row->handle) : (struct ad_str){ 0 };
	live->fields = row->live ? json(arena, row->live) : NULL;
	return (struct ad_piece){
		.op = row->op,
		.res = row->res,
		.id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
		.want = json(arena, row->want),
		.changed = row->op == AD_OP_UPDATE ? row->changed : NULL,
		.remote_id = row->remote ? ad_str(row->remote) : (struct ad_str){ 0 },
		.parent_remote_id = row->parent ? ad_str(row->parent) : (struct ad_str){ 0 },
		.under_campaign = row->under_campaign,
		.live = live,
	};
}

static void requests_are_as_recorded(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const struct ad_adapter *adapter = ad_adapter_of(rows[i].platform);
		struct ad_piece piece = piece_of(*state, &rows[i]);
		struct ad_platform_error error;
		struct ad_http_request request;
		assert_non_null(adapter);
		assert_true(adapter->can(*state, &piece, &error));
		if (adapter->build(*state, &link_to, &piece, 1, rows[i].step, &request) != AD_BUILT)
			fail_msg("%s: nothing was built", rows[i].name);
		golden(*state, ad_platform_name(rows[i].platform), rows[i].name, &request);
	}
}

/* Every piece comes to an end, and each field that it sends belongs to one of its steps. */
static void steps_end_and_hold_every_field(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const struct ad_adapter *adapter = ad_adapter_of(rows[i].platform);
		struct ad_piece piece = piece_of(*state, &rows[i]);
		struct ad_http_request request;
		unsigned steps = 0;
		while (steps < 20 &&
		       adapter->build(*state, &link_to, &piece, 1, steps, &request) == AD_BUILT)
			steps++;
		assert_in_range(steps, 1, 19);
		for (const char *const *name = piece.changed; name && *name; name++) {
			bool sent = false;
			for (unsigned step = 0; step < steps; step++)
				sent = sent || adapter->in_step(&piece, step, *name);
			if (!sent)
				fail_msg("%s: %s is in no step", rows[i].name, *name);
		}
	}
}

static void every_adapter_is_whole(void **state)
{
	(void)state;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
		if (!a)
			continue;
		assert_int_equal(a->platform, p);
		assert_true(strncmp(a->api_url, "https://", 8) == 0);
		assert_true(strncmp(a->token_url, "https://", 8) == 0);
		assert_true(a->sandbox_api[0] == '/' && a->sandbox_token_url[0] == '/');
		assert_true(a->batch_max > 0);
		assert_true(a->sends && a->can && a->together && a->normal && a->build);
		assert_true(a->in_step && a->read && a->ask && a->hear && a->same_key);
		assert_true(a->marks && a->set_like && a->token_request && a->token_read);
		assert_true(a->sends(&ad_resource_campaign, "budget"));
		assert_false(a->sends(&ad_resource_campaign, "labels"));
	}
}

/* No answer, whatever it is, counts as done where it does not say so, on any platform. */
static void what_is_no_answer_is_not_done(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} answers[] = {
		{ 200, "", AD_DOUBT },     { 200, "{", AD_DOUBT },    { 200, "{}", AD_DOUBT },
		{ 500, "", AD_DOUBT },     { 503, "x", AD_DOUBT },    { 408, "", AD_DOUBT },
		{ 429, "", AD_AGAIN },     { 401, "{}", AD_EXPIRED }, { 403, "", AD_REFUSED },
		{ 404, "no", AD_REFUSED }, { 400, "{}", AD_REFUSED },
	};

	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
		for (size_t i = 0; a && i < AD_LEN(answers); i++) {
			struct ad_piece piece = {
				.op = AD_OP_CREATE,
				.res = &ad_resource_campaign,
				.want = json(*state, SEARCH_CAMPAIGN),
			};
			struct ad_http_response response = { .status = answers[i].status,
							     .body = ad_str(answers[i].body) };
			struct ad_outcome outcome = { 0 };
			a->read(*state, &piece, 1, &response, &outcome);
			if (outcome.kind != answers[i].kind)
				fail_msg("%s: %ld %s is %d", ad_platform_name(a->platform),
					 answers[i].status, answers[i].body, (int)outcome.kind);
			assert_non_null(outcome.error.code);
			assert_true(outcome.error.message.n > 0);
		}
	}
}

static void tokens_are_refreshed(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
		struct ad_http_request request;
		struct ad_http_response response = { 0 };
		struct ad_platform_token token = { 0 };
		struct ad_outcome outcome;
		if (!a)
			continue;
		a->token_request(*state, &link_to, &request);
		/* A secret never stands in a URL. */
		assert_null(memmem(request.url.p, request.url.n, "refresh", 7));
		assert_null(memmem(request.url.p, request.url.n, "s&cret", 6));
		response =
			(struct ad_http_response){ .status = 400,
						   .body = AD_S("{\"error\":\"invalid_grant\","
								"\"error_description\":\"no\"}") };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_REFUSED);
		/* Meta tells it in a shape of its own: meta_test.c. */
		if (p != AD_META)
			assert_string_equal(outcome.error.code, "CONNECTION_EXPIRED");
		response = (struct ad_http_response){ .status = 503 };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_AGAIN);
		response = (struct ad_http_response){ .status = 200,
						      .body = AD_S("{\"access_token\":\"a\","
								   "\"expires_in\":60}") };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_DID);
		assert_true(ad_str_is(token.access_token, "a"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(requests_are_as_recorded, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(steps_end_and_hold_every_field, make_arena,
						free_arena),
		cmocka_unit_test_setup_teardown(every_adapter_is_whole, make_arena, free_arena),
		cmocka_unit_test_setup_teardown(what_is_no_answer_is_not_done, make_arena,
						free_arena),
		cmocka_unit_test_setup_teardown(tokens_are_refreshed, make_arena, free_arena),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
