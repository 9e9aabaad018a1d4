/* The waits of a run, and its resources. */
#include "sync/run/run.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "sync/state/call_counts.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_log.h"
#include "sync/run/run_mode.h"

static void run_answered(struct ad_transfer *transfer)
{
	struct ad_run *run =
		(struct ad_run *)((char *)transfer - offsetof(struct ad_run, transfer));

	ad_run_set_wait(run, AD_RUN_READY);
	ad_call_counts_add(ad_sync_call_counts(run->sync), run->platform, transfer);
}

void ad_run_http(struct ad_run *run, ad_run_step *then)
{
	ad_run_set_wait(run, AD_RUN_ON_HTTP);
	run->then = then;
	run->transfer.done = run_answered;
	ad_transport_send(ad_sync_transport(run->sync), &run->transfer);
}

static bool run_apply(struct ad_change *change, struct ad_db *db)
{
	struct ad_run_write *write = (struct ad_run_write *)change;
	struct ad_arena *arena = ad_arena_new();
	enum ad_db_status status;

	ad_run_start_fate(write->run);
	write->run->ended = NULL;
	status = write->make(write->run, db, arena);

	ad_arena_free(arena);
	return status == AD_DB_DONE;
}

static void run_written(struct ad_job *job)
{
	struct ad_run_write *write = (struct ad_run_write *)job;

	ad_sync_written(write->run->sync, write);
}

/* A run continues only after its write is durable: a failed write is repeated. */
static void check_written(struct ad_run *run);

static void run_submit(struct ad_run *run)
{
	memset(&run->write.change, 0, sizeof(run->write.change));
	run->write.change.apply = run_apply;
	run->write.change.job.done = run_written;
	run->write.run = run;
	ad_run_set_wait(run, AD_RUN_ON_WRITE);
	if (!ad_writer_submit(ad_sync_env(run->sync)->writer, &run->write.change)) {
		ad_run_set_wait(run, AD_RUN_ON_TIMER);
		run->wake_at = ad_monotonic() + AD_SECOND / 10;
	}
}

void ad_run_write_then(struct ad_run *run,
		       enum ad_db_status (*make)(struct ad_run *, struct ad_db *,
						 struct ad_arena *),
		       ad_run_step *then)
{
	run->write.make = make;
	run->write.after = then;
	run->then = check_written;
	run_submit(run);
}

static void run_go_on(struct ad_run *run, bool lost)
{
	for (size_t i = 0; i < AD_LEN(run->paces) && !lost; i++)
		run->paces[i].changed = false;
	if (lost && run->begun)
		ad_run_log_lost(run);
	else if (run->ended && !lost)
		ad_run_log_ended(run);
	run->then = lost ? ad_run_end : run->write.after;
	run->then(run);
}

static void check_written(struct ad_run *run)
{
	bool done = run->write.change.applied && run->write.change.committed;

	if (done && run->fate != AD_RUN_MORE) {
		run_go_on(run, ad_run_is_lost(run));
		return;
	}
	/* A repeated change would be refused again. The run is claimed anew, from the journal. */
	if (ad_sync_stopping(run->sync) || run->fate == AD_RUN_REFUSED) {
		ad_run_end(run);
		return;
	}
	run_submit(run);
	if (run->waits == AD_RUN_ON_WRITE)
		return;
	run->then = check_written;
}

void ad_run_sleep(struct ad_run *run, int64_t us, ad_run_step *then)
{
	ad_run_set_wait(run, AD_RUN_ON_TIMER);
	run->wake_at = ad_monotonic() + us;
	run->then = then;
}

void ad_run_end(struct ad_run *run)
{
	ad_run_set_wait(run, AD_RUN_ENDED);
}

static void run_write_claim(struct ad_run *run);

static void run_claimed(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	if (run->fate == AD_RUN_STALE) {
		ad_run_judge(run, run_write_claim);
		return;
	}
	env->notify(env->arg);
	if (run->fate == AD_RUN_OVER) {
		ad_run_end(run);
		return;
	}
	ad_run_log_begun(run);
	ad_run_mode_of(run)->next(run);
}

static void run_write_claim(struct ad_run *run)
{
	ad_run_write_then(run, ad_run_claim, run_claimed);
}

static void run_first_step(struct ad_run *run)
{
	ad_run_judge(run, run_write_claim);
}

static void run_copy(char *out, size_t size, struct ad_str s)
{
	size_t n = s.n < size ? s.n : size - 1;

	memcpy(out, s.p, n);
	out[n] = '\0';
}

struct ad_run *ad_run_new(struct ad_sync *sync, struct ad_str space, struct ad_str environment,
			  struct ad_str id)
{
	struct ad_run *run = ad_xcalloc(1, sizeof(*run));

	run->sync = sync;
	run_copy(run->id, sizeof(run->id), id);
	run_copy(run->space, sizeof(run->space), space);
	run_copy(run->environment, sizeof(run->environment), environment);
	run->realm = (struct ad_realm){ ad_str(run->space), ad_str(run->environment) };
	run->arena = ad_arena_new();
	run->part = AD_PLATFORM_COUNT;
	run->waits = AD_RUN_READY;
	run->then = run_first_step;
	return run;
}

void ad_run_free(struct ad_run *run)
{
	/* The writer or the slow lane would go on with it. */
	assert(run->waits != AD_RUN_ON_WRITE);
	for (size_t i = 0; i < AD_LEN(run->tokens); i++)
		free(run->tokens[i]);
	ad_transfer_clear(&run->transfer);
	ad_arena_free(run->arena);
	free(run);
}
