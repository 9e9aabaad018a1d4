/* One probe: how each kind of answer, and of none, is told apart. */
#include "tests/support/unit.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "fetch/fetch.h"
#include "fetch/prober.h"

/* Answers each connection with the same bytes once the head of the request is there. */
struct server {
	int fd, port;
	const char *answer; /* NULL: none, the connection stays open until the other side ends it */
	bool is_hasty;      /* answers before it has read anything */
	bool reads_body;    /* to its end, or until the other side waits */
	char seen[4096];    /* the beginning of the last request */
	pthread_t thread;
};

static void serve_one(struct server *s, int fd)
{
	static char rest[65536];
	size_t n = 0;
	ssize_t more = 1;

	while (!s->is_hasty && more > 0 && n < sizeof(s->seen) - 1 &&
	       !strstr(s->seen, "\r\n\r\n")) {
		more = read(fd, s->seen + n, sizeof(s->seen) - 1 - n);
		n += more > 0 ? (size_t)more : 0;
		s->seen[n] = 0;
	}
	if (s->answer)
		more = write(fd, s->answer, strlen(s->answer));
	if (s->answer)
		shutdown(fd, SHUT_WR);
	while (more > 0 && (s->reads_body || !s->answer))
		more = read(fd, rest, sizeof(rest));
	close(fd);
}

static void *serve_all(void *arg)
{
	struct server *s = arg;
	int fd;

	while ((fd = accept(s->fd, NULL, NULL)) >= 0) {
		s->seen[0] = 0;
		serve_one(s, fd);
	}
	return NULL;
}

static void server_start(struct server *s, const char *answer)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);

	*s = (struct server){ .answer = answer };
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(s->fd, (struct sockaddr *)&at, size), 0);
	assert_int_equal(getsockname(s->fd, (struct sockaddr *)&at, &size), 0);
	s->port = ntohs(at.sin_port);
	assert_int_equal(listen(s->fd, 8), 0);
	assert_int_equal(pthread_create(&s->thread, NULL, serve_all, s), 0);
}

static void server_stop(struct server *s)
{
	shutdown(s->fd, SHUT_RDWR);
	assert_int_equal(pthread_join(s->thread, NULL), 0);
	close(s->fd);
}

static struct ad_arena *arena;

static struct ad_probed probe(const struct server *s, const char *scheme, struct ad_probe with)
{
	struct ad_probed out;

	with.url = ad_arena_printf(arena, "%s://127.0.0.1:%d/a?b", scheme, s->port).p;
	with.timeout_ms = with.timeout_ms ? with.timeout_ms : 5000;
	ad_probe_send(arena, &with, &out);
	return out;
}

static void an_answer_comes_with_its_headers(void **state)
{
	static const char *const headers[] = { "X-One: 1", "X-Two: 2", NULL };
	struct server s;

	(void)state;
	server_start(&s, "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer a=\"b\"\r\nLocation: /x\r\n"
			 "www-authenticate: DPoP\r\nStrict-Transport-Security: max-age=5\r\n"
			 "Content-Length: 5\r\n\r\nhello");
	struct ad_probed out = probe(&s, "http", (struct ad_probe){ .headers = headers });
	assert_int_equal(out.end, AD_PROBE_ANSWERED);
	assert_int_equal(out.status, 401);
	assert_true(ad_str_is(out.body, "hello"));
	assert_true(ad_str_is(out.challenge, "Bearer a=\"b\", DPoP"));
	assert_true(ad_str_is(out.location, "/x"));
	assert_true(ad_str_is(out.hsts, "max-age=5"));
	assert_string_equal(out.local, "127.0.0.1");
	assert_true(out.local_port > 0 && out.first_at > 0 && out.last_at >= out.first_at);
	assert_int_equal(out.valid_until, 0);
	server_stop(&s);
	assert_non_null(strstr(s.seen, "GET /a?b HTTP/1.1\r\n"));
	assert_non_null(strstr(s.seen, "X-One: 1\r\nX-Two: 2\r\n"));
}

