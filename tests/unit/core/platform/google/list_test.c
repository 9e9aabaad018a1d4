/* The contents of a Google Ads account page by page: the queries, and the end of a page. */
#include "tests/support/arena.h"

#include "base/json_read.h"
#include "platform/google/adapter.h"

#define PAGE 200

static struct ad_link link_of(void)
{
	return (struct ad_link){
		.api_url = AD_S("https://ads.example/v26"),
		.account_id = AD_S("123-456-7890"),
		.access_token = AD_S("token"),
	};
}

/* The next query, or NULL once the page is complete. */
static const char *query_of(struct ad_arena *arena, struct ad_listing *listing)
{
	struct ad_link link = link_of();
	struct ad_http_request request = { 0 };
	struct ad_json_error err;

	if (!ad_google.list(arena, &link, listing, &request))
		return NULL;
	if (request.changes)
		fail_msg("a question changes nothing");
	return ad_arena_copy(arena,
			     ad_json_get_text(ad_json_parse(arena, request.body, &err), "query"))
		.p;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_listing *listing, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_google.list_hear(arena, listing, &response, &outcome);
	return outcome.kind;
}

/* An answer of so many objects, by a pattern of one that takes an id. */
static const char *answer(struct ad_arena *arena, const char *before, const char *behind, int from,
			  int count, const char *token)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_adds(&text, "{\"results\":[");
	for (int i = 0; i < count; i++)
		ad_text_addf(&text, "%s%s%d%s", i ? "," : "", before, from + i, behind);
	ad_text_adds(&text, "]");
	if (token)
		ad_text_addf(&text, ",\"nextPageToken\":\"%s\"", token);
	ad_text_adds(&text, "}");
	return ad_text_str(&text).p;
}

#define GROUP_AT "{\"adGroup\":{\"status\":\"PAUSED\",\"name\":\"g\",\"id\":"
#define GROUP_END "},\"campaign\":{\"id\":\"7\"}}"
#define WORD_AT                                                                                    \
	"{\"adGroup\":{\"id\":\"5\"},\"adGroupCriterion\":{\"status\":\"PAUSED\",\"keyword\":{"    \
	"\"text\":\"a\",\"matchType\":\"EXACT\"},\"criterionId\":"
#define WORD_END "}}"

static void assert_has(const char *query, const char *part)
{
	if (!query || !strstr(query, part))
		fail_msg("%s lacks \"%s\"", query ? query : "no query", part);
}

static struct ad_str last_of(const struct ad_listing *listing, size_t *count)
{
	struct ad_str last = { 0 };

	*count = 0;
	for (const struct ad_remote *r = listing->found; r; r = r->next, ++*count)
		last = r->id;
	return last;
}

static const struct {
	const struct ad_resource *res;
	bool under_campaign;
	const char *parts[4];
} firsts[] = {
	{ &ad_resource_campaign,
	  false,
	  { " FROM campaign WHERE campaign.status != 'REMOVED'",
	    "ORDER BY campaign.id LIMIT 200" } },
	{ &ad_resource_ad_group,
	  false,
	  { " FROM ad_group WHERE ad_group.status != 'REMOVED'", "campaign.status != 'REMOVED'",
	    "ORDER BY ad_group.id LIMIT 200" } },
	{ &ad_resource_ad,
	  false,
	  { " FROM ad_group_ad WHERE ad_group_ad.status != 'REMOVED'",
	    "ad_group.status != 'REMOVED'", "campaign.status != 'REMOVED'",
	    "ORDER BY ad_group_ad.ad.id LIMIT 200" } },
	{ &ad_resource_keyword,
	  false,
	  { " FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD'",
	    "ad_group.status != 'REMOVED'", "campaign.status != 'REMOVED'",
	    "ORDER BY ad_group.id, ad_group_criterion.criterion_id LIMIT 200" } },
	{ &ad_resource_keyword,
	  true,
	  { " FROM campaign_criterion WHERE campaign_criterion.type = 'KEYWORD'",
	    "campaign_criterion.status != 'REMOVED'", "campaign.status != 'REMOVED'",
	    "ORDER BY campaign.id, campaign_criterion.criterion_id LIMIT 200" } },
};

