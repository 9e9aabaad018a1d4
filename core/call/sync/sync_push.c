/* POST /sync, /sync/:id/retry, /sync/:id/cancel. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/idempotency.h"
#include "call/request/params.h"
#include "call/request/second_factor.h"
#include "call/sync/sync_review.h"
#include "call/sync/sync_steps.h"
#include "call/sync/sync_unsent.h"
#include "call/request/validate.h"
#include "sync/journal/journal_skip.h"
#include "sync/killswitch/pause.h"
#include "sync/run/sync.h"

/* The end of the principal's preview of that plan; 0 if there is none. */
static bool preview_expiry(struct ad_call *call, struct ad_str hash, int64_t *expires)
{
	struct ad_realm realm = ad_sync_realm(call);
	bool same = ad_call_is_connector(call);
	struct ad_stmt *s = ad_sql(
		call->db, same ? "SELECT COALESCE(MAX(expires_at), 0) FROM sync_previews WHERE"
				 " space_id = $1 AND environment = $2 AND account_id = $3 AND"
				 " plan_hash = $4 AND credential_id = $5"
			       : "SELECT COALESCE(MAX(expires_at), 0) FROM sync_previews WHERE"
				 " space_id = $1 AND environment = $2 AND account_id = $3 AND"
				 " plan_hash = $4");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, call->who->account_id);
	ad_bind(s, 4, hash);
	if (same)
		ad_bind_cstr(s, 5, call->who->credential_id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*expires = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

#define TOLD 5 /* ids of edited objects in a refusal */

/* The difference between a plan and its preview, as far as the plan's objects show it. */
static const char *what_differs(struct ad_call *call, int64_t expires,
				const struct ad_sync_plan *plan)
{
	struct ad_text ids = ad_text_on(call->arena);
	const struct ad_row *last = NULL;
	size_t n = 0;
	if (expires == 0)
		return "You have no preview with this planHash. Preview again.";
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_row *row = plan->ops[i]->row;
		uint32_t scope = plan->ops[i]->res->read_scope;
		if (row == last || row->updated_at < expires - AD_PREVIEW_LIFE ||
		    (call->scopes & scope) != scope)
			continue;
		last = row;
		if (n++ < TOLD)
			ad_text_addf(&ids, "%s%.*s", n > 1 ? ", " : "", AD_FMT(row->id));
	}
	if (n == 0)
		return "The plan changed after the preview: the selection (campaigns, ad groups, "
		       "platforms, activate) or the settings of a connection differ, or an object "
		       "was deleted, resolved or pushed. Preview again.";
	if (n > TOLD)
		ad_text_addf(&ids, " and %zu more", n - TOLD);
	return ad_arena_printf(
		       call->arena,
		       "The plan changed after the preview. Edited objects: %.*s. Preview again.",
		       AD_FMT(ad_text_str(&ids)))
		.p;
}

/* The hash must match the current plan, and its preview must be the caller's and not expired. */
static bool check_hash(struct ad_call *call, struct ad_str given, const struct ad_sync_plan *plan)
{
	int64_t expires = 0;
	if (!given.p)
		return true;
	if (!preview_expiry(call, given, &expires))
		return false;
	if (expires != 0 && expires <= ad_now())
		return ad_sync_conflict(call, "PLAN_EXPIRED", plan->hash,
					"The preview is older than 15 minutes. Preview again.");
	if (!ad_str_is(given, plan->hash))
		return ad_sync_conflict(call, "PLAN_CHANGED", plan->hash,
					what_differs(call, expires, plan));
	if (expires == 0)
		return ad_sync_conflict(call, "PLAN_EXPIRED", plan->hash,
					"You have no preview of this plan. Preview it first.");
	return true;
}

static struct ad_str totals_write(struct ad_call *call, const struct ad_plan_ask *ask,
				  const struct ad_sync_plan *plan)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_plan_write_totals(&j, plan, ask->currency);
	return ad_text_str(&text);
}

