/* The number of stored ids of proofs and assertions, and the share of each network. */
#include "tests/unit/oauth/at_door.h"

#include "oauth/endpoint/replays.h"

static bool has_room_for(struct world *w, enum oauth_replay_kind kind, const char *address,
			 const char *client)
{
	struct ad_core core = { .auth = w->auth };
	struct ad_call call = { .arena = w->arena,
				.db = w->db,
				.core = &core,
				.address = ad_str(address),
				.request_id = AD_S("req_1") };
	struct ad_str id = client ? ad_str(client) : (struct ad_str){ NULL, 0 };
	bool room = false;

	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	assert_int_equal(oauth_replay_count(&call, kind, id, ad_now() + 5 * AD_MINUTE, &room),
			 AD_DB_DONE);
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	return room;
}

static bool proof_of(struct world *w, const char *address)
{
	return has_room_for(w, OAUTH_REPLAY_PROOF, address, NULL);
}

static bool assertion_of(struct world *w, const char *address, const char *client)
{
	return has_room_for(w, OAUTH_REPLAY_ASSERTION, address, client);
}

static void set_held(struct world *w, const char *parties, int64_t n)
{
	struct ad_stmt *s = ad_sql(w->db, "UPDATE oauth_replay_use SET n = $2 WHERE party LIKE $1");

	ad_bind_cstr(s, 1, parties);
	ad_bind_int(s, 2, n);
	must(w->db, ad_step(s) == AD_DB_DONE);
}

static int64_t held_by(struct world *w, const char *parties)
{
	struct ad_stmt *s = ad_sql(w->db, "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM"
					  " oauth_replay_use WHERE party LIKE $1");

	ad_bind_cstr(s, 1, parties);
	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void a_network_that_is_full_locks_out_itself_alone(void **state)
{
	struct world *w = world_open(state);

	for (int i = 0; i < 3; i++)
		assert_true(proof_of(w, "192.0.2.1"));
	assert_int_equal(held_by(w, "proof network %"), 3);
	assert_int_equal(held_by(w, "proof"), 3);
	set_held(w, "proof network %", OAUTH_PROOFS_EACH);
	assert_false(proof_of(w, "192.0.2.1"));
	assert_int_equal(held_by(w, "proof"), 3); /* what is refused is not counted */
	assert_true(proof_of(w, "198.51.100.1"));
	assert_true(assertion_of(w, "192.0.2.1", "cli_1"));
	/* All of a /48 are one network. */
	assert_true(proof_of(w, "2001:db8:1:1::1"));
	set_held(w, "proof network %", OAUTH_PROOFS_EACH);
	assert_false(proof_of(w, "2001:db8:1:2::1"));
	assert_true(proof_of(w, "2001:db8:2:1::1"));
	world_close(w);
}

static void where_all_is_used_up_few_are_still_kept_for_each(void **state)
{
	struct world *w = world_open(state);

	assert_true(proof_of(w, "192.0.2.1"));
	set_held(w, "proof network %", OAUTH_REPLAYS_FEW);
	set_held(w, "proof", OAUTH_PROOFS_ALL);
	assert_false(proof_of(w, "192.0.2.1"));
	assert_true(proof_of(w, "198.51.100.1"));
	set_held(w, "proof", 2 * OAUTH_PROOFS_ALL);
	assert_false(proof_of(w, "198.51.100.1"));
	assert_false(proof_of(w, "203.0.113.1"));
	world_close(w);
}

static void a_client_that_is_full_locks_out_itself_alone(void **state)
{
	struct world *w = world_open(state);

	assert_true(assertion_of(w, "192.0.2.1", "cli_1"));
	set_held(w, "assertion client %", OAUTH_ASSERTIONS_EACH);
	assert_false(assertion_of(w, "198.51.100.1", "cli_1"));
	assert_true(assertion_of(w, "192.0.2.1", "cli_2"));
	world_close(w);
}

static void what_has_expired_leaves_room(void **state)
{
	struct world *w = world_open(state);
	struct ad_str none = { NULL, 0 };

	assert_true(proof_of(w, "192.0.2.1"));
	set_held(w, "proof%", 2 * OAUTH_PROOFS_ALL);
	assert_false(proof_of(w, "192.0.2.1"));
	world_run(w, "UPDATE oauth_replay_use SET slot = 1", none);
	assert_true(proof_of(w, "192.0.2.1"));
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(a_network_that_is_full_locks_out_itself_alone),
		STORED(where_all_is_used_up_few_are_still_kept_for_each),
		STORED(a_client_that_is_full_locks_out_itself_alone),
		STORED(what_has_expired_leaves_room),
	};
	return on_each_database("replays", tests);
}
