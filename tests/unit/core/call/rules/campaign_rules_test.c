/* Campaigns: fields allowed by platform and type, dates, bidding, locations, names. */
#include "tests/unit/core/call/drafts.h"

#define C(members) "{\"name\":\"Aaa\",\"budget\":20," members "}"
#define SEARCH "\"type\":\"SEARCH\""

static void what_goes_together(void **state)
{
	static const struct ruled rows[] = {
		{ C(SEARCH), "" },
		{ C(SEARCH ",\"platform\":\"microsoft\""), "" },
		{ C(SEARCH ",\"platform\":\"meta\""), "type UNSUPPORTED_ON_PLATFORM" },
		{ C(SEARCH ",\"platform\":\"reddit\""), "type UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"SOCIAL\""), "" },
		{ C("\"type\":\"SOCIAL\",\"platform\":\"reddit\""), "" },
		{ C("\"type\":\"SOCIAL\",\"platform\":\"google\""),
		  "type UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"DISPLAY\""), "type UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"PERFORMANCE_MAX\""), "type UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"OTHER\""), "type UNKNOWN_VALUE" },
		{ C(SEARCH ",\"platform\":\"bing\""), "platform UNKNOWN_VALUE" },
	};

	hold_rules(*state, AD_R_CAMPAIGN, rows, AD_LEN(rows));
}

static void dates_bids_places(void **state)
{
	static const struct ruled rows[] = {
		{ C(SEARCH ",\"startDate\":\"2027-01-02\",\"endDate\":\"2027-01-02\""), "" },
		{ C(SEARCH ",\"startDate\":\"2027-01-02\",\"endDate\":\"2027-01-01\""),
		  "endDate BEFORE_START" },
		{ C(SEARCH ",\"platform\":\"microsoft\",\"startDate\":\"2027-01-02\","
			   "\"endDate\":\"2027-01-02\""),
		  "startDate UNSUPPORTED_ON_PLATFORM; endDate UNSUPPORTED_ON_PLATFORM" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_CPA\",\"targetCpa\":5}"), "" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_CPA\"}"),
		  "bidding.targetCpa REQUIRED" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_ROAS\",\"targetCpa\":5}"),
		  "bidding.targetRoas REQUIRED" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_ROAS\",\"targetRoas\":0.001}"),
		  "bidding.targetRoas TOO_SMALL" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_IMPRESSION_SHARE\"}"),
		  "bidding.maxCpc REQUIRED" },
		{ C(SEARCH ",\"bidding\":{\"strategy\":\"TARGET_IMPRESSION_SHARE\","
			   "\"maxCpc\":2}"),
		  "" },
		{ C(SEARCH ",\"platform\":\"microsoft\",\"bidding\":"
			   "{\"strategy\":\"TARGET_IMPRESSION_SHARE\"}"),
		  "" },
		{ C("\"type\":\"SOCIAL\",\"platform\":\"reddit\",\"bidding\":"
		    "{\"strategy\":\"TARGET_ROAS\",\"targetRoas\":2}"),
		  "bidding.strategy UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"SOCIAL\",\"objective\":\"APP_INSTALLS\""),
		  "objective UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"SOCIAL\",\"platform\":\"reddit\","
		    "\"objective\":\"ENGAGEMENT\""),
		  "objective UNSUPPORTED_ON_PLATFORM" },
		{ C(SEARCH ",\"bidding\":{\"maxCpc\":1}"), "bidding.strategy REQUIRED" },
		{ C(SEARCH
		    ",\"locations\":[{\"code\":\"DE\"},{\"code\":\"1004074\",\"excluded\":true}]"),
		  "" },
		{ C(SEARCH
		    ",\"locations\":[{\"code\":\"de\"},{\"code\":\"D1\"},{\"code\":\"GER\"}]"),
		  "locations[0].code UNKNOWN_VALUE; locations[1].code UNKNOWN_VALUE; "
		  "locations[2].code UNKNOWN_VALUE" },
		{ C(SEARCH ",\"platformOptions\":{\"networks\":[\"SEARCH\"]}"), "" },
		{ C(SEARCH ",\"platformOptions\":{\"networks\":[\"DISPLAY\"]}"),
		  "platformOptions.networks UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"SOCIAL\",\"platformOptions\":{\"specialAdCategories\":[]}"), "" },
		{ C("\"type\":\"SOCIAL\",\"platformOptions\":"
		    "{\"specialAdCategories\":[\"NONE\",\"HOUSING\"]}"),
		  "platformOptions.specialAdCategories UNSUPPORTED_ON_PLATFORM" },
		{ C("\"type\":\"SOCIAL\",\"platformOptions\":"
		    "{\"specialAdCategories\":[\"HOUSE\"]}"),
		  "platformOptions.specialAdCategories[0] UNKNOWN_VALUE" },
		{ C(SEARCH ",\"platformOptions\":{\"network\":[\"SEARCH\"]}"),
		  "platformOptions.network UNKNOWN_FIELD" },
		{ C(SEARCH ",\"platform\":\"microsoft\",\"platformOptions\":{\"networks\":[]}"),
		  "platformOptions.networks UNKNOWN_FIELD" },
	};

	hold_rules(*state, AD_R_CAMPAIGN, rows, AD_LEN(rows));
}

