#include "tests/unit/core/auth/world.h"

#include "auth/signin/attempts.h"
#include "auth/signin/sessions.h"

static struct ad_str start(struct world *w, struct ad_str replaces)
{
	struct ad_session_spec spec = { .account_id = w->account.id,
					.address = AD_S("192.0.2.1"),
					.replaces = replaces };
	struct ad_str token;

	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &token), AD_DB_DONE);
	return token;
}

static enum ad_db_status find(struct world *w, struct ad_str token)
{
	struct ad_session session;

	return ad_session_find(w->db, w->arena, token, &session);
}

static void signing_in_changes_the_cookie(void **state)
{
	struct world *w = world_open(state);
	struct ad_str first = start(w, (struct ad_str){ 0 });

	assert_int_equal(first.n, 43);
	assert_int_equal(find(w, first), AD_DB_ROW);
	struct ad_str second = start(w, first);
	assert_int_equal(find(w, first), AD_DB_DONE);
	assert_int_equal(find(w, second), AD_DB_ROW);
	assert_int_equal(find(w, (struct ad_str){ 0 }), AD_DB_DONE);
	assert_int_equal(find(w, AD_S("x")), AD_DB_DONE);
	assert_int_equal(ad_session_end(w->db, second), AD_DB_DONE);
	assert_int_equal(find(w, second), AD_DB_DONE);
	world_close(w);
}

static void a_session_ends_by_time_and_by_a_new_password(void **state)
{
	struct world *w = world_open(state);
	struct ad_str token = start(w, (struct ad_str){ 0 });

	world_run(w, "UPDATE sessions SET seen_at = seen_at - 604800000001", (struct ad_str){ 0 });
	assert_int_equal(find(w, token), AD_DB_DONE);
	assert_int_equal(ad_session_touch(w->db, token, true), AD_DB_DONE);
	assert_int_equal(find(w, token), AD_DB_ROW);
	/* Use does not put the end off for ever. */
	world_run(w, "UPDATE sessions SET expires_at = expires_at - 2592000000001",
		  (struct ad_str){ 0 });
	assert_int_equal(find(w, token), AD_DB_DONE);
	token = start(w, (struct ad_str){ 0 });
	assert_int_equal(find(w, token), AD_DB_ROW);
	assert_int_equal(ad_account_set_password(w->db, w->account.id, AD_S("$x")), AD_DB_DONE);
	assert_int_equal(find(w, token), AD_DB_DONE);
	world_close(w);
}

static void sessions_are_listed_and_ended_by_their_owner(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");
	struct ad_str first = start(w, (struct ad_str){ 0 });
	struct ad_str second = start(w, (struct ad_str){ 0 });
	struct ad_session list[8];
	size_t count;

	assert_int_equal(ad_session_list(w->db, w->arena, w->account.id, list, 8, &count),
			 AD_DB_DONE);
	assert_int_equal(count, 2);
	assert_true(ad_str_is(list[0].address, "192.0.2.1"));
	assert_int_equal(ad_session_list(w->db, w->arena, other.id, list + 2, 6, &count),
			 AD_DB_DONE);
	assert_int_equal(count, 0);
	assert_int_equal(ad_session_end_one(w->db, other.id, list[0].id), AD_DB_DONE);
	assert_int_equal(ad_session_end_others(w->db, other.id, list[0].id), AD_DB_DONE);
	assert_int_equal(find(w, first), AD_DB_ROW);
	assert_int_equal(find(w, second), AD_DB_ROW);
	assert_int_equal(ad_session_end_others(w->db, w->account.id, list[0].id), AD_DB_DONE);
	assert_int_equal(find(w, first) == AD_DB_ROW, find(w, second) != AD_DB_ROW);
	assert_int_equal(ad_session_end_one(w->db, w->account.id, list[0].id), AD_DB_DONE);
	assert_int_equal(find(w, first), AD_DB_DONE);
	assert_int_equal(find(w, second), AD_DB_DONE);
	world_close(w);
}

