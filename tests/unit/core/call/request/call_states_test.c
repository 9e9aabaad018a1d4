/* The idempotency key of a call: what may follow what, and that all else ends the process. */
#include "tests/support/states.h"

#include "call/request/call.h"

static void each_pair_is_legal_or_dies(void **state)
{
	static const char *const legal[] = { "NONE>CLAIMED", "CLAIMED>CLAIMED", "CLAIMED>ANSWERED",
					     "CLAIMED>NONE", "NONE>NONE" };

	(void)state;
	assert_states(&ad_key_states, legal, AD_LEN(legal));
	assert_states_documented(&ad_key_states);
}

static void claim(void *arg)
{
	ad_call_set_key(arg, AD_KEY_CLAIMED);
}

static void an_answered_call_does_not_work_again(void **state)
{
	struct ad_call call = { .key = AD_KEY_CLAIMED };

	(void)state;
	ad_call_set_key(&call, AD_KEY_ANSWERED);
	assert_int_equal(call.key, AD_KEY_ANSWERED);
	assert_true(dies(claim, &call));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_is_legal_or_dies),
		cmocka_unit_test(an_answered_call_does_not_work_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
