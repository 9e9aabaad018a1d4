/* The log of an operation's requests: done steps remain, unfinished ones are replaced. */
#include "tests/support/unit.h"

#include "sync/state/steps.h"

static struct ad_made *made_of(struct ad_arena *arena, const char *kind, const char *id)
{
	struct ad_made *made = ad_arena_zalloc(arena, sizeof(*made));

	made->kind = ad_str(kind);
	made->id = ad_str(id);
	return made;
}

static void assert_log(struct ad_arena *arena, const struct ad_step *steps, const char *want)
{
	struct ad_str got = ad_steps_json(arena, steps);

	assert_string_equal(got.p ? got.p : "", want);
	/* The written text reads back as the same steps. */
	got = ad_steps_json(arena, ad_steps_read(arena, got));
	assert_string_equal(got.p ? got.p : "", want);
}

static void a_step_is_sent_then_done(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_step *steps = NULL;

	(void)state;
	assert_log(arena, steps, "");
	assert_int_equal(ad_steps_done(steps), 0);
	ad_steps_begin(arena, &steps);
	assert_log(arena, steps, "[{\"status\":\"SENT\",\"pieces\":[]}]");
	assert_int_equal(ad_steps_done(steps), 0);
	ad_steps_end(steps, AD_STEP_SUCCEEDED, made_of(arena, "creative", "7"));
	assert_log(arena, steps,
		   "[{\"status\":\"SUCCEEDED\",\"pieces\":[{\"kind\":\"creative\",\"remoteId\":"
		   "\"7\"}]}]");
	assert_int_equal(ad_steps_done(steps), 1);
	ad_arena_free(arena);
}

/* A crash or a failure in the second request: the first one is done, and its result is known. */
static void what_was_not_done_gives_way(void **state)
{
	static const enum ad_step_status ends[] = { AD_STEP_SENT, AD_STEP_FAILED, AD_STEP_UNKNOWN };
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(ends); i++) {
		struct ad_step *steps = NULL;
		const struct ad_made *made;
		ad_steps_begin(arena, &steps);
		ad_steps_end(steps, AD_STEP_SUCCEEDED, made_of(arena, "creative", "7"));
		ad_steps_begin(arena, &steps);
		ad_steps_end(steps, ends[i], made_of(arena, "ad", "8"));
		assert_int_equal(ad_steps_done(steps), 1);
		steps = ad_steps_read(arena, ad_steps_json(arena, steps));
		made = ad_steps_made(arena, steps);
		assert_true(ad_str_is(made->id, "7"));
		assert_null(made->next);
		ad_steps_begin(arena, &steps);
		assert_int_equal(steps->next->status, AD_STEP_SENT);
		assert_null(steps->next->next);
		ad_steps_end(steps, AD_STEP_SUCCEEDED, made_of(arena, "ad", "9"));
		made = ad_steps_made(arena, steps);
		assert_true(ad_str_is(made->kind, "creative") && ad_str_is(made->next->id, "9"));
		assert_int_equal(ad_steps_done(steps), 2);
	}
	ad_arena_free(arena);
}

static void what_is_no_log_is_none(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_null(ad_steps_read(arena, (struct ad_str){ 0 }));
	assert_null(ad_steps_read(arena, AD_S("[]")));
	assert_null(ad_steps_read(arena, AD_S("nonsense")));
	/* A step of an unknown status is reconciled. */
	assert_int_equal(ad_steps_done(ad_steps_read(arena, AD_S("[{\"status\":\"x\"}]"))), 0);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_is_sent_then_done),
		cmocka_unit_test(what_was_not_done_gives_way),
		cmocka_unit_test(what_is_no_log_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