/* Removed objects, and objects below them, are left out. The order is by id. */
static void a_first_page_of_every_kind(void **state)
{
	for (size_t i = 0; i < AD_LEN(firsts); i++) {
		struct ad_listing listing = { .res = firsts[i].res,
					      .under_campaign = firsts[i].under_campaign };
		const char *query = query_of(*state, &listing);
		for (size_t k = 0; k < 4 && firsts[i].parts[k]; k++)
			assert_has(query, firsts[i].parts[k]);
		if (!query || strstr(query, " > ") || strstr(query, "campaign.id IN"))
			fail_msg("%s", query ? query : "nothing is asked");
	}
}

static void only_some_campaigns(void **state)
{
	struct ad_str ids[] = { AD_S("3"), AD_S("9") };

	for (size_t i = 0; i < AD_LEN(firsts); i++) {
		struct ad_listing listing = { .res = firsts[i].res,
					      .under_campaign = firsts[i].under_campaign,
					      .campaigns = ids,
					      .campaign_count = 2 };
		assert_has(query_of(*state, &listing), " AND campaign.id IN (3, 9)");
	}
}

static void a_page_begins_behind_an_id(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_ad, .after = AD_S("5~77") };

	assert_has(query_of(*state, &listing), " AND ad_group_ad.ad.id > 77 ORDER");
	listing = (struct ad_listing){ .res = &ad_resource_ad_group, .after = AD_S("12") };
	assert_has(query_of(*state, &listing), " AND ad_group.id > 12 ORDER");
}

/* A full page may have a successor, which starts after the page's last object. */
static void a_full_page_has_more_behind_it(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_ad_group };
	size_t count;

	assert_non_null(query_of(*state, &listing));
	assert_int_equal(
		hear(*state, &listing, 200, answer(*state, GROUP_AT, GROUP_END, 1000, PAGE, NULL)),
		AD_DID);
	assert_true(ad_str_is(last_of(&listing, &count), "1199"));
	assert_int_equal(count, PAGE);
	assert_true(listing.more);
	assert_true(ad_str_is(listing.found->parent_id, "7"));
	/* Then the locations that the ad groups have for themselves. */
	assert_has(query_of(*state, &listing),
		   "FROM ad_group_criterion WHERE ad_group_criterion.type IN ('LOCATION', "
		   "'PROXIMITY', 'LOCATION_GROUP') AND ad_group_criterion.status != 'REMOVED' AND "
		   "ad_group.id IN (1000, 1001, ");
	assert_int_equal(hear(*state, &listing, 200,
			      "{\"results\":[{\"adGroup\":{\"id\":\"1001\"},"
			      "\"adGroupCriterion\":{\"criterionId\":\"2840\"}}]}"),
			 AD_DID);
	assert_false(listing.found->own_locations);
	assert_true(listing.found->next->own_locations);
	assert_false(listing.found->next->next->own_locations);
	assert_true(listing.more);
	assert_null(query_of(*state, &listing));
}

static void a_page_that_is_not_full_is_the_last(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_ad_group };
	size_t count;

	hear(*state, &listing, 200, answer(*state, GROUP_AT, GROUP_END, 1, PAGE - 1, NULL));
	last_of(&listing, &count);
	assert_int_equal(count, PAGE - 1);
	assert_non_null(query_of(*state, &listing));
	hear(*state, &listing, 200, "{}");
	last_of(&listing, &count);
	assert_int_equal(count, PAGE - 1);
	assert_false(listing.more);
	assert_null(query_of(*state, &listing));
}

