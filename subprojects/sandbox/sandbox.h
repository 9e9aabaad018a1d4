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
};

struct reply {
	int status;
	char *body; /* malloc'd, freed by server.c */
	size_t size;
	const char *type;
	long delay_ms;
	bool cut; /* close the connection instead of answering */
};

/* Fills the reply with a copy of `body`. */
void reply_text(struct reply *reply, int status, const char *type, const char *body);
/* Takes `value`. */
void reply_json(struct reply *reply, int status, cJSON *value);

/* Answers one request: control, or the platform that the path names. */
void route(struct sandbox *sandbox, const struct request *request, struct reply *reply);

/* The sandbox's clock: real seconds since 1970 plus what was added by control. */
long long clock_now(struct sandbox *sandbox);
long long clock_real(void);
/* "yyyy-MM-dd HH:mm:ss" of `at` in an IANA time zone (UTC when it is unknown); 20 bytes. */
void clock_local(long long at, const char *zone, char *out);

/* Fills `out` with `n` random letters and digits, and a NUL. */
void random_text(char *out, size_t n);

#endif
