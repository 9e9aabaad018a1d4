/* Faults asked for by tests, and the log of what came. Memory only: a restart forgets both. */
#ifndef SANDBOX_FAULTS_H
#define SANDBOX_FAULTS_H

#include "sandbox.h"

enum fault_type {
	FAULT_LATENCY,
	FAULT_STATUS,
	FAULT_CUT_BEFORE,
	FAULT_ACCEPT_THEN_CUT,
	FAULT_ACCEPT_THEN_TIMEOUT,
	FAULT_ERROR,
	FAULT_EXIT_BEFORE,
	FAULT_EXIT_AFTER_COMMIT,
	FAULT_EXPIRE,
	FAULT_REVOKE,
	FAULT_EDIT,
	FAULT_SUNSET, /* the version is gone; tokens are given on */
	FAULT_DENY,   /* access to the ad account is taken away (access.h) */
	FAULT_ANSWER, /* any status with any body */
	FAULT_TOO_LARGE,
	FAULT_SHORT, /* all is done, and one answer of the batch is missing (Meta) */
};

struct fault {
	enum fault_type type;
	long ms;
	int status;        /* of FAULT_SUNSET, FAULT_TOO_LARGE 0: the platform's usual one */
	char *retry_delay; /* "2s", or NULL */
	cJSON *error; /* {"errorCode": …, "message": …} of FAULT_ERROR, in the platform's words */
	int at;       /* of FAULT_ERROR, FAULT_ANSWER: which of a batch alone; -1: all of it;
			 of FAULT_SHORT: which is missing; -1: the last */
	cJSON *edit;  /* of FAULT_EDIT: as POST /_control/edit takes it */
	char *as;     /* of FAULT_DENY: in which of the platform's words; or NULL */
	cJSON *body;  /* of FAULT_ANSWER: JSON, or a text for a page; or NULL */
	bool done;    /* of FAULT_ANSWER: the request is carried out first */
};

/* The properties of a request that faults and the log use. */
struct sighting {
	const char *platform;
	const char *method;
	const char *path;
	const char *customer;
	const cJSON *operations; /* array of "campaign.create" */
	size_t size;             /* of its body, bytes */
};

/* No faults yet; ended by faults_free(). */
struct faults *faults_new(void);
void faults_free(struct faults *faults);
/* Adds the fault described by `wish`; its number, or 0 with the reason in `*why`. */
int faults_add(struct faults *faults, const cJSON *wish, const char **why);
/* Removes those of one ad account; `customer` NULL: all. */
void faults_clear(struct faults *faults, const char *customer);
/* The fault to apply to this request, counted as used; NULL where there is none. Held by `faults`.
 */
const struct fault *faults_take(struct faults *faults, const struct sighting *seen);
/*
 * The part of a fault that is the same on every platform. Before handling: applies changes to the
 * account's access and objects first; true if nothing is to be handled any more (the answer of
 * `status` and `error` is the platform's own). After handling: the rest.
 */
bool fault_before(struct sandbox *sandbox, const struct fault *fault, const struct sighting *seen,
		  struct reply *reply);
void fault_after(const struct fault *fault, struct reply *reply);
/* The page that a front end answers with where no API takes the request. */
void fault_page(int status, struct reply *reply);
/* The page of a front end that a request is too large for. */
void fault_page_too_large(int status, struct reply *reply);
/* The body of FAULT_ANSWER as a text, owned by the caller. */
char *fault_body(const struct fault *fault);
const char *fault_name(enum fault_type type);
/* True if the fault refuses that item of a batch; `fault` may be NULL. */
bool fault_refuses(const struct fault *fault, int index);

/* An empty log; ended by log_free(). */
struct request_log *log_new(void);
void log_free(struct request_log *log);
/*
 * Appends each entry to a file too, as one line of JSON, and there with the whole value of each
 * written object (store_keep_values()). The file outlives the process; false where it cannot be
 * opened.
 */
bool log_to_file(struct request_log *log, const char *path) __attribute__((warn_unused_result));
/* Takes `operations` and `written` (store.h), which is told in the simulator's words. */
struct log_entry {
	const char *platform, *method, *path, *customer, *fault;
	int status;
	cJSON *operations, *written;
	bool committed;
};
void log_add(struct request_log *log, const struct log_entry *entry);
/* Adds an edit made in the platform's own pages (`wish`) and what it wrote, to the file alone. */
void log_edit(struct sandbox *sandbox, const cJSON *wish);
/* The entries numbered above `after`, owned by the caller. */
cJSON *log_after(const struct request_log *log, long long after);
void log_clear(struct request_log *log);

#endif