static void a_token_goes_on_in_the_same_query(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_ad_group };
	struct ad_link link = link_of();
	struct ad_http_request request = { 0 };
	size_t count;

	hear(*state, &listing, 200, answer(*state, GROUP_AT, GROUP_END, 1, 2, "abc"));
	assert_true(ad_google.list(*state, &link, &listing, &request));
	assert_has(request.body.p, "\"pageToken\":\"abc\"");
	hear(*state, &listing, 200, answer(*state, GROUP_AT, GROUP_END, 3, 1, NULL));
	assert_true(ad_str_is(last_of(&listing, &count), "3"));
	assert_int_equal(count, 3);
	assert_false(listing.more);
}

/* Locations and languages come in a second answer, of the campaigns that were found only. */
static void campaigns_are_told_with_their_places(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_campaign };
	const cJSON *places;

	hear(*state, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"4\",\"name\":\"a\",\"status\":\"PAUSED\"}},"
	     "{\"campaign\":{\"id\":\"8\",\"name\":\"b\",\"status\":\"ENABLED\"}}]}");
	assert_has(query_of(*state, &listing), "campaign.id IN (4, 8)");
	hear(*state, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"8\"},\"campaignCriterion\":{\"type\":"
	     "\"LOCATION\",\"criterionId\":\"2276\",\"negative\":false,\"location\":{"
	     "\"geoTargetConstant\":\"geoTargetConstants/2276\"}}}]}");
	assert_null(query_of(*state, &listing));
	assert_int_equal(cJSON_GetArraySize(ad_json_get(listing.found->fields, "locations")), 0);
	places = ad_json_get(listing.found->next->fields, "locations");
	assert_int_equal(cJSON_GetArraySize(places), 1);
	assert_true(ad_str_is(ad_json_get_text(places->child, "code"), "DE"));
}

/* A radius or a group of places is told as a place that adcore cannot show, not as none. */
static void places_that_cannot_be_shown_are_told(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_campaign };
	const cJSON *places;
	struct ad_str one, other;

	hear(*state, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"8\",\"name\":\"b\",\"status\":\"ENABLED\"}}]}");
	assert_has(query_of(*state, &listing), "'PROXIMITY', 'LOCATION_GROUP'");
	hear(*state, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"8\"},\"campaignCriterion\":{\"type\":"
	     "\"PROXIMITY\",\"criterionId\":\"71\"}},"
	     "{\"campaign\":{\"id\":\"8\"},\"campaignCriterion\":{\"type\":\"LOCATION_GROUP\","
	     "\"criterionId\":\"72\",\"negative\":true}}]}");
	places = ad_json_get(listing.found->fields, "locations");
	assert_int_equal(cJSON_GetArraySize(places), 2);
	one = ad_json_get_text(places->child, "code");
	other = ad_json_get_text(places->child->next, "code");
	assert_true(ad_str_starts(one, "pin:") && ad_str_starts(other, "pin:"));
	assert_false(ad_str_eq(one, other));
	assert_true(cJSON_IsTrue(ad_json_get(places->child->next, "excluded")));
	assert_true(cJSON_IsNull(ad_json_get(listing.found->fields, "adSchedule")));
}

/* As many as Google lets a campaign have: memory grows with them, not with their square. */
/* A budget of a campaign's whole life is as much money as one of its days. */
static void a_budget_for_a_whole_life_is_told_as_one(void **state)
{
	struct ad_arena *arena = *state;
	struct ad_listing listing = { .res = &ad_resource_campaign };
	const cJSON *fields;

	assert_has(query_of(arena, &listing), "campaign_budget.total_amount_micros");
	hear(arena, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"1\",\"name\":\"c\",\"status\":\"PAUSED\"},"
	     "\"campaignBudget\":{\"id\":\"9\",\"period\":\"CUSTOM_PERIOD\","
	     "\"totalAmountMicros\":\"300000000\"}}]}");
	fields = listing.found->fields;
	assert_true(ad_json_get(fields, "budget")->valuedouble == 300.0);
	assert_true(ad_str_is(ad_json_get_text(fields, "budgetPeriod"), "LIFETIME"));
}

