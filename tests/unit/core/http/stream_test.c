/* Event streams over sockets: events, each limit, and each way to end. */
#include "tests/unit/core/http/client.h"

#include "http/stream.h"

#define H "Host: localhost\r\n"
#define LISTENERS 3

static struct fixture fixture;
static atomic_int news;    /* the number that streams send */
static atomic_int steps;   /* that ran */
static atomic_int woken;   /* calls of the check for a step */
static atomic_bool dull;   /* no notice is worth a step */
static atomic_bool late;   /* nor now, but in a moment */
static atomic_int ended;   /* arenas of streams that were given back */
static atomic_int refused; /* streams that were refused: 1 each, 2 all */

static void next(struct ad_call *call, enum ad_place place, ad_step_fn *step)
{
	call->place = place;
	call->next = step;
}

static void count_end(void *counter)
{
	atomic_fetch_add((atomic_int *)counter, 1);
}

/* Sends each new number once, and "end" at the server's stop or at number 9. */
static void tell(struct ad_call *call)
{
	struct ad_exchange *x = ad_exchange(call);
	int now = atomic_load(&news);
	atomic_fetch_add(&steps, 1);
	if (now > (int)call->required_scopes) {
		call->required_scopes = (uint32_t)now;
		ad_stream_event(x, ad_arena_printf(call->arena, "{\"news\":%d}", now));
	}
	if (call->ending || now == 9) {
		ad_stream_event(x, call->ending ? AD_S("{\"ending\":true}") : AD_S("{\"end\":1}"));
		return;
	}
	call->wait_until = ad_now() + AD_HOUR;
	next(call, AD_WAIT, tell);
}

static bool worth(struct ad_exchange *x)
{
	atomic_fetch_add(&woken, 1);
	if (atomic_load(&late))
		x->call.wait_until = ad_now() + 10000;
	return !atomic_load(&dull);
}

static bool begin(struct ad_exchange *x)
{
	enum ad_stream_room room = ad_stream_begin(x, x->query.n ? x->query : AD_S("acc_one"));
	if (room == AD_STREAM_BEGUN) {
		ad_arena_defer(x->call.arena, count_end, &ended);
		ad_stream_worth(x, worth);
		assert_true(ad_stream_is(x));
		return true;
	}
	atomic_store(&refused, room == AD_STREAM_FULL_EACH ? 1 : 2);
	ad_http_reply(x, 503, "text/plain", AD_S("full"));
	return false;
}

static void first(struct ad_call *call)
{
	if (!begin(ad_exchange(call)))
		return;
	ad_stream_event(ad_exchange(call), AD_S("{\"hello\":true}"));
	tell(call);
}

static void on_stream(struct ad_exchange *x)
{
	next(&x->call, AD_HERE, first);
}

/* Through other threads, before the stream begins and afterwards. */
static void written(struct ad_call *call)
{
	next(call, AD_SLOW, tell);
}

static void after_hello(struct ad_call *call)
{
	if (!begin(ad_exchange(call)))
		return;
	ad_stream_event(ad_exchange(call), AD_S("{\"hello\":true}"));
	next(call, AD_WRITE, written);
}

static void here_again(struct ad_call *call)
{
	next(call, AD_HERE, after_hello);
}

static void on_far_stream(struct ad_exchange *x)
{
	next(&x->call, AD_SLOW, here_again);
}

/*
 * A write that finds no room after the stream has begun: the call gets the status and renders
 * it.
 */
static void say_status(struct ad_exchange *x)
{
	ad_stream_event(x, ad_str(ad_status_row(x->call.status)->code));
}

static void on_lost_write(struct ad_exchange *x)
{
	if (!begin(x))
		return;
	x->render = say_status;
	next(&x->call, AD_WRITE, written);
}

/* More than the buffer takes. */
static void on_flood(struct ad_exchange *x)
{
	static char line[8000];
	if (!begin(x))
		return;
	memset(line, 'x', sizeof(line));
	for (int i = 0; i < 10; i++)
		ad_stream_event(x, (struct ad_str){ line, sizeof(line) });
	next(&x->call, AD_WAIT, tell);
	x->call.wait_until = INT64_MAX;
}

/* As much as the buffer takes, again and again, as soon as it was taken. */
static void pour(struct ad_call *call)
{
	static char line[30000];
	atomic_fetch_add(&steps, 1);
	memset(line, 'y', sizeof(line));
	ad_stream_event(ad_exchange(call), (struct ad_str){ line, sizeof(line) });
	if (!call->ending)
		next(call, AD_HERE, pour);
}

