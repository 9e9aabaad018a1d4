/* Rows that anybody can make: a flood from many networks deletes its own rows, and no others. */
#include "tests/unit/oauth/at_door.h"

#include "oauth/device/device.h"
#include "oauth/authorize/requests.h"
#include "oauth/endpoint/rows.h"

#define MANY "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "

static void run(struct world *w, const char *sql)
{
	must(w->db, ad_db_exec(w->db, sql) == AD_DB_DONE);
}

/* Rows of that many networks ("net0", …), each with `each`, the first of a network the oldest. */
static void flood(struct world *w, int networks, int each)
{
	run(w,
	    ad_arena_printf(w->arena,
			    MANY "INSERT INTO oauth_requests (handle_hash, browser_hash, client_id,"
				 " redirect_uri, redirect_given, challenge, resource, scopes,"
				 " confirm_after, created_at, expires_at, network) SELECT 'h' || i,"
				 " 'b' || i, 'cli_1', 'r', 1, 'c', 'r', 1, 0, %lld + i, %lld + i,"
				 " 'net' || (i %% %d) FROM n",
			    networks * each - 1, (long long)(ad_now() - AD_MINUTE),
			    (long long)(ad_now() + 9 * AD_MINUTE), networks)
		    .p);
}

static enum ad_db_status add(struct world *w, const char *handle, const char *network,
			     const char *account)
{
	const struct oauth_request r = {
		.handle_hash = ad_str(handle),
		.browser_hash = ad_arena_printf(w->arena, "browser of %s", handle),
		.client_id = AD_S("cli_1"),
		.redirect_uri = AD_S("r"),
		.challenge = AD_S("c"),
		.resource = AD_S("r"),
		.expires_at = ad_now() + AD_MINUTE,
		.network = ad_str(network),
		.account_id = account ? ad_str(account) : (struct ad_str){ NULL, 0 },
	};

	return oauth_request_add(w->db, &r);
}

static bool is_there(struct world *w, const char *handle)
{
	return count_of(w, "SELECT COUNT(*) FROM oauth_requests WHERE handle_hash = $1",
			ad_str(handle)) == 1;
}

static int64_t rows_of(struct world *w, const char *network)
{
	return count_of(w, "SELECT COUNT(*) FROM oauth_requests WHERE network = $1",
			ad_str(network));
}

static int64_t all_rows(struct world *w)
{
	return count_of(w, "SELECT COUNT(*) FROM oauth_requests", (struct ad_str){ NULL, 0 });
}

static void a_flood_from_fifty_networks_deletes_none_of_a_small_one(void **state)
{
	struct world *w = world_open(state);

	/* It expires before all others: the oldest by every measure. */
	must(w->db, add(w, "mine", "home", NULL) == AD_DB_DONE);
	flood(w, 50, 200);
	for (int i = 0; i < 300; i++) {
		const char *handle = ad_arena_printf(w->arena, "more%d", i).p;
		const char *network = ad_arena_printf(w->arena, "net%d", i % 50).p;
		must(w->db, add(w, handle, network, NULL) == AD_DB_DONE);
	}
	assert_true(is_there(w, "mine"));
	assert_true(all_rows(w) <= OAUTH_ROWS_ALL);
	assert_false(is_there(w, "h0"));
	world_close(w);
}

static void the_largest_network_gives_way_to_a_new_one(void **state)
{
	struct world *w = world_open(state);
	int64_t was;

	flood(w, 100, 100);
	run(w, "UPDATE oauth_requests SET network = 'large' WHERE network IN ('net0', 'net1')");
	was = rows_of(w, "large");
	must(w->db, add(w, "new", "elsewhere", NULL) == AD_DB_DONE);
	assert_true(is_there(w, "new"));
	assert_int_equal(rows_of(w, "large"), was - 8);
	assert_int_equal(rows_of(w, "net2"), 100);
	world_close(w);
}

static void a_row_that_a_person_reached_is_kept(void **state)
{
	struct world *w = world_open(state);

	flood(w, 50, 200);
	run(w, "UPDATE oauth_requests SET reached_by = 'acc_1' WHERE handle_hash IN ('h0', 'h50')");
	for (int i = 0; i < 450; i++)
		must(w->db,
		     add(w, ad_arena_printf(w->arena, "more%d", i).p, "net0", NULL) == AD_DB_DONE);
	/* Neither the network's own rows nor the total delete it. */
	assert_true(is_there(w, "h0") && is_there(w, "h50"));
	assert_false(is_there(w, "h100"));
	assert_true(rows_of(w, "net0") <= OAUTH_ROWS_EACH + 2);
	world_close(w);
}

