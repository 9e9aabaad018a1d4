/*
 * /register/CLIENT (RFC 7592), step by step: access, allowed changes, and deletions with a
 * client.
 */
#include "tests/unit/oauth/at_door.h"

#include "oauth/endpoint/endpoints.h"
#include "oauth/client/registration.h"

#define ONE "cli_00000000000000000000000001"
#define TWO "cli_00000000000000000000000002"
#define TOKEN "adcore_ra_of_one"
#define METADATA                                                                                   \
	"{\"redirect_uris\":[\"https://a.example/cb\"],\"token_endpoint_auth_method\":\"none\","   \
	"\"grant_types\":[\"authorization_code\",\"refresh_token\"],\"response_types\":[\"code\"]" \
	"}"

static void add_client(struct world *w, const char *id, const char *method, const char *secret,
		       const char *token)
{
	struct ad_stmt *s = ad_sql(
		w->db, "INSERT INTO oauth_clients (id, name, auth_method, secret_hash,"
		       " redirect_uris, metadata, fingerprint, grants, created_at, management_hash)"
		       " VALUES ($1, 'Before', $2, $3, '[\"https://a.example/cb\"]', $4, $1, 1,"
		       " 5000000, $5)");

	ad_bind_cstr(s, 1, id);
	ad_bind_cstr(s, 2, method);
	if (secret)
		ad_bind(s, 3, oauth_hash(w->arena, ad_str(secret)));
	ad_bind_cstr(s, 4, METADATA);
	ad_bind(s, 5, oauth_hash(w->arena, ad_str(token)));
	must(w->db, ad_step(s) == AD_DB_DONE);
}

static struct ad_exchange *asks(struct world *w, struct asked *a, const char *method,
				const char *id, const char *authorization, const char *body)
{
	struct ad_exchange *x =
		at_door(w, a, method, ad_arena_printf(w->arena, OAUTH_MANAGE_PATH "%s", id).p);

	ask_with(a, "Authorization", ad_str(authorization));
	x->body = ad_str(body);
	oauth_manage(x);
	return x;
}

static struct ad_exchange *sends(struct world *w, struct asked *a, const char *method,
				 const char *body)
{
	struct ad_exchange *x = asks(w, a, method, ONE, "Bearer " TOKEN, body);

	run_steps(w, x);
	return x;
}

static void only_its_own_token_opens_it_and_no_refusal_tells_more(void **state)
{
	static const struct {
		const char *id, *authorization;
	} rows[] = {
		{ ONE, "Bearer adcore_ra_of_two" },
		{ TWO, "Bearer " TOKEN },
		{ "cli_00000000000000000000000009", "Bearer " TOKEN },
		{ "", "Bearer " TOKEN },
		{ ONE, "Bearer " },
		{ ONE, "Bearer  " TOKEN },
		{ ONE, "Bearer " TOKEN "x" },
		{ ONE, "Basic " TOKEN },
		{ ONE, TOKEN },
		{ ONE "/x", "Bearer " TOKEN },
	};
	static const char *const methods[] = { "GET", "PUT", "DELETE" };
	struct world *w = world_open(state);
	struct asked a;
	struct ad_str same = { 0 };

	add_client(w, ONE, "none", NULL, TOKEN);
	add_client(w, TWO, "none", NULL, "adcore_ra_of_two");
	for (size_t i = 0; i < AD_LEN(rows) * AD_LEN(methods); i++) {
		struct ad_exchange *x =
			asks(w, &a, methods[i % AD_LEN(methods)], rows[i / AD_LEN(methods)].id,
			     rows[i / AD_LEN(methods)].authorization, "{}");
		run_steps(w, x);
		is_error(x, 401, "invalid_token");
		assert_true(ad_str_is(replied(&a, "WWW-Authenticate"),
				      "Bearer error=\"invalid_token\""));
		assert_true(!same.p || ad_str_eq(same, x->reply));
		same = x->reply;
	}
	is_error(asks(w, &a, "GET", ONE, NULL, NULL), 401, "invalid_token");
	assert_true(ad_str_is(replied(&a, "WWW-Authenticate"), "Bearer"));
	assert_int_equal(count_of(w, "SELECT COUNT(*) FROM oauth_clients WHERE name = 'Before'",
				  (struct ad_str){ 0 }),
			 2);
	world_close(w);
}

