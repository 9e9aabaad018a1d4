/*
 * HTTP by libmicrohttpd in external epoll mode, on the main thread. A request is handled the moment
 * its body is complete; an answer that must wait is parked: its connection is suspended until due,
 * so that nobody else waits. Nothing is queued in the first call for a request, which would cost
 * the connection its keep-alive.
 */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <microhttpd.h>

#include "text.h"

enum {
	BODY_LIMIT = 64 * 1024 * 1024,
	CONNECTION_LIMIT = 1000,
	IDLE_SECONDS = 120,
};

struct visit {
	struct visit *next; /* in the list of parked visits */
	struct MHD_Connection *connection;
	struct text body;
	struct reply reply;
	long long due; /* milliseconds of the monotonic clock */
	bool too_big;
	bool handled;
};

struct server {
	struct sandbox *sandbox;
	struct MHD_Daemon *daemon;
	struct visit *parked;
};

static long long monotonic_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static const char *server_header(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static const char *server_argument(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *request_header(const struct request *request, const char *name)
{
	return server_header(request->connection, name);
}

const char *request_argument(const struct request *request, const char *name)
{
	return server_argument(request->connection, name);
}

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name,
				    const char *value)
{
	(void)kind;
	json_set_text(context, name, value ? value : "");
	return MHD_YES;
}

void request_arguments(const struct request *request, cJSON *into)
{
	MHD_get_connection_values(request->connection, MHD_GET_ARGUMENT_KIND, add_argument, into);
}

static enum MHD_Result send_reply(struct MHD_Connection *connection, struct visit *visit)
{
	struct reply *reply = &visit->reply;
	if (reply->cut)
		return MHD_NO; /* closes the connection without an answer */
	struct MHD_Response *response =
		MHD_create_response_from_buffer(reply->size, reply->body, MHD_RESPMEM_MUST_FREE);
	if (!response)
		return MHD_NO;
	reply->body = NULL;
	MHD_add_response_header(response, "Content-Type", reply->type);
	for (size_t i = 0; i < reply->header_count; i++)
		MHD_add_response_header(response, reply->headers[i].name, reply->headers[i].value);
	if (reply->location)
		MHD_add_response_header(response, "Location", reply->location);
	char id[23];
	random_text(id, sizeof(id) - 1);
	MHD_add_response_header(response, "request-id", id);
	enum MHD_Result rc = MHD_queue_response(connection, (unsigned)reply->status, response);
	MHD_destroy_response(response);
	return rc;
}

static void server_park(struct server *server, struct visit *visit)
{
	visit->due = monotonic_ms() + visit->reply.delay_ms;
	visit->next = server->parked;
	server->parked = visit;
	MHD_suspend_connection(visit->connection);
}

static void server_handle(struct server *server, struct visit *visit, const char *method,
			  const char *path)
{
	struct MHD_Connection *connection = visit->connection;
	struct request request = {
		.method = method,
		.path = path,
		.authorization = server_header(connection, "Authorization"),
		.login_customer_id = server_header(connection, "login-customer-id"),
		.control = server_header(connection, "X-Sandbox-Control"),
		.after = server_argument(connection, "after"),
		.customer_id = server_argument(connection, "customerId"),
		.body = text_get(&visit->body),
		.size = visit->body.size,
		.connection = connection,
	};
	visit->handled = true;
	if (visit->too_big)
		reply_text(&visit->reply, 413, "text/plain", "request body too large\n");
	else
		route_request(server->sandbox, &request, &visit->reply);
}

static enum MHD_Result access_handler(void *context, struct MHD_Connection *connection,
				      const char *path, const char *method, const char *version,
				      const char *upload, size_t *upload_size, void **state)
{
	struct server *server = context;
	struct visit *visit = *state;
	(void)version;
	if (!visit) {
		visit = sb_alloc(sizeof(*visit));
		visit->connection = connection;
		*state = visit;
		return MHD_YES;
	}
	if (*upload_size) {
		if (visit->body.size + *upload_size > BODY_LIMIT)
			visit->too_big = true;
		else
			text_put_n(&visit->body, upload, *upload_size);
		*upload_size = 0;
		return MHD_YES;
	}
	if (!visit->handled) {
		server_handle(server, visit, method, path);
		if (visit->reply.delay_ms > 0) {
			server_park(server, visit);
			return MHD_YES;
		}
	}
	return send_reply(connection, visit);
}

static void server_completed(void *context, struct MHD_Connection *connection, void **state,
			     enum MHD_RequestTerminationCode code)
{
	struct visit *visit = *state;
	(void)context;
	(void)connection;
	(void)code;
	if (!visit)
		return;
	text_free(&visit->body);
	free(visit->reply.body);
	free(visit->reply.location);
	free(visit);
	*state = NULL;
}

struct server *server_start(struct sandbox *sandbox, uint16_t port)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct server *server = sb_alloc(sizeof(*server));
	server->sandbox = sandbox;
	server->daemon = MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, access_handler, server,
		MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED,
		server_completed, NULL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTION_LIMIT,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
	if (!server->daemon) {
		fprintf(stderr, "adcore-sandbox: cannot listen on 127.0.0.1:%u: %s\n", port,
			strerror(errno));
		free(server);
		return NULL;
	}
	return server;
}

uint16_t server_port(const struct server *server)
{
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
	return info ? info->port : 0;
}

/* Resumes what is due; true when anything was. */
static bool resume_due(struct server *server, long long now)
{
	bool any = false;
	struct visit **at = &server->parked;
	while (*at) {
		struct visit *visit = *at;
		if (visit->due > now) {
			at = &visit->next;
			continue;
		}
		*at = visit->next;
		MHD_resume_connection(visit->connection);
		any = true;
	}
	return any;
}

/* Milliseconds to wait, -1 for ever: the nearest of libmicrohttpd's timeout and a parked answer. */
static int wait_ms(struct server *server)
{
	long long wait = -1;
	MHD_UNSIGNED_LONG_LONG mhd;
	if (MHD_get_timeout(server->daemon, &mhd) == MHD_YES)
		wait = mhd > 60000 ? 60000 : (long long)mhd;
	long long now = monotonic_ms();
	for (struct visit *v = server->parked; v; v = v->next) {
		long long left = v->due > now ? v->due - now : 0;
		if (wait < 0 || left < wait)
			wait = left;
	}
	return wait > 60000 ? 60000 : (int)wait;
}

void server_run(struct server *server, int stop_fd)
{
	const union MHD_DaemonInfo *info =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct pollfd fds[2] = {
		{ .fd = info->epoll_fd, .events = POLLIN },
		{ .fd = stop_fd, .events = POLLIN },
	};
	while (!(fds[1].revents & POLLIN)) {
		bool resumed = resume_due(server, monotonic_ms());
		MHD_run(server->daemon);
		if (resumed) /* MHD_get_timeout does not count a pending resume */
			MHD_run(server->daemon);
		if (poll(fds, 2, wait_ms(server)) < 0 && errno != EINTR)
			break;
	}
}

void server_stop(struct server *server)
{
	for (struct visit *v = server->parked; v; v = v->next)
		v->reply.cut = true;
	if (resume_due(server, INT64_MAX))
		MHD_run(server->daemon);
	MHD_stop_daemon(server->daemon);
	free(server);
}
