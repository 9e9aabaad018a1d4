/* One event loop: a thread, its daemon in external epoll mode, its database connection. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "http/loop.h"

#define DRAIN_US (8 * AD_SECOND)

enum {
	TIMEOUT_S = 60,
	MEMORY = 16 * 1024,
	SWEEPS = 10 /* in the time that a slow client has */
};

/* Targets are decoded by ourselves, from the raw one. */
static size_t keep_escapes(void *cls, struct MHD_Connection *mhd, char *text)
{
	(void)cls;
	(void)mhd;
	return strlen(text);
}

static struct MHD_Daemon *start_daemon(struct ad_http_loop *loop)
{
	struct MHD_OptionItem options[] = {
		{ MHD_OPTION_LISTEN_SOCKET, loop->listen_fd, NULL },
		{ MHD_OPTION_CONNECTION_LIMIT, (intptr_t)loop->server->connections_loop, NULL },
		{ MHD_OPTION_CONNECTION_TIMEOUT, TIMEOUT_S, NULL },
		{ MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY, NULL },
#if MHD_VERSION >= 0x01000000
		{ MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL }, /* see plain_lines() in checks.c */
#endif
		{ MHD_OPTION_END, 0, NULL },
	};
	return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, ad_http_on_accept,
				loop, ad_http_on_request, loop, MHD_OPTION_ARRAY, options,
				MHD_OPTION_NOTIFY_COMPLETED, ad_http_on_completed, loop,
				MHD_OPTION_NOTIFY_CONNECTION, ad_http_on_connection, loop,
				MHD_OPTION_URI_LOG_CALLBACK, ad_http_on_target, loop,
				MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, loop, MHD_OPTION_END);
}

bool ad_http_loop_open(struct ad_http_loop *loop, char err[static 256])
{
	struct ad_http_server *server = loop->server;
	if (!server->blocking) {
		loop->db = ad_db_open(server->core->store, AD_DB_READ, err);
		if (!loop->db)
			return false;
	}
	loop->daemon = start_daemon(loop);
	if (!loop->daemon) {
		snprintf(err, 256, "libmicrohttpd does not start");
		return false;
	}
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	loop->epoll_fd = info ? info->epoll_fd : -1;
	snprintf(err, 256, "libmicrohttpd has no epoll");
	return loop->epoll_fd >= 0;
}

static void tell_opened(struct ad_http_loop *loop, bool ok, const char *err)
{
	struct ad_http_server *server = loop->server;
	pthread_mutex_lock(&server->lock);
	server->opened++;
	if (!ok && !server->failed) {
		server->failed = true;
		snprintf(server->err, sizeof(server->err), "%s", err);
	}
	pthread_cond_signal(&server->ready);
	pthread_mutex_unlock(&server->lock);
}

static int64_t at_most(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Milliseconds to sleep at most; -1 for ever. */
static int sleep_ms(struct ad_http_loop *loop)
{
	MHD_UNSIGNED_LONG_LONG from_daemon = 0;
	int64_t ms = INT32_MAX;
	if (loop->again)
		return 0;
	if (MHD_get_timeout(loop->daemon, &from_daemon) == MHD_YES)
		ms = at_most(ms, (int64_t)at_most((int64_t)from_daemon, INT32_MAX));
	if (loop->conns)
		ms = at_most(ms, loop->server->patience / SWEEPS / 1000);
	if (loop->waiting) {
		int64_t left = ad_http_next_wait(loop) - ad_now();
		ms = at_most(ms, left > 0 ? left / 1000 + 1 : 0);
	}
	if (loop->ending)
		ms = at_most(ms, 100);
	return ms == INT32_MAX ? -1 : (int)ms;
}

static void end_moment(struct ad_http_loop *loop)
{
	if (loop->db)
		ad_db_moment_end(loop->db);
}

void ad_http_loop_turn(struct ad_http_loop *loop)
{
	struct pollfd fds[3] = {
		{ .fd = loop->epoll_fd, .events = POLLIN },
		{ .fd = loop->event_fd, .events = POLLIN },
		{ .fd = loop->watch_fd, .events = POLLIN },
	};
	int timeout = sleep_ms(loop);
	if (timeout != 0)
		ad_log_flush();
	if (timeout != 0 && poll(fds, AD_LEN(fds), timeout) < 0 && errno != EINTR)
		abort();
	eventfd_t wakes;
	/* Emptied before the lists are looked at: what comes after wakes again. */
	if (timeout == 0 || (fds[1].revents & POLLIN))
		(void)!eventfd_read(loop->event_fd, &wakes);
	loop->again = false;
	if (fds[2].revents & POLLIN)
		ad_http_stream_closed(loop);
	ad_http_turn(loop);
	end_moment(loop); /* it may be older than the requests that come next */
	MHD_run(loop->daemon);
	end_moment(loop);
	if (loop->conns) {
		int64_t now = ad_monotonic();
		if (now - loop->swept > loop->server->patience / SWEEPS)
			ad_http_sweep(loop, now);
	}
	atomic_store_explicit(&loop->active_now, loop->active, memory_order_relaxed);
}

static void stop_accepting(struct ad_http_loop *loop)
{
	loop->ending = true;
	loop->again = true;
	if (MHD_quiesce_daemon(loop->daemon) != MHD_INVALID_SOCKET) {
		close(loop->listen_fd);
		loop->listen_fd = -1;
	}
}

static void run_loop(struct ad_http_loop *loop)
{
	while (!atomic_load(&loop->server->stopping))
		ad_http_loop_turn(loop);
	int64_t until = ad_monotonic() + DRAIN_US;
	stop_accepting(loop);
	do
		ad_http_loop_turn(loop);
	while (loop->active > 0 && ad_monotonic() < until);
}

void ad_http_loop_close(struct ad_http_loop *loop)
{
	if (loop->away > 0) {
		/*
		 * Another thread still holds requests of this loop, past every time-out of its
		 * own: they cannot be ended from here, and the process is about to be.
		 */
		ad_log(AD_LOG_WARN, "http_requests_abandoned", NULL);
		return;
	}
	if (loop->daemon)
		MHD_stop_daemon(loop->daemon);
	loop->daemon = NULL;
	ad_db_close(loop->db);
	loop->db = NULL;
	while (loop->spare_count > 0)
		ad_arena_free(loop->spare[--loop->spare_count]);
}

void *ad_http_loop_main(void *arg)
{
	struct ad_http_loop *loop = arg;
	char err[256] = "";
	char name[16];
	snprintf(name, sizeof(name), "http-%zu", (size_t)(loop - loop->server->loops));
	pthread_setname_np(pthread_self(), name);
	bool ok = ad_http_loop_open(loop, err);
	tell_opened(loop, ok, err);
	if (ok)
		run_loop(loop);
	ad_http_loop_close(loop);
	ad_log_flush();
	return NULL;
}
