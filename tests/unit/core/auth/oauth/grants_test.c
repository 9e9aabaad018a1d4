#include "tests/unit/core/auth/world.h"

static enum ad_refresh_result claim(struct world *w, struct ad_str token, const char *client,
				    struct ad_grant *out)
{
	return ad_refresh_claim(w->db, w->arena, ad_auth_secrets(w->auth), token, ad_str(client),
				out);
}

static struct ad_str text(struct world *w, const struct ad_grant *grant, int64_t generation)
{
	return ad_refresh_text(ad_auth_secrets(w->auth), w->arena, grant, generation);
}

static bool alive(struct world *w, struct ad_str id)
{
	struct ad_grant grant;

	assert_int_equal(ad_grant_load(w->db, w->arena, id, &grant), AD_DB_ROW);
	return ad_grant_alive(&grant, ad_now());
}

static void only_the_exact_form_is_a_refresh_token(void **state)
{
	static const char *const bad[] = {
		"",
		"adcore_rt_",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_1",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_0_x",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_-1_x",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W__x",
		"adcore_rt_grt_01m7y65a6g51mz3aem0gwv250w_1_x",
		"adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_99999999999999999999_x",
	};
	struct ad_str id;
	int64_t n;

	(void)state;
	for (size_t i = 0; i < AD_LEN(bad); i++)
		if (ad_refresh_parse(ad_str(bad[i]), &id, &n))
			fail_msg("taken: %s", bad[i]);
	assert_true(
		ad_refresh_parse(AD_S("adcore_rt_grt_01M7Y65A6G51MZ3AEM0GWV250W_12_x"), &id, &n));
	assert_int_equal(n, 12);
}

static void each_use_goes_one_step(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out;

	for (int64_t n = 1; n < 5; n++) {
		assert_int_equal(claim(w, text(w, &grant, n), "cli_1", &out), AD_REFRESH_OK);
		assert_int_equal(out.generation, n + 1);
	}
	assert_true(alive(w, grant.id));
	world_close(w);
}

static void a_retry_within_the_grace_gets_the_same_again(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out;

	for (int i = 0; i < 20; i++) {
		assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_OK);
		assert_int_equal(out.generation, 2);
	}
	assert_true(ad_str_eq(text(w, &out, out.generation), text(w, &grant, 2)));
	assert_int_equal(claim(w, text(w, &grant, 2), "cli_1", &out), AD_REFRESH_OK);
	world_close(w);
}

static void an_old_one_after_its_successor_was_used_ends_the_grant(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out;

	assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_OK);
	assert_int_equal(claim(w, text(w, &grant, 2), "cli_1", &out), AD_REFRESH_OK);
	assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_REUSE);
	assert_false(alive(w, grant.id));
	assert_int_equal(claim(w, text(w, &grant, 3), "cli_1", &out), AD_REFRESH_WRONG);
	world_close(w);
}

static void an_old_one_after_the_grace_ends_the_grant(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out;

	assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_OK);
	world_run(w, "UPDATE oauth_grants SET rotated_at = rotated_at - 61000000 WHERE id = $1",
		  grant.id);
	assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_REUSE);
	assert_false(alive(w, grant.id));
	world_close(w);
}

static void a_stranger_cannot_end_a_grant(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out;
	struct ad_str real = text(w, &grant, 1);
	struct ad_str forged = ad_arena_copy(w->arena, real);

	assert_int_equal(claim(w, real, "cli_2", &out), AD_REFRESH_WRONG);
	((char *)forged.p)[forged.n - 1] = forged.p[forged.n - 1] == 'A' ? 'E' : 'A';
	assert_int_equal(claim(w, forged, "cli_1", &out), AD_REFRESH_WRONG);
	/* A later generation than was handed out: never made by us, whatever its MAC. */
	assert_int_equal(claim(w, text(w, &grant, 2), "cli_1", &out), AD_REFRESH_WRONG);
	assert_true(alive(w, grant.id));
	assert_int_equal(claim(w, real, "cli_1", &out), AD_REFRESH_OK);
	world_close(w);
}

static void it_ends_by_time(void **state)
{
	struct world *w = world_open(state);
	struct ad_grant grant = world_grant(w), out, *list;
	size_t count;

	assert_int_equal(ad_grant_list(w->db, w->arena, w->account.id, &list, &count), AD_DB_DONE);
	assert_int_equal(count, 1);
	world_run(w, "UPDATE oauth_grants SET idle_expires_at = 1 WHERE id = $1", grant.id);
	assert_int_equal(claim(w, text(w, &grant, 1), "cli_1", &out), AD_REFRESH_WRONG);
	assert_int_equal(ad_grant_list(w->db, w->arena, w->account.id, &list, &count), AD_DB_DONE);
	assert_int_equal(count, 0);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_exact_form_is_a_refresh_token),
	};
	const struct CMUnitTest stored[] = {
		STORED(each_use_goes_one_step),
		STORED(a_retry_within_the_grace_gets_the_same_again),
		STORED(an_old_one_after_its_successor_was_used_ends_the_grant),
		STORED(an_old_one_after_the_grace_ends_the_grant),
		STORED(a_stranger_cannot_end_a_grant),
		STORED(it_ends_by_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("grants", stored);
}
