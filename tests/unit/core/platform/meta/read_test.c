/* The Graph's error bodies: class, code and text. */
#include "tests/support/answers.h"

#include "platform/meta/adapter.h"

static void meta_failure_of(struct ad_arena *arena, const struct ad_http_response *response,
			    const cJSON *body, struct ad_outcome *outcome)
{
	meta_failure(arena, response->status, body, response, outcome);
}

#define META(members) "{\"error\":{\"message\":\"Invalid parameter\"," members "}}"

static void meta_by_code_and_subcode(void **state)
{
	static const struct answer_row rows[] = {
		{ 400, "{\"error\":{\"code\":\"17\",\"message\":\"as text\"}}", AD_AGAIN,
		  "RATE_LIMITED", "as text" },
		{ 400, "{\"error\":{\"code\":\"100\",\"error_subcode\":\"33\",\"message\":\"m\"}}",
		  AD_REFUSED, "PERMISSION_DENIED", NULL },
		{ 400, "{\"error\":{\"code\":\"17x\",\"message\":\"no number\"}}", AD_REFUSED,
		  "REFUSED", "no number" },
		{ 401, "{\"error\":{\"message\":\"no code\",\"type\":\"OAuthException\"}}",
		  AD_EXPIRED, "CONNECTION_EXPIRED", "no code" },
		{ 400, "[{\"error\":{\"code\":17,\"message\":\"in a list\"}}]", AD_AGAIN,
		  "RATE_LIMITED", "in a list" },
		{ 400, "{\"error\":{\"error_user_title\":\"Only a title\"}}", AD_REFUSED, "REFUSED",
		  "Only a title" },
		{ 499, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, META("\"code\":17"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, META("\"code\":341"), AD_AGAIN, "RATE_LIMITED", NULL },
		{ 400, META("\"code\":100,\"error_subcode\":33"), AD_REFUSED, "PERMISSION_DENIED",
		  NULL },
		{ 500, META("\"code\":-1,\"is_transient\":true"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 500, META("\"code\":960"), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, META("\"code\":100,\"is_transient\":true"), AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  NULL },
		{ 400, META("\"code\":2,\"error_subcode\":1504041"), AD_REFUSED, "REFUSED", NULL },
		{ 400, META("\"code\":2,\"error_subcode\":1504042"), AD_REFUSED, "REFUSED", NULL },
		{ 400, META("\"code\":2"), AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		{ 400, META("\"code\":100,\"error_subcode\":1504018"), AD_REFUSED, "TOO_MUCH_DATA",
		  NULL },
		{ 500, META("\"code\":1,\"error_subcode\":99"), AD_DOUBT, "TOO_MUCH_DATA", NULL },
		{ 400,
		  META("\"code\":100,\"error_subcode\":4834011,\"error_user_title\":\"Must say\","
		       "\"error_data\":\"{\\\"blame_field_specs\\\":[[\\\"is_shared\\\"]]}\""),
		  AD_REFUSED, "REFUSED", "Must say: Invalid parameter (is_shared)" },
		{ 400,
		  META("\"code\":100,\"error_user_title\":\"Too low\",\"error_user_msg\":\"At "
		       "least 40\",\"error_data\":{\"blame_field_specs\":[[\"a\",\"b\"],[\"c\"]]}"),
		  AD_REFUSED, "REFUSED", "Too low: At least 40 (a.b, c)" },
		{ 400, META("\"code\":100,\"error_data\":\"no JSON\""), AD_REFUSED, "REFUSED",
		  "Invalid parameter" },
		{ 400, META("\"code\":4711"), AD_REFUSED, "REFUSED", "Invalid parameter" },
		{ 400,
		  "{\"error\":{\"message\":\"(#80004) There have been too many calls to this "
		  "ad-account.\",\"type\":\"OAuthException\",\"code\":80004,\"error_subcode\":"
		  "2446079,\"fbtrace_id\":\"A\"}}",
		  AD_AGAIN, "RATE_LIMITED", "too many calls" },
		{ 400,
		  "{\"error\":{\"message\":\"Error validating access token: Session has expired.\","
		  "\"type\":\"OAuthException\",\"code\":190,\"error_subcode\":463}}",
		  AD_EXPIRED, "CONNECTION_EXPIRED", "Session has expired" },
		{ 403,
		  "{\"error\":{\"message\":\"(#200) Requires ads_management permission\",\"code\":"
		  "200}}",
		  AD_REFUSED, "PERMISSION_DENIED", "ads_management" },
		/* Transient, but a rate limit: it is reported before the work. */
		{ 400, META("\"code\":17,\"is_transient\":true"), AD_AGAIN, "RATE_LIMITED", NULL },
		/* Not the Graph's own form. */
		{ 503, "{\"message\":\"Service Unavailable\"}", AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  "Service Unavailable" },
		{ 400, "{\"error\":\"bad_thing\",\"error_description\":\"Why\"}", AD_REFUSED,
		  "REFUSED", "Why" },
		{ 200, "{\"success\":false}", AD_DOUBT, "PLATFORM_UNAVAILABLE", NULL },
		/* Neither the answer of success nor a refusal: the change may have been made. */
		{ 202, "{}", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 202." },
		{ 204, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 204." },
		{ 303, "", AD_DOUBT, "PLATFORM_UNAVAILABLE", "The platform answered 303." },
		{ 502, "<html>Bad Gateway</html>", AD_DOUBT, "PLATFORM_UNAVAILABLE",
		  "The platform answered 502." },
	};

	assert_answers(*state, meta_failure_of, rows, AD_LEN(rows));
}

/* "code" or "code/subcode". */
static const char *body_of(struct ad_arena *arena, const char *code)
{
	const char *slash = strchr(code, '/');
	int n = slash ? (int)(slash - code) : (int)strlen(code);

	return ad_arena_printf(arena,
			       "{\"error\":{\"message\":\"Words of theirs\",\"code\":%.*s,"
			       "\"error_subcode\":%s}}",
			       n, code, slash ? slash + 1 : "0")
		.p;
}

/* Every code that Meta's pages and its recorded answers name, by class. */
static const char *const throttled[] = {
	"4",     "4/1504022",     "4/1504039",   "17",    "17/2446079", "32",    "341",
	"613",   "613/1487742",   "613/5044001", "80000", "80001",      "80002", "80003",
	"80004", "80004/2446079", "80005",       "80006", "80007",      "80008", "80009",
	"80010", "80011",         "80012",       "80013", "80014",      NULL,
};
static const char *const doubtful[] = {
	"1", "2", "2/1504043", "960", "-1", "-2/2490547", "-3", NULL
};
static const char *const too_large[] = { "1/99", "2/1504038", "100/1504018", "100/1487534", NULL };
static const char *const expired[] = { "102",     "190",     "190/458", "190/459", "190/460",
				       "190/463", "190/464", "190/467", NULL };
static const char *const denied[] = {
	"3",           "10",          "190/492",     "200",         "200/1870034", "210",
	"220",         "270",         "272",         "273",         "274",         "275",
	"278",         "294",         "299",         "803",         "100/33",      "100/1885183",
	"100/3858385", "100/1870034", "100/1870090", "100/1870092", "100/2859024", NULL,
};
static const char *const forbidden[] = { "368",         "368/1404078", "368/1404082",
					 "368/1404163", "368/2859015", NULL };
static const char *const refused[] = {
	"100",
	"100/1487061",
	"100/1885272",
	"100/1885650",
	"100/1487632",
	"100/1885172",
	"100/1815857",
	"100/1815143",
	"100/1885364",
	"100/1487079",
	"100/1870227",
	"100/1815715",
	"100/1885154",
	"100/1815198",
	"100/2490408",
	"100/1815573",
	"100/1885998",
	"100/3858504",
	"100/1487411",
	"100/1892085",
	"100/1487694",
	"100/1487810",
	"100/2446880",
	"100/4834011",
	"100/4834002",
	"100/4834005",
	"100/4834006",
	"100/4834009",
	"100/3858418",
	"100/1752129",
	"100/1487756",
	"100/1885560",
	"100/2490562",
	"100/2490589",
	"2/1504041",
	"2/1504042",
	"104",
	"105",
	"105/1815630",
	"110",
	"194",
	"2500",
	/* Ended, archived or deleted: that it is removed is not said. */
	"100/1487007",
	"100/1487033",
	"100/1487056",
	/* Not published. */
	"33",
	"4711",
	"300",
	"80015",
	"79999",
	NULL,
};
static const char *const one[][2] = { { "2635", NULL },
				      { "100/1487566", NULL },
				      { "100/1487225", NULL },
				      { "506", NULL },
				      { "100/3858081", NULL } };

static void meta_published_codes(void **state)
{
	static const struct answer_codes rows[] = {
		{ 400, AD_AGAIN, "RATE_LIMITED", throttled },
		{ 400, AD_DOUBT, "PLATFORM_UNAVAILABLE", doubtful },
		{ 400, AD_REFUSED, "TOO_MUCH_DATA", too_large },
		{ 400, AD_EXPIRED, "CONNECTION_EXPIRED", expired },
		{ 403, AD_REFUSED, "PERMISSION_DENIED", denied },
		{ 400, AD_REFUSED, "POLICY_VIOLATION", forbidden },
		{ 400, AD_REFUSED, "REFUSED", refused },
		{ 400, AD_REFUSED, "VERSION_SUNSET", one[0] },
		{ 400, AD_REFUSED, "GONE", one[1] },
		{ 400, AD_REFUSED, "PLATFORM_LIMIT", one[2] },
		{ 400, AD_REFUSED, "ALREADY_EXISTS", one[3] },
		{ 400, AD_REFUSED, "DECLARATION_REQUIRED", one[4] },
		{ 503, AD_DOUBT, "PLATFORM_UNAVAILABLE", refused },
		{ 500, AD_DOUBT, "PLATFORM_UNAVAILABLE", throttled },
	};

	assert_true(assert_codes(*state, meta_failure_of, body_of, rows, AD_LEN(rows)) > 200);
}

/* Of a query they are refusals; a change that they answer may have been made. */
static void a_change_that_is_too_large_is_in_doubt(void **state)
{
	for (enum ad_op op = AD_OP_CREATE; op <= AD_OP_REMOVE; op++)
		for (const char *const *code = too_large; *code; code++) {
			struct ad_piece piece = { .op = op, .res = &ad_resource_campaign };
			struct ad_http_response response = { .status = 400 };
			struct ad_outcome outcome;

			response.body = ad_str(body_of(*state, *code));
			ad_meta.read(*state, &piece, 1, &response, &outcome);
			assert_int_equal(outcome.kind, AD_DOUBT);
			assert_true(outcome.error.retryable);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(meta_by_code_and_subcode),
		IN_ARENA(meta_published_codes),
		IN_ARENA(a_change_that_is_too_large_is_in_doubt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
