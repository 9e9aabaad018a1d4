#include "tests/support/unit.h"

#include <string.h>

#include "http/address.h"

static void listens(void **state)
{
	static const char *const good[] = { "127.0.0.1:8080", "[::1]:1", "localhost:80", ":0",
					    "0.0.0.0:65535" };
	static const char *const bad[] = {
		"",       "127.0.0.1",       "127.0.0.1:",    "127.0.0.1:x",
		"::1:80", "127.0.0.1:65536", "[127.0.0.1]:1", "host:1",
		"[::1]",  "1.2.3:4",         "127.0.0.1:-1"
	};
	struct ad_listen at;
	(void)state;
	for (size_t i = 0; i < AD_LEN(good); i++)
		assert_true(ad_listen_parse(good[i], &at));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_listen_parse(bad[i], &at))
			fail_msg("taken: %s", bad[i]);
	}
	assert_true(ad_listen_parse("[::1]:443", &at));
	assert_string_equal(at.host, "::1");
	assert_int_equal(at.port, 443);
}

static void networks(void **state)
{
	struct ad_cidr net;
	(void)state;
	assert_true(ad_cidr_parse("10.0.0.0/8", &net));
	assert_true(ad_cidr_contains(&net, "10.255.0.1"));
	assert_true(ad_cidr_contains(&net, "::ffff:10.0.0.1"));
	assert_false(ad_cidr_contains(&net, "11.0.0.1"));
	assert_false(ad_cidr_contains(&net, "::1"));
	assert_false(ad_cidr_contains(&net, "nonsense"));
	assert_true(ad_cidr_parse("192.0.2.7", &net));
	assert_true(ad_cidr_contains(&net, "192.0.2.7"));
	assert_false(ad_cidr_contains(&net, "192.0.2.6"));
	assert_true(ad_cidr_parse("fd00::/8", &net));
	assert_true(ad_cidr_contains(&net, "fdff::1"));
	assert_true(ad_cidr_parse("0.0.0.0/0", &net));
	assert_false(ad_cidr_contains(&net, "::1"));
	assert_true(ad_cidr_parse("::/0", &net));
	assert_true(ad_cidr_contains(&net, "1.2.3.4"));
	assert_false(ad_cidr_parse("10.0.0.1/8", &net));
	assert_false(ad_cidr_parse("10.0.0.0/33", &net));
	assert_false(ad_cidr_parse("10.0.0.0/", &net));
	assert_false(ad_cidr_parse("10.0.0/8", &net));
	assert_false(ad_cidr_parse("", &net));
}

static void hosts(void **state)
{
	static const char *const good[] = { "a",           "a:80",  "ads.example.com",
					    "127.0.0.1:1", "[::1]", "[::1]:9",
					    "a_b-c" };
	static const char *const bad[] = { "",     ":80",  "a:",   "a:65536", "a:8x", "a b",
					   "a/b",  "a@b",  "[::1", "[::1]x",  "[x]",  "a,b",
					   "a%41", "a\\b", "a?b",  "a#b",     "[]" };
	(void)state;
	for (size_t i = 0; i < AD_LEN(good); i++)
		assert_true(ad_host_valid(ad_str(good[i])));
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		if (ad_host_valid(ad_str(bad[i])))
			fail_msg("taken: %s", bad[i]);
	}
}