static void ten_thousand_places_take_their_own_room_only(void **state)
{
	enum {
		PLACES = 10000
	};
	struct ad_listing listing = { .res = &ad_resource_campaign };
	struct ad_text body = ad_text_on(*state);

	hear(*state, &listing, 200,
	     "{\"results\":[{\"campaign\":{\"id\":\"4\",\"name\":\"a\",\"status\":\"PAUSED\"}}]}");
	ad_text_adds(&body, "{\"results\":[");
	for (int i = 0; i < PLACES; i++)
		ad_text_addf(&body,
			     "%s{\"campaign\":{\"id\":\"4\"},\"campaignCriterion\":{\"location\":{"
			     "\"geoTargetConstant\":\"geoTargetConstants/%d\"}}}",
			     i ? "," : "", 9000000 + i);
	ad_text_adds(&body, "]}");
	hear(*state, &listing, 200, ad_text_str(&body).p);
	assert_int_equal(cJSON_GetArraySize(ad_json_get(listing.found->fields, "locations")),
			 PLACES);
	assert_true(ad_arena_used(*state) < 16 * 1024 * 1024);
}

/* A campaign may have other ad groups: created ones are queried by name. */
static void groups_are_asked_for_by_their_names(void **state)
{
	struct ad_json_error err;
	struct ad_piece pieces[] = {
		{ .op = AD_OP_CREATE,
		  .res = &ad_resource_ad_group,
		  .want = ad_json_parse(*state, AD_S("{\"name\":\"Rolls\"}"), &err),
		  .parent_remote_id = AD_S("7") },
		{ .op = AD_OP_CREATE,
		  .res = &ad_resource_ad_group,
		  .want = ad_json_parse(*state, AD_S("{\"name\":\"Tom's\"}"), &err),
		  .parent_remote_id = AD_S("7") },
	};
	struct ad_link link = link_of();
	struct ad_ask ask = {
		.question = AD_ASK_KEY, .link = &link, .pieces = pieces, .count = AD_LEN(pieces)
	};
	struct ad_http_request request = { 0 };

	assert_true(ad_google.ask(*state, &link, &ask, &request));
	assert_has(ad_json_get_text(ad_json_parse(*state, request.body, &err), "query").p,
		   "campaign.id IN (7) AND ad_group.name IN ('Rolls', 'Tom\\'s')");
}

/*
 * No query finds a label: in doubt all objects that may carry it are read, and those with it are
 * kept.
 */
static void what_is_in_doubt_is_found_by_its_mark(void **state)
{
	struct ad_json_error err;
	struct ad_piece piece = {
		.op = AD_OP_CREATE,
		.res = &ad_resource_ad_group,
		.id = AD_S("agr_1"),
		.want = ad_json_parse(*state, AD_S("{\"name\":\"Rolls\"}"), &err),
		.parent_remote_id = AD_S("7"),
	};
	struct ad_link link = link_of();
	struct ad_ask ask = {
		.question = AD_ASK_KEY, .doubt = true, .link = &link, .pieces = &piece, .count = 1
	};
	struct ad_http_request request = { 0 };
	struct ad_http_response response = {
		.status = 200,
		.body = AD_S("{\"results\":["
			     "{\"campaign\":{\"id\":\"7\"},\"adGroup\":{\"id\":\"1\",\"name\":"
			     "\"Theirs\",\"urlCustomParameters\":[{\"key\":\"" GOOGLE_MARK
			     "\",\"value\":\"agr_1\"}]}},"
			     "{\"campaign\":{\"id\":\"7\"},\"adGroup\":{\"id\":\"2\",\"name\":"
			     "\"Rolls\"}},"
			     "{\"campaign\":{\"id\":\"7\"},\"adGroup\":{\"id\":\"3\",\"name\":"
			     "\"Else\"}}]}"),
	};
	struct ad_outcome outcome;
	struct ad_str query;

	assert_true(ad_google.ask(*state, &link, &ask, &request));
	query = ad_json_get_text(ad_json_parse(*state, request.body, &err), "query");
	assert_has(query.p, "campaign.id IN (7) AND ad_group.status != 'REMOVED'");
	assert_null(strstr(query.p, "ad_group.name IN"));
	ad_google.hear(*state, &ask, &response, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_non_null(ask.found);
	assert_true(ad_str_is(ask.found->id, "2"));
	assert_non_null(ask.found->next);
	assert_true(ad_str_is(ask.found->next->mark, "agr_1"));
	assert_null(ask.found->next->next);
}

static void no_campaign_is_asked_about_no_places(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_campaign };

	hear(*state, &listing, 200, "{\"results\":[]}");
	assert_null(query_of(*state, &listing));
	assert_false(listing.more);
}