/* The row of a new run for this plan. */
static struct ad_run_row new_run(struct ad_call *call, const struct ad_plan_ask *ask,
				 const struct ad_sync_plan *plan, struct ad_str retry_of)
{
	int64_t now = ad_now();
	/* In a session the person who pushes has seen the drafts, and thereby approves them. */
	bool drafted = call->who->kind != AD_BY_SESSION && ad_plan_is_connectors(plan);
	bool empty = plan->count == 0, waits = !empty && ad_sync_needs_approval(call, drafted);
	return (struct ad_run_row){
		.mode = AD_S("PUSH"),
		.status = empty   ? AD_S("SUCCEEDED")
			  : waits ? AD_S("AWAITING_APPROVAL")
				  : AD_S("QUEUED"),
		.plan_hash = ad_str(plan->hash),
		.filters = ad_plan_filter_json(call->arena, &ask->filter),
		.connections = plan->connections,
		.totals = totals_write(call, ask, plan),
		.source = ad_str(ad_sync_source(call)),
		.created_by = ad_str(call->who->account_id),
		.credential_id = ad_str(call->who->credential_id),
		.retry_of = retry_of,
		.activate = ask->filter.activate,
		.connector = ad_call_is_connector(call),
		.connector_drafts = drafted,
		.total = (int64_t)plan->count,
		.created_at = now,
		.started_at = empty ? now : 0,
		.finished_at = empty ? now : 0,
	};
}

static bool answer_run(struct ad_call *call, struct ad_str id)
{
	if (!ad_sync_answer(call, id))
		return false;
	call->http_status = 202;
	call->location = ad_arena_printf(call->arena, "/sync/%.*s", AD_FMT(id));
	return true;
}

/* The run of the same plan that already awaits approval, or absent: one run is enough. */
static bool find_waiting(struct ad_call *call, const struct ad_run_row *run, struct ad_str *id)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT id FROM sync_runs WHERE status = 'AWAITING_APPROVAL' AND"
				 " space_id = $1 AND environment = $2 AND plan_hash = $3 AND"
				 " COALESCE(retry_of, '') = $4 ORDER BY id LIMIT 1");
	*id = (struct ad_str){ 0 };
	if (!ad_str_is(run->status, "AWAITING_APPROVAL"))
		return true;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->plan_hash);
	ad_bind(s, 4, run->retry_of.p ? run->retry_of : AD_S(""));
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		*id = ad_col_copy(s, call->arena, 0);
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Inserts a run of the plan and sets the call's outcome to it. */
static bool start_run(struct ad_call *call, const struct ad_plan_ask *ask,
		      const struct ad_sync_plan *plan, struct ad_str retry_of)
{
	struct ad_run_row run = new_run(call, ask, plan, retry_of);
	struct ad_str waiting;
	bool begins = ad_str_is(run.status, "QUEUED");
	/* Without an approver the requester also approves, and confirms the push. */
	if (begins && call->who->environment == AD_LIVE && !ad_call_confirm(call, AD_ACT_PUSH_LIVE))
		return false;
	if (call->validate_only)
		return ad_sync_checked(call, &run);
	if (!find_waiting(call, &run, &waiting))
		return false;
	if (waiting.p)
		return answer_run(call, waiting);
	enum ad_db_status status = ad_sync_insert_run(call, &run, plan);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!ad_sync_note(call, &run, retry_of.p ? "RETRY" : "CREATE", (struct ad_str){ NULL, 0 },
			  run.status))
		return false;
	return (!begins || ad_sync_lease(call, run.id)) && ad_sync_mark(call, run.id, plan) &&
	       answer_run(call, run.id);
}

/* A push needs the write scope of every kind of resource in the plan. */
static bool may_write(struct ad_call *call, const struct ad_sync_plan *plan)
{
	return ad_call_require(call, AD_SYNC_WRITE | ad_plan_scopes(plan)) &&
	       ad_call_need_factor(call);
}

static bool sync_push_push(struct ad_call *call)
{
	struct ad_plan_filter filter;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	const cJSON *input = ad_validate_shape(call, call->action->input, call->input);
	if (!input)
		return false;
	struct ad_str hash = ad_json_get_text(input, "planHash");
	if (ad_str_is(ad_json_get_text(input, "mode"), "PULL"))
		return ad_sync_pull(call, input);
	if (ad_call_is_connector(call) && !hash.p)
		ad_fault(call, "planHash", "REQUIRED",
			 "A push requires the planHash of a preview by the same app. Call "
			 "preview_sync (POST /sync/preview) first.");
	if (call->status != AD_OK || !ad_sync_filter(call, input, &filter) ||
	    !ad_sync_kept_filter(call, input, &filter) ||
	    !ad_sync_plan_for(call, &filter, &ask, &plan))
		return false;
	return check_hash(call, hash, &plan) && may_write(call, &plan) &&
	       ad_sync_may_send(call, &plan) &&
	       start_run(call, &ask, &plan, (struct ad_str){ NULL, 0 });
}

