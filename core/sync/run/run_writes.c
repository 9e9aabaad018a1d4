/* The changes that a run makes, on the writer's thread, each under its lease. */
#include <assert.h>

#include "base/clock.h"
#include "base/log.h"
#include "sync/journal/conditions.h"
#include "sync/lease/holder.h"
#include "sync/journal/journal_skip.h"
#include "sync/killswitch/pause.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_credential.h"
#include "sync/run/run_pace.h"
#include "sync/run/run_turn.h"

static void run_writes_bind_run(struct ad_stmt *s, const struct ad_run *run)
{
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, run->id);
}

/* Each part of the kill switch has its own lease. */
static struct ad_str run_writes_part_of(const struct ad_run *run)
{
	return run->part < AD_PLATFORM_COUNT ? ad_str(ad_platform_name(run->part)) : AD_S("");
}

enum ad_db_status ad_run_hold_on(struct ad_run *run, struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_leases SET expires_at = $5 WHERE space_id = $1"
				       " AND environment = $2 AND run_id = $3 AND holder = $4 AND"
				       " ($6 = '' OR platform = $6)");
	/* Read first, so that this process never assumes a longer lease than others see. */
	int64_t since = ad_since_boot(), now;
	enum ad_db_status status = ad_db_clock(db, &now);

	if (status != AD_DB_DONE)
		return status;
	run_writes_bind_run(s, run);
	ad_bind_cstr(s, 4, ad_sync_holder(run->sync));
	run->held_until = since + AD_LEASE_TIME;
	run->leased_until = now + AD_LEASE_TIME;
	ad_bind_int(s, 5, run->leased_until);
	ad_bind(s, 6, run_writes_part_of(run));
	status = ad_step(s);
	if (status == AD_DB_DONE && ad_db_changes(db) == 0)
		ad_run_set_fate(run, AD_RUN_LOST);
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_hold_turns(run, db);
	return status == AD_DB_DONE && !ad_run_is_lost(run) ? ad_run_keep_paces(run, db) : status;
}

/* *held: another process works on the run: it may be alive, and its lease has not expired. */
static enum ad_db_status held_by_other(struct ad_run *run, struct ad_db *db, bool *held)
{
	struct ad_stmt *s = ad_sql(db, "SELECT holder, expires_at FROM sync_leases WHERE space_id"
				       " = $1 AND environment = $2 AND run_id = $3 AND ($4 = '' OR"
				       " platform = $4)");
	const char *self = ad_sync_holder(run->sync);
	int64_t now;
	enum ad_db_status status = ad_db_clock(db, &now);

	*held = false;
	if (status != AD_DB_DONE)
		return status;
	run_writes_bind_run(s, run);
	ad_bind(s, 4, run_writes_part_of(run));
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (ad_str_is(ad_col(s, 0), self))
			continue;
		run->taken = run->taken || ad_col(s, 0).n > 0;
		if (ad_col_int(s, 1) > now && !ad_holder_dead(ad_col(s, 0), self))
			*held = true;
	}
	return status;
}

/* Reopens an ended run, only to query the operations that it left UNKNOWN. */
static enum ad_db_status run_writes_reopen(struct ad_run *run, struct ad_db *db,
					   struct ad_arena *arena)
{
	struct ad_str holder = { 0 };
	struct ad_str id = ad_str(run->id);
	struct ad_run_row head;
	struct ad_stmt *s;
	bool reopened = false;
	enum ad_db_status status = ad_run_load(db, arena, run->realm, id, &head);

	/* Another server, or another part of the kill switch, works on it. */
	if (status == AD_DB_DONE || (status == AD_DB_ROW && !ad_run_is_final(head.status))) {
		ad_run_set_fate(run, AD_RUN_LOST);
		return AD_DB_DONE;
	}
	if (status != AD_DB_ROW)
		return status;
	status = ad_run_lease(db, arena, run->realm, id, &holder);
	if (status == AD_DB_CONFLICT) {
		ad_run_set_fate(run, AD_RUN_LOST);
		return ad_run_release(db, run->realm, id);
	}
	if (status == AD_DB_DONE)
		status = ad_run_change_status(db, run->realm, id, "RUNNING", &reopened);
	if (status != AD_DB_DONE)
		return status;
	if (!reopened) {
		ad_run_set_fate(run, AD_RUN_LOST);
		return ad_run_release(db, run->realm, id);
	}
	s = ad_sql(db, "UPDATE sync_operations SET finished_at = 0 WHERE space_id = $1 AND"
		       " environment = $2 AND run_id = $3 AND status = 'UNKNOWN' AND finished_at >"
		       " 0 AND (error NOT LIKE '%\"AMBIGUOUS\"%' OR finished_at < $4)");
	run_writes_bind_run(s, run);
	ad_bind_int(s, 4, ad_now() - AD_RUN_ASK_PERSON);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	/* No part of a kill switch continues: the states of its parts are outdated. */
	s = ad_sql(db, "UPDATE sync_runs SET done = done - $4, position = COALESCE($5, position)"
		       " WHERE space_id = $1 AND environment = $2 AND id = $3");
	ad_bind_int(s, 4, ad_db_changes(db));
	if (ad_pause_is(arena, &head))
		ad_bind_cstr(s, 5, "dddd");
	run_writes_bind_run(s, run);
	return ad_step(s);
}

