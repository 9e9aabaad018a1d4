/*
 * GET /app/api/review?id=: the data on which a person decides about a run that awaits approval.
 * The plan is made again by the filters of the run, which the requester chose; a page that guesses
 * them would show an approver no totals and no warnings.
 */
#include "base/json_write.h"
#include "call/request/moment.h"
#include "call/sync/sync_drafters.h"
#include "call/sync/sync_steps.h"
#include "call/request/workbench.h"

/* Writes the plan without its operations: those of the run are shown. */
static bool write_plan(struct ad_call *call, struct ad_json *j, const struct ad_plan_ask *ask,
		       const struct ad_sync_plan *plan)
{
	/* No operation is beyond the last one. */
	struct ad_ops_page page = { .after = (int64_t)plan->count + 1 };
	ad_json_object(j);
	enum ad_db_status status = ad_plan_write(j, plan, ask, call->scopes, &page);
	ad_json_kcstr(j, "planHash", plan->hash);
	ad_json_object_end(j);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Writes the members of a waiting run; those of another are null. */
static bool write_review(struct ad_call *call, struct ad_json *j)
{
	struct ad_run_row run;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	if (!ad_sync_load(call, &run))
		return false;
	if (!ad_str_is(run.status, "AWAITING_APPROVAL")) {
		ad_json_kraw(j, "isCurrent", AD_S("null"));
		ad_json_kraw(j, "plan", AD_S("null"));
		ad_json_kraw(j, "drafters", AD_S("null"));
		return true;
	}
	if (!ad_sync_replan(call, &run, &ask, &plan))
		return false;
	bool current = ad_str_is(run.plan_hash, plan.hash);
	ad_json_kbool(j, "isCurrent", current);
	ad_json_key(j, "plan");
	if (!current)
		ad_json_null(j);
	else if (!write_plan(call, j, &ask, &plan))
		return false;
	ad_json_key(j, "drafters");
	return ad_sync_write_drafters(call, run.id, j);
}

static void answer_review(struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return;
	ad_json_object(&j);
	bool good = write_review(call, &j);
	ad_json_object_end(&j);
	if (ad_moment_end(call, ours, good) && good)
		call->data = ad_text_str(&text);
}

void ad_waiting_review(struct ad_call *call)
{
	static const char *const known[] = { "id", NULL };
	if (!ad_known_params(call, known))
		return;
	call->id = ad_call_param(call, "id");
	if (!call->id.n) {
		ad_fault(call, "id", "REQUIRED", "id must be the id of a run.");
		return;
	}
	ad_call_next(call, AD_SLOW, answer_review);
}
