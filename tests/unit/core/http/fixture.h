/*
 * A server over a store of its own making: the loops, the lane and the sockets are real, the
 * database is not there, and the writer does what a test tells it. Included once by a test.
 */
#ifndef TESTS_HTTP_FIXTURE_H
#define TESTS_HTTP_FIXTURE_H

#include "tests/support/unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "http/server.h"

struct ad_db {
	char name;
};

struct ad_store {
	bool blocking;
};

struct ad_writer {
	struct ad_lane *lane;
	struct ad_db db;
	atomic_bool full;      /* refuses every change */
	atomic_bool lose;      /* loses every group */
	atomic_bool run_twice; /* as after AD_DB_RETRY of the group */
};

bool ad_store_blocking(const struct ad_store *store)
{
	return store->blocking;
}

struct ad_db *ad_db_open(struct ad_store *store, enum ad_db_mode mode, char err[static 256])
{
	(void)store;
	(void)mode;
	(void)err;
	struct ad_db *db = ad_xmalloc(sizeof(*db));
	db->name = 'r';
	return db;
}

void ad_db_close(struct ad_db *db)
{
	free(db);
}

static void write_one(struct ad_job *job, void *state)
{
	struct ad_change *change = (struct ad_change *)(void *)job;
	struct ad_writer *writer = state;
	if (atomic_load(&writer->run_twice))
		change->applied = change->apply(change, &writer->db);
	change->applied = change->apply(change, &writer->db);
	change->committed = !atomic_load(&writer->lose);
}

bool ad_writer_submit(struct ad_writer *writer, struct ad_change *change)
{
	change->job.run = write_one;
	return !atomic_load(&writer->full) && ad_lane_submit(writer->lane, &change->job);
}

void ad_core_notify(struct ad_core *core)
{
	if (core->notify)
		core->notify(core->notify_arg);
}

/* What a test runs against. */
struct fixture {
	struct ad_config config;
	struct ad_core core;
	struct ad_store store;
	struct ad_writer writer;
	struct ad_http_server *server;
	int port;
};

static void *open_same(void *arg)
{
	return arg;
}

static void *open_slow(void *arg)
{
	struct ad_db *db = ad_xmalloc(sizeof(*db));
	(void)arg;
	db->name = 's';
	return db;
}

static void fixture_start(struct fixture *f, const struct ad_route *routes, size_t count)
{
	char err[256] = "";
	struct ad_lane_spec write = { .name = "write",
				      .threads = 1,
				      .queue_max = 4096,
				      .open = open_same,
				      .arg = &f->writer };
	struct ad_lane_spec slow = { .name = "slow",
				     .threads = 2,
				     .queue_max = 1024,
				     .open = open_slow,
				     .close = free };
	f->writer.db.name = 'w';
	f->writer.lane = ad_lane_start(&write);
	if (!f->config.listen)
		f->config.listen = "127.0.0.1:0";
	f->core.config = &f->config;
	f->core.store = &f->store;
	f->core.writer = &f->writer;
	f->core.slow = ad_lane_start(&slow);
	f->server = ad_http_start(&f->core, routes, count, err);
	if (!f->server)
		fail_msg("%s", err);
	f->port = ad_http_port(f->server);
}

static void fixture_stop(struct fixture *f)
{
	if (f->server)
		ad_http_stop(f->server);
	ad_lane_stop(f->core.slow);
	ad_lane_stop(f->writer.lane);
	memset(f, 0, sizeof(*f));
}

/* --- a client ------------------------------------------------------------------------------- */

static int dial(const struct fixture *f)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)f->port) };
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

static void say_bytes(int fd, const void *data, size_t size)
{
	const char *p = data;
	while (size > 0) {
		ssize_t n = send(fd, p, size, MSG_NOSIGNAL);
		if (n <= 0)
			return; /* the server has closed: the reply, if any, is still there */
		p += n;
		size -= (size_t)n;
	}
}

static inline void say(int fd, const char *text)
{
	say_bytes(fd, text, strlen(text));
}

/* A reply as it came. status 0: the connection was closed without one. */
struct reply {
	int status;
	char text[65536];
	size_t size;
	const char *body;
	size_t body_size;
	bool closed; /* by the server, after it */
};

/* The value of a header of the reply, or NULL; up to the end of the line. */
static const char *header_of(const struct reply *r, const char *name)
{
	size_t n = strlen(name);
	for (const char *p = strstr(r->text, "\r\n"); p && p + 2 < r->body; p = strstr(p + 2, "\r\n")) {
		if (strncasecmp(p + 2, name, n) == 0 && p[2 + n] == ':')
			return p + 2 + n + 2;
	}
	return NULL;
}

static bool is_complete(struct reply *r, bool head)
{
	r->text[r->size] = 0;
	const char *end = strstr(r->text, "\r\n\r\n");
	if (!end)
		return false;
	r->body = end + 4;
	r->status = atoi(r->text + strlen("HTTP/1.1 "));
	const char *length = header_of(r, "Content-Length");
	r->body_size = length && !head ? (size_t)atoi(length) : 0;
	return r->size >= (size_t)(r->body - r->text) + r->body_size;
}

/* Reads one reply; waits at most 10 s for each piece. */
static void listen_to(int fd, struct reply *r, bool head)
{
	memset(r, 0, offsetof(struct reply, text) + 1);
	r->size = 0;
	r->body = r->text;
	r->body_size = 0;
	r->closed = false;
	while (!is_complete(r, head)) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, 10000) != 1)
			fail_msg("no reply within 10 s");
		ssize_t n = recv(fd, r->text + r->size, sizeof(r->text) - 1 - r->size, 0);
		if (n <= 0) {
			r->closed = true;
			return;
		}
		r->size += (size_t)n;
	}
	const char *connection = header_of(r, "Connection");
	r->closed = connection && strncasecmp(connection, "close", 5) == 0;
}

/* One request on a connection of its own. */
static inline void exchange_bytes(const struct fixture *f, const void *request, size_t size,
				  struct reply *r)
{
	int fd = dial(f);
	say_bytes(fd, request, size);
	listen_to(fd, r, false);
	close(fd);
}

static inline void exchange(const struct fixture *f, const char *request, struct reply *r)
{
	exchange_bytes(f, request, strlen(request), r);
}

#endif