enum ad_db_status ad_run_hold(struct ad_run *run, struct ad_db *db)
{
	bool held = false;
	struct ad_stmt *s;
	int64_t now = 0;
	enum ad_db_status status = held_by_other(run, db, &held);

	if (status == AD_DB_DONE && held)
		ad_run_set_fate(run, AD_RUN_LOST);
	else if (status == AD_DB_DONE)
		status = ad_db_clock(db, &now);
	if (status != AD_DB_DONE || held)
		return status;
	s = ad_sql(db, "UPDATE sync_leases SET holder = $4, expires_at = $5 WHERE space_id = $1 AND"
		       " environment = $2 AND run_id = $3 AND ($6 = '' OR platform = $6)");
	run_writes_bind_run(s, run);
	ad_bind(s, 6, run_writes_part_of(run));
	ad_bind_cstr(s, 4, ad_sync_holder(run->sync));
	ad_bind_int(s, 5, now + AD_LEASE_TIME);
	return ad_step(s);
}

enum ad_db_status ad_run_doubt(struct ad_run *run, struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_operations SET status = 'UNKNOWN', sent_at = $4"
				       " WHERE space_id = $1 AND environment = $2 AND run_id = $3"
				       " AND status = 'SENT' AND ($5 = '' OR platform = $5)");

	run_writes_bind_run(s, run);
	ad_bind_int(s, 4, ad_now());
	ad_bind(s, 5, run_writes_part_of(run));
	return ad_step(s);
}

static enum ad_db_status run_writes_resume(struct ad_run *run, struct ad_db *db,
					   struct ad_arena *arena)
{
	/* A run that had ended sends nothing more: it only queries. */
	bool goes_on = run->late || run->kind == AD_RUN_KILL_SWITCH;
	enum ad_db_status status = goes_on ? AD_DB_DONE : ad_run_stop_blocked(run, db, arena);

	if (status == AD_DB_DONE && !goes_on)
		status = ad_run_stop_revoked(run, db, arena);
	return status == AD_DB_DONE ? ad_run_doubt(run, db) : status;
}

static enum ad_run_kind run_writes_kind_of(struct ad_arena *arena, const struct ad_run_row *head)
{
	if (ad_str_is(head->mode, "PULL"))
		return AD_RUN_PULL;
	return ad_pause_is(arena, head) ? AD_RUN_KILL_SWITCH : AD_RUN_PUSH;
}

enum ad_db_status ad_run_move_status(struct ad_run *run, struct ad_db *db, const char *to)
{
	bool changed = false;
	enum ad_db_status status =
		ad_run_change_status(db, run->realm, ad_str(run->id), to, &changed);

	if (status != AD_DB_DONE || changed)
		return status;
	ad_log(AD_LOG_ERROR, "run_status_refused", "run", run->id, "to", to, NULL);
	ad_run_set_fate(run, AD_RUN_REFUSED);
	return AD_DB_INVALID;
}

/* Resumes the run, or starts it. */
static enum ad_db_status take_up(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				 const struct ad_run_row *head)
{
	ad_run_set_kind(run, run_writes_kind_of(arena, head));
	if (run->kind == AD_RUN_PULL)
		return AD_DB_DONE; /* it resumes at its own position, and sends nothing */
	if (run->part < AD_PLATFORM_COUNT)
		return ad_run_begin_part(run, db, arena, head);
	if (ad_str_is(head->status, "AWAITING_APPROVAL"))
		return ad_run_end_waiting(run, db, arena);
	if (!ad_str_is(head->status, "QUEUED"))
		return run_writes_resume(run, db, arena);
	return ad_run_begin(run, db, arena, head);
}

/*
 * *ends: the run was cancelled before it started, or lost its leases to the kill switch, with too
 * many operations to skip in the change that did so. It holds no request in progress.
 */
