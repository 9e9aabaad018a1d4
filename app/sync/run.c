/* app/plain/runs/ID: one run with its requester, operations and cost; approves or cancels it. */
#include "app/page/ask.h"
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/roles.h"
#include "app/sync/run_parts.h"
#include "app/page/values.h"

static const struct app_done said[] = {
	{ "approved", "Approved. Reload the page to see the progress." },
	{ "retried", "The retry was started. Reload the page to see the progress." },
	{ "pulled", "The kill switch is on. Pushes are refused, and all campaigns are being "
		    "paused. Reload the page to see the progress." },
	{ "pulling", "The pull was started. Reload the page to see its result." },
	{ "pushed", "The push was requested. Its status is shown below." },
	{ "cancelled", "Cancelled. Operations that were not sent yet will not be sent." },
};

/* A decision in progress. */
struct work {
	const char *done;  /* key of the message on the page */
	enum ad_verb verb; /* of the action that has the step */
	ad_step_fn *step;
	const cJSON *input; /* of a cancel with a reason, or NULL */
};

enum ad_db_status app_run_enter(struct ad_call *call, const struct app_visit *v)
{
	struct ad_principal *who = ad_arena_zalloc(call->arena, sizeof(*who));
	struct ad_stmt *s = ad_sql(call->db, "SELECT r.space_id, r.environment FROM members m JOIN"
					     " sync_runs r ON r.space_id = m.space_id AND"
					     " r.environment IN ('live', 'test') AND r.id = $2"
					     " WHERE m.account_id = $1");
	enum ad_db_status status;

