#include "mcp/tools/tasks.h"
#include "mcp/tools/tool.h"

#define EXTENSION "io.modelcontextprotocol/tasks"
#define LABEL "mcp task"
#define POLL_MS 1000

static const struct ad_str none = { NULL, 0 };

bool mcp_declares_tasks(const struct mcp_request *r)
{
	const cJSON *extensions = ad_json_get(mcp_capabilities(r), "extensions");
	return r->modern && cJSON_IsObject(ad_json_get(extensions, EXTENSION));
}

void mcp_tasks_undeclared(struct mcp_request *r)
{
	mcp_error(r, 400, RPC_MISSING_CAPABILITY,
		  "The request requires a client that declares the extension " EXTENSION ".",
		  AD_S("{\"requiredCapabilities\":{\"extensions\":{\"" EXTENSION "\":{}}}}"));
}

/* --- ids -------------------------------------------------------------------------------------- */

/* "syn_….code": what others know of a run is not enough to name its task. */
static struct ad_str task_of(struct mcp_request *r, struct ad_str run_id)
{
	const struct ad_call *call = r->call;
	struct ad_str of =
		ad_arena_printf(call->arena, "%s\n%s\n%s\n%s\n%.*s", call->who->account_id,
				call->who->credential_id, call->space.id,
				ad_environment_name(call->who->environment), AD_FMT(run_id));
	struct ad_str code =
		ad_secrets_mac64(ad_auth_secrets(call->core->auth), call->arena, LABEL, of);
	return ad_arena_printf(call->arena, "%.*s.%.*s", AD_FMT(run_id), AD_FMT(code));
}

bool mcp_task_run(struct mcp_request *r, struct ad_str task_id, struct ad_str *run_id)
{
	const char *dot = ad_str_find(task_id, '.');
	if (!dot)
		return false;
	*run_id = (struct ad_str){ task_id.p, (size_t)(dot - task_id.p) };
	return ad_id_valid("syn", *run_id) && ad_secret_eq(task_id, task_of(r, *run_id));
}

/* --- how it stands ---------------------------------------------------------------------------- */

/*
 * Maps a run's status to a task's. A run that waits for approval is working: it was requested
 * before the task was made, and no answer of a client could approve it.
 */
static const char *tasks_status_of(const char *run)
{
	if (strcmp(run, "CANCELLED") == 0)
		return "cancelled";
	bool works = strcmp(run, "QUEUED") == 0 || strcmp(run, "RUNNING") == 0 ||
		     strcmp(run, "AWAITING_APPROVAL") == 0;
	return works ? "working" : "completed";
}

static void write_head(struct mcp_request *r, struct ad_str run_id, struct ad_json *j,
		       const struct ad_sync_standing *at)
{
	struct ad_arena *arena = r->call->arena;
	ad_json_kstr(j, "taskId", task_of(r, run_id));
	ad_json_kcstr(j, "status", tasks_status_of(at->status));
	if (strcmp(at->status, "AWAITING_APPROVAL") == 0)
		ad_json_kstr(j, "statusMessage",
			     ad_arena_printf(arena, "Awaiting a person's approval at %.*s",
					     AD_FMT(mcp_approval_url(r, run_id))));
	else
		ad_json_kstr(j, "statusMessage",
			     ad_arena_printf(arena, "%s, %lld of %lld operations done", at->status,
					     (long long)at->done, (long long)at->total));
	ad_json_ktime(j, "createdAt", at->created_at);
	ad_json_ktime(j, "lastUpdatedAt", at->changed_at);
	ad_json_kraw(j, "ttlMs", AD_S("null"));
	ad_json_kint(j, "pollIntervalMs", POLL_MS);
}

static const struct mcp_tool *push_tool(void)
{
	for (size_t i = 0; i < mcp_tool_count; i++)
		if (mcp_tools[i].rounds)
			return &mcp_tools[i];
	return NULL;
}

