#include "tests/support/unit.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/lane.h"

struct work {
	struct ad_job job;
	int number;
	bool ran;
	sem_t *gate;
	atomic_int *count;
};

static void run_work(struct ad_job *job, void *state)
{
	struct work *w = (struct work *)job;

	(void)state;
	if (w->gate)
		sem_wait(w->gate);
	w->ran = true;
}

static void count_work(struct ad_job *job)
{
	struct work *w = (struct work *)job;

	assert_true(w->ran);
	atomic_fetch_add(w->count, 1);
}

static void works_off_every_job(void **state)
{
	struct ad_lane_spec spec = { .name = "test", .threads = 3, .queue_max = 1000 };
	struct ad_lane *lane = ad_lane_start(&spec);
	struct work *work = calloc(1000, sizeof(*work));
	atomic_int count = 0;

	(void)state;
	assert_non_null(lane);
	assert_non_null(work);
	for (int i = 0; i < 1000; i++) {
		work[i] = (struct work){ .job = { .run = run_work, .done = count_work },
					 .count = &count };
		assert_true(ad_lane_submit(lane, &work[i].job));
	}
	ad_lane_stop(lane);
	assert_int_equal(count, 1000);
	free(work);
	ad_lane_stop(NULL);
}

static void refuses_what_is_too_much(void **state)
{
	struct ad_lane_spec spec = { .name = "test", .threads = 1, .queue_max = 2 };
	struct ad_lane *lane = ad_lane_start(&spec);
	struct work work[4];
	atomic_int count = 0;
	sem_t gate;

	(void)state;
	assert_non_null(lane);
	sem_init(&gate, 0, 0);
	for (int i = 0; i < 4; i++)
		work[i] = (struct work){ .job = { .run = run_work, .done = count_work },
					 .gate = &gate,
					 .count = &count };
	assert_true(ad_lane_submit(lane, &work[0].job));
	while (ad_lane_waiting(lane)) /* until the thread holds the first one */
		sched_yield();
	assert_true(ad_lane_submit(lane, &work[1].job));
	assert_true(ad_lane_submit(lane, &work[2].job));
	assert_false(ad_lane_submit(lane, &work[3].job));
	assert_int_equal(ad_lane_waiting(lane), 2);
	for (int i = 0; i < 3; i++)
		sem_post(&gate);
	ad_lane_stop(lane);
	assert_int_equal(count, 3);
	sem_destroy(&gate);
}

/* Two threads of three at most for one owner, whose queue holds nobody else's work. */
static void an_owner_has_its_share_of_the_threads(void **state)
{
	struct ad_lane_spec spec = {
		.name = "test", .threads = 3, .queue_max = 100, .each_max = 2
	};
	struct ad_lane *lane = ad_lane_start(&spec);
	struct work work[13];
	atomic_int count = 0, others = 0;
	sem_t gate;

	(void)state;
	assert_non_null(lane);
	sem_init(&gate, 0, 0);
	for (int i = 0; i < 10; i++) {
		work[i] = (struct work){ .job.done = count_work,
					 .job.run = run_work,
					 .job.owner = 7,
					 .gate = &gate,
					 .count = &count };
		assert_true(ad_lane_submit(lane, &work[i].job));
	}
	/* Of another owner, of the server, and of another owner again. */
	for (int i = 10; i < 13; i++) {
		work[i] = (struct work){ .job.done = count_work,
					 .job.run = run_work,
					 .job.owner = i == 11 ? 0 : 8,
					 .count = &others };
		assert_true(ad_lane_submit(lane, &work[i].job));
	}
	while (others < 3)
		sched_yield();
	assert_int_equal(count, 0);
	assert_int_equal(ad_lane_waiting(lane), 8);
	for (int i = 0; i < 10; i++)
		sem_post(&gate);
	ad_lane_stop(lane);
	assert_int_equal(count, 10);
	sem_destroy(&gate);
}

struct batches {
	size_t sizes[64];
	size_t count;
	int last;
	bool in_order;
	sem_t gate;
};

static void *open_batches(void *arg)
{
	return arg;
}

static void run_batch(struct ad_job *first, void *state)
{
	struct batches *b = state;
	size_t n = 0;

	sem_wait(&b->gate);
	while (first) {
		struct ad_job *job = first;
		struct work *w = (struct work *)job;

		first = job->next;
		if (w->number != b->last + 1)
			b->in_order = false;
		b->last = w->number;
		w->ran = true;
		job->done(job);
		n++;
	}
	b->sizes[b->count++] = n;
}

