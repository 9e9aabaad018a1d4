/* The kill switch on one platform: the part starts, waits and ends on its own. */
#include "base/clock.h"
#include "sync/journal/journal_skip.h"
#include "sync/killswitch/pause.h"
#include "sync/run/run_claim.h"

static struct ad_pause pause_of(const struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	return (struct ad_pause){ db, arena, run->realm, ad_str(run->id) };
}

/* Ends the part; the last part ends the run. */
static enum ad_db_status end_part(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_pause p = pause_of(run, db, arena);
	struct ad_run_row head;
	enum ad_db_status status = ad_run_skip(run, db, ad_run_other_parts(run), "CANCELLED",
					       AD_S(AD_CANCELLED_MESSAGE));

	if (status != AD_DB_DONE || run->fate == AD_RUN_MORE)
		return status;
	status = ad_pause_set(&p, run->part, AD_PAUSE_DONE);
	if (status == AD_DB_DONE)
		status = ad_run_load(db, arena, run->realm, p.run_id, &head);
	if (status != AD_DB_ROW)
		return status;
	return ad_pause_is_done(&head) ? ad_run_conclude(run, db, arena) : AD_DB_DONE;
}

enum ad_db_status ad_run_begin_part(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head)
{
	struct ad_pause p = pause_of(run, db, arena);
	enum ad_pause_at at = ad_pause_at(head, run->part);
	bool held = false, idle = false;
	enum ad_db_status status = AD_DB_DONE;

	run->cancel = head->cancel;
	if (at == AD_PAUSE_DONE) {
		ad_run_set_fate(run, AD_RUN_OVER);
		return AD_DB_DONE;
	}
	if (head->cancel)
		status = ad_pause_idle(&p, p.run_id, run->part, &idle);
	if (status == AD_DB_DONE && idle) {
		/* The lease may belong to a later kill switch by now. */
		status = end_part(run, db, arena);
		if (status == AD_DB_DONE && run->fate != AD_RUN_MORE)
			ad_run_set_fate(run, AD_RUN_OVER);
		return status;
	}
	if (status == AD_DB_DONE)
		status = ad_pause_lease(&p, run->part, &held);
	if (status == AD_DB_DONE && held)
		ad_run_set_fate(run, AD_RUN_LOST);
	else if (status == AD_DB_DONE)
		status = ad_run_hold(run, db);
	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	if (at != AD_PAUSE_WAITS)
		return ad_run_doubt(run, db);
	/* Other runs have released the account: the state is known now. */
	status = ad_pause_plan(&p, 1u << run->part);
	return status == AD_DB_DONE ? ad_pause_set(&p, run->part, AD_PAUSE_SENDS) : status;
}

/* An earlier run's request without a response may still enable a campaign after the pause. */
static enum ad_db_status run_part_settle(struct ad_run *run, struct ad_db *db,
					 struct ad_arena *arena)
{
	struct ad_pause p = pause_of(run, db, arena);
	struct ad_plan_filter in = { 0 };
	int64_t landing = ad_run_landing(run), sent_at, left;
	size_t count = 0;
	enum ad_db_status status = ad_pause_unsettled(&p, run->part, landing, &in, &sent_at);

	if (status != AD_DB_DONE || in.object_count == 0)
		return status;
	left = sent_at + landing - ad_now();
	/* A clock that was set back does not extend the wait. */
	if (left > 0 && run->part_at == AD_PART_FIRST) {
		run->part_to = AD_PART_WAITED;
		run->settles = left < landing ? left : landing;
		return ad_pause_set(&p, run->part, AD_PAUSE_SETTLES);
	}
	status = ad_pause_again(&p, run->part, &in, &count);
	if (status != AD_DB_DONE || count == 0)
		return status;
	run->part_to = AD_PART_RECHECKED;
	return ad_pause_set(&p, run->part, AD_PAUSE_SENDS);
}

static enum ad_db_status run_part_finish(struct ad_run *run, struct ad_db *db,
					 struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_hold_on(run, db);

	run->part_to = run->part_at;
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_read_cancel(run, db);
	if (status == AD_DB_DONE && !ad_run_is_lost(run) && !run->cancel &&
	    run->part_at != AD_PART_RECHECKED)
		status = run_part_settle(run, db, arena);
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->part_to != run->part_at)
		return status;
	return end_part(run, db, arena);
}

static void run_part_finished(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	if (run->part_to == run->part_at) {
		ad_run_end(run);
		return;
	}
	ad_run_set_part_at(run, run->part_to);
	if (run->part_at == AD_PART_WAITED)
		ad_run_sleep(run, run->settles, ad_run_end_part);
	else
		ad_run_next(run);
}

void ad_run_end_part(struct ad_run *run)
{
	if (ad_sync_stopping(run->sync))
		ad_run_end(run);
	else
		ad_run_write_then(run, run_part_finish, run_part_finished);
}
