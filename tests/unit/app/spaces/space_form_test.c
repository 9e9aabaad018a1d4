#include "tests/support/unit.h"

#include "app/spaces/space_form.h"

/* A form as it is sent: a list of name and value ended by NULL. */
static struct app_space_form form_of(struct ad_call *call, const char *const *pairs)
{
	struct ad_param *list = ad_arena_alloc(call->arena, 32 * sizeof(*list));

	call->param_count = 0;
	for (size_t i = 0; pairs[i]; i += 2)
		list[call->param_count++] =
			(struct ad_param){ ad_str(pairs[i]), ad_str(pairs[i + 1]) };
	call->params = list;
	return app_space_form_read(call);
}

static void expect_patch(const char *const *pairs, const char *json)
{
	struct ad_call call = { .arena = ad_arena_new() };
	struct app_space_form form = form_of(&call, pairs);
	char *text = cJSON_PrintUnformatted(app_space_form_patch(call.arena, &form));

	assert_string_equal(text, json);
	cJSON_free(text);
	ad_arena_free(call.arena);
}

static void a_form_is_a_merge_patch(void **state)
{
	static const char *const pairs[] = {
		"name",
		"Bread",
		"currency",
		"EUR",
		"timezone",
		"Europe/Berlin",
		"version",
		"3",
		"maxCampaignDailyBudget",
		"20.5",
		"maxTotalDailyBudget",
		"",
		"maxBudgetIncreasePercent",
		"50",
		"platform",
		"google",
		"platform",
		"meta",
		"platform",
		"myspace",
		"blockedTerms",
		"Cheap\r\n\r\n  free stuff \t\r\n\n last",
		"approvalLive",
		"ALWAYS",
		"approvalTest",
		"NEVER",
		"requireSecondFactor",
		"true",
		NULL,
	};

	(void)state;
	expect_patch(pairs,
		     "{\"name\":\"Bread\",\"currency\":\"EUR\",\"timezone\":\"Europe/Berlin\","
		     "\"expectedVersion\":3,\"guardrails\":{\"maxCampaignDailyBudget\":20.5,"
		     "\"maxTotalDailyBudget\":null,\"maxBudgetIncreasePercent\":50,\"maxBid\":null,"
		     "\"allowedPlatforms\":[\"google\",\"meta\"],\"blockedTerms\":[\"Cheap\","
		     "\"free stuff\",\"last\"],\"requireApproval\":{\"live\":\"ALWAYS\","
		     "\"test\":\"NEVER\"},\"requireSecondFactor\":true}}");
}

static void what_is_wrong_or_left_out_reaches_the_check(void **state)
{
	static const char *const pairs[] = {
		"maxCampaignDailyBudget",
		"12,5",
		"maxTotalDailyBudget",
		"{\"a\":1}",
		"maxBudgetIncreasePercent",
		"true",
		"blockedTerms",
		" \r\n\t\r\n",
		"version",
		"x\",\"y\":\"z",
		NULL,
	};

	(void)state;
	expect_patch(
		pairs,
		"{\"name\":\"\",\"currency\":\"\",\"timezone\":\"\","
		"\"expectedVersion\":\"x\\\",\\\"y\\\":\\\"z\",\"guardrails\":{"
		"\"maxCampaignDailyBudget\":\"12,5\",\"maxTotalDailyBudget\":\"{\\\"a\\\":1}\","
		"\"maxBudgetIncreasePercent\":\"true\",\"maxBid\":null,\"allowedPlatforms\":[],"
		"\"blockedTerms\":[],\"requireApproval\":{\"live\":\"\",\"test\":\"\"},"
		"\"requireSecondFactor\":false}}");
}

static void faults_are_looked_up_by_code(void **state)
{
	struct ad_fault second = { .path = "guardrails.blockedTerms", .code = "LOOSENS" };
	struct ad_fault first = { .next = &second, .path = "name", .code = "TOO_SHORT" };
	struct ad_call call = { .faults = &first };

	(void)state;
	assert_true(app_space_form_loosens(&call));
	first.next = NULL;
	assert_false(app_space_form_loosens(&call));
	call.faults = NULL;
	assert_false(app_space_form_loosens(&call));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_form_is_a_merge_patch),
		cmocka_unit_test(what_is_wrong_or_left_out_reaches_the_check),
		cmocka_unit_test(faults_are_looked_up_by_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
