/* Requests that are refused before any handler runs, over sockets, byte by byte. */
#include "tests/unit/core/http/client.h"

#include <microhttpd.h>

static struct fixture fixture;
static atomic_int handled;

/* Answers with the parsed request. */
static void echo(struct ad_exchange *x)
{
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);
	atomic_fetch_add(&handled, 1);
	ad_json_object(&j);
	ad_json_kstr(&j, "method", x->method);
	ad_json_kstr(&j, "path", x->path);
	ad_json_kstr(&j, "query", x->query);
	ad_json_kstr(&j, "host", x->host);
	ad_json_kstr(&j, "address", x->call.address);
	ad_json_kstr(&j, "body", x->body);
	ad_json_kbool(&j, "tooLarge", x->body_too_large);
	ad_json_kbool(&j, "badQuery", x->bad_query);
	ad_json_key(&j, "params");
	ad_json_array(&j);
	for (size_t i = 0; i < x->param_count; i++) {
		ad_json_str(&j, x->params[i].name);
		ad_json_str(&j, x->params[i].value);
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	ad_http_reply(x, 200, "application/json", ad_text_str(&text));
}

/* A front end with its own form of refusals. */
static void own_words(struct ad_exchange *x, int status, const char *sentence)
{
	ad_http_add(x, "X-Own", AD_S("yes"));
	ad_http_reply(x, status, "text/plain",
		      ad_arena_printf(x->call.arena, "own %d %s", status, sentence));
}

static const struct ad_route routes[] = {
	{ .prefix = "/", .handler = echo, .body_max = 1000 },
	{ .prefix = "/a/", .handler = echo, .body_max = 1000 },
	{ .prefix = "/x", .handler = echo, .body_max = 1000 },
	{ .prefix = "/p", .handler = echo, .body_max = 1000 },
	{ .prefix = "/big", .handler = echo, .body_max = 2 * 1024 * 1024 },
	{ .prefix = "/own", .handler = echo, .body_max = 1000, .refuse = own_words },
};

static int start(void **state)
{
	*state = &fixture;
	fixture.config.trusted_proxy = "127.0.0.0/8";
	fixture_start(&fixture, routes, AD_LEN(routes));
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	return 0;
}

struct bad {
	const char *what;
	const char *request;
	size_t size; /* 0: strlen */
	const char *says;
	bool framing; /* the connection must not be used again */
};

#define H "Host: localhost\r\n"

