/*
 * push_sync in rounds. A plan that makes something live, or raises what is spent, is confirmed by a
 * person where the client has a form to ask with; a run that waits for approval is answered with
 * the page's address where the client can open one (client/elicitation). Neither loosens anything:
 * guardrails, the plan's hash and who may approve are looked at by the push itself, as ever.
 */
#include "mcp/protocol/rounds.h"
#include "mcp/tools/tasks.h"
#include "mcp/tools/tool.h"

#define CONFIRM "confirm_push"
#define APPROVE "approve_push"
#define APPROVAL_WAIT "20" /* seconds for which the answer waits once the page is open */

static const struct ad_str none = { NULL, 0 };

struct round {
	struct mcp_state state;
	bool used;         /* it had been, before */
	ad_step_fn *then;  /* once the state is used up */
	bool wait;         /* the page is open: the run may be approved any moment */
	const char *asked; /* what the person was asked, where the answer is no */
};

static void push_rounds_go(struct mcp_request *r)
{
	r->x->render = mcp_tool_render;
	if (!mcp_declares_tasks(r))
		mcp_follow_run(r);
	mcp_tool_action(r, AD_R_SYNC, AD_V_CREATE);
}

/* --- asking ----------------------------------------------------------------------------------- */

/* The result that asks one thing; params are the elicitation's, rendered. */
static struct ad_str push_rounds_asks(struct mcp_request *r, const char *key, struct ad_str params,
				      struct ad_str state)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	ad_json_key(&j, "inputRequests");
	ad_json_object(&j);
	ad_json_key(&j, key);
	ad_json_object(&j);
	ad_json_kcstr(&j, "method", "elicitation/create");
	ad_json_kraw(&j, "params", params);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_kstr(&j, "requestState", state);
	return ad_text_str(&members);
}

/* Counts and money only: names and texts were written by others. */
static struct ad_str push_rounds_question(struct mcp_request *r,
					  const struct ad_sync_stakes *stakes)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&text);
	bool live = r->call->who->environment == AD_LIVE;
	ad_text_addf(&text,
		     "Push %zu operations to the ad platforms (%s)? Operations that set objects "
		     "live: %zu. Daily budgets of live objects: ",
		     stakes->operations, live ? "real accounts" : "test environment",
		     stakes->enables);
	ad_json_micros(&j, stakes->before);
	ad_text_adds(&text, " -> ");
	j = ad_json_on(&text);
	ad_json_micros(&j, stakes->after);
	ad_text_addf(&text, " %s.", stakes->currency);
	return ad_text_str(&text);
}

static void ask_confirm(struct mcp_request *r, const struct ad_sync_stakes *stakes)
{
	struct ad_text params = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&params);
	ad_json_object(&j);
	ad_json_kcstr(&j, "mode", "form");
	ad_json_kstr(&j, "message", push_rounds_question(r, stakes));
	ad_json_kraw(&j, "requestedSchema",
		     AD_S("{\"type\":\"object\",\"properties\":{\"confirm\":{\"type\":\"boolean\","
			  "\"title\":\"Push this plan\",\"description\":\"The push can spend "
			  "money.\",\"default\":false}},\"required\":[\"confirm\"]}"));
	ad_json_object_end(&j);
	mcp_result_as(r, "input_required",
		      push_rounds_asks(r, CONFIRM, ad_text_str(&params),
				       mcp_state_seal(r, MCP_ASKED_CONFIRM, none)));
}

static void ask_approval(struct mcp_request *r, struct ad_str run_id)
{
	struct ad_text params = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&params);
	ad_json_object(&j);
	ad_json_kcstr(&j, "mode", "url");
	ad_json_kcstr(&j, "message",
		      "This push awaits a person's approval. Open the page to review and approve "
		      "the plan; nothing was sent yet.");
	ad_json_kstr(&j, "url", mcp_approval_url(r, run_id));
	ad_json_object_end(&j);
	r->result_type = "input_required";
	r->instead = push_rounds_asks(r, APPROVE, ad_text_str(&params),
				      mcp_state_seal(r, MCP_ASKED_APPROVAL, run_id));
}

/* --- the first round -------------------------------------------------------------------------- */

static void forget_outcome(struct ad_call *call)
{
	ad_call_fresh(call);
	call->validate_only = false;
	call->required_scopes = 0;
	call->http_status = 0;
	call->data = call->meta = none;
}

/* Off the loop's thread: a plan may be long. */
static void push_rounds_weigh(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct ad_sync_stakes stakes;
	if (!ad_sync_stakes(call, &stakes))
		return;
	forget_outcome(call);
	if (stakes.enables == 0 && stakes.after <= stakes.before) {
		push_rounds_go(r);
		return;
	}
	r->x->render = NULL;
	ask_confirm(r, &stakes);
}

/* A call that would be refused is refused before anybody is asked; so is a repeated key. */
static void push_rounds_rehearsed(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	struct ad_call *call = r->call;
	struct ad_json_error err;
	call->validate_only = false;
	x->render = mcp_tool_render;
	if (call->status != AD_OK) {
		ad_idempotency_fail(call);
		return;
	}
	const cJSON *run = ad_json_parse(call->arena, call->data, &err);
	if (ad_str_is(ad_json_get_text(run, "status"), "QUEUED")) {
		ad_call_next(call, AD_SLOW, push_rounds_weigh);
		return;
	}
	forget_outcome(call);
	push_rounds_go(r);
}

static void push_rounds_rehearse(struct mcp_request *r)
{
	if (!ad_idempotency_begin(r->call))
		return;
	r->call->validate_only = true;
	r->x->render = push_rounds_rehearsed;
	mcp_tool_action(r, AD_R_SYNC, AD_V_CREATE);
}

