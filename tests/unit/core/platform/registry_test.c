/*
 * One suite for every platform that is built. Its rows are data, suite/PLATFORM.json: pieces
 * with the names of their requests, and recorded responses with their meaning. The requests
 * themselves are golden files (golden.h).
 */
#include "tests/support/arena.h"
#include "tests/unit/core/platform/golden.h"

#include "base/clock.h"
#include "platform/version.h"

#define PIECES_MAX 4
#define CHANGED_MAX 12
#define ASSETS_MAX 3

static const char *const kinds[] = {
	[AD_DID] = "DID",         [AD_REFUSED] = "REFUSED", [AD_AGAIN] = "AGAIN",
	[AD_EXPIRED] = "EXPIRED", [AD_DOUBT] = "DOUBT",
};

/* A platform's rows, on the test's arena. */
struct suite {
	struct ad_arena *arena;
	const struct ad_adapter *adapter;
	const cJSON *rows;
	struct ad_link link;
};

/* Pieces of one request, and the objects that they point to. */
struct cargo {
	struct ad_piece pieces[PIECES_MAX];
	struct ad_remote live[PIECES_MAX];
	struct ad_made made[PIECES_MAX];
	struct ad_piece_asset assets[PIECES_MAX][ASSETS_MAX];
	const char *changed[PIECES_MAX][CHANGED_MAX];
	size_t count;
};

/* A text unchanged; any other value as its JSON. */
static struct ad_str text_of(struct ad_arena *arena, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);
	char *printed;

	if (!item)
		return (struct ad_str){ 0 };
	if (cJSON_IsString(item))
		return ad_json_text(item);
	printed = cJSON_PrintUnformatted(item);
	assert_non_null(printed);
	ad_text_adds(&text, printed);
	cJSON_free(printed);
	return ad_text_str(&text);
}

static struct suite suite_of(struct ad_arena *arena, enum ad_platform platform)
{
	struct suite s = { .arena = arena, .adapter = ad_adapter_of(platform) };
	struct ad_str path = source_path(arena, "suite", ad_platform_name(platform), ".json");
	const cJSON *link;

	s.rows = json(arena, whole_file(arena, path.p).p);
	link = ad_json_get(s.rows, "link");
	assert_non_null(link);
	s.link = (struct ad_link){
		.api_url = ad_str(golden_api[platform]),
		.token_url = ad_json_get_text(link, "tokenUrl"),
		.account_id = ad_json_get_text(link, "accountId"),
		.login_account_id = ad_json_get_text(link, "loginAccountId"),
		.currency = ad_json_get_text(link, "currency"),
		.timezone = ad_json_get_text(link, "timezone"),
		.settings = ad_json_get(link, "settings"),
		.developer_token = ad_json_get_text(link, "developerToken"),
		.eu_political = AD_DECLARED_NO,
		.now = INT64_C(1795250000) * AD_SECOND,
		.client_id = AD_S("client"),
		.client_secret = ad_json_get_text(link, "clientSecret"),
		.refresh_token = AD_S("refresh/1"),
		.access_token = ad_json_get_text(link, "accessToken"),
	};
	assert_true(s.link.client_secret.n && s.link.access_token.n);
	return s;
}

/* An object, written out or named in `objects`. */
static const cJSON *object_of(const struct suite *s, const cJSON *item)
{
	const cJSON *object = item;

	if (cJSON_IsString(item)) {
		object = ad_json_get(ad_json_get(s->rows, "objects"), item->valuestring);
		if (!object)
			fail_msg("no object is named %s", item->valuestring);
	}
	return object;
}

static int64_t number_in(const cJSON *object, const char *key)
{
	const cJSON *item = ad_json_get(object, key);
	int64_t number = 0;

	if (item)
		assert_true(ad_json_int64(item, &number));
	return number;
}

static const struct ad_piece_asset *assets_of(const cJSON *row,
					      struct ad_piece_asset out[ASSETS_MAX])
{
	const cJSON *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, ad_json_get(row, "assets"))
	{
		assert_true(n < ASSETS_MAX);
		out[n] = (struct ad_piece_asset){
			.remote_id = ad_json_get_text(item, "remote"),
			.role = ad_json_get_text(item, "role"),
			.media.mime = ad_json_get_text(item, "mime"),
			.media.width = number_in(item, "width"),
			.media.height = number_in(item, "height"),
			.url = ad_json_get_text(item, "url"),
		};
		if (n > 0)
			out[n - 1].next = &out[n];
		n++;
	}
	return n ? out : NULL;
}