/* The rest of the parent that the last page ended in, then the parents behind it. */
static void keywords_go_on_inside_their_parent(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_keyword, .after = AD_S("5~40") };
	size_t count;

	assert_has(query_of(*state, &listing),
		   " AND ad_group.id = 5 AND ad_group_criterion.criterion_id > 40 ORDER");
	hear(*state, &listing, 200, answer(*state, WORD_AT, WORD_END, 41, 3, NULL));
	assert_has(query_of(*state, &listing), " AND ad_group.id > 5 ORDER");
	hear(*state, &listing, 200, "{}");
	assert_null(query_of(*state, &listing));
	assert_true(ad_str_is(last_of(&listing, &count), "5~43"));
	assert_int_equal(count, 3);
	assert_false(listing.more);
}

static void a_parent_with_a_full_page_is_a_page_of_its_own(void **state)
{
	struct ad_listing listing = { .res = &ad_resource_keyword, .after = AD_S("5~40") };
	size_t count;

	hear(*state, &listing, 200, answer(*state, WORD_AT, WORD_END, 41, PAGE, NULL));
	assert_null(query_of(*state, &listing));
	assert_true(listing.more);
	assert_true(ad_str_is(last_of(&listing, &count), "5~240"));
}

/* A read changes nothing, so an unclear response is requested again. */
static void failures_keep_the_place(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },       { 503, "", AD_AGAIN }, { 429, "", AD_AGAIN },
		{ 200, "<html>", AD_AGAIN }, { 200, "", AD_AGAIN }, { 401, "{}", AD_EXPIRED },
		{ 403, "{}", AD_REFUSED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = { .res = &ad_resource_ad_group };
		if (hear(*state, &listing, rows[i].status, rows[i].body) != rows[i].kind)
			fail_msg("%ld %s", rows[i].status, rows[i].body);
		assert_null(listing.found);
		assert_false(listing.more);
		assert_non_null(query_of(*state, &listing));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_first_page_of_every_kind),
		IN_ARENA(only_some_campaigns),
		IN_ARENA(a_page_begins_behind_an_id),
		IN_ARENA(a_full_page_has_more_behind_it),
		IN_ARENA(a_page_that_is_not_full_is_the_last),
		IN_ARENA(a_token_goes_on_in_the_same_query),
		IN_ARENA(campaigns_are_told_with_their_places),
		IN_ARENA(places_that_cannot_be_shown_are_told),
		IN_ARENA(a_budget_for_a_whole_life_is_told_as_one),
		IN_ARENA(ten_thousand_places_take_their_own_room_only),
		IN_ARENA(groups_are_asked_for_by_their_names),
		IN_ARENA(what_is_in_doubt_is_found_by_its_mark),
		IN_ARENA(no_campaign_is_asked_about_no_places),
		IN_ARENA(keywords_go_on_inside_their_parent),
		IN_ARENA(a_parent_with_a_full_page_is_a_page_of_its_own),
		IN_ARENA(failures_keep_the_place),
	};

	return cmocka_run_group_tests_name("google_list", tests, NULL, NULL);
}