static void on_pour(struct ad_exchange *x)
{
	if (begin(x))
		next(&x->call, AD_HERE, pour);
}

/*
 * The news comes after the step on another thread has read the number, and the loops notify the
 * waiting streams before one of them has this stream back.
 */
static void overtaken(struct ad_call *call)
{
	tell(call);
	int before = atomic_load(&steps);
	atomic_store(&news, 9);
	ad_core_notify(&fixture.core);
	for (int i = 0; i < 1000 && atomic_load(&steps) < before + LISTENERS; i++)
		poll(NULL, 0, 10);
}

static void on_overtaken(struct ad_exchange *x)
{
	if (begin(x))
		next(&x->call, AD_SLOW, overtaken);
}

static void on_plain(struct ad_exchange *x)
{
	ad_http_reply(x, 200, "text/plain", AD_S("plain"));
}

static const struct ad_route routes[] = {
	{ .prefix = "/stream", .handler = on_stream, .body_max = 1000 },
	{ .prefix = "/far", .handler = on_far_stream, .body_max = 1000 },
	{ .prefix = "/lost-write", .handler = on_lost_write, .body_max = 1000 },
	{ .prefix = "/flood", .handler = on_flood, .body_max = 1000 },
	{ .prefix = "/pour", .handler = on_pour, .body_max = 1000 },
	{ .prefix = "/overtaken", .handler = on_overtaken, .body_max = 1000 },
	{ .prefix = "/plain", .handler = on_plain, .body_max = 1000 },
};

static int start(void **state)
{
	*state = &fixture;
	fixture.config.streams = 4;
	fixture.config.streams_each = 3;
	fixture.config.stream_buffer = 40000;
	if (!fixture.config.stream_beat)
		fixture.config.stream_beat = AD_HOUR;
	fixture_start(&fixture, routes, AD_LEN(routes));
	return 0;
}

static int start_blocking(void **state)
{
	fixture.store.blocking = true;
	return start(state);
}

static int start_beating(void **state)
{
	fixture.config.stream_beat = 20000;
	return start(state);
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	atomic_store(&news, 0);
	atomic_store(&steps, 0);
	atomic_store(&woken, 0);
	atomic_store(&dull, false);
	atomic_store(&late, false);
	atomic_store(&ended, 0);
	atomic_store(&refused, 0);
	return 0;
}

/* The received part of a stream. */
struct heard {
	int fd;
	char text[65536];
	size_t size;
	bool closed;
};

static void open_stream(const struct fixture *f, struct heard *h, const char *path)
{
	char request[200];
	snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\n" H "\r\n", path);
	memset(h, 0, sizeof(*h));
	h->fd = dial(f);
	say(h->fd, request);
}

/* Reads until the text is received, or the end; at most 10 s for each piece. */
static void hear(struct heard *h, const char *until)
{
	while (!h->closed && !(until && strstr(h->text, until))) {
		struct pollfd p = { .fd = h->fd, .events = POLLIN };
		if (poll(&p, 1, 10000) != 1)
			fail_msg("nothing within 10 s, so far:\n%s", h->text);
		ssize_t n = recv(h->fd, h->text + h->size, sizeof(h->text) - 1 - h->size, 0);
		h->closed = n <= 0;
		h->size += n > 0 ? (size_t)n : 0;
		h->text[h->size] = 0;
	}
	if (until && !strstr(h->text, until))
		fail_msg("no %s:\n%s", until, h->text);
}

static void tell_all(struct fixture *f, int number)
{
	atomic_store(&news, number);
	ad_core_notify(&f->core);
}

static void wait_for(atomic_int *counter, int n)
{
	for (int i = 0; i < 1000 && atomic_load(counter) < n; i++)
		poll(NULL, 0, 10);
	assert_true(atomic_load(counter) >= n);
}

#define LAST_CHUNK "\r\n0\r\n\r\n"

static void hear_a_life(struct fixture *f, const char *path)
{
	struct heard h;
	open_stream(f, &h, path);
	hear(&h, "event: message\ndata: {\"hello\":true}\n\n");
	assert_non_null(strstr(h.text, "HTTP/1.1 200 OK\r\n"));
	assert_non_null(strcasestr(h.text, "\r\nContent-Type: text/event-stream\r\n"));
	assert_non_null(strcasestr(h.text, "\r\nX-Accel-Buffering: no\r\n"));
	assert_non_null(strcasestr(h.text, "\r\nTransfer-Encoding: chunked\r\n"));
	tell_all(f, 1);
	hear(&h, "data: {\"news\":1}\n\n");
	tell_all(f, 2);
	hear(&h, "data: {\"news\":2}\n\n");
	tell_all(f, 9);
	hear(&h, "data: {\"end\":1}\n\n");
	hear(&h, LAST_CHUNK);
	/* The connection serves on. */
	say(h.fd, "GET /plain HTTP/1.1\r\n" H "\r\n");
	hear(&h, "plain");
	close(h.fd);
	assert_int_equal(atomic_load(&ended), 1);
	atomic_store(&news, 0);
	atomic_store(&ended, 0);
}