static enum ad_db_status ends_cancelled(const struct ad_run *run, struct ad_db *db,
					const struct ad_run_row *head, bool *ends)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	*ends = head->cancel && ad_str_is(head->status, "QUEUED");
	if (!head->cancel || *ends)
		return AD_DB_DONE;
	s = ad_sql(db, "SELECT 1 FROM sync_leases WHERE space_id = $1 AND environment = $2 AND"
		       " run_id = $3 LIMIT 1");
	run_writes_bind_run(s, run);
	status = ad_step(s);
	*ends = status == AD_DB_DONE;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status end_cancelled(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_skip(run, db, 0, "CANCELLED", AD_S(AD_CANCELLED_MESSAGE));

	if (status != AD_DB_DONE || run->fate == AD_RUN_MORE)
		return status;
	run->cancel = true;
	status = ad_run_conclude(run, db, arena);
	if (status == AD_DB_DONE)
		ad_run_set_fate(run, AD_RUN_OVER);
	return status;
}

/* Takes the run's leases and loads it; `lost` if it is not this process's to work on. */
static enum ad_db_status run_writes_seize(struct ad_run *run, struct ad_db *db,
					  struct ad_arena *arena, struct ad_run_row *head)
{
	enum ad_db_status status = AD_DB_DONE;

	if (run->late)
		status = run_writes_reopen(run, db, arena);
	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_hold(run, db);
	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	status = ad_run_load(db, arena, run->realm, ad_str(run->id), head);
	/* It may have ended between the query and the claim. */
	if (status == AD_DB_DONE || (status == AD_DB_ROW && ad_run_is_final(head->status)))
		ad_run_set_fate(run, AD_RUN_LOST);
	/* It had ended before: the process that queried its UNKNOWN operations died. */
	run->late = run->late || head->finished_at > 0;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status mark_running(struct ad_run *run, struct ad_db *db)
{
	struct ad_stmt *s;
	bool claimed = false;
	enum ad_db_status status =
		ad_run_change_status(db, run->realm, ad_str(run->id), "RUNNING", &claimed);

	if (status == AD_DB_DONE && !claimed)
		ad_run_set_fate(run, AD_RUN_LOST);
	if (status != AD_DB_DONE || !claimed)
		return status;
	s = ad_sql(db, "UPDATE sync_runs SET started_at = $4 WHERE space_id = $1 AND environment ="
		       " $2 AND id = $3 AND started_at = 0");
	run_writes_bind_run(s, run);
	ad_bind_int(s, 4, ad_now());
	return ad_step(s);
}

/* The event for the log. Each part of a kill switch starts by itself. */
static const char *begun_as(const struct ad_run *run, const struct ad_run_row *head)
{
	bool starts = run->part < AD_PLATFORM_COUNT ? ad_pause_at(head, run->part) == AD_PAUSE_WAITS
						    : ad_str_is(head->status, "QUEUED");

	return run->late    ? "run_reopened"
	       : starts     ? "run_started"
	       : run->taken ? "run_taken_over"
			    : "run_resumed";
}

enum ad_db_status ad_run_claim(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_run_row head = { 0 };
	bool ends = false;
	enum ad_db_status status;

	status = run_writes_seize(run, db, arena, &head);
	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	if (!run->late && run->part == AD_PLATFORM_COUNT && ad_str_is(head.mode, "PUSH"))
		status = ends_cancelled(run, db, &head, &ends);
	if (status == AD_DB_DONE)
		status = ends ? end_cancelled(run, db, arena) : take_up(run, db, arena, &head);
	if (status != AD_DB_DONE || run->fate != AD_RUN_GOES_ON)
		return status;
	assert(run->kind != AD_RUN_UNCLAIMED);
	run->begun = begun_as(run, &head);
	return mark_running(run, db);
}

enum ad_db_status ad_run_read_cancel(struct ad_run *run, struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "SELECT cancel FROM sync_runs WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");
	enum ad_db_status status;

	run_writes_bind_run(s, run);
	status = ad_step(s);
	run->cancel = status == AD_DB_ROW && ad_col_int(s, 0) != 0;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* The arena of a write ends with it: copies the errors decided there, which are used later. */
static void keep_errors(struct ad_run *run)
{
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_platform_error *error = &run->sent_ops[i].error;
		if (run->sent_ops[i].next != AD_OPS_SKIPPED)
			continue;
		error->message = ad_arena_copy(run->arena, error->message);
		if (error->details.n)
			error->details = ad_arena_copy(run->arena, error->details);
	}
}

/* The journal contradicts what this run did: the change is rolled back, and the run is left. */
static void note_refused(struct ad_run *run, const struct ad_journal_op *ops, size_t count)
{
	bool refused = false;

	for (size_t i = 0; i < count; i++)
		refused = refused || ops[i].refused;
	if (refused)
		ad_run_set_fate(run, AD_RUN_REFUSED);
}

enum ad_db_status ad_run_mark_sent(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_rails rails;
	struct ad_conditions conditions = { .db = db,
					    .arena = arena,
					    .realm = run->realm,
					    .run_id = ad_str(run->id),
					    .rails = &rails };
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_read_cancel(run, db);
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->cancel)
		return status;
	status = ad_run_check_credential(run, db, arena);
	if (status != AD_DB_DONE || run->revoked)
		return status;
	status = ad_run_rails(run, db, arena, &rails);
	if (status == AD_DB_DONE)
		status = ad_journal_sent(&conditions, run->sent_ops, run->sent_count);
	note_refused(run, run->sent_ops, run->sent_count);
	keep_errors(run);
	return status;
}

