/* The transport's report of a failed request: never sent, or of unknown outcome. */
#include "tests/support/unit.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/transport.h"

/* A server with one behaviour: its response to each connection before it closes. */
struct server {
	int fd;
	int port;
	const char *answer; /* NULL: none */
	bool silent;        /* keeps the connection open without a response */
	int connections;
	char heard[4096]; /* the newest request, as far as received in one piece */
	pthread_t thread;
};

static void *serve(void *arg)
{
	struct server *s = arg;
	int last = -1;

	for (;;) {
		int fd = accept(s->fd, NULL, NULL);
		if (fd < 0)
			break;
		s->connections++;
		memset(s->heard, 0, sizeof(s->heard));
		if (read(fd, s->heard, sizeof(s->heard) - 1) > 0 && s->answer)
			assert_true(write(fd, s->answer, strlen(s->answer)) > 0);
		if (s->silent)
			last = fd;
		else
			close(fd);
	}
	if (last >= 0)
		close(last);
	return NULL;
}

static void start(struct server *s)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof(at);

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
	pthread_join(s->thread, NULL);
	close(s->fd);
}

struct exchange {
	struct ad_transfer transfer; /* first */
	bool done;
};

static void finished(struct ad_transfer *transfer)
{
	((struct exchange *)transfer)->done = true;
}

static void exchange_to(struct exchange *x, const char *url, bool changes, const char *method,
			struct ad_str token)
{
	struct ad_transport *transport = ad_transport_new();

	*x = (struct exchange){
		.transfer = { .done = finished, .timeout_ms = 300, .access_token = token },
	};
	x->transfer.request = (struct ad_http_request){
		.method = method,
		.url = ad_str(url),
		.body = AD_S("{}"),
		.changes = changes,
		.hears = { "x-usage", "X-Other" },
	};
	ad_transport_send(transport, &x->transfer);
	while (!x->done)
		ad_transport_run(transport, 1000);
	ad_transport_free(transport);
}

static void exchange_by(struct exchange *x, int port, bool changes, const char *method,
			struct ad_str token)
{
	char url[64];

	snprintf(url, sizeof(url), "http://127.0.0.1:%d/x", port);
	exchange_to(x, url, changes, method, token);
}

static void exchange(struct exchange *x, int port, bool changes)
{
	exchange_by(x, port, changes, "POST", (struct ad_str){ 0 });
}

static void every_method_carries_its_body(void **state)
{
	static const char *const methods[] = { "POST", "PUT", "PATCH", "DELETE" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(methods); i++) {
		struct server s = { .answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" };
		struct exchange x;
		char line[16];
		start(&s);
		exchange_by(&x, s.port, true, methods[i], (struct ad_str){ 0 });
		stop(&s);
		snprintf(line, sizeof(line), "%s /x ", methods[i]);
		assert_true(strncmp(s.heard, line, strlen(line)) == 0);
		assert_non_null(strstr(s.heard, "Content-Length: 2\r\n"));
		assert_string_equal(strstr(s.heard, "\r\n\r\n"), "\r\n\r\n{}");
		ad_transfer_clear(&x.transfer);
	}
}

static void an_answer_comes_whole(void **state)
{
	struct server s = { .answer = "HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\n"
				      "X-Usage: 95\r\nContent-Length: 2\r\n\r\nno" };
	struct exchange x;

	(void)state;
	start(&s);
	exchange(&x, s.port, true);
	stop(&s);
	assert_int_equal(x.transfer.sent, AD_ANSWERED);
	assert_int_equal(x.transfer.response.status, 429);
	assert_int_equal(x.transfer.response.retry_after, 7);
	/* Only the requested headers, in that order. */
	assert_true(ad_str_is(x.transfer.response.heard[0], "95"));
	assert_null(x.transfer.response.heard[1].p);
	assert_null(x.transfer.response.heard[2].p);
	assert_true(ad_str_is(x.transfer.response.body, "no"));
	ad_transfer_clear(&x.transfer);
}

static void a_token_that_is_said_back_is_hidden(void **state)
{
	struct server s = { .answer = "HTTP/1.1 400 No\r\nContent-Length: 44\r\n\r\n"
				      "{\"error\":\"EAAGsecret and again EAAGsecret.\"}" };
	struct exchange x;

	(void)state;
	start(&s);
	exchange_by(&x, s.port, true, "POST", AD_S("EAAGsecret"));
	stop(&s);
	assert_non_null(strstr(s.heard, "Authorization: Bearer EAAGsecret\r\n"));
	assert_true(ad_str_is(x.transfer.response.body,
			      "{\"error\":\"********** and again **********.\"}"));
	ad_transfer_clear(&x.transfer);
	/* A shorter text would match ordinary words. */
	start(&s);
	exchange_by(&x, s.port, true, "POST", AD_S("again"));
	stop(&s);
	assert_non_null(strstr(x.transfer.response.body.p, "again"));
	ad_transfer_clear(&x.transfer);
}

static void a_redirect_is_an_answer(void **state)
{
	struct server s = { .answer = "HTTP/1.1 302 Found\r\nLocation: /y\r\n"
				      "Content-Length: 0\r\n\r\n" };
	struct exchange x;

	(void)state;
	start(&s);
	exchange(&x, s.port, true);
	stop(&s);
	assert_int_equal(x.transfer.response.status, 302);
	assert_int_equal(s.connections, 1);
	ad_transfer_clear(&x.transfer);
}

/* A URL in a platform's response may have any scheme. */
static void another_scheme_is_never_sent(void **state)
{
	static const char *const urls[] = { "file:///etc/hostname", "ftp://127.0.0.1/x",
					    "gopher://127.0.0.1/x", "dict://127.0.0.1/x" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(urls); i++) {
		struct exchange x;
		exchange_to(&x, urls[i], false, "GET", (struct ad_str){ 0 });
		assert_int_equal(x.transfer.sent, AD_NOT_SENT);
		assert_int_equal(x.transfer.response.body.n, 0);
		ad_transfer_clear(&x.transfer);
	}
}

static void nobody_listening_is_never_sent(void **state)
{
	struct server s = { 0 };
	struct exchange x;

	(void)state;
	start(&s);
	stop(&s);
	exchange(&x, s.port, true);
	assert_int_equal(x.transfer.sent, AD_NOT_SENT);
	assert_true(x.transfer.reason[0]);
	ad_transfer_clear(&x.transfer);
}

/* Cut off, cut off within the response, or no response: the outcome is unknown. */
static void what_was_sent_without_an_answer_is_unknown(void **state)
{
	static const struct {
		const char *answer;
		bool silent;
	} ways[] = { { NULL, false },
		     { "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", false },
		     { NULL, true } };

	(void)state;
	for (size_t i = 0; i < AD_LEN(ways); i++) {
		struct server s = { .answer = ways[i].answer, .silent = ways[i].silent };
		struct exchange x;
		start(&s);
		exchange(&x, s.port, true);
		stop(&s);
		if (x.transfer.sent != AD_UNKNOWN)
			fail_msg("way %zu: %d", i, (int)x.transfer.sent);
		/* A change is never repeated by the library itself. */
		assert_int_equal(s.connections, 1);
		ad_transfer_clear(&x.transfer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_carries_its_body),
		cmocka_unit_test(an_answer_comes_whole),
		cmocka_unit_test(a_token_that_is_said_back_is_hidden),
		cmocka_unit_test(a_redirect_is_an_answer),
		cmocka_unit_test(another_scheme_is_never_sent),
		cmocka_unit_test(nobody_listening_is_never_sent),
		cmocka_unit_test(what_was_sent_without_an_answer_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
