#include "tests/support/unit.h"

#include "http/access_log.h"

static void addresses_become_networks(void **state)
{
	static const char *const pairs[][2] = {
		{ "203.0.113.77", "203.0.113.0/24" },
		{ "::ffff:203.0.113.77", "203.0.113.0/24" },
		{ "2001:db8:1:2:3:4:5:6", "2001:db8:1::/48" },
		{ "::1", "::/48" },
		{ "", "unknown" },
		{ "somebody", "unknown" },
		{ "203.0.113.77.", "unknown" },
	};
	char out[64];

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		ad_http_network_of(ad_str(pairs[i][0]), out);
		assert_string_equal(out, pairs[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_become_networks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