/* A redirect is an answer, and is not followed. */
static void a_redirect_is_not_followed(void **state)
{
	struct server s;

	(void)state;
	server_start(&s, "HTTP/1.1 308 No\r\nLocation: http://127.0.0.1:1/\r\n"
			 "Content-Length: 0\r\n\r\n");
	struct ad_probed out = probe(&s, "http", (struct ad_probe){ 0 });
	assert_int_equal(out.status, 308);
	assert_true(ad_str_is(out.location, "http://127.0.0.1:1/"));
	assert_null(out.hsts.p);
	server_stop(&s);
}

static void a_body_is_sent(void **state)
{
	struct server s;

	(void)state;
	server_start(&s, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
	s.reads_body = true;
	struct ad_probed out = probe(&s, "http", (struct ad_probe){ .post = AD_S("{}") });
	assert_int_equal(out.status, 200);
	assert_non_null(strstr(s.seen, "POST /a?b HTTP/1.1\r\n"));
	assert_non_null(strstr(s.seen, "Content-Length: 2\r\n"));
	out = probe(&s, "http", (struct ad_probe){ .filler = (size_t)8 << 20 });
	assert_int_equal(out.status, 200);
	server_stop(&s);
	assert_non_null(strstr(s.seen, "Content-Length: 8388608\r\n"));
}

/* A proxy may answer before it has the body, and end the connection. */
static void an_early_refusal_has_a_status(void **state)
{
	struct server s;

	(void)state;
	server_start(&s,
		     "HTTP/1.1 413 Too large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
	struct ad_probed out = probe(&s, "http", (struct ad_probe){ .filler = (size_t)8 << 20 });
	assert_int_equal(out.status, 413);
	server_stop(&s);
}

static void what_is_no_answer_says_why(void **state)
{
	struct server s;
	struct ad_probed out;

	(void)state;
	server_start(&s, NULL);
	out = probe(&s, "http", (struct ad_probe){ .timeout_ms = 300 });
	assert_int_equal(out.end, AD_PROBE_SLOW);
	assert_true(out.status == 0 && out.local[0] && out.why[0]);
	server_stop(&s);
	out = probe(&s, "http", (struct ad_probe){ 0 });
	assert_int_equal(out.end, AD_PROBE_CONNECT);
	assert_true(out.status == 0 && out.why[0]);
	server_start(&s, "HTTP/1.1 400 no TLS\r\n\r\n");
	s.is_hasty = s.reads_body = true;
	assert_int_equal(probe(&s, "https", (struct ad_probe){ 0 }).end, AD_PROBE_TLS);
	server_stop(&s);
	server_start(&s, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
	out = probe(&s, "http", (struct ad_probe){ 0 });
	assert_int_equal(out.end, AD_PROBE_BROKEN);
	assert_int_equal(out.status, 200);
	server_stop(&s);
	ad_probe_send(arena,
		      &(struct ad_probe){ .url = "http://nothing.invalid", .timeout_ms = 5000 },
		      &out);
	assert_true(out.end == AD_PROBE_NAME || out.end == AD_PROBE_SLOW);
	ad_probe_send(arena, &(struct ad_probe){ .url = "ftp://127.0.0.1", .timeout_ms = 1000 },
		      &out);
	assert_int_equal(out.end, AD_PROBE_URL);
}

static void a_long_answer_is_cut(void **state)
{
	struct ad_text text = ad_text_on(arena);
	struct server s;

	(void)state;
	ad_text_adds(&text, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
	for (size_t i = 0; i < AD_PROBE_BODY_MAX / 16 + 100; i++)
		ad_text_adds(&text, "0123456789abcdef");
	server_start(&s, ad_text_str(&text).p);
	struct ad_probed out = probe(&s, "http", (struct ad_probe){ 0 });
	assert_int_equal(out.end, AD_PROBE_ANSWERED);
	assert_int_equal(out.body.n, AD_PROBE_BODY_MAX);
	server_stop(&s);
}

static int start_curl(void **state)
{
	(void)state;
	arena = ad_arena_new();
	return ad_fetch_init() ? 0 : -1;
}

static int end_arena(void **state)
{
	(void)state;
	ad_arena_free(arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes_with_its_headers),
		cmocka_unit_test(a_redirect_is_not_followed),
		cmocka_unit_test(a_body_is_sent),
		cmocka_unit_test(an_early_refusal_has_a_status),
		cmocka_unit_test(what_is_no_answer_says_why),
		cmocka_unit_test(a_long_answer_is_cut),
	};
	return cmocka_run_group_tests(tests, start_curl, end_arena);
}
