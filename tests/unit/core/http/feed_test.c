/* Answers whose bodies are read piece by piece while they are sent. */
#include "tests/unit/core/http/client.h"

#define H "Host: localhost\r\n"
#define SIZE ((size_t)1000003)
#define HELD 8 /* pieces of 64 KiB that a network may hold, of 1 MiB for all */

static struct fixture fixture;
static struct reply r;
static atomic_int reads;

static char byte_of(size_t at)
{
	return (char)(at * 2654435761u >> 24);
}

static struct ad_str bytes_from(struct ad_arena *arena, size_t at, size_t n)
{
	char *p = ad_arena_alloc(arena, n);

	for (size_t i = 0; i < n; i++)
		p[i] = byte_of(at + i);
	return (struct ad_str){ p, n };
}

/* Pieces of many sizes, the last no longer than what is left. */
static bool read_on(struct ad_exchange *x, struct ad_db *db, struct ad_arena *arena, size_t at,
		    struct ad_str *out)
{
	size_t n = 1 + at % 65536, left = SIZE - at;

	assert_int_equal(db->name, 's');
	assert_non_null(x->priv);
	atomic_fetch_add(&reads, 1);
	*out = bytes_from(arena, at, n < left ? n : left);
	return true;
}

static bool read_until(struct ad_exchange *x, struct ad_db *db, struct ad_arena *arena, size_t at,
		       struct ad_str *out)
{
	return at < SIZE / 2 && read_on(x, db, arena, at, out);
}

static void whole(struct ad_exchange *x)
{
	ad_http_reply(x, 200, "text/plain", AD_S(""));
	ad_http_feed(x, SIZE, bytes_from(x->call.arena, 0, 1000), read_on);
}

static void broken(struct ad_exchange *x)
{
	ad_http_reply(x, 206, "text/plain", AD_S(""));
	ad_http_feed(x, SIZE, bytes_from(x->call.arena, 0, 1000), read_until);
}

static const struct ad_route routes[] = {
	{ .prefix = "/whole", .handler = whole, .body_max = 0 },
	{ .prefix = "/broken", .handler = broken, .body_max = 0 },
};

static int start(void **state)
{
	*state = &fixture;
	fixture.config.loops = 1;
	fixture.config.answer_memory = 1;
	fixture_start(&fixture, routes, AD_LEN(routes));
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fixture_stop(&fixture);
	return 0;
}

/* Reads a body and compares it. Returns the number of bytes. */
static size_t read_body(int fd, size_t size)
{
	char piece[50000];
	size_t at = 0;
	ssize_t n;

	for (; at < r.size - (size_t)(r.body - r.text); at++)
		assert_int_equal(r.body[at], byte_of(at));
	while (at < size && (n = recv(fd, piece, sizeof(piece), 0)) > 0) {
		for (ssize_t i = 0; i < n; i++)
			assert_int_equal(piece[i], byte_of(at + (size_t)i));
		at += (size_t)n;
	}
	return at;
}

/* The head of the response, and the part of the body that came with it. */
static void read_head(int fd)
{
	listen_to(fd, &r, true);
	assert_non_null(header_of(&r, "Content-Length"));
	assert_int_equal(strtoul(header_of(&r, "Content-Length"), NULL, 10), SIZE);
}

static void a_body_comes_whole_and_the_connection_goes_on(void **state)
{
	int fd = dial(*state);

	for (int i = 0; i < 2; i++) {
		say(fd, "GET /whole HTTP/1.1\r\n" H "\r\n");
		read_head(fd);
		assert_int_equal(r.status, 200);
		assert_int_equal(read_body(fd, SIZE), SIZE);
	}
	close(fd);
}

static void of_a_head_nothing_is_read(void **state)
{
	int fd = dial(*state);
	int before = atomic_load(&reads);

	say(fd, "HEAD /whole HTTP/1.1\r\n" H "\r\nGET /nothing HTTP/1.1\r\n" H "\r\n");
	read_head(fd);
	assert_non_null(strstr(r.text, "HTTP/1.1 200"));
	assert_int_equal(atomic_load(&reads), before);
	close(fd);
}

static void what_cannot_be_read_ends_the_connection(void **state)
{
	int fd = dial(*state);

	say(fd, "GET /broken HTTP/1.1\r\n" H "\r\n");
	read_head(fd);
	size_t got = read_body(fd, SIZE);
	assert_true(got >= SIZE / 2 && got < SIZE);
	close(fd);
	exchange(*state, "GET /nothing HTTP/1.1\r\n" H "\r\n", &r);
	assert_int_equal(r.status, 404);
}

/* A network may hold that many pieces. When one reader leaves, another one gets its place. */
static void readers_are_bounded_by_the_budget_of_answers(void **state)
{
	int fd[HELD];

	for (int i = 0; i < HELD; i++) {
		fd[i] = dial(*state);
		say(fd[i], "GET /whole HTTP/1.1\r\n" H "\r\n");
		read_head(fd[i]);
		assert_int_equal(r.status, 200);
	}
	exchange(*state, "GET /whole HTTP/1.1\r\n" H "\r\n", &r);
	assert_int_equal(r.status, 503);
	assert_non_null(header_of(&r, "Retry-After"));
	for (int i = 0; i < HELD; i++)
		close(fd[i]);
	int tries = 0;
	do {
		int again = dial(*state);
		say(again, "HEAD /whole HTTP/1.1\r\n" H "\r\n");
		listen_to(again, &r, true);
		close(again);
	} while (r.status != 200 && ++tries < 1000);
	assert_int_equal(r.status, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_comes_whole_and_the_connection_goes_on),
		cmocka_unit_test(of_a_head_nothing_is_read),
		cmocka_unit_test(what_cannot_be_read_ends_the_connection),
		cmocka_unit_test(readers_are_bounded_by_the_budget_of_answers),
	};
	return cmocka_run_group_tests(tests, start, stop);
}
