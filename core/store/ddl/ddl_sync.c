/*
 * Runs and their journal. The Space leads every key, so that the same schema distributes. Times
 * are microseconds, money is micros, JSON is text.
 */
#include "store/ddl/ddl_texts.h"

const char *const ad_ddl_sync[] = {
	/* A push or a pull. `position` is where a pull stands, `pulled` what it brought in;
	 * `filters` is the canonical request; `cancel` asks a RUNNING run to
	 * stop; `connector` says that a connector asked for it, `connector_drafts` that it carries
	 * what a connector drafted; `spend` is the total of the Space's daily budgets when it
	 * began, micros; `reverted` is the record of the revert that took it back
	 * (core/call/sync/revert_once.c); `connections` holds digests of the ad account and the
	 * settings of each connection that its plan was made with (core/sync/plan/plan.h);
	 * `cancel_reason` is what a person said who cancelled it; `plan_mark` is what its plan was
	 * made from, at `plan_marked_at` (core/sync/plan/plan_mark.h); `totals` is the JSON of the
	 * plan's sums, as previewed. */
	"CREATE TABLE IF NOT EXISTS sync_runs ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, id TEXT NOT NULL,"
	" mode TEXT NOT NULL, status TEXT NOT NULL, plan_hash TEXT, activate BIGINT NOT NULL,"
	" filters TEXT NOT NULL, source TEXT NOT NULL, created_by TEXT NOT NULL,"
	" credential_id TEXT NOT NULL, connector BIGINT NOT NULL, approved_by TEXT,"
	" approved_credential TEXT,"
	" retry_of TEXT, cancel BIGINT NOT NULL, done BIGINT NOT NULL, total BIGINT NOT NULL,"
	" created_at BIGINT NOT NULL, started_at BIGINT NOT NULL, finished_at BIGINT NOT NULL,"
	" error TEXT, position TEXT, pulled TEXT, spend BIGINT, reverted TEXT,"
	" connector_drafts BIGINT, connections TEXT, cancel_reason TEXT, plan_mark TEXT,"
	" plan_marked_at BIGINT, totals TEXT,"
	" PRIMARY KEY (space_id, environment, id))",
	"CREATE INDEX IF NOT EXISTS sync_runs_open ON sync_runs (status)",

	/* One operation an object of ours, as previewed: what is sent is this snapshot. `steps` is
	 * the log of its requests (sync/state/steps.h); `needs` names the operations that it relies
	 * on ("1-3,7"); `inherited` holds the campaign's fields that it sends; `rise` is what it
	 * adds to the total of the daily budgets, micros, 0 once it is known to have changed
	 * nothing. Of an update that did not succeed `done` names the fields that stand all the
	 * same, `part` those of which a part may stand. `inverse_id`: the object on which a revert
	 * drafted what takes it back. `stood`: of a create that took over what stood there before,
	 * the fields that it changed, as they stood (null: nothing did). */
	"CREATE TABLE IF NOT EXISTS sync_operations ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, run_id TEXT NOT NULL,"
	" seq BIGINT NOT NULL, op TEXT NOT NULL, resource TEXT NOT NULL, object_id TEXT NOT NULL,"
	" platform TEXT NOT NULL, parent_resource TEXT, parent_id TEXT,"
	" object_version BIGINT NOT NULL, remote_id TEXT, want TEXT, synced TEXT,"
	" changed TEXT, changes TEXT NOT NULL, budget_delta BIGINT NOT NULL,"
	" status TEXT NOT NULL, steps TEXT, attempts BIGINT NOT NULL, known_ids TEXT,"
	" error TEXT, sent_at BIGINT NOT NULL, finished_at BIGINT NOT NULL,"
	" inherited TEXT, name TEXT, campaign_id TEXT, ad_group_id TEXT, needs TEXT,"
	" rise BIGINT NOT NULL DEFAULT 0, done TEXT, part TEXT, inverse_id TEXT, stood TEXT,"
	" PRIMARY KEY (space_id, environment, run_id, seq))",
	"CREATE INDEX IF NOT EXISTS sync_operations_status ON sync_operations"
	" (space_id, environment, run_id, status, seq)",

	/* The operations that change the total of the daily budgets. */
	"CREATE INDEX IF NOT EXISTS sync_operations_rise ON sync_operations"
	" (space_id, environment, run_id, seq) WHERE rise <> 0",

	/* Operations whose result was unknown when their run ended; they are reconciled later. */
	"CREATE INDEX IF NOT EXISTS sync_operations_unknown ON sync_operations (finished_at)"
	" WHERE status = 'UNKNOWN'",

	/* Comments of people on a run, or on its operation `seq`. */
	"CREATE TABLE IF NOT EXISTS sync_comments ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, run_id TEXT NOT NULL,"
	" id TEXT NOT NULL, seq BIGINT, text TEXT NOT NULL, account_id TEXT NOT NULL,"
	" credential_id TEXT NOT NULL, source TEXT NOT NULL, created_at BIGINT NOT NULL,"
	" PRIMARY KEY (space_id, environment, run_id, id))",

	/* Runs whose operations are being stored before the run is: journal_prepare.h. */
	"CREATE TABLE IF NOT EXISTS sync_prepared ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, run_id TEXT NOT NULL,"
	" expires_at BIGINT NOT NULL, PRIMARY KEY (space_id, environment, run_id))",

	/*
	 * Previews: who saw which plan, and until when it may be pushed; `filters` if no request
	 * names them.
	 */
	"CREATE TABLE IF NOT EXISTS sync_previews ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, account_id TEXT NOT NULL,"
	" credential_id TEXT NOT NULL, plan_hash TEXT NOT NULL, expires_at BIGINT NOT NULL,"
	" filters TEXT,"
	" PRIMARY KEY (space_id, environment, account_id, credential_id, plan_hash))",

	/* Which run holds an ad account, and which process works on it until when; `yields`: a push
	 * may take it from the run, which is a pull that waits (core/sync/pull/pull_lease.c). */
	"CREATE TABLE IF NOT EXISTS sync_leases ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, platform TEXT NOT NULL,"
	" run_id TEXT NOT NULL, holder TEXT NOT NULL, expires_at BIGINT NOT NULL,"
	" yields BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (space_id, environment, platform))",

	/* The run that has its turn at an ad account, and those that wait, over all Spaces that
	 * have it connected (core/sync/lease/turn.h). */
	"CREATE TABLE IF NOT EXISTS sync_turns ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, run_id TEXT NOT NULL,"
	" platform TEXT NOT NULL, account_id TEXT NOT NULL, pulls BIGINT NOT NULL,"
	" held BIGINT NOT NULL, asked_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,"
	" PRIMARY KEY (space_id, environment, run_id, platform))",
	"CREATE INDEX IF NOT EXISTS sync_turns_by_account ON sync_turns"
	" (environment, platform, account_id)",

	/* Ad accounts whose platform wants to be left alone, or cannot be reached: heard by one
	 * run, kept to by all of all Spaces (sync/lease/pace.h); a row of who heard it last. */
	"CREATE TABLE IF NOT EXISTS sync_pacing ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, platform TEXT NOT NULL,"
	" account_id TEXT NOT NULL, wait_until BIGINT NOT NULL, heard_at BIGINT NOT NULL,"
	" failures BIGINT NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL,"
	" PRIMARY KEY (space_id, environment, platform))",
	"CREATE INDEX IF NOT EXISTS sync_pacing_by_account ON sync_pacing"
	" (environment, platform, account_id)",

	/* The objects that a running pull has read; the Space's other objects may be gone. */
	"CREATE TABLE IF NOT EXISTS sync_seen ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, run_id TEXT NOT NULL,"
	" object_id TEXT NOT NULL, PRIMARY KEY (space_id, environment, run_id, object_id))",

	/* The draft that took the place of an object that was removed: at most one. */
	"CREATE TABLE IF NOT EXISTS sync_successors ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, object_id TEXT NOT NULL,"
	" draft_id TEXT NOT NULL, PRIMARY KEY (space_id, environment, object_id))",

	/* Every budget that was last synced: the base of maxBudgetIncreasePercent. Of a lifetime
	 * budget with the days that it is for, since 1970-01-01. */
	"CREATE TABLE IF NOT EXISTS sync_budgets ("
	" space_id TEXT NOT NULL, environment TEXT NOT NULL, campaign_id TEXT NOT NULL,"
	" at BIGINT NOT NULL, budget BIGINT NOT NULL, start_day BIGINT, end_day BIGINT,"
	" PRIMARY KEY (space_id, environment, campaign_id, at))",
	NULL,
};
