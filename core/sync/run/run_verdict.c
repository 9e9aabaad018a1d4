#include "sync/run/run_verdict.h"

#include <assert.h>

#include "sync/killswitch/pause.h"
#include "sync/plan/plan_mark.h"
#include "sync/run/run.h"

#define ROUNDS_MAX 3 /* verdicts in vain, until the plan is made on the writer's thread */

/* A missing connection or declaration is a more useful error than a changed plan. */
static struct ad_run_refusal of_connections(const struct ad_sync_plan *plan)
{
	for (const struct ad_violation *v = plan->violations.first; v; v = v->next)
		if (ad_plan_is_connection_rule(v->rule))
			return (struct ad_run_refusal){ v->rule, ad_str(v->message) };
	return (struct ad_run_refusal){ 0 };
}

/* Lists only the rules: a preview names the objects, for readers with the scopes. */
static struct ad_run_refusal of_rails(struct ad_arena *arena, const struct ad_sync_plan *plan)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_adds(&text, "The guardrails no longer allow the plan:");
	for (size_t i = 0; i < plan->violations.rule_count; i++)
		ad_text_addf(&text, "%s %s", i ? "," : "", plan->violations.rules[i].rule);
	ad_text_adds(&text, ". Preview again; nothing was sent.");
	return (struct ad_run_refusal){ "GUARDRAIL_VIOLATION", ad_text_str(&text) };
}

/* Makes the plan as it would be now, and compares it with the one that was previewed. */
static enum ad_db_status make_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				   const struct ad_run_row *head, struct ad_run_verdict *out)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);
	struct ad_plan_ask ask = {
		.db = db,
		.arena = arena,
		.realm = run->realm,
		.currency = "USD", /* not used: nothing is written */
		.secrets = env->secrets,
		.no_sandbox = env->no_sandbox,
		.is_public = env->is_public,
		.memory = env->plan_memory,
		.run_id = head->id,
	};
	struct ad_sync_plan plan;
	enum ad_db_status status;

	out->no = (struct ad_run_refusal){
		"PLAN_CHANGED", AD_S("The plan changed before the run started. Preview and push "
				     "again; nothing was sent.")
	};
	if (!ad_plan_filter_read(arena, head->filters, &ask.filter))
		return AD_DB_DONE;
	status = ad_run_rails(run, db, arena, &ask.rails);
	if (status == AD_DB_DONE)
		status = ad_plan_make(&ask, &plan);
	if (status != AD_DB_DONE)
		return status;
	if (of_connections(&plan).code)
		out->no = of_connections(&plan);
	else if (ad_str_is(head->plan_hash, plan.hash))
		out->no = plan.violations.count ? of_rails(arena, &plan)
						: (struct ad_run_refusal){ 0 };
	/* A run starts only with the plan that was previewed. */
	assert(out->no.code || ad_str_is(head->plan_hash, plan.hash));
	out->spend = plan.before;
	return AD_DB_DONE;
}

/* *use: the run's verdict is valid now. Otherwise the fate STALE may ask for another. */
static enum ad_db_status find_verdict(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				      bool *use)
{
	struct ad_str now = { 0 };
	enum ad_db_status status;

	*use = false;
	if (!run->verdict.mark.n)
		return AD_DB_DONE;
	status = ad_plan_mark(db, arena, run->realm, &now);
	if (status != AD_DB_DONE)
		return status;
	*use = now.n && ad_str_eq(now, run->verdict.mark);
	if (!*use && run->verdict.rounds < ROUNDS_MAX)
		ad_run_set_fate(run, AD_RUN_STALE);
	return AD_DB_DONE;
}

enum ad_db_status ad_run_check_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head, struct ad_run_refusal *no)
{
	struct ad_run_verdict own = { 0 };
	const struct ad_run_verdict *verdict = &own;
	bool same = false, use = false;
	enum ad_db_status status = ad_plan_mark_holds(db, arena, run->realm, head->id, &same);

	/* No input of the plan changed since it was approved. */
	if (status != AD_DB_DONE || same)
		return status;
	status = find_verdict(run, db, arena, &use);
	if (status != AD_DB_DONE || run->fate == AD_RUN_STALE)
		return status;
	if (use)
		verdict = &run->verdict;
	else
		status = make_plan(run, db, arena, head, &own);
	if (status != AD_DB_DONE)
		return status;
	*no = verdict->no;
	return no->code ? AD_DB_DONE : ad_run_set_spend(db, run->realm, head->id, verdict->spend);
}

/* In one snapshot: the plan, and the mark of its inputs. */
static enum ad_db_status judge_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_run_verdict *verdict = &run->verdict;
	struct ad_run_row head;
	struct ad_str mark = { 0 };
	bool same = false;
	enum ad_db_status status = ad_run_load(db, arena, run->realm, ad_str(run->id), &head);

	if (status != AD_DB_ROW || !ad_str_is(head.status, "QUEUED") || head.cancel ||
	    ad_str_is(head.mode, "PULL") || ad_pause_is(arena, &head))
		return status;
	status = ad_plan_mark_holds(db, arena, run->realm, head.id, &same);
	if (status == AD_DB_DONE && !same)
		status = ad_plan_mark(db, arena, run->realm, &mark);
	if (status != AD_DB_DONE || !mark.n)
		return status;
	status = make_plan(run, db, arena, &head, verdict);
	if (status != AD_DB_DONE)
		return status;
	verdict->no.message = ad_arena_copy(run->arena, verdict->no.message);
	verdict->mark = ad_arena_copy(run->arena, mark);
	return AD_DB_DONE;
}

/* A verdict that could not be made is left out: the writer's thread makes the plan itself. */
static void verdict_make(struct ad_job *job, void *state)
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

static void verdict_made(struct ad_job *job)
{
	struct ad_run *run = ((struct ad_run_verdict *)job)->run;

	ad_sync_written(run->sync, &run->write);
}

void ad_run_judge(struct ad_run *run, void (*then)(struct ad_run *run))
{
	struct ad_lane *slow = ad_sync_env(run->sync)->slow;

	run->verdict = (struct ad_run_verdict){
		.job = { .run = verdict_make, .done = verdict_made },
		.run = run,
		.rounds = run->verdict.rounds + (run->fate == AD_RUN_STALE),
	};
	run->write.run = run;
	run->then = then;
	ad_run_set_wait(run, AD_RUN_ON_WRITE);
	/* The lane is busy: the plan is made on the writer's thread. */
	if (!slow || !ad_lane_submit(slow, &run->verdict.job))
		ad_run_set_wait(run, AD_RUN_READY);
}
