/* POST /sync/:id/approve, and the data that a person reviews before the decision. */
#include "auth/credential/tokens.h"
#include "call/request/actions.h"
#include "call/request/confirm.h"
#include "call/request/connector.h"
#include "call/request/outcome.h"
#include "call/request/second_factor.h"
#include "call/sync/sync_drafters.h"
#include "call/sync/sync_review.h"
#include "call/sync/sync_steps.h"
#include "sync/lease/credential.h"
#include "sync/lease/pace.h"
#include "sync/killswitch/pause.h"
#include "sync/state/run_comments.h"

/* Counts the members of the Space who may push. */
static bool count_publishers(struct ad_call *call, int64_t *count)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT COUNT(*) FROM members WHERE space_id = $1 AND"
					     " role IN ('PUBLISHER', 'OWNER')");
	ad_bind_cstr(s, 1, call->space.id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*count = ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

/* A drafter of the run must not approve it, if another member who may push drafted none of it. */
static bool is_second_pair(struct ad_call *call, const struct ad_run_row *run)
{
	bool barred = false;
	if (!ad_sync_is_drafter(call, run->id, &barred))
		return false;
	return !barred ||
	       ad_sync_conflict(call, "APPROVER_REQUIRED", NULL,
				"This Space requires approval by someone who neither requested the "
				"push nor drafted any of its changes; you drafted some of them. If "
				"only the requester drafted nothing, cancel the run, request the "
				"push yourself, and let the requester approve it.");
}

/*
 * Contract section 5: never by a grant or at /mcp, never by the API token that requested the push.
 */
static bool may_approve(struct ad_call *call, const struct ad_run_row *run)
{
	const struct ad_principal *who = call->who;
	const char *rule = who->environment == AD_LIVE ? call->space.require_approval_live
						       : call->space.require_approval_test;
	int64_t publishers = 0;
	if (ad_call_is_connector(call))
		return ad_call_refuse_connector(
			call, "A push can be approved in the application, or with another API "
			      "token with sync:write. Connected apps cannot approve pushes.");
	if (!ad_call_need_factor(call))
		return false;
	if (who->kind == AD_BY_TOKEN && ad_str_is(run->credential_id, who->credential_id))
		return ad_sync_conflict(call, "APPROVER_REQUIRED", NULL,
					"The token that requested the push cannot approve it. Use "
					"another token, or approve the push in the application.");
	if (strcmp(rule, "ALWAYS") == 0 && !ad_str_is(run->created_by, who->account_id) &&
	    !is_second_pair(call, run))
		return false;
	if (strcmp(rule, "ALWAYS") != 0 || !ad_str_is(run->created_by, who->account_id))
		return who->environment != AD_LIVE || ad_call_confirm(call, AD_ACT_APPROVE_LIVE);
	if (!count_publishers(call, &publishers))
		return false;
	if (publishers >= 2)
		return ad_sync_conflict(
			call, "APPROVER_REQUIRED", NULL,
			"This Space requires approval by someone other than the requester.");
	if (who->kind != AD_BY_SESSION)
		return ad_sync_conflict(call, "APPROVER_REQUIRED", NULL,
					"This Space requires approval in the application.");
	return ad_call_confirm(call, AD_ACT_APPROVE_OWN);
}

/* A run whose requesting credential was revoked must not begin. */
static bool is_standing(struct ad_call *call, const struct ad_run_row *run)
{
	bool gone = false;
	enum ad_db_status status =
		ad_credential_is_gone(call->db, ad_sync_realm(call), run->id, &gone);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!gone)
		return true;
	return ad_sync_conflict(
		call, AD_CREDENTIAL_REVOKED, NULL,
		"The credential that requested this push was revoked or has expired, or its "
		"account can no longer push here. Preview and push again with another credential.");
}

