#include "call/webhooks/webhook_worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "auth/auth.h"
#include "base/clock.h"
#include "base/log.h"
#include "call/webhooks/webhook_queue.h"
#include "call/webhooks/webhook_send.h"
#include "call/webhooks/webhooks.h"

#define THREADS 6
#define PROMPT_THREADS 2   /* reserved for prompt URLs, so that slow ones cannot block them */
#define LOOK_NS 500000000L /* between polls of the queue */

struct worker {
	struct ad_webhook_workers *all;
	pthread_t thread;
	bool started;
	struct ad_db *db; /* reads; NULL: to be opened */
	struct ad_arena *arena;
};

struct ad_webhook_workers {
	struct ad_core *core;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	_Atomic(bool) stopping;
	struct worker at[THREADS];
};

/* A change that its thread waits for. */
struct handed {
	struct ad_change change; /* first: the writer's handle */
	bool (*apply)(struct ad_db *db, struct ad_webhook_claim *claim);
	struct ad_webhook_claim *claim;
	pthread_mutex_t lock;
	pthread_cond_t done;
	bool is_done;
};

static bool handed_apply(struct ad_change *change, struct ad_db *db)
{
	struct handed *h = (struct handed *)change;

	return h->apply(db, h->claim);
}

static void handed_done(struct ad_job *job)
{
	struct handed *h = (struct handed *)job;

	pthread_mutex_lock(&h->lock);
	h->is_done = true;
	pthread_cond_signal(&h->done);
	pthread_mutex_unlock(&h->lock);
}

/* Submits the change and waits for its COMMIT; false if it was not made. */
static bool hand_over(struct ad_core *core, struct ad_webhook_claim *claim,
		      bool (*apply)(struct ad_db *db, struct ad_webhook_claim *claim))
{
	struct handed h = {
		.change = { .apply = handed_apply, .job.done = handed_done },
		.apply = apply,
		.claim = claim,
	};

	pthread_mutex_init(&h.lock, NULL);
	pthread_cond_init(&h.done, NULL);
	bool taken = ad_writer_submit(core->writer, &h.change);
	pthread_mutex_lock(&h.lock);
	while (taken && !h.is_done)
		pthread_cond_wait(&h.done, &h.lock);
	pthread_mutex_unlock(&h.lock);
	pthread_cond_destroy(&h.done);
	pthread_mutex_destroy(&h.lock);
	return taken && h.change.applied && h.change.committed;
}

/* --- one event --- */

static void send_claimed(struct worker *w, struct ad_webhook_claim *claim)
{
	struct ad_core *core = w->all->core;
	int64_t began = ad_monotonic();
	struct ad_webhook_message message = {
		.url = claim->url,
		.id = claim->event_id,
		.body = claim->body,
	};

	if (!ad_secrets_unseal(ad_auth_secrets(core->auth), w->arena, AD_WEBHOOK_LABEL, claim->id,
			       claim->sealed, &message.secret))
		claim->result.error = "SECRET_LOST";
	else
		ad_webhook_send(w->arena, core->config, &message, &w->all->stopping,
				&claim->result);
	claim->at = ad_now();
	claim->took = ad_monotonic() - began;
	claim->is_aborted = claim->result.error && atomic_load(&w->all->stopping);
}

/* True if an event was sent, or the queue must be read again at once. */
static bool work_once(struct worker *w)
{
	struct ad_core *core = w->all->core;
	struct ad_webhook_claim claim = {
		.arena = w->arena,
		.prompt_only = w < &w->all->at[PROMPT_THREADS],
	};
	char err[256];

	if (!w->db)
		w->db = ad_db_open(core->store, AD_DB_READ, err);
	if (!w->db)
		return false;
	enum ad_db_status status = ad_webhook_find_due(w->db, &claim);
	if (status == AD_DB_UNAVAILABLE) {
		ad_db_close(w->db);
		w->db = NULL;
	}
	if (status != AD_DB_ROW || !hand_over(core, &claim, ad_webhook_claim_take))
		return false;
	if (!claim.event_id.p)
		return claim.is_again;
	send_claimed(w, &claim);
	if (!hand_over(core, &claim, ad_webhook_claim_end))
		return false;
	if (claim.is_disabled)
		ad_log(AD_LOG_WARN, "webhook_disabled", "webhook", claim.id.p, "error",
		       claim.result.error, NULL);
	return true;
}

static void wait_a_while(struct ad_webhook_workers *all)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += LOOK_NS;
	if (until.tv_nsec >= 1000000000L) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000L;
	}
	pthread_mutex_lock(&all->lock);
	if (!atomic_load(&all->stopping))
		pthread_cond_timedwait(&all->wake, &all->lock, &until);
	pthread_mutex_unlock(&all->lock);
}

static void *webhook_worker_run(void *arg)
{
	struct worker *w = arg;

	pthread_setname_np(pthread_self(), "webhooks");
	w->arena = ad_arena_new();
	while (!atomic_load(&w->all->stopping)) {
		bool again = work_once(w);

		ad_arena_reset(w->arena);
		ad_log_flush();
		if (!again)
			wait_a_while(w->all);
	}
	ad_db_close(w->db);
	ad_arena_free(w->arena);
	return NULL;
}

/* --- for the server --- */

static struct ad_webhook_workers *make_workers(struct ad_core *core)
{
	struct ad_webhook_workers *all = ad_xcalloc(1, sizeof(*all));
	pthread_condattr_t rising;

	all->core = core;
	pthread_mutex_init(&all->lock, NULL);
	pthread_condattr_init(&rising);
	pthread_condattr_setclock(&rising, CLOCK_MONOTONIC);
	pthread_cond_init(&all->wake, &rising);
	pthread_condattr_destroy(&rising);
	return all;
}

struct ad_webhook_workers *ad_webhook_workers_start(struct ad_core *core, char err[static 256])
{
	struct ad_webhook_workers *all = make_workers(core);
	struct ad_webhook_claim none = { 0 };
	bool ok = true;

	/*
	 * Releases the claims of a killed server; if servers share a database, claims expire
	 * instead.
	 */
	if (!ad_store_shared(core->store) && !hand_over(core, &none, ad_webhook_claims_forget))
		ad_log(AD_LOG_WARN, "webhook_claims_not_released", NULL);
	for (size_t i = 0; i < THREADS && ok; i++) {
		all->at[i].all = all;
		ok = pthread_create(&all->at[i].thread, NULL, webhook_worker_run, &all->at[i]) == 0;
		all->at[i].started = ok;
	}
	if (ok)
		return all;
	snprintf(err, 256, "cannot start the webhook threads");
	ad_webhook_workers_stop(all);
	return NULL;
}

void ad_webhook_workers_stop(struct ad_webhook_workers *all)
{
	if (!all)
		return;
	pthread_mutex_lock(&all->lock);
	atomic_store(&all->stopping, true);
	pthread_cond_broadcast(&all->wake);
	pthread_mutex_unlock(&all->lock);
	for (size_t i = 0; i < THREADS; i++)
		if (all->at[i].started)
			pthread_join(all->at[i].thread, NULL);
	pthread_cond_destroy(&all->wake);
	pthread_mutex_destroy(&all->lock);
	free(all);
}
