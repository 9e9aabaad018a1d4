/* A call's way between the threads: here, writer, slow lane, wait; over sockets. */
#include "tests/unit/core/http/client.h"

#define H "Host: localhost\r\n"

static struct fixture fixture;
static atomic_int event; /* the condition of waiting calls */

/* Notes a step and the database it ran on: "r" a reader, "w" the writer, "s" the slow lane. */
static void note(struct ad_call *call, const char *step)
{
	struct ad_exchange *x = ad_exchange(call);
	struct ad_str old = x->call.data;
	x->call.data = ad_arena_printf(call->arena, "%.*s %s:%c", AD_FMT(old), step,
				       call->db ? call->db->name : '-');
}

static void render(struct ad_exchange *x)
{
	note(&x->call, "render");
	if (x->call.retry_after)
		ad_http_add(x, "Retry-After", AD_S("1"));
	struct ad_text text = ad_text_on(x->call.arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kcstr(&j, "code", ad_status_row(x->call.status)->code);
	ad_json_kstr(&j, "steps", x->call.data);
	ad_json_kint(&j, "adds", (int64_t)x->call.required_scopes);
	ad_json_object_end(&j);
	ad_http_reply(x, ad_status_row(x->call.status)->http, NULL, ad_text_str(&text));
}

static void next(struct ad_call *call, enum ad_place place, ad_step_fn *step)
{
	call->place = place;
	call->next = step;
}

static void here_step(struct ad_call *call)
{
	note(call, "here");
}

static void last_write(struct ad_call *call)
{
	/* Counts up: a second run must start from the same place. */
	call->required_scopes++;
	note(call, "write");
	ad_http_add(ad_exchange(call), "X-Wrote", AD_S("1"));
	next(call, AD_HERE, here_step);
}

static void refused_write(struct ad_call *call)
{
	note(call, "write");
	call->status = AD_CONFLICT;
}

static void slow_step(struct ad_call *call)
{
	note(call, "slow");
	next(call, AD_WRITE, last_write);
}

static void here_first(struct ad_call *call)
{
	note(call, "here");
	next(call, AD_SLOW, slow_step);
}

static void on_here(struct ad_exchange *x)
{
	x->render = render;
	note(&x->call, "handler");
	next(&x->call, AD_HERE, here_step);
}

static void on_write(struct ad_exchange *x)
{
	x->render = render;
	next(&x->call, AD_WRITE, last_write);
}

static void on_refused(struct ad_exchange *x)
{
	x->render = render;
	next(&x->call, AD_WRITE, refused_write);
}

static void on_all(struct ad_exchange *x)
{
	x->render = render;
	note(&x->call, "handler");
	next(&x->call, AD_HERE, here_first);
}

/* A wait of at most 5 s, or of 30 ms. */
static void wait_step(struct ad_call *call)
{
	bool there = atomic_load(&event) > 0;
	if (!there && !call->ending && ad_now() < call->wait_until) {
		next(call, AD_WAIT, wait_step);
		return;
	}
	note(call, there ? "event" : call->ending ? "ending" : "timeout");
}

static void on_wait(struct ad_exchange *x)
{
	x->render = render;
	x->call.wait_until = ad_now() + (x->query.n > 0 ? 30000 : 5 * AD_SECOND);
	next(&x->call, AD_HERE, wait_step);
}

/* Always waits again. */
static void stubborn_step(struct ad_call *call)
{
	call->wait_until = ad_now() + AD_HOUR;
	next(call, AD_WAIT, stubborn_step);
}

static void on_stubborn(struct ad_exchange *x)
{
	x->render = render;
	next(&x->call, AD_HERE, stubborn_step);
}

static void silent(struct ad_exchange *x)
{
	(void)x;
}

static void second_render(struct ad_exchange *x)
{
	note(&x->call, "second");
	x->render = render;
	next(&x->call, AD_WRITE, last_write);
}

static void on_twice(struct ad_exchange *x)
{
	x->render = second_render;
	next(&x->call, AD_SLOW, here_step);
}

static void on_headers(struct ad_exchange *x)
{
	ad_http_add(x, "X-Good", AD_S("1"));
	ad_http_add(x, "X-Bad", AD_S("1\r\nX-Evil: 1"));
	ad_http_add(x, "Set-Cookie", AD_S("a=1"));
	ad_http_add(x, "Set-Cookie", AD_S("b=2"));
	ad_http_reply(x, 201, "text/plain",
		      ad_arena_printf(x->call.arena, "%.*s %zu %zu",
				      AD_FMT(ad_http_header(x, "x-ONE")),
				      ad_http_header_count(x, "X-Two"),
				      ad_http_header_count(x, "X-Three")));
}

static const struct ad_route routes[] = {
	{ .prefix = "/here", .handler = on_here, .body_max = 1000 },
	{ .prefix = "/write", .handler = on_write, .body_max = 1000 },
	{ .prefix = "/refused", .handler = on_refused, .body_max = 1000 },
	{ .prefix = "/all", .handler = on_all, .body_max = 1000 },
	{ .prefix = "/wait", .handler = on_wait, .body_max = 1000 },
	{ .prefix = "/stubborn", .handler = on_stubborn, .body_max = 1000 },
	{ .prefix = "/silent", .handler = silent, .body_max = 1000 },
	{ .prefix = "/twice", .handler = on_twice, .body_max = 1000 },
	{ .prefix = "/headers", .handler = on_headers, .body_max = 1000 },
	{ .prefix = "/tree/", .handler = on_here, .body_max = 1000 },
	{ .prefix = "/tree/leaf", .handler = on_headers, .body_max = 1000 },
};

static int start(void **state)
{
	*state = &fixture;
	fixture_start(&fixture, routes, AD_LEN(routes));
	return 0;
}

static int start_blocking(void **state)
{
	fixture.store.blocking = true;
	return start(state);
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	atomic_store(&event, 0);
	return 0;
}

static struct reply r;

static void get(const struct fixture *f, const char *path)
{
	char request[200];
	snprintf(request, sizeof(request),
		 "GET %s HTTP/1.1\r\n" H "X-One: 1\r\nX-Two: a\r\nX-Two: b\r\n\r\n", path);
	exchange(f, request, &r);
}

static void expect(int status, const char *has)
{
	if (r.status != status || !strstr(r.body, has))
		fail_msg("not %d with %s:\n%s", status, has, r.text);
}

static void steps_run_on_their_threads(void **state)
{
	get(*state, "/here");
	expect(200, "\"steps\":\" handler:r here:r render:r\"");
	get(*state, "/write");
	expect(200, "\"steps\":\" write:w here:r render:r\",\"adds\":1");
	get(*state, "/all");
	expect(200, " handler:r here:r slow:s write:w here:r render:r");
	get(*state, "/twice");
	expect(200, " here:s second:r write:w here:r render:r");
	assert_non_null(header_of(&r, "X-Wrote"));
}

static void where_the_store_blocks_readers_are_slow(void **state)
{
	get(*state, "/here");
	expect(200, "\"steps\":\" handler:s here:s render:s\"");
	get(*state, "/all");
	expect(200, " handler:s here:s slow:s write:w here:s render:s");
	get(*state, "/refused");
	expect(409, "CONFLICT");
	get(*state, "/wait?short");
	expect(200, " timeout:s");
	atomic_store(&fixture.writer.full, true);
	get(*state, "/write");
	expect(503, "UNAVAILABLE");
}

static void refused_writes_are_rendered(void **state)
{
	get(*state, "/refused");
	expect(409, "\"code\":\"CONFLICT\",\"steps\":\" write:w render:r\"");
}

static void a_write_may_run_twice(void **state)
{
	atomic_store(&fixture.writer.run_twice, true);
	get(*state, "/write");
	expect(200, "\"steps\":\" write:w here:r render:r\",\"adds\":1");
	const char *wrote = header_of(&r, "X-Wrote");
	assert_non_null(wrote);
	assert_null(strstr(wrote, "X-Wrote"));
}

static void a_lost_group_is_unavailable(void **state)
{
	atomic_store(&fixture.writer.lose, true);
	get(*state, "/write");
	expect(503, "\"code\":\"UNAVAILABLE\",\"steps\":\" render:r\",\"adds\":0");
	assert_non_null(header_of(&r, "Retry-After"));
	assert_null(header_of(&r, "X-Wrote"));
}

static void a_full_writer_is_unavailable(void **state)
{
	int fd = dial(*state);
	atomic_store(&fixture.writer.full, true);
	for (int i = 0; i < 3; i++) {
		say(fd, "GET /write HTTP/1.1\r\n" H "\r\n");
		listen_to(fd, &r, false);
		expect(503, "UNAVAILABLE");
		assert_false(r.closed);
	}
	atomic_store(&fixture.writer.full, false);
	say(fd, "GET /write HTTP/1.1\r\n" H "\r\n");
	listen_to(fd, &r, false);
	expect(200, "write:w");
	close(fd);
}

static void waits_end_at_their_time(void **state)
{
	int64_t begun = ad_monotonic();
	get(*state, "/wait?short");
	expect(200, " timeout:r");
	assert_true(ad_monotonic() - begun < 4 * AD_SECOND);
}

static void waits_end_by_notice(void **state)
{
	struct fixture *f = *state;
	int fd[20];
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		fd[i] = dial(f);
		say(fd[i], "GET /wait HTTP/1.1\r\n" H "\r\n");
	}
	/* A notice of another change wakes them without effect. */
	ad_core_notify(&f->core);
	atomic_store(&event, 1);
	ad_core_notify(&f->core);
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		listen_to(fd[i], &r, false);
		expect(200, " event:r");
		close(fd[i]);
	}
}

