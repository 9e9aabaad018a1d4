#include <stdlib.h>

#include "auth/auth.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "base/log.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/idempotency.h"
#include "call/objects/media.h"
#include "call/request/moment.h"
#include "call/request/params.h"
#include "call/sync/sync_blocked.h"
#include "call/sync/sync_page.h"
#include "call/sync/sync_steps.h"
#include "sync/plan/plan_part.h"
#include "sync/run/sync.h"

static const char *sandbox_url(void *arg)
{
	return ((struct ad_core *)arg)->sandbox_url;
}

static struct ad_str media_url(void *arg, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str asset_id)
{
	return ad_media_url(arg, arena, realm, asset_id, ad_now() + AD_DAY);
}

static void sync_common_notify(void *arg)
{
	ad_core_notify(arg);
}

/* us: the first wait after a failure, shortened by tests; 0: the default (sync.h). */
static int64_t first_wait(void)
{
	const char *ms = getenv("ADCORE_SYNC_FIRST_WAIT_MS");
	return ms ? strtol(ms, NULL, 10) * 1000 : 0;
}

bool ad_core_make_sync(struct ad_core *core, char err[static 256])
{
	struct ad_sync_env env = {
		.store = core->store,
		.writer = core->writer,
		.slow = core->slow,
		.secrets = ad_auth_secrets(core->auth),
		.sandbox_url = sandbox_url,
		.media_url = media_url,
		.notify = sync_common_notify,
		.arg = core,
		.pause = first_wait(),
		.is_public = ad_sync_is_public(core->config),
		.no_sandbox = strcmp(core->config->sandbox, "off") == 0,
		.plan_memory = core->config->plan_memory,
	};
	core->sync = ad_sync_new(&env, err);
	return core->sync != NULL;
}

void ad_sync_fresh(struct ad_call *call)
{
	ad_call_fresh(call);
	call->required_scopes = 0;
}

struct ad_realm ad_sync_realm(const struct ad_call *call)
{
	return (struct ad_realm){ ad_str(call->space.id),
				  call->who->environment == AD_LIVE ? AD_S("live") : AD_S("test") };
}

/*
 * The resource that a filter's ids refer to, and the statement that returns the campaign of each
 * id.
 */
struct selects {
	const char *field, *thing, *sql;
};
static const struct selects selects_campaigns = {
	"campaignIds", "campaign",
	"SELECT id FROM campaigns WHERE space_id = $1 AND environment = $2 AND id = $3"
};
static const struct selects selects_ad_groups = {
	"adGroupIds", "ad group",
	"SELECT campaign_id FROM ad_groups WHERE space_id = $1 AND environment = $2 AND id = $3"
};

/* Absent: the object does not exist here. False with the call failed. */
static bool sync_common_campaign_of(struct ad_call *call, const struct selects *what,
				    struct ad_str id, struct ad_str *campaign)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, what->sql);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	*campaign = status == AD_DB_ROW ? ad_col_copy(s, call->arena, 0) : (struct ad_str){ 0 };
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Reads the ids of a list, sorted; they must be in the filter's campaigns, if it has any. */
static bool take_ids(struct ad_call *call, const cJSON *list, const struct selects *what,
		     const struct ad_plan_filter *in, struct ad_plan_ids *out)
{
	size_t n = 0;
	const cJSON *item;
	cJSON_ArrayForEach(item, list) n++;
	out->at = ad_arena_alloc(call->arena, (n + 1) * sizeof(*out->at));
	n = 0;
	cJSON_ArrayForEach(item, list)
	{
		const char *path = ad_arena_printf(call->arena, "%s[%zu]", what->field, n).p;
		struct ad_str campaign;
		out->at[n] = ad_json_text(item);
		if (!sync_common_campaign_of(call, what, out->at[n], &campaign))
			return false;
		if (!campaign.p)
			ad_fault(call, path, "REFERENCE_NOT_FOUND",
				 "The %s \"%.*s\" does not exist here.", what->thing,
				 AD_FMT(out->at[n]));
		else if (in->campaign_count &&
			 !ad_plan_ids_hold(in->campaign_ids, in->campaign_count, campaign))
			ad_fault(call, path, "MISMATCH",
				 "The %s \"%.*s\" does not belong to any of campaignIds. Add its "
				 "campaign, or omit campaignIds.",
				 what->thing, AD_FMT(out->at[n]));
		n++;
	}
	out->count = ad_plan_ids_settle(out->at, n);
	return call->status == AD_OK;
}

