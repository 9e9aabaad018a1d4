/* The wire form of a call's outcome. */
#include "tests/unit/core/call/desk.h"

#include "call/request/outcome.h"
#include "base/utf8.h"

static const char *error_of(struct desk *d)
{
	struct ad_text text = ad_text_on(d->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_outcome_write_error(&j, &d->call);
	return ad_text_str(&text).p;
}

static void every_status_has_its_row(void **state)
{
	struct ad_config config = { .public_url = "http://127.0.0.1:1" };
	struct ad_core core = { .config = &config };
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	d.call.core = &core;
	for (int i = AD_OK + 1; i < AD_STATUS_COUNT; i++) {
		fresh(&d);
		assert_false(ad_fail(&d.call, (enum ad_status)i, "%s", ""));
		const struct ad_status_row *row = ad_status_row((enum ad_status)i);
		const cJSON *error = json_of(d.call.arena, error_of(&d));
		assert_int_equal(ad_outcome_http(&d.call), row->http);
		assert_string_equal(ad_json_get(error, "code")->valuestring, row->code);
		assert_string_equal(ad_json_get(error, "message")->valuestring, row->sentence);
		const cJSON *details = ad_json_get(error, "details");
		assert_string_equal(ad_json_get(details, "recovery")->valuestring, row->recovery);
		assert_null(ad_json_get(details, "suggestion"));
	}
	desk_close(&d);
}

static void faults_are_fields(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	ad_fault_limit(&d.call, "name", "TOO_LONG", 5, "name is too long.");
	/* the first fault is the call's message */
	assert_string_equal(ad_outcome_message(&d.call), "name is too long.");
	ad_fault(&d.call, "type", "UNKNOWN_VALUE", "type must be one of A.");
	ad_fault_suggest(&d.call, "Did you mean %s?", "A");
	assert_string_equal(
		error_of(&d),
		"{\"code\":\"VALIDATION_ERROR\",\"message\":\"The request is invalid; "
		"details.fields lists every fault.\",\"details\":{\"fields\":[{\"path\":\"name\","
		"\"code\":\"TOO_LONG\",\"message\":\"name is too long.\",\"limit\":5},"
		"{\"path\":\"type\",\"code\":\"UNKNOWN_VALUE\",\"message\":\"type must be one of "
		"A.\"}],\"recovery\":\"correctable\",\"suggestion\":\"Did you mean A?\"}}");
	desk_close(&d);
}

static void guardrails_name_what_was_broken(void **state)
{
	struct ad_violation violation = { .rule = "maxCampaignDailyBudget",
					  .limit = "100",
					  .actual = "250.5",
					  .message = "Too much." };
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	d.call.violations = &violation;
	assert_false(ad_fail(&d.call, AD_GUARDRAIL, "%s", ""));
	assert_non_null(strstr(error_of(&d), "\"violations\":[{\"rule\":\"maxCampaignDailyBudget\","
					     "\"limit\":100,\"actual\":250.5,\"id\":null,"
					     "\"message\":\"Too much.\"}]"));
	desk_close(&d);
}

static void scopes_limits_and_objects(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	d.call.required_scopes = AD_CAMPAIGNS_WRITE | AD_SYNC_READ;
	assert_false(ad_fail(&d.call, AD_FORBIDDEN_SCOPE, "Needs %s.", "more"));
	assert_non_null(strstr(error_of(&d), "\"required\":[\"campaigns:write\",\"sync:read\"]"));
	assert_non_null(strstr(error_of(&d), "\"message\":\"Needs more.\""));
	fresh(&d);
	d.call.bucket = "minute";
	d.call.retry_after = 7;
	assert_false(ad_fail(&d.call, AD_RATE_LIMITED, "%s", ""));
	assert_non_null(strstr(error_of(&d), "\"bucket\":\"minute\",\"retryAfter\":7"));
	fresh(&d);
	d.call.res = ad_resource_row(AD_R_AD_GROUP);
	d.call.id = AD_S("agr_1");
	d.call.details = AD_S("\"extra\":1");
	d.call.suggestion = "List them.";
	assert_false(ad_fail(&d.call, AD_NOT_FOUND, "%s", ""));
	assert_non_null(strstr(error_of(&d),
			       "\"details\":{\"resource\":\"adGroup\",\"id\":\"agr_1\","
			       "\"extra\":1,\"recovery\":\"terminal\","
			       "\"suggestion\":\"List them.\"}"));
	desk_close(&d);
}

static void a_replayed_error_is_the_same(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	assert_false(ad_fail(&d.call, AD_CONFLICT, "%s", ""));
	d.call.error_json = AD_S("{\"code\":\"KEPT\"}");
	d.call.http_status = 418;
	assert_string_equal(error_of(&d), "{\"code\":\"KEPT\"}");
	assert_int_equal(ad_outcome_http(&d.call), 418);
	desk_close(&d);
}

/* The status of the success was set before the failure. */
static void a_failure_has_no_status_of_success(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	for (int status = 200; status < 400; status += 101) {
		d.call.http_status = status;
		d.call.status = AD_OK;
		assert_int_equal(ad_outcome_http(&d.call), status);
		assert_false(ad_fail(&d.call, AD_UNAVAILABLE, "%s", ""));
		assert_int_equal(ad_outcome_http(&d.call), 503);
	}
	desk_close(&d);
}

static void what_is_told_is_bounded(void **state)
{
	struct desk d;
	char path[32];
	size_t n = 0;

	(void)state;
	desk_open(&d, "EUR");
	for (int i = 0; i < 5000; i++) {
		snprintf(path, sizeof(path), "list[%d]", i);
		ad_fault(&d.call, path, "WRONG_TYPE", "%s must be a string.", path);
	}
	for (const struct ad_fault *f = d.call.faults; f; f = f->next)
		n++;
	assert_int_equal(n, 1000);
	assert_int_equal(d.call.status, AD_INVALID);
	ad_fault_suggest(&d.call, "Of one that is not told.");
	assert_null(d.call.faults->suggestion);
	/* long messages are cut, not overrun */
	fresh(&d);
	char *text = ad_arena_alloc(d.arena, 5000);
	memset(text, 'x', 4999);
	text[4999] = '\0';
	ad_fault(&d.call, "a", "WRONG_TYPE", "%s", text);
	assert_int_equal(strlen(d.call.faults->message), 1023);
	desk_close(&d);
}

/* A long name of a user in a message is cut at a character boundary. */
static void a_sentence_that_is_cut_is_text(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	for (int odd = 0; odd < 2; odd++) {
		struct ad_text name = ad_text_on(d.arena);
		ad_text_adds(&name, odd ? "x" : "");
		for (int i = 0; i < 2000; i++)
			ad_text_adds(&name, "\xc3\xa4");
		fresh(&d);
		ad_fault(&d.call, "", "UNKNOWN_FIELD", "%s", ad_text_str(&name).p);
		struct ad_str told = ad_str(d.call.faults->message);
		assert_true(ad_utf8_valid(told));
		assert_int_equal(told.n, odd ? 1023 : 1022);
	}
	desk_close(&d);
}

static void faults_win_over_guardrails(void **state)
{
	struct desk d;

	(void)state;
	desk_open(&d, "EUR");
	assert_false(ad_fail(&d.call, AD_GUARDRAIL, "%s", ""));
	ad_fault(&d.call, "a", "REQUIRED", "a is required.");
	assert_int_equal(d.call.status, AD_INVALID);
	fresh(&d);
	assert_false(ad_fail(&d.call, AD_UNAVAILABLE, "%s", ""));
	ad_fault(&d.call, "a", "REQUIRED", "a is required.");
	assert_int_equal(d.call.status, AD_UNAVAILABLE);
	desk_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_has_its_row),
		cmocka_unit_test(faults_are_fields),
		cmocka_unit_test(guardrails_name_what_was_broken),
		cmocka_unit_test(scopes_limits_and_objects),
		cmocka_unit_test(a_replayed_error_is_the_same),
		cmocka_unit_test(a_failure_has_no_status_of_success),
		cmocka_unit_test(what_is_told_is_bounded),
		cmocka_unit_test(a_sentence_that_is_cut_is_text),
		cmocka_unit_test(faults_win_over_guardrails),
	};
	return cmocka_run_group_tests_name("outcome", tests, NULL, NULL);
}
