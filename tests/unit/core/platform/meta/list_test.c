/* The contents of a Meta ad account page by page: the requests, the cursors, and the pages. */
#include "tests/support/arena.h"

#include <stdlib.h>

#include "platform/platform.h"

#define URL "https://graph.example/v26.0/"

static const struct ad_link link_ = {
	.api_url = { "https://graph.example", 21 },
	.account_id = { "act_1001", 8 },
	.currency = { "USD", 3 },
	.timezone = { "UTC", 3 },
	.client_secret = { "s", 1 },
	.access_token = { "t", 1 },
};

static struct ad_listing of(const struct ad_resource *res)
{
	return (struct ad_listing){ .link = &link_, .res = res };
}

/* The next request, decoded: a path with its query, or a batch; NULL once the page is complete. */
static const char *next(struct ad_arena *arena, struct ad_listing *listing)
{
	struct ad_http_request request = { 0 };
	struct ad_text text = ad_text_on(arena);
	struct ad_str whole;

	if (!ad_meta.list(arena, &link_, listing, &request))
		return NULL;
	assert_false(request.changes);
	assert_true(ad_str_starts(request.url, URL));
	whole = request.body.n ? request.body
			       : (struct ad_str){ request.url.p + strlen(URL),
						  request.url.n - strlen(URL) };
	for (size_t i = 0; i < whole.n; i++) {
		unsigned c = (unsigned char)whole.p[i];
		if (c == '%' && i + 2 < whole.n) {
			char hex[3] = { whole.p[i + 1], whole.p[i + 2], '\0' };
			c = (unsigned)strtoul(hex, NULL, 16);
			i += 2;
		}
		ad_text_addc(&text, (char)c);
	}
	return ad_text_str(&text).p;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_listing *listing, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_meta.list_hear(arena, listing, &response, &outcome);
	return outcome.kind;
}

static void has(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("%s is not in %s", part, text ? text : "nothing");
}

/* The found ids, and the position of the next page. */
static const char *found(struct ad_arena *arena, const struct ad_listing *listing)
{
	struct ad_text text = ad_text_on(arena);

	for (const struct ad_remote *r = listing->found; r; r = r->next)
		ad_text_addf(&text, "%.*s ", AD_FMT(r->id));
	if (listing->more)
		ad_text_addf(&text, "| %.*s", AD_FMT(listing->resume));
	return ad_text_str(&text).p ? ad_text_str(&text).p : "";
}

#define PAGING(after, next)                                                                        \
	"\"paging\":{\"cursors\":{\"before\":\"b\",\"after\":\"" after "\"}" next "}"
#define MORE ",\"next\":\"https://graph.facebook.com/elsewhere\""
#define SET(id, status)                                                                            \
	"{\"id\":\"" id "\",\"name\":\"n\",\"campaign_id\":\"7\",\"status\":\"" status "\"}"

static void edges_go_by_their_cursors(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad_group);
	const char *asked = next(*state, &listing);

	has(asked, "act_1001/adsets?fields=id,name");
	has(asked, "&limit=100&appsecret_proof=");
	hear(*state, &listing, 200,
	     "{\"data\":[" SET("1", "PAUSED") "," SET("2", "ARCHIVED") "]," PAGING("c2", MORE) "}");
	assert_null(next(*state, &listing));
	/* Archived objects are left out. The cursor counts only with a link to the next page. */
	assert_string_equal(found(*state, &listing), "1 | c2");
	listing = of(&ad_resource_ad_group);
	listing.after = AD_S("c2");
	has(next(*state, &listing), "&limit=100&after=c2&");
	hear(*state, &listing, 200, "{\"data\":[" SET("3", "ACTIVE") "]," PAGING("c3", "") "}");
	assert_string_equal(found(*state, &listing), "3 ");
	assert_true(ad_str_is(listing.found->status, "ENABLED"));
	assert_true(ad_str_is(listing.found->parent_id, "7"));
}

