#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "http/internal.h"

#define HEADERS_US (90 * AD_SECOND) /* idle ones are closed by libmicrohttpd after 60 s */
#define BODY_US (60 * AD_SECOND)    /* and a second more for each KiB that has come */

struct ad_arena *ad_http_arena_take(struct ad_http_loop *loop)
{
	return loop->spare_count > 0 ? loop->spare[--loop->spare_count] : ad_arena_new();
}

void ad_http_arena_give(struct ad_http_loop *loop, struct ad_arena *arena)
{
	if (!arena)
		return;
	if (loop->spare_count == AD_LEN(loop->spare)) {
		ad_arena_free(arena);
		return;
	}
	ad_arena_reset(arena);
	loop->spare[loop->spare_count++] = arena;
}

/* The peer's numeric address; IPv4 in its own form also on a socket that takes both. */
static void peer_of(struct MHD_Connection *mhd, char out[static 64])
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const void *address = NULL;
	int family = AF_INET;
	out[0] = 0;
	if (!info || !info->client_addr)
		return;
	if (info->client_addr->sa_family == AF_INET) {
		address = &((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr;
	} else if (info->client_addr->sa_family == AF_INET6) {
		const struct in6_addr *six =
			&((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
		bool mapped = IN6_IS_ADDR_V4MAPPED(six);
		family = mapped ? AF_INET : AF_INET6;
		address = mapped ? (const void *)(six->s6_addr + 12) : (const void *)six;
	}
	if (address && !inet_ntop(family, address, out, 64))
		out[0] = 0;
}

static void opened(struct ad_http_loop *loop, struct MHD_Connection *mhd, void **context)
{
	struct ad_http_conn *conn = ad_xcalloc(1, sizeof(*conn));
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	conn->mhd = mhd;
	conn->fd = info ? info->connect_fd : -1;
	conn->since = ad_monotonic();
	peer_of(mhd, conn->peer);
	conn->next = loop->conns;
	conn->prev = &loop->conns;
	if (conn->next)
		conn->next->prev = &conn->next;
	loop->conns = conn;
	*context = conn;
	atomic_fetch_add_explicit(&loop->connections, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&loop->connections_now, 1, memory_order_relaxed);
}

static void closed(struct ad_http_loop *loop, void **context)
{
	struct ad_http_conn *conn = *context;
	if (!conn)
		return;
	*conn->prev = conn->next;
	if (conn->next)
		conn->next->prev = conn->prev;
	ad_http_arena_give(loop, conn->arena);
	free(conn);
	*context = NULL;
	atomic_fetch_sub_explicit(&loop->connections_now, 1, memory_order_relaxed);
}

void ad_http_on_connection(void *cls, struct MHD_Connection *mhd, void **context,
			   enum MHD_ConnectionNotificationCode why)
{
	if (why == MHD_CONNECTION_NOTIFY_STARTED)
		opened(cls, mhd, context);
	else
		closed(cls, context);
}

/* Called when a request line is complete: later libmicrohttpd cuts the target up in place. */
void *ad_http_on_target(void *cls, const char *target, struct MHD_Connection *mhd)
{
	struct ad_http_loop *loop = cls;
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct ad_http_conn *conn = info->socket_context;
	if (!conn->arena)
		conn->arena = ad_http_arena_take(loop);
	conn->target = ad_arena_copy(conn->arena, ad_str(target));
	/*
	 * The query is ours to split. libmicrohttpd would make a record of each parameter in the
	 * connection's memory, and where some hundred fill that, never answer: it shall see none.
	 */
	char *mark = strchr((char *)(uintptr_t)target, '?');
	if (mark && mark[1])
		mark[1] = '\0';
	return NULL;
}

/* libmicrohttpd's time-out is of inactivity: a byte a minute would hold a connection for ever. */
static bool drips(const struct ad_http_conn *conn, int64_t now)
{
	if (!conn->x)
		return now - conn->since > HEADERS_US;
	const struct ad_http_private *p = conn->x->priv;
	if (p->dispatched)
		return false;
	return now - p->begun > BODY_US + (int64_t)(p->received / 1024) * AD_SECOND;
}

void ad_http_sweep(struct ad_http_loop *loop, int64_t now)
{
	loop->swept = now;
	for (struct ad_http_conn *conn = loop->conns; conn; conn = conn->next) {
		/* The daemon sees the end of the connection and closes it in its own way. */
		if (conn->fd >= 0 && drips(conn, now))
			shutdown(conn->fd, SHUT_RDWR);
	}
}
