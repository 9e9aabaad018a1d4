/* The probe over sockets: the refusal of others, and each form of the answer. */
#include "tests/unit/core/http/client.h"

#include "http/probe_route.h"

#define H "Host: other.example\r\n"

static struct fixture fixture;
static struct ad_secrets *secrets;
static struct ad_arena *arena;

const struct ad_secrets *ad_auth_secrets(const struct ad_auth *auth)
{
	(void)auth;
	return secrets;
}

/* A request with a pass for `method` and `query`. */
static struct ad_str probe_request(const char *line, const char *method, const char *query,
				   const char *rest)
{
	struct ad_str pass =
		ad_probe_pass_make(secrets, arena, ad_str(method), ad_str(query), ad_now());

	return ad_arena_printf(arena, "%s HTTP/1.1\r\n" H AD_PROBE_HEADER ": %.*s\r\n%s", line,
			       AD_FMT(pass), rest);
}

static void probe_send(struct ad_str request, struct reply *r)
{
	exchange_bytes(&fixture, request.p, request.n, r);
}

/* Fails where the text lacks a part. */
static void assert_holds(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("%s is not in: %s", part, text);
}

static void anybody_else_gets_the_refusal_of_an_unknown_path(void **state)
{
	static const char *const methods[] = { "GET", "POST", "PUT", "DELETE" };
	static const char *const heads[] = {
		"Host: ads.example\r\n\r\n",
		"Host: ads.example\r\n" AD_PROBE_HEADER ": 1796000000.AAAA\r\n\r\n",
		H "\r\n",
		"Host: ads.example\r\nContent-Length: 3\r\n\r\nabc",
	};
	static struct reply probe, other;

	(void)state;
	for (size_t m = 0; m < AD_LEN(methods); m++) {
		for (size_t h = 0; h < 2 * AD_LEN(heads); h++) {
			const char *head = heads[h / 2], *query = h % 2 ? "?a=%zz" : "";
			probe_send(ad_arena_printf(arena, "%s /healthz/probe%s HTTP/1.1\r\n%s",
						   methods[m], query, head),
				   &probe);
			probe_send(ad_arena_printf(arena, "%s /healthz/other%s HTTP/1.1\r\n%s",
						   methods[m], query, head),
				   &other);
			assert_int_equal(probe.status, other.status);
			assert_true(probe.status == 404 || probe.status == 400);
			assert_int_equal(probe.closed, other.closed);
			assert_int_equal(probe.body_size, other.body_size);
		}
	}
}

static void a_pass_is_for_one_request_and_comes_once(void **state)
{
	static struct reply r;
	struct ad_str twice;

	(void)state;
	probe_send(probe_request("POST " AD_PROBE_PATH, "GET", "", "\r\n"), &r);
	assert_int_equal(r.status, 400); /* the foreign Host, as at any other path */
	probe_send(probe_request("GET " AD_PROBE_PATH "?silence=2", "GET", "silence=1", "\r\n"),
		   &r);
	assert_int_equal(r.status, 400);
	probe_send(probe_request("HEAD " AD_PROBE_PATH, "GET", "", "\r\n"), &r);
	assert_int_equal(r.status, 400);
	twice = ad_arena_printf(
		arena, AD_PROBE_HEADER ": %.*s\r\n\r\n",
		AD_FMT(ad_probe_pass_make(secrets, arena, AD_S("POST"), AD_S(""), ad_now())));
	probe_send(probe_request("POST " AD_PROBE_PATH, "POST", "", twice.p), &r);
	assert_int_equal(r.status, 400);
	/* An admitted request for anything else. */
	probe_send(probe_request("GET " AD_PROBE_PATH "?silence=601", "GET", "silence=601", "\r\n"),
		   &r);
	assert_int_equal(r.status, 400);
	probe_send(probe_request("DELETE " AD_PROBE_PATH, "DELETE", "", "\r\n"), &r);
	assert_int_equal(r.status, 400);
}

static void a_post_describes_how_it_arrived(void **state)
{
	static struct reply r;

	(void)state;
	probe_send(probe_request("POST " AD_PROBE_PATH, "POST", "",
				 "X-Forwarded-For: 192.0.2.77\r\n"
				 "X-Forwarded-For: 198.51.100.9, 127.0.0.1\r\n\r\n"),
		   &r);
	assert_int_equal(r.status, 200);
	assert_holds(r.body, "\"peer\":\"127.0.0.1\"");
	assert_holds(r.body, "\"trusted\":true");
	assert_holds(r.body, "\"client\":\"198.51.100.9\"");
	assert_holds(r.body, "\"forwardedFor\":\"198.51.100.9, 127.0.0.1\"");
	assert_holds(r.body, "\"host\":\"other.example\"");
	assert_holds(r.body, "\"bytes\":0");
	assert_null(strstr(r.body, "\"peerPort\":0"));
	probe_send(probe_request("POST " AD_PROBE_PATH, "POST", "", "\r\n"), &r);
	assert_holds(r.body, "\"forwardedFor\":null");
}

