/* Conversions that are told as events, no objects there: what was counted, once in a while. */
#ifndef SANDBOX_EVENT_LOG_H
#define SANDBOX_EVENT_LOG_H

#include "sandbox.h"

/* The events of a platform as its row. */
struct event_log {
	int kind;            /* in the store, behind its objects */
	const char *numbers; /* the counter that they are numbered by */
	long long once;      /* seconds that one of the same name is not counted again */
};

/*
 * Keeps a copy with `_received`, the moment. An event without a name ("") is always counted. Inside
 * a transaction.
 */
void event_log_add(struct store *store, const char *account, const struct event_log *log,
		   const char *name, const cJSON *event, long long now);

#endif
