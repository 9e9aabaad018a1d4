#include "tests/support/unit.h"

#include "base/cbor.h"

#define IN(literal) ((struct ad_str){ (literal), sizeof(literal) - 1 })

static void numbers_of_the_standard(void **state)
{
	const struct {
		struct ad_str in;
		int64_t number;
	} rows[] = {
		{ IN("\x00"), 0 },
		{ IN("\x17"), 23 },
		{ IN("\x18\x18"), 24 },
		{ IN("\x18\xff"), 255 },
		{ IN("\x19\x01\x00"), 256 },
		{ IN("\x1a\x00\x01\x00\x00"), 65536 },
		{ IN("\x1b\x00\x00\x00\x01\x00\x00\x00\x00"), INT64_C(1) << 32 },
		{ IN("\x1b\x7f\xff\xff\xff\xff\xff\xff\xff"), INT64_MAX },
		{ IN("\x20"), -1 },
		{ IN("\x26"), -7 },
		{ IN("\x39\x01\x00"), -257 },
		{ IN("\x3b\x7f\xff\xff\xff\xff\xff\xff\xff"), INT64_MIN },
	};
	struct ad_cbor_item item;

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str in = rows[i].in;
		assert_true(ad_cbor_read(&in, &item));
		assert_int_equal(in.n, 0);
		assert_true(item.number == rows[i].number);
		assert_int_equal(item.type, rows[i].number < 0 ? AD_CBOR_NINT : AD_CBOR_UINT);
	}
}

static void strings_maps_and_the_rest(void **state)
{
	struct ad_cbor_item item;
	/* {"fmt": h'0102', 1: [true, false, null]} */
	struct ad_str in = IN("\xa2\x63"
			      "fmt\x42\x01\x02\x01\x83\xf5\xf4\xf6!");

	(void)state;
	struct ad_str whole = in;
	assert_true(ad_cbor_skip(&whole));
	assert_int_equal(whole.n, 1);
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_MAP);
	assert_int_equal(item.number, 2);
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_TEXT);
	assert_true(ad_str_is(item.bytes, "fmt"));
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_BYTES);
	assert_int_equal(item.bytes.n, 2);
	assert_true(ad_cbor_read(&in, &item));
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_ARRAY);
	assert_int_equal(item.number, 3);
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_BOOL);
	assert_int_equal(item.number, 1);
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.number, 0);
	assert_true(ad_cbor_read(&in, &item));
	assert_int_equal(item.type, AD_CBOR_NULL);
	assert_int_equal(in.n, 1);
}

static void what_is_loose_is_refused(void **state)
{
	const struct ad_str rows[] = {
		IN(""),
		IN("\x18\x17"),                             /* 23 in two bytes */
		IN("\x19\x00\xff"),                         /* 255 in three */
		IN("\x1a\x00\x00\xff\xff"),                 /* 65535 in five */
		IN("\x1b\x00\x00\x00\x00\xff\xff\xff\xff"), /* 2^32-1 in nine */
		IN("\x1b\x80\x00\x00\x00\x00\x00\x00\x00"), /* beyond an int64_t */
		IN("\x3b\x80\x00\x00\x00\x00\x00\x00\x00"),
		IN("\x18"),
		IN("\x19\x01"),
		IN("\x1c"), /* reserved */
		IN("\x1d"),
		IN("\x1e"),
		IN("\x1f"),
		IN("\x5f\x41\x01\xff"), /* indefinite lengths */
		IN("\x7f\x61\x61\xff"),
		IN("\x9f\xff"),
		IN("\xbf\xff"),
		IN("\x42\x01"), /* cut short */
		IN("\x62\x61"),
		IN("\x61\xff"), /* no UTF-8 */
		IN("\x82\x01"),
		IN("\xa1\x01"),
		IN("\x9b\x00\x00\x00\x01\x00\x00\x00\x00"), /* more items than bytes */
		IN("\xbb\x7f\xff\xff\xff\xff\xff\xff\xff"),
		IN("\x5b\x7f\xff\xff\xff\xff\xff\xff\xff"),
		IN("\xc1\x01"),     /* a tag */
		IN("\xf9\x3c\x00"), /* floats */
		IN("\xfa\x00\x00\x00\x00"),
		IN("\xfb\x00\x00\x00\x00\x00\x00\x00\x00"),
		IN("\xf7"), /* undefined, simple values, break */
		IN("\xe0"),
		IN("\xf8\x20"),
		IN("\xff"),
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_str in = rows[i];
		if (ad_cbor_skip(&in))
			fail_msg("row %zu was read", i);
	}
}

static void levels_end(void **state)
{
	struct ad_str seven = IN("\x81\x81\x81\x81\x81\x81\x81\x01");
	struct ad_str eight = IN("\x81\x81\x81\x81\x81\x81\x81\x81\x01");
	struct ad_str empty = IN("\x82\x80\xa0");

	(void)state;
	assert_true(ad_cbor_skip(&seven));
	assert_false(ad_cbor_skip(&eight));
	assert_true(ad_cbor_skip(&empty));
	assert_int_equal(empty.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_the_standard),
		cmocka_unit_test(strings_maps_and_the_rest),
		cmocka_unit_test(what_is_loose_is_refused),
		cmocka_unit_test(levels_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