static void when_a_person_showed_who_they_are_is_kept(void **state)
{
	struct world *w = world_open(state);
	struct ad_session_spec spec = { .account_id = w->account.id,
					.address = AD_S("192.0.2.1"),
					.confirmed_at = 12345 };
	struct ad_session session;
	struct ad_str token;

	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &token), AD_DB_DONE);
	assert_int_equal(ad_session_find(w->db, w->arena, token, &session), AD_DB_ROW);
	assert_int_equal(session.confirmed_at, 12345);
	assert_int_equal(ad_session_touch(w->db, token, false), AD_DB_DONE);
	assert_int_equal(ad_session_find(w->db, w->arena, token, &session), AD_DB_ROW);
	assert_int_equal(session.confirmed_at, 12345);
	world_close(w);
}

static void what_a_browser_calls_itself_is_kept_as_200_bytes_of_ascii(void **state)
{
	static const char name[] = "Firefox/1 \xc3\xa9\xff\x7f\t<";
	struct world *w = world_open(state);
	char text[300];
	struct ad_session list[1];
	struct ad_str token;
	size_t count;

	memset(text, 'a', sizeof(text));
	memcpy(text, name, sizeof(name) - 1);
	memcpy(text + 199, "\xc3\xa9", 2);
	struct ad_session_spec spec = { .account_id = w->account.id,
					.user_agent = { text, sizeof(text) } };
	assert_int_equal(ad_session_start(w->db, w->arena, &spec, &token), AD_DB_DONE);
	assert_int_equal(ad_session_list(w->db, w->arena, w->account.id, list, 1, &count),
			 AD_DB_DONE);
	assert_int_equal(list[0].user_agent.n, 200);
	assert_true(ad_str_starts(list[0].user_agent, "Firefox/1 ?\?\?\?\?<aa"));
	assert_int_equal(list[0].user_agent.p[199], '?');
	world_close(w);
}

/* Above 50 sessions the longest unused ones end, and never the current one. */
static void an_account_has_fifty_sessions(void **state)
{
	struct world *w = world_open(state);
	struct ad_account other = world_account(w, "eve@example.com");
	struct ad_session_spec theirs = { .account_id = other.id };
	struct ad_session list[AD_SESSIONS_MAX + 1];
	struct ad_str tokens[AD_SESSIONS_MAX], token, foreign;
	size_t count;

	must(w->db, ad_db_begin(w->db, true) == AD_DB_DONE);
	assert_int_equal(ad_session_start(w->db, w->arena, &theirs, &foreign), AD_DB_DONE);
	for (int i = 0; i < AD_SESSIONS_MAX; i++)
		tokens[i] = start(w, (struct ad_str){ 0 });
	assert_int_equal(find(w, tokens[0]), AD_DB_ROW);
	/* The first one is in use. */
	assert_int_equal(ad_session_touch(w->db, tokens[0], false), AD_DB_DONE);
	for (int i = 0; i < 3; i++)
		token = start(w, (struct ad_str){ 0 });
	assert_int_equal(
		ad_session_list(w->db, w->arena, w->account.id, list, AD_LEN(list), &count),
		AD_DB_DONE);
	assert_int_equal(count, AD_SESSIONS_MAX);
	assert_int_equal(find(w, token), AD_DB_ROW);
	assert_int_equal(find(w, tokens[0]), AD_DB_ROW);
	for (int i = 1; i <= 3; i++)
		assert_int_equal(find(w, tokens[i]), AD_DB_DONE);
	assert_int_equal(find(w, tokens[4]), AD_DB_ROW);
	assert_int_equal(find(w, foreign), AD_DB_ROW);
	must(w->db, ad_db_commit(w->db) == AD_DB_DONE);
	/* Each end stands in the history of the account, in both environments. */
	struct ad_stmt *s = ad_sql(w->db, "SELECT COUNT(*) FROM history WHERE resource = 'session'"
					  " AND verb = 'REVOKE'");
	must(w->db, ad_step(s) == AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), 6);
	ad_reset(s);
	/* A sign-in that takes the place of another ends no third. */
	token = start(w, token);
	assert_int_equal(find(w, tokens[4]), AD_DB_ROW);
	world_close(w);
}

