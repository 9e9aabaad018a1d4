/* The nearest allowed values. */
#include "tests/unit/core/call/desk.h"

#include "call/request/check_value.h"
#include "call/request/validate.h"

static const char *const statuses[] = { "ENABLED", "PAUSED", NULL };

static const char *suggestion(struct desk *d, const char *value)
{
	fresh(d);
	ad_fault_option(&d->call, "status", ad_str(value), statuses);
	FAULTS(d, "status UNKNOWN_VALUE");
	return d->call.faults->suggestion;
}

static void options(void **state)
{
	struct desk d;
	char far[200];

	(void)state;
	desk_open(&d, "EUR");
	assert_string_equal(suggestion(&d, "enabled"),
			    "Did you mean ENABLED? Allowed for status: ENABLED, PAUSED.");
	assert_string_equal(suggestion(&d, "PAUSE"),
			    "Did you mean PAUSED? Allowed for status: ENABLED, PAUSED.");
	assert_string_equal(suggestion(&d, "ZZZZZZZZZ"), "Allowed for status: ENABLED, PAUSED.");
	assert_string_equal(suggestion(&d, "ENABLED_NOW"),
			    "Did you mean ENABLED? Allowed for status: ENABLED, PAUSED.");
	/* With half of its letters different, it is another word. */
	assert_string_equal(suggestion(&d, "CAUSES"), "Allowed for status: ENABLED, PAUSED.");
	assert_string_equal(suggestion(&d, ""), "Allowed for status: ENABLED, PAUSED.");
	assert_string_equal(d.call.faults->message, "status must be one of ENABLED, PAUSED.");
	memset(far, 'E', sizeof(far) - 1);
	far[sizeof(far) - 1] = '\0';
	assert_string_equal(suggestion(&d, far), "Allowed for status: ENABLED, PAUSED.");
	desk_close(&d);
}

static void names(void **state)
{
	static const char *const fields[] = { "finalUrl", "headlines", NULL };
	static const char *const none[] = { NULL };
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	ad_fault(&d.call, "finalURL", "UNKNOWN_FIELD", "There is no field %s here.", "finalURL");
	ad_suggest_name(&d.call, AD_S("finalURL"), fields);
	assert_string_equal(d.call.faults->suggestion, "Did you mean finalUrl?");
	ad_fault(&d.call, "colour", "UNKNOWN_FIELD", "There is no field %s here.", "colour");
	ad_suggest_name(&d.call, AD_S("colour"), fields);
	assert_string_equal(d.call.faults->next->suggestion, "Omit colour.");
	ad_suggest_name(&d.call, AD_S("colour"), none);
	assert_string_equal(d.call.faults->next->suggestion, "Omit colour.");
	desk_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options),
		cmocka_unit_test(names),
	};
	return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