/* False with every fault in either list. */
static bool take_parts(struct ad_call *call, const cJSON *input, struct ad_plan_filter *filter)
{
	struct ad_plan_ids campaigns, groups;
	bool known = take_ids(call, ad_json_get(input, "campaignIds"), &selects_campaigns, filter,
			      &campaigns);
	/* Without the campaigns their contents cannot be checked. */
	if (known) {
		filter->campaign_ids = campaigns.at;
		filter->campaign_count = campaigns.count;
	}
	if (!take_ids(call, ad_json_get(input, "adGroupIds"), &selects_ad_groups, filter, &groups))
		return false;
	filter->ad_group_ids = groups.at;
	filter->ad_group_count = groups.count;
	return known;
}

bool ad_sync_filter(struct ad_call *call, const cJSON *input, struct ad_plan_filter *filter)
{
	const cJSON *item;
	const cJSON *platforms = ad_json_get(input, "platforms");
	const cJSON *include = ad_json_get(input, "include");
	bool some = cJSON_IsArray(platforms) && platforms->child;
	*filter = (struct ad_plan_filter){ .platforms = some ? 0 : AD_PLATFORMS_ALL };
	if (some)
		cJSON_ArrayForEach(item, platforms) filter->platforms |=
			1u << ad_platform_of(ad_json_text(item));
	some = cJSON_IsArray(include) && include->child;
	filter->campaigns = filter->conversions = !some;
	if (some)
		cJSON_ArrayForEach(item, include)
		{
			if (ad_str_is(ad_json_text(item), "CAMPAIGNS"))
				filter->campaigns = true;
			else
				filter->conversions = true;
		}
	filter->activate = cJSON_IsTrue(ad_json_get(input, "activate"));
	return take_parts(call, input, filter);
}

static bool has_items(const cJSON *list)
{
	return cJSON_IsArray(list) && list->child;
}

bool ad_sync_kept_filter(struct ad_call *call, const cJSON *input, struct ad_plan_filter *filter)
{
	struct ad_str hash = ad_json_get_text(input, "planHash");
	struct ad_realm realm = ad_sync_realm(call);
	bool activate = filter->activate;
	if (!hash.p || has_items(ad_json_get(input, "platforms")) ||
	    has_items(ad_json_get(input, "campaignIds")) ||
	    has_items(ad_json_get(input, "adGroupIds")) || has_items(ad_json_get(input, "include")))
		return true;
	struct ad_stmt *s = ad_sql(call->db, "SELECT filters FROM sync_previews WHERE space_id = $1"
					     " AND environment = $2 AND account_id = $3 AND"
					     " plan_hash = $4 AND filters IS NOT NULL LIMIT 1");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, call->who->account_id);
	ad_bind(s, 4, hash);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE || ad_fail_db(call, status);
	struct ad_str kept = ad_col_copy(s, call->arena, 0);
	ad_reset(s);
	if (!ad_plan_filter_read(call->arena, kept, filter))
		return ad_fail(call, AD_INTERNAL, "%s", "");
	filter->activate = activate;
	return true;
}

bool ad_sync_conflict(struct ad_call *call, const char *reason, const char *plan_hash,
		      const char *message)
{
	struct ad_text text = ad_text_on(call->arena);
	ad_text_addf(&text, "\"reason\":\"%s\"", reason);
	if (plan_hash)
		ad_text_addf(&text, ",\"planHash\":\"%s\"", plan_hash);
	call->details = ad_text_str(&text);
	return ad_fail(call, AD_CONFLICT, "%s", message);
}

bool ad_sync_may_send(struct ad_call *call, const struct ad_sync_plan *plan)
{
	if (call->space.pushes_blocked)
		return ad_sync_conflict(call, AD_PUSHES_BLOCKED, NULL, ad_sync_block_message(call));
	if (!plan->violations.count)
		return true;
	call->violations = ad_plan_violations_for(call->arena, plan, call->scopes);
	return ad_fail(call, AD_GUARDRAIL, "%s", "");
}