	ad_bind(s, 1, v->account.id);
	ad_bind(s, 2, v->id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*who = *call->who;
	who->environment = ad_str_is(ad_col(s, 1), "live") ? AD_LIVE : AD_TEST;
	call->space_header = ad_col_copy(s, call->arena, 0);
	call->who = who;
	call->res = ad_resource_row(AD_R_SYNC);
	call->id = v->id;
	call->params = NULL;
	call->param_count = 0;
	ad_reset(s);
	if (ad_call_resolve_space(call)) {
		struct app_visit *mine = call->door_data;
		app_place_enter(&mine->place, call->space_header, who->environment);
		return AD_DB_ROW;
	}
	return call->status == AD_NOT_FOUND ? AD_DB_DONE : AD_DB_UNAVAILABLE;
}

/* --- the requester --- */

/* Appends the credential of the request: an app, a token or the application. */
static enum ad_db_status add_means(struct ad_exchange *x, struct ad_text *page,
				   const struct ad_sync_review *run)
{
	struct ad_stmt *s =
		ad_sql(x->call.db, "SELECT client_name, client_id, 1 FROM oauth_grants WHERE id ="
				   " $1 UNION ALL SELECT name, '', 0 FROM tokens WHERE id = $1");

	ad_bind(s, 1, run->credential_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW) {
		struct ad_str host = app_client_host(ad_col(s, 1));
		bool app = ad_col_int(s, 2) != 0;
		ad_text_adds(page, app ? "The app <q>" : "The API token <q>");
		ad_page_name(page, ad_col(s, 0));
		ad_text_adds(page, "</q> ");
		if (app) {
			ad_text_adds(page,
				     host.n ? "<span class=\"tag\">" : "<span class=\"tag warn\">");
			app_html(page, host.n ? host : AD_S("unverified"));
			ad_text_adds(page, "</span>");
		}
		ad_reset(s);
	} else if (status == AD_DB_DONE) {
		ad_text_adds(page, ad_str_is(run->source, "APP") ? "The application" : "Automatic");
	}
	if (run->connector)
		ad_text_adds(page, ", through the MCP connector");
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status run_add_person(struct ad_exchange *x, struct ad_text *page,
					const char *label, struct ad_str id)
{
	struct ad_account account;
	enum ad_db_status status;

	if (id.n == 0)
		return AD_DB_DONE;
	status = ad_account_get(x->call.db, x->call.arena, id, &account);
	if (status != AD_DB_ROW)
		return status;
	ad_text_addf(page, "<dt>%s</dt><dd>", label);
	ad_page_name(page, account.name);
	if (x->call.space.role == AD_OWNER || ad_str_is(id, x->call.who->account_id)) {
		ad_text_adds(page, account.name.n ? " (" : "");
		app_html(page, account.email);
		ad_text_adds(page, account.name.n ? ")" : "");
	} else if (account.name.n == 0) {
		app_html(page, id);
	}
	ad_text_adds(page, "</dd>");
	return AD_DB_DONE;
}

static void add_time(struct ad_text *page, const char *label, int64_t us)
{
	if (us == 0)
		return;
	ad_text_addf(page, "<dt>%s</dt><dd>", label);
	app_time(page, us, "");
	ad_text_adds(page, "</dd>");
}

/* The name of the Space. */
static enum ad_db_status run_add_space(struct ad_exchange *x, struct ad_text *page)
{
	struct ad_stmt *s = ad_sql(x->call.db, "SELECT name FROM spaces WHERE id = $1");

	ad_bind_cstr(s, 1, x->call.space.id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	ad_text_adds(page, "<dt>Space</dt><dd>");
	ad_page_name(page, ad_col(s, 0));
	ad_reset(s);
	ad_text_adds(page, " ");
	app_add_environment(page, ad_str(ad_environment_name(x->call.who->environment)));
	ad_text_adds(page, "</dd>");
	return AD_DB_DONE;
}

static bool add_head(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	enum ad_db_status status;

	ad_text_adds(page, "<dl class=\"wide\"><dt>Status</dt><dd>");
	app_add_status(page, run->status);
	ad_text_adds(page, run->cancelling ? " The run stops after the operations in progress.</dd>"
					   : "</dd>");
	status = run_add_space(x, page);
	if (status == AD_DB_DONE)
		status = run_add_person(x, page, "Requested by", run->created_by);
	ad_text_adds(page, "<dt>Through</dt><dd>");
	if (status == AD_DB_DONE)
		status = add_means(x, page, run);
	ad_text_adds(page, "</dd>");
	add_time(page, "Requested", run->created_at);
	if (status == AD_DB_DONE)
		status = run_add_person(x, page, "Approved by", run->approved_by);
	add_time(page, "Started", run->started_at);
	add_time(page, "Ended", run->finished_at);
	ad_text_addf(page, "<dt>%s</dt><dd>%lld of %lld done</dd></dl>",
		     run->pulled.n > 0 ? "Steps" : "Operations", (long long)run->done,
		     (long long)run->total);
	return status == AD_DB_DONE;
}

/* --- spend, violations and warnings --- */

static void run_add_row(struct ad_exchange *x, struct ad_text *page, const char *label,
			const int64_t amount[static 2])
{
	const char *currency = x->call.space.currency;

	ad_text_addf(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Spend\">%s</td>",
		     label);
	for (int i = 0; i < 2; i++) {
		ad_text_addf(page, "<td role=\"cell\" data-label=\"%s\">", i ? "After" : "Before");
		app_add_money(page, amount[i], currency, false);
		ad_text_adds(page, "</td>");
	}
	ad_text_adds(page, "<td role=\"cell\" data-label=\"Change\"><b>");
	app_add_money(page, amount[1] - amount[0], currency, true);
	ad_text_adds(page, "</b></td></tr>");
}

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static void run_add_spend(struct ad_exchange *x, struct ad_text *page,
			  const struct ad_sync_review *run)
{
	ad_text_adds(page,
		     "<section class=\"card\" aria-labelledby=\"spend\"><h2 id=\"spend\">Possible "
		     "spend</h2><table role=\"table\"><thead><tr role=\"row\">" HEAD("Budgets")
			     HEAD("Before") HEAD("After") HEAD("Change") "</tr></thead><tbody>");
	run_add_row(x, page, "Running campaigns, per day",
		    (const int64_t[2]){ run->active_before, run->active_after });
	run_add_row(x, page, "Running campaigns, per month",
		    (const int64_t[2]){ run->month_before, run->month_after });
	run_add_row(x, page, "All pushed campaigns, also paused ones, per day",
		    (const int64_t[2]){ run->before, run->after });
	ad_text_adds(page, "</tbody></table>");
	ad_text_adds(
		page,
		run->activate
			? "<p class=\"note\">This push sets campaigns live. They can spend money "
			  "immediately.</p>"
			: "<p>This push sets nothing live. New objects are created paused.</p>");
	if (run->held_back > 0)
		ad_text_addf(page,
			     "<p class=\"soft\">%zu object%s enabled in the drafts %s not set "
			     "live.</p>",
			     run->held_back, run->held_back == 1 ? "" : "s",
			     run->held_back == 1 ? "is" : "are");
	ad_text_adds(page, "</section>");
}

static void run_add_findings(struct ad_text *page, const struct ad_sync_review *run)
{
	if (run->violations)
		ad_text_adds(page, "<div class=\"fault\"><p>This plan cannot be pushed:</p><ul>");
	for (const struct ad_violation *one = run->violations; one; one = one->next) {
		ad_text_adds(page, "<li>");
		ad_page_words(page, ad_str(one->message ? one->message : one->rule));
		ad_text_adds(page, "</li>");
	}
	ad_text_adds(page, run->violations ? "</ul></div>" : "");
	if (run->warnings)
		ad_text_adds(page, "<div class=\"note\"><p>Warnings:</p><ul>");
	for (const struct ad_sync_remark *one = run->warnings; one; one = one->next) {
		ad_text_adds(page, "<li>");
		ad_page_words(page, ad_str(one->message));
		ad_text_addf(page, " <small><code>%.*s</code></small></li>",
			     AD_FMT(one->object_id));
	}
	ad_text_adds(page, run->warnings ? "</ul></div>" : "");
}

/* --- the decision --- */

static void add_approval(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct ad_sync_review *run)
{
	if (!run->may_approve) {
		ad_text_adds(page, "<p class=\"note\">");
		app_html(page, ad_str(run->refusal));
		if (run->confirm_first) {
			ad_text_adds(page, " <a href=\"");
			app_sign_in_again(page, x);
			ad_text_adds(page, "\">Sign in again</a>");
		}
		ad_text_adds(page, "</p>");
		if (run->factor_first)
			app_add_factor_way(x, page);
		return;
	}
	app_form(x, page, v, ad_arena_copy(x->call.arena, x->path).p);
	app_add_hidden(page, "do", AD_S("approve"));
	ad_text_addf(page,
		     "<p>Sends exactly this plan, %lld operation%s, to the platforms.</p>"
		     "<div class=\"row\"><button type=\"submit\">Approve</button></div></form>",
		     (long long)run->total, run->total == 1 ? "" : "s");
}

/* Offers to retry the unfinished operations of an ended run. */
static void add_retry(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      const struct ad_sync_review *run)
{
	if (!ad_str_is(run->mode, "PUSH") || (x->call.scopes & AD_SYNC_WRITE) == 0 ||
	    (!ad_str_is(run->status, "FAILED") && !ad_str_is(run->status, "PARTIAL")))
		return;
	app_form(x, page, v, ad_arena_copy(x->call.arena, x->path).p);
	app_add_hidden(page, "do", AD_S("retry"));
	ad_text_addf(page,
		     "<p>%s</p><div class=\"row\"><button type=\"submit\">Try again</button></div>"
		     "</form>",
		     run->pauses
			     ? "Pauses every campaign that is not confirmed as paused."
			     : "Sends the failed and skipped operations again, except for objects "
			       "that were edited since. Other operations are not repeated.");
}

/* Links to the revert page, which shows the coverage. */
static void add_way_back(struct ad_exchange *x, struct ad_text *page,
			 const struct ad_sync_review *run)
{
	if (ad_str_is(run->mode, "PUSH") && run->done > 0 && (x->call.scopes & AD_SYNC_WRITE))
		ad_text_addf(page,
			     "<p><a class=\"button quiet\" href=\"" APP_REVERT_PATH
			     "/%.*s\">Undo this push</a></p>",
			     AD_FMT(run->id));
}

/* Appends the revert of the run, if one was drafted. */
static bool add_reverted(struct ad_exchange *x, struct ad_text *page,
			 const struct ad_sync_review *run)
{
	struct ad_json_error err;

	return !run->reverted.n ||
	       app_add_reverted(x, page, ad_json_parse(x->call.arena, run->reverted, &err)) ==
		       AD_DB_DONE;
}

static void add_decision(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const struct ad_sync_review *run)
{
	const struct app_choice act = {
		ad_arena_copy(x->call.arena, x->path).p,
		run->waits ? "Deny" : "Cancel",
		"danger",
	};

	if (run->ended) {
		add_retry(x, page, v, run);
		add_way_back(x, page, run);
		return;
	}
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"decide\"><h2 id=\"decide\">"
			   "Decide</h2>");
	if ((x->call.scopes & AD_SYNC_WRITE) == 0) {
		ad_text_addf(page,
			     "<p>Only publishers and owners of the Space can decide. Your role: "
			     "%s.</p></section>",
			     app_role_title(x->call.space.role));
		return;
	}
	if (run->waits)
		add_approval(x, page, v, run);
	else
		ad_text_addf(page,
			     "<p><a class=\"button quiet\" href=\"" APP_RUNS_PATH
			     "/%.*s\">Show the progress</a></p>",
			     AD_FMT(run->id));
	ad_text_adds(page, "<div class=\"acts\">");
	app_begin_act(x, page, v, &act);
	app_add_hidden(page, "do", AD_S("cancel"));
	ad_text_adds(
		page,
		"<p>Operations that were not sent yet will not be sent. The drafts stay.</p><label "
		"class=\"field\" for=\"reason\">Reason</label><p class=\"hint\">Shown to the "
		"requester and to the requester's assistant.</p><textarea id=\"reason\" "
		"name=\"reason\" maxlength=\"500\"></textarea>");
	app_end_act(page, run->waits ? "Deny it" : "Yes, cancel it", "danger");
	ad_text_adds(page, "</div></section>");
}

/* --- the page --- */

static void add_error(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	struct ad_json_error err;

	if (run->cancel_reason.n > 0) {
		ad_text_adds(page, "<p class=\"note\">Reason: ");
		ad_page_words(page, run->cancel_reason);
		ad_text_adds(page, "</p>");
	}

	if (run->error.n == 0)
		return;
	ad_text_adds(page, "<p class=\"fault\">");
	ad_page_words(page,
		      ad_json_get_text(ad_json_parse(x->call.arena, run->error, &err), "message"));
	ad_text_adds(page, "</p>");
}

static void add_comments(struct ad_exchange *x, struct ad_text *page,
			 const struct ad_sync_review *run)
{
	struct ad_json_error err;
	const cJSON *list = ad_json_parse(x->call.arena, run->comments, &err), *one;
	int64_t operation;

	cJSON_ArrayForEach(one, list)
	{
		ad_text_adds(page, "<p class=\"note\">Comment");
		if (ad_json_int64(ad_json_get(one, "operation"), &operation))
			ad_text_addf(page, " on operation %lld", (long long)operation + 1);
		ad_text_adds(page, ": ");
		ad_page_words(page, ad_json_get_text(one, "text"));
		ad_text_adds(page, "</p>");
	}
}

static void add_stops(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	if (!run->pauses)
		return;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"stops\"><h2 "
			   "id=\"stops\">Status of each ad account</h2>");
	app_add_stops(x, page, run);
	ad_text_addf(page,
		     "<p class=\"soft\">Pushes stay refused until an owner allows them on <a "
		     "href=\"" AD_APP_PATH "/spaces/%s#blocked\">the page of the Space</a>.</p>"
		     "</section>",
		     x->call.space.id);
}

/* The state of the page while it is rendered. */
struct shown {
	int status;
	const char *fault;
	bool seen;
	struct ad_sync_review run;
};

static void show_run(struct ad_exchange *x, struct app_visit *v, struct shown *s)
{
	struct ad_sync_review *run = &s->run;
	struct ad_text page = app_page(x, v, app_run_title(run->mode, run->pauses));

	x->call.params = x->params;
	x->call.param_count = x->param_count;
	app_say_done(&page, x, said, AD_LEN(said));
	app_say_fault(&page, s->fault);
	add_error(x, &page, run);
	add_comments(x, &page, run);
	bool good = add_head(x, &page, run);
	if (run->waits && run->current)
		run_add_spend(x, &page, run);
	run_add_findings(&page, run);
	app_add_delays(x, &page, run);
	add_stops(x, &page, run);
	app_add_pulled(x, &page, run);
	if (run->total > 0 && !ad_str_is(run->mode, "PULL"))
		good = good && app_add_operations(x, &page, run, app_query_number(x, "after"));
	good = good && add_reverted(x, &page, run);
	add_decision(x, &page, v, run);
	if (good)
		app_page_reply(x, &page, s->status);
	else
		ad_page_unavailable(x);
}

static void run_reply(struct ad_exchange *x)
{
	struct app_visit *v = x->call.door_data;
	struct shown *s = v->work;

	if (!s->seen && x->call.status == AD_NOT_FOUND)
		app_page_missing(x);
	else if (!s->seen || x->call.status != AD_OK)
		ad_page_unavailable(x);
	else
		show_run(x, v, s);
}

/* On a worker: computes the plan of a run that waits for approval again. */
static void run_read_plan(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct shown *s = v->work;

	s->seen = ad_sync_look(call, &s->run);
}

static void run_show(struct ad_exchange *x, struct app_visit *v, int status, const char *fault)
{
	struct shown *s = ad_arena_zalloc(x->call.arena, sizeof(*s));
	enum ad_db_status found = app_run_enter(&x->call, v);

	if (found == AD_DB_DONE) {
		app_page_missing(x);
		return;
	}
	if (found != AD_DB_ROW) {
		ad_page_unavailable(x);
		return;
	}
	ad_call_fresh(&x->call);
	s->status = status;
	s->fault = fault;
	v->work = s;
	x->render = run_reply;
	ad_call_next(&x->call, AD_SLOW, run_read_plan);
}

void app_run(struct ad_exchange *x, struct app_visit *v)
{
	run_show(x, v, 200, NULL);
}

/* On the writer's thread: checks Space and role again, then runs the action's own step. */
static void run_take_decision(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;
	enum ad_db_status status = app_run_enter(call, v);

	if (!app_step_found(call, status))
		return;
	if (!ad_call_require(call, AD_SYNC_WRITE))
		return;
	app_ask_as(call, w->verb, w->input);
	w->step(call);
}

static void run_decided(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (call->status == AD_OK && w->step == ad_sync_retry_write)
		app_go_run(x, w->done);
	else if (call->status == AD_OK)
		app_go(x, ad_arena_printf(call->arena, APP_RUNS_PATH "/%.*s?done=%s", AD_FMT(v->id),
					  w->done)
				  .p);
	else if (call->status == AD_NOT_FOUND)
		app_page_missing(x);
	else if (call->status == AD_FORBIDDEN_SCOPE)
		run_show(
			x, v, 403,
			"Only publishers and owners of the Space can decide. Nothing was changed.");
	else
		run_show(x, v, ad_outcome_http(call), ad_outcome_message(call));
}

/* The input of a cancel; NULL if no reason is given. */
static const cJSON *read_reason(const struct ad_call *call)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_str reason = ad_call_param(call, "reason");

	if (reason.n == 0)
		return NULL;
	ad_json_object(&j);
	ad_json_kstr(&j, "reason", reason);
	ad_json_object_end(&j);
	return ad_json_parse(call->arena, ad_text_str(&text), &err);
}

void app_run_decide(struct ad_exchange *x, struct app_visit *v)
{
	static const struct {
		const char *name;
		struct work work;
	} decisions[] = {
		{ "approve", { "approved", AD_V_APPROVE, ad_sync_approve_write, NULL } },
		{ "cancel", { "cancelled", AD_V_CANCEL, ad_sync_cancel_write, NULL } },
		{ "retry", { "retried", AD_V_RETRY, ad_sync_retry_write, NULL } },
	};
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	for (size_t i = 0; i < AD_LEN(decisions); i++)
		if (ad_str_is(ad_call_param(&x->call, "do"), decisions[i].name))
			*w = decisions[i].work;
	if (w->step == ad_sync_cancel_write)
		w->input = read_reason(&x->call);
	if (w->step)
		app_write(x, v, run_take_decision, run_decided);
	else
		ad_page_refuse(x, 400, "The form does not name an action.");
}
