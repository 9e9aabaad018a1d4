#include "tests/support/unit.h"

#include "auth/credential/principal.h"

static void scopes_have_names_and_back(void **state)
{
	(void)state;
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		assert_int_equal(ad_scope_bit(ad_str(ad_scope_name(bit))), bit);
	assert_string_equal(ad_scope_name(AD_SYNC_WRITE), "sync:write");
	assert_int_equal(ad_scope_bit(AD_S("sync:Write")), 0);
	assert_int_equal(ad_scope_bit(AD_S("")), 0);
}

static void a_list_names_the_bad_one(void **state)
{
	uint32_t bits;
	struct ad_str bad;

	(void)state;
	assert_true(ad_scopes_parse(AD_S(" ads:read,,sync:read "), &bits, &bad));
	assert_int_equal(bits, AD_ADS_READ | AD_SYNC_READ);
	assert_true(ad_scopes_parse(AD_S("all"), &bits, &bad));
	assert_int_equal(bits, AD_SCOPES_ALL);
	assert_false(ad_scopes_parse(AD_S("ads:read,ads:delete"), &bits, &bad));
	assert_true(ad_str_is(bad, "ads:delete"));
	assert_true(ad_scopes_parse(AD_S(""), &bits, &bad));
	assert_int_equal(bits, 0);
}

static void roles_cut_scopes(void **state)
{
	(void)state;
	assert_int_equal(ad_role_scopes(AD_NO_MEMBER), 0);
	assert_int_equal(ad_role_scopes(AD_VIEWER) & AD_CAMPAIGNS_WRITE, 0);
	assert_int_equal(ad_role_scopes(AD_VIEWER) & AD_SYNC_WRITE, 0);
	assert_true(ad_role_scopes(AD_VIEWER) & AD_REPORTS_READ);
	assert_true(ad_role_scopes(AD_EDITOR) & AD_CAMPAIGNS_WRITE);
	assert_int_equal(ad_role_scopes(AD_EDITOR) & AD_SYNC_WRITE, 0);
	assert_int_equal(ad_role_scopes(AD_PUBLISHER), AD_SCOPES_ALL);
	assert_int_equal(ad_role_scopes(AD_OWNER), AD_SCOPES_PERSON);
	assert_int_equal(AD_SCOPES_ALL & AD_PEOPLE_READ, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scopes_have_names_and_back),
		cmocka_unit_test(a_list_names_the_bad_one),
		cmocka_unit_test(roles_cut_scopes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
