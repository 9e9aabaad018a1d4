#include "tests/support/unit.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "fetch/guard.h"

static bool is_public(const char *text)
{
	uint8_t bytes[16];
	bool is_v4;

	if (!ad_address_parse(text, bytes, &is_v4))
		fail_msg("%s is no address", text);
	return ad_guard_public(bytes);
}

static void addresses_of_the_internet_are_public(void **state)
{
	static const char *const addresses[] = {
		"1.1.1.1",         "8.8.8.8",      "9.255.255.255", "11.0.0.0",
		"100.63.255.255",  "100.128.0.0",  "126.0.0.1",     "128.0.0.1",
		"169.253.0.1",     "172.15.0.1",   "172.32.0.1",    "192.167.0.1",
		"192.169.0.1",     "198.17.0.1",   "198.20.0.1",    "223.255.255.255",
		"2606:4700::1111", "2a00:1450::1", "2001:4860::1",  "2003::1",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(addresses); i++)
		if (!is_public(addresses[i]))
			fail_msg("%s is refused", addresses[i]);
}

static void all_others_are_not(void **state)
{
	static const char *const addresses[] = {
		"0.0.0.0",
		"0.1.2.3",
		"10.0.0.1",
		"10.255.255.255",
		"100.64.0.1",
		"100.127.255.255",
		"127.0.0.1",
		"127.255.255.255",
		"169.254.0.1",
		"169.254.169.254",
		"172.16.0.1",
		"172.31.255.255",
		"192.0.0.1",
		"192.0.2.1",
		"192.88.99.1",
		"192.168.0.1",
		"192.168.255.1",
		"198.18.0.1",
		"198.19.255.255",
		"198.51.100.1",
		"203.0.113.1",
		"224.0.0.1",
		"239.255.255.255",
		"240.0.0.1",
		"255.255.255.255",
		"::",
		"::1",
		"::ffff:10.0.0.1",
		"::ffff:127.0.0.1",
		"::127.0.0.1",
		"64:ff9b::1.1.1.1",
		"64:ff9b:1::1",
		"100::1",
		"2001::1",
		"2001:0:4136:e378::1",
		"2001:db8::1",
		"2002:7f00:1::",
		"2002:0a00:1::1",
		"3fff::1",
		"fc00::1",
		"fd12:3456::1",
		"fe80::1",
		"fec0::1",
		"ff02::1",
		"ffff::1",
		"4000::1",
		"1::1",
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(addresses); i++)
		if (is_public(addresses[i]))
			fail_msg("%s is let through", addresses[i]);
}

static bool connects(const struct ad_fetch_allow *allow, const char *address, int port)
{
	struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port) };

	if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
		return ad_guard_connect(allow, &four, sizeof(four));
	assert_int_equal(inet_pton(AF_INET6, address, &six.sin6_addr), 1);
	return ad_guard_connect(allow, &six, sizeof(six));
}

static void a_socket_goes_to_port_443_only(void **state)
{
	(void)state;
	assert_true(connects(NULL, "1.1.1.1", 443));
	assert_true(connects(NULL, "2606:4700::1111", 443));
	assert_false(connects(NULL, "1.1.1.1", 80));
	assert_false(connects(NULL, "1.1.1.1", 22));
	assert_false(connects(NULL, "2606:4700::1111", 8443));
	assert_false(connects(NULL, "10.0.0.1", 443));
	assert_false(connects(NULL, "::1", 443));
}

static void an_address_in_an_address_is_refused(void **state)
{
	(void)state;
	assert_false(connects(NULL, "::ffff:1.1.1.1", 443));
	assert_false(connects(NULL, "::ffff:127.0.0.1", 443));
}

static void other_kinds_of_sockets_are_refused(void **state)
{
	struct sockaddr_in cut = { .sin_family = AF_INET };
	struct sockaddr other = { .sa_family = AF_UNIX };

	(void)state;
	assert_false(ad_guard_connect(NULL, &other, sizeof(other)));
	assert_false(ad_guard_connect(NULL, &cut, 4));
	assert_false(ad_guard_connect(NULL, &cut, 0));
}

static void what_is_allowed_goes_to_any_port(void **state)
{
	struct ad_cidr nets[2];
	struct ad_fetch_allow allow = { nets, 2 };

	(void)state;
	assert_true(ad_cidr_parse("127.0.0.0/8", &nets[0]) && ad_cidr_parse("::1", &nets[1]));
	assert_true(connects(&allow, "127.0.0.1", 8080));
	assert_true(connects(&allow, "::1", 8080));
	assert_true(connects(&allow, "1.1.1.1", 443));
	assert_false(connects(&allow, "1.1.1.1", 80));
	assert_false(connects(&allow, "10.0.0.1", 443));
	assert_false(connects(&allow, "::ffff:127.0.0.1", 8080));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_of_the_internet_are_public),
		cmocka_unit_test(all_others_are_not),
		cmocka_unit_test(a_socket_goes_to_port_443_only),
		cmocka_unit_test(an_address_in_an_address_is_refused),
		cmocka_unit_test(other_kinds_of_sockets_are_refused),
		cmocka_unit_test(what_is_allowed_goes_to_any_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