/* A budget of an ad set's own is a day's, or its whole life's with the days of that. */
static void a_budget_of_an_ad_set_is_told_as_what_it_is(void **state)
{
	static const struct {
		const char *members, *period, *start, *end;
		double budget;
	} rows[] = {
		{ "\"daily_budget\":\"700\",\"lifetime_budget\":\"0\"", "DAILY", NULL, NULL, 7 },
		{ "\"daily_budget\":\"0\",\"lifetime_budget\":\"90000\",\"start_time\":"
		  "\"2026-12-01T00:00:00+0000\",\"end_time\":\"2026-12-30T23:59:59+0000\"",
		  "LIFETIME", "2026-12-01", "2026-12-30", 900 },
		{ "\"lifetime_budget\":\"90000\"", "LIFETIME", NULL, NULL, 900 },
		{ "\"daily_budget\":\"0\",\"end_time\":\"2026-12-30T23:59:59+0000\"", "DAILY", NULL,
		  NULL, 0 },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_ad_group);
		const cJSON *told;
		const char *asked = next(*state, &listing);
		has(asked, "lifetime_budget,start_time,end_time");
		hear(*state, &listing, 200,
		     ad_arena_printf(*state,
				     "{\"data\":[{\"id\":\"1\",\"name\":\"n\",\"campaign_id\":"
				     "\"7\",\"status\":\"PAUSED\",%s}]}",
				     rows[i].members)
			     .p);
		told = listing.found->fields;
		assert_true(ad_str_is(ad_json_get_text(told, "budgetPeriod"), rows[i].period));
		assert_true(ad_str_eq(ad_json_get_text(told, "startDate"), ad_str(rows[i].start)));
		assert_true(ad_str_eq(ad_json_get_text(told, "endDate"), ad_str(rows[i].end)));
		if (rows[i].budget == 0)
			assert_true(cJSON_IsNull(ad_json_get(told, "budget")));
		else
			assert_true(ad_json_get(told, "budget")->valuedouble == rows[i].budget);
	}
}

static void ads_are_listed_with_their_creatives(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad);

	has(next(*state, &listing), "act_1001/ads?fields=");
	hear(*state, &listing, 200,
	     "{\"data\":[{\"id\":\"1\",\"adset_id\":\"5\",\"status\":\"PAUSED\",\"creative\":"
	     "{\"object_story_spec\":{\"link_data\":{\"link\":\"https://a.example/\",\"name\":"
	     "\"Hi\"}}}},{\"id\":\"2\",\"adset_id\":\"5\",\"status\":\"PAUSED\",\"creative\":"
	     "{\"object_story_spec\":{\"link_data\":{\"child_attachments\":[{}]}}}}]}");
	assert_string_equal(found(*state, &listing), "1 2 ");
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "type"), "IMAGE"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->next->fields, "type"), "OTHER"));
	assert_null(ad_json_get(listing.found->next->fields, "headlines"));
}

static void there_are_no_keywords(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);

	assert_null(next(*state, &listing));
}

#define BODY(text) "{\"code\":200,\"body\":\"" text "\"}"
#define CAMPAIGN(id, more)                                                                         \
	BODY("{\\\"id\\\":\\\"" id                                                                 \
	     "\\\",\\\"name\\\":\\\"n\\\",\\\"status\\\":\\\"PAUSED\\\"" more "}")
#define AT(country)                                                                                \
	"{\\\"id\\\":\\\"1\\\",\\\"targeting\\\":{\\\"geo_locations\\\":{\\\"countries\\\":"       \
	"[\\\"" country "\\\"]}}}"

static const cJSON *ours_is(void *arg, struct ad_str id)
{
	return ad_str_is(id, "7") ? arg : NULL;
}

/* A campaign is read with its ad sets. One that another user changed represents all of them. */
static void campaigns_are_told_with_their_ad_sets(void **state)
{
	struct ad_json_error error;
	struct ad_listing listing = of(&ad_resource_campaign);
	const char *asked = next(*state, &listing);
	const cJSON *places;

	has(asked, "act_1001/campaigns?fields=id&limit=25");
	listing.ours = ours_is;
	listing.arg = (void *)(uintptr_t)ad_json_parse(
		*state, AD_S("{\"locations\":[{\"code\":\"DE\",\"excluded\":false}]}"), &error);
	hear(*state, &listing, 200,
	     "{\"data\":[{\"id\":\"7\"},{\"id\":\"8\"}]," PAGING("c8", MORE) "}");
	asked = next(*state, &listing);
	has(asked, "v26.0/7/adsets?fields=");
	has(asked, "v26.0/8?fields=");
	hear(*state, &listing, 200,
	     "[" CAMPAIGN("7", ",\\\"daily_budget\\\":\\\"2000\\\"") "," BODY("{\\\"data\\\":[" AT(
		     "FR") "," AT("DE") "]}") "," CAMPAIGN("8", ",\\\"lifetime_budget\\\":"
								"\\\"90000\\\"") "," BODY("{\\\"dat"
											  "a\\\":[]"
											  "}") "]");
	assert_null(next(*state, &listing));
	assert_true(listing.more && ad_str_is(listing.resume, "c8"));
	for (const struct ad_remote *r = listing.found; r; r = r->next) {
		bool first = ad_str_is(r->id, "7");
		int64_t budget = 0;
		assert_true(ad_json_micros_of(ad_json_get(r->fields, "budget"), &budget));
		assert_int_equal(budget, first ? 20000000 : 900000000);
		places = ad_json_get(r->fields, "locations");
		if (first)
			assert_true(ad_str_is(ad_json_get_text(places->child, "code"), "FR"));
		else
			assert_true(
				ad_str_is(ad_json_get_text(r->fields, "budgetPeriod"), "LIFETIME"));
	}
	assert_non_null(listing.found->next);
	assert_null(listing.found->next->next);
}

