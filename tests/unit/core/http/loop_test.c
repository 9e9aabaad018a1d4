/* Many connections, slow ones and long-lived ones on an event loop. */
#include "tests/unit/core/http/client.h"

#define H "Host: localhost\r\n"

static struct fixture fixture;

static void small(struct ad_exchange *x)
{
	ad_http_reply(x, 200, NULL, AD_S("{\"data\":1}"));
}

static void write_step(struct ad_call *call)
{
	(void)call;
}

static void written(struct ad_exchange *x)
{
	x->render = small;
	x->call.place = AD_WRITE;
	x->call.next = write_step;
}

/* 15 kB on the arena. */
static void page(struct ad_exchange *x)
{
	char *p = ad_arena_alloc(x->call.arena, 15000);
	memset(p, 'x', 15000);
	ad_http_reply(x, 200, "text/plain", (struct ad_str){ p, 15000 });
}

static const struct ad_route routes[] = {
	{ .prefix = "/small", .handler = small, .body_max = 100 },
	{ .prefix = "/written", .handler = written, .body_max = 1024 * 1024 },
	{ .prefix = "/page", .handler = page, .body_max = 100 },
};

static int start(void **state)
{
	*state = &fixture;
	fixture.config.loops = 1; /* all connections on one */
	fixture.config.connections_each = 4096;
	fixture_start(&fixture, routes, AD_LEN(routes));
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	return 0;
}

static struct reply r;

/* libmicrohttpd's own epoll thread sleeps when exactly 128·k connections are ready. */
static void many_connections_are_served_at_once(void **state)
{
	static const int counts[] = { 127, 128, 129, 256, 384 };
	static int fd[384];
	for (size_t c = 0; c < AD_LEN(counts); c++) {
		int64_t begun = ad_monotonic();
		for (int i = 0; i < counts[c]; i++)
			fd[i] = dial(*state);
		for (int round = 0; round < 3; round++) {
			for (int i = 0; i < counts[c]; i++)
				say(fd[i], "GET /written HTTP/1.1\r\n" H "\r\n");
			for (int i = 0; i < counts[c]; i++) {
				listen_to(fd[i], &r, false);
				assert_int_equal(r.status, 200);
				assert_false(r.closed);
			}
		}
		for (int i = 0; i < counts[c]; i++)
			close(fd[i]);
		assert_true(ad_monotonic() - begun < 8 * AD_SECOND);
	}
}

static void a_slow_client_holds_nobody_up(void **state)
{
	static const char request[] = "POST /written HTTP/1.1\r\n" H "Content-Length: 3\r\n\r\nabc";
	int slow = dial(*state);
	for (size_t i = 0; i < sizeof(request) - 1; i++) {
		say_bytes(slow, request + i, 1);
		exchange(*state, "GET /small HTTP/1.1\r\n" H "\r\n", &r);
		assert_int_equal(r.status, 200);
	}
	listen_to(slow, &r, false);
	assert_int_equal(r.status, 200);
	close(slow);
}

static void pipelined_requests_are_answered_in_order(void **state)
{
	int fd = dial(*state);
	say(fd, "GET /page HTTP/1.1\r\n" H "\r\nGET /small HTTP/1.1\r\n" H "\r\n"
		"POST /written HTTP/1.1\r\n" H "Content-Length: 2\r\n\r\nxx"
		"GET /nothing HTTP/1.1\r\n" H "Connection: close\r\n\r\n");
	char text[40000];
	size_t size = 0;
	for (;;) {
		ssize_t n = recv(fd, text + size, sizeof(text) - 1 - size, 0);
		if (n <= 0)
			break;
		size += (size_t)n;
	}
	text[size] = 0;
	const char *first = strstr(text, "HTTP/1.1 200");
	const char *second = strstr(first + 1, "HTTP/1.1 200");
	const char *third = strstr(second + 1, "HTTP/1.1 200");
	assert_non_null(third);
	assert_non_null(strstr(third + 1, "HTTP/1.1 404"));
	close(fd);
}

/* libmicrohttpd takes what follows for a body of no bytes. */
static void a_request_behind_an_expectation_without_a_body_is_answered(void **state)
{
	int fd = dial(*state);
	say(fd, "GET /small HTTP/1.1\r\n" H "Expect: 100-continue\r\n\r\n"
		"GET /nothing HTTP/1.1\r\n" H "Connection: close\r\n\r\n");
	listen_to(fd, &r, true);
	assert_int_equal(r.status, 100);
	ssize_t n;
	while ((n = recv(fd, r.text + r.size, sizeof(r.text) - 1 - r.size, 0)) > 0)
		r.size += (size_t)n;
	r.text[r.size] = 0;
	const char *first = strstr(r.text, "HTTP/1.1 200");
	assert_non_null(first);
	assert_non_null(strstr(first, "HTTP/1.1 404"));
	close(fd);
}

static void clients_that_leave_are_forgotten(void **state)
{
	for (int i = 0; i < 300; i++) {
		int fd = dial(*state);
		say(fd, i % 3 == 0   ? "GET /written HTTP/1.1\r\n" H "\r\n"
			: i % 3 == 1 ? "POST /written HTTP/1.1\r\n" H
				       "Content-Length: 9000\r\n\r\nabc"
				     : "GET /sm");
		close(fd);
	}
	exchange(*state, "GET /small HTTP/1.1\r\n" H "\r\n", &r);
	assert_int_equal(r.status, 200);
}

