/* The contents of a Microsoft ad account page by page: cut by ids, parent by parent. */
#include "tests/support/arena.h"

#include "platform/platform.h"

#define URL "https://ads.example/v13/"

static const struct ad_link link_ = {
	.api_url = { "https://ads.example/v13", 23 },
	.account_id = { "500", 3 },
	.login_account_id = { "501", 3 },
};

/* The stored parents of the listed objects, in order. */
static struct ad_str parents[2] = { { "7~1", 3 }, { "8~2", 3 } };

static struct ad_str above(void *arg, struct ad_str after)
{
	(void)arg;
	for (size_t i = 0; i < AD_LEN(parents); i++)
		if (parents[i].n && (!after.n || memcmp(parents[i].p, after.p, 3) > 0))
			return parents[i];
	return (struct ad_str){ 0 };
}

static struct ad_listing of(const struct ad_resource *res)
{
	return (struct ad_listing){ .link = &link_, .res = res, .above = above };
}

/* "path body" of the next request; NULL once the page is complete. */
static const char *next(struct ad_arena *arena, struct ad_listing *listing)
{
	struct ad_http_request request = { 0 };

	if (!ad_microsoft.list(arena, &link_, listing, &request))
		return NULL;
	assert_false(request.changes);
	assert_true(ad_str_starts(request.url, URL));
	return ad_arena_printf(arena, "%s %.*s", request.url.p + strlen(URL), AD_FMT(request.body))
		.p;
}

static enum ad_outcome_kind hear(struct ad_arena *arena, struct ad_listing *listing, long status,
				 const char *body)
{
	struct ad_http_response response = { .status = status, .body = ad_str(body) };
	struct ad_outcome outcome;

	ad_microsoft.list_hear(arena, listing, &response, &outcome);
	return outcome.kind;
}

static void has(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("%s is not in %s", part, text ? text : "nothing");
}

/* {"name": [objects of these ids, falling]} */
static const char *list(struct ad_arena *arena, const char *name, int from, int to)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_addf(&text, "{\"%s\":[", name);
	for (int id = to; id >= from; id--)
		ad_text_addf(&text, "%s{\"Id\":\"%d\",\"Name\":\"n\",\"Text\":\"t\"}",
			     id == to ? "" : ",", id);
	ad_text_adds(&text, "]}");
	return ad_text_str(&text).p;
}

/* "first..last count" of the found objects; "| place" if there may be more. */
static const char *found(struct ad_arena *arena, const struct ad_listing *listing)
{
	const struct ad_remote *last = listing->found;
	int n = 0;

	for (const struct ad_remote *r = listing->found; r; r = r->next, n++)
		last = r;
	return ad_arena_printf(arena, "%.*s..%.*s %d%s%.*s",
			       AD_FMT(last ? listing->found->id : AD_S("")),
			       AD_FMT(last ? last->id : AD_S("")), n, listing->more ? "|" : "",
			       AD_FMT(listing->more ? listing->resume : AD_S("")))
		.p;
}

#define RADIUS(radius)                                                                             \
	"{\"Id\":\"2\",\"Type\":\"BiddableCampaignCriterion\",\"Criterion\":{\"Type\":"            \
	"\"RadiusCriterion\",\"LatitudeDegrees\":52.5,\"LongitudeDegrees\":13.4,\"Radius\":"       \
	"\"" radius "\",\"RadiusUnit\":\"Kilometers\"}}"

/* A radius is a place that adcore cannot show: it has a code of its own beside the country. */
static void radii_are_told(const cJSON *places)
{
	struct ad_str one = ad_json_get_text(places->child->next, "code");
	struct ad_str other = ad_json_get_text(places->child->next->next, "code");

	assert_int_equal(cJSON_GetArraySize(places), 3);
	assert_true(ad_str_starts(one, "pin:") && ad_str_starts(other, "pin:"));
	assert_false(ad_str_eq(one, other));
}

/* A response has all campaigns: a page is cut from it, and each campaign's locations are read. */
static void campaigns_are_cut_into_pages(void **state)
{
	struct ad_listing listing = of(&ad_resource_campaign);
	const char *asked = next(*state, &listing);

	has(asked, "Campaigns/QueryByAccountId {\"AccountId\":\"500\",");
	hear(*state, &listing, 200, list(*state, "Campaigns", 81, 120));
	assert_string_equal(found(*state, &listing), "81..105 25|");
	has(next(*state, &listing), "CampaignCriterions/QueryByIds {\"CampaignId\":\"81\"");
	hear(*state, &listing, 200,
	     "{\"CampaignCriterions\":[{\"Id\":\"1\",\"Type\":\"BiddableCampaignCriterion\","
	     "\"Criterion\":{\"LocationId\":\"190\"}}]}");
	has(next(*state, &listing), "\"CriterionType\":\"Radius\"");
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_get(listing.found->fields, "locations")->child, "code"),
		"US"));
	hear(*state, &listing, 200, "{\"CampaignCriterions\":[" RADIUS("20") "," RADIUS("30") "]}");
	has(next(*state, &listing), "\"CriterionType\":\"LocationIntent\"");
	radii_are_told(ad_json_get(listing.found->fields, "locations"));
	listing = of(&ad_resource_campaign);
	listing.after = AD_S("99");
	hear(*state, &listing, 200, list(*state, "Campaigns", 81, 120));
	/* 100 is behind 99: more digits are more. */
	assert_string_equal(found(*state, &listing), "100..120 21");
}

