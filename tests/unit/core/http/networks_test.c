#include "tests/support/unit.h"

#include <stdio.h>

#include "base/cidr.h"
#include "http/networks.h"

static struct ad_networks *networks;

static const uint8_t *address_of(const char *text)
{
	static uint8_t bytes[16];
	bool is_v4;

	assert_true(ad_address_parse(text, bytes, &is_v4));
	return bytes;
}

static bool take(const char *address, size_t amount)
{
	return ad_networks_take(networks, address_of(address), AD_NETWORK_CONNECTIONS, amount, 4);
}

static int start(void **state)
{
	(void)state;
	networks = ad_networks_new();
	return 0;
}

static int stop(void **state)
{
	(void)state;
	ad_networks_free(networks);
	return 0;
}

static void an_ipv4_address_has_its_share(void **state)
{
	(void)state;
	assert_true(take("192.0.2.1", 4));
	assert_false(take("192.0.2.1", 1));
	assert_true(take("192.0.2.2", 1));
	ad_networks_give(networks, address_of("192.0.2.1"), AD_NETWORK_CONNECTIONS, 1);
	assert_true(take("192.0.2.1", 1));
	assert_int_equal(
		ad_networks_held(networks, address_of("192.0.2.1"), AD_NETWORK_CONNECTIONS), 4);
}

static void ipv6_is_counted_by_64_56_and_48_bits(void **state)
{
	(void)state;
	assert_true(take("2001:db8:0:1::1", 4));
	assert_false(take("2001:db8:0:1::2", 1)); /* the same /64 */
	assert_true(take("2001:db8:0:2::1", 4));
	assert_false(take("2001:db8:0:3::1", 1)); /* the /56 holds twice the share */
	assert_true(take("2001:db8:0:100::1", 4));
	assert_true(take("2001:db8:0:200::1", 4));
	assert_false(take("2001:db8:0:300::1", 1)); /* the /48 holds four times the share */
	assert_true(take("2001:db8:1::1", 4));
}

/* One connection of each /64: the /56 takes 8 of them, the /48 takes 16. */
static void a_crowd_of_64s_counts_for_its_56_and_48(void **state)
{
	char address[64];

	(void)state;
	for (int i = 0; i < 40; i++) {
		snprintf(address, sizeof(address), "2001:db8:7:%x::1", i);
		assert_int_equal(take(address, 1), i < 8);
	}
	for (int i = 0; i < 40; i++) {
		snprintf(address, sizeof(address), "2001:db8:7:%x00::1", i + 1);
		assert_int_equal(take(address, 1), i < 8);
	}
	/* Where one ends, another one has its place, and only one. */
	ad_networks_give(networks, address_of("2001:db8:7:3::1"), AD_NETWORK_CONNECTIONS, 1);
	assert_true(take("2001:db8:7:20::1", 1));
	assert_false(take("2001:db8:7:21::1", 1));
	assert_true(take("2001:db8:8::1", 1));
}

static void what_is_refused_counts_nowhere(void **state)
{
	(void)state;
	assert_false(take("2001:db8:2:1::1", 5));
	assert_int_equal(
		ad_networks_held(networks, address_of("2001:db8:2:1::1"), AD_NETWORK_CONNECTIONS),
		0);
	assert_true(take("2001:db8:2:1::1", 4));
}

static void uses_are_counted_apart(void **state)
{
	const uint8_t *address = address_of("198.51.100.7");

	(void)state;
	assert_true(ad_networks_take(networks, address, AD_NETWORK_BODIES, 10, 10));
	assert_false(ad_networks_fits(networks, address, AD_NETWORK_BODIES, 1, 10));
	assert_true(ad_networks_fits(networks, address, AD_NETWORK_ANSWERS, 10, 10));
	ad_networks_give(networks, address, AD_NETWORK_BODIES, 10);
	assert_int_equal(ad_networks_held(networks, address, AD_NETWORK_BODIES), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ipv4_address_has_its_share),
		cmocka_unit_test(ipv6_is_counted_by_64_56_and_48_bits),
		cmocka_unit_test(a_crowd_of_64s_counts_for_its_56_and_48),
		cmocka_unit_test(what_is_refused_counts_nowhere),
		cmocka_unit_test(uses_are_counted_apart),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
