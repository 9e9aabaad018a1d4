/* Inside core/http: loops, connections, and what belongs to an exchange beside its public part. */
#ifndef AD_HTTP_INTERNAL_H
#define AD_HTTP_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "http/address.h"
#include "http/body.h"
#include "http/conn.h"
#include "http/counts.h"
#include "http/networks.h"
#include "http/server.h"

struct ad_http_loop;
struct ad_http_feed;
struct ad_http_stream;
struct ad_http_holder;

struct ad_http_private {
	struct ad_http_loop *loop;
	struct ad_http_conn *conn;
	const struct ad_route *route;
	struct ad_header
		*headers; /* of the request: in libmicrohttpd's memory, which outlives us */
	size_t header_count;
	const char *method, *version; /* in libmicrohttpd's buffer */
	/* Body */
	char *body; /* on the arena where its length was small and known, else on the heap */
	size_t body_room;
	bool body_on_heap;
	size_t received; /* bytes so far, dropped ones too */
	size_t drop_max; /* bytes after which a body that is dropped ends the connection */
	struct ad_http_budget body_held;   /* what the body took of its budget */
	struct ad_http_budget answer_held; /* the same of the answer */
	bool is_unknown;                   /* no valid credential came with the headers */
	bool was_admitting; /* it has, and libmicrohttpd will call with the headers again */
	bool is_admitting;  /* the slow lane looks at the credential */
	enum ad_admit verdict;
	bool no_room; /* the budget was used up: the body was dropped */
	/* Reply */
	struct ad_header *add;
	size_t add_count, add_room;
	uint64_t body_sent;          /* bytes of the body that libmicrohttpd has taken */
	bool close;                  /* the connection cannot be used again */
	bool may_compress;           /* its front end allows it */
	bool is_packing, was_packed; /* the slow lane compresses it; has done so, or was full */
	struct ad_str packed;        /* the reply as gzip, or absent */
	/* Where it is */
	int64_t begun;   /* us of ad_monotonic() */
	bool refused;    /* by the strict checks: no handler sees it */
	bool dispatched; /* the body is complete: the loop counts it as active */
	bool started;    /* the handler has been called */
	bool suspended;
	bool parked;                   /* it has been suspended once */
	bool waiting;                  /* on the loop's list of those that wait */
	bool finished;                 /* the reply can be sent */
	bool is_sending;               /* the reply has been handed to libmicrohttpd */
	struct ad_http_stream *stream; /* the reply is an event stream; or NULL */
	struct ad_http_feed *feed;     /* its body is read while it is sent; or NULL */
	/* Between threads */
	struct ad_exchange *next_back; /* on the list of those that came back, or of drained ones */
	struct ad_exchange *next_waiting, **prev_waiting;
	uint64_t seen;              /* notifications before the step that now waits ran */
	ad_step_fn *step;           /* what the other thread runs */
	struct ad_exchange *before; /* as it was before a write, which may run twice */
	size_t before_adds;
	bool wrote; /* the write has run once */
};

struct ad_http_loop {
	struct ad_http_server *server;
	pthread_t thread;
	bool has_thread;
	struct MHD_Daemon *daemon;
	int listen_fd;
	int epoll_fd;     /* libmicrohttpd's */
	int watch_fd;     /* epoll: streams' sockets that the other side closed */
	int event_fd;     /* something came back, notify, stop */
	struct ad_db *db; /* NULL where the store blocks */
	struct ad_http_conn *conns;
	struct ad_http_conn *idle_first, *idle_last; /* without a request, oldest first */
	size_t conn_count;
	size_t conn_peak; /* since memory was last given back */
	size_t closing;   /* of these, shut down here and not yet closed */
	struct ad_exchange *waiting;
	struct ad_exchange *drained; /* streams that have sent all and may go on */
	int64_t swept;               /* us of ad_monotonic() */
	uint64_t notified;           /* notifications handled */
	size_t active;               /* dispatched and not yet answered */
	size_t away;                 /* suspended */
	bool again; /* do not sleep: something was resumed after the turn's start */
	bool ending;
	struct ad_arena *spare[32];
	size_t spare_count;
	/* Other threads */
	_Atomic(struct ad_exchange *) back; /* newest first */
	/* Counted here, read by the metrics thread */
	_Atomic uint64_t by_class[6];
	_Atomic uint64_t busy_us;
	_Atomic uint64_t connections, connections_now, active_now, waiting_now;
	_Atomic uint64_t turned_away, shed;
	struct ad_http_route_counts *by_route; /* beside the server's routes, and one more */
};

