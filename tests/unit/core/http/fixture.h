/*
 * A server over a store made for the test: loops, lane and sockets are real, the database is
 * absent, and the test controls the writer. Each test includes it once.
 */
#ifndef TESTS_HTTP_FIXTURE_H
#define TESTS_HTTP_FIXTURE_H

#include "tests/support/unit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

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

bool ad_limits_take_address(struct ad_limits *limits, struct ad_str address,
			    enum ad_address_use use, int64_t now, struct ad_limit *out)
{
	ad_limits_read_address(limits, address, now, out);
	return use == AD_ADDRESS_REQUEST;
}

void ad_limits_read_address(struct ad_limits *limits, struct ad_str address, int64_t now,
			    struct ad_limit *out)
{
	assert_null(limits);
	assert_non_null(address.p);
	*out = (struct ad_limit){ .limit = 600, .remaining = 599, .reset = now / AD_SECOND + 60 };
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

enum ad_db_status ad_db_moment(struct ad_db *db)
{
	assert_int_equal(db->name, 'r');
	return AD_DB_DONE;
}

void ad_db_moment_end(struct ad_db *db)
{
	assert_int_equal(db->name, 'r');
}

void ad_db_rollback(struct ad_db *db)
{
	(void)db;
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

/* The objects of a running test server. */
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
	struct ad_lane_spec slow = {
		.name = "slow", .threads = 2, .queue_max = 1024, .open = open_slow, .close = free
	};
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
	ad_http_free(f->server);
	ad_lane_stop(f->core.slow);
	ad_lane_stop(f->writer.lane);
	memset(f, 0, sizeof(*f));
}

#endif
