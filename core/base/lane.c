#include "base/lane.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/log.h"

struct ad_lane {
	struct ad_lane_spec spec;
	char name[16];
	pthread_t *threads;
	/* Below: under the lock. */
	pthread_mutex_t lock;
	pthread_cond_t work;  /* a job came, or stopping */
	pthread_cond_t ready; /* a thread's open() has returned */
	struct ad_job *first, **end;
	size_t waiting;
	int opened, failed;
	bool stopping;
};

/* Up to batch_max jobs off the queue, ended by NULL. Called under the lock. */
static struct ad_job *lane_take(struct ad_lane *lane)
{
	struct ad_job *first = lane->first;
	struct ad_job **end = &lane->first;
	size_t n = 0;

	while (*end && n < lane->spec.batch_max) {
		end = &(*end)->next;
		n++;
	}
	if (!n)
		return NULL;
	lane->waiting -= n;
	lane->first = *end;
	*end = NULL;
	if (!lane->first)
		lane->end = &lane->first;
	return first;
}

/* Waits for work until idle_us have passed once; true where they have. Called under the lock. */
static bool wait_for_work(struct ad_lane *lane, bool *idled)
{
	const struct ad_lane_spec *spec = &lane->spec;
	struct timespec until;
	int64_t at;

	if (!spec->idle || *idled) {
		while (!lane->first && !lane->stopping)
			pthread_cond_wait(&lane->work, &lane->lock);
		return false;
	}
	at = ad_monotonic() + spec->idle_us;
	until.tv_sec = (time_t)(at / AD_SECOND);
	until.tv_nsec = (long)(at % AD_SECOND) * 1000;
	while (!lane->first && !lane->stopping) {
		if (pthread_cond_timedwait(&lane->work, &lane->lock, &until) != 0)
			return !lane->first && !lane->stopping;
	}
	return false;
}

static void do_work(const struct ad_lane_spec *spec, struct ad_job *first, void *state)
{
	if (spec->batch) {
		spec->batch(first, state);
		return;
	}
	while (first) {
		struct ad_job *job = first;

		first = job->next;
		job->run(job, state);
		if (job->done)
			job->done(job);
	}
}

static void work_off(struct ad_lane *lane, void *state)
{
	bool idled = false;

	pthread_mutex_lock(&lane->lock);
	for (;;) {
		struct ad_job *jobs;

		if (wait_for_work(lane, &idled)) {
			idled = true;
			pthread_mutex_unlock(&lane->lock);
			lane->spec.idle(state);
			pthread_mutex_lock(&lane->lock);
			continue;
		}
		jobs = lane_take(lane);
		if (!jobs && lane->stopping)
			break;
		if (!jobs)
			continue;
		pthread_mutex_unlock(&lane->lock);
		idled = false;
		do_work(&lane->spec, jobs, state);
		ad_log_flush();
		pthread_mutex_lock(&lane->lock);
	}
	pthread_mutex_unlock(&lane->lock);
}

static void *thread_main(void *arg)
{
	struct ad_lane *lane = arg;
	void *state = NULL;
	bool ok = true;

	pthread_setname_np(pthread_self(), lane->name);
	if (lane->spec.open) {
		state = lane->spec.open(lane->spec.arg);
		ok = state != NULL;
	}
	pthread_mutex_lock(&lane->lock);
	lane->opened++;
	if (!ok)
		lane->failed++;
	pthread_cond_signal(&lane->ready);
	pthread_mutex_unlock(&lane->lock);
	if (!ok)
		return NULL;
	work_off(lane, state);
	if (lane->spec.close)
		lane->spec.close(state);
	return NULL;
}

static struct ad_lane *new_lane(const struct ad_lane_spec *spec)
{
	struct ad_lane *lane = ad_xcalloc(1, sizeof(*lane));
	pthread_condattr_t rising;

	lane->spec = *spec;
	if (!spec->batch)
		lane->spec.batch_max = 1;
	snprintf(lane->name, sizeof(lane->name), "%s", spec->name);
	lane->end = &lane->first;
	lane->threads = ad_xcalloc((size_t)spec->threads, sizeof(*lane->threads));
	pthread_mutex_init(&lane->lock, NULL);
	pthread_condattr_init(&rising);
	pthread_condattr_setclock(&rising, CLOCK_MONOTONIC);
	pthread_cond_init(&lane->work, &rising);
	pthread_condattr_destroy(&rising);
	pthread_cond_init(&lane->ready, NULL);
	return lane;
}

/* Lane threads take no signals: those are for the thread that waits for them. */
static void start_threads(struct ad_lane *lane)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int i = 0; i < lane->spec.threads; i++) {
		if (pthread_create(&lane->threads[i], NULL, thread_main, lane) != 0) {
			fputs("adcore: a thread cannot be started\n", stderr);
			abort();
		}
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct ad_lane *ad_lane_start(const struct ad_lane_spec *spec)
{
	struct ad_lane *lane = new_lane(spec);
	bool ok;

	start_threads(lane);
	pthread_mutex_lock(&lane->lock);
	while (lane->opened < spec->threads)
		pthread_cond_wait(&lane->ready, &lane->lock);
	ok = !lane->failed;
	pthread_mutex_unlock(&lane->lock);
	if (ok)
		return lane;
	ad_lane_stop(lane);
	return NULL;
}

bool ad_lane_submit(struct ad_lane *lane, struct ad_job *job)
{
	bool ok;

	pthread_mutex_lock(&lane->lock);
	ok = !lane->stopping && lane->waiting < lane->spec.queue_max;
	if (ok) {
		job->next = NULL;
		job->failed = false;
		*lane->end = job;
		lane->end = &job->next;
		lane->waiting++;
		pthread_cond_signal(&lane->work);
	}
	pthread_mutex_unlock(&lane->lock);
	return ok;
}

void ad_lane_stop(struct ad_lane *lane)
{
	if (!lane)
		return;
	pthread_mutex_lock(&lane->lock);
	lane->stopping = true;
	pthread_cond_broadcast(&lane->work);
	pthread_mutex_unlock(&lane->lock);
	for (int i = 0; i < lane->spec.threads; i++)
		pthread_join(lane->threads[i], NULL);
	pthread_mutex_destroy(&lane->lock);
	pthread_cond_destroy(&lane->work);
	pthread_cond_destroy(&lane->ready);
	free(lane->threads);
	free(lane);
}

size_t ad_lane_waiting(struct ad_lane *lane)
{
	size_t waiting;

	pthread_mutex_lock(&lane->lock);
	waiting = lane->waiting;
	pthread_mutex_unlock(&lane->lock);
	return waiting;
}