static void add_piece(const struct suite *s, const cJSON *row, struct cargo *cargo)
{
	size_t at = cargo->count++, n = 0;
	const cJSON *made = ad_json_get(row, "made");
	const cJSON *handle =
		ad_json_get(ad_json_get(s->rows, "objects"), ad_json_get_text(row, "handle").p);
	const cJSON *item;
	struct ad_piece *piece = &cargo->pieces[at];

	assert_true(at < PIECES_MAX);
	*piece = (struct ad_piece){
		.op = ad_op_of(ad_json_get_text(row, "op")),
		.res = ad_resource_by_name(ad_json_get_text(row, "resource")),
		.id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
		.want = object_of(s, ad_json_get(row, "want")),
		.remote_id = ad_json_get_text(row, "remote"),
		.parent_remote_id = ad_json_get_text(row, "parentRemote"),
		.parent = object_of(s, ad_json_get(row, "parent")),
		.under_campaign = cJSON_IsTrue(ad_json_get(row, "underCampaign")),
		.live = &cargo->live[at],
		.media.bytes = ad_json_get_text(row, "bytes"),
		.media.width = number_in(row, "width"),
		.media.height = number_in(row, "height"),
	};
	assert_non_null(piece->res);
	assert_true(piece->op < AD_OP_COUNT);
	cargo->live[at] = (struct ad_remote){
		.fields = object_of(s, ad_json_get(row, "live")),
		.handle = text_of(s->arena, handle ? handle : ad_json_get(row, "handle")),
	};
	if (made) {
		cargo->made[at] = (struct ad_made){ NULL, ad_str(made->child->string),
						    ad_json_text(made->child) };
		piece->made = &cargo->made[at];
	}
	piece->assets = assets_of(row, cargo->assets[at]);
	if (piece->op == AD_OP_UPDATE)
		piece->changed = cargo->changed[at];
	cJSON_ArrayForEach(item, ad_json_get(row, "changed"))
	{
		assert_true(n + 1 < CHANGED_MAX);
		cargo->changed[at][n++] = item->valuestring;
	}
}

/* A row is a piece, or names several. */
static void load(const struct suite *s, const cJSON *row, struct cargo *cargo)
{
	const cJSON *many = ad_json_get(row, "pieces");
	const cJSON *item;

	*cargo = (struct cargo){ 0 };
	if (!many)
		add_piece(s, row, cargo);
	cJSON_ArrayForEach(item, many) add_piece(s, item, cargo);
}

static void requests_of(const struct suite *s)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, ad_json_get(s->rows, "requests"))
	{
		const char *name = ad_json_get(row, "name")->valuestring;
		struct ad_platform_error error;
		struct ad_http_request request = { 0 };
		struct cargo c;
		int64_t step = 0;
		if (ad_json_get(row, "step"))
			assert_true(ad_json_int64(ad_json_get(row, "step"), &step));
		load(s, row, &c);
		for (size_t i = 0; i < c.count; i++) {
			if (!s->adapter->can(s->arena, &c.pieces[i], &error))
				fail_msg("%s: %.*s", name, AD_FMT(error.message));
			assert_true(i == 0 || s->adapter->together(&c.pieces[0], &c.pieces[i]));
		}
		if (s->adapter->build(s->arena, &s->link, c.pieces, c.count, (unsigned)step,
				      &request) != AD_BUILT)
			fail_msg("%s: nothing was built", name);
		golden(s->arena, s->adapter->platform, name, &request);
	}
}

static void requests_are_as_recorded(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		struct suite s = suite_of(*state, (enum ad_platform)p);
		requests_of(&s);
	}
}

