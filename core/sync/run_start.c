/*
 * Decides if a run may start. A run sends exactly the previewed plan; between the push (or its
 * approval) and its start, drafts, guardrails and the kill switch may have changed, so they are
 * checked again. A run that has started is not checked against the plan again: part of it is sent.
 */
#include "base/json_read.h"
#include "model/currency_worth.h"
#include "sync/pause.h"
#include "sync/plan_mark.h"
#include "sync/run_claim.h"
#include "sync/run_credential.h"

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

/* The reason for a refusal, as in the run's error; code NULL: none. */
struct refusal {
	const char *code;
	struct ad_str message;
};

/* A missing connection or declaration is a more useful error than a changed plan. */
static struct refusal of_connections(const struct ad_sync_plan *plan)
{
	for (const struct ad_violation *v = plan->violations.first; v; v = v->next)
		if (ad_plan_is_connection_rule(v->rule))
			return (struct refusal){ v->rule, ad_str(v->message) };
	return (struct refusal){ 0 };
}

/* Lists only the rules: a preview names the objects, for readers with the scopes. */
static struct refusal of_rails(struct ad_arena *arena, const struct ad_sync_plan *plan)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_adds(&text, "The guardrails no longer allow the plan:");
	for (size_t i = 0; i < plan->violations.rule_count; i++)
		ad_text_addf(&text, "%s %s", i ? "," : "", plan->violations.rules[i].rule);
	ad_text_adds(&text, ". Preview again; nothing was sent.");
	return (struct refusal){ "GUARDRAIL_VIOLATION", ad_text_str(&text) };
}

/* Makes the plan again as it would be now: *no, unless it is the plan that was previewed. */
static enum ad_db_status make_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				   const struct ad_run_row *head, const struct ad_rails *rails,
				   struct refusal *no, int64_t *spend)
{
	struct ad_plan_ask ask = {
		.db = db,
		.arena = arena,
		.realm = run->realm,
		.currency = "USD", /* not used: nothing is written */
		.rails = *rails,
		.secrets = ad_sync_env(run->sync)->secrets,
		.no_sandbox = ad_sync_env(run->sync)->no_sandbox,
		.is_public = ad_sync_env(run->sync)->is_public,
		.memory = ad_sync_env(run->sync)->plan_memory,
		.run_id = head->id,
	};
	struct ad_sync_plan plan;
	enum ad_db_status status;

	*no = (struct refusal){ "PLAN_CHANGED", AD_S("The plan changed before the run started. "
						     "Preview and push again; nothing was sent.") };
	if (!ad_plan_filter_read(arena, head->filters, &ask.filter))
		return AD_DB_DONE;
	status = ad_plan_make(&ask, &plan);
	if (status != AD_DB_DONE)
		return status;
	if (of_connections(&plan).code)
		*no = of_connections(&plan);
	else if (ad_str_is(head->plan_hash, plan.hash))
		*no = plan.violations.count ? of_rails(arena, &plan) : (struct refusal){ 0 };
	*spend = plan.before;
	return AD_DB_DONE;
}

#define ROUNDS_MAX 3 /* verdicts in vain, until the plan is made on the writer's thread */

/* *use: the run's verdict is valid now. Otherwise run->stale may ask for another. */
static enum ad_db_status find_verdict(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				      bool *use)
{
	struct ad_str now = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	*use = false;
	if (!run->verdict.mark.n)
		return AD_DB_DONE;
	status = ad_plan_mark(db, arena, run->realm, &now);
	if (status != AD_DB_DONE)
		return status;
	*use = now.n && ad_str_eq(now, run->verdict.mark);
	run->stale = !*use && run->verdict.rounds < ROUNDS_MAX;
	return AD_DB_DONE;
}

static enum ad_db_status check_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head, const struct standing *space,
				    struct refusal *no)
{
	int64_t spend = run->verdict.spend;
	bool same = false, use = false;
	enum ad_db_status status = ad_plan_mark_holds(db, arena, run->realm, head->id, &same);

	/* No input of the plan changed since it was approved. */
	if (status != AD_DB_DONE || same)
		return status;
	status = find_verdict(run, db, arena, &use);
	if (status != AD_DB_DONE || run->stale)
		return status;
	if (use)
		*no = (struct refusal){ run->verdict.code, run->verdict.message };
	else
		status = make_plan(run, db, arena, head, &space->rails, no, &spend);
	if (status != AD_DB_DONE || no->code)
		return status;
	return ad_run_set_spend(db, run->realm, head->id, spend);
}

