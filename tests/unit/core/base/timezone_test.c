#include "tests/support/unit.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/timezone.h"

static void rule_gives(const char *rule, int64_t at, int64_t want)
{
	int64_t offset = 99;

	if (!ad_timezone_rule(ad_str(rule), at, &offset))
		fail_msg("%s", rule);
	assert_int_equal(offset, want);
}

static void reads_posix_rules(void **state)
{
	/* 2026-03-29T01:00:00Z and 2026-10-25T01:00:00Z: Europe changes its clocks. */
	const int64_t spring = 1774746000, autumn = 1792890000;

	(void)state;
	rule_gives("UTC0", spring, 0);
	rule_gives("<+0530>-5:30", spring, 19800);
	rule_gives("EST5", spring, -18000);
	rule_gives("CET-1CEST,M3.5.0,M10.5.0/3", spring - 1, 3600);
	rule_gives("CET-1CEST,M3.5.0,M10.5.0/3", spring, 7200);
	rule_gives("CET-1CEST,M3.5.0,M10.5.0/3", autumn - 1, 7200);
	rule_gives("CET-1CEST,M3.5.0,M10.5.0/3", autumn, 3600);
	/* South: summer over the turn of the year. */
	rule_gives("AEST-10AEDT,M10.1.0,M4.1.0/3", 1767225600, 39600);
	rule_gives("AEST-10AEDT,M10.1.0,M4.1.0/3", 1782864000, 36000);
	rule_gives("AAA3BBB2,J60/0,J300/0", 1782864000, -7200);
}

static void expect_last_day(const char *time, const char *day)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str found = ad_last_day(arena, ad_str(time));

	if (!ad_str_is(found, day))
		fail_msg("%s ends %.*s", time, AD_FMT(found));
	ad_arena_free(arena);
}

static void an_end_at_midnight_ends_the_day_before(void **state)
{
	(void)state;
	expect_last_day("2026-11-30", "2026-11-30");
	expect_last_day("2026-11-30T23:59:59+0100", "2026-11-30");
	expect_last_day("2026-11-30 00:00:01", "2026-11-30");
	expect_last_day("2026-11-30 00:00:00", "2026-11-29");
	expect_last_day("2026-12-01T00:00:00-0800", "2026-11-30");
	expect_last_day("2027-01-01T00:00:00Z", "2026-12-31");
	expect_last_day("2028-03-01T00:00:00Z", "2028-02-29");
	expect_last_day("2026-13-01T00:00:00", "");
	expect_last_day("soon", "");
	expect_last_day("", "");
}

static void refuses_what_is_no_rule(void **state)
{
	static const char *const rules[] = {
		"ABC168",
		"ABC-610",
		"ABC3:60",
		"",
		"A1",
		"CET",
		"CET-1CEST,M3.5.0",
		"CET-1CEST,M13.5.0,M10.5.0",
		"<+05",
		"CET-1CEST,M3.6.0,M10.5.0",
		"CET-1CEST,M3.5.7,M10.5.0",
		"CET-1CEST",
		"CET-1CEST,M3.5.0,M10.5.0x",
	};
	int64_t offset;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rules); i++) {
		if (ad_timezone_rule(ad_str(rules[i]), 0, &offset))
			fail_msg("accepted: %s", rules[i]);
	}
}

/* Against the C library, over a century by steps of some days. */
static void agrees_with_the_c_library(void **state)
{
	static const char *const zones[] = {
		"Europe/Berlin",     "America/New_York",  "Australia/Sydney", "Asia/Kolkata",
		"America/Sao_Paulo", "Africa/Casablanca", "Pacific/Apia",     "Europe/Dublin",
		"Asia/Tehran",       "America/St_Johns",  "Asia/Jerusalem",   "Etc/UTC",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(zones); i++) {
		setenv("TZ", zones[i], 1);
		tzset();
		for (time_t at = 0; at < (time_t)INT64_C(4100000000); at += 400009) {
			struct tm tm;
			int64_t offset = 99;

			assert_non_null(localtime_r(&at, &tm));
			assert_true(ad_timezone_offset(zones[i], at, &offset));
			if (offset != tm.tm_gmtoff)
				fail_msg("%s at %lld: %lld, not %ld", zones[i], (long long)at,
					 (long long)offset, tm.tm_gmtoff);
		}
	}
}

static void knows_zones_and_nothing_else(void **state)
{
	static const char *const bad[] = {
		"",         "Nowhere/City",    "../../../etc/passwd", "/etc/localtime",
		"Europe",   "Europe/",         "Europe/Berlin ",      "posixrules/..",
		"zone.tab", "Europe/Ber\nlin",
	};

	(void)state;
	assert_true(ad_timezone_valid(AD_S("UTC")));
	assert_true(ad_timezone_valid(AD_S("Europe/Berlin")));
	assert_true(ad_timezone_valid(AD_S("America/Argentina/Buenos_Aires")));
	assert_true(ad_timezone_valid(AD_S("Etc/GMT+5")));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_timezone_valid(ad_str(bad[i])))
			fail_msg("accepted: %s", bad[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_posix_rules),
		cmocka_unit_test(an_end_at_midnight_ends_the_day_before),
		cmocka_unit_test(refuses_what_is_no_rule),
		cmocka_unit_test(agrees_with_the_c_library),
		cmocka_unit_test(knows_zones_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