static void who_owes_a_second_factor_has_shorter_sessions(void **state)
{
	struct world *w = world_open(state);
	struct ad_str token = start(w, (struct ad_str){ 0 });
	struct ad_session list[1];
	size_t count;

	world_run(w, "UPDATE sessions SET seen_at = seen_at - 43200000001", (struct ad_str){ 0 });
	assert_int_equal(find(w, token), AD_DB_ROW);
	world_run(w, "UPDATE spaces SET require_second_factor = TRUE WHERE owner_account_id = $1",
		  w->account.id);
	assert_int_equal(find(w, token), AD_DB_DONE);
	assert_int_equal(ad_session_list(w->db, w->arena, w->account.id, list, 1, &count),
			 AD_DB_DONE);
	assert_int_equal(count, 0);
	assert_int_equal(ad_session_touch(w->db, token, false), AD_DB_DONE);
	assert_int_equal(find(w, token), AD_DB_ROW);
	world_run(w, "UPDATE sessions SET created_at = created_at - 604800000001",
		  (struct ad_str){ 0 });
	assert_int_equal(find(w, token), AD_DB_DONE);
	world_close(w);
}

static void a_session_tells_whether_a_factor_was_shown(void **state)
{
	struct world *w = world_open(state);
	struct ad_session_spec spec = { .account_id = w->account.id };
	struct ad_session session;
	struct ad_str token;

	for (int factor = 0; factor < 2; factor++) {
		spec.factor = factor;
		assert_int_equal(ad_session_start(w->db, w->arena, &spec, &token), AD_DB_DONE);
		assert_int_equal(ad_session_find(w->db, w->arena, token, &session), AD_DB_ROW);
		assert_int_equal(session.factor, factor);
		assert_int_equal(ad_session_raise(w->db, session.id), AD_DB_DONE);
		assert_int_equal(ad_session_find(w->db, w->arena, token, &session), AD_DB_ROW);
		assert_true(session.factor);
	}
	world_close(w);
}

/* Signs in, in the browser of the session *token; when the account did the time before. */
static int64_t sign_in(struct world *w, struct ad_str *token)
{
	struct ad_session_spec spec = { .account_id = w->account.id, .replaces = *token };

	assert_int_equal(ad_session_sign_in(w->db, w->account.id, spec.replaces, &spec.before_at),
			 AD_DB_DONE);
	assert_int_equal(ad_session_start(w->db, w->arena, &spec, token), AD_DB_DONE);
	return spec.before_at;
}

static void a_session_knows_the_visit_before(void **state)
{
	struct world *w = world_open(state);
	struct ad_str token = { 0 }, other = { 0 };
	int64_t begun = ad_now();

	assert_int_equal(sign_in(w, &token), 0);
	int64_t first = sign_in(w, &other);
	assert_true(first >= begun);
	/* To confirm in the same browser is no other visit, on the same day. */
	assert_int_equal(sign_in(w, &other), first);
	world_run(w, "UPDATE sessions SET created_at = created_at - 43200000001",
		  (struct ad_str){ 0 });
	assert_true(sign_in(w, &other) > first);
	world_close(w);
}

static void a_form_belongs_to_its_cookie_and_purpose(void **state)
{
	struct world *w = world_open(state);
	const struct ad_secrets *s = ad_auth_secrets(w->auth);
	struct ad_str mac = ad_csrf_make(s, w->arena, AD_S("cookie"), "signin");

	assert_true(ad_csrf_check(s, w->arena, AD_S("cookie"), "signin", mac));
	assert_false(ad_csrf_check(s, w->arena, AD_S("cookie"), "consent", mac));
	assert_false(ad_csrf_check(s, w->arena, AD_S("cookif"), "signin", mac));
	assert_false(ad_csrf_check(s, w->arena, AD_S("cookie"), "signin", (struct ad_str){ 0 }));
	mac = ad_csrf_make(s, w->arena, AD_S(""), "signin");
	assert_false(ad_csrf_check(s, w->arena, AD_S(""), "signin", mac));
	world_close(w);
}

static enum ad_db_status attempt(struct world *w, const char *address, const char *email,
				 struct ad_attempt *out)
{
	*out = (struct ad_attempt){ .address = ad_str(address), .email = ad_str(email) };
	return ad_attempt_note(w->db, out);
}

