/* Three-way merge, field by field: last synced, live, drafted. */
#include "tests/support/arena.h"

#include "base/json_read.h"
#include "sync/state/drift.h"
#include "sync/plan/plan.h"
#include "sync/pull/pull.h"

static void set(struct ad_arena *arena, struct ad_row *row, const char *field, const char *json)
{
	struct ad_json_error err;
	size_t index;

	assert_non_null(ad_field_find(&row->res->shape, ad_str(field), &index));
	row->v[index] = ad_value_take(arena, &row->res->shape.fields[index],
				      ad_json_parse(arena, ad_str(json), &err));
}

static struct ad_remote remote_of(struct ad_arena *arena, const char *fields)
{
	struct ad_json_error err;

	return (struct ad_remote){ .id = AD_S("9"),
				   .status = AD_S("PAUSED"),
				   .fields = ad_json_parse(arena, ad_str(fields), &err) };
}

/* A campaign that was synced as "a" at 10 and is drafted with another name or budget. */
static struct ad_row *drafted(struct ad_arena *arena, const char *name, const char *budget)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = &ad_resource_campaign;
	row->id = AD_S("cmp_1");
	row->source = AD_S("API");
	set(arena, row, "name", "\"a\"");
	set(arena, row, "budget", "10");
	set(arena, row, "status", "\"PAUSED\"");
	row->synced = ad_row_sent_json(arena, row);
	set(arena, row, "name", name);
	set(arena, row, "budget", budget);
	return row;
}

static const struct {
	const char *name, *live; /* drafted, live; last synced is "a" */
	enum ad_pull_effect effect;
	const char *then, *synced; /* the draft's and the last synced name afterwards */
	bool live_kept;
} names[] = {
	{ "\"a\"", "\"a\"", AD_PULL_SAME, "a", "a", false },
	{ "\"b\"", "\"a\"", AD_PULL_SAME, "b", "a", false },
	{ "\"a\"", "\"c\"", AD_PULL_TAKEN, "c", "c", false },
	{ "\"c\"", "\"c\"", AD_PULL_TAKEN, "c", "c", false },
	{ "\"b\"", "\"c\"", AD_PULL_DRIFTED, "b", "a", true },
};

static void a_field_goes_three_ways(void **state)
{
	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_row *row = drafted(*state, names[i].name, "10");
		struct ad_remote remote = remote_of(
			*state,
			ad_arena_printf(*state, "{\"name\":%s,\"budget\":10}", names[i].live).p);
		enum ad_pull_effect effect = ad_pull_merge(*state, &ad_google, row, &remote);
		struct ad_json_error err;
		const cJSON *synced = ad_json_parse(*state, row->synced, &err);
		if (effect != names[i].effect ||
		    !ad_str_is(ad_row_text(row, "name"), names[i].then) ||
		    !ad_str_is(ad_json_get_text(synced, "name"), names[i].synced) ||
		    (row->live.p != NULL) != names[i].live_kept)
			fail_msg("row %zu: %d, %.*s, %.*s", i, (int)effect,
				 AD_FMT(ad_row_text(row, "name")), AD_FMT(row->synced));
	}
}

/* One field drifts and another is adopted, independently. */
static void fields_are_decided_apart(void **state)
{
	struct ad_row *row = drafted(*state, "\"b\"", "10");
	struct ad_remote remote = remote_of(*state, "{\"name\":\"c\",\"budget\":12.5}");

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_DRIFTED);
	assert_true(ad_str_is(ad_row_text(row, "name"), "b"));
	assert_int_equal(ad_row_value(row, "budget")->i, 12500000);
	assert_non_null(strstr(row->live.p, "\"c\""));
}

/* A pull that finds no drift any more ends it. */
static void drift_that_is_undone_there_ends(void **state)
{
	struct ad_row *row = drafted(*state, "\"b\"", "10");
	struct ad_remote other = remote_of(*state, "{\"name\":\"c\"}");
	struct ad_remote back = remote_of(*state, "{\"name\":\"a\"}");

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &other), AD_PULL_DRIFTED);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &back), AD_PULL_SAME);
	assert_null(row->live.p);
	assert_true(ad_str_is(ad_row_text(row, "name"), "b"));
}

/*
 * A field that cannot be drafted, such as a budget's period, has the platform's value if
 * reported.
 */
