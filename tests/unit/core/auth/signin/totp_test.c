#include "tests/support/unit.h"

#include <stdio.h>

#include "auth/signin/totp.h"
#include "base/clock.h"

static const struct ad_str rfc = { "12345678901234567890", 20 };

/* RFC 4226 appendix D. */
static void values_of_the_counter_standard(void **state)
{
	static const uint32_t values[] = { 1284755224, 1094287082, 137359152,  1726969429,
					   1640338314, 868254676,  1918287922, 82162583,
					   673399871,  645520489 };

	(void)state;
	for (uint64_t i = 0; i < AD_LEN(values); i++)
		assert_int_equal(ad_totp_value(rfc, i), values[i]);
}

/* RFC 6238 appendix B, SHA-1, 8 digits. */
static void values_of_the_time_standard(void **state)
{
	static const struct {
		int64_t at;
		uint32_t digits;
	} rows[] = {
		{ 59, 94287082 },         { 1111111109, 7081804 },  { 1111111111, 14050471 },
		{ 1234567890, 89005924 }, { 2000000000, 69279037 }, { 20000000000, 65353130 }
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		assert_int_equal(ad_totp_value(rfc, (uint64_t)rows[i].at / 30) % 100000000,
				 rows[i].digits);
}

static struct ad_str code(int64_t step, char out[static 16])
{
	snprintf(out, 16, "%06u", ad_totp_value(rfc, (uint64_t)step) % 1000000);
	return ad_str(out);
}

static bool check(struct ad_str typed, int64_t step, int64_t last, int64_t *accepted)
{
	*accepted = last;
	return ad_totp_check(rfc, typed, step * 30 * AD_SECOND + 7, accepted);
}

static void a_step_before_and_after_count_and_no_other(void **state)
{
	char text[16];
	int64_t accepted;

	(void)state;
	for (int64_t off = -3; off <= 3; off++) {
		bool good = check(code(5000 + off, text), 5000, 0, &accepted);
		assert_int_equal(good, off >= -1 && off <= 1);
		assert_int_equal(accepted, good ? 5000 + off : 0);
	}
}

static void a_code_counts_once_and_none_before_it_does(void **state)
{
	char text[16];
	int64_t accepted;

	(void)state;
	assert_true(check(code(5000, text), 5000, 4999, &accepted));
	assert_false(check(code(5000, text), 5000, 5000, &accepted));
	assert_false(check(code(4999, text), 5000, 5000, &accepted));
	assert_false(check(code(5000, text), 5000, 5001, &accepted));
	assert_true(check(code(5001, text), 5000, 5000, &accepted));
}

static void six_digits_and_spaces_alone_are_read(void **state)
{
	static const char *const bad[] = {
		"",       "12345",  "1234567", "12345a",
		"-12345", "+12345", "12345.",  "\xd9\xa1\xd9\xa2\xd9\xa3"
	};
	char text[16], spaced[16];
	int64_t accepted;

	(void)state;
	code(5000, text);
	snprintf(spaced, sizeof(spaced), " %.3s %.3s ", text, text + 3);
	assert_true(check(ad_str(spaced), 5000, 0, &accepted));
	for (size_t i = 0; i < AD_LEN(bad); i++)
		assert_false(check(ad_str(bad[i]), 5000, 0, &accepted));
	assert_false(check((struct ad_str){ 0 }, 5000, 0, &accepted));
	assert_false(check((struct ad_str){ "123\000456", 7 }, 5000, 0, &accepted));
}

static void an_app_reads_the_uri(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_string_equal(
		ad_totp_uri(arena, AD_S("adcore"), AD_S("a+b@example.com"), rfc).p,
		"otpauth://totp/adcore:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
		"&issuer=adcore");
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_the_counter_standard),
		cmocka_unit_test(values_of_the_time_standard),
		cmocka_unit_test(a_step_before_and_after_count_and_no_other),
		cmocka_unit_test(a_code_counts_once_and_none_before_it_does),
		cmocka_unit_test(six_digits_and_spaces_alone_are_read),
		cmocka_unit_test(an_app_reads_the_uri),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
