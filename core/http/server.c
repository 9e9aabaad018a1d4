/* The loops' start and end, and their sockets. */
#include "http/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "http/loop.h"
#include "http/metrics.h"

enum {
	BACKLOG = 1024,
	FILES = 16384,
	FILES_OTHER = 512, /* for databases, fetches, logs */
	CONNECTIONS = 8192,
	CONNECTIONS_EACH = 256,
	PATIENCE_S = 20
};

/* --- sockets -------------------------------------------------------------------------------- */

static socklen_t fill_address(const struct ad_listen *at, struct sockaddr_storage *out)
{
	memset(out, 0, sizeof(*out));
	struct sockaddr_in *four = (struct sockaddr_in *)(void *)out;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)out;
	if (inet_pton(AF_INET, at->host, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		four->sin_port = htons((uint16_t)at->port);
		return sizeof(*four);
	}
	if (inet_pton(AF_INET6, at->host, &six->sin6_addr) != 1)
		return 0;
	six->sin6_family = AF_INET6;
	six->sin6_port = htons((uint16_t)at->port);
	return sizeof(*six);
}

/* A bound socket; shared: others of this process will bind the same port. -1 with errno. */
static int bind_socket(const struct ad_listen *at, bool shared)
{
	struct sockaddr_storage address;
	socklen_t size = fill_address(at, &address);
	int on = 1;
	int fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0 &&
	    (!shared || setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) == 0) &&
	    bind(fd, (struct sockaddr *)&address, size) == 0)
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

static int port_of(int fd)
{
	struct sockaddr_storage address;
	socklen_t size = sizeof(address);
	if (getsockname(fd, (struct sockaddr *)&address, &size) != 0)
		return -1;
	/* The port stands at the same place in both families. */
	return ntohs(((struct sockaddr_in *)(void *)&address)->sin_port);
}

/*
 * Holds address and port against another server that starts at the same moment: with SO_REUSEPORT
 * both would bind, and each get some of the other's connections. The name of an abstract socket is
 * gone with its process. -1 with errno.
 */
static int server_claim(const struct ad_listen *at)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int n = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "adcore %s %d", at->host,
			 at->port);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&name, size) == 0)
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

static bool open_sockets(struct ad_http_server *server, struct ad_listen at, char err[static 256])
{
	/* Of port 0 everybody gets another one. */
	server->claim_fd = at.port ? server_claim(&at) : -1;
	if (at.port && server->claim_fd < 0)
		goto failed;
	/* And against other programs: a bind that shares nothing sees that nobody is there. */
	int probe = bind_socket(&at, false);
	if (probe < 0)
		goto failed;
	close(probe);
	for (size_t i = 0; i < server->loop_count; i++) {
		struct ad_http_loop *loop = &server->loops[i];
		loop->listen_fd = bind_socket(&at, true);
		if (loop->listen_fd < 0)
			goto failed;
		at.port = port_of(loop->listen_fd);
	}
	/* All are bound before any listens: no connection goes to a socket that has no loop. */
	for (size_t i = 0; i < server->loop_count; i++) {
		if (listen(server->loops[i].listen_fd, BACKLOG) != 0)
			goto failed;
	}
	server->port = at.port;
	return true;
failed:
	snprintf(err, 256, "cannot listen on %s port %d: %s", at.host, at.port, strerror(errno));
	return false;
}

/* --- start ---------------------------------------------------------------------------------- */

static size_t count_cores(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	int n = CPU_COUNT(&set);
	return n > 0 ? (size_t)n : 1;
}

static void raise_file_limit(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES)
		return;
	limit.rlim_cur = limit.rlim_max < FILES ? limit.rlim_max : FILES;
	/* Where it cannot be raised, fewer connections are accepted at a time. */
	(void)!setrlimit(RLIMIT_NOFILE, &limit);
}

/*
 * Limits connections to the configured number and to the process's file limit, less the other
 * files.
 */
static void share_connections(struct ad_http_server *server)
{
	const struct ad_config *config = server->core->config;
	size_t all = config->connections > 0 ? (size_t)config->connections : CONNECTIONS;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
		size_t files = (size_t)limit.rlim_cur;
		size_t room = files > 2 * FILES_OTHER ? files - FILES_OTHER : files / 2;
		all = all < room ? all : room;
	}
	server->connections_loop = all / server->loop_count;
	if (server->connections_loop < 16)
		server->connections_loop = 16;
	server->connections_each =
		config->connections_each > 0 ? (size_t)config->connections_each : CONNECTIONS_EACH;
}

/* Tests set ADCORE_HTTP_PATIENCE_MS, so that they need not wait. */
static int64_t patience_of(void)
{
	const char *ms = getenv("ADCORE_HTTP_PATIENCE_MS");
	long n = ms ? strtol(ms, NULL, 10) : 0;

	return n > 0 && n < PATIENCE_S * 1000 ? n * 1000 : PATIENCE_S * AD_SECOND;
}

