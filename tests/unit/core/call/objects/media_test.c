/* Ranges of bytes (RFC 9110 section 14): one is answered, everything else is answered whole. */
#include "tests/support/unit.h"

#include "call/objects/media.h"

static const struct {
	const char *range;
	size_t size, from, length; /* length 0: all bytes, not as a part */
} rows[] = {
	{ "bytes=0-99", 1000, 0, 100 },
	{ "bytes=0-0", 1000, 0, 1 },
	{ "bytes=999-999", 1000, 999, 1 },
	{ "bytes=0-", 1000, 0, 1000 },
	{ "bytes=900-", 1000, 900, 100 },
	{ "bytes=900-5000", 1000, 900, 100 },
	{ "bytes=0-999999999999999", 1000, 0, 1000 },
	{ "bytes=-1", 1000, 999, 1 },
	{ "bytes=-5000", 1000, 0, 1000 },
	/* Not satisfiable, malformed, several, of another unit. */
	{ "bytes=-0", 1000, 0, 0 },
	{ "bytes=1000-", 1000, 0, 0 },
	{ "bytes=1000-1001", 1000, 0, 0 },
	{ "bytes=5-4", 1000, 0, 0 },
	{ "bytes=", 1000, 0, 0 },
	{ "bytes=-", 1000, 0, 0 },
	{ "bytes=5", 1000, 0, 0 },
	{ "bytes=a-b", 1000, 0, 0 },
	{ "bytes= 0-1", 1000, 0, 0 },
	{ "bytes=0-1 ", 1000, 0, 0 },
	{ "bytes=+0-1", 1000, 0, 0 },
	{ "bytes=0-1,5-6", 1000, 0, 0 },
	{ "bytes=9999999999999999-", 1000, 0, 0 },
	{ "bytes=0-9999999999999999", 1000, 0, 0 },
	{ "items=0-1", 1000, 0, 0 },
	{ "", 1000, 0, 0 },
	{ "bytes=0-0", 1, 0, 1 },
	{ "bytes=0-", 0, 0, 0 },
	{ "bytes=-1", 0, 0, 0 },
};

static void one_range_is_a_part(void **state)
{
	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_media_reply m = { .size = rows[i].size, .length = rows[i].size };
		size_t length = rows[i].length ? rows[i].length : rows[i].size;
		ad_media_range(&m, ad_str(rows[i].range));
		if (m.from != rows[i].from || m.length != length ||
		    m.partial != (rows[i].length > 0))
			fail_msg("%s of %zu: %zu and %zu", rows[i].range, rows[i].size, m.from,
				 m.length);
	}
}

static void without_the_header_all_is_answered(void **state)
{
	struct ad_media_reply m = { .size = 10, .length = 10 };

	(void)state;
	ad_media_range(&m, (struct ad_str){ 0 });
	assert_false(m.partial);
	assert_int_equal(m.length, 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_range_is_a_part),
		cmocka_unit_test(without_the_header_all_is_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
