/*
 * HTTP by libmicrohttpd: the only room that knows it. One thread and one daemon a core in external
 * epoll mode, each with its own SO_REUSEPORT socket, eventfd, reading connection and statements.
 * Every request becomes an exchange: it holds the call, so doors write steps and never see threads.
 */
#ifndef AD_HTTP_SERVER_H
#define AD_HTTP_SERVER_H

#include "adcore.h"

struct ad_header {
	struct ad_str name;
	struct ad_str value;
};

struct ad_exchange;

/* Sets the door going: on the loop's thread (or a slow-lane thread), fills the reply or names a
 * step. */
typedef void ad_handler_fn(struct ad_exchange *x);

/* A request and its reply, on one arena. The call is first: a step gets back by ad_exchange(). */
struct ad_exchange {
	struct ad_call call;
	/* Request: as received, checked for smuggling (RFC 9112) and UTF-8 in the target */
	struct ad_str method;    /* "GET", "POST", …; HEAD is given as GET, its body dropped */
	struct ad_str path;      /* decoded percent-escapes, no query; always begins with '/' */
	struct ad_str query;     /* raw, without '?' */
	struct ad_param *params; /* decoded query, in order */
	size_t param_count;
	struct ad_str host;  /* Host header */
	struct ad_str body;  /* whole body, at most the route's limit */
	bool body_too_large; /* the rest was read and dropped (up to 16 MiB) */
	bool bad_query;      /* it does not decode: params is empty, and the door says so */
	/* Reply */
	int status;                 /* 0 until set */
	struct ad_str content_type; /* absent: application/json */
	struct ad_str reply;        /* on the arena, or static */
	bool is_head;
	/*
	 * Called when the call has ended (a step named no other), on a reading thread: turns the
	 * call's outcome into the reply. It is taken out before it is called, so it may name
	 * further steps and set itself again. NULL: the handler or a step has made the reply.
	 */
	ad_handler_fn *render;
	struct ad_http_private *priv;
};

/*
 * Says in the shape of a door what no handler gets to: a malformed request, one too many, a fault
 * of the server. The headers of the limit, and Retry-After, are there already; `sentence` is plain
 * ASCII without quotes.
 */
typedef void ad_refuse_fn(struct ad_exchange *x, int status, const char *sentence);

enum ad_admit {
	AD_ADMIT_KNOWN,
	AD_ADMIT_UNKNOWN, /* no credential, or a bad one */
	AD_ADMIT_ASK,     /* there is one: call again with a database */
	AD_ADMIT_UNAVAILABLE,
};

/*
 * Judges the caller by the headers alone, before a long body is kept. Without call->db it answers
 * AD_ADMIT_UNKNOWN or AD_ADMIT_ASK.
 */
typedef enum ad_admit ad_admit_fn(struct ad_exchange *x);

struct ad_route {
	const char *prefix; /* a whole path, or ended by '/' what begins so; the longest wins */
	ad_handler_fn *handler;
	size_t body_max;          /* bytes; above 64 KiB only with admit */
	ad_refuse_fn *refuse;     /* NULL: in the API's envelope */
	ad_admit_fn *admit;       /* NULL: anybody may send bodies up to body_max */
	bool judges_host;         /* the handler itself refuses a Host that is not ours */
	ad_handler_fn *challenge; /* adds WWW-Authenticate to a refusal of admit; or NULL */
	const char *front_end;    /* its name in the log: "api", "mcp", "oauth", "app", "server" */
};

struct ad_http_server;

/* The exchange that a call belongs to (its door is HTTP). */
struct ad_exchange *ad_exchange(struct ad_call *call);
/* A request header by name (any case), or absent. Duplicate Host, Authorization or Content-Length
 * never get here. */
struct ad_str ad_http_header(const struct ad_exchange *x, const char *name);
/* The number of request headers of that name. */
size_t ad_http_header_count(const struct ad_exchange *x, const char *name);
/* Adds a reply header; value is copied. CR, LF and NUL in it are refused by dropping the header. */
void ad_http_add(struct ad_exchange *x, const char *name, struct ad_str value);
/* Sets status, type and body; the body must live on the arena or for ever. */
void ad_http_reply(struct ad_exchange *x, int status, const char *content_type, struct ad_str body);
/* Refuses as at a path without a route. */
void ad_http_refuse_unknown(struct ad_exchange *x);
/*
 * Reads bytes of an answer from `at` on, onto the arena, while it is sent; any number but none.
 * False: they are not to be had, and the connection ends. On the slow lane.
 */
typedef bool ad_feed_fn(struct ad_exchange *x, struct ad_db *db, struct ad_arena *arena, size_t at,
			struct ad_str *out);
/*
 * Makes the body of a reply one of `size` bytes that is read piece by piece: no more than one piece
 * is held for a reader. `first`: its beginning, on the exchange's arena.
 */
void ad_http_feed(struct ad_exchange *x, size_t size, struct ad_str first, ad_feed_fn *read);
/* Decodes application/x-www-form-urlencoded (body or query) into params; false: malformed. */
bool ad_http_form(struct ad_arena *arena, struct ad_str text, struct ad_param **out,
		  size_t *count) AD_CHECK;

/*
 * Starts the loops on config->listen and serves the routes (the array must live on). The core's
 * writer and slow lane must run. NULL with a sentence. Sets core->notify.
 */
struct ad_http_server *ad_http_start(struct ad_core *core, const struct ad_route *routes,
				     size_t route_count, char err[static 256]) AD_CHECK;
/* The port in use (for listen ":0"). */
int ad_http_port(const struct ad_http_server *server);
/* Stops accepting, ends waits, finishes what is acknowledged (at most 10 s), ends the threads. */
void ad_http_stop(struct ad_http_server *server);
/* Frees a stopped server; nobody may notify it any more. NULL is allowed. */
void ad_http_free(struct ad_http_server *server);

#endif
