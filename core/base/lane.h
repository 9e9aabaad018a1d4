/*
 * A lane: a bounded queue, n threads that work it off, one job or a batch at a time. Beside the
 * event loops it is the only way work moves between threads. A job belongs to one thread at a
 * time: to the submitter until ad_lane_submit() returns true, then to the lane, then, once its
 * done() was called, to whoever done() hands it to.
 */
#ifndef AD_BASE_LANE_H
#define AD_BASE_LANE_H

#include "base/base.h"

struct ad_job {
	struct ad_job *next; /* the lane's */
	/* Does the work on a lane thread. state is that thread's own (a database connection). */
	void (*run)(struct ad_job *job, void *state);
	/* Called on the lane thread when the work is complete (for a batch: committed). */
	void (*done)(struct ad_job *job);
	bool failed; /* set by a batch lane when the batch could not be completed */
	/* The owner of the work, by a digest; 0: the server itself. See each_max. */
	uint64_t owner;
};

struct ad_lane_spec {
	const char *name;           /* at most 15 characters: the threads' name */
	int threads;                /* 1 or more */
	size_t queue_max;           /* jobs waiting; one more is refused */
	int each_max;               /* of an owner at a time, the idlest owner first; 0: any */
	size_t batch_max;           /* 1: run jobs one by one; more: batch() gets up to that many */
	void *(*open)(void *arg);   /* a thread's state, made on it; may be NULL */
	void (*close)(void *state); /* ends it; may be NULL */
	/* Instead of run(); must call each done(). */
	void (*batch)(struct ad_job *first, void *state);
	void (*idle)(void *state); /* once per quiet time of idle_us; may be NULL */
	int64_t idle_us;
	void *arg;
};

struct ad_lane;

/* Starts the threads; returns when every open() has returned. NULL where an open() gave NULL. */
struct ad_lane *ad_lane_start(const struct ad_lane_spec *spec) AD_CHECK;
/* Queues a job; false where the queue is full or the lane is stopping (the job is the caller's). */
bool ad_lane_submit(struct ad_lane *lane, struct ad_job *job) AD_CHECK;
/* Works off what is queued, ends the threads, frees the lane. NULL is allowed. */
void ad_lane_stop(struct ad_lane *lane);
/* Jobs waiting now. */
size_t ad_lane_waiting(struct ad_lane *lane);

#endif
