#include "tests/unit/core/auth/world.h"

#include "auth/account/links.h"

static void a_link_holds_for_its_hours(void **state)
{
	struct world *w = world_open(state);
	struct ad_str token = ad_link_make(w->db, w->arena, w->account.id, AD_LINK_HOURS), id;

	assert_int_equal(ad_link_find(w->db, w->arena, token, &id), AD_DB_ROW);
	assert_true(ad_str_eq(id, w->account.id));
	world_run(w, "UPDATE account_links SET expires_at = expires_at - 86399000000",
		  (struct ad_str){ 0 });
	assert_int_equal(ad_link_find(w->db, w->arena, token, &id), AD_DB_ROW);
	world_run(w, "UPDATE account_links SET expires_at = expires_at - 1000001",
		  (struct ad_str){ 0 });
	assert_int_equal(ad_link_find(w->db, w->arena, token, &id), AD_DB_DONE);
	assert_int_equal(ad_link_use(w->db, token), AD_DB_DONE);
	world_close(w);
}

static void a_link_is_used_once_and_replaced_by_the_next(void **state)
{
	struct world *w = world_open(state);
	struct ad_str first = ad_link_make(w->db, w->arena, w->account.id, AD_LINK_HOURS), id;
	struct ad_str second = ad_link_make(w->db, w->arena, w->account.id, AD_LINK_HOURS);

	assert_int_equal(ad_link_use(w->db, first), AD_DB_DONE);
	assert_int_equal(ad_link_use(w->db, second), AD_DB_ROW);
	assert_int_equal(ad_link_use(w->db, second), AD_DB_DONE);
	assert_int_equal(ad_link_find(w->db, w->arena, second, &id), AD_DB_DONE);
	first = ad_link_make(w->db, w->arena, w->account.id, AD_LINK_HOURS);
	assert_int_equal(ad_account_set_password(w->db, w->account.id, AD_S("$x")), AD_DB_DONE);
	assert_int_equal(ad_link_find(w->db, w->arena, first, &id), AD_DB_DONE);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_link_holds_for_its_hours),
		STORED(a_link_is_used_once_and_replaced_by_the_next),
	};
	return on_each_database("links", tests);
}
