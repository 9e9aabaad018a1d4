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
	uint64_t *running; /* under the lock: the owner of each thread's job, or 0 */
	/* Below: under the lock. */
	pthread_mutex_t lock;
	pthread_cond_t work;  /* a job came, or stopping */
	pthread_cond_t ready; /* a thread's open() has returned */
	struct ad_job *first, **end;
	size_t waiting;
	int opened, failed;
	bool stopping;
};

/* The number of the owner's jobs that run now. Called under the lock. */
static int owner_running(const struct ad_lane *lane, uint64_t owner)
{
	int running = 0;

	for (int i = 0; owner && lane->spec.each_max && i < lane->spec.threads; i++)
		running += lane->running[i] == owner;
	return running;
}

/*
 * Where the next job is in the queue: of the owners that have the fewest threads now, the first
 * one's. NULL if there is none that may run. Called under the lock.
 */
static struct ad_job **lane_next(struct ad_lane *lane)
{
	struct ad_job **next = NULL;
	int least = lane->spec.each_max ? lane->spec.each_max : 1;

	for (struct ad_job **at = &lane->first; *at && least > 0; at = &(*at)->next) {
		int running = owner_running(lane, (*at)->owner);
		if (running >= least)
			continue;
		next = at;
		least = running;
	}
	return next;
}

/* Up to batch_max jobs off the queue, ended by NULL. Called under the lock. */
static struct ad_job *lane_take(struct ad_lane *lane)
{
	struct ad_job **from = lane_next(lane), *first = from ? *from : NULL;
	struct ad_job **end = from;
	size_t n = 0;

	if (!from)
		return NULL;
	while (*end && n < lane->spec.batch_max) {
		end = &(*end)->next;
		n++;
	}
	lane->waiting -= n;
	struct ad_job *rest = *end;
	*end = NULL;
	*from = rest;
	if (!rest)
		lane->end = from;
	return first;
}

/* True if a thread may end: nothing waits, also for another thread to end. Under the lock. */
static bool lane_may_end(const struct ad_lane *lane)
{
	return lane->stopping && !lane->first;
}

/* Waits for work until idle_us have passed once; true where they have. Called under the lock. */
static bool wait_for_work(struct ad_lane *lane, bool *idled)
{
	const struct ad_lane_spec *spec = &lane->spec;
	struct timespec until;
	int64_t at;

	if (!spec->idle || *idled) {
		while (!lane_next(lane) && !lane_may_end(lane))
			pthread_cond_wait(&lane->work, &lane->lock);
		return false;
	}
	at = ad_monotonic() + spec->idle_us;
	until.tv_sec = (time_t)(at / AD_SECOND);
	until.tv_nsec = (long)(at % AD_SECOND) * 1000;
	while (!lane_next(lane) && !lane_may_end(lane)) {
		if (pthread_cond_timedwait(&lane->work, &lane->lock, &until) != 0)
			return !lane_next(lane) && !lane_may_end(lane);
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

static void work_off(struct ad_lane *lane, int number, void *state)
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
		if (!jobs && lane_may_end(lane))
			break;
		if (!jobs)
			continue;
		lane->running[number] = jobs->owner;
		/* A thread may wait although there are jobs, until an owner has fewer threads. */
		if (lane_may_end(lane))
			pthread_cond_broadcast(&lane->work);
		else if (lane->spec.each_max && lane->first)
			pthread_cond_signal(&lane->work);
		pthread_mutex_unlock(&lane->lock);
		idled = false;
		do_work(&lane->spec, jobs, state);
		ad_log_flush();
		pthread_mutex_lock(&lane->lock);
		lane->running[number] = 0;
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
	int number = lane->opened++;
	if (!ok)
		lane->failed++;
	pthread_cond_signal(&lane->ready);
	pthread_mutex_unlock(&lane->lock);
	if (!ok)
		return NULL;
	work_off(lane, number, state);
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
	lane->running = ad_xcalloc((size_t)spec->threads, sizeof(*lane->running));
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
	free(lane->running);
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