static void events_go_out_as_they_come(void **state)
{
	hear_a_life(*state, "/stream");
	hear_a_life(*state, "/far");
}

static void a_stream_ends_with_the_connection_in_http_1_0(void **state)
{
	struct heard h = { .fd = dial(*state) };
	say(h.fd, "GET /stream HTTP/1.0\r\n" H "\r\n");
	hear(&h, "{\"hello\":true}\n\n");
	assert_null(strcasestr(h.text, "chunked"));
	tell_all(*state, 9);
	hear(&h, "{\"end\":1}\n\n");
	hear(&h, NULL);
	close(h.fd);
}

static void many_streams_hear_the_same(void **state)
{
	static struct heard h[4];
	for (int i = 0; i < 4; i++)
		open_stream(*state, &h[i], i < 2 ? "/stream?acc_a" : "/far?acc_b");
	for (int i = 0; i < 4; i++)
		hear(&h[i], "hello");
	for (int n = 1; n < 9; n++)
		tell_all(*state, n);
	tell_all(*state, 9);
	for (int i = 0; i < 4; i++) {
		hear(&h[i], LAST_CHUNK);
		assert_non_null(strstr(h[i].text, "{\"news\":9}"));
		close(h[i].fd);
	}
}

static void news_during_a_step_elsewhere_is_heard(void **state)
{
	static struct heard h, others[LISTENERS];
	for (int i = 0; i < LISTENERS; i++) {
		open_stream(*state, &others[i], "/stream?acc_a");
		hear(&others[i], "hello");
	}
	open_stream(*state, &h, "/overtaken?acc_b");
	hear(&h, LAST_CHUNK);
	assert_non_null(strstr(h.text, "{\"news\":9}"));
	close(h.fd);
	for (int i = 0; i < LISTENERS; i++)
		close(others[i].fd);
}

static void expect_full(const struct fixture *f, const char *path, int why)
{
	struct heard h;
	atomic_store(&refused, 0);
	open_stream(f, &h, path);
	hear(&h, "full");
	assert_non_null(strstr(h.text, "HTTP/1.1 503"));
	assert_int_equal(atomic_load(&refused), why);
	close(h.fd);
}

static void places_are_bounded_and_given_back(void **state)
{
	struct fixture *f = *state;
	static struct heard h[4];
	for (int i = 0; i < 3; i++) {
		open_stream(f, &h[i], "/stream?acc_a");
		hear(&h[i], "hello");
	}
	expect_full(f, "/stream?acc_a", 1);
	open_stream(f, &h[3], "/stream?acc_b");
	hear(&h[3], "hello");
	expect_full(f, "/stream?acc_b", 2);
	expect_full(f, "/stream?acc_c", 2);
	/* Closed by the client: the place is free again. */
	close(h[0].fd);
	wait_for(&ended, 1);
	open_stream(f, &h[0], "/stream?acc_a");
	hear(&h[0], "hello");
	for (int i = 0; i < 4; i++)
		close(h[i].fd);
	wait_for(&ended, 5);
}

