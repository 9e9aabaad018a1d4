#include "sync/run/run_turn.h"

#include "base/clock.h"
#include "base/log.h"
#include "sync/killswitch/pause.h"
#include "sync/run/run_mode.h"

static uint32_t run_turn_bit(enum ad_platform platform)
{
	return 1u << platform;
}

static struct ad_turn turn_on(const struct ad_run *run, enum ad_platform platform)
{
	return (struct ad_turn){
		.realm = run->realm,
		.run_id = ad_str(run->id),
		.account_id = run->connection.account_id,
		.platform = platform,
		.pulls = run->kind == AD_RUN_PULL,
	};
}

static enum ad_db_status run_turn_give(struct ad_run *run, struct ad_db *db,
				       enum ad_platform platform)
{
	struct ad_turn turn = turn_on(run, platform);

	run->turns.held &= ~run_turn_bit(platform);
	return ad_turn_give(db, &turn);
}

/* A pull visits each account once. */
static enum ad_db_status give_left(struct ad_run *run, struct ad_db *db)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++)
		if (i != (int)run->platform && run->turns.held & (1u << i))
			status = run_turn_give(run, db, (enum ad_platform)i);
	return status;
}

static enum ad_db_status run_turn_take(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_turn turn = turn_on(run, run->platform);
	struct ad_run_turns *turns = &run->turns;
	int64_t waits = 0;
	bool has = false;
	enum ad_db_status status;

	(void)arena;
	/* Not held yet: an earlier call's change may have been rolled back. */
	turns->held &= ~run_turn_bit(run->platform);
	status = ad_run_hold_on(run, db);
	if (status == AD_DB_DONE && !ad_run_is_lost(run) && run->kind == AD_RUN_PULL)
		status = give_left(run, db);
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_turn_take(db, &turn, run->leased_until, &has, &waits);
	if (has)
		turns->held |= run_turn_bit(run->platform);
	turns->asked_at[run->platform] = has ? 0 : ad_since_boot() - waits;
	turns->busy_until[run->platform] = has ? 0 : ad_monotonic() + AD_TURN_LOOK;
	return status;
}

static void run_turn_taken(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	if (run->turns.held & run_turn_bit(run->platform)) {
		run->write.resume(run);
		return;
	}
	if (!(run->turns.told & run_turn_bit(run->platform))) {
		run->turns.told |= run_turn_bit(run->platform);
		ad_log(AD_LOG_INFO, "sync_waits", "run", run->id, "platform",
		       ad_platform_name(run->platform), "code", AD_TURN_BUSY, NULL);
		env->notify(env->arg);
	}
	ad_run_mode_of(run)->next(run);
}

void ad_run_turn(struct ad_run *run, ad_run_step *then)
{
	run->turns.kept = 0;
	if (run->kind == AD_RUN_KILL_SWITCH || run->turns.held & run_turn_bit(run->platform)) {
		then(run);
		return;
	}
	run->write.resume = then;
	ad_run_write_then(run, run_turn_take, run_turn_taken);
}

int64_t ad_run_busy(const struct ad_run *run, enum ad_platform platform)
{
	int64_t left = run->turns.busy_until[platform] - ad_monotonic();

	return left > 0 ? left : 0;
}

enum ad_db_status ad_run_hold_turns(struct ad_run *run, struct ad_db *db)
{
	uint32_t held = 0;
	enum ad_db_status status;

	if (run->kind == AD_RUN_KILL_SWITCH)
		return AD_DB_DONE;
	status = ad_turn_hold_on(db, run->realm, ad_str(run->id), run->leased_until, &held);
	if (status == AD_DB_DONE) {
		if (run->turns.held & ~held)
			ad_run_set_fate(run, AD_RUN_LOST);
		run->turns.held = held;
	}
	return status;
}

enum ad_db_status ad_run_let_go(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_pause p = { db, arena, run->realm, ad_str(run->id) };
	enum ad_db_status status = ad_run_hold_on(run, db);

	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE && !ad_run_is_lost(run);
	     i++) {
		bool idle = false;
		if (!(run->turns.held & (1u << i)))
			continue;
		/*
		 * While operations are in doubt, the turn is kept: otherwise other runs' objects
		 * could be mistaken for theirs.
		 */
		status = ad_pause_idle(&p, p.run_id, (enum ad_platform)i, &idle);
		if (status == AD_DB_DONE && idle)
			status = run_turn_give(run, db, (enum ad_platform)i);
	}
	run->turns.kept = run->turns.held;
	return status;
}

enum ad_db_status ad_run_give_turn(struct ad_run *run, struct ad_db *db)
{
	return run->turns.held & run_turn_bit(run->platform) ? run_turn_give(run, db, run->platform)
							     : AD_DB_DONE;
}

enum ad_db_status ad_run_yield_turn(struct ad_run *run, struct ad_db *db)
{
	struct ad_turn turn = turn_on(run, run->platform);
	bool wanted = false;
	enum ad_db_status status = AD_DB_DONE;

	if (run->turns.held & run_turn_bit(run->platform))
		status = ad_turn_wanted(db, &turn, &wanted);
	return status == AD_DB_DONE && wanted ? run_turn_give(run, db, run->platform) : status;
}
