#include "tests/unit/core/auth/world.h"

#include "auth/auth_private.h"
#include "auth/signin/sessions.h"

static int64_t number(struct world *w, const char *sql)
{
	struct ad_stmt *s = ad_sql(w->db, sql);

	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void what_was_counted_is_stored_at_the_stop(void **state)
{
	struct world *w = world_open(state);
	struct ad_token token = world_token(w, AD_ADS_READ);
	const struct ad_principal *who;
	struct ad_limit out;
	char err[256];
	int64_t before = ad_now();
	struct ad_writer *writer = ad_writer_start(w->database->store, err);

	assert_non_null(writer);
	assert_true(ad_auth_start(w->auth, w->database->store, writer, err));
	assert_int_equal(
		ad_authenticate(w->auth, w->db, w->arena, token.text, AD_S(WORLD_BASE), &who),
		AD_OK);
	for (int i = 0; i < 7; i++)
		assert_int_equal(ad_limits_take(ad_auth_limits(w->auth), who, ad_now(), 1, &out),
				 AD_OK);
	ad_auth_stop(w->auth);
	ad_writer_stop(writer);
	assert_int_equal(number(w, "SELECT n FROM daily_usage"), 7);
	assert_true(number(w, "SELECT last_used_at FROM tokens") >= before);
	world_close(w);
}

/* Of each table a row that is over for two minutes, one for half a minute, one that is not. */
static void sweepable_soon(struct world *w)
{
	static const char *const tables[] = {
		("INSERT INTO oauth_requests (handle_hash, browser_hash, client_id, redirect_uri,"
		 " redirect_given, challenge, resource, scopes, confirm_after, created_at,"
		 " expires_at) VALUES ($1, '', '', '', 0, '', '', 0, 0, 0, $2)"),
		("INSERT INTO oauth_pushed (uri_hash, client_id, params, created_at, expires_at)"
		 " VALUES ($1, '', '', 0, $2)"),
		"INSERT INTO oauth_proofs (id, expires_at) VALUES ($1, $2)",
		"INSERT INTO oauth_assertions (id, expires_at) VALUES ($1, $2)",
	};
	static const int seconds[] = { -120, -30, 60 };

	for (size_t i = 0; i < AD_LEN(tables); i++) {
		for (size_t n = 0; n < AD_LEN(seconds); n++) {
			struct ad_stmt *s = ad_sql(w->db, tables[i]);
			ad_bind(s, 1, ad_arena_printf(w->arena, "row %zu", n));
			ad_bind_int(s, 2, ad_now() + seconds[n] * AD_SECOND);
			must(w->db, ad_step(s) == AD_DB_DONE);
		}
	}
}

static void what_expired_is_swept_and_the_rest_stays(void **state)
{
	struct world *w = world_open(state);
	struct ad_session_spec spec = { .account_id = w->account.id };
	struct ad_str live, dead;
	struct ad_str none = { 0 };

	struct ad_grant kept = world_grant(w), revoked = world_grant(w);
	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &live), AD_DB_DONE);
	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &dead), AD_DB_DONE);
	world_run(w, "UPDATE sessions SET expires_at = 1 WHERE id = (SELECT max(id) FROM sessions)",
		  none);
	assert_int_equal(ad_grant_revoke(w->db, revoked.id, "user"), AD_DB_DONE);
	world_run(w, "UPDATE oauth_grants SET revoked_at = 1 WHERE id = $1", revoked.id);
	/* Uploads of long ago: one that an asset owns by now, one that none does; one of now. */
	world_run(w,
		  "INSERT INTO asset_uploads (space_id, environment, sha256, at) VALUES"
		  " ('s', 'test', 'owned', 1), ('s', 'test', 'lost', 1),"
		  " ('s', 'test', 'new', 9000000000000000)",
		  none);
	world_run(w,
		  "INSERT INTO asset_bytes (space_id, environment, sha256, n, data) SELECT"
		  " u.space_id, u.environment, u.sha256, 0, '' FROM asset_uploads u",
		  none);
	world_run(w,
		  "INSERT INTO assets (id, space_id, environment, source, created_by, created_at,"
		  " updated_at, version, sync_revision, json, sync_state, last_synced_at, failed,"
		  " removal, removed, sha256) VALUES ('a', 's', 'test', '', '', 1, 1, 1, 0, '{}',"
		  " 'STAGED', 0, 0, 0, 0, 'owned')",
		  none);
	/* Never used and a day old; used long ago; used long ago but with a grant; new. */
	world_run(w,
		  "INSERT INTO oauth_clients (id, name, auth_method, redirect_uris, metadata,"
		  " fingerprint, grants, created_at, used_at) VALUES"
		  " ('never', '', 'none', '[]', '{}', '', 1, 1, NULL),"
		  " ('old', '', 'none', '[]', '{}', '', 1, 1, 1),"
		  " ('cli_1', '', 'none', '[]', '{}', '', 1, 1, 1),"
		  " ('new', '', 'none', '[]', '{}', '', 1, 9000000000000000, NULL)",
		  none);
	world_run(w,
		  "INSERT INTO idempotency (credential_id, space_id, environment, path, key,"
		  " body_mac, status, http_status, created_at) VALUES"
		  " ('c', 's', 'test', 'p', 'old', '', 0, 200, 1),"
		  " ('c', 's', 'test', 'p', 'new', '', 0, 200, 9000000000000000)",
		  none);
	world_run(w,
		  "INSERT INTO idempotency_use (account_id, hour, n, bytes) VALUES"
		  " ('a', 1, 1, 1), ('a', 2500000, 1, 1)",
		  none);
	world_run(w,
		  "INSERT INTO oauth_replay_use (party, slot, n) VALUES ('proof', 1, 1),"
		  " ('proof', 30000000, 1)",
		  none);
	sweepable_soon(w);
	assert_true(ad_upkeep_sweep(w->db));
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_requests"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_pushed"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_proofs"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_assertions"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM idempotency_use"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_replay_use"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM idempotency"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM sessions"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_grants"), 1);
	assert_int_equal(ad_grant_load(w->db, w->arena, kept.id, &kept), AD_DB_ROW);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_clients"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM oauth_clients WHERE id = 'cli_1'"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM asset_uploads"), 1);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM asset_bytes"), 2);
	assert_int_equal(number(w, "SELECT COUNT(*) FROM asset_bytes WHERE sha256 = 'lost'"), 0);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(what_was_counted_is_stored_at_the_stop),
		STORED(what_expired_is_swept_and_the_rest_stays),
	};
	return on_each_database("upkeep", tests);
}