static void batches_take_all_that_waits_in_order(void **state)
{
	struct batches b = { .last = -1, .in_order = true };
	struct ad_lane_spec spec = { .name = "test",
				     .threads = 1,
				     .queue_max = 100,
				     .batch_max = 8,
				     .open = open_batches,
				     .batch = run_batch,
				     .arg = &b };
	struct ad_lane *lane;
	struct work work[21];
	atomic_int count = 0;

	(void)state;
	sem_init(&b.gate, 0, 0);
	lane = ad_lane_start(&spec);
	assert_non_null(lane);
	for (int i = 0; i < 21; i++) {
		work[i] = (struct work){ .job.done = count_work, .number = i, .count = &count };
		assert_true(ad_lane_submit(lane, &work[i].job));
		while (i == 0 && ad_lane_waiting(lane))
			sched_yield();
	}
	for (int i = 0; i < 21; i++)
		sem_post(&b.gate);
	ad_lane_stop(lane);
	assert_int_equal(count, 21);
	assert_true(b.in_order);
	assert_int_equal(b.count, 4);
	assert_int_equal(b.sizes[0], 1);
	assert_int_equal(b.sizes[1], 8);
	assert_int_equal(b.sizes[2], 8);
	assert_int_equal(b.sizes[3], 4);
	sem_destroy(&b.gate);
}

struct life {
	atomic_int opened, closed, idled;
	sem_t idle;
	int fail_from;
};

static void *open_life(void *arg)
{
	struct life *life = arg;

	return atomic_fetch_add(&life->opened, 1) >= life->fail_from ? NULL : life;
}

static void close_life(void *state)
{
	struct life *life = state;

	atomic_fetch_add(&life->closed, 1);
}

static void idle_life(void *state)
{
	struct life *life = state;

	atomic_fetch_add(&life->idled, 1);
	sem_post(&life->idle);
}

static void opens_and_closes_each_thread(void **state)
{
	struct life life = { .fail_from = 100 };
	struct ad_lane_spec spec = { .name = "a name beyond fifteen",
				     .threads = 4,
				     .queue_max = 1,
				     .open = open_life,
				     .close = close_life,
				     .arg = &life };
	struct ad_lane *lane = ad_lane_start(&spec);

	(void)state;
	assert_non_null(lane);
	assert_int_equal(life.opened, 4);
	ad_lane_stop(lane);
	assert_int_equal(life.closed, 4);
}

static void does_not_start_where_an_open_fails(void **state)
{
	struct life life = { .fail_from = 2 };
	struct ad_lane_spec spec = { .name = "test",
				     .threads = 3,
				     .queue_max = 1,
				     .open = open_life,
				     .close = close_life,
				     .arg = &life };

	(void)state;
	assert_null(ad_lane_start(&spec));
	assert_int_equal(life.opened, 3);
	assert_int_equal(life.closed, 2);
}

static void idles_once_a_quiet_time(void **state)
{
	struct life life = { .fail_from = 100 };
	struct ad_lane_spec spec = { .name = "test",
				     .threads = 1,
				     .queue_max = 10,
				     .open = open_life,
				     .close = close_life,
				     .idle = idle_life,
				     .idle_us = 1000,
				     .arg = &life };
	struct ad_lane *lane;
	atomic_int count = 0;
	struct work w = { .job = { .run = run_work, .done = count_work }, .count = &count };

	(void)state;
	sem_init(&life.idle, 0, 0);
	lane = ad_lane_start(&spec);
	assert_non_null(lane);
	sem_wait(&life.idle);
	assert_true(ad_lane_submit(lane, &w.job));
	sem_wait(&life.idle); /* again, after the work */
	assert_int_equal(count, 1);
	ad_lane_stop(lane);
	assert_int_equal(life.idled, 2);
	sem_destroy(&life.idle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(works_off_every_job),
		cmocka_unit_test(refuses_what_is_too_much),
		cmocka_unit_test(an_owner_has_its_share_of_the_threads),
		cmocka_unit_test(batches_take_all_that_waits_in_order),
		cmocka_unit_test(opens_and_closes_each_thread),
		cmocka_unit_test(does_not_start_where_an_open_fails),
		cmocka_unit_test(idles_once_a_quiet_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