/* As many as Microsoft lets a campaign have: memory grows with them, not with their square. */
static void ten_thousand_places_take_their_own_room_only(void **state)
{
	enum {
		PLACES = 10000
	};
	struct ad_listing listing = of(&ad_resource_campaign);
	struct ad_text body = ad_text_on(*state);
	struct ad_json_error err;
	const cJSON *notes;

	next(*state, &listing);
	hear(*state, &listing, 200, list(*state, "Campaigns", 81, 81));
	next(*state, &listing);
	ad_text_adds(&body, "{\"CampaignCriterions\":[");
	for (int i = 0; i < PLACES; i++)
		ad_text_addf(&body,
			     "%s{\"Id\":\"%d\",\"Type\":\"BiddableCampaignCriterion\","
			     "\"Criterion\":{\"LocationId\":\"%d\"}}",
			     i ? "," : "", i, 7000000 + i);
	ad_text_adds(&body, "]}");
	hear(*state, &listing, 200, ad_text_str(&body).p);
	next(*state, &listing);
	hear(*state, &listing, 200,
	     "{\"CampaignCriterions\":[{\"Id\":\"5\",\"Type\":\"BiddableCampaignCriterion\","
	     "\"Criterion\":{\"IntentOption\":\"PeopleIn\"}}]}");
	assert_int_equal(cJSON_GetArraySize(ad_json_get(listing.found->fields, "locations")),
			 PLACES);
	notes = ad_json_parse(*state, listing.found->handle, &err);
	assert_true(ad_str_is(ad_json_get_text(notes, "intent"), "5"));
	assert_true(ad_str_is(ad_json_get_text(notes, "option"), "PeopleIn"));
	assert_true(ad_str_is(ad_json_get_text(notes, "7009999"), "9999"));
	assert_true(ad_arena_used(*state) < 16 * 1024 * 1024);
}

static void only_the_wanted_campaigns(void **state)
{
	struct ad_str wanted = AD_S("8");
	struct ad_listing listing = of(&ad_resource_campaign);

	listing.campaigns = &wanted;
	listing.campaign_count = 1;
	assert_non_null(next(*state, &listing));
	hear(*state, &listing, 200, list(*state, "Campaigns", 7, 9));
	assert_string_equal(found(*state, &listing), "8..8 1");
	listing = of(&ad_resource_ad);
	listing.campaigns = &wanted;
	listing.campaign_count = 1;
	has(next(*state, &listing), "Ads/QueryByAdGroupId {\"AdGroupId\":\"2\"");
	hear(*state, &listing, 200, "{\"Ads\":[]}");
	assert_null(next(*state, &listing));
	assert_false(listing.more);
}

static void what_is_below_goes_parent_by_parent(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad);

	has(next(*state, &listing),
	    "Ads/QueryByAdGroupId {\"AdGroupId\":\"1\",\"AdTypes\":[\"Text\"");
	hear(*state, &listing, 200, list(*state, "Ads", 5, 6));
	has(next(*state, &listing), "{\"AdGroupId\":\"2\"");
	/* It was removed meanwhile. */
	hear(*state, &listing, 400,
	     "{\"OperationErrors\":[{\"Code\":1201,\"ErrorCode\":"
	     "\"CampaignServiceInvalidAdGroupId\","
	     "\"Message\":\"x\"}]}");
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "7~1~5..7~1~6 2");
	assert_true(ad_str_is(listing.found->parent_id, "7~1"));
	/* Ad formats without a name in adcore are reported as OTHER. */
	assert_true(ad_str_is(ad_json_get_text(listing.found->fields, "type"), "OTHER"));
}

