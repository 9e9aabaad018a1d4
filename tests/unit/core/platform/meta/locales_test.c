/* Languages as Meta's locale keys. */
#include "tests/support/unit.h"

#include "platform/meta/adapter.h"

static void languages_are_keys(void **state)
{
	static const struct {
		const char *tag;
		size_t count;
		int64_t keys[META_LOCALES];
	} rows[] = {
		{ "en", 2, { 6, 24 } },
		{ "en-GB", 1, { 24 } },
		{ "de", 1, { 5 } },
		{ "de-AT", 1, { 5 } },
		{ "es", 2, { 23, 7 } },
		{ "es-419", 1, { 23 } },
		{ "zh", 3, { 20, 21, 22 } },
		{ "pt-BR", 1, { 16 } },
		{ "vi", 1, { 27 } },
		{ "1001", 1, { 1001 } },
		/* Meta has no locale for Australian English, and adcore does not guess one. */
		{ "en-AU", 0, { 0 } },
		{ "tlh", 0, { 0 } },
		{ "tlh-US", 0, { 0 } },
		{ "", 0, { 0 } },
		{ "0", 0, { 0 } },
		{ "1234567890", 0, { 0 } },
		{ "12a", 0, { 0 } },
		{ "-", 0, { 0 } },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		int64_t keys[META_LOCALES] = { 0 };
		if (meta_locales(ad_str(rows[i].tag), keys) != rows[i].count)
			fail_msg("%s", rows[i].tag);
		for (size_t k = 0; k < rows[i].count; k++)
			assert_int_equal(keys[k], rows[i].keys[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(languages_are_keys) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