/* A body is counted, not stored: the budget of bodies stays empty. */
static void a_long_body_is_counted(void **state)
{
	static char piece[65536];
	static struct reply r;
	struct ad_str head = probe_request("POST " AD_PROBE_PATH, "POST", "",
					   "Content-Length: 12582912\r\n\r\n");
	int fd = dial(&fixture);

	(void)state;
	say_bytes(fd, head.p, head.n);
	for (int i = 0; i < 192; i++)
		say_bytes(fd, piece, sizeof(piece));
	listen_to(fd, &r, false);
	close(fd);
	assert_int_equal(r.status, 200);
	assert_holds(r.body, "\"bytes\":12582912");
}

static void the_events_of_a_stream_are_apart(void **state)
{
	struct ad_str request = probe_request("GET " AD_PROBE_PATH, "GET", "", "\r\n");
	static char text[65536];
	int64_t begun = ad_monotonic(), first = 0;
	size_t n = 0;
	int fd = dial(&fixture);

	(void)state;
	say_bytes(fd, request.p, request.n);
	while (!strstr(text, "{\"event\":2}")) {
		ssize_t more = recv(fd, text + n, sizeof(text) - 1 - n, 0);
		assert_true(more > 0);
		n += (size_t)more;
		text[n] = 0;
		/* A notice ends no wait early. */
		ad_core_notify(&fixture.core);
		if (!first && strstr(text, "{\"event\":1}"))
			first = ad_monotonic();
	}
	close(fd);
	assert_holds(text, "text/event-stream");
	assert_true(first > 0 && ad_monotonic() - begun >= AD_PROBE_GAP);
	assert_true(first - begun < AD_PROBE_GAP);
}

static void a_silence_ends_with_an_answer(void **state)
{
	static struct reply r;
	int64_t begun = ad_monotonic();

	(void)state;
	probe_send(probe_request("GET " AD_PROBE_PATH "?silence=1", "GET", "silence=1", "\r\n"),
		   &r);
	assert_int_equal(r.status, 200);
	assert_true(ad_monotonic() - begun >= AD_SECOND);
}

static void few_wait_at_a_time(void **state)
{
	struct ad_str request =
		probe_request("GET " AD_PROBE_PATH "?silence=2", "GET", "silence=2", "\r\n");
	static struct reply r;
	int fds[AD_PROBES_MAX + 1], refused = 0;

	(void)state;
	for (size_t i = 0; i < AD_LEN(fds); i++) {
		fds[i] = dial(&fixture);
		say_bytes(fds[i], request.p, request.n);
	}
	for (size_t i = 0; i < AD_LEN(fds); i++) {
		listen_to(fds[i], &r, false);
		refused += r.status == 503;
		assert_true(r.status == 200 || r.status == 503);
		close(fds[i]);
	}
	assert_int_equal(refused, 1);
	/* The places are given back. */
	probe_send(request, &r);
	assert_int_equal(r.status, 200);
}

static int start(void **state)
{
	static const struct ad_route routes[] = {
		{ .prefix = AD_PROBE_PATH, .handler = ad_probe_handle, .judges_host = true },
	};
	char err[256];

	(void)state;
	setenv("ADCORE_SECRET_KEY",
	       "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", 1);
	secrets = ad_secrets_open("/nowhere", err);
	arena = ad_arena_new();
	fixture.config = (struct ad_config){ .listen = "127.0.0.1:0",
					     .public_url = "https://ads.example",
					     .trusted_proxy = "127.0.0.0/8",
					     .streams = 10,
					     .streams_each = 4,
					     .stream_buffer = 65536,
					     .stream_beat = 15 * AD_SECOND };
	fixture_start(&fixture, routes, AD_LEN(routes));
	return secrets ? 0 : -1;
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	ad_secrets_close(secrets);
	ad_arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(anybody_else_gets_the_refusal_of_an_unknown_path),
		cmocka_unit_test(a_pass_is_for_one_request_and_comes_once),
		cmocka_unit_test(a_post_describes_how_it_arrived),
		cmocka_unit_test(a_long_body_is_counted),
		cmocka_unit_test(the_events_of_a_stream_are_apart),
		cmocka_unit_test(a_silence_ends_with_an_answer),
		cmocka_unit_test(few_wait_at_a_time),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