static void what_is_the_platforms_to_say_is_taken(void **state)
{
	struct ad_row *row = ad_arena_zalloc(*state, sizeof(*row));
	struct ad_remote life = remote_of(*state, "{\"budgetPeriod\":\"LIFETIME\",\"startDate\":"
						  "\"2026-12-01\",\"endDate\":\"2026-12-30\"}");
	struct ad_remote sooner = remote_of(*state, "{\"budgetPeriod\":\"LIFETIME\",\"startDate\":"
						    "\"2026-12-01\",\"endDate\":null}");
	struct ad_remote silent = remote_of(*state, "{}");

	row->res = &ad_resource_ad_group;
	row->source = AD_S("API");
	set(*state, row, "name", "\"a\"");
	set(*state, row, "budgetPeriod", "\"DAILY\"");
	row->synced = ad_row_sent_json(*state, row);
	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &life), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "budgetPeriod"), "LIFETIME"));
	assert_true(ad_str_is(ad_row_text(row, "endDate"), "2026-12-30"));
	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &life), AD_PULL_SAME);
	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &silent), AD_PULL_SAME);
	assert_true(ad_str_is(ad_row_text(row, "budgetPeriod"), "LIFETIME"));
	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &sooner), AD_PULL_TAKEN);
	assert_true(ad_row_is_null(row, "endDate"));
	assert_null(row->live.p);
}

/* A lifetime budget has days on its platform, set by another user. Guardrails use them. */
static void days_of_a_lifetime_budget_are_taken_over(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote daily = remote_of(*state, "{\"name\":\"a\",\"budget\":10,"
						   "\"budgetPeriod\":\"DAILY\",\"startDate\":"
						   "\"2030-12-30\"}");
	struct ad_remote life = remote_of(*state, "{\"name\":\"a\",\"budget\":10,"
						  "\"budgetPeriod\":\"LIFETIME\",\"startDate\":"
						  "\"2030-12-30\"}");

	set(*state, row, "budgetPeriod", "\"DAILY\"");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &daily), AD_PULL_SAME);
	assert_true(ad_row_is_null(row, "startDate"));
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &life), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "startDate"), "2030-12-30"));
	assert_null(row->live.p);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &life), AD_PULL_SAME);
	/* Drafted differently meanwhile, it is drift. */
	row = drafted(*state, "\"a\"", "10");
	set(*state, row, "startDate", "\"2031-01-01\"");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &life), AD_PULL_DRIFTED);
	assert_true(ad_str_is(ad_row_text(row, "startDate"), "2031-01-01"));
	assert_non_null(row->live.p);
}

/* The first pull records the platform's default of an open field, and adopts later edits. */
static void test_open_field_is_taken_over_once_it_changes(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote remote = remote_of(*state, "{\"startDate\":\"2030-12-30\"}");
	struct ad_remote edited = remote_of(*state, "{\"startDate\":\"2031-01-01\"}");

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
	assert_true(ad_row_is_null(row, "startDate"));
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &edited), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "startDate"), "2031-01-01"));
}

/* A value that is no platform's default was set by a user, and the first pull adopts it. */
static void test_open_end_is_known_to_be_absent(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote ended = remote_of(*state, "{\"endDate\":\"2030-12-30\"}");

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &ended), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "endDate"), "2030-12-30"));
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &ended), AD_PULL_SAME);
}

/* The first pull compares with the value that was read right after the create. */
static void test_open_field_read_back_after_create_is_compared(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote edited = remote_of(*state, "{\"finalUrlSuffix\":\"x=z\"}");

	row->defaults = AD_S("{\"finalUrlSuffix\":null}");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &edited), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "finalUrlSuffix"), "x=z"));
	/* Edited on both sides, it is drift. */
	row = drafted(*state, "\"a\"", "10");
	row->defaults = AD_S("{\"finalUrlSuffix\":null}");
	set(*state, row, "finalUrlSuffix", "\"x=ours\"");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &edited), AD_PULL_DRIFTED);
	assert_true(ad_str_is(ad_row_text(row, "finalUrlSuffix"), "x=ours"));
}

/* An object that a pull created has the platform's values. */
static void test_open_field_of_pulled_object_is_taken_over(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote remote = remote_of(*state, "{\"finalUrlSuffix\":\"x=y\"}");

	row->source = AD_S("PULL");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_TAKEN);
	assert_true(ad_str_is(ad_row_text(row, "finalUrlSuffix"), "x=y"));
}

/* A pull makes a field known that a push left unknown. The draft stays. */
static void test_unknown_field_is_known_after_pull(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote remote = remote_of(*state, "{\"budget\":12}");

	row->remote_id = AD_S("1");
	row->unknown = AD_S("name,budget");
	ad_row_derive_state(row);
	assert_int_equal(row->state, AD_MODIFIED);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_TAKEN);
	assert_true(ad_str_is(row->unknown, "name"));
	assert_int_equal(ad_row_value(row, "budget")->i, 10000000);
	ad_row_derive_state(row);
	assert_int_equal(row->state, AD_MODIFIED);
	/* If the ad groups differ, the field stays unknown. */
	remote = remote_of(*state, "{\"name\":\"a\"}");
	remote.mixed = AD_S("name");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
	assert_true(ad_str_is(row->unknown, "name"));
}

