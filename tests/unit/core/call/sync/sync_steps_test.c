/* Plans are made on a worker, and never on an event loop. */
#include "tests/unit/core/call/runs.h"

static const struct ad_config config = { .sandbox = "on", .public_url = "http://127.0.0.1:1" };

static void a_preview_is_planned_on_a_worker(void **state)
{
	struct desk *d = *state;
	struct ad_call *call = ask(d, AD_V_PREVIEW, "{}");

	d->core.config = &config;
	ad_sync_preview(call);
	assert_string_equal(outcome(d), "");
	assert_non_null(call->next);
	assert_int_equal(call->place, AD_SLOW);
	call->next(call);
	assert_int_equal(call->place, AD_WRITE);
	assert_non_null(ad_json_get(data_of(d), "planHash"));
}

/* The input is checked before the call waits for a worker. */
static void a_wrong_preview_is_refused_at_once(void **state)
{
	struct desk *d = *state;
	struct ad_call *call = ask(d, AD_V_PREVIEW, "{\"platforms\":[\"myspace\"]}");

	ad_sync_preview(call);
	assert_true(ad_str_starts(ad_str(outcome(d)), "400 "));
	assert_null(call->next);
}

static void a_push_that_is_only_checked_is_planned_on_a_worker(void **state)
{
	struct desk *d = *state;
	struct ad_param only = { AD_S("validateOnly"), AD_S("true") };
	struct ad_call *call = ask(d, AD_V_CREATE, "{\"mode\":\"PUSH\"}");

	d->core.config = &config;
	call->params = &only;
	call->param_count = 1;
	ad_sync_create(call);
	assert_int_equal(call->place, AD_SLOW);
	call->next(call);
	assert_string_equal(outcome(d), "");
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "status"), "SUCCEEDED"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_preview_is_planned_on_a_worker),
		desk_test(a_wrong_preview_is_refused_at_once),
		desk_test(a_push_that_is_only_checked_is_planned_on_a_worker),
	};

	return on_each_database("sync_steps", tests);
}