enum ad_db_status ad_run_mark_step(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_check_step(run, db);
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->revoked)
		return status;
	status = ad_journal_steps(db, arena, run->realm, ad_str(run->id), run->sent_ops,
				  run->sent_count);
	note_refused(run, run->sent_ops, run->sent_count);
	return status;
}

/*
 * *has: the run still holds the lease on the current ad account: the kill switch takes them one by
 * one.
 */
static enum ad_db_status has_account(const struct ad_run *run, struct ad_db *db, bool *has)
{
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sync_leases WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3 AND platform = $4");
	enum ad_db_status status;

	run_writes_bind_run(s, run);
	ad_bind_cstr(s, 4, ad_platform_name(run->platform));
	status = ad_step(s);
	*has = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

enum ad_db_status ad_run_keep(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	bool has = false;
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = has_account(run, db, &has);
	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	/*
	 * Nothing was sent, and the state that was read may be outdated: the operations stay
	 * PENDING.
	 */
	if (!has) {
		run->cancel = true;
		return AD_DB_DONE;
	}
	status = ad_journal_settle(db, arena, run->realm, ad_str(run->id), run->ops, run->count);
	note_refused(run, run->ops, run->count);
	return status;
}

/* Stores a new refresh token from the platform, unless a person connected again meanwhile. */
enum ad_db_status ad_run_keep_token(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	const struct ad_connection *connection = &run->connection;
	const struct ad_secrets *secrets = ad_sync_env(run->sync)->secrets;
	struct ad_str stored;
	bool stands = false;
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_connection_stands(db, arena, secrets, connection, &stored, &stands);
	if (status != AD_DB_DONE || ad_run_is_lost(run) || !stands)
		return status;
	struct ad_stmt *s = ad_sql(db, "UPDATE connections SET credentials = $5 WHERE space_id = $1"
				       " AND environment = $2 AND id = $3 AND credentials = $4");
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, connection->id);
	ad_bind(s, 4, stored);
	ad_bind(s, 5,
		ad_connection_seal(arena, secrets, connection->id, run->renewed,
				   &connection->link));
	return ad_step(s);
}

enum ad_db_status ad_run_renew(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	(void)arena;
	return ad_run_hold_on(run, db);
}

enum ad_db_status ad_run_skip(struct ad_run *run, struct ad_db *db, uint32_t without,
			      const char *code, struct ad_str message)
{
	struct ad_skip skip = { run->realm, ad_str(run->id), without, code, message, false };
	enum ad_db_status status = ad_skip_some(db, &skip);

	if (status == AD_DB_DONE)
		ad_run_set_fate(run, skip.more ? AD_RUN_MORE : AD_RUN_GOES_ON);
	return status;
}

/*
 * SUCCEEDED if all operations succeeded, CANCELLED if the run was cancelled before that, FAILED if
 * none succeeded, else PARTIAL.
 */
static enum ad_db_status run_writes_outcome(struct ad_run *run, struct ad_db *db, const char **name)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT COALESCE(SUM(CASE status WHEN 'SUCCEEDED' THEN 1 ELSE"
			   " 0 END), 0), COUNT(*) FROM sync_operations WHERE space_id"
			   " = $1 AND environment = $2 AND run_id = $3");
	enum ad_db_status status;
	int64_t good, all;

	run_writes_bind_run(s, run);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	good = ad_col_int(s, 0);
	all = ad_col_int(s, 1);
	ad_reset(s);
	*name = good == all ? "SUCCEEDED" : good == 0 ? "FAILED" : "PARTIAL";
	if (run->cancel && good < all)
		*name = "CANCELLED";
	return AD_DB_DONE;
}

enum ad_db_status ad_run_conclude(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	const char *name = "FAILED";
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status = run_writes_outcome(run, db, &name);

	if (status == AD_DB_DONE)
		status = ad_run_move_status(run, db, name);
	if (status == AD_DB_DONE)
		status = ad_journal_note_end(db, arena, run->realm, id, name);
	if (status == AD_DB_DONE)
		status = ad_run_release(db, run->realm, id);
	run->ended = name;
	return status;
}

enum ad_db_status ad_run_finish(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_run_read_cancel(run, db);
	if (status != AD_DB_DONE || ad_run_is_lost(run))
		return status;
	status = ad_run_skip(run, db, 0, "CANCELLED", AD_S(AD_CANCELLED_MESSAGE));
	return status == AD_DB_DONE && run->fate != AD_RUN_MORE ? ad_run_conclude(run, db, arena)
								: status;
}
