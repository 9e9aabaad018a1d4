#include "tests/support/unit.h"

#include "base/clock.h"

static void formats(int64_t us, const char *want)
{
	char out[25];

	assert_int_equal(ad_time_format(us, out), 24);
	assert_string_equal(out, want);
}

static void formats_with_milliseconds(void **state)
{
	(void)state;
	formats(0, "1970-01-01T00:00:00.000Z");
	formats(INT64_C(1795231800123999), "2026-11-21T03:30:00.123Z");
	formats(INT64_C(951782400000000), "2000-02-29T00:00:00.000Z");
	formats(-1, "1969-12-31T23:59:59.999Z");
	formats(INT64_C(4102444799999999), "2099-12-31T23:59:59.999Z");
	formats(INT64_MAX, "9999-12-31T23:59:59.999Z");
	formats(INT64_MIN, "0000-01-01T00:00:00.000Z");
}

static void parses_what_rfc_3339_allows(void **state)
{
	static const struct {
		const char *text;
		int64_t us;
	} cases[] = {
		{ "1970-01-01T00:00:00Z", 0 },
		{ "2026-11-21T03:30:00.123Z", INT64_C(1795231800123000) },
		{ "2026-11-21T03:30:00.123456789Z", INT64_C(1795231800123456) },
		{ "2026-11-21T03:30:00.5z", INT64_C(1795231800500000) },
		{ "2026-11-21t04:30:00+01:00", INT64_C(1795231800000000) },
		{ "2026-11-20T22:00:00-05:30", INT64_C(1795231800000000) },
		{ "2026-11-21T03:30:00-00:00", INT64_C(1795231800000000) },
		{ "2024-02-29T00:00:00Z", INT64_C(1709164800000000) },
		{ "1969-12-31T23:59:59.999999Z", -1 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		int64_t us = 42;

		if (!ad_time_parse(ad_str(cases[i].text), &us))
			fail_msg("%s", cases[i].text);
		assert_int_equal(us, cases[i].us);
	}
}

static void refuses_other_times(void **state)
{
	static const char *const texts[] = {
		"",
		"2026-11-21",
		"2026-11-21 03:30:00Z",
		"2026-11-21T03:30Z",
		"2026-11-21T03:30:00",
		"2026-11-21T03:30:00.Z",
		"2026-11-21T24:00:00Z",
		"2026-11-21T03:60:00Z",
		"2026-11-21T03:30:60Z",
		"2026-13-01T00:00:00Z",
		"2026-02-29T00:00:00Z",
		"2026-04-31T00:00:00Z",
		"2026-00-10T00:00:00Z",
		"2026-01-00T00:00:00Z",
		"0000-01-01T00:00:00Z",
		"2026-11-21T03:30:00+0100",
		"2026-11-21T03:30:00+24:00",
		"2026-11-21T03:30:00+01:60",
		"2026-11-21T03:30:00ZZ",
		"2026-11-21T03:30:00.5",
		"26-11-21T03:30:00Z",
		"2026-11-21T3:30:00Z",
		"+2026-11-21T03:30:00Z",
		"2026-11-21T03:30:00Z ",
		"2026-11-21T03:30:00,5Z",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(texts); i++) {
		int64_t us;

		if (ad_time_parse(ad_str(texts[i]), &us))
			fail_msg("accepted: %s", texts[i]);
	}
}

static void every_day_goes_there_and_back(void **state)
{
	(void)state;
	for (int64_t day = 0; day < 60000; day++) {
		char out[25];
		int64_t us;

		ad_time_format(day * AD_DAY + 1000, out);
		assert_true(ad_time_parse(ad_str(out), &us));
		assert_int_equal(us, day * AD_DAY + 1000);
		out[10] = '\0';
		assert_true(ad_date_valid(ad_str(out)));
	}
}

static void knows_which_days_exist(void **state)
{
	static const char *const bad[] = {
		"",           "2026-1-1",    "2026-02-29", "1900-02-29", "2026-02-30", "2026-13-01",
		"1969-12-31", "2026-11-21T", "2026/11/21", "2026-11-31", "20261121",   "2026-11-2x",
	};

	(void)state;
	assert_true(ad_date_valid(AD_S("2000-02-29")));
	assert_true(ad_date_valid(AD_S("1970-01-01")));
	assert_true(ad_date_valid(AD_S("9999-12-31")));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_date_valid(ad_str(bad[i])))
			fail_msg("accepted: %s", bad[i]);
	}
	assert_false(ad_date_valid((struct ad_str){ NULL, 0 }));
}

static void day_in(const char *zone, int64_t us, const char *want)
{
	char out[11];

	ad_date_in(zone, us, out);
	assert_string_equal(out, want);
}

static void the_day_depends_on_the_zone(void **state)
{
	/* 2026-11-21T03:30:00Z */
	const int64_t at = INT64_C(1795231800) * AD_SECOND;

	(void)state;
	day_in("UTC", at, "2026-11-21");
	day_in("Europe/Berlin", at, "2026-11-21");
	day_in("America/Los_Angeles", at, "2026-11-20");
	day_in("Pacific/Kiritimati", at + 10 * AD_HOUR, "2026-11-22");
	day_in("Mars/Olympus", at, "2026-11-21");
	day_in("America/New_York", INT64_C(1783224000) * AD_SECOND, "2026-07-05");
	day_in("America/New_York", INT64_C(1783223999) * AD_SECOND, "2026-07-04");
}

static void today_is_a_day(void **state)
{
	char out[11];

	(void)state;
	ad_date_today("Asia/Tokyo", out);
	assert_true(ad_date_valid(ad_str(out)));
}

static void clocks_rise(void **state)
{
	int64_t before = ad_monotonic(), since_boot = ad_since_boot();

	(void)state;
	assert_true(ad_now() > INT64_C(1700000000) * AD_SECOND);
	assert_true(ad_monotonic() >= before);
	/* The time awake is at most the time since boot. */
	assert_true(ad_since_boot() >= since_boot && ad_since_boot() >= before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formats_with_milliseconds),
		cmocka_unit_test(parses_what_rfc_3339_allows),
		cmocka_unit_test(refuses_other_times),
		cmocka_unit_test(every_day_goes_there_and_back),
		cmocka_unit_test(knows_which_days_exist),
		cmocka_unit_test(the_day_depends_on_the_zone),
		cmocka_unit_test(today_is_a_day),
		cmocka_unit_test(clocks_rise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