static void the_eleventh_failure_waits(void **state)
{
	struct world *w = world_open(state);
	struct ad_attempt a;

	for (int i = 0; i < 10; i++)
		assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_ROW);
	assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_DONE);
	assert_in_range(a.retry_after, 890, 900);
	assert_int_equal(attempt(w, "192.0.2.2", "a@b.c", &a), AD_DB_ROW);
	assert_int_equal(attempt(w, "192.0.2.1", "d@b.c", &a), AD_DB_ROW);
	world_run(w, "UPDATE signin_attempts SET attempted_at = attempted_at - 900000001",
		  (struct ad_str){ 0 });
	assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_ROW);
	world_close(w);
}

static void an_ipv6_network_of_64_bits_counts_as_one_address(void **state)
{
	struct world *w = world_open(state);
	struct ad_attempt a;

	for (int i = 0; i < 10; i++) {
		struct ad_str host = ad_arena_printf(w->arena, "2001:db8:0:1:%x::1", i + 1);
		assert_int_equal(attempt(w, host.p, "a@b.c", &a), AD_DB_ROW);
	}
	assert_int_equal(attempt(w, "2001:DB8::1:0:0:0:9", "a@b.c", &a), AD_DB_DONE);
	assert_int_equal(attempt(w, "2001:db8:0:2::1", "a@b.c", &a), AD_DB_ROW);
	assert_int_equal(ad_attempt_succeeded(w->db, &a), AD_DB_DONE);
	assert_int_equal(attempt(w, "2001:db8:0:1::1", "a@b.c", &a), AD_DB_DONE);
	/* An IPv4 address counts alone, however it is written. */
	for (int i = 0; i < 10; i++)
		assert_int_equal(attempt(w, i % 2 ? "192.0.2.1" : "::ffff:192.0.2.1", "a@b.c", &a),
				 AD_DB_ROW);
	assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_DONE);
	assert_int_equal(attempt(w, "::ffff:192.0.2.2", "a@b.c", &a), AD_DB_ROW);
	world_close(w);
}

static void a_success_begins_anew_but_not_for_the_address(void **state)
{
	struct world *w = world_open(state);
	struct ad_attempt a;

	for (int round = 0; round < 11; round++) {
		for (int i = 0; i < 9; i++)
			assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_ROW);
		assert_int_equal(attempt(w, "192.0.2.1", "a@b.c", &a), AD_DB_ROW);
		assert_int_equal(ad_attempt_succeeded(w->db, &a), AD_DB_DONE);
	}
	/* 99 failures stand against the address; its own successes do not. */
	assert_int_equal(attempt(w, "192.0.2.1", "x@b.c", &a), AD_DB_ROW);
	assert_int_equal(attempt(w, "192.0.2.1", "y@b.c", &a), AD_DB_DONE);
	assert_in_range(a.retry_after, 3500, 3600);
	world_close(w);
}

/* A success of the account's own resets none of a guesser's failures. */
static void a_try_that_is_forgotten_takes_no_other_with_it(void **state)
{
	struct world *w = world_open(state);
	struct ad_attempt a;

	for (int i = 0; i < 9; i++)
		assert_int_equal(attempt(w, "192.0.2.1", "device code", &a), AD_DB_ROW);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(attempt(w, "192.0.2.1", "device code", &a), AD_DB_ROW);
		assert_int_equal(ad_attempt_forget(w->db, &a), AD_DB_DONE);
	}
	assert_int_equal(attempt(w, "192.0.2.1", "device code", &a), AD_DB_ROW);
	assert_int_equal(attempt(w, "192.0.2.1", "device code", &a), AD_DB_DONE);
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(signing_in_changes_the_cookie),
		STORED(a_session_ends_by_time_and_by_a_new_password),
		STORED(sessions_are_listed_and_ended_by_their_owner),
		STORED(when_a_person_showed_who_they_are_is_kept),
		STORED(what_a_browser_calls_itself_is_kept_as_200_bytes_of_ascii),
		STORED(an_account_has_fifty_sessions),
		STORED(who_owes_a_second_factor_has_shorter_sessions),
		STORED(a_session_tells_whether_a_factor_was_shown),
		STORED(a_session_knows_the_visit_before),
		STORED(a_form_belongs_to_its_cookie_and_purpose),
		STORED(the_eleventh_failure_waits),
		STORED(an_ipv6_network_of_64_bits_counts_as_one_address),
		STORED(a_success_begins_anew_but_not_for_the_address),
		STORED(a_try_that_is_forgotten_takes_no_other_with_it),
	};
	return on_each_database("sessions", tests);
}
