/* The log line of a refusal: enough to identify the client, and no presented secret. */
#include "tests/support/arena.h"

#include "tests/support/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "oauth/endpoint/door.h"

/* The one line that a refusal writes. */
static const cJSON *logged(struct ad_arena *arena, struct ad_exchange *x, int status)
{
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO);
	char *text = ad_arena_zalloc(arena, 1 << 16);
	struct ad_json_error err;

	assert_non_null(file);
	ad_log_flush();
	assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
	oauth_log_refusal(x, status, "invalid_client", "The client could not be verified.");
	ad_log_flush();
	assert_true(dup2(kept, STDERR_FILENO) >= 0);
	close(kept);
	ssize_t n = pread(fileno(file), text, (1 << 16) - 1, 0);
	fclose(file);
	assert_true(n > 1 && text[n - 1] == '\n');
	text[n - 1] = '\0';
	assert_null(strchr(text, '\n'));
	const cJSON *line = ad_json_parse(arena, ad_str(text), &err);
	assert_non_null(line);
	return line;
}

static void says(const cJSON *line, const char *member, const char *wanted)
{
	struct ad_str found = ad_json_get_text(line, member);

	if (!ad_str_is(found, wanted))
		fail_msg("%s: %.*s, not %s", member, AD_FMT(found), wanted);
}

static void a_line_names_all_that_finds_the_request(void **state)
{
	struct asked a;
	struct ad_exchange *x = ask(&a, *state, "POST", "/token");
	const cJSON *line = logged(*state, x, 401);

	says(line, "event", "oauth_refused");
	says(line, "level", "info");
	says(line, "endpoint", "/token");
	says(line, "method", "POST");
	says(line, "status", "401");
	says(line, "error", "invalid_client");
	says(line, "reason", "The client could not be verified.");
	says(line, "client", "none");
	says(line, "address", "192.0.2.1");
	says(line, "request", x->call.request_id.p);
	says(logged(*state, x, 503), "level", "warn");
}

static void an_endpoint_is_told_by_its_name_not_by_what_was_asked(void **state)
{
	static const char *const rows[][2] = {
		{ "/register", "/register" },
		{ "/register/cli_01_secret", "/register/" },
		{ "/authorize", "/authorize" },
		{ "/authorize/consent", "/authorize/consent" },
		{ "/signin/second", "/signin/second" },
		{ "/.well-known/adcore_rt_x", "/.well-known/" },
		{ "/tok", "unknown" },
		{ "/", "unknown" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct asked a;
		says(logged(*state, ask(&a, *state, "GET", rows[i][0]), 400), "endpoint",
		     rows[i][1]);
	}
}

#define ID "cli_01M7Y65A6G51MZ3AEM0GWV250W"

static const struct {
	const char *authorization, *query, *body, *client;
} clients[] = {
	{ NULL, NULL, "client_id=" ID, ID },
	{ NULL, NULL, "grant_type=x&client_id=" ID "&client_secret=s", ID },
	{ NULL, "client_id=" ID, "client_id=cli_01M7Y65A6G51MZ3AEM0GWV250X", ID },
	{ NULL, NULL, "client_id=", "none" },
	{ NULL, NULL, "client_id=%zz", "none" },
	{ NULL, NULL, "client_secret=adcore_cs_x", "none" },
	/* A value without the form of a name may be a misplaced secret. */
	{ NULL, NULL, "client_id=adcore_cs_secret", "unknown" },
	{ NULL, NULL, "client_id=" ID "x", "unknown" },
	{ NULL, NULL, "client_id=http://a.example/secret", "unknown" },
	/* "<ID>:s", in any case of the scheme; "adcore_cs_x:"; "x"; no base64. */
	{ "Basic Y2xpXzAxTTdZNjVBNkc1MU1aM0FFTTBHV1YyNTBXOnM=", NULL, NULL, ID },
	{ "bAsIc Y2xpXzAxTTdZNjVBNkc1MU1aM0FFTTBHV1YyNTBXOnM=", NULL, NULL, ID },
	{ "Basic YWRjb3JlX2NzX3g6", NULL, "client_id=" ID, "unknown" },
	{ "Basic eA==", NULL, "client_id=" ID, ID },
	{ "Basic ???", NULL, NULL, "none" },
	{ "Basic ", NULL, NULL, "none" },
	{ "Bearer adcore_rt_x", NULL, NULL, "none" },
	/* A document by its address, without what may hold a secret. */
	{ NULL, NULL, "client_id=https://a.example/client.json", "https://a.example/client.json" },
	{ NULL, NULL, "client_id=https://a.example/c?token=x", "https://a.example/c" },
	{ NULL, NULL, "client_id=https://a.example/c%23x", "https://a.example/c" },
	{ NULL, NULL, "client_id=https://user:secret@a.example/c", "unknown" },
	{ NULL, NULL, "client_id=https://secret@a.example/c", "unknown" },
	{ NULL, NULL, "client_id=https://a.example/@me/c", "https://a.example/" },
	{ NULL, NULL, "client_id=https://a.example/c%0a%22x", "https://a.example/c" },
};

static void a_client_is_named_only_where_it_has_the_form_of_a_name(void **state)
{
	for (size_t i = 0; i < AD_LEN(clients); i++) {
		struct asked a;
		struct ad_exchange *x = ask(&a, *state, "POST", "/token");
		ask_with(&a, "Authorization", ad_str(clients[i].authorization));
		if (clients[i].query)
			assert_true(ad_http_form(*state, ad_str(clients[i].query), &x->params,
						 &x->param_count));
		x->body = ad_str(clients[i].body);
		says(logged(*state, x, 401), "client", clients[i].client);
	}
}

static void an_address_is_cut(void **state)
{
	struct asked a;
	struct ad_exchange *x = ask(&a, *state, "POST", "/token");
	struct ad_text body = ad_text_on(*state);

	ad_text_adds(&body, "client_id=https://a.example/");
	for (int i = 0; i < 3000; i++)
		ad_text_addc(&body, 'x');
	x->body = ad_text_str(&body);
	assert_int_equal(ad_json_get_text(logged(*state, x, 401), "client").n, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_line_names_all_that_finds_the_request),
		IN_ARENA(an_endpoint_is_told_by_its_name_not_by_what_was_asked),
		IN_ARENA(a_client_is_named_only_where_it_has_the_form_of_a_name),
		IN_ARENA(an_address_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
