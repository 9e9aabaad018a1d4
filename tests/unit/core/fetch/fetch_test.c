/* A fetch: results, refusals and errors. A loopback server has one behaviour. */
#include "tests/support/unit.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fetch/fetch.h"

struct server {
	int fd;
	int port;
	const char *answer; /* NULL: none, the connection stays open */
	_Atomic int connections;
	char seen[4096]; /* the last request */
	pthread_t thread;
};

static void *serve(void *arg)
{
	struct server *s = arg;
	int fd;

	while ((fd = accept(s->fd, NULL, NULL)) >= 0) {
		ssize_t n;
		atomic_fetch_add(&s->connections, 1);
		n = read(fd, s->seen, sizeof(s->seen) - 1);
		s->seen[n > 0 ? n : 0] = '\0';
		if (s->answer)
			n = write(fd, s->answer, strlen(s->answer));
		else
			n = read(fd, s->seen, 1); /* until the other side gives up */
		close(fd);
	}
	return NULL;
}

static void start(struct server *s, const char *answer)
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
	assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
}

static void stop(struct server *s)
{
	shutdown(s->fd, SHUT_RDWR);
	assert_int_equal(pthread_join(s->thread, NULL), 0);
	close(s->fd);
}

static struct ad_cidr loopback;
static const struct ad_fetch_allow test_networks = { &loopback, 1 };

/* Fetches a path of the server. The result is on the arena. */
static struct ad_fetched get(struct ad_arena *arena, const struct server *s,
			     const struct ad_fetch_allow *allow, const char *scheme)
{
	struct ad_fetched out;
	struct ad_str url = ad_arena_printf(arena, "%s://127.0.0.1:%d/a?b=c", scheme, s->port);

	ad_fetch(arena,
		 &(struct ad_fetch_ask){ .url = url.p,
					 .accept = "image/*",
					 .max = 1000,
					 .timeout_ms = 2000,
					 .redirects = 1,
					 .allow = allow },
		 &out);
	return out;
}

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"

static void an_answer_comes_back_whole(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct server s;

	(void)state;
	setenv("http_proxy", "http://127.0.0.1:1", 1);
	start(&s, OK_HEAD "Set-Cookie: a=b\r\n\r\nhello");
	struct ad_fetched out = get(arena, &s, &test_networks, "http");
	assert_int_equal(out.end, AD_FETCHED);
	assert_true(ad_str_is(out.body, "hello"));
	stop(&s);
	assert_non_null(strstr(s.seen, "GET /a?b=c HTTP/1.1\r\n"));
	assert_non_null(strstr(s.seen, "Accept: image/*\r\n"));
	assert_null(strstr(s.seen, "Cookie"));
	assert_null(strstr(s.seen, "Authorization"));
	assert_null(strstr(s.seen, "Accept-Encoding"));
	ad_arena_free(arena);
}

/* No connection is made. */
static void what_is_not_public_is_not_asked(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct server s;

	(void)state;
	start(&s, OK_HEAD "\r\nsecret");
	assert_int_equal(get(arena, &s, NULL, "http").end, AD_FETCH_URL);
	assert_int_equal(get(arena, &s, NULL, "https").end, AD_FETCH_URL);
	stop(&s);
	assert_int_equal(atomic_load(&s.connections), 0);
	ad_arena_free(arena);
}

static void closed_names_are_unreachable(void **state)
{
	static const char *const urls[] = {
		"https://localhost/",
		"https://127.0.0.1/",
		"https://2130706433/",
		"https://0x7f.1/",
		"https://[::1]/",
		"https://[::ffff:127.0.0.1]/",
		"https://169.254.169.254/x",
		"https://10.1.2.3/",
		"https://0/",
		"https://[fe80::1]/",
		"https://nothing.invalid/",
		"https://LOCALHOST./",
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(urls); i++) {
		struct ad_fetched out;
		ad_fetch(arena,
			 &(struct ad_fetch_ask){
				 .url = urls[i], .accept = "*/*", .max = 10, .timeout_ms = 3000 },
			 &out);
		if (out.end != AD_FETCH_UNREACHABLE || out.status || out.body.p)
			fail_msg("%s ends as %d", urls[i], (int)out.end);
	}
	ad_arena_free(arena);
}

