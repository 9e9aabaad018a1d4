/* A run's reaction to throttles and quotas in responses. */
#include "tests/support/unit.h"

#include "base/clock.h"
#include "sync/run/run_pace.h"

static struct ad_run *a_run(struct ad_arena *arena)
{
	struct ad_run *run = ad_arena_zalloc(arena, sizeof(*run));

	run->arena = arena;
	run->platform = AD_META;
	run->connection.account_id = AD_S("act_1");
	return run;
}

static void hear_throttle(struct ad_run *run, int64_t wait)
{
	struct ad_outcome outcome = {
		.kind = AD_AGAIN,
		.wait = wait,
		.error = { .code = "RATE_LIMITED",
			   .message = AD_S("Slow down."),
			   .retryable = true },
	};

	ad_run_pace_heard(run, &outcome, 1);
}

static void assert_waits(const struct ad_run *run, const char *code, int64_t wait)
{
	int64_t left = ad_pace_left(&run->paces[AD_META]);

	assert_string_equal(run->paces[AD_META].code, code);
	assert_in_range(left, wait - AD_SECOND, wait);
}

static void a_pause_is_not_cut_short_by_answers_beside_it(void **state)
{
	static const struct ad_outcome done = { .kind = AD_DID };
	struct ad_arena *arena = ad_arena_new();
	struct ad_run *run = a_run(arena);
	struct ad_outcome away = { .kind = AD_AGAIN, .error = { .code = "PLATFORM_UNAVAILABLE" } };

	(void)state;
	hear_throttle(run, 10 * AD_MINUTE);
	run->quota.told = (struct ad_quota){ .used = 97, .regain = AD_MINUTE };
	ad_run_pace_heard(run, &done, 1);
	assert_waits(run, "RATE_LIMITED", 10 * AD_MINUTE);
	hear_throttle(run, AD_MINUTE);
	assert_waits(run, "RATE_LIMITED", 10 * AD_MINUTE);
	ad_run_pace_heard(run, &away, 1);
	assert_waits(run, "RATE_LIMITED", 10 * AD_MINUTE);
	ad_run_pace_heard(run, &done, 1);
	assert_waits(run, "RATE_LIMITED", 10 * AD_MINUTE);
	/* A longer one holds. */
	run->quota.told = (struct ad_quota){ .used = 97, .regain = AD_HOUR };
	ad_run_pace_heard(run, &done, 1);
	assert_waits(run, "QUOTA_LOW", AD_HOUR);
	hear_throttle(run, 20 * AD_MINUTE);
	assert_waits(run, "RATE_LIMITED", 20 * AD_MINUTE);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pause_is_not_cut_short_by_answers_beside_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