static bool approve_run(struct ad_call *call, const struct ad_run_row *run,
			const struct ad_sync_plan *plan)
{
	struct ad_realm realm = ad_sync_realm(call);
	enum ad_db_status status = ad_run_set_status(call->db, realm, run->id, "QUEUED");
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	struct ad_stmt *s = ad_sql(call->db, "UPDATE sync_runs SET approved_by = $4,"
					     " approved_credential = $5 WHERE space_id = $1"
					     " AND environment = $2 AND id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->id);
	ad_bind_cstr(s, 4, call->who->account_id);
	ad_bind_cstr(s, 5, call->who->credential_id);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_sync_note(call, run, "APPROVE", run->status, AD_S("QUEUED")) &&
	       ad_sync_lease(call, run->id) && ad_sync_mark(call, run->id, plan) &&
	       ad_sync_answer(call, run->id);
}

/* True if the caller may approve the waiting run, and its plan may still be sent. */
static bool may_begin(struct ad_call *call, const struct ad_run_row *run,
		      const struct ad_sync_plan *plan)
{
	if (!may_approve(call, run) || !is_standing(call, run))
		return false;
	if (!ad_str_is(run->plan_hash, plan->hash))
		return ad_sync_conflict(call, "PLAN_CHANGED", plan->hash,
					"The plan changed after the request. Cancel the run, then "
					"preview and push again.");
	return ad_sync_may_send(call, plan);
}

bool ad_sync_replan(struct ad_call *call, const struct ad_run_row *run, struct ad_plan_ask *ask,
		    struct ad_sync_plan *plan)
{
	struct ad_plan_filter filter;
	if (!ad_plan_filter_read(call->arena, run->filters, &filter))
		return ad_fail(call, AD_INTERNAL, "%s", "");
	return ad_sync_plan_for(call, &filter, ask, plan);
}

static bool sync_approve_approve(struct ad_call *call)
{
	struct ad_run_row run;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	if (!ad_sync_load(call, &run))
		return false;
	if (!ad_str_is(run.status, "AWAITING_APPROVAL"))
		return ad_sync_conflict(call, "NOT_AWAITING_APPROVAL", NULL,
					"The run is not awaiting approval.");
	if (!ad_sync_replan(call, &run, &ask, &plan) || !may_begin(call, &run, &plan))
		return false;
	if (call->validate_only)
		return ad_sync_checked(call, &run);
	if (!approve_run(call, &run, &plan))
		return false;
	call->http_status = 200;
	return true;
}

void ad_sync_approve_write(struct ad_call *call)
{
	ad_sync_keyed(call, sync_approve_approve);
}

void ad_sync_approve(struct ad_call *call)
{
	ad_sync_begin_planned(call, sync_approve_approve, ad_sync_approve_write, false);
}

/* --- what a person looks at before --- */

static void take_head(struct ad_sync_review *out, const struct ad_run_row *run)
{
	*out = (struct ad_sync_review){
		.id = run->id,
		.mode = run->mode,
		.status = run->status,
		.source = run->source,
		.created_by = run->created_by,
		.credential_id = run->credential_id,
		.approved_by = run->approved_by,
		.error = run->error,
		.reverted = run->reverted,
		.cancel_reason = run->cancel_reason,
		.pulled = run->pulled,
		.connector = run->connector,
		.activate = run->activate,
		.cancelling = run->cancel && !ad_run_is_final(run->status),
		.waits = ad_str_is(run->status, "AWAITING_APPROVAL"),
		.ended = ad_run_is_final(run->status),
		.done = run->done,
		.total = run->total,
		.created_at = run->created_at,
		.started_at = run->started_at,
		.finished_at = run->finished_at,
	};
}

bool ad_sync_pauses(struct ad_arena *arena, struct ad_str filters)
{
	const struct ad_run_row run = { .filters = filters };
	return ad_pause_is(arena, &run);
}

/* Reads the state of the run at the ad accounts, as the API returns it. */
static bool take_standing(struct ad_call *call, struct ad_realm realm, struct ad_run_row *run,
			  struct ad_sync_review *out)
{
	struct ad_text stops = ad_text_on(call->arena), delays = ad_text_on(call->arena);
	struct ad_text comments = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&stops), k = ad_json_on(&delays), l = ad_json_on(&comments);
	enum ad_db_status status = ad_pause_write(&j, call->db, realm, run);
	out->pauses = ad_pause_is(call->arena, run);
	if (status == AD_DB_DONE)
		status = ad_pace_write(&k, call->db, realm, run, out->pauses);
	if (status == AD_DB_DONE)
		status = ad_run_comments_write(&l, call->db, realm, run->id, call->scopes);
	out->comments = ad_text_str(&comments);
	out->stops = ad_text_str(&stops);
	out->delays = ad_text_str(&delays);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_sync_look_pause(struct ad_call *call, enum ad_environment environment,
			struct ad_sync_review *out)
{
	struct ad_realm realm = { .space_id = ad_str(call->space.id),
				  .environment = ad_str(ad_environment_name(environment)) };
	struct ad_run_row run;
	enum ad_db_status status = ad_pause_last(call->db, call->arena, realm, &run);
	*out = (struct ad_sync_review){ 0 };
	if (status == AD_DB_DONE)
		return true;
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	take_head(out, &run);
	return take_standing(call, realm, &run, out);
}

static void take_plan(struct ad_call *call, const struct ad_sync_plan *plan,
		      struct ad_sync_review *out)
{
	struct ad_sync_remark **end = &out->warnings;
	out->before = plan->before;
	out->after = plan->after;
	out->active_before = plan->active_before;
	out->active_after = plan->active_after;
	out->month_before = ad_plan_monthly(plan->active_before, call->space.currency);
	out->month_after = ad_plan_monthly(plan->active_after, call->space.currency);
	out->held_back = plan->held_count;
	out->violations = ad_plan_violations_for(call->arena, plan, call->scopes);
	for (const struct ad_plan_warning *w = plan->warnings; w; w = w->next) {
		uint32_t read = w->row->res->read_scope;
		if ((call->scopes & read) != read)
			continue;
		*end = ad_arena_zalloc(call->arena, sizeof(**end));
		**end = (struct ad_sync_remark){ .object_id = w->row->id, .message = w->message };
		end = &(*end)->next;
	}
}

bool ad_sync_look(struct ad_call *call, struct ad_sync_review *out)
{
	struct ad_run_row run;
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	if (!ad_sync_load(call, &run))
		return false;
	take_head(out, &run);
	if (!take_standing(call, ad_sync_realm(call), &run, out))
		return false;
	if (!out->waits)
		return true;
	if (!ad_sync_replan(call, &run, &ask, &plan))
		return false;
	out->current = ad_str_is(run.plan_hash, plan.hash);
	if (out->current)
		take_plan(call, &plan, out);
	out->may_approve = ad_call_require(call, AD_SYNC_WRITE) && may_begin(call, &run, &plan);
	if (!out->may_approve && call->status == AD_UNAVAILABLE)
		return false;
	out->confirm_first = ad_call_wants_confirmation(call);
	out->factor_first = ad_call_wants_factor(call);
	out->refusal = out->may_approve ? NULL : ad_outcome_message(call);
	ad_sync_fresh(call);
	return true;
}
