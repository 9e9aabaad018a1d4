/* Authorization requests that wait for a person: their owner, and the destination of the answer. */
#include "tests/unit/oauth/at_door.h"

#include "oauth/authorize/requests.h"

static struct oauth_request made(struct world *w, const char *handle, const char *browser,
				 int64_t expires_at)
{
	struct oauth_request r = { .handle_hash = oauth_hash(w->arena, ad_str(handle)),
				   .browser_hash = oauth_hash(w->arena, ad_str(browser)),
				   .client_id = AD_S("cli_1"),
				   .redirect_uri = AD_S("https://a.example/cb"),
				   .state = AD_S("s&t=\xc3\xa4"),
				   .challenge = AD_S("challenge"),
				   .resource = AD_S(WORLD_MCP),
				   .scopes = AD_ADS_READ,
				   .expires_at = expires_at };

	must(w->db, oauth_request_add(w->db, &r) == AD_DB_DONE);
	return r;
}

static enum ad_db_status find(struct world *w, const char *handle, const char *browser,
			      struct oauth_request *out)
{
	return oauth_request_find(w->db, w->arena, ad_str(handle), ad_str(browser), out);
}

static void one_is_its_browsers_alone_and_for_its_time(void **state)
{
	struct world *w = world_open(state);
	struct oauth_request r;

	made(w, "one", "mine", ad_now() + AD_MINUTE);
	made(w, "over", "mine", ad_now() - 1);
	assert_int_equal(find(w, "one", "mine", &r), AD_DB_ROW);
	assert_true(ad_str_is(r.client_id, "cli_1") && r.scopes == AD_ADS_READ);
	assert_false(r.redirect_given);
	assert_null(r.decision.p);
	assert_null(r.login_hint.p);
	assert_int_equal(find(w, "one", "theirs", &r), AD_DB_DONE);
	assert_int_equal(find(w, "one", "", &r), AD_DB_DONE);
	assert_int_equal(find(w, "mine", "one", &r), AD_DB_DONE);
	assert_int_equal(find(w, "", "mine", &r), AD_DB_DONE);
	assert_int_equal(find(w, "over", "mine", &r), AD_DB_DONE);
	/* The hash is no handle. */
	assert_int_equal(find(w, oauth_hash(w->arena, AD_S("one")).p, "mine", &r), AD_DB_DONE);
	world_close(w);
}

static void the_code_of_a_handle_is_the_same_each_time(void **state)
{
	struct world *w = world_open(state);
	struct ad_core core = { .auth = w->auth };
	struct ad_str one = oauth_request_code(&core, w->arena, AD_S("one"));

	assert_true(ad_str_starts(one, "adcore_ac_"));
	assert_int_equal(one.n, strlen("adcore_ac_") + 43);
	assert_true(ad_str_eq(one, oauth_request_code(&core, w->arena, AD_S("one"))));
	assert_false(ad_str_eq(one, oauth_request_code(&core, w->arena, AD_S("two"))));
	world_close(w);
}

static void an_answer_adds_to_the_uri_and_changes_nothing_of_it(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct asked a;
	const struct ad_core *core = ask(&a, arena, "GET", "/authorize")->call.core;
	struct oauth_request r = { .redirect_uri = AD_S("https://a.example/cb"),
				   .state = AD_S("s&t=\xc3\xa4") };

	(void)state;
	assert_string_equal(oauth_request_answer(core, arena, &r, "code", AD_S("x y")).p,
			    "https://a.example/cb?code=x%20y&state=s%26t%3D%C3%A4"
			    "&iss=https%3A%2F%2Fads.example");
	r = (struct oauth_request){ .redirect_uri = AD_S("https://a.example/cb?a=%20b") };
	assert_string_equal(oauth_request_answer(core, arena, &r, "error", AD_S("x")).p,
			    "https://a.example/cb?a=%20b&error=x&iss=https%3A%2F%2Fads.example");
	r = (struct oauth_request){ .redirect_uri = AD_S("cursor://x"), .state = AD_S("") };
	assert_string_equal(oauth_request_answer(core, arena, &r, "error", AD_S("x")).p,
			    "cursor://x?error=x&state=&iss=https%3A%2F%2Fads.example");
	ad_arena_free(arena);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_adds_to_the_uri_and_changes_nothing_of_it),
	};
	const struct CMUnitTest stored[] = {
		STORED(one_is_its_browsers_alone_and_for_its_time),
		STORED(the_code_of_a_handle_is_the_same_each_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("requests", stored);
}