/* Many keywords of one ad group are several pages; its negative ones come behind the last. */
static void a_long_list_is_several_pages(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);

	has(next(*state, &listing), "Keywords/QueryByAdGroupId {\"AdGroupId\":\"1\"");
	hear(*state, &listing, 200, list(*state, "Keywords", 1, 250));
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "7~1~1..7~1~200 200|7~1 200");
	struct ad_listing rest = of(&ad_resource_keyword);
	rest.after = AD_S("7~1 200");
	has(next(*state, &rest), "Keywords/QueryByAdGroupId {\"AdGroupId\":\"1\"");
	hear(*state, &rest, 200, list(*state, "Keywords", 1, 250));
	has(next(*state, &rest), "NegativeKeywords/QueryByEntityIds {\"EntityIds\":[\"1\"]");
	hear(*state, &rest, 200,
	     "{\"EntityNegativeKeywords\":[{\"NegativeKeywords\":[{\"Id\":\"3\",\"Text\":\"x\","
	     "\"MatchType\":\"Exact\"}]}]}");
	has(next(*state, &rest), "Keywords/QueryByAdGroupId {\"AdGroupId\":\"2\"");
	assert_string_equal(found(*state, &rest), "7~1~201..7~1~3 51|7~1");
	hear(*state, &rest, 200, "{\"Keywords\":[]}");
	has(next(*state, &rest), "NegativeKeywords/QueryByEntityIds {\"EntityIds\":[\"2\"]");
	hear(*state, &rest, 200, "{\"EntityNegativeKeywords\":[]}");
	assert_null(next(*state, &rest));
	assert_false(rest.more);
}

/* {"EntityNegativeKeywords": [an entity with these ids]} */
static const char *negatives(struct ad_arena *arena, int from, int to)
{
	const char *inner = list(arena, "NegativeKeywords", from, to);

	return ad_arena_printf(arena, "{\"EntityNegativeKeywords\":[%s],\"PartialErrors\":[]}",
			       inner)
		.p;
}

/* As many as Microsoft lets an ad group have: each page takes some hundreds of them. */
static void test_twenty_thousand_negatives_are_many_pages(void **state)
{
	enum {
		NEGATIVES = 20000,
		PAGES = 100
	};
	const char *body = negatives(*state, 100001, 100000 + NEGATIVES);
	size_t before = ad_arena_used(*state);
	struct ad_str after = { 0 };

	for (int page = 0; page < PAGES; page++) {
		struct ad_listing listing = of(&ad_resource_keyword);
		listing.after = after;
		if (page == 0) {
			has(next(*state, &listing),
			    "Keywords/QueryByAdGroupId {\"AdGroupId\":\"1\"");
			hear(*state, &listing, 200, "{\"Keywords\":[]}");
		}
		has(next(*state, &listing),
		    "NegativeKeywords/QueryByEntityIds {\"EntityIds\":[\"1\"]");
		hear(*state, &listing, 200, body);
		/* The page is full. */
		assert_null(next(*state, &listing));
		assert_true(listing.more);
		assert_string_equal(
			found(*state, &listing),
			ad_arena_printf(
				*state, "7~1~%d..7~1~%d 200|7~1%s", 100001 + 200 * page,
				100200 + 200 * page,
				page < PAGES - 1
					? ad_arena_printf(*state, " -%d", 100200 + 200 * page).p
					: "")
				.p);
		after = listing.resume;
		if (page == 0)
			assert_true(ad_arena_used(*state) - before < 1024 * 1024);
	}
}

/* The page is full with keywords: the negative ones of the same ad group begin the next. */
static void test_negatives_wait_for_a_page_with_room(void **state)
{
	struct ad_listing listing = of(&ad_resource_keyword);

	next(*state, &listing);
	hear(*state, &listing, 200, list(*state, "Keywords", 1, 200));
	next(*state, &listing);
	hear(*state, &listing, 200, negatives(*state, 5, 6));
	assert_null(next(*state, &listing));
	assert_string_equal(found(*state, &listing), "7~1~1..7~1~200 200|7~1 -");
	struct ad_listing rest = of(&ad_resource_keyword);
	rest.after = AD_S("7~1 -");
	has(next(*state, &rest), "NegativeKeywords/QueryByEntityIds {\"EntityIds\":[\"1\"]");
	hear(*state, &rest, 200, negatives(*state, 5, 6));
	has(next(*state, &rest), "Keywords/QueryByAdGroupId {\"AdGroupId\":\"2\"");
	assert_string_equal(found(*state, &rest), "7~1~5..7~1~6 2|7~1");
}

