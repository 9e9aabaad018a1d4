#include "tests/support/unit.h"

#include "fetch/freshness.h"

static void a_cache_control_says_how_long(void **state)
{
	static const struct {
		const char *control;
		int64_t seconds;
	} rows[] = {
		{ "", -1 },
		{ "public", -1 },
		{ "s-maxage=10", -1 },
		{ "max-age=300", 300 },
		{ "public, Max-Age=\"60\" , immutable", 60 },
		{ "max-age=0", 0 },
		{ "max-age", 0 },
		{ "max-age=x1", 0 },
		{ "max-age=-5", 0 },
		{ "max-age=60, max-age=60", 60 },
		{ "max-age=60, max-age=600", 0 },
		{ "max-age=99999999999999999999", AD_FETCH_AGE_MAX },
		{ "no-store", 0 },
		{ "max-age=600, NO-CACHE", 0 },
		{ "no-cache=\"a, b\", max-age=600", 0 },
		{ "x=\"no-store, max-age=5\", max-age=7", 7 },
		{ ",,, max-age=8,,", 8 },
		{ "xmax-age=9", -1 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		if (ad_fetch_max_age(ad_str(rows[i].control)) != rows[i].seconds)
			fail_msg("%s gives %lld", rows[i].control,
				 (long long)ad_fetch_max_age(ad_str(rows[i].control)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cache_control_says_how_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
