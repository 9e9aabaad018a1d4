/*
 * Carries a call from step to step: on this loop, through the writer, over the slow lane or the far
 * one, into the list of those that wait. A connection is suspended before another thread can see
 * its exchange, and resumed by its own loop once the reply is there.
 */
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "http/compress.h"
#include "http/feed.h"
#include "http/internal.h"

void ad_http_wake(struct ad_http_loop *loop)
{
	/* Fails only where the counter is full: then the loop is woken anyway. */
	if (eventfd_write(loop->event_fd, 1) != 0)
		return;
}

/* Back to its loop, from any thread: from here on the exchange is the loop's. */
static void come_back(struct ad_job *job)
{
	/* change, its job, and the call are each the first member of what holds them. */
	struct ad_exchange *x = (struct ad_exchange *)(void *)job;
	struct ad_http_loop *loop = x->priv->loop;
	struct ad_exchange *head = atomic_load_explicit(&loop->back, memory_order_relaxed);
	do {
		x->priv->next_back = head;
	} while (!atomic_compare_exchange_weak_explicit(&loop->back, &head, x, memory_order_release,
							memory_order_relaxed));
	/* One wake for all that come back while the loop is not looking. */
	if (!head)
		ad_http_wake(loop);
}

/*
 * Before each step, and by the thread that runs it: a notice after this one is news to a wait that
 * the step begins, also where it comes before the loop has the exchange back.
 */
static void executor_look(struct ad_exchange *x)
{
	x->priv->seen = atomic_load(&x->priv->loop->server->notified);
}

/* The owner of work in the slow lane is the account, so that none has all of its threads. */
static uint64_t slow_owner(const struct ad_call *call)
{
	uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */

	if (!call->who || !call->who->account_id[0])
		return 0;
	for (const char *at = call->who->account_id; *at; at++)
		sum = (sum ^ (unsigned char)*at) * UINT64_C(1099511628211);
	return sum ? sum : 1;
}

/*
 * Runs the handler, then steps and renders, as long as they may run on this thread. db is the
 * thread's own; slow: this thread may wait.
 */
static void run_here(struct ad_exchange *x, struct ad_db *db, bool slow)
{
	struct ad_http_private *p = x->priv;
	struct ad_call *call = &x->call;
	const struct ad_http_server *server = p->loop->server;
	/* All that reads here sees one moment, and the loop's turn locks once for all of it. */
	if (!slow && db && ad_db_moment(db) != AD_DB_DONE)
		ad_db_rollback(db);
	call->db = db;
	if (!p->started) {
		p->started = true;
		executor_look(x);
		p->route->handler(x);
	}
	/* Send the output of one step of a stream before the next step runs. */
	while (!p->stream || !ad_http_stream_writes(x)) {
		bool here = call->place == AD_HERE
				    ? slow == server->blocking
				    : call->place == AD_SLOW && slow &&
					      call->change.job.owner == slow_owner(call);
		if (call->next && here) {
			ad_step_fn *step = call->next;
			call->next = NULL;
			executor_look(x);
			step(call);
		} else if (!call->next && x->render && slow == server->blocking) {
			ad_handler_fn *render = x->render;
			x->render = NULL;
			executor_look(x);
			render(x);
		} else {
			break;
		}
	}
	call->db = NULL;
}

/* --- the slow lane -------------------------------------------------------------------------- */

static void run_slow(struct ad_job *job, void *state)
{
	run_here((struct ad_exchange *)(void *)job, state, true);
}

bool ad_http_submit_slow(struct ad_exchange *x, void (*run)(struct ad_job *job, void *state))
{
	struct ad_job *job = &x->call.change.job;

	/* Suspended before another thread can see it; resumed again where no thread will. */
	ad_http_suspend(x);
	*job = (struct ad_job){ .run = run, .done = come_back };
	if (ad_lane_submit(x->call.core->slow, job))
		return true;
	ad_http_resume(x);
	x->priv->parked = false;
	return false;
}

static bool submit_slow(struct ad_exchange *x)
{
	struct ad_job *job = &x->call.change.job;
	*job = (struct ad_job){ .run = run_slow, .done = come_back, .owner = slow_owner(&x->call) };
	return ad_lane_submit(x->call.core->slow, job);
}

/* --- the lane of passwords --- */

static void run_hash(struct ad_job *job, void *state)
{
	struct ad_exchange *x = (struct ad_exchange *)(void *)job;
	struct ad_call *call = &x->call;
	ad_step_fn *step = call->next;

	call->next = NULL;
	call->db = state;
	executor_look(x);
	step(call);
	call->db = NULL;
}

static bool submit_hash(struct ad_exchange *x)
{
	struct ad_job *job = &x->call.change.job;
	struct ad_core *core = x->call.core;

	*job = (struct ad_job){ .run = run_hash, .done = come_back };
	return ad_lane_submit(core->hash ? core->hash : core->slow, job);
}