/* In one snapshot: a verdict where the run is a queued push whose plan must be made again. */
static enum ad_db_status judge_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_run_verdict *verdict = &run->verdict;
	struct ad_run_row head;
	struct ad_str mark = { 0 };
	struct ad_rails rails;
	struct refusal no = { 0 };
	bool same = false;
	enum ad_db_status status = ad_run_load(db, arena, run->realm, ad_str(run->id), &head);

	if (status != AD_DB_ROW || !ad_str_is(head.status, "QUEUED") ||
	    ad_str_is(head.mode, "PULL") || ad_pause_is(arena, &head))
		return status;
	status = ad_plan_mark_holds(db, arena, run->realm, head.id, &same);
	if (status == AD_DB_DONE && !same)
		status = ad_plan_mark(db, arena, run->realm, &mark);
	if (status != AD_DB_DONE || !mark.n)
		return status;
	status = ad_run_rails(run, db, arena, &rails);
	if (status == AD_DB_DONE)
		status = make_plan(run, db, arena, &head, &rails, &no, &verdict->spend);
	if (status != AD_DB_DONE)
		return status;
	verdict->mark = ad_arena_copy(run->arena, mark);
	verdict->code = no.code;
	verdict->message = ad_arena_copy(run->arena, no.message);
	return AD_DB_DONE;
}

/* A verdict that could not be made is left out: the writer's thread makes the plan itself. */
static void judge(struct ad_job *job, void *state)
{
	struct ad_run_verdict *verdict = (struct ad_run_verdict *)job;
	struct ad_arena *arena = ad_arena_new();
	struct ad_db *db = state;

	if (ad_db_begin(db, false) == AD_DB_DONE) {
		(void)!judge_plan(verdict->run, db, arena);
		ad_db_rollback(db);
	}
	ad_arena_free(arena);
}

static void judged(struct ad_job *job)
{
	struct ad_run *run = ((struct ad_run_verdict *)job)->run;

	ad_sync_written(run->sync, &run->write);
}

void ad_run_judge(struct ad_run *run, ad_run_step *then)
{
	int rounds = run->verdict.rounds + run->stale;

	run->verdict = (struct ad_run_verdict){
		.job = { .run = judge, .done = judged },
		.run = run,
		.rounds = rounds,
	};
	run->write.run = run;
	run->then = then;
	run->waits = AD_RUN_ON_WRITE;
	/* The lane is busy: the plan is made on the writer's thread. */
	if (!ad_sync_env(run->sync)->slow ||
	    !ad_lane_submit(ad_sync_env(run->sync)->slow, &run->verdict.job))
		run->waits = AD_RUN_READY;
}

static const struct refusal blocked = {
	"PUSHES_BLOCKED",
	{ "Pushes are blocked in this Space.", sizeof("Pushes are blocked in this Space.") - 1 },
};

static const struct refusal revoked = {
	AD_CREDENTIAL_REVOKED,
	{ AD_CREDENTIAL_MESSAGE, sizeof(AD_CREDENTIAL_MESSAGE) - 1 },
};

static enum ad_db_status skip(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			      const struct refusal *no)
{
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status =
		ad_run_skip_rest(db, arena, run->realm, id, no->code, no->message);

	if (status == AD_DB_DONE)
		status = ad_run_set_error(db, arena, run->realm, id, no->code, no->message);
	return status;
}

/* Ends the run before it starts, or returns it to the approval queue. */
static enum ad_db_status turn_away(struct ad_run *run, struct ad_db *db, const char *run_status)
{
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status = ad_run_set_status(db, run->realm, id, run_status);

	run->over = true;
	return status == AD_DB_DONE ? ad_run_release(db, run->realm, id) : status;
}

enum ad_db_status ad_run_begin(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
			       const struct ad_run_row *head)
{
	struct standing space;
	struct refusal no = { 0 };
	bool gone = false;
	enum ad_db_status status = load_standing(run, db, arena, &space);

	if (status == AD_DB_DONE)
		status = ad_credential_is_gone(db, run->realm, head->id, &gone);
	if (status != AD_DB_DONE)
		return status;
	if (gone) {
		status = skip(run, db, arena, &revoked);
		return status == AD_DB_DONE ? turn_away(run, db, "FAILED") : status;
	}
	/* The push was requested while no approval was needed. */
	if (!head->approved_by.p &&
	    ad_push_needs_approval(space.approval.p, head->connector || head->connector_drafts))
		return turn_away(run, db, "AWAITING_APPROVAL");
	if (space.blocked)
		no = blocked;
	else
		status = check_plan(run, db, arena, head, &space, &no);
	if (status != AD_DB_DONE || !no.code || run->stale)
		return status;
	status = skip(run, db, arena, &no);
	return status == AD_DB_DONE ? turn_away(run, db, "FAILED") : status;
}

enum ad_db_status ad_run_stop_blocked(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct standing space;
	enum ad_db_status status = load_standing(run, db, arena, &space);

	return status == AD_DB_DONE && space.blocked ? skip(run, db, arena, &blocked) : status;
}
