/* Guardrails: accepted changes, and each way to loosen one. */
#include "tests/unit/core/call/desk.h"

#include "call/spaces/space_change.h"
#include "call/request/spaces.h"

#define RAILS(campaign, total, percent, platforms, terms, live, test)                              \
	"{\"maxCampaignDailyBudget\":" campaign ",\"maxTotalDailyBudget\":" total                  \
	",\"maxBudgetIncreasePercent\":" percent ",\"maxBid\":10,\"allowedPlatforms\":" platforms  \
	",\"blockedTerms\":" terms ",\"requireApproval\":{\"live\":\"" live "\",\"test\":\"" test  \
	"\"},\"requireSecondFactor\":false}"
#define START                                                                                      \
	RAILS("100", "500", "50", "[\"google\",\"meta\"]", "[\"casino\"]", "CONNECTOR", "CONNECTOR")

static struct ad_space taken(struct desk *d, const char *json)
{
	struct ad_space space = d->call.space;

	ad_space_take_guardrails(d->arena, ad_str(json), &space);
	return space;
}

static void what_is_taken_is_written_back(void **state)
{
	struct desk d;
	(void)state;
	desk_open(&d, "EUR");
	struct ad_space space = taken(&d, START);
	assert_string_equal(ad_space_guardrails(d.arena, &space).p, START);
	const char *open = RAILS("null", "null", "null", "[]", "[]", "NEVER", "ALWAYS");
	space = taken(&d, open);
	assert_int_equal(space.max_budget_increase_percent, -1);
	assert_string_equal(ad_space_guardrails(d.arena, &space).p, open);
	space = taken(&d, RAILS("1", "1", "0", "[\"meta\",\"meta\"]",
				"[\" A b \",\"a B\",\"\xc3\x9c\"]", "NEVER", "NEVER"));
	assert_string_equal(space.blocked_terms, "[\"a b\",\"\xc3\x9c\"]");
	assert_int_equal(space.allowed_platforms, 1u << AD_META);
	assert_false(space.require_second_factor);
	space.require_second_factor = true;
	space = taken(&d, ad_space_guardrails(d.arena, &space).p);
	assert_true(space.require_second_factor);
	desk_close(&d);
}

static void what_gets_looser_is_named(void **state)
{
	static const struct {
		const char *after, *faults;
	} rows[] = {
		{ START, "" },
		{ RAILS("99", "1", "0", "[]", "[\"casino\",\"x\"]", "ALWAYS", "ALWAYS"), "" },
		{ RAILS("100.01", "501", "51", "[\"reddit\"]", "[]", "NEVER", "NEVER"),
		  "guardrails.maxCampaignDailyBudget LOOSENS; "
		  "guardrails.maxTotalDailyBudget LOOSENS; "
		  "guardrails.maxBudgetIncreasePercent LOOSENS; "
		  "guardrails.allowedPlatforms LOOSENS; guardrails.blockedTerms LOOSENS; "
		  "guardrails.requireApproval.live LOOSENS; "
		  "guardrails.requireApproval.test LOOSENS" },
		{ RAILS("null", "500", "null", "[\"google\"]", "[\"CASINO\"]", "CONNECTOR",
			"CONNECTOR"),
		  "guardrails.maxCampaignDailyBudget LOOSENS; "
		  "guardrails.maxBudgetIncreasePercent LOOSENS" },
	};
	struct desk d;
	(void)state;
	desk_open(&d, "EUR");
	struct ad_space before = taken(&d, START);
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_space after = taken(&d, rows[i].after);
		fresh(&d);
		ad_space_loosened(&d.call, &before, &after);
		FAULTS(&d, rows[i].faults);
	}
	/* Requiring a second factor tightens the guardrails, and dropping the rule loosens them. */
	struct ad_space required = before;
	required.require_second_factor = true;
	fresh(&d);
	ad_space_loosened(&d.call, &before, &required);
	FAULTS(&d, "");
	ad_space_loosened(&d.call, &required, &before);
	FAULTS(&d, "guardrails.requireSecondFactor LOOSENS");
	/* From no limit to one is always tighter. */
	before = taken(
		&d, RAILS("null", "null", "null", "[\"google\",\"meta\"]", "[]", "NEVER", "NEVER"));
	struct ad_space after = taken(&d, START);
	fresh(&d);
	ad_space_loosened(&d.call, &before, &after);
	FAULTS(&d, "");
	desk_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_taken_is_written_back),
		cmocka_unit_test(what_gets_looser_is_named),
	};

	return cmocka_run_group_tests_name("space_guardrails", tests, NULL, NULL);
}