/* Each kind of operation that a platform takes has a row. */
static void every_operation_is_recorded(void **state)
{
	static const struct ad_resource *const pushed[] = { &ad_resource_campaign,
							    &ad_resource_ad_group, &ad_resource_ad,
							    &ad_resource_keyword };

	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		struct suite s = suite_of(*state, (enum ad_platform)p);
		bool there[AD_R_ASSET_LINK + 1][AD_OP_COUNT] = { 0 };
		const cJSON *row;
		cJSON_ArrayForEach(row, ad_json_get(s.rows, "requests"))
		{
			struct cargo c;
			load(&s, row, &c);
			for (size_t i = 0; i < c.count; i++)
				there[c.pieces[i].res->id][c.pieces[i].op] = true;
		}
		for (size_t i = 0; i < AD_LEN(pushed); i++) {
			for (int op = AD_OP_CREATE; op <= AD_OP_REMOVE; op++) {
				/* A platform without keywords carries no field of them. */
				if (s.adapter->sends(pushed[i], "status") &&
				    !there[pushed[i]->id][op])
					fail_msg("%s: no %s of a %s",
						 ad_platform_name(s.adapter->platform),
						 ad_op_name((enum ad_op)op), pushed[i]->name);
			}
		}
	}
}

/* Every piece comes to an end, and each field that it sends belongs to one of its steps. */
static void steps_end(const struct suite *s, const cJSON *row)
{
	struct ad_http_request request;
	unsigned steps = 0;
	struct cargo c;

	load(s, row, &c);
	while (steps < 20 && s->adapter->build(s->arena, &s->link, c.pieces, c.count, steps,
					       &request) == AD_BUILT)
		steps++;
	assert_in_range(steps, 1, 19);
	if (ad_json_get(row, "steps"))
		assert_int_equal(ad_json_get(row, "steps")->valueint, steps);
	for (size_t i = 0; i < c.count; i++) {
		for (const char *const *name = c.pieces[i].changed; name && *name; name++) {
			bool sent = false;
			for (unsigned step = 0; step < steps; step++)
				sent = sent || s->adapter->in_step(&c.pieces[i], step, *name);
			if (!sent)
				fail_msg("%s: %s is in no step",
					 ad_json_get(row, "name")->valuestring, *name);
		}
	}
}

static void steps_end_and_hold_every_field(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		struct suite s = suite_of(*state, (enum ad_platform)p);
		const cJSON *row;
		cJSON_ArrayForEach(row, ad_json_get(s.rows, "requests")) steps_end(&s, row);
	}
}

/* Members that the row does not name are not compared. */
static bool is_meant(const struct ad_outcome *got, const cJSON *want)
{
	struct ad_str code = ad_json_get_text(want, "code");
	struct ad_str platform_code = ad_json_get_text(want, "platformCode");
	struct ad_str message = ad_json_get_text(want, "message");
	struct ad_str remote = ad_json_get_text(want, "remoteId");
	struct ad_str made = ad_json_get_text(want, "made");
	int64_t wait = 0;

	if (ad_json_get(want, "wait"))
		assert_true(ad_json_int64(ad_json_get(want, "wait"), &wait));
	return ad_str_is(ad_json_get_text(want, "kind"), kinds[got->kind]) &&
	       (!code.n || (got->error.code && ad_str_is(code, got->error.code))) &&
	       (!platform_code.n || ad_str_eq(platform_code, got->error.platform_code)) &&
	       (!message.n || ad_str_eq(message, got->error.message)) &&
	       (!remote.n || ad_str_eq(remote, got->remote_id)) &&
	       (!made.n || (got->made && ad_str_eq(made, got->made->kind))) &&
	       got->wait == wait * AD_SECOND;
}

static void answer_of(const struct suite *s, const cJSON *row, bool seen[AD_LEN(kinds)])
{
	struct ad_http_response response = { .body = text_of(s->arena, ad_json_get(row, "body")) };
	struct ad_outcome outcomes[PIECES_MAX];
	const cJSON *wants = ad_json_get(row, "outcomes");
	int64_t status = 0;
	struct cargo c;

	load(s, row, &c);
	assert_true(ad_json_int64(ad_json_get(row, "status"), &status));
	response.status = (long)status;
	response.heard[0] = ad_json_get_text(row, "heard");
	if (ad_json_get(row, "retryAfter"))
		assert_true(ad_json_int64(ad_json_get(row, "retryAfter"), &response.retry_after));
	/* Each member of an outcome is overwritten. */
	memset(outcomes, 0x5a, sizeof(outcomes));
	s->adapter->read(s->arena, c.pieces, c.count, &response, outcomes);
	assert_int_equal(cJSON_GetArraySize(wants), c.count);
	for (size_t i = 0; i < c.count; i++) {
		const struct ad_outcome *got = &outcomes[i];
		if (!is_meant(got, cJSON_GetArrayItem(wants, (int)i)))
			fail_msg("%s: %s: %zu is %s %s %.*s \"%.*s\" of %.*s, wait %lld",
				 ad_platform_name(s->adapter->platform),
				 ad_json_get(row, "name")->valuestring, i, kinds[got->kind],
				 got->error.code ? got->error.code : "",
				 AD_FMT(got->error.platform_code), AD_FMT(got->error.message),
				 AD_FMT(got->remote_id), (long long)(got->wait / AD_SECOND));
		if (got->kind != AD_DID && got->error.retryable != (got->kind != AD_REFUSED))
			fail_msg("%s: %s: whether to try again",
				 ad_platform_name(s->adapter->platform),
				 ad_json_get(row, "name")->valuestring);
		seen[got->kind] = true;
	}
}