static void defaults_that_depend(void **state)
{
	struct desk *d = *state;
	struct ad_row *row = try_draft(d, AD_R_CAMPAIGN, C("\"type\":\"SOCIAL\""));

	assert_non_null(row);
	assert_true(ad_str_is(ad_row_text(row, "platform"), "meta"));
	assert_true(ad_str_is(ad_row_text(row, "objective"), "TRAFFIC"));
	assert_true(ad_row_is_null(row, "bidding"));
	row = try_draft(d, AD_R_CAMPAIGN, C(SEARCH));
	assert_true(ad_str_is(ad_row_text(row, "platform"), "google"));
	assert_true(ad_row_is_null(row, "objective"));
	assert_true(
		ad_str_starts(ad_row_text(row, "bidding"), "{\"strategy\":\"MAXIMIZE_CLICKS\""));
}

static void names_are_unique_as_the_platform_wants(void **state)
{
	struct desk *d = *state;

	(void)make_campaign(d, "Bread", "google");
	(void)make_campaign(d, "Bread", "microsoft");
	(void)make_campaign(d, "bread", "google");
	(void)make_campaign(d, "Bread", "meta");
	(void)make_campaign(d, "Bread", "meta");
	assert_null(try_draft(d, AD_R_CAMPAIGN,
			      "{\"name\":\"Bread\",\"budget\":1,\"type\":\"SEARCH\"}"));
	FAULTS(d, "name DUPLICATE_NAME");
	assert_null(try_draft(d, AD_R_CAMPAIGN,
			      "{\"name\":\"BREAD\",\"budget\":1,\"type\":\"SEARCH\","
			      "\"platform\":\"microsoft\"}"));
	FAULTS(d, "name DUPLICATE_NAME");
	assert_non_null(try_draft(d, AD_R_CAMPAIGN,
				  "{\"name\":\"BREAD\",\"budget\":1,\"type\":\"SEARCH\"}"));
	/* the same in the other environment is another */
	d->who.environment = AD_LIVE;
	assert_non_null(try_draft(d, AD_R_CAMPAIGN,
				  "{\"name\":\"Bread\",\"budget\":1,\"type\":\"SEARCH\"}"));
}

static void the_platform_may_change_while_nothing_is_below(void **state)
{
	struct desk *d = *state;
	const char *id = make_campaign(d, "Bread", "google");
	struct ad_row *before, *row;

	struct ad_call *call = fresh(d);
	assert_true(ad_object_patch(call, ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
				    json_of(call->arena, "{\"platform\":\"microsoft\"}"), &before,
				    &row));
	(void)make_group(d, id, "Rye");
	call = fresh(d);
	assert_false(ad_object_patch(call, ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
				     json_of(call->arena, "{\"platform\":\"google\"}"), &before,
				     &row));
	FAULTS(d, "platform HAS_CHILDREN");
}