static void stopping_ends_waits(void **state)
{
	struct fixture *f = *state;
	int fd[8];
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		fd[i] = dial(f);
		say(fd[i], i % 2 ? "GET /wait HTTP/1.1\r\n" H "\r\n"
				 : "GET /stubborn HTTP/1.1\r\n" H "\r\n");
	}
	/* All are with the server once each loop has answered a later request. */
	for (int i = 0; i < 50; i++)
		get(f, "/here");
	int64_t begun = ad_monotonic();
	ad_http_stop(f->server);
	ad_http_free(f->server);
	f->server = NULL;
	assert_true(ad_monotonic() - begun < 5 * AD_SECOND);
	int answered = 0;
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		listen_to(fd[i], &r, false);
		answered += r.status == (i % 2 ? 200 : 503);
		close(fd[i]);
	}
	assert_int_equal(answered, (int)AD_LEN(fd));
}

static void stopping_finishes_writes(void **state)
{
	struct fixture *f = *state;
	int fd[64];
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		fd[i] = dial(f);
		say(fd[i], "GET /here HTTP/1.1\r\n" H "\r\n");
		listen_to(fd[i], &r, false);
	}
	for (size_t i = 0; i < AD_LEN(fd); i++)
		say(fd[i], "GET /all HTTP/1.1\r\n" H "\r\n");
	ad_http_stop(f->server);
	ad_http_free(f->server);
	f->server = NULL;
	for (size_t i = 0; i < AD_LEN(fd); i++) {
		listen_to(fd[i], &r, false);
		/* Each was either never accepted, or was completed and answered. */
		if (r.status != 0)
			expect(200, "write:w");
		close(fd[i]);
	}
}

