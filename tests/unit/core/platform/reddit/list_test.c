/* The contents of a Reddit ad account page by page: the requests, and the objects of a page. */
#include "tests/support/arena.h"

#include "platform/platform.h"

#define URL "https://ads.example/api/v3/"
#define PAGE_GROUPS 20

static const struct ad_link link_ = {
	.api_url = { "https://ads.example/api/v3", 26 },
	.account_id = { "t2_1", 4 },
	.timezone = { "UTC", 3 },
};

static struct ad_listing of(const struct ad_resource *res)
{
	return (struct ad_listing){ .link = &link_, .res = res };
}

/* The URL of the next request, after the version; NULL once the page is complete. */
static const char *next(struct ad_arena *arena, struct ad_listing *listing)
{
	struct ad_http_request request = { 0 };

	if (!ad_reddit.list(arena, &link_, listing, &request))
		return NULL;
	assert_string_equal(request.method, "GET");
	assert_false(request.changes);
	assert_true(ad_str_starts(request.url, URL));
	return request.url.p + strlen(URL);
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_listing *listing, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_reddit.list_hear(arena, listing, &response, &outcome);
	return outcome.kind;
}

/* An answer with campaigns, or ad groups, of these ids, and a next_url behind it or none. */
static const char *ids(struct ad_arena *arena, int from, int to, int step, const char *more,
		       const char *next_url)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_adds(&text, "{\"data\":[");
	for (int id = from; step > 0 ? id <= to : id >= to; id += step)
		ad_text_addf(&text,
			     "%s{\"id\":\"%d\",\"campaign_id\":\"7\",\"name\":\"x\","
			     "\"configured_status\":\"PAUSED\"%s}",
			     id == from ? "" : ",", id, more);
	ad_text_adds(&text, "],\"pagination\":{\"next_url\":");
	ad_text_addf(&text, next_url ? "\"%s\"}}" : "null}}", next_url);
	return ad_text_str(&text).p;
}

/* "first..last count" of the found objects; "+" if there may be more. */
static const char *found(struct ad_arena *arena, const struct ad_listing *listing)
{
	const struct ad_remote *last = listing->found;
	int n = 0;

	for (const struct ad_remote *r = listing->found; r; r = r->next, n++)
		last = r;
	if (!last)
		return listing->more ? "none+" : "none";
	return ad_arena_printf(arena, "%.*s..%.*s %d%s", AD_FMT(listing->found->id),
			       AD_FMT(last->id), n, listing->more ? "+" : "")
		.p;
}

static void lists_of_every_kind(void **state)
{
	static const struct {
		const struct ad_resource *res;
		const char *all, *some;
	} rows[] = {
		{ &ad_resource_campaign, "ad_accounts/t2_1/campaigns?page.size=100", "&id=3,9" },
		{ &ad_resource_ad_group, "ad_accounts/t2_1/ad_groups?page.size=100",
		  "&campaign_id=3,9" },
		{ &ad_resource_ad, "ad_accounts/t2_1/ads?page.size=100", "&campaign_id=3,9" },
		{ &ad_resource_keyword, "ad_accounts/t2_1/ad_groups?page.size=20",
		  "&campaign_id=3,9" },
	};
	struct ad_str campaigns[] = { AD_S("3"), AD_S("9") };

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(rows[i].res);
		assert_string_equal(next(*state, &listing), rows[i].all);
		listing.campaigns = campaigns;
		listing.campaign_count = 2;
		assert_string_equal(next(*state, &listing),
				    ad_arena_printf(*state, "%s%s", rows[i].all, rows[i].some).p);
	}
}

static void no_keywords_at_campaigns(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);

	listing.under_campaign = true;
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "none");
}

/* A response is a page, in any order. The next one starts at the response's next_url. */
static void pages_follow_each_other_as_answers_do(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad_group);
	struct ad_str resume;

	hear(*state, &listing, 200, ids(*state, 3, 1, -1, "", URL "ad_groups?page.token=2"));
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "3..1 3+");
	resume = listing.resume;
	listing = of(&ad_resource_ad_group);
	listing.after = resume;
	assert_string_equal(next(*state, &listing), "ad_groups?page.token=2");
	hear(*state, &listing, 200, ids(*state, 4, 5, 1, "", NULL));
	assert_string_equal(found(*state, &listing), "4..5 2");
	assert_int_equal(listing.resume.n, 0);
}

/* An invalid place restarts the list. A response that names itself as the next is the last one. */
static void places_that_lead_nowhere(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad_group);

	listing.after = AD_S("1001");
	assert_string_equal(next(*state, &listing), "ad_accounts/t2_1/ad_groups?page.size=100");
	listing.after = AD_S(URL "ad_groups?page.token=2");
	hear(*state, &listing, 200, ids(*state, 1, 2, 1, "", URL "ad_groups?page.token=2"));
	assert_string_equal(found(*state, &listing), "1..2 2");
}