bool ad_sync_needs_approval(const struct ad_call *call, bool drafted)
{
	const char *rule = call->who->environment == AD_LIVE ? call->space.require_approval_live
							     : call->space.require_approval_test;
	return ad_push_needs_approval(rule, drafted || ad_call_is_connector(call));
}

bool ad_sync_load(struct ad_call *call, struct ad_run_row *run)
{
	enum ad_db_status status =
		ad_run_load(call->db, call->arena, ad_sync_realm(call), call->id, run);
	if (status == AD_DB_ROW)
		return true;
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	return ad_fail_db(call, status);
}

static int status_rank(struct ad_str status)
{
	static const char *const names[] = { "QUEUED",    "AWAITING_APPROVAL", "RUNNING",
					     "SUCCEEDED", "PARTIAL",           "FAILED",
					     "CANCELLED" };
	for (int i = 0; i < (int)AD_LEN(names); i++)
		if (ad_str_is(status, names[i]))
			return i;
	return 7;
}

/*
 * For the kill switch: the phases of its parts, in the bits above those of the current time in
 * microseconds.
 */
static long long sync_common_phase(const struct ad_run_row *run)
{
	long long all = 0;
	for (int i = 0; run->position.n == AD_PLATFORM_COUNT && i < AD_PLATFORM_COUNT; i++)
		all = 4 * all + (long long)strcspn("wbsd", (char[]){ run->position.p[i], 0 });
	return all << 52;
}

/* Writes the run with that page of its operations. */
static bool answer_page(struct ad_call *call, struct ad_str run_id, struct ad_ops_page *page)
{
	struct ad_run_row run;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_realm realm = ad_sync_realm(call);
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return false;
	enum ad_db_status status = ad_run_load(call->db, call->arena, realm, run_id, &run);
	if (status == AD_DB_ROW)
		status = ad_run_write(&j, call->db, realm, &run, call->scopes, page);
	bool good = status == AD_DB_DONE || ad_fail_db(call, status);
	if (!ad_moment_end(call, ours, good))
		return false;
	call->data = ad_text_str(&text);
	/* A run is never edited, so its version is 1; only the second number changes. */
	call->etag = ad_arena_printf(call->arena, "\"1.%lld\"",
				     (long long)(run.waits_since + run.done * 8) +
					     status_rank(run.status) + sync_common_phase(&run));
	ad_sync_page_end(call, page, (struct ad_str){ 0 });
	return true;
}

bool ad_sync_answer(struct ad_call *call, struct ad_str run_id)
{
	struct ad_ops_page page;
	if (!ad_sync_page_read(call, run_id, &page))
		return false;
	/* For an assistant, operations that need action come first. */
	page.wrong_first = call->door == AD_DOOR_MCP && !ad_call_param(call, "limit").p &&
			   !ad_call_param(call, "cursor").p;
	return answer_page(call, run_id, &page);
}

bool ad_sync_lease(struct ad_call *call, struct ad_str run_id)
{
	struct ad_str holder = { NULL, 0 };
	return ad_sync_held(
		call, ad_run_lease(call->db, call->arena, ad_sync_realm(call), run_id, &holder),
		&holder);
}

bool ad_sync_held(struct ad_call *call, enum ad_db_status status, const struct ad_str *holder)
{
	if (status == AD_DB_DONE)
		return true;
	if (status != AD_DB_CONFLICT)
		return ad_fail_db(call, status);
	call->details = ad_arena_printf(call->arena,
					"\"reason\":\"RUN_IN_PROGRESS\","
					"\"runId\":\"%.*s\"",
					AD_FMT(*holder));
	return ad_fail(call, AD_CONFLICT,
		       "Another run is active on this ad account. Wait for its end, or cancel it.");
}

#define START_WAIT AD_SECOND

/* The run that the answer names, or the one of the request. */
static struct ad_str asked_run(const struct ad_call *call)
{
	struct ad_str at = call->location;

	return at.p ? (struct ad_str){ at.p + strlen("/sync/"), at.n - strlen("/sync/") }
		    : call->id;
}

/*
 * A person, a program or an assistant asked for a run, or decided about one; ids alone. Comments
 * and decisions about drift change no run.
 */
