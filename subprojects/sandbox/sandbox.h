/*
 * The sandbox: simulated advertising platforms on loopback. One thread does everything, so nothing
 * here is locked; an answer that must wait is parked by server.c while other requests go on.
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "json.h"
#include "store.h"

struct faults;
struct request_log;

struct sandbox {
	struct store *store;
	struct faults *faults;
	struct request_log *log;
	cJSON *quotas;      /* by ad account (quota.h) */
	const char *secret; /* of the control endpoints; NULL: they do not exist */
	long latency_ms;    /* added to every answer of a platform */
};

/* A request as it arrived; everything is held by server.c. Absent headers are NULL. */
struct request {
	const char *method;
	const char *path;
	const char *authorization;
	const char *login_customer_id;
	const char *control; /* X-Sandbox-Control */
	const char *after;   /* query arguments */
	const char *customer_id;
	const char *body; /* NUL-terminated */
	size_t size;
	void *connection; /* server.c's own */
};

/* A header, an argument of the query, held by server.c; NULL where absent. server.c. */
const char *request_header(const struct request *request, const char *name);
const char *request_argument(const struct request *request, const char *name);
/* Adds all arguments of the query to an object, as texts. */
void request_arguments(const struct request *request, cJSON *into);

enum {
	REPLY_HEADERS_MAX = 4
};

struct reply {
	int status;
	char *body; /* malloc'd, freed by server.c */
	size_t size;
	const char *type;
	long delay_ms;
	bool cut;       /* close the connection instead of answering */
	char *location; /* a header; malloc'd, freed by server.c; or NULL */
	size_t header_count;
	struct {
		const char *name; /* static */
		char value[256];
	} headers[REPLY_HEADERS_MAX];
};

/* Fills the reply with a copy of `body`. */
void reply_text(struct reply *reply, int status, const char *type, const char *body);
/* Takes `value`. */
void reply_json(struct reply *reply, int status, cJSON *value);

/* Says where the browser goes on. */
void reply_location(struct reply *reply, const char *url);
/* Adds a header to the answer; `name` must outlive it. */
void reply_header(struct reply *reply, const char *name, const char *value);

/* One simulated platform. Its kinds of objects in the store have numbers of their own. */
struct simulator {
	const char *name;                  /* as faults and the log name it */
	const char *const *paths;          /* what paths of its requests begin with, NULL-ended */
	bool (*owns)(const char *account); /* whether the id of an ad account has its form */
	const char *const
		*denials; /* its words where access is taken away (access.h), NULL-ended */
	void (*serve)(struct sandbox *sandbox, const struct request *request, struct reply *reply);
	/* Control: adds to `answer` what an account holds; an edit made in the platform's UI. */
	void (*show)(struct sandbox *sandbox, const char *account, cJSON *answer);
	void (*edit)(struct sandbox *sandbox, const cJSON *wish, struct reply *reply);
	/* The log's word for a kind in the store; NULL: what the sandbox keeps for itself. */
	const char *(*word)(int kind);
};
extern const struct simulator google_simulator;
extern const struct simulator meta_simulator;
extern const struct simulator reddit_simulator;
extern const struct simulator microsoft_simulator;
/* All of them, NULL-ended (route.c). */
extern const struct simulator *const simulators[];

/* Control: an answer that refuses with a reason; a merge of `set` into `value`, null removes. */
void control_refuse(struct reply *reply, int status, const char *why);
void control_merge(cJSON *value, const cJSON *set);

/* Answers one request: control, or the platform that the path names. */
void route_request(struct sandbox *sandbox, const struct request *request, struct reply *reply);

/* The sandbox's clock: real seconds since 1970 plus what was added by control. */
long long clock_now(struct sandbox *sandbox);
long long clock_real(void);
/* "yyyy-MM-dd HH:mm:ss" of `at` in an IANA time zone (UTC when it is unknown); 20 bytes. */
void clock_local(long long at, const char *zone, char *out);

/* Fills `out` with `n` random letters and digits, and a NUL. */
void random_text(char *out, size_t n);

#endif
