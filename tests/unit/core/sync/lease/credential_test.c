/* The basis of a run: its credential, its account's role, or its approval. */
#include "tests/unit/core/sync/plans.h"

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "sync/lease/credential.h"

#define RUN "syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"
#define GRANT "grt_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"
#define OTHER_GRANT "grt_01KAH2V5T3Q8Z6J4N9W7X1Y2B4"
#define SESSION "ses_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"
#define TOKEN "abcdefgh01234567"
#define OTHER_TOKEN "abcdefgh01234568"

static void run_sql(struct world *w, const char *sql)
{
	if (ad_db_exec(w->db, sql) != AD_DB_DONE)
		fail_msg("%s: %s", sql, ad_db_error(w->db));
}

#define SQL(w, ...) run_sql(w, ad_arena_printf((w)->arena, __VA_ARGS__).p)

/* A valid credential: a token of 16 characters, or a grant. */
static void add_credential(struct world *w, const char *id)
{
	long long later = (long long)ad_now() + AD_DAY;

	if (strlen(id) == 16)
		SQL(w,
		    "INSERT INTO tokens (id, account_id, name, environment, scopes, secret_sha256,"
		    " expires_at, created_at) VALUES ('%s', '%.*s', 'T', 'test', 1, 'x', %lld, 1)",
		    id, AD_FMT(w->account.id), later);
	else
		SQL(w,
		    "INSERT INTO oauth_grants (id, account_id, client_id, client_name,"
		    " redirect_host, space_id, environment, scopes, resource, created_at,"
		    " expires_at, idle_expires_at, generation, rotated_at, salt) VALUES ('%s',"
		    " '%.*s', 'c', 'C', 'h', '%.*s', 'test', 1, 'r', 1, %lld, %lld, 1, 1, 's')",
		    id, AD_FMT(w->account.id), AD_FMT(w->realm.space_id), later, later);
}

static void add_run(struct world *w, const char *credential, const char *approved)
{
	SQL(w,
	    "INSERT INTO sync_runs (space_id, environment, id, mode, status, activate, filters,"
	    " source, created_by, credential_id, connector, approved_by, approved_credential,"
	    " cancel, done, total, created_at, started_at, finished_at) VALUES ('%.*s', 'test',"
	    " '" RUN "', 'PUSH', 'AWAITING_APPROVAL', 0, '{}', 'API', '%.*s', '%s', 0, %s%.*s%s,"
	    " %s%s%s, 0, 0, 1, 1, 0, 0)",
	    AD_FMT(w->realm.space_id), AD_FMT(w->account.id), credential, approved ? "'" : "NULL",
	    approved ? (int)w->account.id.n : 0, w->account.id.p, approved ? "'" : "",
	    approved && *approved ? "'" : "NULL", approved ? approved : "",
	    approved && *approved ? "'" : "");
}

static bool is_gone(struct world *w)
{
	bool gone = false;

	DONE(w->db, ad_credential_is_gone(w->db, w->realm, AD_S(RUN), &gone));
	return gone;
}

/* True if the run is among those that await approval and must end. */
static bool is_found(struct world *w)
{
	struct ad_stmt *s = ad_credential_find_waiting(w->db);
	bool found = false;

	while (ad_step(s) == AD_DB_ROW)
		found = found || ad_str_is(ad_col(s, 2), RUN);
	ad_reset(s);
	return found;
}