static void log_request(const struct ad_call *call)
{
	enum ad_verb verb = call->action->verb;

	if (verb == AD_V_COMMENT || verb == AD_V_RESOLVE)
		return;
	ad_log(AD_LOG_INFO, "run_requested", "run", asked_run(call).p, "operation",
	       call->action->operation_id, "space", ad_sync_realm(call).space_id.p, "environment",
	       ad_sync_realm(call).environment.p, "frontEnd", ad_sync_source(call), "request",
	       call->request_id.p, NULL);
}

/* Waits for the run's begin. The answer stays the stored one, because a replay must be equal. */
static void await_start(struct ad_call *call)
{
	struct ad_str id = asked_run(call);
	struct ad_run_row run;
	if (call->ending || ad_now() >= call->wait_until)
		return;
	if (ad_run_load(call->db, call->arena, ad_sync_realm(call), id, &run) == AD_DB_ROW &&
	    ad_str_is(run.status, "QUEUED"))
		ad_call_next(call, AD_WAIT, await_start);
}

void ad_sync_woken(struct ad_call *call)
{
	log_request(call);
	ad_sync_wake(call->core->sync);
	ad_core_notify(call->core);
	call->wait_until = ad_now() + START_WAIT;
	await_start(call);
}

const char *ad_sync_source(const struct ad_call *call)
{
	switch (call->door) {
	case AD_DOOR_MCP:
		return "MCP";
	case AD_DOOR_APP:
		return "APP";
	case AD_DOOR_PULL:
		return "PULL";
	case AD_DOOR_IMPORT:
		return "IMPORT";
	case AD_DOOR_API:
		break;
	}
	return "API";
}

bool ad_sync_checked(struct ad_call *call, struct ad_run_row *run)
{
	run->id = (struct ad_str){ NULL, 0 };
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	enum ad_db_status status =
		ad_run_write(&j, NULL, ad_sync_realm(call), run, call->scopes, NULL);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	call->data = ad_text_str(&text);
	call->meta = AD_S("\"validateOnly\":true");
	call->http_status = 200;
	return true;
}

bool ad_sync_note(struct ad_call *call, const struct ad_run_row *run, const char *verb,
		  struct ad_str was, struct ad_str is)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_history_entry entry = {
		.resource = AD_S("sync"),
		.object_id = run->id,
		.verb = ad_str(verb),
	};
	ad_json_object(&j);
	ad_json_kstr(&j, "status", is);
	if (run->cancel_reason.p)
		ad_json_kstr(&j, "cancelReason", run->cancel_reason);
	if (!was.p) {
		ad_json_kstr(&j, "mode", run->mode);
		ad_json_kstr(&j, "planHash", run->plan_hash);
		ad_json_kbool(&j, "activate", run->activate);
		ad_json_kint(&j, "operations", run->total);
	}
	ad_json_object_end(&j);
	entry.after = ad_text_str(&text);
	if (was.p)
		entry.before = ad_arena_printf(call->arena, "{\"status\":\"%.*s\"}", AD_FMT(was));
	return ad_history_note(call, &entry);
}

struct checked {
	bool (*work)(struct ad_call *call);
	void *own; /* the work's own data, found in call->work */
};

/* On a worker, because the work computes a plan. */
static void check_only(struct ad_call *call)
{
	const struct checked *only = call->work;
	call->work = only->own;
	(void)!only->work(call);
}

void ad_sync_begin(struct ad_call *call, bool (*work)(struct ad_call *call), ad_step_fn *write)
{
	struct checked *only;
	if (!ad_write_params(call) || !ad_idempotency_begin(call))
		return;
	if (!call->validate_only) {
		ad_call_next(call, AD_WRITE, write);
		return;
	}
	only = ad_arena_zalloc(call->arena, sizeof(*only));
	*only = (struct checked){ work, call->work };
	call->work = only;
	ad_call_next(call, AD_SLOW, check_only);
}

void ad_sync_keyed(struct ad_call *call, bool (*work)(struct ad_call *call))
{
	ad_sync_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!work(call)) {
		ad_idempotency_fail(call);
		return;
	}
	if (ad_idempotency_keep(call)) {
		ad_call_next(call, AD_HERE, ad_sync_woken);
	}
}