struct ad_http_server {
	struct ad_core *core;
	const struct ad_route *routes;
	size_t route_count;
	struct ad_cidr trusted;
	bool has_trusted;
	bool blocking;      /* the store's: readers run on the slow lane */
	int port, claim_fd; /* claim() of address and port; -1: none */
	struct ad_http_loop *loops;
	size_t loop_count;
	struct MHD_Daemon *metrics;
	int metrics_port;
	void (*_Atomic more_metrics)(void *arg, struct ad_text *out); /* NULL: none */
	void *more_metrics_arg;
	_Atomic bool stopping;
	struct ad_networks *networks;
	size_t connections_loop, connections_each; /* at most: of a loop, of a network */
	struct ad_http_budgets budgets;
	int64_t patience; /* us: for a head, and for a body or answer beside its size */
	_Atomic uint64_t notified;
	pthread_mutex_t stream_lock;
	struct ad_http_holder *holders; /* who has streams open; under the lock */
	_Atomic size_t streams, probes; /* open; streams changes under the lock */
	/* The threads' start, under the lock */
	pthread_mutex_t lock;
	pthread_cond_t ready;
	size_t opened;
	bool failed;
	char err[256];
};

/* exchange.c: the life of a request */
enum MHD_Result ad_http_on_request(void *cls, struct MHD_Connection *mhd, const char *url,
				   const char *method, const char *version, const char *data,
				   size_t *size, void **context);
void ad_http_on_completed(void *cls, struct MHD_Connection *mhd, void **context,
			  enum MHD_RequestTerminationCode why);
/* Refuses in the shape of the route's door, or else of the API's errors. message: NULL or more. */
void ad_http_refuse(struct ad_exchange *x, enum ad_status status, const char *message);

/* executor.c: the steps of a call */
/* Sets a complete request going; on the loop, inside libmicrohttpd's handler. */
void ad_http_dispatch(struct ad_exchange *x);
/* Goes on with all that came back from other threads, and with waits that are due. */
void ad_http_turn(struct ad_http_loop *loop);
/* Take a connection from libmicrohttpd and give it back, where it is not yet so. */
void ad_http_suspend(struct ad_exchange *x);
void ad_http_resume(struct ad_exchange *x);
/* Suspends the exchange and runs a job of its own on the slow lane; false where that is full. */
bool ad_http_submit_slow(struct ad_exchange *x,
			 void (*run)(struct ad_job *job, void *state)) AD_CHECK;
void ad_http_wait_remove(struct ad_exchange *x); /* off the list of those that wait */
/* us of ad_now() at which the first wait is due; INT64_MAX without. */
int64_t ad_http_next_wait(const struct ad_http_loop *loop);
/* Wakes the loop's thread. Any thread. */
void ad_http_wake(struct ad_http_loop *loop);

/* stream.c: exchanges that have become event streams; on the loop. What libmicrohttpd sends. */
struct MHD_Response *ad_http_stream_response(struct ad_exchange *x);
/* Between steps: whether there is something to send first, or its end; then it is on its way. */
bool ad_http_stream_flush(struct ad_exchange *x);
/* The request is over, however it ended. */
void ad_http_stream_end(struct ad_exchange *x);
/* From now on its socket is looked at while it waits. */
void ad_http_stream_watch(struct ad_exchange *x);
/* Ends those whose other side has closed. */
void ad_http_stream_closed(struct ad_http_loop *loop);
/* Ends it as a broken connection; it is on no list and no other thread. */
void ad_http_stream_lose(struct ad_exchange *x);
/* True if a step wrote bytes that are not sent yet. */
bool ad_http_stream_writes(const struct ad_exchange *x);
/* True if the stream can send nothing more; no further step runs. */
bool ad_http_stream_lost(const struct ad_exchange *x);
/* us of ad_now() at which a comment line is due; INT64_MAX where it is no stream. */
int64_t ad_http_stream_beat_at(const struct ad_exchange *x);
void ad_http_stream_beat(struct ad_exchange *x); /* writes and sends it; it is on no list */
/* True if none of the notices so far concerns the stream. */
bool ad_http_stream_sleeps_on(struct ad_exchange *x, uint64_t notified);

/* checks.c: what libmicrohttpd lets through */
struct ad_http_fault {
	const char *path; /* a header's name, "path", "query"; "" for the request as a whole */
	const char *code;
	const char *message; /* NULL: nothing is wrong */
	bool framing;        /* where the message ends is in doubt */
};
/* Checks the headers of the request; copies names to the arena. */
struct ad_http_fault ad_http_check_headers(const struct ad_http_private *p, struct ad_arena *arena);
/* True if the Host, or the target's, is one that this server answers to. */
struct ad_http_fault ad_http_check_host(struct ad_exchange *x);
/* Splits and decodes the target into path, query, params and host. */
struct ad_http_fault ad_http_check_target(struct ad_exchange *x, struct ad_str target);

#endif