static void origins_are_written_as_browsers_write_them(void **state)
{
	static const char *const pairs[][2] = {
		{ "https://ads.example.com", "https://ads.example.com" },
		{ "https://ads.example.com/", "https://ads.example.com" },
		{ "HTTPS://Ads.Example.COM", "https://ads.example.com" },
		{ "https://ads.example.com:443/", "https://ads.example.com" },
		{ "http://ads.example.com:80", "http://ads.example.com" },
		{ "https://ads.example.com:0443", "https://ads.example.com" },
		{ "https://ads.example.com:80", "https://ads.example.com:80" },
		{ "http://ads.example.com:443", "http://ads.example.com:443" },
		{ "http://127.0.0.1:8080", "http://127.0.0.1:8080" },
		{ "http://127.0.0.1:0", "http://127.0.0.1:0" },
		{ "http://[::1]:8080", "http://[::1]:8080" },
		{ "https://[2001:DB8:0:0::1]:443", "https://[2001:db8::1]" },
		{ "https://[FE80::ABCD]/", "https://[fe80::abcd]" },
		{ "https://1.example2", "https://1.example2" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		const char *fault = ad_origin_normal(arena, ad_str(pairs[i][0]), &out);
		if (fault)
			fail_msg("%s: %s", pairs[i][0], fault);
		assert_string_equal(out.p, pairs[i][1]);
	}
	ad_arena_free(arena);
}

static void what_is_no_origin_is_told_why(void **state)
{
	static const char *const pairs[][2] = {
		{ "https://ads.example.com/app", "path" },
		{ "https://ads.example.com//", "path" },
		{ "https://ads.example.com?x", "query" },
		{ "https://ads.example.com/?x", "query" },
		{ "https://ads.example.com#x", "fragment" },
		{ "https://ads.example.com/#", "fragment" },
		{ "https://me:secret@ads.example.com", "user name" },
		{ "https://me@ads.example.com/path", "user name" },
		{ "", "http(s)://" },
		{ "https://", "http(s)://" },
		{ "https:ads.example.com", "http(s)://" },
		{ "ads.example.com", "http(s)://" },
		{ "ftp://ads.example.com", "http(s)://" },
		{ "https://ads example.com", "http(s)://" },
		{ "https://ads.example.com:", "http(s)://" },
		{ "https://ads.example.com:99999", "http(s)://" },
		{ "https://:443", "http(s)://" },
		{ "https://[::1", "http(s)://" },
		{ "https://[fe80::1%25eth0]", "http(s)://" },
		{ "https://a\\b", "http(s)://" },
		{ "http://127.1", "address" },
		{ "http://2130706433", "address" },
		{ "http://0x7f.1", "address" },
		{ "http://127.0.0.0x1", "address" },
		{ "http://1.2.3.256", "address" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_str out;

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		const char *fault = ad_origin_normal(arena, ad_str(pairs[i][0]), &out);
		if (!fault)
			fail_msg("taken: %s", pairs[i][0]);
		if (!strstr(fault, pairs[i][1]))
			fail_msg("%s: %s", pairs[i][0], fault);
	}
	ad_arena_free(arena);
}

static void check_client(const char *trusted, const char *peer, const char *list, const char *is)
{
	struct ad_cidr net;
	char out[64];
	struct ad_str lists[2] = { ad_str(list), ad_str(NULL) };
	assert_true(ad_cidr_parse(trusted, &net));
	ad_client_address(&net, peer, lists, 1, out);
	assert_string_equal(out, is);
}

static void clients_behind_a_proxy(void **state)
{
	char out[64];
	struct ad_str list = AD_S("1.2.3.4");
	(void)state;
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4", "1.2.3.4");
	check_client("10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4 , 10.0.0.2", "1.2.3.4");
	check_client("10.0.0.0/8", "10.0.0.1", "fd00::7", "fd00::7");
	check_client("10.0.0.0/8", "10.0.0.1", "", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4, unknown", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "10.0.0.9", "10.0.0.9");
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4,", "10.0.0.1");
	/* Some proxies add the client's port. */
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4:5678", "1.2.3.4");
	check_client("10.0.0.0/8", "10.0.0.1", "[fd00::7]:5678", "fd00::7");
	check_client("10.0.0.0/8", "10.0.0.1", "[fd00::7]", "fd00::7");
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4, 10.0.0.2:80", "1.2.3.4");
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4:", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "1.2.3.4:99999", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", ":80", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "]:80", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "[]:80", "10.0.0.1");
	check_client("10.0.0.0/8", "10.0.0.1", "[fd00::7]x", "10.0.0.1");
	/* A peer that is not a trusted proxy is the client, whatever its headers name. */
	check_client("10.0.0.0/8", "8.8.8.8", "1.2.3.4", "8.8.8.8");
	ad_client_address(NULL, "10.0.0.1", &list, 1, out);
	assert_string_equal(out, "10.0.0.1");
}

static void check_network(const char *address, const char *is)
{
	char out[AD_NETWORK_TEXT];

	ad_network_of(ad_str(address), out);
	assert_string_equal(out, is);
}

static void what_counts_as_one_client(void **state)
{
	(void)state;
	check_network("192.0.2.1", "192.0.2.1");
	check_network("::ffff:192.0.2.1", "192.0.2.1");
	check_network("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
	check_network("2001:DB8:1:2::", "2001:db8:1:2::");
	check_network("::1", "::");
	check_network("unix", "unix");
	check_network("", "");
	check_network("a text that is no address and longer than any of them could ever be, so",
		      "a text that is no address and longer than any of them could eve");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(listens),
		cmocka_unit_test(networks),
		cmocka_unit_test(hosts),
		cmocka_unit_test(origins_are_written_as_browsers_write_them),
		cmocka_unit_test(what_is_no_origin_is_told_why),
		cmocka_unit_test(clients_behind_a_proxy),
		cmocka_unit_test(what_counts_as_one_client),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