/* An answer without the objects is not an answer that there are none. */
static void test_an_answer_with_errors_lists_nothing(void **state)
{
	static const struct {
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ "{\"EntityNegativeKeywords\":[null],\"PartialErrors\":[{\"Index\":0,"
		  "\"ErrorCode\":"
		  "\"UserIsNotAuthorized\"}]}",
		  AD_REFUSED },
		{ "{\"EntityNegativeKeywords\":[null],\"PartialErrors\":[{\"Index\":0,"
		  "\"ErrorCode\":"
		  "\"InternalError\"}]}",
		  AD_AGAIN },
		{ "{\"EntityNegativeKeywords\":[null],\"PartialErrors\":[{\"Index\":0,"
		  "\"ErrorCode\":"
		  "\"CampaignServiceInvalidCampaignId\"}]}",
		  AD_DID },
		{ "{\"EntityNegativeKeywords\":[null]}", AD_AGAIN },
		{ "{\"EntityNegativeKeywords\":[]}", AD_DID },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_keyword);
		listing.under_campaign = true;
		next(*state, &listing);
		if (hear(*state, &listing, 200, rows[i].body) != rows[i].kind)
			fail_msg("%s", rows[i].body);
	}
}

static void why_a_review_limits_it_is_asked(void **state)
{
	struct ad_listing listing = of(&ad_resource_ad);

	parents[1] = (struct ad_str){ 0 };
	assert_non_null(next(*state, &listing));
	hear(*state, &listing, 200,
	     "{\"Ads\":[{\"Id\":\"5\",\"EditorialStatus\":\"Active\"},{\"Id\":\"6\","
	     "\"EditorialStatus\":\"Disapproved\"}]}");
	has(next(*state, &listing),
	    "EditorialReasons/QueryByIds {\"AccountId\":\"500\",\"EntityIdToParentIdAssociations\":"
	    "[{\"EntityId\":\"6\",\"ParentId\":\"1\"}]");
	hear(*state, &listing, 200,
	     "{\"EditorialReasons\":[{\"AdOrKeywordId\":\"6\",\"Reasons\":[{\"ReasonCode\":19,"
	     "\"Location\":\"AdTitle\",\"Term\":\"!\"}]}]}");
	assert_null(next(*state, &listing));
	has(listing.found->next->review_reasons.p, "\"code\":\"19\"");
	assert_true(ad_str_is(listing.found->next->review_status, "DISAPPROVED"));
	parents[1] = AD_S("8~2");
}

static void failures_keep_the_place(void **state)
{
	static const struct {
		long status;
		const char *body;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ 500, "", AD_AGAIN },
		{ 429, "", AD_AGAIN },
		{ 200, "<html>", AD_AGAIN },
		{ 401, "", AD_EXPIRED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_ad_group);
		assert_non_null(next(*state, &listing));
		if (hear(*state, &listing, rows[i].status, rows[i].body) != rows[i].kind)
			fail_msg("%ld %s", rows[i].status, rows[i].body);
		assert_null(listing.found);
		assert_false(listing.resume.n);
	}
}

/* Of an audience campaign the one amount may be that of its whole life; a shared one is counted. */
static void budgets_are_told_as_what_they_are(void **state)
{
	static const struct {
		const char *members, *period, *level;
	} rows[] = {
		{ "\"BudgetType\":\"DailyBudgetStandard\",\"BudgetId\":null", "DAILY", "CAMPAIGN" },
		{ "\"BudgetType\":\"DailyBudgetStandard\",\"BudgetId\":\"9\"", "DAILY", "SHARED" },
		{ "\"BudgetType\":\"LifetimeBudgetStandard\",\"CampaignType\":\"Audience\"",
		  "LIFETIME", "CAMPAIGN" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_listing listing = of(&ad_resource_campaign);
		const cJSON *fields;
		has(next(*state, &listing), "LifetimeBudgetFields");
		hear(*state, &listing, 200,
		     ad_arena_printf(*state,
				     "{\"Campaigns\":[{\"Id\":\"1\",\"Name\":\"x\",\"Status\":"
				     "\"Paused\",\"DailyBudget\":300.5,%s}]}",
				     rows[i].members)
			     .p);
		assert_non_null(listing.found);
		fields = listing.found->fields;
		assert_true(ad_json_get(fields, "budget")->valuedouble == 300.5);
		assert_true(ad_str_is(ad_json_get_text(fields, "budgetPeriod"), rows[i].period));
		assert_true(ad_str_is(ad_json_get_text(fields, "budgetLevel"), rows[i].level));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(campaigns_are_cut_into_pages),
		IN_ARENA(ten_thousand_places_take_their_own_room_only),
		IN_ARENA(only_the_wanted_campaigns),
		IN_ARENA(what_is_below_goes_parent_by_parent),
		IN_ARENA(a_long_list_is_several_pages),
		IN_ARENA(test_twenty_thousand_negatives_are_many_pages),
		IN_ARENA(test_negatives_wait_for_a_page_with_room),
		IN_ARENA(test_an_answer_with_errors_lists_nothing),
		IN_ARENA(why_a_review_limits_it_is_asked),
		IN_ARENA(failures_keep_the_place),
		IN_ARENA(budgets_are_told_as_what_they_are),
	};

	return cmocka_run_group_tests_name("microsoft_list", tests, NULL, NULL);
}