static void urls_of_another_kind_are_refused(void **state)
{
	static const char *const urls[] = {
		"http://example.com/",
		"https://example.com:8443/",
		"https://a:b@example.com/",
		"https://a@example.com/",
		"file:///etc/passwd",
		"ftp://example.com/",
		"gopher://example.com/",
		"example.com",
		"https://",
		"https://exa mple.com/",
		"",
		"dict://example.com:443/x",
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(urls); i++) {
		struct ad_fetched out;
		ad_fetch(arena,
			 &(struct ad_fetch_ask){
				 .url = urls[i], .accept = "*/*", .max = 10, .timeout_ms = 3000 },
			 &out);
		if (out.end != AD_FETCH_URL)
			fail_msg("%s ends as %d", urls[i], (int)out.end);
	}
	ad_arena_free(arena);
}

static void every_refusal_has_its_name(void **state)
{
	static const struct {
		const char *answer;
		enum ad_fetch_end end;
		long status;
	} rows[] = {
		{ "HTTP/1.1 404 Gone\r\nContent-Length: 3\r\n\r\nbad", AD_FETCH_STATUS, 404 },
		{ "HTTP/1.1 204 None\r\n\r\n", AD_FETCH_STATUS, 204 },
		{ "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", AD_FETCH_STATUS, 500 },
		{ OK_HEAD "Content-Length: 5000\r\n\r\nx", AD_FETCH_TOO_LARGE, 200 },
		{ "HTTP/1.1 302 There\r\nLocation: ftp://example.com/\r\n\r\n", AD_FETCH_STATUS,
		  302 },
		{ "HTTP/1.1 302 There\r\nLocation: https://10.0.0.1/\r\nContent-Length: 0\r\n\r\n",
		  AD_FETCH_UNREACHABLE, 0 },
		{ "HTTP/1.1 302 Round\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n",
		  AD_FETCH_STATUS, 302 },
		{ "no http at all", AD_FETCH_UNREACHABLE, 0 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_arena *arena = ad_arena_new();
		struct server s;
		start(&s, rows[i].answer);
		struct ad_fetched out = get(arena, &s, &test_networks, "http");
		if (out.end != rows[i].end || out.body.p ||
		    (rows[i].status && out.status != rows[i].status))
			fail_msg("%.30s ends as %d, %ld", rows[i].answer, (int)out.end, out.status);
		stop(&s);
		ad_arena_free(arena);
	}
}

/* A body without a stated length is counted. */
static void too_much_is_cut_off(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	char *answer = malloc(4000);
	struct server s;

	(void)state;
	assert_non_null(answer);
	int n = snprintf(answer, 4000, "%s\r\n", OK_HEAD);
	memset(answer + n, 'x', 1001);
	answer[n + 1001] = '\0';
	start(&s, answer);
	assert_int_equal(get(arena, &s, &test_networks, "http").end, AD_FETCH_TOO_LARGE);
	stop(&s);
	answer[n + 1000] = '\0'; /* no other thread reads it now */
	start(&s, answer);
	struct ad_fetched out = get(arena, &s, &test_networks, "http");
	assert_int_equal(out.end, AD_FETCHED);
	assert_int_equal(out.body.n, 1000);
	stop(&s);
	free(answer);
	ad_arena_free(arena);
}

static void silence_ends(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct server s;

	(void)state;
	start(&s, NULL);
	assert_int_equal(get(arena, &s, &test_networks, "http").end, AD_FETCH_TOO_SLOW);
	stop(&s);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes_back_whole),
		cmocka_unit_test(what_is_not_public_is_not_asked),
		cmocka_unit_test(closed_names_are_unreachable),
		cmocka_unit_test(urls_of_another_kind_are_refused),
		cmocka_unit_test(every_refusal_has_its_name),
		cmocka_unit_test(too_much_is_cut_off),
		cmocka_unit_test(silence_ends),
	};

	if (!ad_fetch_init() || !ad_cidr_parse("127.0.0.0/8", &loopback))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
