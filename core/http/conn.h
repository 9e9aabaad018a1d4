/* Inside core/http: connections. All of a connection belongs to its loop's thread. */
#ifndef AD_HTTP_CONN_H
#define AD_HTTP_CONN_H

#include <microhttpd.h>

#include "base/arena.h"

struct ad_exchange;
struct ad_http_loop;
struct ad_http_server;

/* A connection: made when it is accepted, freed when it is closed. */
struct ad_http_conn {
	struct ad_http_conn *next, **prev;
	struct ad_http_conn *idle_next, *idle_prev; /* on the loop's list of idle ones */
	struct MHD_Connection *mhd;
	int fd;
	char peer[64];
	uint8_t address[16]; /* the peer's */
	bool is_counted;     /* among the connections of its networks */
	bool is_idle;        /* without a request: on the idle list */
	bool is_closing;     /* its socket was shut down here */
	int64_t since;       /* us of ad_monotonic(): accepted, or the last exchange ended */
	uint64_t ended;      /* exchanges that have ended */
	/* State at the last sweep. Bytes are TCP's own count. */
	uint64_t seen_ended;    /* `ended` at the sweep that set `received` */
	uint64_t received;      /* bytes at that sweep */
	int64_t head_since;     /* us: a sweep first saw bytes of a head; 0: none */
	const void *answering;  /* the exchange whose answer is measured */
	int64_t answer_since;   /* us: the measure began */
	uint64_t acked;         /* bytes that the peer had acknowledged then */
	struct ad_arena *arena; /* of the request whose line has come but whose headers have not */
	struct ad_str target;   /* its raw target, on that arena */
	const char *line;       /* the target in libmicrohttpd's buffer */
	struct ad_exchange *x;  /* the request being served, or NULL */
};

/* conn.c: connections, and the arenas that their requests use */
void ad_http_on_connection(void *cls, struct MHD_Connection *mhd, void **context,
			   enum MHD_ConnectionNotificationCode why);
void *ad_http_on_target(void *cls, const char *target, struct MHD_Connection *mhd);
struct ad_arena *ad_http_arena_take(struct ad_http_loop *loop);
void ad_http_arena_give(struct ad_http_loop *loop, struct ad_arena *arena);
/* A request has begun on an idle connection. */
void ad_http_conn_busy(struct ad_http_loop *loop, struct ad_http_conn *conn);
/* The request has ended: the connection is idle again. */
void ad_http_conn_idle(struct ad_http_loop *loop, struct ad_http_conn *conn);

/* gate.c: how many connections there may be, and how slow they may be */
/* libmicrohttpd asks before it takes a connection: MHD_NO closes the socket. */
enum MHD_Result ad_http_on_accept(void *cls, const struct sockaddr *address, socklen_t size);
/* Bounds what the kernel holds of an answer beyond what the peer takes. */
void ad_http_limit_unsent(int fd);
/* True where the peer is a trusted proxy: its connections are not counted. */
bool ad_http_is_proxy(const struct ad_http_server *server, const uint8_t address[static 16]);
/* Closes the oldest idle connections where the loop is close to its limit. */
void ad_http_shed(struct ad_http_loop *loop);
/* Closes connections that send a request or read an answer too slowly. */
void ad_http_sweep(struct ad_http_loop *loop, int64_t now);
/* Reads a socket's peer as ::ffff:a.b.c.d or IPv6; false for another family. */
bool ad_http_peer_bytes(const struct sockaddr *address, uint8_t out[static 16]);

#endif