/* True if a campaign with its budget at that level accepts another budget. */
static bool takes_a_budget(struct desk *d, const char *level)
{
	const char *id = make_campaign(d, level, "google");
	struct ad_call *call = fresh(d);
	struct ad_row *before, *row;
	struct ad_stmt *s;

	s = ad_sql(d->db, "UPDATE campaigns SET budget_level = $1 WHERE id = $2");
	ad_bind_cstr(s, 1, level);
	ad_bind_cstr(s, 2, id);
	assert_int_equal(ad_step(s), AD_DB_DONE);
	call = fresh(d);
	assert_true(ad_object_patch(call, ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
				    json_of(call->arena, "{\"labels\":[\"x\"]}"), &before, &row));
	call = fresh(d);
	return ad_object_patch(call, ad_resource_row(AD_R_CAMPAIGN), ad_str(id),
			       json_of(call->arena, "{\"budget\":7}"), &before, &row);
}

static void a_budget_is_changed_where_it_stands(void **state)
{
	struct desk *d = *state;

	assert_true(takes_a_budget(d, "CAMPAIGN"));
	assert_false(takes_a_budget(d, "SHARED"));
	FAULTS(d, "budget UNSUPPORTED_ON_PLATFORM");
	assert_false(takes_a_budget(d, "AD_GROUP"));
	FAULTS(d, "budget UNSUPPORTED_ON_PLATFORM");
}

static void guardrails_of_a_write(void **state)
{
	struct desk *d = *state;

	d->call.space.max_campaign_daily_budget = 100000000;
	assert_non_null(
		try_draft(d, AD_R_CAMPAIGN, "{\"name\":\"A\",\"budget\":100,\"type\":\"SEARCH\"}"));
	assert_null(try_draft(d, AD_R_CAMPAIGN,
			      "{\"name\":\"A\",\"budget\":100.01,\"type\":\"SEARCH\"}"));
	assert_int_equal(d->call.status, AD_GUARDRAIL);
	assert_string_equal(d->call.violations->rule, "maxCampaignDailyBudget");
	/* faults are reported first */
	assert_null(
		try_draft(d, AD_R_CAMPAIGN, "{\"name\":\"A\",\"budget\":101,\"type\":\"SERCH\"}"));
	assert_int_equal(d->call.status, AD_INVALID);
	/* a pull and an import are not checked against guardrails */
	d->call.door = AD_DOOR_IMPORT;
	assert_non_null(
		try_draft(d, AD_R_CAMPAIGN, "{\"name\":\"A\",\"budget\":500,\"type\":\"SEARCH\"}"));
	d->call.door = AD_DOOR_API;
	d->call.space.allowed_platforms = 1u << AD_MICROSOFT;
	assert_null(
		try_draft(d, AD_R_CAMPAIGN, "{\"name\":\"A\",\"budget\":1,\"type\":\"SEARCH\"}"));
	assert_string_equal(d->call.violations->rule, "allowedPlatforms");
	d->call.space.allowed_platforms = 15;
	d->call.space.blocked_terms = "[\"cheap\"]";
	assert_null(try_draft(d, AD_R_CAMPAIGN,
			      "{\"name\":\"Cheap bread\",\"budget\":1,\"type\":\"SEARCH\"}"));
	assert_string_equal(d->call.violations->rule, "blockedTerms");
	assert_non_null(
		try_draft(d, AD_R_CAMPAIGN,
			  "{\"name\":\"Cheapest bread\",\"budget\":1,\"type\":\"SEARCH\"}"));
}

static void the_connector_enables_nothing(void **state)
{
	struct desk *d = *state;

	d->call.door = AD_DOOR_MCP;
	assert_null(try_draft(d, AD_R_CAMPAIGN, C(SEARCH ",\"status\":\"ENABLED\"")));
	FAULTS(d, "status NOT_BY_CONNECTOR");
	assert_non_null(try_draft(d, AD_R_CAMPAIGN, C(SEARCH ",\"status\":\"PAUSED\"")));
	d->call.door = AD_DOOR_API;
	assert_non_null(try_draft(d, AD_R_CAMPAIGN, C(SEARCH ",\"status\":\"ENABLED\"")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(what_goes_together),
		desk_test(dates_bids_places),
		desk_test(defaults_that_depend),
		desk_test(names_are_unique_as_the_platform_wants),
		desk_test(the_platform_may_change_while_nothing_is_below),
		desk_test(a_budget_is_changed_where_it_stands),
		desk_test(guardrails_of_a_write),
		desk_test(the_connector_enables_nothing),
	};
	return on_each_database("campaign_rules", tests);
}