static void it_reads_what_it_is_told_and_no_secret(void **state)
{
	struct world *w = world_open(state);
	struct ad_json_error err;
	struct asked a;

	add_client(w, ONE, "client_secret_basic", "adcore_cs_x", TOKEN);
	struct ad_exchange *x = asks(w, &a, "GET", ONE, "bearer " TOKEN, NULL);
	assert_int_equal(x->status, 200);
	const cJSON *told = ad_json_parse(w->arena, x->reply, &err);
	assert_non_null(told);
	assert_true(ad_str_is(ad_json_get_text(told, "client_id"), ONE));
	assert_true(ad_str_is(ad_json_get_text(told, "registration_access_token"), TOKEN));
	assert_true(ad_str_is(ad_json_get_text(told, "registration_client_uri"),
			      ASKED_URL "/register/" ONE));
	assert_int_equal(ad_json_get(told, "client_id_issued_at")->valueint, 5);
	assert_null(ad_json_get(told, "client_secret"));
	assert_true(ad_str_is(replied(&a, "Cache-Control"), "no-store"));
	world_close(w);
}

#define WITH(more)                                                                                 \
	"{\"client_id\":\"" ONE "\",\"redirect_uris\":[\"https://b.example/cb\"],"                 \
	"\"client_name\":\"After\"," more "}"
#define NONE "\"token_endpoint_auth_method\":\"none\""

static void a_change_says_who_it_is_and_claims_nothing(void **state)
{
	static const struct {
		const char *body, *error;
	} rows[] = {
		{ "", "invalid_client_metadata" },
		{ "[]", "invalid_client_metadata" },
		{ "{\"redirect_uris\":[\"https://b.example/cb\"]," NONE "}", "invalid_request" },
		{ "{\"client_id\":\"" TWO "\",\"redirect_uris\":[\"https://b.example/cb\"]," NONE
		  "}",
		  "invalid_request" },
		{ "{\"client_id\":7,\"redirect_uris\":[\"https://b.example/cb\"]," NONE "}",
		  "invalid_request" },
		{ WITH(NONE ",\"registration_access_token\":\"" TOKEN "\""), "invalid_request" },
		{ WITH(NONE ",\"registration_client_uri\":\"x\""), "invalid_request" },
		{ WITH(NONE ",\"client_secret_expires_at\":0"), "invalid_request" },
		{ WITH(NONE ",\"client_id_issued_at\":5"), "invalid_request" },
		{ WITH(NONE ",\"client_secret\":\"mine\""), "invalid_client_metadata" },
		{ WITH(NONE ",\"client_secret\":\"\""), "invalid_client_metadata" },
		{ WITH(NONE ",\"client_secret\":null"), "invalid_client_metadata" },
		{ WITH("\"token_endpoint_auth_method\":\"client_secret_basic\""),
		  "invalid_client_metadata" },
		{ WITH("\"software_id\":\"x\""), "invalid_client_metadata" },
		{ WITH("\"token_endpoint_auth_method\":\"private_key_jwt\","
		       "\"jwks_uri\":\"https://b.example/keys\""),
		  "invalid_client_metadata" },
		{ "{\"client_id\":\"" ONE "\",\"redirect_uris\":[\"javascript:x\"]," NONE "}",
		  "invalid_redirect_uri" },
	};
	struct world *w = world_open(state);
	struct asked a;

	add_client(w, ONE, "none", NULL, TOKEN);
	for (size_t i = 0; i < AD_LEN(rows); i++)
		is_error(sends(w, &a, "PUT", rows[i].body), 400, rows[i].error);
	assert_int_equal(count_of(w, "SELECT COUNT(*) FROM oauth_clients WHERE name = 'Before'",
				  (struct ad_str){ 0 }),
			 1);
	world_close(w);
}

