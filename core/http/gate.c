/*
 * Limits on the number of connections and on slow ones. libmicrohttpd has one time-out, of
 * inactivity, and one limit, at which it stops accepting. So each connection is counted for its
 * networks before it is accepted, the oldest idle one is closed before the limit is reached, and a
 * sweep compares the bytes that TCP received and delivered on each socket with a minimum rate.
 */
#include <linux/tcp.h>
#include <malloc.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "http/internal.h"

#define UNSENT_MAX 65536 /* bytes of an answer that wait in the kernel */
#define TRIM_AT 512      /* connections: fewer leave too little memory behind */
#define RATE 16384       /* bytes a second, of a body that comes and of an answer that is read */

bool ad_http_peer_bytes(const struct sockaddr *address, uint8_t out[static 16])
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	if (address->sa_family == AF_INET) {
		memcpy(out, mapped, sizeof(mapped));
		memcpy(out + 12, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
	} else if (address->sa_family == AF_INET6) {
		memcpy(out, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 16);
	}
	return address->sa_family == AF_INET || address->sa_family == AF_INET6;
}

bool ad_http_is_proxy(const struct ad_http_server *server, const uint8_t address[static 16])
{
	return server->has_trusted && ad_cidr_holds(&server->trusted, address);
}

void ad_http_limit_unsent(int fd)
{
	const unsigned most = UNSENT_MAX;

	/* The kernel would otherwise hold megabytes of an answer that nobody reads. */
	if (fd >= 0)
		(void)!setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof(most));
}

/* Two loops that ask at the same time may let in one connection more than the share. */
enum MHD_Result ad_http_on_accept(void *cls, const struct sockaddr *address, socklen_t size)
{
	struct ad_http_loop *loop = cls;
	struct ad_http_server *server = loop->server;
	uint8_t peer[16];

	(void)size;
	if (!ad_http_peer_bytes(address, peer) || ad_http_is_proxy(server, peer) ||
	    ad_networks_fits(server->networks, peer, AD_NETWORK_CONNECTIONS, 1,
			     server->connections_each))
		return MHD_YES;
	atomic_fetch_add_explicit(&loop->turned_away, 1, memory_order_relaxed);
	return MHD_NO;
}

/* The daemon sees the end of the connection and closes it in its own way. */
static void conn_shut(struct ad_http_loop *loop, struct ad_http_conn *conn)
{
	/* Drop the bytes that the peer did not read, also from the kernel's buffers. */
	const struct linger drop = { .l_onoff = 1, .l_linger = 0 };

	if (conn->is_closing || conn->fd < 0)
		return;
	conn->is_closing = true;
	loop->closing++;
	ad_http_conn_busy(loop, conn); /* off the idle list: it is closed once */
	(void)!setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &drop, sizeof(drop));
	shutdown(conn->fd, SHUT_RDWR);
	atomic_fetch_add_explicit(&loop->shed, 1, memory_order_relaxed);
}

/* The connection whose body has been on its way for longest. */
static struct ad_http_conn *oldest_unfinished(struct ad_http_loop *loop)
{
	struct ad_http_conn *oldest = NULL;

	for (struct ad_http_conn *conn = loop->conns; conn; conn = conn->next) {
		if (!conn->x || conn->is_closing || conn->x->priv->dispatched)
			continue;
		if (!oldest || conn->x->priv->begun < oldest->x->priv->begun)
			oldest = conn;
	}
	return oldest;
}

void ad_http_shed(struct ad_http_loop *loop)
{
	size_t most = loop->server->connections_loop;
	size_t high = most - most / 8;

	while (loop->conn_count - loop->closing > high) {
		struct ad_http_conn *conn = loop->idle_first;
		if (!conn)
			conn = oldest_unfinished(loop);
		if (!conn)
			return;
		conn_shut(loop, conn);
	}
}

/* --- rates --- */

static bool read_tcp(int fd, struct tcp_info *out)
{
	socklen_t size = sizeof(*out);

	memset(out, 0, sizeof(*out));
	return fd >= 0 && getsockopt(fd, IPPROTO_TCP, TCP_INFO, out, &size) == 0;
}

/* An idle connection: what it sent since the last exchange is a head. */
static bool head_is_slow(struct ad_http_conn *conn, int64_t now, int64_t patience)
{
	struct tcp_info tcp;

	if (conn->ended == 0 && now - conn->since > patience)
		return true;
	if (!read_tcp(conn->fd, &tcp))
		return false;
	if (conn->seen_ended != conn->ended) {
		conn->seen_ended = conn->ended;
		conn->received = tcp.tcpi_bytes_received;
		conn->head_since = 0;
	} else if (conn->head_since == 0 && tcp.tcpi_bytes_received > conn->received) {
		conn->head_since = now;
	}
	return conn->head_since != 0 && now - conn->head_since > patience;
}

static bool answer_is_slow(struct ad_http_conn *conn, int64_t now, int64_t patience)
{
	struct tcp_info tcp;

	if (!read_tcp(conn->fd, &tcp))
		return false;
	if (conn->answering != conn->x) {
		conn->answering = conn->x;
		conn->answer_since = now;
		conn->acked = tcp.tcpi_bytes_acked;
	}
	int64_t seconds = (int64_t)((tcp.tcpi_bytes_acked - conn->acked) / RATE);
	return now - conn->answer_since > patience + seconds * AD_SECOND;
}

/* libmicrohttpd's time-out is of inactivity: a byte a minute would hold a connection for ever. */
static bool is_slow(struct ad_http_conn *conn, int64_t now, int64_t patience)
{
	if (!conn->x)
		return head_is_slow(conn, now, patience);
	const struct ad_http_private *p = conn->x->priv;
	if (p->suspended || p->stream)
		return false;
	if (p->is_sending)
		return answer_is_slow(conn, now, patience);
	if (p->dispatched)
		return false;
	return now - p->begun > patience + (int64_t)(p->received / RATE) * AD_SECOND;
}

void ad_http_sweep(struct ad_http_loop *loop, int64_t now)
{
	loop->swept = now;
	if (loop->conn_count > loop->conn_peak)
		loop->conn_peak = loop->conn_count;
	if (loop->conn_peak > TRIM_AT && loop->conn_count < loop->conn_peak / 4) {
		/* Return the memory of many closed connections to the system. */
		loop->conn_peak = loop->conn_count;
		malloc_trim(0);
	}
	for (struct ad_http_conn *conn = loop->conns; conn; conn = conn->next) {
		if (is_slow(conn, now, loop->server->patience))
			conn_shut(loop, conn);
	}
}