struct ad_http_server *ad_http_server_new(struct ad_core *core, const struct ad_route *routes,
					  size_t route_count)
{
	struct ad_http_server *server = ad_xcalloc(1, sizeof(*server));
	server->core = core;
	server->routes = routes;
	server->route_count = route_count;
	server->blocking = ad_store_blocking(core->store);
	server->claim_fd = -1;
	server->loop_count = core->config->loops > 0 ? (size_t)core->config->loops : count_cores();
	server->loops = ad_xcalloc(server->loop_count, sizeof(*server->loops));
	pthread_mutex_init(&server->lock, NULL);
	pthread_mutex_init(&server->stream_lock, NULL);
	pthread_cond_init(&server->ready, NULL);
	for (size_t i = 0; i < server->loop_count; i++) {
		server->loops[i].server = server;
		server->loops[i].listen_fd = -1;
		server->loops[i].by_route =
			ad_xcalloc(route_count + 1, sizeof(*server->loops[i].by_route));
		server->loops[i].event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
		server->loops[i].watch_fd = epoll_create1(EPOLL_CLOEXEC);
		if (server->loops[i].event_fd < 0 || server->loops[i].watch_fd < 0)
			abort();
	}
	server->networks = ad_networks_new();
	ad_http_budgets_init(&server->budgets, core->config);
	share_connections(server);
	server->patience = patience_of();
	if (core->config->trusted_proxy)
		server->has_trusted = ad_cidr_parse(core->config->trusted_proxy, &server->trusted);
	return server;
}

static bool start_threads(struct ad_http_server *server, char err[static 256])
{
	sigset_t all, before;
	size_t started = 0;
	/* Signals are for the thread that waits for them. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (size_t i = 0; i < server->loop_count; i++) {
		struct ad_http_loop *loop = &server->loops[i];
		loop->has_thread =
			pthread_create(&loop->thread, NULL, ad_http_loop_main, loop) == 0;
		started += loop->has_thread;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_mutex_lock(&server->lock);
	while (server->opened < started)
		pthread_cond_wait(&server->ready, &server->lock);
	snprintf(err, 256, "%s", server->failed ? server->err : "a thread cannot be started");
	bool ok = !server->failed && started == server->loop_count;
	pthread_mutex_unlock(&server->lock);
	return ok;
}

static void server_notify(void *arg)
{
	struct ad_http_server *server = arg;
	atomic_fetch_add(&server->notified, 1);
	for (size_t i = 0; i < server->loop_count; i++)
		ad_http_wake(&server->loops[i]);
}

struct ad_http_server *ad_http_start(struct ad_core *core, const struct ad_route *routes,
				     size_t route_count, char err[static 256])
{
	struct ad_listen at;
	if (!ad_listen_parse(core->config->listen, &at)) {
		snprintf(err, 256, "not an address and port: %s", core->config->listen);
		return NULL;
	}
	raise_file_limit();
	struct ad_http_server *server = ad_http_server_new(core, routes, route_count);
	if (!open_sockets(server, at, err) || !start_threads(server, err) ||
	    !ad_http_metrics_start(server, err)) {
		ad_http_stop(server);
		ad_http_free(server);
		return NULL;
	}
	core->notify_arg = server;
	core->notify = server_notify;
	return server;
}

int ad_http_port(const struct ad_http_server *server)
{
	return server->port;
}

/* --- stop ----------------------------------------------------------------------------------- */

void ad_http_stop(struct ad_http_server *server)
{
	ad_http_metrics_stop(server);
	atomic_store(&server->stopping, true);
	for (size_t i = 0; i < server->loop_count; i++)
		ad_http_wake(&server->loops[i]);
	for (size_t i = 0; i < server->loop_count; i++) {
		struct ad_http_loop *loop = &server->loops[i];
		if (loop->has_thread)
			pthread_join(loop->thread, NULL);
		loop->has_thread = false;
	}
}

void ad_http_free(struct ad_http_server *server)
{
	if (!server)
		return;
	for (size_t i = 0; i < server->loop_count; i++) {
		/* Another thread still holds a request: what it points to must stay. */
		if (server->loops[i].away > 0)
			return;
	}
	for (size_t i = 0; i < server->loop_count; i++) {
		struct ad_http_loop *loop = &server->loops[i];
		close(loop->event_fd);
		close(loop->watch_fd);
		if (loop->listen_fd >= 0)
			close(loop->listen_fd);
	}
	if (server->claim_fd >= 0)
		close(server->claim_fd);
	ad_networks_free(server->networks);
	pthread_mutex_destroy(&server->stream_lock);
	pthread_mutex_destroy(&server->lock);
	pthread_cond_destroy(&server->ready);
	for (size_t i = 0; i < server->loop_count; i++)
		free(server->loops[i].by_route);
	free(server->loops);
	free(server);
}