/* A page without any relevant object may have successors. */
static void a_page_may_be_empty(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);

	hear(*state, &listing, 200, ids(*state, 1, 9, 1, "", URL "ad_groups?page.token=2"));
	assert_string_equal(found(*state, &listing), "none+");
	assert_null(next(*state, &listing));
}

static void what_is_told_twice_is_found_once(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad_group);
	const char *twice = "{\"data\":[{\"id\":\"3\",\"configured_status\":\"PAUSED\"},{\"id\":"
			    "\"4\",\"configured_status\":\"PAUSED\"},{\"id\":\"3\","
			    "\"configured_status\":\"PAUSED\"}]}";

	hear(*state, &listing, 200, twice);
	assert_string_equal(found(*state, &listing), "3..4 2");
}

static void what_is_archived_or_of_others_is_left_out(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad_group);
	struct ad_str campaign = AD_S("8");

	hear(*state, &listing, 200,
	     "{\"data\":[{\"id\":\"1\",\"configured_status\":\"ARCHIVED\"},{\"id\":\"2\","
	     "\"configured_status\":\"DELETED\"},{\"configured_status\":\"ACTIVE\"}]}");
	assert_string_equal(found(*state, &listing), "none");
	listing = of(&ad_resource_ad_group);
	listing.campaigns = &campaign;
	listing.campaign_count = 1;
	hear(*state, &listing, 200, ids(*state, 1, 3, 1, "", NULL));
	assert_string_equal(found(*state, &listing), "none");
}

/* A campaign's places are those of its ad groups. */
static void campaigns_are_told_with_their_places(void **state)
{
	struct ad_listing listing = of(&ad_resource_campaign);
	const cJSON *places;

	hear(*state, &listing, 200, ids(*state, 7, 6, -1, "", NULL));
	assert_string_equal(next(*state, &listing),
			    "ad_accounts/t2_1/ad_groups?page.size=100&campaign_id=7,6");
	hear(*state, &listing, 200,
	     ids(*state, 1, 1, 1, ",\"targeting\":{\"geolocations\":[\"US\"]}", NULL));
	assert_null(next(*state, &listing));
	places = ad_json_get(listing.found->fields, "locations");
	assert_true(ad_str_is(ad_json_get_text(places->child, "code"), "US"));
	assert_null(ad_json_get(listing.found->next->fields, "locations"));
	listing = of(&ad_resource_campaign);
	hear(*state, &listing, 200, "{\"data\":[]}");
	assert_null(next(*state, &listing));
}

/* The first object read from a response with these members. */
static const cJSON *told(struct ad_arena *arena, const struct ad_resource *res, const char *members)
{
	struct ad_listing listing = of(res);

	hear(arena, &listing, 200,
	     ad_arena_printf(arena,
			     "{\"data\":[{\"id\":\"1\",\"campaign_id\":\"7\",\"name\":\"x\","
			     "\"configured_status\":\"PAUSED\",%s}]}",
			     members)
		     .p);
	assert_non_null(listing.found);
	return listing.found->fields;
}

static void is_text(const cJSON *fields, const char *name, const char *text)
{
	struct ad_str is = ad_json_get_text(fields, name);

	if (text ? !ad_str_is(is, text) : is.n > 0)
		fail_msg("%s is %.*s", name, AD_FMT(is));
}

/* A budget is a day's or its whole life's, the campaign's or each ad group's: never left out. */
static void budgets_are_told_as_what_they_are(void **state)
{
	static const struct {
		const struct ad_resource *res;
		const char *members;
		double budget;
		const char *period, *level, *start, *end;
	} rows[] = {
		{ &ad_resource_campaign,
		  "\"goal_type\":\"DAILY_SPEND\",\"goal_value\":20000000,\"start_time\":"
		  "\"2026-12-01T00:00:00Z\",\"end_time\":null",
		  20, "DAILY", "CAMPAIGN", "2026-12-01", NULL },
		{ &ad_resource_campaign,
		  "\"goal_type\":\"LIFETIME_SPEND\",\"goal_value\":300000001,\"start_time\":"
		  "\"2026-12-01T00:00:00Z\",\"end_time\":\"2026-12-31T00:00:00Z\"",
		  300.000001, "LIFETIME", "CAMPAIGN", "2026-12-01", "2026-12-30" },
		{ &ad_resource_campaign, "\"goal_type\":null,\"goal_value\":null", 0, "DAILY",
		  "AD_GROUP", NULL, NULL },
		{ &ad_resource_ad_group,
		  "\"goal_type\":\"DAILY_SPEND\",\"goal_value\":5000000,\"start_time\":"
		  "\"2026-12-01T00:00:00Z\"",
		  5, "DAILY", NULL, NULL, NULL },
		{ &ad_resource_ad_group,
		  "\"goal_type\":\"LIFETIME_SPEND\",\"goal_value\":90000000,\"start_time\":"
		  "\"2026-12-01T00:00:00Z\",\"end_time\":\"2026-12-31T00:00:00Z\"",
		  90, "LIFETIME", NULL, "2026-12-01", "2026-12-30" },
		{ &ad_resource_ad_group, "\"goal_type\":null,\"goal_value\":null", 0, "DAILY", NULL,
		  NULL, NULL },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const cJSON *fields = told(*state, rows[i].res, rows[i].members);
		const cJSON *budget = ad_json_get(fields, "budget");
		assert_true(rows[i].budget > 0 ? budget->valuedouble == rows[i].budget
					       : cJSON_IsNull(budget));
		is_text(fields, "budgetPeriod", rows[i].period);
		is_text(fields, "budgetLevel", rows[i].level);
		is_text(fields, "startDate", rows[i].start);
		is_text(fields, "endDate", rows[i].end);
	}
}