/*
 * Writes the result that the call would have returned had it waited; no null members, as in every
 * tool's result.
 */
static bool tasks_write_result(struct mcp_request *r, struct ad_str run_id, struct ad_json *j)
{
	if (!ad_sync_answer(r->call, run_id))
		return false;
	mcp_tool_set(r, push_tool());
	mcp_run_answer(r);
	ad_json_key(j, "result");
	ad_json_raw(j, ad_arena_printf(r->call->arena, "{%.*s,\"resultType\":\"complete\"}",
				       AD_FMT(mcp_tool_members(r))));
	return true;
}

bool mcp_task_write(struct mcp_request *r, struct ad_str run_id, struct ad_json *j)
{
	struct ad_sync_standing at;
	if (!ad_sync_standing(r->call, run_id, &at))
		return false;
	write_head(r, run_id, j, &at);
	return strcmp(tasks_status_of(at.status), "completed") != 0 ||
	       tasks_write_result(r, run_id, j);
}

void mcp_task_created(struct mcp_request *r, struct ad_str run_id)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	struct ad_sync_standing at;
	/* It may have ended meanwhile: then the result is the answer, not a task. */
	if (!ad_sync_standing(r->call, run_id, &at))
		return;
	if (strcmp(tasks_status_of(at.status), "working") != 0) {
		if (ad_sync_answer(r->call, run_id))
			mcp_run_answer(r);
		return;
	}
	write_head(r, run_id, &j, &at);
	r->result_type = "task";
	r->instead = ad_text_str(&members);
}

/* --- the methods ------------------------------------------------------------------------------ */

static void tasks_unknown(struct mcp_request *r)
{
	mcp_error(r, 200, RPC_INVALID_PARAMS,
		  "The task does not exist. get_sync shows the state of a run.", none);
}

/* Starts each of the three methods; false if the request has ended. */
static bool tasks_begin(struct mcp_request *r, uint32_t scopes, struct ad_str *run_id)
{
	if (!mcp_declares_tasks(r)) {
		mcp_tasks_undeclared(r);
		return false;
	}
	if (!mcp_task_run(r, ad_json_get_text(r->params, "taskId"), run_id)) {
		tasks_unknown(r);
		return false;
	}
	if (ad_call_require(r->call, scopes))
		return true;
	mcp_refuse(r);
	return false;
}

void mcp_tasks_get(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	struct ad_json j = ad_json_on(&members);
	struct ad_str run_id;
	if (!tasks_begin(r, AD_SYNC_READ, &run_id))
		return;
	if (mcp_task_write(r, run_id, &j))
		mcp_result(r, ad_text_str(&members));
	else if (r->call->status == AD_NOT_FOUND)
		tasks_unknown(r);
	else
		mcp_refuse(r);
}

void mcp_tasks_update(struct mcp_request *r)
{
	struct ad_str run_id;
	if (!tasks_begin(r, AD_SYNC_READ, &run_id))
		return;
	if (cJSON_IsObject(ad_json_get(r->params, "inputResponses")))
		mcp_result(r, AD_S(""));
	else
		mcp_error(r, 200, RPC_INVALID_PARAMS, "inputResponses must be an object.", none);
}

static void tasks_cancelled(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	/* In conflict with its end: that is told by tasks/get, and no fault of the asking. */
	if (x->call.status == AD_OK || x->call.status == AD_CONFLICT)
		mcp_result(r, AD_S(""));
	else if (x->call.status == AD_NOT_FOUND)
		tasks_unknown(r);
	else
		mcp_refuse(r);
}

void mcp_tasks_cancel(struct mcp_request *r)
{
	struct ad_str run_id;
	if (!tasks_begin(r, AD_SYNC_READ, &run_id))
		return;
	r->call->id = run_id;
	r->x->render = tasks_cancelled;
	mcp_tool_action(r, AD_R_SYNC, AD_V_CANCEL);
}