/* --- the far lane --------------------------------------------------------------------------- */

static void run_far(struct ad_job *job, void *state)
{
	struct ad_exchange *x = (struct ad_exchange *)(void *)job;
	struct ad_call *call = &x->call;
	ad_step_fn *step = call->next;
	(void)state;
	call->next = NULL;
	call->db = NULL;
	executor_look(x);
	step(call);
}

static bool submit_far(struct ad_exchange *x)
{
	struct ad_job *job = &x->call.change.job;
	*job = (struct ad_job){ .run = run_far, .done = come_back };
	return x->call.core->far && ad_lane_submit(x->call.core->far, job);
}

/* --- the writer ----------------------------------------------------------------------------- */

/* Puts an exchange back to where it was before its write, but for the writer's own handle. */
static void executor_restore(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	struct ad_change change = x->call.change;
	*x = *p->before;
	x->call.change = change;
	p->add_count = p->before_adds;
}

static bool apply_write(struct ad_change *change, struct ad_db *db)
{
	struct ad_exchange *x = (struct ad_exchange *)(void *)change;
	struct ad_http_private *p = x->priv;
	if (p->wrote)
		executor_restore(x);
	p->wrote = true;
	x->call.db = db;
	executor_look(x);
	p->step(&x->call);
	x->call.db = NULL;
	return x->call.status == AD_OK || x->call.keep_changes;
}

static bool submit_write(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	p->step = x->call.next;
	x->call.next = NULL;
	if (!p->before)
		p->before = ad_arena_alloc(x->call.arena, sizeof(*p->before));
	*p->before = *x;
	p->before_adds = p->add_count;
	p->wrote = false;
	x->call.change = (struct ad_change){ .job.done = come_back, .apply = apply_write };
	if (ad_writer_submit(x->call.core->writer, &x->call.change))
		return true;
	p->step = NULL;
	return false;
}

/* --- on the loop ----------------------------------------------------------------------------- */

void ad_http_wait_remove(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	p->waiting = false;
	*p->prev_waiting = p->next_waiting;
	if (p->next_waiting)
		p->next_waiting->priv->prev_waiting = p->prev_waiting;
	atomic_fetch_sub_explicit(&p->loop->waiting_now, 1, memory_order_relaxed);
}

static void wait_add(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	p->waiting = true;
	p->next_waiting = p->loop->waiting;
	p->prev_waiting = &p->loop->waiting;
	if (p->next_waiting)
		p->next_waiting->priv->prev_waiting = &p->next_waiting;
	p->loop->waiting = x;
	atomic_fetch_add_explicit(&p->loop->waiting_now, 1, memory_order_relaxed);
}

/* The server cannot go on with it: its door says so, where the call does not know better. */
static void executor_give_up(struct ad_exchange *x)
{
	x->call.next = x->call.lost;
	x->call.place = AD_HERE;
	x->call.lost = NULL;
	if (x->call.next)
		return;
	x->call.status = AD_UNAVAILABLE;
	x->call.message = NULL;
	x->call.retry_after = 1;
	x->status = 0;
}

void ad_http_suspend(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	if (p->suspended)
		return;
	p->suspended = true;
	p->parked = true;
	p->loop->away++;
	MHD_suspend_connection(p->conn->mhd);
}

void ad_http_resume(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	if (!p->suspended)
		return;
	p->suspended = false;
	p->loop->away--;
	p->loop->again = true;
	MHD_resume_connection(p->conn->mhd);
}

static void executor_finish(struct ad_exchange *x)
{
	if (x->status == 0)
		ad_http_refuse(x, x->call.status == AD_UNAVAILABLE ? AD_UNAVAILABLE : AD_INTERNAL,
			       NULL);
	if (ad_http_pack_slow(x))
		return;
	x->priv->finished = true;
	ad_http_resume(x);
}

/* Hands the exchange to wherever its next step runs; false where there is no room. */
static bool hand_over(struct ad_exchange *x)
{
	ad_http_suspend(x);
	if (x->call.next && x->call.place == AD_WRITE)
		return submit_write(x);
	if (x->call.next && x->call.place == AD_FAR)
		return submit_far(x);
	if (x->call.next && x->call.place == AD_HASH)
		return submit_hash(x);
	return submit_slow(x);
}

/* Starts the wait; false if something happened meanwhile or the server stops. */
static bool begin_wait(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	if (p->loop->ending || p->seen != atomic_load(&p->loop->server->notified))
		return false;
	ad_http_suspend(x);
	wait_add(x);
	return true;
}