static void a_change_replaces_all_but_the_secret(void **state)
{
	static const char *const methods[] = { "client_secret_basic", "client_secret_post" };
	struct world *w = world_open(state);
	struct asked a;

	add_client(w, ONE, "client_secret_basic", "adcore_cs_x", TOKEN);
	is_error(sends(w, &a, "PUT", WITH(NONE)), 400, "invalid_client_metadata");
	is_error(sends(w, &a, "PUT", WITH("\"client_secret\":\"adcore_cs_y\"")), 400,
		 "invalid_client_metadata");
	for (size_t i = 0; i < AD_LEN(methods); i++) {
		struct ad_str body = ad_arena_printf(
			w->arena,
			WITH("\"client_secret\":\"adcore_cs_x\",\"token_endpoint_auth_method\":"
			     "\"%s\""),
			methods[i]);
		struct ad_exchange *x = sends(w, &a, "PUT", body.p);
		assert_int_equal(x->status, 200);
		assert_null(strstr(x->reply.p, "adcore_cs_x"));
		assert_non_null(strstr(x->reply.p, "https://b.example/cb"));
		assert_int_equal(
			count_of(w,
				 "SELECT COUNT(*) FROM oauth_clients WHERE name = 'After' AND"
				 " redirect_uris = '[\"https://b.example/cb\"]' AND created_at ="
				 " 5000000 AND auth_method = $1 AND secret_hash IS NOT NULL"
				 " AND grants = 1",
				 ad_str(methods[i])),
			1);
	}
	struct ad_exchange *x = asks(w, &a, "GET", ONE, "Bearer " TOKEN, NULL);
	assert_non_null(strstr(x->reply.p, "After"));
	assert_null(strstr(x->reply.p, "a.example"));
	world_close(w);
}

/* One row in every table that refers to a client. */
static void add_traces(struct world *w, const char *id)
{
	static const char *const texts[] = {
		"INSERT INTO oauth_requests (handle_hash, browser_hash, client_id, redirect_uri,"
		" redirect_given, challenge, resource, scopes, confirm_after, created_at,"
		" expires_at) VALUES ($1, 'b', $1, 'r', 1, 'c', 's', 1, 0, 1, 2)",
		"INSERT INTO oauth_pushed (uri_hash, client_id, params, created_at, expires_at)"
		" VALUES ($1, $1, 'p', 1, 2)",
		"INSERT INTO oauth_devices (device_hash, user_code, client_id, resource, scopes,"
		" interval_s, created_at, expires_at) VALUES ($1, $1, $1, 'r', 1, 5, 1, 2)",
		"INSERT INTO oauth_codes (code_hash, client_id, redirect_uri, redirect_given,"
		" challenge, resource, scopes, account_id, space_id, environment, created_at,"
		" expires_at) VALUES ($1, $1, 'r', 1, 'c', 's', 1, 'a', 's', 'test', 1, 2)",
	};

	for (size_t i = 0; i < AD_LEN(texts); i++)
		world_run(w, texts[i], ad_str(id));
	for (int i = 0; i < 3; i++) {
		struct ad_grant grant = world_grant(w);
		struct ad_stmt *s = ad_sql(w->db, "UPDATE oauth_grants SET client_id = $2"
						  " WHERE id = $1");
		ad_bind(s, 1, grant.id);
		ad_bind_cstr(s, 2, id);
		must(w->db, ad_step(s) == AD_DB_DONE);
	}
}

/* The number of remaining rows. Of grants only valid ones count. */
static int64_t traces(struct world *w, const char *id)
{
	return count_of(w,
			"SELECT (SELECT COUNT(*) FROM oauth_clients WHERE id = $1)"
			" + (SELECT COUNT(*) FROM oauth_requests WHERE client_id = $1)"
			" + (SELECT COUNT(*) FROM oauth_pushed WHERE client_id = $1)"
			" + (SELECT COUNT(*) FROM oauth_devices WHERE client_id = $1)"
			" + (SELECT COUNT(*) FROM oauth_codes WHERE client_id = $1)"
			" + (SELECT COUNT(*) FROM oauth_grants WHERE client_id = $1"
			" AND revoked_at IS NULL)",
			ad_str(id));
}

