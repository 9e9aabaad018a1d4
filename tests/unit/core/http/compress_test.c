/* The encodings of a request, ETags with and without the suffix, and the bytes. */
#include "http/compress.h"

#include <zlib.h>

#include "tests/support/unit.h"

#include "tests/support/exchange.h"

static bool takes(const char *value)
{
	struct asked a;
	struct ad_arena *arena = ad_arena_new();
	struct ad_exchange *x = ask(&a, arena, "GET", "/");

	ask_with(&a, "Accept-Encoding", value ? ad_str(value) : (struct ad_str){ 0 });
	bool answer = ad_http_takes_gzip(x);
	ad_arena_free(arena);
	return answer;
}

static void test_accept_encoding_with_q(void **state)
{
	static const char *const yes[] = {
		"gzip", "GZip",           "br, gzip", "gzip;q=0.5",   "gzip ; q=1",
		"*",    "br;q=1,*;q=0.1", "x-gzip",   "gzip;q=0.001", "deflate,gzip, br"
	};
	static const char *const no[] = { "",          "br",
					  "gzip;q=0",  "gzip;q=0.000",
					  "*;q=0",     "gzip;q=0, *;q=1",
					  "identity",  "gzipped",
					  "gzip ;Q=0", NULL };
	(void)state;
	for (size_t i = 0; i < AD_LEN(yes); i++)
		assert_true(takes(yes[i]));
	for (size_t i = 0; i < AD_LEN(no); i++)
		assert_false(takes(no[i]));
}

static void test_etags_lose_the_suffix_alone(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	(void)state;
	assert_true(ad_str_is(ad_http_etags(arena, AD_S("\"3.1-gzip\"")), "\"3.1\""));
	assert_true(ad_str_is(ad_http_etags(arena, AD_S("W/\"a-gzip\", \"b\"")), "W/\"a\", \"b\""));
	assert_true(ad_str_is(ad_http_etags(arena, AD_S("*")), "*"));
	assert_true(ad_str_is(ad_http_etags(arena, AD_S("\"-gzipped\"")), "\"-gzipped\""));
	assert_null(ad_http_etags(arena, (struct ad_str){ 0 }).p);
	ad_arena_free(arena);
}

static void test_the_bytes_come_back(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	static char text[200000], back[200000];
	z_stream z = { 0 };
	(void)state;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)('a' + (i * i) % 7);
	struct ad_str packed = ad_gzip(arena, (struct ad_str){ text, sizeof(text) });
	assert_true(packed.n > 20 && packed.n < sizeof(text) / 8);
	assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)packed.p;
	z.avail_in = (uInt)packed.n;
	z.next_out = (Bytef *)back;
	z.avail_out = sizeof(back);
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	assert_int_equal(z.total_out, sizeof(text));
	assert_memory_equal(back, text, sizeof(text));
	inflateEnd(&z);
	ad_arena_free(arena);
}

static void test_what_does_not_get_shorter_is_left(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	char text[4096];
	uint32_t n = 1;
	(void)state;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)((n = n * 1664525u + 1013904223u) >> 24);
	assert_null(ad_gzip(arena, (struct ad_str){ text, sizeof(text) }).p);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_accept_encoding_with_q),
		cmocka_unit_test(test_etags_lose_the_suffix_alone),
		cmocka_unit_test(test_the_bytes_come_back),
		cmocka_unit_test(test_what_does_not_get_shorter_is_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