/* After a step: to wherever the next one runs. True: that is here, at once. */
static bool executor_advance(struct ad_exchange *x)
{
	struct ad_http_loop *loop = x->priv->loop;
	struct ad_call *call = &x->call;
	if (x->priv->stream && ad_http_stream_flush(x))
		return false;
	if (call->next && call->place == AD_WAIT) {
		bool ended = call->ending;
		if (begin_wait(x))
			return false;
		call->ending = loop->ending;
		call->place = AD_HERE;
		if (ended)
			executor_give_up(x);
		return true;
	}
	if (!call->next && !x->render && x->priv->started) {
		executor_finish(x);
		return false;
	}
	if (hand_over(x))
		return false;
	executor_give_up(x);
	if (!loop->server->blocking || call->next)
		return true;
	/* No front end may render now, so the reply is our own. A stream has already begun. */
	if (!x->priv->stream)
		executor_finish(x);
	else if (!submit_slow(x))
		ad_http_stream_lose(x);
	return false;
}

/* Goes on with an exchange until it is finished or has left for another thread or a wait. */
static void executor_go_on(struct ad_exchange *x)
{
	struct ad_http_loop *loop = x->priv->loop;
	do {
		if (!loop->server->blocking && !ad_http_stream_lost(x))
			run_here(x, loop->db, false);
	} while (executor_advance(x));
}

void ad_http_dispatch(struct ad_exchange *x)
{
	x->call.ending = x->priv->loop->ending;
	executor_go_on(x);
}

/* A write whose group was lost, or that took a failed statement for a success, did not happen. */
static void settle_write(struct ad_exchange *x)
{
	struct ad_http_private *p = x->priv;
	const struct ad_change *change = &x->call.change;
	if (!p->step)
		return;
	p->step = NULL;
	if (change->committed && (change->applied || x->call.status != AD_OK))
		return;
	executor_restore(x);
	executor_give_up(x);
}

static void take_back(struct ad_http_loop *loop)
{
	struct ad_exchange *x = atomic_exchange_explicit(&loop->back, NULL, memory_order_acquire);
	struct ad_exchange *oldest = NULL;
	while (x) {
		struct ad_exchange *next = x->priv->next_back;
		x->priv->next_back = oldest;
		oldest = x;
		x = next;
	}
	while (oldest) {
		x = oldest;
		oldest = x->priv->next_back;
		if (x->priv->is_admitting) {
			ad_http_body_admitted(x);
			continue;
		}
		if (ad_http_feed_back(x))
			continue;
		if (ad_http_pack_back(x)) {
			executor_finish(x);
			continue;
		}
		settle_write(x);
		executor_go_on(x);
	}
}

/* Streams that have sent what their last step wrote. */
static void take_drained(struct ad_http_loop *loop)
{
	struct ad_exchange *x = loop->drained;
	loop->drained = NULL;
	while (x) {
		struct ad_exchange *next = x->priv->next_back;
		ad_http_stream_watch(x);
		bool waits = x->call.next && x->call.place == AD_WAIT;
		if (!waits || executor_advance(x))
			executor_go_on(x);
		x = next;
	}
}

/* True if a wait is over: it is due, or there is a notice for it. */
static bool is_over(struct ad_exchange *x, bool news, int64_t now, uint64_t notified)
{
	if (x->priv->loop->ending || x->call.wait_until <= now)
		return true;
	return news && !ad_http_stream_sleeps_on(x, notified);
}

static void wake_waiting(struct ad_http_loop *loop)
{
	uint64_t notified = atomic_load(&loop->server->notified);
	bool news = notified != loop->notified;
	int64_t now = loop->waiting ? ad_now() : 0;
	loop->notified = notified;
	/* Taken off first: one that waits again goes to the head of the list. */
	struct ad_exchange *due = NULL;
	for (struct ad_exchange *x = loop->waiting, *next; x; x = next) {
		next = x->priv->next_waiting;
		bool over = is_over(x, news, now, notified);
		if (!over && ad_http_stream_beat_at(x) > now)
			continue;
		ad_http_wait_remove(x);
		if (!over) {
			ad_http_stream_beat(x);
			continue;
		}
		x->priv->next_back = due;
		due = x;
	}
	while (due) {
		struct ad_exchange *x = due;
		due = x->priv->next_back;
		x->call.ending = loop->ending;
		x->call.place = AD_HERE;
		executor_go_on(x);
	}
}

void ad_http_turn(struct ad_http_loop *loop)
{
	take_back(loop);
	take_drained(loop);
	wake_waiting(loop);
}

int64_t ad_http_next_wait(const struct ad_http_loop *loop)
{
	int64_t first = INT64_MAX;
	for (const struct ad_exchange *x = loop->waiting; x; x = x->priv->next_waiting) {
		int64_t beat = ad_http_stream_beat_at(x);
		int64_t due = x->call.wait_until < beat ? x->call.wait_until : beat;
		if (due < first)
			first = due;
	}
	return first;
}