static void silence_is_an_error(void **state)
{
	get(*state, "/silent");
	expect(500, "{\"error\":{\"code\":\"INTERNAL_ERROR\"");
}

static void routes_match_the_longest(void **state)
{
	get(*state, "/tree/x");
	expect(200, "handler:r");
	get(*state, "/tree/leaf");
	expect(201, "1 2 0");
	get(*state, "/tree/leaf/x");
	expect(200, "handler:r");
	get(*state, "/tree");
	expect(404, "\"code\":\"NOT_FOUND\"");
	assert_non_null(header_of(&r, "X-RateLimit-Reset"));
	get(*state, "/here/");
	expect(404, "\"code\":\"NOT_FOUND\"");
}

static void header_injection_is_dropped(void **state)
{
	get(*state, "/headers");
	expect(201, "1 2 0");
	assert_non_null(header_of(&r, "X-Good"));
	assert_null(header_of(&r, "X-Bad"));
	assert_null(header_of(&r, "X-Evil"));
	const char *first = header_of(&r, "Set-Cookie");
	assert_memory_equal(first, "a=1\r\n", 5);
	assert_non_null(strstr(first, "Set-Cookie: b=2"));
}

#define BOTH(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BOTH(steps_run_on_their_threads),
		cmocka_unit_test_setup_teardown(where_the_store_blocks_readers_are_slow,
						start_blocking, stop),
		BOTH(refused_writes_are_rendered),
		BOTH(a_write_may_run_twice),
		BOTH(a_lost_group_is_unavailable),
		BOTH(a_full_writer_is_unavailable),
		BOTH(waits_end_at_their_time),
		BOTH(waits_end_by_notice),
		BOTH(stopping_ends_waits),
		BOTH(stopping_finishes_writes),
		BOTH(silence_is_an_error),
		BOTH(routes_match_the_longest),
		BOTH(header_injection_is_dropped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
