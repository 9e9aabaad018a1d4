#include "tests/support/unit.h"

#include "auth/password.h"

static void a_password_is_its_own(void **state)
{
	char hash[AD_PASSWORD_HASH_SIZE];
	struct ad_str password = AD_S("correct horse battery");

	(void)state;
	assert_true(ad_password_hash(password, hash));
	assert_int_equal(strncmp(hash, "$argon2id$v=19$m=19456,t=2,p=1$", 31), 0);
	assert_true(ad_password_verify(ad_str(hash), password));
	assert_false(ad_password_verify(ad_str(hash), AD_S("correct horse batterz")));
	assert_false(ad_password_verify(ad_str(hash), AD_S("")));
}

static void nobody_signs_in_without_one(void **state)
{
	(void)state;
	assert_false(ad_password_verify((struct ad_str){ 0 }, AD_S("")));
	assert_false(ad_password_verify((struct ad_str){ 0 }, AD_S("correct horse battery")));
	assert_false(ad_password_verify(AD_S("nonsense"), AD_S("nonsense")));
}

static void length_is_all_that_is_asked(void **state)
{
	char most[AD_PASSWORD_MAX + 1];

	(void)state;
	memset(most, 'x', sizeof(most));
	assert_null(ad_password_fault(AD_S("abcdefghijkl")));
	assert_non_null(ad_password_fault(AD_S("abcdefghijk")));
	/* Characters, not bytes. */
	assert_non_null(
		ad_password_fault(AD_S("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4")));
	assert_null(ad_password_fault((struct ad_str){ most, AD_PASSWORD_MAX }));
	assert_non_null(ad_password_fault((struct ad_str){ most, AD_PASSWORD_MAX + 1 }));
	assert_non_null(ad_password_fault(AD_S("abcdefghijkl\xff")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_password_is_its_own),
		cmocka_unit_test(nobody_signs_in_without_one),
		cmocka_unit_test(length_is_all_that_is_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
