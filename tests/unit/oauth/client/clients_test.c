/* Clients: the registered redirect URIs, and the proofs of a client's identity. */
#include "tests/unit/oauth/at_door.h"

#include "oauth/client/clients.h"

#define OPEN "cli_00000000000000000000000001"
#define BASIC "cli_00000000000000000000000002"
#define POSTED "cli_00000000000000000000000003"
#define SIGNS "cli_00000000000000000000000004"
#define GONE "cli_00000000000000000000000009"
#define SECRET "adcore_cs_a:b%c d"

static void a_request_uses_a_registered_uri(void **state)
{
	static const struct {
		const char *registered, *shown, *used; /* NULL: refused */
	} rows[] = {
		{ "[\"https://a.example/cb\"]", NULL, "https://a.example/cb" },
		{ "[\"https://a.example/cb\"]", "https://a.example/cb", "https://a.example/cb" },
		{ "[\"https://a.example/cb\"]", "https://a.example/cb/", NULL },
		{ "[\"https://a.example/cb\"]", "https://a.example/cb?x", NULL },
		{ "[\"https://a.example/cb\"]", "https://A.example/cb", NULL },
		{ "[\"https://a.example/cb\"]", "https://a.example/cb#x", NULL },
		{ "[\"https://a.example/cb\"]", "", NULL },
		{ "[\"https://a.example/1\",\"https://a.example/2\"]", NULL, NULL },
		{ "[\"https://a.example/1\",\"https://a.example/2\"]", "https://a.example/2",
		  "https://a.example/2" },
		{ "[]", NULL, NULL },
		{ "[]", "https://a.example/cb", NULL },
		{ "[\"http://127.0.0.1/cb\"]", "http://127.0.0.1:4711/cb",
		  "http://127.0.0.1:4711/cb" },
		{ "[\"http://localhost/cb\"]", "http://127.0.0.1/cb", NULL },
		/* Registered beside others, never used. */
		{ "[\"http://a.example/cb\"]", "http://a.example/cb", NULL },
		{ "[\"http://a.example/cb\"]", NULL, NULL },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_json_error err;
		struct ad_str used = { 0 };
		struct oauth_client client = {
			.redirect_uris = ad_json_parse(arena, ad_str(rows[i].registered), &err),
		};
		bool good = oauth_client_redirect(&client, ad_str(rows[i].shown), &used);
		if (good != (rows[i].used != NULL) || (good && !ad_str_is(used, rows[i].used)))
			fail_msg("%s at %s: %.*s", rows[i].shown ? rows[i].shown : "none",
				 rows[i].registered, AD_FMT(used));
	}
	ad_arena_free(arena);
}

static void add_client(struct world *w, const char *id, const char *method, bool secret)
{
	struct ad_stmt *s =
		ad_sql(w->db, "INSERT INTO oauth_clients (id, name, auth_method, secret_hash,"
			      " redirect_uris, metadata, fingerprint, grants, created_at)"
			      " VALUES ($1, 'x', $2, $3, '[]', '{}', $1, 1, 1)");

	ad_bind_cstr(s, 1, id);
	ad_bind_cstr(s, 2, method);
	if (secret)
		ad_bind(s, 3, oauth_hash(w->arena, AD_S(SECRET)));
	must(w->db, ad_step(s) == AD_DB_DONE);
}

static struct world *with_clients(void **state)
{
	struct world *w = world_open(state);

	add_client(w, OPEN, "none", false);
	add_client(w, BASIC, "client_secret_basic", true);
	add_client(w, POSTED, "client_secret_post", true);
	add_client(w, SIGNS, "private_key_jwt", false);
	return w;
}

static struct ad_str encoded(struct ad_arena *arena, const char *text)
{
	struct ad_text out = ad_text_on(arena);

	ad_text_add_url(&out, ad_str(text));
	return ad_text_str(&out);
}

/* "Basic" and id and secret, form-encoded (RFC 6749 section 2.3.1). */
static const char *basic(struct ad_arena *arena, const char *id, const char *secret)
{
	struct ad_str pair =
		ad_arena_printf(arena, "%s:%s", encoded(arena, id).p, encoded(arena, secret).p);

	return ad_arena_printf(arena, "Basic %s", ad_base64(arena, pair.p, pair.n).p).p;
}

static bool proven;

static void goes_on(struct ad_exchange *x)
{
	(void)x;
	proven = true;
}

/* The result: 0 if the client is authenticated, otherwise the status of the refusal. */
static int asked_with(struct world *w, struct asked *a, const char *authorization, const char *form,
		      struct oauth_client *out)
{
	struct ad_exchange *x = at_door(w, a, "POST", "/token");
	struct oauth_params *params = ad_arena_zalloc(w->arena, sizeof(*params));
	struct ad_param *list;

