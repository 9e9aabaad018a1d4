/*
 * The threads that send what waits for webhooks: to each webhook one event at a time, oldest
 * first, of a Space few at a time, by turns of the Spaces, and of all servers of the database by
 * one at a time, which holds a claim on the webhook. An event leaves the queue when its URL
 * accepted it, so after a crash it is sent again with the same id.
 */
#ifndef AD_CALL_WEBHOOK_WORKER_H
#define AD_CALL_WEBHOOK_WORKER_H

#include "call/core.h"

struct ad_webhook_workers;

/* Starts them; NULL with a sentence. The writer and the secrets of the core must be there. */
struct ad_webhook_workers *ad_webhook_workers_start(struct ad_core *core,
						    char err[static 256]) AD_CHECK;
/* Gives up what is being sent, and ends them. NULL is allowed. */
void ad_webhook_workers_stop(struct ad_webhook_workers *workers);

#endif
