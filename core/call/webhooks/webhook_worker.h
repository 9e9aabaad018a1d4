/*
 * The threads that send queued webhook events: one event at a time per webhook, oldest first; a few
 * at a time per Space, with the Spaces in turn; and, of all servers of the database, from one at a
 * time, which holds a claim on the webhook. An event leaves the queue when its URL accepted it, so
 * after a crash it is sent again with the same id.
 */
#ifndef AD_CALL_WEBHOOK_WORKER_H
#define AD_CALL_WEBHOOK_WORKER_H

#include "call/request/core.h"

struct ad_webhook_workers;

/* Starts the threads; NULL with a sentence. The writer and the secrets of the core must exist. */
struct ad_webhook_workers *ad_webhook_workers_start(struct ad_core *core,
						    char err[static 256]) AD_CHECK;
/* Aborts the running attempts and ends the threads. NULL is allowed. */
void ad_webhook_workers_stop(struct ad_webhook_workers *workers);

#endif