static void small_networks_are_kept_and_at_last_only_known_persons_get_in(void **state)
{
	struct world *w = world_open(state);

	flood(w, 500, 20);
	must(w->db, add(w, "one", "elsewhere", NULL) == AD_DB_DONE);
	assert_int_equal(all_rows(w), OAUTH_ROWS_ALL + 1);
	run(w, "DELETE FROM oauth_requests");
	flood(w, 1000, 20);
	assert_int_equal(add(w, "two", "elsewhere", NULL), AD_DB_UNAVAILABLE);
	assert_false(is_there(w, "two"));
	must(w->db, add(w, "three", "elsewhere", "acc_1") == AD_DB_DONE);
	assert_true(is_there(w, "three"));
	assert_int_equal(all_rows(w), 2 * OAUTH_ROWS_ALL + 1);
	world_close(w);
}

static void an_account_keeps_the_newest_few(void **state)
{
	struct world *w = world_open(state);

	for (int i = 0; i < 30; i++)
		must(w->db, add(w, ad_arena_printf(w->arena, "r%02d", i).p, "home", "acc_1") ==
				    AD_DB_DONE);
	must(w->db, add(w, "other", "home", "acc_2") == AD_DB_DONE);
	assert_int_equal(count_of(w, "SELECT COUNT(*) FROM oauth_requests WHERE reached_by = $1",
				  AD_S("acc_1")),
			 OAUTH_ROWS_FEW);
	assert_int_equal(count_of(w, "SELECT COUNT(*) FROM oauth_requests WHERE reached_by = $1",
				  AD_S("acc_2")),
			 1);
	assert_int_equal(all_rows(w), 31);
	world_close(w);
}

/* The sign-in is at the browser that made the request. */
static void a_sign_in_keeps_the_request_and_what_it_came_by(void **state)
{
	struct world *w = world_open(state);
	struct oauth_browser_move move = { AD_S("old"), AD_S("new"), AD_S("acc_1") };
	struct oauth_request r = { .handle_hash = AD_S("h"),
				   .browser_hash = oauth_hash(w->arena, move.old),
				   .client_id = AD_S("cli_1"),
				   .redirect_uri = AD_S("r"),
				   .challenge = AD_S("c"),
				   .resource = AD_S("r"),
				   .pushed_hash = AD_S("pushed"),
				   .device_hash = AD_S("device"),
				   .user_code = AD_S("BCDFGHJK"),
				   .expires_at = ad_now() + AD_MINUTE,
				   .network = AD_S("home") };
	const struct oauth_device device = { .device_hash = AD_S("device"),
					     .user_code = AD_S("BCDFGHJK"),
					     .client_id = AD_S("cli_1"),
					     .resource = AD_S("r"),
					     .network = AD_S("home"),
					     .expires_at = ad_now() + AD_MINUTE };
	static const char *const kept[] = {
		"SELECT COUNT(*) FROM oauth_requests WHERE reached_by = $1",
		"SELECT COUNT(*) FROM oauth_pushed WHERE reached_by = $1",
		"SELECT COUNT(*) FROM oauth_devices WHERE reached_by = $1",
	};

	run(w, "INSERT INTO oauth_pushed (uri_hash, client_id, params, created_at, expires_at,"
	       " network) VALUES ('pushed', 'cli_1', '', 1, 2, 'home'), ('other', 'cli_1', '', 1,"
	       " 2, 'home')");
	must(w->db, oauth_device_add(w->db, &device) == AD_DB_DONE);
	must(w->db, oauth_request_add(w->db, &r) == AD_DB_DONE);
	for (size_t i = 0; i < AD_LEN(kept); i++)
		assert_int_equal(count_of(w, kept[i], AD_S("acc_1")), 0);
	must(w->db, oauth_requests_move(w->db, w->arena, &move) == AD_DB_DONE);
	for (size_t i = 0; i < AD_LEN(kept); i++)
		assert_int_equal(count_of(w, kept[i], AD_S("acc_1")), 1);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_flood_from_fifty_networks_deletes_none_of_a_small_one),
		STORED(the_largest_network_gives_way_to_a_new_one),
		STORED(a_row_that_a_person_reached_is_kept),
		STORED(small_networks_are_kept_and_at_last_only_known_persons_get_in),
		STORED(an_account_keeps_the_newest_few),
		STORED(a_sign_in_keeps_the_request_and_what_it_came_by),
	};

	return on_each_database("rows", tests);
}