	ask_with(a, "Authorization", ad_str(authorization));
	x->body = ad_str(form);
	assert_true(ad_http_form(w->arena, x->body, &list, &params->count));
	params->list = list;
	proven = false;
	*out = (struct oauth_client){ 0 };
	oauth_client_authenticate(x, params, OAUTH_ABOUT_GRANT, out, goes_on);
	assert_int_equal(proven, x->status == 0);
	return x->status;
}

static void each_proves_itself_by_its_own_way(void **state)
{
	struct world *w = with_clients(state);
	const char *secret =
		ad_arena_printf(w->arena, "&client_secret=%s", encoded(w->arena, SECRET).p).p;
	const struct {
		const char *authorization, *form;
		uint32_t used;
	} rows[] = {
		{ NULL, "client_id=" OPEN, OAUTH_AUTH_NONE },
		{ NULL, "client_id=" OPEN "&client_secret=", OAUTH_AUTH_NONE },
		/* An empty secret counts as none (RFC 6749 section 2.3.1). */
		{ basic(w->arena, OPEN, ""), "", OAUTH_AUTH_NONE },
		{ basic(w->arena, BASIC, SECRET), "", OAUTH_AUTH_BASIC },
		{ basic(w->arena, BASIC, SECRET), "client_id=" BASIC, OAUTH_AUTH_BASIC },
		{ NULL, ad_arena_printf(w->arena, "client_id=" BASIC "%s", secret).p,
		  OAUTH_AUTH_POST },
		{ NULL, ad_arena_printf(w->arena, "client_id=" POSTED "%s", secret).p,
		  OAUTH_AUTH_POST },
	};
	struct oauth_client client;
	struct asked a;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		if (asked_with(w, &a, rows[i].authorization, rows[i].form, &client))
			fail_msg("row %zu: %.*s", i, AD_FMT(a.x.reply));
		assert_int_equal(client.used, rows[i].used);
	}
	world_close(w);
}

static void nobody_else_is_believed(void **state)
{
	struct world *w = with_clients(state);
	struct ad_arena *arena = w->arena;
	const char *secret =
		ad_arena_printf(arena, "&client_secret=%s", encoded(arena, SECRET).p).p;
	const struct {
		const char *authorization, *form;
		int status;
		const char *error;
	} rows[] = {
		{ NULL, "", 400, "invalid_request" },
		{ NULL, "client_id=", 400, "invalid_request" },
		{ NULL, "client_id=" GONE, 401, "invalid_client" },
		{ NULL, "client_id=" BASIC, 401, "invalid_client" },
		{ NULL, "client_id=" POSTED, 401, "invalid_client" },
		{ NULL, "client_id=" SIGNS, 401, "invalid_client" },
		{ NULL, "client_id=" BASIC "&client_secret=wrong", 401, "invalid_client" },
		{ NULL, ad_arena_printf(arena, "client_id=" OPEN "%s", secret).p, 401,
		  "invalid_client" },
		{ NULL, ad_arena_printf(arena, "client_id=" SIGNS "%s", secret).p, 401,
		  "invalid_client" },
		{ basic(arena, BASIC, ""), "", 401, "invalid_client" },
		{ basic(arena, BASIC, "wrong"), "", 401, "invalid_client" },
		{ basic(arena, POSTED, SECRET), "", 401, "invalid_client" },
		{ basic(arena, GONE, SECRET), "", 401, "invalid_client" },
		{ basic(arena, "", SECRET), "client_id=" BASIC, 401, "invalid_client" },
		{ basic(arena, BASIC, SECRET), "client_id=" POSTED, 401, "invalid_client" },
		{ "Basic", "client_id=" OPEN, 401, "invalid_client" },
		{ "Basic !", "client_id=" OPEN, 401, "invalid_client" },
		{ "Basic eA==", "client_id=" OPEN, 401, "invalid_client" },
		{ "Bearer x", "client_id=" OPEN, 401, "invalid_client" },
		/* Two ways at a time. */
		{ basic(arena, BASIC, SECRET),
		  ad_arena_printf(arena, "client_id=" BASIC "%s", secret).p, 400,
		  "invalid_request" },
		{ basic(arena, BASIC, SECRET), "client_assertion=x", 400, "invalid_request" },
		{ NULL, ad_arena_printf(arena, "client_assertion=x%s", secret).p, 400,
		  "invalid_request" },
	};
	struct oauth_client client;
	struct asked a;

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		asked_with(w, &a, rows[i].authorization, rows[i].form, &client);
		if (a.x.status != rows[i].status || !ad_str_is(error_of(&a.x), rows[i].error))
			fail_msg("row %zu: %d %.*s", i, a.x.status, AD_FMT(a.x.reply));
		if (rows[i].authorization && rows[i].status == 401)
			assert_true(ad_str_starts(replied(&a, "WWW-Authenticate"), "Basic "));
		assert_null(strstr(a.x.reply.p, "adcore_cs_"));
	}
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_uses_a_registered_uri),
	};
	const struct CMUnitTest stored[] = {
		STORED(each_proves_itself_by_its_own_way),
		STORED(nobody_else_is_believed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL) + on_each_database("clients", stored);
}
