#include "tests/support/unit.h"

#include "auth/signin/acts.h"
#include "auth/signin/sessions.h"
#include "base/clock.h"

#define STALE ((AD_SESSION_FRESH_MINUTES + 1) * AD_MINUTE)

static void every_act_has_a_row_of_its_own(void **state)
{
	(void)state;
	for (int act = 0; act < AD_ACT_COUNT; act++) {
		const struct ad_act_row *row = ad_act_row((enum ad_act)act);
		assert_int_equal(row->act, act);
		assert_non_null(row->name);
		assert_non_null(row->noun);
	}
}

static void a_session_needs_a_confirmation_for_every_act(void **state)
{
	struct ad_principal who = { .kind = AD_BY_SESSION };

	(void)state;
	for (int act = 0; act < AD_ACT_COUNT; act++) {
		who.confirmed_at = 0;
		assert_false(ad_act_is_open_to((enum ad_act)act, &who));
		who.confirmed_at = ad_now() - STALE;
		assert_false(ad_act_is_open_to((enum ad_act)act, &who));
		who.confirmed_at = ad_now();
		assert_true(ad_act_is_open_to((enum ad_act)act, &who));
	}
	assert_false(ad_act_is_confirmed(AD_ACT_COUNT, ad_now()));
}

static void who_has_no_session_is_held_to_scopes_instead(void **state)
{
	static const enum ad_credential kinds[] = { AD_BY_TOKEN, AD_BY_GRANT, AD_BY_COMMAND };

	(void)state;
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		const struct ad_principal who = { .kind = kinds[i] };
		assert_true(ad_act_is_open_to(AD_ACT_CONNECT, &who));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_act_has_a_row_of_its_own),
		cmocka_unit_test(a_session_needs_a_confirmation_for_every_act),
		cmocka_unit_test(who_has_no_session_is_held_to_scopes_instead),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
