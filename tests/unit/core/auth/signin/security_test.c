#include "tests/unit/core/auth/world.h"

#include "auth/signin/attempts.h"
#include "auth/signin/security.h"
#include "auth/signin/sessions.h"

static int64_t entries(struct world *w, const char *resource, const char *verb)
{
	struct ad_stmt *s =
		ad_sql(w->db, "SELECT COUNT(*) FROM history AS h JOIN history_heads AS c"
			      " ON c.chain = h.chain WHERE c.space_id = $1 AND"
			      " h.resource = $2 AND h.verb = $3");

	ad_bind(s, 1, w->account.space_id);
	ad_bind_cstr(s, 2, resource);
	ad_bind_cstr(s, 3, verb);
	must(w->db, ad_step(s) == AD_DB_ROW);
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void begin(struct world *w)
{
	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
}

static void commit(struct world *w)
{
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
}

static void what_an_account_changes_stands_in_both_environments(void **state)
{
	struct world *w = world_open(state);
	struct ad_str none = { 0 };

	begin(w);
	assert_int_equal(ad_security_changed(w->db, w->account.id, none, none, "password"),
			 AD_DB_DONE);
	assert_int_equal(ad_security_changed(w->db, AD_S("acc_nobody"), none, none, "password"),
			 AD_DB_DONE);
	commit(w);
	assert_int_equal(entries(w, "account", "UPDATE"), 2);
	world_close(w);
}

static void sessions_begin_and_end_in_the_history(void **state)
{
	struct world *w = world_open(state);
	struct ad_session_spec spec = { .account_id = w->account.id };
	struct ad_str one, token;
	struct ad_session kept;

	begin(w);
	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &one), AD_DB_DONE);
	for (int i = 0; i < 3; i++)
		assert_int_equal(ad_session_start(w->db, w->arena, &spec, &token), AD_DB_DONE);
	assert_int_equal(ad_session_find(w->db, w->arena, one, &kept), AD_DB_ROW);
	assert_int_equal(ad_session_end(w->db, token), AD_DB_DONE);
	assert_int_equal(ad_session_end(w->db, token), AD_DB_DONE);
	assert_int_equal(ad_session_end_others(w->db, w->account.id, kept.id), AD_DB_DONE);
	assert_int_equal(ad_session_end_one(w->db, AD_S("acc_nobody"), kept.id), AD_DB_DONE);
	commit(w);
	assert_int_equal(entries(w, "session", "CREATE"), 2 * 4);
	assert_int_equal(entries(w, "session", "REVOKE"), 2 * 3);
	begin(w);
	assert_int_equal(ad_session_end_one(w->db, w->account.id, kept.id), AD_DB_DONE);
	commit(w);
	assert_int_equal(entries(w, "session", "REVOKE"), 2 * 4);
	world_close(w);
}

/* The name under which attempts count: the address, or a text that ends with the account's id. */
static void try_often(struct world *w, struct ad_str name)
{
	begin(w);
	for (int i = 0; i < AD_ATTEMPTS_ACCOUNT + 5; i++) {
		struct ad_attempt attempt = { .address = AD_S("192.0.2.1"), .email = name };
		assert_int_equal(ad_attempt_note(w->db, &attempt),
				 i < AD_ATTEMPTS_ACCOUNT ? AD_DB_ROW : AD_DB_DONE);
	}
	commit(w);
}

static void tries_beyond_the_limit_are_told_once(void **state)
{
	struct world *w = world_open(state);

	try_often(w, AD_S("nobody@example.com"));
	assert_int_equal(entries(w, "account", "REFUSE"), 0);
	try_often(w, AD_S("ada@example.com"));
	assert_int_equal(entries(w, "account", "REFUSE"), 2);
	try_often(w, ad_arena_printf(w->arena, "second step %.*s", AD_FMT(w->account.id)));
	assert_int_equal(entries(w, "account", "REFUSE"), 4);
	world_close(w);
}

static enum ad_db_status try_from(struct world *w, struct ad_str address)
{
	struct ad_attempt attempt = { .address = address, .email = AD_S("ada@example.com") };

	begin(w);
	enum ad_db_status status = ad_attempt_note(w->db, &attempt);
	commit(w);
	return status;
}

static void a_guesser_who_goes_on_adds_nothing(void **state)
{
	struct world *w = world_open(state);

	try_often(w, AD_S("ada@example.com"));
	assert_int_equal(entries(w, "account", "REFUSE"), 2);
	/* From many addresses. */
	for (int i = 2; i < 5; i++)
		for (int tries = 0; tries < AD_ATTEMPTS_ACCOUNT + 2; tries++)
			(void)!try_from(w, ad_arena_printf(w->arena, "192.0.2.%d", i));
	assert_int_equal(entries(w, "account", "REFUSE"), 2);
	/* As slowly as a limit opens again: the rest of the tries counts still. */
	world_run(w,
		  "UPDATE signin_attempts SET attempted_at = attempted_at - 900000001"
		  " WHERE id = (SELECT min(id) FROM signin_attempts WHERE address = $1)",
		  AD_S("192.0.2.1"));
	assert_int_equal(try_from(w, AD_S("192.0.2.1")), AD_DB_ROW);
	assert_int_equal(try_from(w, AD_S("192.0.2.1")), AD_DB_DONE);
	assert_int_equal(entries(w, "account", "REFUSE"), 2);
	/* After a quiet window it is news again. */
	world_run(w, "UPDATE signin_attempts SET attempted_at = attempted_at - 900000001",
		  (struct ad_str){ 0 });
	try_often(w, AD_S("ada@example.com"));
	assert_int_equal(entries(w, "account", "REFUSE"), 4);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(what_an_account_changes_stands_in_both_environments),
		STORED(sessions_begin_and_end_in_the_history),
		STORED(tries_beyond_the_limit_are_told_once),
		STORED(a_guesser_who_goes_on_adds_nothing),
	};
	return on_each_database("security", tests);
}
