#include "tests/support/unit.h"

#include "fetch/gate.h"

static void each_key_has_its_share(void **state)
{
	struct ad_fetch_gate *gate = ad_fetch_gate_new(5, 2);

	(void)state;
	assert_true(ad_fetch_enter(gate, "spc_a"));
	assert_true(ad_fetch_enter(gate, "spc_a"));
	assert_false(ad_fetch_enter(gate, "spc_a"));
	assert_true(ad_fetch_enter(gate, "spc_b"));
	ad_fetch_leave(gate, "spc_a");
	assert_true(ad_fetch_enter(gate, "spc_a"));
	ad_fetch_gate_free(gate);
}

static void all_keys_have_a_share_together(void **state)
{
	struct ad_fetch_gate *gate = ad_fetch_gate_new(2, 2);

	(void)state;
	assert_true(ad_fetch_enter(gate, "spc_a"));
	assert_true(ad_fetch_enter(gate, "spc_b"));
	assert_false(ad_fetch_enter(gate, "spc_c"));
	ad_fetch_leave(gate, "spc_x"); /* was never inside */
	assert_false(ad_fetch_enter(gate, "spc_c"));
	ad_fetch_leave(gate, "spc_b");
	assert_true(ad_fetch_enter(gate, "spc_c"));
	ad_fetch_gate_free(gate);
	ad_fetch_gate_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_has_its_share),
		cmocka_unit_test(all_keys_have_a_share_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