static void an_account_without_campaigns(void **state)
{
	struct ad_listing listing = of(&ad_resource_campaign);

	hear(*state, &listing, 200, "{\"data\":[]}");
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "");
}

static void places_beside_countries_are_told(void **state)
{
	struct ad_str campaign = AD_S("7");
	struct ad_listing listing = of(&ad_resource_campaign);
	const cJSON *places, *place;
	size_t n = 0;

	listing.campaigns = &campaign;
	listing.campaign_count = 1;
	has(next(*state, &listing), "v26.0/7/adsets");
	hear(*state, &listing, 200,
	     "[" CAMPAIGN("7", "") "," BODY(
		     "{\\\"data\\\":[{\\\"id\\\":\\\"1\\\",\\\"targeting\\\":{\\\"geo_"
		     "locations\\\":"
		     "{\\\"regions\\\":[{\\\"key\\\":\\\"3847\\\"}],\\\"countries\\\":[\\\"DE\\\"],"
		     "\\\"location_types\\\":[\\\"home\\\"]},\\\"excluded_geo_locations\\\":"
		     "{\\\"zips\\\":[{\\\"key\\\":\\\"US:94304\\\"}]}}}]}") "]");
	assert_null(next(*state, &listing));
	places = ad_json_get(listing.found->fields, "locations");
	cJSON_ArrayForEach(place, places)
	{
		struct ad_str code = ad_json_get_text(place, "code");
		bool out = cJSON_IsTrue(ad_json_get(place, "excluded"));
		assert_true(out ? ad_str_is(code, "US:94304")
				: ad_str_is(code, "3847") || ad_str_is(code, "DE"));
		n++;
	}
	assert_int_equal(n, 3);
	/* The budgets belong to its ad sets. */
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "budgetLevel"), "AD_GROUP"));
}

/* Only some campaigns: what is below each of them, one after the other. */
static void below_the_wanted_campaigns(void **state)
{
	struct ad_str campaigns[] = { AD_S("7"), AD_S("8"), AD_S("9") };
	struct ad_listing listing = of(&ad_resource_ad);
	static const struct {
		const char *after, *asked, *answer, *then;
		long status;
	} rows[] = {
		{ "", "7/ads?", "{\"data\":[]," PAGING("c1", MORE) "}", "| 7 c1", 200 },
		{ "7 c1", "&after=c1&", "{\"data\":[]," PAGING("c2", "") "}", "| 8 ", 200 },
		{ "8 ", "8/ads?",
		  "{\"error\":{\"code\":100,\"error_subcode\":33,\"message\":\"gone\"}}", "| 9 ",
		  400 },
		{ "9 ", "9/ads?", "{\"data\":[]}", "", 200 },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		listing = of(&ad_resource_ad);
		listing.campaigns = campaigns;
		listing.campaign_count = AD_LEN(campaigns);
		listing.after = ad_str(rows[i].after);
		has(next(*state, &listing), rows[i].asked);
		assert_int_equal(hear(*state, &listing, rows[i].status, rows[i].answer), AD_DID);
		assert_null(next(*state, &listing));
		assert_string_equal(found(*state, &listing), rows[i].then);
	}
}

static void failures_keep_the_place(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },
		{ 200, "<html>", AD_AGAIN },
		{ 200, "{}", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":1,\"message\":\"Please reduce\"}}", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":80004,\"message\":\"x\"}}", AD_AGAIN },
		{ 400, "{\"error\":{\"code\":190,\"error_subcode\":463}}", AD_EXPIRED },
		{ 400, "{\"error\":{\"code\":100,\"message\":\"cursor\"}}", AD_REFUSED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_ad_group);
		if (hear(*state, &listing, rows[i].status, rows[i].body) != rows[i].kind)
			fail_msg("%ld %s", rows[i].status, rows[i].body);
		assert_string_equal(found(*state, &listing), "");
		assert_non_null(next(*state, &listing));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_budget_of_an_ad_set_is_told_as_what_it_is),
		IN_ARENA(edges_go_by_their_cursors),
		IN_ARENA(ads_are_listed_with_their_creatives),
		IN_ARENA(there_are_no_keywords),
		IN_ARENA(campaigns_are_told_with_their_ad_sets),
		IN_ARENA(an_account_without_campaigns),
		IN_ARENA(places_beside_countries_are_told),
		IN_ARENA(below_the_wanted_campaigns),
		IN_ARENA(failures_keep_the_place),
	};

	return cmocka_run_group_tests_name("meta_list", tests, NULL, NULL);
}