#define AD_AT(id, post)                                                                            \
	"{\"id\":\"" id "\",\"ad_group_id\":\"5\",\"campaign_id\":\"7\",\"configured_status\":"    \
	"\"PAUSED\",\"click_url\":\"https://a.example/\",\"post_id\":" post "}"

/* An ad's text is its post's. An ad whose post cannot be read is left for a later read. */
static void ads_are_told_with_their_posts(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad);

	hear(*state, &listing, 200,
	     "{\"data\":[" AD_AT("1", "\"t3_a\"") "," AD_AT("2", "\"t3_b\"") "," AD_AT(
		     "3", "null") "," AD_AT("4", "\"t3_d\"") "]}");
	assert_string_equal(next(*state, &listing), "posts/t3_a");
	assert_int_equal(hear(*state, &listing, 500, ""), AD_AGAIN);
	assert_string_equal(next(*state, &listing), "posts/t3_a");
	hear(*state, &listing, 200,
	     "{\"data\":{\"id\":\"t3_a\",\"type\":\"TEXT\",\"headline\":\"Hi\",\"body\":\"b\"}}");
	assert_string_equal(next(*state, &listing), "posts/t3_b");
	assert_int_equal(hear(*state, &listing, 404, "{}"), AD_DID);
	assert_string_equal(next(*state, &listing), "posts/t3_d");
	hear(*state, &listing, 200,
	     "{\"data\":{\"id\":\"t3_d\",\"type\":\"IMAGE\",\"headline\":\"Ho\",\"content\":"
	     "[{\"media_url\":\"https://i.example/\",\"call_to_action\":\"Shop Now\"}]}}");
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "1..4 2");
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "type"), "POST"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "primaryText"), "b"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->next->fields, "type"), "IMAGE"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->next->fields, "callToAction"),
			      "SHOP_NOW"));
}

#define WORDS ",\"targeting\":{\"keywords\":[\"rye\",\"oat\"],\"excluded_keywords\":[\"free\"]}"

static void keywords_come_by_whole_ad_groups(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);
	const struct ad_remote *last;
	int n = 1, negatives = 0;

	hear(*state, &listing, 200,
	     ids(*state, 51, 50 + PAGE_GROUPS, 1, WORDS, URL "ad_groups?page.token=2"));
	assert_null(next(*state, &listing));
	assert_true(listing.more);
	for (last = listing.found; last->next; last = last->next, n++)
		negatives += cJSON_IsTrue(ad_json_get(last->fields, "negative"));
	assert_int_equal(n, 3 * PAGE_GROUPS);
	assert_true(negatives == PAGE_GROUPS ||
		    negatives + cJSON_IsTrue(ad_json_get(last->fields, "negative")) == PAGE_GROUPS);
	assert_true(ad_str_is(listing.found->parent_id, "51"));
	assert_true(ad_str_is(last->parent_id, "70"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "text"), "rye"));
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "matchType"), "BROAD"));
}

static void failures_keep_the_place(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },   { 429, "", AD_AGAIN },     { 200, "<html>", AD_AGAIN },
		{ 200, "{}", AD_AGAIN }, { 401, "{}", AD_EXPIRED }, { 404, "{}", AD_REFUSED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_ad_group);
		if (hear(*state, &listing, rows[i].status, rows[i].body) != rows[i].kind)
			fail_msg("%ld %s", rows[i].status, rows[i].body);
		assert_string_equal(found(*state, &listing), "none");
		assert_non_null(next(*state, &listing));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(lists_of_every_kind),
		IN_ARENA(no_keywords_at_campaigns),
		IN_ARENA(pages_follow_each_other_as_answers_do),
		IN_ARENA(places_that_lead_nowhere),
		IN_ARENA(a_page_may_be_empty),
		IN_ARENA(what_is_told_twice_is_found_once),
		IN_ARENA(what_is_archived_or_of_others_is_left_out),
		IN_ARENA(campaigns_are_told_with_their_places),
		IN_ARENA(budgets_are_told_as_what_they_are),
		IN_ARENA(ads_are_told_with_their_posts),
		IN_ARENA(keywords_come_by_whole_ad_groups),
		IN_ARENA(failures_keep_the_place),
	};

	return cmocka_run_group_tests_name("reddit_list", tests, NULL, NULL);
}