/* Microsoft has no location intent without locations: once none are read, it is known. */
static void an_intent_without_places_is_known(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote some =
		remote_of(*state, "{\"locations\":[{\"code\":\"DE\",\"excluded\":false}]}");
	struct ad_remote none = remote_of(*state, "{\"locations\":[]}");
	struct ad_remote unread = remote_of(*state, "{\"budget\":10}");

	row->remote_id = AD_S("1");
	set(*state, row, "platform", "\"microsoft\"");
	row->unknown = AD_S("platformOptions");
	(void)ad_pull_merge(*state, &ad_microsoft, row, &some);
	assert_true(ad_row_is_unknown(row, "platformOptions"));
	(void)ad_pull_merge(*state, &ad_microsoft, row, &unread);
	assert_true(ad_row_is_unknown(row, "platformOptions"));
	/* On Google the options do not depend on the locations. */
	set(*state, row, "platform", "\"google\"");
	(void)ad_pull_merge(*state, &ad_google, row, &none);
	assert_true(ad_row_is_unknown(row, "platformOptions"));
	set(*state, row, "platform", "\"microsoft\"");
	assert_int_equal(ad_pull_merge(*state, &ad_microsoft, row, &none), AD_PULL_TAKEN);
	assert_false(ad_row_is_unknown(row, "platformOptions"));
}

static void what_is_not_told_stays(void **state)
{
	struct ad_row *row = drafted(*state, "\"b\"", "11");
	struct ad_remote remote = remote_of(*state, "{}");

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
	assert_true(ad_str_is(ad_row_text(row, "name"), "b"));
	assert_int_equal(ad_row_value(row, "budget")->i, 11000000);
}

/* The same page read again changes nothing. */
static void twice_is_once(void **state)
{
	struct ad_row *row = drafted(*state, "\"a\"", "10");
	struct ad_remote remote = remote_of(*state, "{\"name\":\"c\",\"budget\":99}");
	struct ad_str synced;

	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_TAKEN);
	synced = row->synced;
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
	assert_true(ad_str_eq(row->synced, synced));
}

static void a_new_object_is_as_it_stands_there(void **state)
{
	struct ad_remote remote =
		remote_of(*state, "{\"name\":\"c\",\"budget\":12.34,\"status\":\"ENABLED\","
				  "\"type\":\"SEARCH\"}");
	struct ad_row *row = ad_pull_new(*state, &ad_resource_campaign, &remote);

	assert_true(ad_str_is(row->source, "PULL"));
	assert_true(ad_str_is(row->remote_id, "9"));
	assert_int_equal(row->version, 1);
	assert_int_equal(ad_row_value(row, "budget")->i, 12340000);
	assert_true(ad_str_is(ad_row_text(row, "status"), "ENABLED"));
	assert_true(ad_sent_same(row->synced, ad_row_sent_json(*state, row)));
	assert_null(row->live.p);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &remote), AD_PULL_SAME);
}

/* Only values that can be drafted: an unknown status becomes a pause. */
static void what_has_no_word_is_paused(void **state)
{
	struct ad_remote odd = remote_of(*state, "{\"name\":\"c\",\"status\":\"UNKNOWN\"}");
	struct ad_remote negative =
		remote_of(*state, "{\"text\":\"free\",\"matchType\":\"EXACT\",\"negative\":true,"
				  "\"status\":\"ENABLED\"}");

	assert_true(ad_str_is(
		ad_row_text(ad_pull_new(*state, &ad_resource_campaign, &odd), "status"), "PAUSED"));
	assert_true(ad_str_is(
		ad_row_text(ad_pull_new(*state, &ad_resource_keyword, &negative), "status"),
		"PAUSED"));
}