void ad_sync_push_write(struct ad_call *call)
{
	ad_sync_keyed(call, sync_push_push);
}

void ad_sync_create(struct ad_call *call)
{
	if (ad_str_is(ad_json_get_text(call->input, "mode"), "PULL"))
		ad_sync_begin(call, sync_push_push, ad_sync_push_write);
	else
		ad_sync_begin_planned(call, sync_push_push, ad_sync_push_write, true);
}

/* The current plan of a run's filters. */
static bool sync_push_replan(struct ad_call *call, const struct ad_run_row *run,
			     const struct ad_unsent *only, struct ad_plan_ask *ask,
			     struct ad_sync_plan *plan)
{
	struct ad_plan_filter filter;
	if (!ad_plan_filter_read(call->arena, run->filters, &filter))
		return ad_fail(call, AD_INTERNAL, "%s", "");
	if (only) {
		struct ad_str *ids = ad_arena_alloc(call->arena, only->count * sizeof(*ids));
		for (size_t i = 0; i < only->count; i++)
			ids[i] = only->at[i].object_id;
		filter.object_ids = ids;
		filter.object_count = ad_plan_ids_settle(ids, only->count);
	}
	return ad_sync_plan_for(call, &filter, ask, plan);
}

/* Sets *any if the run left UNKNOWN operations, and schedules their reconciliation. */
static bool ask_about_unknown(struct ad_call *call, struct ad_str run_id, bool *any)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
					     " environment = $2 AND run_id = $3 AND status ="
					     " 'UNKNOWN' AND finished_at > 0 LIMIT 1");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	enum ad_db_status status = ad_step(s);
	*any = status == AD_DB_ROW;
	ad_reset(s);
	if (*any)
		status = call->validate_only
				 ? AD_DB_DONE
				 : ad_run_ask_unknown(call->db, realm, run_id, AD_PLATFORMS_ALL);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Nothing can be sent, but the run continues: its UNKNOWN operations are reconciled. */
static bool answer_asked(struct ad_call *call, struct ad_run_row *run)
{
	struct ad_str id = run->id;
	if (call->validate_only)
		return ad_sync_checked(call, run);
	return ad_sync_note(call, run, "RETRY", run->status, run->status) && answer_run(call, id);
}

/*
 * Sends the operations that can be sent again; if there are none, `unknown` is true if some are
 * being reconciled.
 */
static bool retry_failed(struct ad_call *call, struct ad_run_row *run,
			 const struct ad_unsent *failed, bool unknown)
{
	struct ad_plan_ask ask = { 0 };
	struct ad_sync_plan plan = { 0 };
	if (failed->count && !sync_push_replan(call, run, failed, &ask, &plan))
		return false;
	if (unknown && plan.count == 0)
		return answer_asked(call, run);
	return ad_unsent_check(call, run, &plan, failed) && may_write(call, &plan) &&
	       ad_sync_may_send(call, &plan) && start_run(call, &ask, &plan, run->id);
}

static bool sync_push_retry(struct ad_call *call)
{
	struct ad_run_row run;
	struct ad_unsent failed;
	bool unknown = false;
	if (!ad_sync_load(call, &run))
		return false;
	if (!ad_run_is_final(run.status))
		return ad_sync_conflict(call, "NOT_ENDED", NULL, "The run has not ended yet.");
	if (!ad_unsent_load(call, run.id, &failed) || !ask_about_unknown(call, run.id, &unknown))
		return false;
	if (failed.count == 0 && !unknown)
		return ad_sync_conflict(call, "NOTHING_TO_RETRY", NULL,
					"The run has no failed, skipped or UNKNOWN operations.");
	/* The kill switch skips the checks of a push, and queries everything again. */
	if (ad_pause_is(call->arena, &run))
		return ad_sync_pause(call, run.id);
	if (ad_call_is_connector(call) && !ad_str_is(run.credential_id, call->who->credential_id))
		return ad_sync_conflict(call, "PREVIEW_REQUIRED", NULL,
					"An app can retry only the pushes that it requested. "
					"Preview the remaining changes, then push them.");
	return retry_failed(call, &run, &failed, unknown);
}

static void wake_after_refusal(struct ad_call *call)
{
	ad_sync_wake(call->core->sync);
	ad_idempotency_fail(call);
}

/*
 * An edit, a guardrail or another run may prevent a retry of the rest of the run; it must not
 * prevent the reconciliation of UNKNOWN operations. The refusal rolled the reconciliation back, so
 * that it is started here in a separate transaction; the call still ends with the refusal.
 */