static void what_closes_is_noticed_without_news(void **state)
{
	struct heard h;
	open_stream(*state, &h, "/stream");
	hear(&h, "hello");
	int before = atomic_load(&steps);
	close(h.fd);
	wait_for(&ended, 1);
	assert_int_equal(atomic_load(&steps), before);
	/* Also if the client closes only its own half, and if it resets. */
	open_stream(*state, &h, "/far");
	hear(&h, "hello");
	shutdown(h.fd, SHUT_WR);
	wait_for(&ended, 2);
	close(h.fd);
	open_stream(*state, &h, "/stream");
	hear(&h, "hello");
	struct linger hard = { .l_onoff = 1, .l_linger = 0 };
	setsockopt(h.fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
	close(h.fd);
	wait_for(&ended, 3);
}

static void silence_is_filled_with_comments(void **state)
{
	struct heard h;
	open_stream(*state, &h, "/stream");
	hear(&h, "\n:\n\n");
	int before = atomic_load(&steps);
	h.size = 0;
	memset(h.text, 0, sizeof(h.text));
	hear(&h, ":\n\n");
	h.size = 0;
	memset(h.text, 0, sizeof(h.text));
	hear(&h, ":\n\n");
	assert_int_equal(atomic_load(&steps), before);
	tell_all(*state, 9);
	hear(&h, "{\"end\":1}\n\n");
	hear(&h, LAST_CHUNK);
	close(h.fd);
}

/* A notice that meets a stream on its way to the wait runs the step all the same. */
static void sleep_dully(void)
{
	atomic_store(&dull, true);
	for (int i = 0; i < 1000 && atomic_load(&woken) == 0; i++) {
		ad_core_notify(&fixture.core);
		poll(NULL, 0, 10);
	}
}

/* The last notice of all may come too early for the next step: it must not be lost. */
static void a_notice_that_is_put_off_needs_no_other(void **state)
{
	struct heard h;
	open_stream(*state, &h, "/stream");
	hear(&h, "hello");
	sleep_dully();
	atomic_store(&late, true);
	tell_all(*state, 9);
	hear(&h, "{\"news\":9}");
	hear(&h, LAST_CHUNK);
	close(h.fd);
}

static void notices_that_are_not_worth_it_run_no_step(void **state)
{
	struct heard h;
	open_stream(*state, &h, "/stream");
	hear(&h, "hello");
	sleep_dully();
	int before = atomic_load(&steps);
	int asked = atomic_load(&woken);
	tell_all(*state, 1);
	wait_for(&woken, asked + 1);
	assert_int_equal(atomic_load(&steps), before);
	atomic_store(&dull, false);
	tell_all(*state, 9);
	hear(&h, "{\"news\":9}");
	close(h.fd);
}

static void what_does_not_fit_ends_it(void **state)
{
	struct heard h;
	open_stream(*state, &h, "/flood");
	hear(&h, NULL);
	assert_true(h.closed);
	assert_true(h.size < 40500);
	close(h.fd);
	wait_for(&ended, 1);
}

static void who_does_not_read_holds_up_only_its_own(void **state)
{
	struct heard slow, h;
	open_stream(*state, &slow, "/pour");
	/* The sockets fill up; then no step runs until somebody reads. */
	int seen = -1;
	for (int i = 0; i < 100 && seen != atomic_load(&steps); i++) {
		seen = atomic_load(&steps);
		poll(NULL, 0, 100);
	}
	assert_int_equal(seen, atomic_load(&steps));
	open_stream(*state, &h, "/stream");
	hear(&h, "hello");
	close(h.fd);
	close(slow.fd);
	wait_for(&ended, 2);
}

static void a_write_that_cannot_be_made_is_rendered(void **state)
{
	struct heard h;
	atomic_store(&fixture.writer.full, true);
	open_stream(*state, &h, "/lost-write");
	hear(&h, "data: UNAVAILABLE\n\n");
	hear(&h, LAST_CHUNK);
	close(h.fd);
}

static void stopping_ends_streams(void **state)
{
	struct fixture *f = *state;
	static struct heard h[4];
	for (int i = 0; i < 4; i++) {
		open_stream(f, &h[i], i < 2 ? "/stream?acc_a" : "/far?acc_b");
		hear(&h[i], "hello");
	}
	int64_t begun = ad_monotonic();
	ad_http_stop(f->server);
	ad_http_free(f->server);
	f->server = NULL;
	assert_true(ad_monotonic() - begun < 5 * AD_SECOND);
	for (int i = 0; i < 4; i++) {
		hear(&h[i], "{\"ending\":true}\n\n");
		hear(&h[i], NULL);
		assert_non_null(strstr(h[i].text, LAST_CHUNK));
		close(h[i].fd);
	}
	assert_int_equal(atomic_load(&ended), 4);
}

#define BOTH(test)                                                                                 \
	cmocka_unit_test_setup_teardown(test, start, stop),                                        \
		cmocka_unit_test_setup_teardown(test, start_blocking, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BOTH(events_go_out_as_they_come),
		BOTH(a_stream_ends_with_the_connection_in_http_1_0),
		BOTH(many_streams_hear_the_same),
		BOTH(news_during_a_step_elsewhere_is_heard),
		BOTH(places_are_bounded_and_given_back),
		BOTH(what_closes_is_noticed_without_news),
		cmocka_unit_test_setup_teardown(silence_is_filled_with_comments, start_beating,
						stop),
		BOTH(notices_that_are_not_worth_it_run_no_step),
		BOTH(a_notice_that_is_put_off_needs_no_other),
		BOTH(what_does_not_fit_ends_it),
		BOTH(who_does_not_read_holds_up_only_its_own),
		BOTH(a_write_that_cannot_be_made_is_rendered),
		BOTH(stopping_ends_streams),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
