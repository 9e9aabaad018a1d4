#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>

#include "http/internal.h"

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

/* --- the idle list, oldest first --- */

static void idle_remove(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	if (!conn->is_idle)
		return;
	conn->is_idle = false;
	*(conn->idle_prev ? &conn->idle_prev->idle_next : &loop->idle_first) = conn->idle_next;
	*(conn->idle_next ? &conn->idle_next->idle_prev : &loop->idle_last) = conn->idle_prev;
}

static void idle_append(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	conn->is_idle = true;
	conn->since = ad_monotonic();
	conn->idle_next = NULL;
	conn->idle_prev = loop->idle_last;
	*(loop->idle_last ? &loop->idle_last->idle_next : &loop->idle_first) = conn;
	loop->idle_last = conn;
}

void ad_http_conn_busy(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	idle_remove(loop, conn);
}

void ad_http_conn_idle(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	conn->ended++;
	conn->answering = NULL; /* the next exchange may have the same address */
	if (!conn->is_closing)
		idle_append(loop, conn);
}

/* --- opened and closed --- */

/* The peer's numeric address; IPv4 in its own form also on a socket that takes both. */
static void read_peer(struct ad_http_conn *conn)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(conn->mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

	conn->peer[0] = 0;
	if (!info || !info->client_addr || !ad_http_peer_bytes(info->client_addr, conn->address))
		return;
	bool is_v4 = memcmp(conn->address, mapped, sizeof(mapped)) == 0;
	if (!inet_ntop(is_v4 ? AF_INET : AF_INET6, conn->address + (is_v4 ? 12 : 0), conn->peer,
		       sizeof(conn->peer)))
		conn->peer[0] = 0;
}

static void conn_opened(struct ad_http_loop *loop, struct MHD_Connection *mhd, void **context)
{
	struct ad_http_conn *conn = ad_xcalloc(1, sizeof(*conn));
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);

	conn->mhd = mhd;
	conn->fd = info ? info->connect_fd : -1;
	read_peer(conn);
	ad_http_limit_unsent(conn->fd);
	/* ad_http_on_accept() has let the connection in; it is counted here. */
	conn->is_counted = conn->peer[0] && !ad_http_is_proxy(loop->server, conn->address) &&
			   ad_networks_take(loop->server->networks, conn->address,
					    AD_NETWORK_CONNECTIONS, 1, SIZE_MAX / 8);
	conn->next = loop->conns;
	conn->prev = &loop->conns;
	if (conn->next)
		conn->next->prev = &conn->next;
	loop->conns = conn;
	loop->conn_count++;
	idle_append(loop, conn);
	*context = conn;
	atomic_fetch_add_explicit(&loop->connections, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&loop->connections_now, 1, memory_order_relaxed);
	ad_http_shed(loop);
}

static void conn_closed(struct ad_http_loop *loop, void **context)
{
	struct ad_http_conn *conn = *context;

	if (!conn)
		return;
	*conn->prev = conn->next;
	if (conn->next)
		conn->next->prev = conn->prev;
	idle_remove(loop, conn);
	loop->conn_count--;
	loop->closing -= conn->is_closing;
	if (conn->is_counted)
		ad_networks_give(loop->server->networks, conn->address, AD_NETWORK_CONNECTIONS, 1);
	ad_http_arena_give(loop, conn->arena);
	free(conn);
	*context = NULL;
	atomic_fetch_sub_explicit(&loop->connections_now, 1, memory_order_relaxed);
}

void ad_http_on_connection(void *cls, struct MHD_Connection *mhd, void **context,
			   enum MHD_ConnectionNotificationCode why)
{
	if (why == MHD_CONNECTION_NOTIFY_STARTED)
		conn_opened(cls, mhd, context);
	else
		conn_closed(cls, context);
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
	conn->line = target;
	/*
	 * The query is ours to split. libmicrohttpd would make a record of each parameter in the
	 * connection's memory, and where some hundred fill that, never answer: it shall see none.
	 */
	char *mark = strchr((char *)(uintptr_t)target, '?');
	if (mark && mark[1])
		mark[1] = '\0';
	return NULL;
}