static long resident_kb(void)
{
	char line[256];
	long kb = 0;
	FILE *f = fopen("/proc/self/status", "r");
	if (!f)
		return 0; /* a root without /proc: the count is unknown */
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "RssAnon: %ld kB", &kb) == 1)
			break;
	}
	fclose(f);
	return kb;
}

static void a_long_connection_does_not_grow(void **state)
{
	static const char *const requests[] = {
		"GET /small HTTP/1.1\r\n" H "\r\n",
		"GET /page?a=b&c=d HTTP/1.1\r\n" H "\r\n",
		"POST /written HTTP/1.1\r\n" H "Content-Length: 5\r\n\r\nhello",
	};
	int fd = dial(*state);
	long warm = 0;
	for (int i = 0; i < 10000; i++) {
		say(fd, requests[i % 3]);
		listen_to(fd, &r, false);
		assert_int_equal(r.status, 200);
		if (i == 1000)
			warm = resident_kb();
	}
	close(fd);
	long grown = resident_kb() - warm;
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
	if (grown > 512)
		fail_msg("grew by %ld kB", grown);
#endif
	(void)grown;
}

/* One that was just free. */
static int free_port(void)
{
	int probe = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(probe, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(getsockname(probe, (struct sockaddr *)&at, &size), 0);
	close(probe);
	return ntohs(at.sin_port);
}

static void a_second_server_cannot_take_the_port(void **state)
{
	struct fixture *f = *state;
	char listen[40];
	char err[256];
	struct ad_config config = f->config;
	struct ad_core core = f->core;
	snprintf(listen, sizeof(listen), "127.0.0.1:%d", f->port);
	config.listen = listen;
	core.config = &config;
	assert_null(ad_http_start(&core, routes, AD_LEN(routes), err));
	assert_non_null(strstr(err, "cannot listen on 127.0.0.1"));
}

#define STARTERS 4

struct starter {
	struct ad_core core;
	struct ad_config config;
	struct ad_http_server *server;
	pthread_barrier_t *barrier;
};

static void *start_at_once(void *arg)
{
	struct starter *s = arg;
	char err[256];
	s->core.config = &s->config;
	pthread_barrier_wait(s->barrier);
	s->server = ad_http_start(&s->core, routes, AD_LEN(routes), err);
	return NULL;
}

/* Else each would get some of the others' connections. */
static void of_servers_that_start_together_one_has_the_port(void **state)
{
	struct fixture *f = *state;
	char listen[40];
	pthread_barrier_t barrier;
	pthread_barrier_init(&barrier, NULL, STARTERS);
	for (int turn = 0; turn < 20; turn++) {
		struct starter s[STARTERS];
		pthread_t threads[STARTERS];
		int started = 0;
		snprintf(listen, sizeof(listen), "127.0.0.1:%d", free_port());
		for (int i = 0; i < STARTERS; i++) {
			s[i] = (struct starter){ f->core, f->config, NULL, &barrier };
			s[i].config.listen = listen;
			pthread_create(&threads[i], NULL, start_at_once, &s[i]);
		}
		for (int i = 0; i < STARTERS; i++)
			pthread_join(threads[i], NULL);
		for (int i = 0; i < STARTERS; i++) {
			started += s[i].server != NULL;
			if (s[i].server)
				ad_http_stop(s[i].server);
			ad_http_free(s[i].server);
		}
		assert_int_equal(started, 1);
	}
	pthread_barrier_destroy(&barrier);
}

static void metrics_are_counted(void **state)
{
	(void)state;
	static struct fixture other;
	char listen[40];
	int port = free_port();
	snprintf(listen, sizeof(listen), "127.0.0.1:%d", port);
	other.config.metrics_listen = listen;
	fixture_start(&other, routes, AD_LEN(routes));
	for (int i = 0; i < 5; i++)
		exchange(&other, "GET /small HTTP/1.1\r\n" H "\r\n", &r);
	exchange(&other, "GET /nothing HTTP/1.1\r\n" H "\r\n", &r);
	exchange(&other, "GET /metrics HTTP/1.1\r\n" H "\r\n", &r);
	assert_int_equal(r.status, 404);
	int main_port = other.port;
	other.port = port;
	exchange(&other, "GET /metrics HTTP/1.1\r\n" H "\r\n", &r);
	other.port = main_port;
	assert_int_equal(r.status, 200);
	assert_non_null(strstr(r.body, "adcore_http_responses_total{class=\"2xx\"} 5\n"));
	assert_non_null(strstr(r.body, "adcore_http_responses_total{class=\"4xx\"} 2\n"));
	fixture_stop(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_connections_are_served_at_once),
		cmocka_unit_test(a_slow_client_holds_nobody_up),
		cmocka_unit_test(pipelined_requests_are_answered_in_order),
		cmocka_unit_test(a_request_behind_an_expectation_without_a_body_is_answered),
		cmocka_unit_test(clients_that_leave_are_forgotten),
		cmocka_unit_test(a_long_connection_does_not_grow),
		cmocka_unit_test(a_second_server_cannot_take_the_port),
		cmocka_unit_test(of_servers_that_start_together_one_has_the_port),
		cmocka_unit_test(metrics_are_counted),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
