/* The position and the results of a pull: they are read as they were stored. */
#include "tests/support/unit.h"

#include "base/json_read.h"
#include "sync/pull/pull.h"

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

#define BIT(platform) (1u << (platform))

static void a_pull_begins_at_its_first_platform(void **state)
{
	struct ad_pull_place place =
		ad_pull_place_read(*state, (struct ad_str){ 0 }, BIT(AD_REDDIT) | BIT(AD_META));

	assert_int_equal(place.platform, AD_REDDIT < AD_META ? AD_REDDIT : AD_META);
	assert_int_equal(place.stage, 0);
	assert_null(place.after.p);
	place = ad_pull_place_read(*state, (struct ad_str){ 0 }, 0);
	assert_int_equal(place.platform, AD_PLATFORM_COUNT);
}

static void every_place_is_read_as_it_was_kept(void **state)
{
	for (int platform = 0; platform <= AD_PLATFORM_COUNT; platform++)
		for (int stage = 0; stage < AD_PULL_STAGE_COUNT; stage++) {
			struct ad_pull_place is, was = { .platform = (enum ad_platform)platform,
							 .stage = stage,
							 .after = AD_S("5~\"x\\") };
			if (stage % 2)
				was.after = (struct ad_str){ 0 };
			else
				was.report = (struct ad_pull_report){ AD_S("1 7\""), -3, 9, 8, 2 };
			is = ad_pull_place_read(*state, ad_pull_place_json(*state, &was),
						AD_PLATFORMS_ALL);
			assert_int_equal(is.platform, platform);
			assert_int_equal(is.stage, stage);
			assert_true(ad_str_eq(is.after, was.after));
			assert_true(ad_str_eq(is.report.page, was.report.page));
			assert_int_equal(is.report.first, was.report.first);
			assert_int_equal(is.report.last, was.report.last);
			assert_int_equal(is.report.since, was.report.since);
			assert_int_equal(is.report.looks, was.report.looks);
		}
}

/* A stage of another version is invalid: the platform starts again, which changes nothing more. */
static void a_stage_that_is_none_begins_anew(void **state)
{
	static const char *const kept[] = {
		"{\"platform\":\"google\",\"stage\":99,\"after\":null}",
		"{\"platform\":\"google\",\"stage\":-1}",
		"{\"platform\":\"google\",\"stage\":\"x\"}",
		"{\"platform\":\"google\"}",
	};

	for (size_t i = 0; i < AD_LEN(kept); i++) {
		struct ad_pull_place place =
			ad_pull_place_read(*state, ad_str(kept[i]), AD_PLATFORMS_ALL);
		assert_int_equal(place.platform, AD_GOOGLE);
		assert_int_equal(place.stage, 0);
	}
}

static void the_way_passes_every_stage_of_every_platform_once(void **state)
{
	uint32_t platforms = BIT(AD_GOOGLE) | BIT(AD_REDDIT);
	struct ad_pull_place place = ad_pull_place_read(*state, (struct ad_str){ 0 }, platforms);
	int stages = 0;

	while (place.platform < AD_PLATFORM_COUNT) {
		assert_true(platforms & BIT(place.platform));
		assert_int_equal(place.stage, stages % AD_PULL_STAGE_COUNT);
		stages++;
		place.after = AD_S("7");
		place.report.page = AD_S("0 7");
		place = ad_pull_place_next(&place, platforms, false);
		assert_null(place.after.p);
		assert_null(place.report.page.p);
	}
	assert_int_equal(stages, 2 * AD_PULL_STAGE_COUNT);
}

static void a_platform_that_is_given_up_is_left_at_once(void **state)
{
	struct ad_pull_place place = { .platform = AD_GOOGLE, .stage = 3, .after = AD_S("7") };

	(void)state;
	place = ad_pull_place_next(&place, BIT(AD_GOOGLE) | BIT(AD_META), true);
	assert_int_equal(place.platform, AD_META);
	assert_int_equal(place.stage, 0);
	assert_null(place.after.p);
	place = ad_pull_place_next(&place, BIT(AD_GOOGLE) | BIT(AD_META), true);
	assert_int_equal(place.platform, AD_PLATFORM_COUNT);
}

static void counts_and_warnings_add_up_over_pages(void **state)
{
	struct ad_row row = { .res = &ad_resource_campaign, .id = AD_S("cmp_1") };
	struct ad_pull_result r;
	struct ad_str kept = { 0 };

	for (int page = 0; page < 3; page++) {
		ad_pull_result_read(*state, kept, &r);
		r.created += 2;
		r.drifted++;
		ad_pull_warn(&r, "rule", page ? &row : NULL, AD_S("says \"why\""));
		kept = ad_pull_result_json(*state, &r);
	}
	ad_pull_result_read(*state, kept, &r);
	assert_int_equal(r.created, 6);
	assert_int_equal(r.drifted, 3);
	assert_int_equal(r.updated, 0);
	assert_int_equal(r.warned, 3);
	assert_int_equal(cJSON_GetArraySize(r.told), 3);
	assert_true(cJSON_IsNull(ad_json_get(r.told->child, "resource")));
	assert_true(ad_str_is(ad_json_get_text(r.told->child->next, "id"), "cmp_1"));
	assert_true(ad_str_is(ad_json_get_text(r.told->child->next, "message"), "says \"why\""));
}

/* A pull stores a bounded number of warnings and counts all of them. */
static void warnings_are_few_and_counted(void **state)
{
	struct ad_pull_result r;
	struct ad_str kept = { 0 };

	for (int page = 0; page < 4; page++) {
		ad_pull_result_read(*state, kept, &r);
		for (int i = 0; i < 40; i++)
			ad_pull_warn(&r, "rule", NULL, AD_S("x"));
		kept = ad_pull_result_json(*state, &r);
	}
	ad_pull_result_read(*state, kept, &r);
	assert_int_equal(r.warned, 160);
	assert_int_equal(cJSON_GetArraySize(r.told), AD_PULL_WARNINGS);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_pull_begins_at_its_first_platform),
		TEST(every_place_is_read_as_it_was_kept),
		TEST(a_stage_that_is_none_begins_anew),
		TEST(the_way_passes_every_stage_of_every_platform_once),
		TEST(a_platform_that_is_given_up_is_left_at_once),
		TEST(counts_and_warnings_add_up_over_pages),
		TEST(warnings_are_few_and_counted),
	};

	return cmocka_run_group_tests_name("pull_place", tests, NULL, NULL);
}
