/* Requests of a pull: refused filters, the platforms, and its leases. */
#include "tests/unit/core/call/runs.h"

#include "call/sync/sync_steps.h"
#include "sync/pull/pull.h"

/* Requests a pull as the writing step does. The fields follow the mode. */
static const char *pull(struct desk *d, const char *fields)
{
	struct ad_call *call = ask(d, AD_V_CREATE, text_of(d, "{\"mode\":\"PULL\"%s}", fields));

	call->location = (struct ad_str){ NULL, 0 };
	(void)!ad_sync_pull(call, call->input);
	return outcome(d);
}

static int64_t runs(struct desk *d)
{
	return number_of(d, "SELECT count(*) FROM sync_runs");
}

static int64_t leases(struct desk *d)
{
	return number_of(d, "SELECT count(*) FROM sync_leases");
}

static int64_t steps(struct desk *d)
{
	int64_t n = 0;

	assert_true(ad_json_int64(ad_json_get(ad_json_get(data_of(d), "progress"), "total"), &n));
	return n;
}

static void it_sends_nothing_so_it_takes_nothing_of_a_push(void **state)
{
	static const struct ruled rows[] = {
		{ ",\"planHash\":\"x\"", "400 planHash UNSUPPORTED" },
		{ ",\"activate\":true", "400 activate UNSUPPORTED" },
		{ ",\"adGroupIds\":[\"agr_1\"]", "400 adGroupIds UNSUPPORTED" },
		{ ",\"planHash\":\"x\",\"activate\":true",
		  "400 planHash UNSUPPORTED; activate UNSUPPORTED" },
		{ ",\"campaignIds\":[\"cmp_1\"]", "400 campaignIds[0] REFERENCE_NOT_FOUND" },
	};
	struct desk *d = *state;

	for (size_t i = 0; i < AD_LEN(rows); i++)
		assert_string_equal(pull(d, rows[i].input), rows[i].faults);
	assert_int_equal(runs(d), 0);
	assert_int_equal(leases(d), 0);
	assert_string_equal(pull(d, ",\"activate\":false"), "");
}

static void all_that_are_connected_are_pulled_and_leased(void **state)
{
	struct desk *d = *state;

	execute(d, "UPDATE connections SET status = 'EXPIRED' WHERE platform = 'meta'");
	assert_string_equal(pull(d, ""), "");
	assert_int_equal(d->call.http_status, 202);
	assert_int_equal(steps(d), 3 * AD_PULL_STAGE_COUNT);
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "status"), "QUEUED"));
	assert_int_equal(leases(d), 3);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_leases WHERE platform = 'meta'"),
			 0);
	assert_true(ad_str_eq(d->call.location,
			      ad_arena_printf(d->arena, "/sync/%.*s",
					      AD_FMT(ad_json_get_text(data_of(d), "id")))));
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE resource = 'sync'"), 1);
}

static void one_that_is_named_must_be_connected(void **state)
{
	struct desk *d = *state;

	execute(d, "UPDATE connections SET status = 'REVOKED' WHERE platform = 'meta'");
	assert_string_equal(pull(d, ",\"platforms\":[\"google\",\"meta\"]"),
			    "409 CONNECTION_REQUIRED");
	execute(d, "DELETE FROM connections WHERE platform = 'meta'");
	assert_string_equal(pull(d, ",\"platforms\":[\"meta\"]"), "409 CONNECTION_REQUIRED");
	assert_int_equal(runs(d), 0);
	assert_int_equal(leases(d), 0);
	assert_string_equal(pull(d, ",\"platforms\":[\"google\"]"), "");
	assert_int_equal(steps(d), AD_PULL_STAGE_COUNT);
	assert_int_equal(leases(d), 1);
}

static void where_there_is_nothing_to_pull_it_has_ended(void **state)
{
	struct desk *d = *state;

	assert_string_equal(pull(d, ",\"include\":[\"CONVERSIONS\"]"), "");
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "status"), "SUCCEEDED"));
	execute(d, "UPDATE connections SET status = 'REVOKED'");
	assert_string_equal(pull(d, ""), "");
	assert_true(ad_str_is(ad_json_get_text(data_of(d), "status"), "SUCCEEDED"));
	assert_true(ad_json_get_text(data_of(d), "finishedAt").n > 0);
	assert_int_equal(steps(d), 0);
	assert_int_equal(leases(d), 0);
}

static void beside_another_run_it_is_refused_by_that_ones_name(void **state)
{
	struct desk *d = *state;

	assert_string_equal(pull(d, ",\"platforms\":[\"google\"]"), "");
	const char *first = ad_json_get_text(data_of(d), "id").p;
	assert_string_equal(pull(d, ""), "409 RUN_IN_PROGRESS");
	assert_true(strstr(ad_arena_copy(d->arena, d->call.details).p, first) != NULL);
	assert_string_equal(pull(d, ",\"platforms\":[\"reddit\"]"), "");
}

static void only_checked_it_leaves_nothing(void **state)
{
	struct desk *d = *state;

	d->call.validate_only = true;
	assert_string_equal(pull(d, ""), "");
	assert_int_equal(d->call.http_status, 200);
	assert_true(cJSON_IsNull(ad_json_get(data_of(d), "id")));
	assert_int_equal(steps(d), 4 * AD_PULL_STAGE_COUNT);
	assert_string_equal(pull(d, ",\"activate\":true"), "400 activate UNSUPPORTED");
	d->call.validate_only = false;
	assert_int_equal(runs(d), 0);
	assert_int_equal(leases(d), 0);
}

/* Reconciled after the pull: once the operation is due, not an hour later. */
static void what_is_in_doubt_on_its_platforms_is_asked_about(void **state)
{
	static const char *const platforms[] = { "google", "reddit" };
	struct desk *d = *state;

	keep_run(d, "syn_1", "PUSH", "PARTIAL");
	for (size_t i = 0; i < AD_LEN(platforms); i++)
		execute(d, text_of(d,
				   "INSERT INTO sync_operations (space_id, environment, run_id,"
				   " seq, op, resource, object_id, platform, object_version,"
				   " changes, budget_delta, status, attempts, sent_at, finished_at)"
				   " VALUES ('%s', 'test', 'syn_1', %zu, 'CREATE', 'campaign',"
				   " 'cmp_%zu', '%s', 1, '[]', 0, 'UNKNOWN', 1, 5, 900)",
				   d->call.space.id, i + 1, i + 1, platforms[i]));
	assert_string_equal(pull(d, ",\"platforms\":[\"google\"]"), "");
	assert_int_equal(number_of(d, "SELECT finished_at FROM sync_operations WHERE platform ="
				      " 'google'"),
			 1);
	assert_int_equal(number_of(d, "SELECT finished_at FROM sync_operations WHERE platform ="
				      " 'reddit'"),
			 900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(it_sends_nothing_so_it_takes_nothing_of_a_push),
		desk_test(all_that_are_connected_are_pulled_and_leased),
		desk_test(one_that_is_named_must_be_connected),
		desk_test(where_there_is_nothing_to_pull_it_has_ended),
		desk_test(beside_another_run_it_is_refused_by_that_ones_name),
		desk_test(only_checked_it_leaves_nothing),
		desk_test(what_is_in_doubt_on_its_platforms_is_asked_about),
	};

	return on_each_database("sync_pull", tests);
}