/* Each platform has recorded answers of every meaning. */
static void answers_mean_what_is_recorded(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		struct suite s = suite_of(*state, (enum ad_platform)p);
		bool seen[AD_LEN(kinds)] = { 0 };
		const cJSON *row;
		cJSON_ArrayForEach(row, ad_json_get(s.rows, "answers")) answer_of(&s, row, seen);
		for (size_t i = 0; i < AD_LEN(kinds); i++)
			if (!seen[i])
				fail_msg("%s: no answer is %s",
					 ad_platform_name(s.adapter->platform), kinds[i]);
	}
}

static void every_version_is_a_row(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_api_version *v = ad_api_version_of((enum ad_platform)p);
		struct ad_str url = ad_versioned(*state, (enum ad_platform)p, v->token);
		int64_t left = 0;
		assert_true(v->name && v->name[0] == 'v' && v->ends);
		assert_true(strncmp(v->api, "https://", 8) == 0);
		assert_true(ad_str_starts(url, "https://") && !strchr(url.p, '{'));
		assert_true(v->sandbox_api[0] == '/' && v->sandbox_token[0] == '/');
		assert_true(ad_api_version_left(v, 0, &left) == (v->sunset != NULL));
		assert_true(left == 0 || v->projected || left > 20000);
	}
}

/* The first of November 2027 is day 21123. */
static void days_are_left_until_a_sunset(void **state)
{
	const struct ad_api_version version = { .name = "v1", .sunset = "2027-11-01" };
	int64_t left;

	(void)state;
	assert_true(ad_api_version_left(&version, 21123 - 60, &left) && left == 60);
	assert_true(ad_api_version_left(&version, 21123, &left) && left == 0);
	assert_true(ad_api_version_left(&version, 21124, &left) && left == -1);
	assert_false(ad_api_version_left(&(struct ad_api_version){ .name = "v1" }, 0, &left));
}

static void every_adapter_is_whole(void **state)
{
	(void)state;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
		assert_non_null(a);
		assert_int_equal(a->platform, p);
		assert_true(a->batch_max > 0);
		assert_true(a->sends && a->can && a->together && a->normal && a->build);
		assert_true(a->in_step && a->read && a->ask && a->hear && a->same_key);
		assert_true(a->marks && a->set_like && a->token_request && a->token_read);
		assert_true(a->sends(&ad_resource_campaign, "budget"));
		assert_false(a->sends(&ad_resource_campaign, "labels"));
	}
}

