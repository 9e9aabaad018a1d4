/* Between password and second factor: a cookie that holds ten minutes, once. */
#include "tests/unit/core/auth/world.h"

#include "auth/signin/second_step.h"

static enum ad_db_status find(struct world *w, struct ad_str token, struct ad_str *account_id)
{
	return ad_second_find(w->db, w->arena, token, account_id);
}

static struct ad_str begun(struct world *w)
{
	struct ad_str token;

	must(w->db, ad_second_begin(w->db, w->arena, w->account.id, &token) == AD_DB_DONE);
	return token;
}

static void it_is_known_by_its_cookie_alone(void **state)
{
	struct world *w = world_open(state);
	struct ad_str one = begun(w), two = begun(w), account_id = { 0 };

	assert_int_equal(one.n, 43);
	assert_false(ad_str_eq(one, two));
	assert_int_equal(find(w, one, &account_id), AD_DB_ROW);
	assert_true(ad_str_eq(account_id, w->account.id));
	assert_int_equal(find(w, (struct ad_str){ one.p, 42 }, &account_id), AD_DB_DONE);
	assert_int_equal(find(w, (struct ad_str){ 0 }, &account_id), AD_DB_DONE);
	assert_int_equal(find(w, AD_S("-"), &account_id), AD_DB_DONE);
	assert_int_equal(find(w, w->account.id, &account_id), AD_DB_DONE);
	world_close(w);
}

static void it_ends_once(void **state)
{
	struct world *w = world_open(state);
	struct ad_str one = begun(w), two = begun(w), account_id;

	assert_int_equal(ad_second_end(w->db, one), AD_DB_ROW);
	assert_int_equal(ad_second_end(w->db, one), AD_DB_DONE);
	assert_int_equal(find(w, one, &account_id), AD_DB_DONE);
	assert_int_equal(find(w, two, &account_id), AD_DB_ROW);
	assert_int_equal(ad_second_end(w->db, (struct ad_str){ 0 }), AD_DB_DONE);
	world_close(w);
}

static void it_ends_by_time(void **state)
{
	struct world *w = world_open(state);
	struct ad_str one = begun(w), account_id;

	world_run(w, "UPDATE signin_steps SET expires_at = expires_at - 590000000",
		  (struct ad_str){ 0 });
	assert_int_equal(find(w, one, &account_id), AD_DB_ROW);
	world_run(w, "UPDATE signin_steps SET expires_at = expires_at - 10000000",
		  (struct ad_str){ 0 });
	assert_int_equal(find(w, one, &account_id), AD_DB_DONE);
	assert_int_equal(ad_second_end(w->db, one), AD_DB_DONE);
	world_close(w);
}

static void its_cookie_is_for_the_host_alone_where_there_is_tls(void **state)
{
	(void)state;
	assert_string_equal(ad_second_cookie("https://ads.example"), "__Host-adcore_step");
	assert_string_equal(ad_second_cookie("http://127.0.0.1:8080"), "adcore_step");
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_cookie_is_for_the_host_alone_where_there_is_tls),
	};
	const struct CMUnitTest stored[] = {
		STORED(it_is_known_by_its_cookie_alone),
		STORED(it_ends_once),
		STORED(it_ends_by_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("second step", stored);
}