static void with_a_client_goes_all_that_waited_for_it_and_nothing_else(void **state)
{
	struct world *w = world_open(state);
	struct asked a;

	add_client(w, ONE, "none", NULL, TOKEN);
	add_client(w, TWO, "none", NULL, "adcore_ra_of_two");
	add_traces(w, ONE);
	add_traces(w, TWO);
	assert_int_equal(traces(w, ONE), 8);
	struct ad_exchange *x = sends(w, &a, "DELETE", NULL);
	assert_int_equal(x->status, 204);
	assert_int_equal(x->reply.n, 0);
	assert_int_equal(traces(w, ONE), 0);
	assert_int_equal(traces(w, TWO), 8);
	is_error(sends(w, &a, "DELETE", NULL), 401, "invalid_token");
	is_error(sends(w, &a, "GET", NULL), 401, "invalid_token");
	world_close(w);
}

static void what_others_use_too_can_only_be_read(void **state)
{
	struct world *w = world_open(state);
	struct asked a;

	add_client(w, ONE, "none", NULL, TOKEN);
	add_traces(w, ONE);
	world_run(w, "UPDATE oauth_clients SET shared = 1", (struct ad_str){ 0 });
	assert_int_equal(sends(w, &a, "GET", NULL)->status, 200);
	is_error(sends(w, &a, "PUT", WITH(NONE)), 403, "access_denied");
	is_error(sends(w, &a, "DELETE", NULL), 403, "access_denied");
	assert_int_equal(traces(w, ONE), 8);
	world_close(w);
}

/* Between its read and its write: deleted, shared, or with another token. */
static void what_changes_meanwhile_is_looked_at_again(void **state)
{
	static const char *const meanwhile[] = {
		"UPDATE oauth_clients SET shared = 1",
		"UPDATE oauth_clients SET management_hash = 'another', shared = NULL",
		"DELETE FROM oauth_clients",
	};
	struct world *w = world_open(state);
	struct asked put, drop;

	add_client(w, ONE, "none", NULL, TOKEN);
	add_traces(w, ONE);
	for (size_t i = 0; i < AD_LEN(meanwhile); i++) {
		world_run(w, "UPDATE oauth_clients SET shared = NULL, management_hash = $1",
			  oauth_hash(w->arena, AD_S(TOKEN)));
		struct ad_exchange *one = asks(w, &put, "PUT", ONE, "Bearer " TOKEN, WITH(NONE));
		struct ad_exchange *two = asks(w, &drop, "DELETE", ONE, "Bearer " TOKEN, NULL);
		world_run(w, meanwhile[i], (struct ad_str){ 0 });
		run_steps(w, one);
		run_steps(w, two);
		is_error(one, 401, "invalid_token");
		is_error(two, 401, "invalid_token");
		assert_int_equal(traces(w, ONE), i < 2 ? 8 : 7);
	}
	world_close(w);
}

static void other_methods_are_told_which_there_are(void **state)
{
	struct world *w = world_open(state);
	struct asked a;

	is_error(asks(w, &a, "POST", ONE, "Bearer " TOKEN, "{}"), 405, "invalid_request");
	assert_true(ad_str_is(replied(&a, "Allow"), "GET, HEAD, PUT, DELETE, OPTIONS"));
	assert_int_equal(asks(w, &a, "OPTIONS", ONE, NULL, NULL)->status, 204);
	assert_true(ad_str_is(replied(&a, "Access-Control-Allow-Origin"), "*"));
	world_close(w);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(only_its_own_token_opens_it_and_no_refusal_tells_more),
		STORED(it_reads_what_it_is_told_and_no_secret),
		STORED(a_change_says_who_it_is_and_claims_nothing),
		STORED(a_change_replaces_all_but_the_secret),
		STORED(with_a_client_goes_all_that_waited_for_it_and_nothing_else),
		STORED(what_others_use_too_can_only_be_read),
		STORED(what_changes_meanwhile_is_looked_at_again),
		STORED(other_methods_are_told_which_there_are),
	};
	return on_each_database("manage", tests);
}