/* On any platform, a response counts as done only if it states so. */
static void what_is_no_answer_is_not_done(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} answers[] = {
		{ 200, "", AD_DOUBT },     { 200, "{", AD_DOUBT },    { 200, "{}", AD_DOUBT },
		{ 200, "[]", AD_DOUBT },   { 200, "null", AD_DOUBT }, { 200, "[null]", AD_DOUBT },
		{ 200, "true", AD_DOUBT }, { 200, "[[]]", AD_DOUBT }, { 200, "[{}]", AD_DOUBT },
		{ 500, "", AD_DOUBT },     { 503, "x", AD_DOUBT },    { 408, "", AD_DOUBT },
		{ 429, "", AD_AGAIN },     { 401, "{}", AD_EXPIRED }, { 403, "", AD_REFUSED },
		{ 404, "no", AD_REFUSED }, { 400, "{}", AD_REFUSED },
	};

	static const struct ad_resource *const kinds_of[] = {
		&ad_resource_campaign,
		&ad_resource_ad_group,
		&ad_resource_ad,
		&ad_resource_keyword,
	};

	for (size_t n = 0; n < AD_PLATFORM_COUNT * AD_LEN(answers) * AD_LEN(kinds_of) * 3; n++) {
		size_t i = n % AD_LEN(answers), k = n / AD_LEN(answers) % AD_LEN(kinds_of);
		size_t rest = n / AD_LEN(answers) / AD_LEN(kinds_of);
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)(rest / 3));
		struct ad_piece piece = {
			.op = (enum ad_op)(AD_OP_CREATE + (int)(rest % 3)),
			.res = kinds_of[k],
			.want = json(*state, "{\"name\":\"A\",\"budget\":5}"),
			.remote_id = AD_S("1~2~3"),
		};
		struct ad_http_response response = { .status = answers[i].status,
						     .body = ad_str(answers[i].body) };
		/* A reader that leaves it alone is seen. */
		struct ad_outcome outcome = { .kind = AD_DID };
		a->read(*state, &piece, 1, &response, &outcome);
		if (outcome.kind != answers[i].kind)
			fail_msg("%s: %s %s: %ld %s is %d", ad_platform_name(a->platform),
				 ad_op_name(piece.op), piece.res->name, answers[i].status,
				 answers[i].body, (int)outcome.kind);
		assert_non_null(outcome.error.code);
		assert_true(outcome.error.message.n > 0);
	}
}

static void tokens_are_refreshed(void **state)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const struct ad_adapter *a = ad_adapter_of((enum ad_platform)p);
		struct suite s = suite_of(*state, (enum ad_platform)p);
		struct ad_http_request request;
		struct ad_http_response response = { 0 };
		struct ad_platform_token token = { 0 };
		struct ad_outcome outcome;
		a->token_request(*state, &s.link, &request);
		assert_false(request.changes);
		/* A secret never stands in a URL. */
		assert_null(memmem(request.url.p, request.url.n, "refresh", 7));
		assert_null(memmem(request.url.p, request.url.n, s.link.client_secret.p,
				   s.link.client_secret.n));
		response =
			(struct ad_http_response){ .status = 400,
						   .body = AD_S("{\"error\":\"invalid_grant\","
								"\"error_description\":\"no\"}") };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_REFUSED);
		assert_string_equal(outcome.error.code, "CONNECTION_EXPIRED");
		/* Connecting again would not change that. */
		response =
			(struct ad_http_response){ .status = 401,
						   .body = AD_S("{\"error\":\"invalid_client\"}") };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_REFUSED);
		assert_string_equal(outcome.error.code, "REFUSED");
		response = (struct ad_http_response){ .status = 503 };
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_AGAIN);
		/* A server error ends no connection, whatever its body is. */
		response = (struct ad_http_response){
			.status = 500,
			.body = AD_S("{\"error\":{\"code\":190,\"message\":\"x\"}}"),
		};
		a->token_read(*state, &response, &token, &outcome);
		assert_int_equal(outcome.kind, AD_AGAIN);
		response.body = AD_S("{\"error\":\"invalid_grant\"}");
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

static void unknown_names_and_values_are_bounded(void **state)
{
	(void)state;
	assert_null(ad_adapter_of(AD_PLATFORM_COUNT));
	for (int i = 0; i < AD_OP_COUNT; i++)
		assert_int_equal(ad_op_of(ad_str(ad_op_name((enum ad_op)i))), i);
	assert_int_equal(ad_op_of(AD_S("create")), AD_OP_COUNT);
	assert_string_equal(ad_op_name(AD_OP_COUNT), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(requests_are_as_recorded),
		IN_ARENA(every_operation_is_recorded),
		IN_ARENA(steps_end_and_hold_every_field),
		IN_ARENA(answers_mean_what_is_recorded),
		IN_ARENA(every_adapter_is_whole),
		IN_ARENA(every_version_is_a_row),
		IN_ARENA(days_are_left_until_a_sunset),
		IN_ARENA(what_is_no_answer_is_not_done),
		IN_ARENA(tokens_are_refreshed),
		IN_ARENA(unknown_names_and_values_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
