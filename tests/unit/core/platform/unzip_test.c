/* Archives of one file: complete or refused, whatever is damaged. */
#include "tests/support/unit.h"

#include "platform/unzip.h"
#include "tests/unit/core/platform/archive.h"

/* "abc" 2,000 times, deflated, by another program. */
static const unsigned char packed[] = {
	/* clang-format off */
	0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00,
	0x21, 0x5c, 0x69, 0xd9,
	0x19, 0xc4, 0x1a, 0x00, 0x00, 0x00, 0x70, 0x17, 0x00, 0x00, 0x05, 0x00,
	0x00, 0x00, 0x61, 0x2e,
	0x63, 0x73, 0x76, 0xed, 0xc2, 0x41, 0x11, 0x00, 0x00, 0x0c, 0x02, 0xa0,
	0xac, 0x6a, 0xff, 0x0e,
	0x0b, 0xb1, 0x2f, 0x1c, 0xe9, 0xa2, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xfe,
	0x1e, 0x50, 0x4b, 0x01,
	0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21,
	0x5c, 0x69, 0xd9, 0x19,
	0xc4, 0x1a, 0x00, 0x00, 0x00, 0x70, 0x17, 0x00, 0x00, 0x05, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x61,
	0x2e, 0x63, 0x73, 0x76,
	0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00,
	0x33, 0x00, 0x00, 0x00,
	0x3d, 0x00, 0x00, 0x00, 0x00, 0x00,
	/* clang-format on */
};

static int make_arena(void **state)
{
	*state = ad_arena_new();
	return 0;
}

static int free_arena(void **state)
{
	ad_arena_free(*state);
	return 0;
}

struct sink {
	struct ad_text text;
	size_t ends_at; /* 0: never */
};

static bool take(void *arg, struct ad_str part)
{
	struct sink *sink = arg;

	ad_text_add(&sink->text, part);
	return !sink->ends_at || sink->text.n < sink->ends_at;
}

/* The content, or the reason after "!". */
static struct ad_str open_most(struct ad_arena *arena, struct ad_str zip, size_t most)
{
	struct sink sink = { .text = ad_text_on(arena) };
	const char *wrong = ad_unzip_one(zip, most, take, &sink);

	return wrong ? ad_arena_printf(arena, "!%s", wrong) : ad_text_str(&sink.text);
}

static struct ad_str packed_copy(struct ad_arena *arena)
{
	return ad_arena_copy(arena, (struct ad_str){ (const char *)packed, sizeof(packed) });
}

static void says(struct ad_arena *arena, struct ad_str zip, const char *part)
{
	struct ad_str got = open_most(arena, zip, 10000);

	if (!ad_str_starts(got, "!") || !strstr(got.p, part))
		fail_msg("%s is not in %.60s", part, got.p);
}

static void set(struct ad_str zip, size_t at, unsigned value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		((char *)(uintptr_t)zip.p)[at + (size_t)i] = (char)(value >> (8 * i) & 255);
}

static void both_methods_are_read(void **state)
{
	struct ad_str got = open_most(*state, packed_copy(*state), 6000);

	assert_int_equal(got.n, 6000);
	for (size_t i = 0; i < got.n; i++)
		assert_int_equal(got.p[i], "abc"[i % 3]);
	got = open_most(*state, archive_of(*state, AD_S("one,two\n")), 8);
	assert_string_equal(got.p, "one,two\n");
	got = open_most(*state, archive_of(*state, AD_S("")), 0);
	assert_int_equal(got.n, 0);
}

/* One byte less, or one bit changed: no damaged archive passes as complete. */
static void nothing_broken_is_whole(void **state)
{
	struct ad_str whole = packed_copy(*state);
	struct ad_str was = open_most(*state, whole, 6000);

	for (size_t n = 0; n < whole.n; n++)
		says(*state, ad_arena_copy(*state, (struct ad_str){ whole.p, n }), ".");
	for (size_t bit = 0; bit < 8 * whole.n; bit++) {
		struct ad_str other = packed_copy(*state);
		struct ad_str got;
		((char *)(uintptr_t)other.p)[bit / 8] ^= (char)(1 << bit % 8);
		got = open_most(*state, other, 6000);
		if (!ad_str_starts(got, "!"))
			assert_true(ad_str_eq(got, was));
	}
}

static void what_is_not_taken_is_told(void **state)
{
	struct ad_str zip = packed_copy(*state);
	size_t end = zip.n - 22, central = end - 46 - 5;

	says(*state, AD_S(""), "damaged");
	says(*state, AD_S("<html>no</html> and long enough to hold an end record"), "damaged");
	set(zip, end + 8, 2, 2);
	says(*state, zip, "exactly one file");
	zip = packed_copy(*state);
	set(zip, central + 8, 1, 2);
	says(*state, zip, "encrypted");
	zip = packed_copy(*state);
	set(zip, central + 10, 14, 2);
	says(*state, zip, "method");
	zip = packed_copy(*state);
	set(zip, central + 24, UINT32_MAX, 4);
	says(*state, zip, "too large");
	zip = packed_copy(*state);
	set(zip, central + 42, (unsigned)zip.n, 4);
	says(*state, zip, "damaged");
	zip = packed_copy(*state);
	set(zip, central + 16, 7, 4);
	says(*state, zip, "damaged");
	/* The stated size is smaller than the content. */
	zip = packed_copy(*state);
	set(zip, central + 24, 5999, 4);
	says(*state, zip, "damaged");
}

static void no_more_than_is_wanted(void **state)
{
	struct sink sink = { .text = ad_text_on(*state), .ends_at = 1 };
	struct ad_str got = open_most(*state, packed_copy(*state), 5999);

	assert_string_equal(got.p, "!The file in the archive is too large.");
	assert_non_null(ad_unzip_one(packed_copy(*state), 6000, take, &sink));
	assert_in_range(sink.text.n, 1, 16384);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(both_methods_are_read),
		TEST(nothing_broken_is_whole),
		TEST(what_is_not_taken_is_told),
		TEST(no_more_than_is_wanted),
	};

	return cmocka_run_group_tests_name("unzip", tests, NULL, NULL);
}