static void a_run_stands_on_its_credential_or_its_approval(void **state)
{
	static const struct {
		const char *credential, *approved; /* NULL: none; "": by an earlier session */
		const char *ends;                  /* the change under test */
		bool gone;
	} rows[] = {
		{ TOKEN, NULL, NULL, false },
		{ GRANT, NULL, NULL, false },
		{ SESSION, NULL, NULL, false },
		{ TOKEN, NULL, "UPDATE tokens SET revoked_at = 1 WHERE id = '" TOKEN "'", true },
		{ TOKEN, NULL, "UPDATE tokens SET expires_at = 1 WHERE id = '" TOKEN "'", true },
		{ TOKEN, NULL, "UPDATE tokens SET expires_at = NULL WHERE id = '" TOKEN "'", true },
		{ TOKEN, NULL, "DELETE FROM tokens WHERE id = '" TOKEN "'", true },
		{ TOKEN, NULL, "UPDATE tokens SET secret_sha256 = 'y' WHERE id = '" TOKEN "'",
		  false },
		{ TOKEN, NULL, "UPDATE tokens SET revoked_at = 1 WHERE id = '" OTHER_TOKEN "'",
		  false },
		{ GRANT, NULL, "UPDATE oauth_grants SET revoked_at = 1 WHERE id = '" GRANT "'",
		  true },
		{ GRANT, NULL, "UPDATE oauth_grants SET expires_at = 1 WHERE id = '" GRANT "'",
		  true },
		{ GRANT, NULL, "UPDATE oauth_grants SET idle_expires_at = 1 WHERE id = '" GRANT "'",
		  true },
		{ GRANT, NULL, "DELETE FROM oauth_grants", true },
		{ GRANT, NULL,
		  "UPDATE oauth_grants SET revoked_at = 1 WHERE id = '" OTHER_GRANT "'", false },
		{ SESSION, NULL, "DELETE FROM sessions", false },
		{ SESSION, NULL, "UPDATE members SET role = 'EDITOR'", true },
		{ TOKEN, NULL, "UPDATE members SET role = 'VIEWER'", true },
		{ GRANT, NULL, "DELETE FROM members", true },
		{ TOKEN, NULL, "UPDATE members SET role = 'PUBLISHER'", false },
		{ GRANT, SESSION, "UPDATE oauth_grants SET revoked_at = 1", false },
		{ GRANT, "", "UPDATE oauth_grants SET revoked_at = 1", false },
		{ GRANT, OTHER_TOKEN, "UPDATE oauth_grants SET revoked_at = 1", false },
		{ GRANT, OTHER_TOKEN, "UPDATE tokens SET revoked_at = 1", false },
		{ TOKEN, OTHER_TOKEN, "UPDATE tokens SET revoked_at = 1", true },
		{ TOKEN, SESSION, "UPDATE members SET role = 'EDITOR'", true },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct world *w;
		world_of_drafts((void **)&w);
		add_credential(w, TOKEN);
		add_credential(w, OTHER_TOKEN);
		add_credential(w, GRANT);
		add_credential(w, OTHER_GRANT);
		add_run(w, rows[i].credential, rows[i].approved);
		assert_false(is_gone(w));
		assert_false(is_found(w));
		if (rows[i].ends)
			run_sql(w, rows[i].ends);
		if (is_gone(w) != rows[i].gone)
			fail_msg("%s, %s: %s", rows[i].credential,
				 rows[i].ends ? rows[i].ends : "nothing happened",
				 rows[i].gone ? "it should be gone" : "it should stand");
		if (!rows[i].approved)
			assert_int_equal(is_found(w), rows[i].gone);
		end_of_drafts((void **)&w);
	}
	(void)state;
}

static void a_run_that_is_not_there_is_not_gone(void **state)
{
	struct world *w = *state;

	assert_false(is_gone(w));
	assert_false(is_found(w));
}

/* This query ends only runs that await approval. */
static void runs_at_work_are_not_found_among_those_that_wait(void **state)
{
	struct world *w = *state;

	add_run(w, TOKEN, NULL);
	assert_true(is_found(w));
	run_sql(w, "UPDATE sync_runs SET status = 'RUNNING'");
	assert_false(is_found(w));
	assert_true(is_gone(w));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_stands_on_its_credential_or_its_approval),
		TEST(a_run_that_is_not_there_is_not_gone),
		TEST(runs_at_work_are_not_found_among_those_that_wait),
	};

	return on_each_database("credential", tests);
}
