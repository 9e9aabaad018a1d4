#include "tests/support/arena.h"

#include "model/hours.h"

static void times_are_quarters_of_an_hour(void **state)
{
	static const struct {
		const char *time;
		int minutes;
	} rows[] = {
		{ "00:00", 0 },     { "09:15", 555 }, { "23:45", 1425 }, { "24:00", 1440 },
		{ "24:15", -1 },    { "9:00", -1 },   { "09:05", -1 },   { "09:60", -1 },
		{ "25:00", -1 },    { "09.00", -1 },  { "", -1 },        { "0a:00", -1 },
		{ "09:00:00", -1 }, { "-1:00", -1 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (ad_hours_minutes(ad_str(rows[i].time)) != rows[i].minutes)
			fail_msg("%s", rows[i].time);
}

static void an_item_is_an_interval_of_one_day(void **state)
{
	static const char *const bad[] = {
		"{\"day\":\"MON\",\"from\":\"09:00\",\"to\":\"17:00\"}",
		"{\"day\":\"MONDAY\",\"from\":\"17:00\",\"to\":\"09:00\"}",
		"{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"09:00\"}",
		"{\"day\":\"MONDAY\",\"from\":\"09:00\"}",
		"7",
		"null",
	};
	struct ad_hours hours;
	const cJSON *item =
		json(*state, "{\"day\":\"SUNDAY\",\"from\":\"00:00\",\"to\":\"24:00\"}");

	assert_true(ad_hours_of(item, &hours));
	assert_int_equal(hours.day, 6);
	assert_int_equal(hours.to, AD_HOURS_OF_DAY);
	hours = ad_hours_of_number(ad_hours_number(item));
	assert_int_equal(hours.day, 6);
	assert_int_equal(hours.from, 0);
	assert_int_equal(hours.to, 1440);
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_hours_number(json(*state, bad[i])) != -1)
			fail_msg("%s", bad[i]);
}

static void only_hours_of_the_same_day_overlap(void **state)
{
	struct ad_hours morning = { 0, 540, 720 };

	(void)state;
	assert_true(ad_hours_overlap(morning, (struct ad_hours){ 0, 705, 800 }));
	assert_true(ad_hours_overlap(morning, morning));
	assert_false(ad_hours_overlap(morning, (struct ad_hours){ 0, 720, 800 }));
	assert_false(ad_hours_overlap(morning, (struct ad_hours){ 1, 540, 720 }));
}

static void the_order_of_a_list_has_no_meaning(void **state)
{
	const cJSON *a = json(*state, "[{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"12:00\"},"
				      "{\"day\":\"SUNDAY\",\"from\":\"09:00\",\"to\":\"12:00\"}]");
	const cJSON *b = json(*state, "[{\"to\":\"12:00\",\"day\":\"SUNDAY\",\"from\":\"09:00\"},"
				      "{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"12:00\"}]");
	struct ad_text left = ad_text_on(*state), right = ad_text_on(*state);
	struct ad_text none = ad_text_on(*state);

	ad_hours_normal(&left, a);
	ad_hours_normal(&right, b);
	assert_true(left.n > 0 && ad_str_eq(ad_text_str(&left), ad_text_str(&right)));
	ad_hours_normal(&none, json(*state, "[]"));
	ad_hours_normal(&none, NULL);
	assert_int_equal(none.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(times_are_quarters_of_an_hour),
		IN_ARENA(an_item_is_an_interval_of_one_day),
		IN_ARENA(only_hours_of_the_same_day_overlap),
		IN_ARENA(the_order_of_a_list_has_no_meaning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