static const struct bad bad[] = {
	{ "no Host", "GET / HTTP/1.1\r\nX: y\r\n\r\n", 0, "Host", true },
	{ "two Hosts", "GET / HTTP/1.1\r\n" H H "\r\n", 0, "more than one Host", true },
	{ "Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 0, "Host", true },
	{ "Host with userinfo", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 0, "Host", true },
	{ "Host with two names", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 0, "Host", true },
	{ "Host with a bad port", "GET / HTTP/1.1\r\nHost: a:99999\r\n\r\n", 0, "Host", true },
	{ "empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 0, "Host", true },
	{ "two Content-Lengths",
	  "POST / HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 0,
	  "more than one Content-Length", true },
	{ "different Content-Lengths",
	  "POST / HTTP/1.1\r\n" H "Content-Length: 1\r\nContent-Length: 2\r\n\r\na", 0,
	  "more than one Content-Length", true },
	{ "length and chunked",
	  "POST / HTTP/1.1\r\n" H
	  "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	  0, "exclude", true },
	{ "chunked and length",
	  "POST / HTTP/1.1\r\n" H
	  "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
	  0, "exclude", true },
	{ "chunked twice",
	  "POST / HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
	  "0\r\n\r\n",
	  0, "Transfer-Encoding", true },
	{ "another encoding",
	  "POST / HTTP/1.1\r\n" H "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 0,
	  "Transfer-Encoding", true },
	{ "chunked in 1.0", "POST / HTTP/1.0\r\n" H "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	  0, "HTTP/1.1", true },
	{ "two Authorizations",
	  "GET / HTTP/1.1\r\n" H "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", 0,
	  "more than one Authorization", true },
	{ "bare LF", "GET / HTTP/1.1\r\n" H "A: b\nC: d\r\n\r\n", 0, "CR LF", true },
	{ "bare LF after Host", "GET / HTTP/1.1\r\nHost: localhost\nC: d\r\n\r\n", 0, "CR LF",
	  true },
	{ "space in a name", "GET / HTTP/1.1\r\n" H "A b: c\r\n\r\n", 0, "name", true },
	{ "space before the colon", "GET / HTTP/1.1\r\n" H "A : c\r\n\r\n", 0, "name", true },
	{ "NUL in a value", "GET / HTTP/1.1\r\n" H "A: b\0c\r\n\r\n",
	  sizeof("GET / HTTP/1.1\r\n" H "A: b\0c\r\n\r\n") - 1, "", true },
	{ "control in a value", "GET / HTTP/1.1\r\n" H "A: b\001c\r\n\r\n", 0, "control", true },
	{ "CR in a value", "GET / HTTP/1.1\r\n" H "A: b\rc\r\n\r\n", 0, "", true },
	{ "bare LF for the empty line", "GET / HTTP/1.1\r\n" H "\nGET /b HTTP/1.1\r\n" H "\r\n", 0,
	  "CR LF", true },
	{ "bare LF before the empty line", "POST / HTTP/1.1\r\n" H "Content-Length: 5\n\r\nhello",
	  0, "CR LF", true },
	{ "bare LF after the request line", "GET / HTTP/1.1\n" H "\r\n", 0, "CR LF", true },
	{ "folded", "GET / HTTP/1.1\r\n" H "A: b\r\n c\r\n\r\n", 0, "folds", true },
	{ "folded in between", "GET / HTTP/1.1\r\n" H "A: b\r\n\tc\r\nD: e\r\n\r\n", 0, "folds",
	  true },
	{ "folded Host", "GET / HTTP/1.1\r\nHost:\r\n localhost\r\n\r\n", 0, "folds", true },
	{ "NUL in the path", "GET /a%00b HTTP/1.1\r\n" H "\r\n", 0, "path", true },
	{ "bad escape", "GET /a%zz HTTP/1.1\r\n" H "\r\n", 0, "path", true },
	{ "cut escape", "GET /a%4 HTTP/1.1\r\n" H "\r\n", 0, "path", true },
	{ "bad UTF-8", "GET /a%ff HTTP/1.1\r\n" H "\r\n", 0, "path", true },
	{ "surrogate", "GET /a%ed%a0%80 HTTP/1.1\r\n" H "\r\n", 0, "path", true },
	{ "fragment", "GET /a#b HTTP/1.1\r\n" H "\r\n", 0, "escaped", true },
	{ "space in the target", "GET /a b HTTP/1.1\r\n" H "\r\n", 0, "", true },
	{ "no slash", "GET a HTTP/1.1\r\n" H "\r\n", 0, "begin with '/'", true },
	{ "asterisk", "OPTIONS * HTTP/1.1\r\n" H "\r\n", 0, "begin with '/'", true },
	{ "absolute with a bad host", "GET http://a@b/ HTTP/1.1\r\n" H "\r\n", 0, "host", true },
};

static void check_envelope(const struct bad *b, const struct reply *r)
{
	if (!header_of(r, "X-Request-Id"))
		return; /* libmicrohttpd refused it before adcore saw it */
	if (!strstr(r->body, "{\"error\":{\"code\":\"VALIDATION_ERROR\",\"message\":\"") ||
	    !strstr(r->body, "\"recovery\":\"correctable\"}}}") ||
	    !strstr(r->body, "\"details\":{\"fields\":[{\"path\":\"") ||
	    !strstr(r->body, "\"}],\"recovery\"") || !strstr(r->body, b->says))
		fail_msg("%s: %s", b->what, r->body);
	assert_non_null(header_of(r, "X-RateLimit-Limit"));
	assert_non_null(header_of(r, "X-RateLimit-Remaining"));
	assert_non_null(header_of(r, "X-RateLimit-Reset"));
}

static void refuses_what_is_ambiguous(void **state)
{
	static struct reply r;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		int before = atomic_load(&handled);
		exchange_bytes(*state, bad[i].request,
			       bad[i].size ? bad[i].size : strlen(bad[i].request), &r);
		if (r.status != 400)
			fail_msg("%s: %d %s", bad[i].what, r.status, r.text);
		check_envelope(&bad[i], &r);
		if (!r.closed)
			fail_msg("%s: the connection stays open", bad[i].what);
		assert_int_equal(atomic_load(&handled), before);
	}
}

/* The handler gets the flag badQuery, so that the front end can authenticate the caller first. */
static void a_query_that_does_not_decode_is_the_doors_to_tell(void **state)
{
	static const char *const queries[] = { "?a=%00", "?a=%C0%80", "?a=1&b=%zz", "?%4" };
	static struct reply r;
	char request[128];

	for (size_t i = 0; i < AD_LEN(queries); i++) {
		snprintf(request, sizeof(request), "GET /%s HTTP/1.1\r\n" H "\r\n", queries[i]);
		exchange_bytes(*state, request, strlen(request), &r);
		assert_int_equal(r.status, 200);
		assert_non_null(strstr(r.body, "\"badQuery\":true,\"params\":[]"));
	}
}

/*
 * Requests that adcore refuses have its envelope. libmicrohttpd from 1.0 on, in strict mode,
 * refuses every malformed head itself.
 */
static void most_refusals_have_the_envelope(void **state)
{
	static struct reply r;
	size_t own = 0;
	for (size_t i = 0; i < AD_LEN(bad); i++) {
		exchange_bytes(*state, bad[i].request,
			       bad[i].size ? bad[i].size : strlen(bad[i].request), &r);
		own += header_of(&r, "X-Request-Id") != NULL;
		if (!header_of(&r, "X-Request-Id"))
			print_message("not our own refusal: %s\n", bad[i].what);
	}
	assert_true(own >= AD_LEN(bad) - (MHD_VERSION >= 0x01000000 ? 17 : 6));
}

struct good {
	const char *request;
	const char *has;
};

static const struct good good[] = {
	{ "GET / HTTP/1.1\r\n" H "\r\n", "\"method\":\"GET\",\"path\":\"/\",\"query\":null" },
	{ "GET /a%2Fb%20c?x=%C3%A9+1&y&=z&x=2 HTTP/1.1\r\n" H "\r\n",
	  "\"path\":\"/a/b c\",\"query\":\"x=%C3%A9+1&y&=z&x=2\"" },
	{ "GET /?x=%C3%A9+1&y&=z HTTP/1.1\r\n" H "\r\n",
	  "\"params\":[\"x\",\"\xc3\xa9 1\",\"y\",\"\",\"\",\"z\"]" },
	{ "GET http://example.org:81/p HTTP/1.1\r\n" H "\r\n",
	  "\"path\":\"/p\",\"query\":null,\"host\":\"example.org:81\"" },
	{ "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "\"host\":\"[::1]:8080\"" },
	{ "GET / HTTP/1.0\r\n\r\n", "\"host\":null" },
	{ "POST / HTTP/1.1\r\n" H "Content-Length: 3\r\n\r\nabc", "\"body\":\"abc\"" },
	{ "POST / HTTP/1.1\r\n" H "Content-Length: 0\r\n\r\n", "\"body\":null" },
	{ "POST / HTTP/1.1\r\n" H
	  "Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
	  "\"body\":\"abcde\"" },
	{ "DELETE /x HTTP/1.1\r\n" H "\r\n", "\"method\":\"DELETE\"" },
	{ "GET / HTTP/1.1\r\n" H "A:b\r\nC: \r\nD:  e \r\nF: g\r\n\r\n", "\"path\":\"/\"" },
	{ "GET / HTTP/1.1\r\n" H "X-Forwarded-For: 1.2.3.4, 192.0.2.7\r\n\r\n",
	  "\"address\":\"192.0.2.7\"" },
	{ "GET / HTTP/1.1\r\n" H "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 127.0.0.3\r\n\r\n",
	  "\"address\":\"1.2.3.4\"" },
	{ "GET / HTTP/1.1\r\n" H "X-Forwarded-For: nonsense\r\n\r\n", "\"address\":\"127.0.0.1\"" },
};

static void takes_what_is_right(void **state)
{
	static struct reply r;
	for (size_t i = 0; i < AD_LEN(good); i++) {
		exchange(*state, good[i].request, &r);
		if (r.status != 200 || !strstr(r.body, good[i].has))
			fail_msg("%s\n%s", good[i].request, r.text);
		const char *id = header_of(&r, "X-Request-Id");
		assert_non_null(id);
		assert_memory_equal(id, "req_", 4);
	}
}

static void head_has_the_headers_of_get(void **state)
{
	static struct reply get, head;
	exchange(*state, "GET /x HTTP/1.1\r\n" H "\r\n", &get);
	int fd = dial(*state);
	say(fd, "HEAD /x HTTP/1.1\r\n" H "\r\n");
	listen_to(fd, &head, true);
	assert_int_equal(head.status, 200);
	assert_int_equal(strtoul(header_of(&head, "Content-Length"), NULL, 10), get.body_size);
	/* Nothing follows the headers: the next reply begins at once. */
	say(fd, "GET /x HTTP/1.1\r\n" H "\r\n");
	listen_to(fd, &get, false);
	assert_int_equal(get.status, 200);
	close(fd);
}

static void post_of(char *out, const char *path, size_t declared, size_t given)
{
	int n = snprintf(out, 200, "POST %s HTTP/1.1\r\n" H "Content-Length: %zu\r\n\r\n", path,
			 declared);
	memset(out + n, 'x', given);
	out[(size_t)n + given] = 0;
}

static void bodies_over_the_route_are_dropped(void **state)
{
	static struct reply r;
	char *request = malloc(3 * 1024 * 1024);
	post_of(request, "/", 1000, 1000);
	exchange(*state, request, &r);
	assert_non_null(strstr(r.body, "\"tooLarge\":false"));
	post_of(request, "/", 1001, 1001);
	exchange(*state, request, &r);
	assert_int_equal(r.status, 200);
	assert_non_null(strstr(r.body, "\"body\":null,\"tooLarge\":true"));
	assert_false(r.closed);
	post_of(request, "/big", 2 * 1024 * 1024 + 1, 2 * 1024 * 1024 + 1);
	exchange(*state, request, &r);
	assert_non_null(strstr(r.body, "\"tooLarge\":true"));
	free(request);
}

static void absurd_lengths_are_refused_at_once(void **state)
{
	static struct reply r;
	char request[200];
	snprintf(request, sizeof(request), "POST / HTTP/1.1\r\n" H "Content-Length: %d\r\n\r\n",
		 16 * 1024 * 1024 + 1);
	exchange(*state, request, &r);
	assert_int_equal(r.status, 413);
	assert_true(r.closed);
	assert_non_null(strstr(r.body, "PAYLOAD_TOO_LARGE"));
}

static void a_door_says_what_it_never_gets(void **state)
{
	static const struct bad own[] = {
		{ "two Hosts", "GET /own HTTP/1.1\r\n" H H "\r\n", 0, "own 400 There is", true },
		{ "two Hosts and a bad query", "GET /own?%zz HTTP/1.1\r\n" H H "\r\n", 0,
		  "own 400 There is", true },
		{ "two Content-Types",
		  "GET /own HTTP/1.1\r\n" H "Content-Type: a/b\r\nContent-Type: a/b\r\n\r\n", 0,
		  "own 400 There is", true },
#if MHD_VERSION < 0x01000000 /* which refuses this one by itself */
		{ "length and chunked",
		  "POST http://localhost/own HTTP/1.1\r\n" H
		  "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		  0, "own 400 Content-Length", true },
#endif
		{ "an absurd length", "POST /own HTTP/1.1\r\n" H "Content-Length: 99999999\r\n\r\n",
		  0, "own 413 The request body", true },
	};
	static struct reply r;

	for (size_t i = 0; i < AD_LEN(own); i++) {
		int before = atomic_load(&handled);
		exchange(*state, own[i].request, &r);
		if (!strstr(r.body, own[i].says) || !header_of(&r, "X-Own") || !r.closed)
			fail_msg("%s: %s", own[i].what, r.text);
		assert_non_null(header_of(&r, "X-RateLimit-Limit"));
		assert_int_equal(atomic_load(&handled), before);
	}
}

static void chunks_without_end_are_cut_off(void **state)
{
	static struct reply r;
	int fd = dial(*state);
	char *chunk = malloc(1024 * 1024 + 16);
	int n = snprintf(chunk, 16, "100000\r\n");
	memset(chunk + n, 'x', 1024 * 1024);
	memcpy(chunk + n + 1024 * 1024, "\r\n", 2);
	say(fd, "POST /big HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n");
	for (int i = 0; i < 18; i++)
		say_bytes(fd, chunk, (size_t)n + 1024 * 1024 + 2);
	listen_to(fd, &r, false);
	assert_int_equal(r.status, 0);
	assert_true(r.closed);
	free(chunk);
	close(fd);
}

static void expects_are_answered(void **state)
{
	static struct reply r;
	int fd = dial(*state);
	say(fd, "POST / HTTP/1.1\r\n" H "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
	listen_to(fd, &r, false);
	assert_int_equal(r.status, 100);
	say(fd, "ok");
	listen_to(fd, &r, false);
	assert_non_null(strstr(r.body, "\"body\":\"ok\""));
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_what_is_ambiguous),
		cmocka_unit_test(a_query_that_does_not_decode_is_the_doors_to_tell),
		cmocka_unit_test(most_refusals_have_the_envelope),
		cmocka_unit_test(takes_what_is_right),
		cmocka_unit_test(head_has_the_headers_of_get),
		cmocka_unit_test(bodies_over_the_route_are_dropped),
		cmocka_unit_test(absurd_lengths_are_refused_at_once),
		cmocka_unit_test(a_door_says_what_it_never_gets),
		cmocka_unit_test(chunks_without_end_are_cut_off),
		cmocka_unit_test(expects_are_answered),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