/* --- the rounds after it ---------------------------------------------------------------------- */

static void push_rounds_confirmed(struct ad_call *call)
{
	push_rounds_go(call->door_data);
}

static void push_rounds_declined(struct ad_call *call)
{
	const struct mcp_request *r = call->door_data;
	const struct round *round = r->tool_data;
	call->details = ad_arena_printf(call->arena, "\"reason\":\"%s\"", round->asked);
	ad_fail(call, AD_CONFLICT, "%s",
		strcmp(round->asked, "CANCELLED") == 0
			? "The person dismissed the question, so nothing was pushed. Ask the "
			  "person how to continue."
			: "The person declined this plan, so nothing was pushed. Ask the person "
			  "for changes.");
}

static void push_rounds_look(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	const struct round *round = r->tool_data;
	struct ad_param *wait = ad_arena_alloc(call->arena, sizeof(*wait));
	*wait = (struct ad_param){ AD_S("wait"), AD_S(APPROVAL_WAIT) };
	call->id = round->state.run_id;
	call->params = wait;
	call->param_count = round->wait ? 1 : 0;
	call->idempotency_key = none;
	call->input = NULL;
	call->wait_until = 0;
	mcp_tool_action(r, AD_R_SYNC, AD_V_GET);
}

/* On the writer: it may run twice. */
static void use_up(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct round *round = r->tool_data;
	bool first = false;
	ad_call_fresh(call);
	enum ad_db_status status =
		ad_once_use(call->db, round->state.id, round->state.expires_at, &first);
	round->used = !first;
	if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	else if (first)
		ad_call_next(call, AD_HERE, round->then);
}

static void render_round(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	const struct round *round = r->tool_data;
	if (x->call.status == AD_OK && round->used)
		mcp_round_refuse(r, "USED",
				 "This requestState was already used. get_sync shows the run; to "
				 "push again, call without requestState.");
	else
		mcp_tool_render(x);
}

/* accept, decline or cancel; absent where the client did not answer it. False: refused. */
static bool push_rounds_read_action(struct mcp_request *r, const char *key, const cJSON **content,
				    struct ad_str *action)
{
	const cJSON *responses = ad_json_get(r->params, "inputResponses");
	const cJSON *one = ad_json_get(responses, key);
	*action = ad_json_get_text(one, "action");
	*content = ad_json_get(one, "content");
	bool known = ad_str_is(*action, "accept") || ad_str_is(*action, "decline") ||
		     ad_str_is(*action, "cancel");
	if ((!responses || cJSON_IsObject(responses)) && (!one || known))
		return true;
	mcp_round_refuse(r, "INVALID",
			 "inputResponses must contain, for each request's key, an object with "
			 "action accept, decline or cancel.");
	return false;
}

/* NULL where the form is to be asked again; false: refused. */
static bool read_confirm(struct mcp_request *r, struct round *round, bool *again)
{
	const cJSON *content;
	struct ad_str action;
	if (!push_rounds_read_action(r, CONFIRM, &content, &action))
		return false;
	const cJSON *confirm = ad_json_get(content, "confirm");
	bool accepted = ad_str_is(action, "accept");
	*again = !action.p || (accepted && !confirm);
	if (accepted && confirm && !cJSON_IsBool(confirm)) {
		mcp_round_refuse(r, "INVALID", "confirm must be true or false.");
		return false;
	}
	round->asked = ad_str_is(action, "cancel") ? "CANCELLED" : "DECLINED";
	round->then =
		accepted && cJSON_IsTrue(confirm) ? push_rounds_confirmed : push_rounds_declined;
	return true;
}

static bool read_approval(struct mcp_request *r, struct round *round)
{
	const cJSON *content;
	struct ad_str action;
	if (!push_rounds_read_action(r, APPROVE, &content, &action))
		return false;
	r->resumed = action.p != NULL;
	round->wait = ad_str_is(action, "accept");
	round->then = push_rounds_look;
	return true;
}

static void push_rounds_resume(struct mcp_request *r)
{
	struct round *round = ad_arena_zalloc(r->call->arena, sizeof(*round));
	bool again = false;
	if (!mcp_state_open(r, ad_json_get_text(r->params, "requestState"), &round->state))
		return;
	if (round->state.asked == MCP_ASKED_CONFIRM ? !read_confirm(r, round, &again)
						    : !read_approval(r, round))
		return;
	if (again) {
		push_rounds_rehearse(r);
		return;
	}
	r->tool_data = round;
	r->x->render = render_round;
	ad_call_next(r->call, AD_WRITE, use_up);
}

void mcp_push_begin(struct mcp_request *r)
{
	if (r->modern && ad_json_get(r->params, "requestState"))
		push_rounds_resume(r);
	else if (mcp_elicits(r, "form"))
		push_rounds_rehearse(r);
	else
		push_rounds_go(r);
}

/* --- the answer ------------------------------------------------------------------------------- */

void mcp_push_answer(struct mcp_request *r)
{
	struct ad_json_error err;
	const cJSON *run = ad_json_parse(r->call->arena, r->call->data, &err);
	struct ad_str id = ad_json_get_text(run, "id"), status = ad_json_get_text(run, "status");
	mcp_run_answer(r);
	bool waits = ad_str_is(status, "AWAITING_APPROVAL");
	if (!id.p || !(waits || ad_str_is(status, "QUEUED") || ad_str_is(status, "RUNNING")))
		return;
	if (waits && !r->resumed && mcp_elicits(r, "url"))
		ask_approval(r, id);
	else if (mcp_declares_tasks(r))
		mcp_task_created(r, id);
}