/* An amount too large to store is unknown: never SYNCED, never sent, counted as the maximum. */
static void an_amount_that_cannot_be_held_is_unknown(void **state)
{
	struct ad_remote huge = remote_of(*state, "{\"name\":\"a\",\"budget\":5000000000}");
	struct ad_remote seven = remote_of(*state, "{\"name\":\"a\",\"budget\":7}");
	const char *changed[AD_FIELDS_MAX + 1] = { 0 };
	struct ad_row *row = ad_pull_new(*state, &ad_resource_campaign, &huge);

	assert_true(ad_row_is_unknown(row, "budget"));
	ad_row_derive_state(row);
	assert_int_equal(row->state, AD_MODIFIED);
	assert_int_equal(ad_plan_changed(*state, row, true, changed), 0);
	assert_int_equal(ad_budget_a_day(NULL, row, ad_parsed(*state, row->synced)),
			 AD_MONEY_UNHELD);
	/* It cannot be divided by the days of a lifetime budget. */
	set(*state, row, "budgetPeriod", "\"LIFETIME\"");
	set(*state, row, "endDate", "\"2090-01-01\"");
	assert_int_equal(ad_budget_a_day(NULL, row, NULL), AD_MONEY_UNHELD);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &huge), AD_PULL_SAME);
	assert_true(ad_row_is_unknown(row, "budget"));
	/* A draft overwrites it. */
	set(*state, row, "budget", "50");
	set(*state, row, "endDate", "null");
	assert_int_equal(ad_plan_changed(*state, row, true, changed), 1);
	assert_string_equal(changed[0], "budget");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &huge), AD_PULL_SAME);
	assert_int_equal(ad_row_value(row, "budget")->i, 50000000);
	/* The field is known again once the platform's amount is lower. */
	row = ad_pull_new(*state, &ad_resource_campaign, &huge);
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &seven), AD_PULL_TAKEN);
	assert_false(ad_row_is_unknown(row, "budget"));
	assert_int_equal(ad_row_value(row, "budget")->i, 7000000);
	ad_row_derive_state(row);
	assert_int_equal(row->state, AD_SYNCED);
}

/* Another user raises it beyond the limit: unknown, or drift if the draft was edited too. */
static void a_known_amount_becomes_unknown(void **state)
{
	struct ad_remote huge = remote_of(*state, "{\"name\":\"a\",\"budget\":5000000000}");
	struct ad_row *row = drafted(*state, "\"a\"", "10");

	row->remote_id = AD_S("1");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &huge), AD_PULL_TAKEN);
	assert_true(ad_row_is_unknown(row, "budget"));
	row = drafted(*state, "\"a\"", "20");
	row->remote_id = AD_S("1");
	assert_int_equal(ad_pull_merge(*state, &ad_google, row, &huge), AD_PULL_DRIFTED);
	assert_int_equal(ad_budget_a_day(NULL, row, ad_parsed(*state, row->live)), AD_MONEY_UNHELD);
	assert_true(ad_drift_resolve(*state, row, AD_S("budget"), true));
	assert_true(ad_row_is_unknown(row, "budget"));
}

/* An ad group that was created without a budget, and whose read-back was skipped. */
static struct ad_row *group_not_read(struct ad_arena *arena)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = &ad_resource_ad_group;
	row->id = AD_S("adg_1");
	row->source = AD_S("API");
	row->remote_id = AD_S("2");
	set(arena, row, "name", "\"g\"");
	set(arena, row, "status", "\"PAUSED\"");
	row->synced = ad_row_sent_json(arena, row);
	return row;
}

/* A budget set by another user before the first pull is not taken for the platform's default. */
static void a_budget_that_was_not_read_back_is_somebodys(void **state)
{
	struct ad_remote there = remote_of(*state, "{\"name\":\"g\",\"budget\":500,\"cpcBid\":2}");
	struct ad_row *row = group_not_read(*state);

	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &there), AD_PULL_TAKEN);
	assert_int_equal(ad_row_value(row, "budget")->i, 500000000);
	assert_int_equal(ad_budget_a_day(NULL, row, ad_parsed(*state, row->synced)), 500000000);
	assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &there), AD_PULL_SAME);
	/* Drafted meanwhile, it is drift and stays so. */
	row = group_not_read(*state);
	set(*state, row, "budget", "20");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ad_pull_merge(*state, &ad_meta, row, &there), AD_PULL_DRIFTED);
		assert_int_equal(ad_budget_a_day(NULL, row, ad_parsed(*state, row->live)),
				 500000000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_field_goes_three_ways),
		IN_ARENA(fields_are_decided_apart),
		IN_ARENA(drift_that_is_undone_there_ends),
		IN_ARENA(what_is_the_platforms_to_say_is_taken),
		IN_ARENA(days_of_a_lifetime_budget_are_taken_over),
		IN_ARENA(test_open_end_is_known_to_be_absent),
		IN_ARENA(test_open_field_is_taken_over_once_it_changes),
		IN_ARENA(test_open_field_read_back_after_create_is_compared),
		IN_ARENA(test_open_field_of_pulled_object_is_taken_over),
		IN_ARENA(test_unknown_field_is_known_after_pull),
		IN_ARENA(an_intent_without_places_is_known),
		IN_ARENA(an_amount_that_cannot_be_held_is_unknown),
		IN_ARENA(a_known_amount_becomes_unknown),
		IN_ARENA(a_budget_that_was_not_read_back_is_somebodys),
		IN_ARENA(what_is_not_told_stays),
		IN_ARENA(twice_is_once),
		IN_ARENA(a_new_object_is_as_it_stands_there),
		IN_ARENA(what_has_no_word_is_paused),
	};

	return cmocka_run_group_tests_name("pull_merge", tests, NULL, NULL);
}