static void ask_after_refusal(struct ad_call *call)
{
	struct ad_call refused = *call;
	struct ad_run_row run;
	bool unknown = false;
	ad_call_fresh(call);
	bool asked = ad_sync_load(call, &run) && ad_run_is_final(run.status) &&
		     ask_about_unknown(call, run.id, &unknown) && unknown;
	*call = refused;
	call->keep_changes = asked;
	if (asked && !call->suggestion)
		call->suggestion = "The platform is being queried for the result of the UNKNOWN "
				   "operations; see the run.";
	if (asked)
		ad_call_next(call, AD_HERE, wake_after_refusal);
	else
		ad_idempotency_fail(call);
}

void ad_sync_retry_write(struct ad_call *call)
{
	ad_sync_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!sync_push_retry(call))
		ad_call_next(call, AD_WRITE, ask_after_refusal);
	else if (ad_idempotency_keep(call))
		ad_call_next(call, AD_HERE, ad_sync_woken);
}

/* The kill switch makes no plan, so it does not queue behind plans. */
static bool retries_kill_switch(struct ad_call *call)
{
	struct ad_run_row run;
	return ad_run_load(call->db, call->arena, ad_sync_realm(call), call->id, &run) ==
		       AD_DB_ROW &&
	       ad_pause_is(call->arena, &run);
}

void ad_sync_retry(struct ad_call *call)
{
	if (retries_kill_switch(call)) {
		ad_sync_begin(call, sync_push_retry, ad_sync_retry_write);
		return;
	}
	ad_sync_begin_planned(call, sync_push_retry, ad_sync_retry_write, true);
}

/* Ends a run that has not started. *later: it has too many operations; the runner ends it. */
static enum ad_db_status end_unstarted(struct ad_call *call, const struct ad_run_row *run,
				       bool *later)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_skip skip = {
		realm, run->id, 0, "CANCELLED", AD_S("The run was cancelled before it started."),
		false
	};
	enum ad_db_status status = ad_skip_some(call->db, &skip);
	*later = skip.more;
	if (status != AD_DB_DONE)
		return status;
	status = ad_run_set_status(call->db, realm, run->id, *later ? "QUEUED" : "CANCELLED");
	return status == AD_DB_DONE && !*later ? ad_run_release(call->db, realm, run->id) : status;
}

bool ad_sync_stop_run(struct ad_call *call, const struct ad_run_row *run)
{
	struct ad_realm realm = ad_sync_realm(call);
	bool later = ad_str_is(run->status, "RUNNING");
	struct ad_stmt *s = ad_sql(call->db, "UPDATE sync_runs SET cancel = 1, cancel_reason = $4"
					     " WHERE space_id = $1 AND environment = $2 AND"
					     " id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->id);
	ad_bind(s, 4, run->cancel_reason);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE && !later)
		status = end_unstarted(call, run, &later);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_sync_note(call, run, "CANCEL", run->status,
			    later ? run->status : AD_S("CANCELLED"));
}

/* False with the faults of the cancel reason. */
static bool take_cancel_reason(struct ad_call *call, struct ad_run_row *run)
{
	const cJSON *input = NULL;
	if (call->input)
		input = ad_validate_shape(call, call->action->input, call->input);
	if (call->input && !input)
		return false;
	struct ad_str reason = ad_json_get_text(input, "reason");
	run->cancel_reason = reason.n > 0 ? reason : (struct ad_str){ 0 };
	return true;
}

static bool sync_push_cancel(struct ad_call *call)
{
	struct ad_run_row run;
	if (!ad_sync_load(call, &run) || !take_cancel_reason(call, &run))
		return false;
	if (ad_call_is_connector(call) && ad_pause_is(call->arena, &run))
		return ad_call_refuse_connector(
			call, "Apps cannot stop the kill switch, even with sync:write. A person "
			      "can stop it in the application.");
	if (ad_run_is_final(run.status))
		return ad_sync_conflict(call, "ENDED", NULL, "The run has already ended.");
	if (call->validate_only)
		return ad_sync_checked(call, &run);
	if (!ad_sync_stop_run(call, &run))
		return false;
	call->http_status = 200;
	return ad_sync_answer(call, run.id);
}

void ad_sync_cancel_write(struct ad_call *call)
{
	ad_sync_keyed(call, sync_push_cancel);
}

void ad_sync_cancel(struct ad_call *call)
{
	ad_sync_begin(call, sync_push_cancel, ad_sync_cancel_write);
}
