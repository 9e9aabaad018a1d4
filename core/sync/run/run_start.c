/*
 * Decides if a run may start. A run sends exactly the previewed plan; between the push (or its
 * approval) and its start, drafts, guardrails and the kill switch may have changed, so they are
 * checked again. A run that has started is not checked against the plan again: part of it is sent.
 */
#include "base/json_read.h"
#include "model/currency_worth.h"
#include "sync/run/run_claim.h"
#include "sync/run/run_credential.h"

/* The settings of the Space that decide. */
struct standing {
	struct ad_rails rails;
	struct ad_str approval; /* NEVER | CONNECTOR | ALWAYS */
	bool blocked;
};

static enum ad_db_status load_standing(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				       struct standing *out)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT max_campaign_daily_budget, max_total_daily_budget,"
			   " max_budget_increase_percent, allowed_platforms, blocked_terms,"
			   " require_approval_live, require_approval_test, pushes_blocked_live,"
			   " pushes_blocked_test, max_bid, currency FROM spaces WHERE id = $1");
	int at = ad_str_is(run->realm.environment, "live") ? 0 : 1;
	struct ad_json_error err;
	enum ad_db_status status;

	ad_bind(s, 1, run->realm.space_id);
	status = ad_step(s);
	/* Nothing is sent for a Space that does not exist. */
	*out = (struct standing){ .approval = AD_S("NEVER"), .blocked = true };
	if (status != AD_DB_ROW)
		return status;
	*out = (struct standing){
		.rails = { .max_campaign_daily_budget = ad_col_int(s, 0),
			   .max_total_daily_budget = ad_col_int(s, 1),
			   .max_budget_increase_percent = ad_col_int(s, 2),
			   .allowed_platforms = (uint32_t)ad_col_int(s, 3),
			   .blocked_terms =
				   ad_json_parse(arena, ad_arena_copy(arena, ad_col(s, 4)), &err) },
		.approval = ad_arena_copy(arena, ad_col(s, 5 + at)),
		.blocked = ad_col_int(s, 7 + at) != 0,
	};
	out->rails.max_bid =
		ad_col_is_null(s, 9) ? ad_currency_bid_limit(ad_col(s, 10)) : ad_col_int(s, 9);
	ad_rails_fold(arena, &out->rails);
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_run_rails(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       struct ad_rails *rails)
{
	struct standing space;
	enum ad_db_status status = load_standing(run, db, arena, &space);

	*rails = space.rails;
	return status == AD_DB_DONE ? ad_today_load(db, run->realm, &rails->today) : status;
}

static const struct ad_run_refusal blocked = {
	"PUSHES_BLOCKED",
	{ "Pushes are blocked in this Space.", sizeof("Pushes are blocked in this Space.") - 1 },
};

static const struct ad_run_refusal revoked = {
	AD_CREDENTIAL_REVOKED,
	{ AD_CREDENTIAL_MESSAGE, sizeof(AD_CREDENTIAL_MESSAGE) - 1 },
};

static enum ad_db_status run_start_skip(struct ad_run *run, struct ad_db *db,
					struct ad_arena *arena, const struct ad_run_refusal *no)
{
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status = ad_run_skip(run, db, 0, no->code, no->message);

	if (status == AD_DB_DONE)
		status = ad_run_set_error(db, arena, run->realm, id, no->code, no->message);
	/* If the process ends before the rest is skipped, nothing of the rest is sent. */
	if (status == AD_DB_DONE && run->fate == AD_RUN_MORE)
		status = ad_run_set_cancel(db, run->realm, id);
	return status;
}

/* Ends the run before it starts, or returns it to the approval queue. */
static enum ad_db_status turn_away(struct ad_run *run, struct ad_db *db, const char *run_status)
{
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status = ad_run_move_status(run, db, run_status);

	if (status != AD_DB_DONE)
		return status;
	ad_run_set_fate(run, AD_RUN_OVER);
	run->ended = run_status;
	return ad_run_release(db, run->realm, id);
}

enum ad_db_status ad_run_begin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       const struct ad_run_row *head)
{
	struct standing space;
	struct ad_run_refusal no = { 0 };
	bool gone = false;
	enum ad_db_status status = load_standing(run, db, arena, &space);

	if (status == AD_DB_DONE)
		status = ad_credential_is_gone(db, run->realm, head->id, &gone);
	if (status != AD_DB_DONE)
		return status;
	if (gone) {
		status = run_start_skip(run, db, arena, &revoked);
		return status == AD_DB_DONE && run->fate != AD_RUN_MORE
			       ? turn_away(run, db, "FAILED")
			       : status;
	}
	/* The push was requested while no approval was needed. */
	if (!head->approved_by.p &&
	    ad_push_needs_approval(space.approval.p, head->connector || head->connector_drafts))
		return turn_away(run, db, "AWAITING_APPROVAL");
	if (space.blocked)
		no = blocked;
	else
		status = ad_run_check_plan(run, db, arena, head, &no);
	if (status != AD_DB_DONE || !no.code || run->fate == AD_RUN_STALE)
		return status;
	status = run_start_skip(run, db, arena, &no);
	return status == AD_DB_DONE && run->fate != AD_RUN_MORE ? turn_away(run, db, "FAILED")
								: status;
}

enum ad_db_status ad_run_stop_blocked(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct standing space;
	enum ad_db_status status = load_standing(run, db, arena, &space);

	return status == AD_DB_DONE && space.blocked ? run_start_skip(run, db, arena, &blocked)
						     : status;
}
