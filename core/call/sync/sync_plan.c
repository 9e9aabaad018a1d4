/*
 * The plan of a push. A worker makes it; the writing step uses it if its sources are unchanged, and
 * makes it again otherwise. So no writer waits while a plan of thousands of operations is made.
 */
#include "auth/auth.h"
#include "base/json_read.h"
#include "call/objects/guardrails.h"
#include "call/request/idempotency.h"
#include "call/request/moment.h"
#include "call/request/params.h"
#include "call/sync/sync_blocked.h"
#include "call/sync/sync_steps.h"
#include "sync/journal/journal_prepare.h"
#include "sync/plan/plan_mark.h"

struct ad_sync_kept {
	struct ad_str mark;   /* the state of the plan's sources: sync/plan/plan_mark.h */
	struct ad_str filter; /* canonical; absent: no plan is stored */
	struct ad_plan_ask ask;
	struct ad_sync_plan plan;
	char run_id[AD_ID_SIZE]; /* the run of the stored operations; "": none */
	size_t stored;           /* of them */
};

/* True if platforms can fetch media from this server; they cannot reach a loopback name. */
bool ad_sync_is_public(const struct ad_config *config)
{
	static const char *const own[] = { "localhost", "127.", "[::1]" };
	const char *host = config->public_url + strlen("https://");
	if (strncmp(config->public_url, "https://", strlen("https://")) != 0)
		return false;
	for (size_t i = 0; i < AD_LEN(own); i++) {
		size_t n = strlen(own[i]);
		bool part = own[i][n - 1] == '.';
		if (strncmp(host, own[i], n) == 0 && (part || strchr(":/", host[n]) != NULL))
			return false;
	}
	return true;
}

static enum ad_db_status sync_plan_make(struct ad_call *call, const struct ad_plan_filter *filter,
					struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	const struct ad_config *config = call->core->config;
	*ask = (struct ad_plan_ask){
		.db = call->db,
		.arena = call->arena,
		.realm = ad_sync_realm(call),
		.filter = *filter,
		.currency = call->space.currency,
		.rails = *ad_rails_of(call->arena, &call->space),
		.secrets = ad_auth_secrets(call->core->auth),
		.no_sandbox = strcmp(config->sandbox, "off") == 0,
		.is_public = ad_sync_is_public(config),
		.memory = config->plan_memory,
	};
	return ad_plan_make(ask, plan);
}

/* Sets *kept if the plan that was made first is still current. False with the call failed. */
static bool is_kept(struct ad_call *call, struct ad_str filter, bool *kept)
{
	struct ad_str mark = { 0 };
	const struct ad_sync_kept *k = call->kept_plan;
	*kept = false;
	if (!k || !k->mark.n || !ad_str_eq(k->filter, filter))
		return true;
	enum ad_db_status status = ad_plan_mark(call->db, call->arena, ad_sync_realm(call), &mark);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	*kept = ad_str_eq(k->mark, mark);
	return true;
}

static bool make_or_take(struct ad_call *call, const struct ad_plan_filter *filter,
			 struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	bool kept = false;
	struct ad_sync_kept *k = call->kept_plan;
	struct ad_str json = k ? ad_plan_filter_json(call->arena, filter) : (struct ad_str){ 0 };
	if (!is_kept(call, json, &kept))
		return false;
	if (kept) {
		*ask = k->ask;
		ask->db = call->db;
		*plan = k->plan;
		return true;
	}
	enum ad_db_status status = sync_plan_make(call, filter, ask, plan);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (k && !k->filter.p) {
		k->filter = json;
		k->ask = *ask;
		k->plan = *plan;
	}
	return true;
}

static bool refuse_size(struct ad_call *call, const struct ad_plan_filter *filter,
			const struct ad_sync_plan *plan)
{
	if (plan->busy) {
		call->retry_after = 30;
		return ad_fail(call, AD_UNAVAILABLE,
			       "Another large push is being planned, and the server plans one at a "
			       "time. Try again.");
	}
	ad_fault_limit(call, filter->ad_group_count ? "adGroupIds" : "campaignIds", "TOO_BROAD",
		       (int64_t)plan->most,
		       "The plan exceeds the maximum of %zu operations, held enables and warnings, "
		       "or %zu MiB of text. Push in parts: some campaigns (campaignIds) or, for a "
		       "large campaign, some of its ad groups (adGroupIds). The server's operator "
		       "can raise the limit (plan-memory).",
		       plan->most, plan->bytes_most >> 20);
	return false;
}

bool ad_sync_plan_for(struct ad_call *call, const struct ad_plan_filter *filter,
		      struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	if (!make_or_take(call, filter, ask, plan))
		return false;
	ad_sync_add_block(call, plan);
	return !plan->too_broad || refuse_size(call, filter, plan);
}

/* --- a plan first, then the write ------------------------------------------------------------ */

struct planned {
	bool (*work)(struct ad_call *call);
	ad_step_fn *write;
	bool inserts; /* the write is that of a new run */
	int again;    /* how often a worker repeated the plan after a change */
};

#define AGAIN_MAX 3

static void plan_first(struct ad_call *call);

static void plan_again(struct ad_call *call)
{
	ad_call_next(call, AD_SLOW, plan_first);
}

/*
 * True if a worker must make a long plan once more: in the writer it would block all other writes,
 * including the kill switch. A plan that keeps changing is finally made in the writer.
 */
static bool is_outdated(struct ad_call *call, struct planned *p)
{
	const struct ad_sync_kept *k = call->kept_plan;
	struct ad_str mark = { 0 };
	if (!k || k->plan.count <= AD_RUN_PREPARE_MAX || p->again >= AGAIN_MAX ||
	    ad_plan_mark(call->db, call->arena, ad_sync_realm(call), &mark) != AD_DB_DONE ||
	    ad_str_eq(k->mark, mark))
		return false;
	p->again++;
	return true;
}

/*
 * The writing step. Seconds may have passed since the call began: the credential, its permissions
 * and the guardrails are read again, in the transaction that uses them.
 */
static void write_planned(struct ad_call *call)
{
	struct planned *p = call->work;
	ad_sync_fresh(call);
	if (!ad_call_still_allowed(call))
		return;
	if (is_outdated(call, p))
		ad_call_next(call, AD_HERE, plan_again);
	else
		p->write(call);
}

/*
 * On the writer's thread: stores the next thousands of operations. Runs again if the group commit
 * was lost.
 */
static void store_some(struct ad_call *call);

static void stored_some(struct ad_call *call)
{
	struct ad_sync_kept *k = call->kept_plan;
	k->stored += AD_RUN_PREPARE_MAX;
	ad_call_next(call, AD_WRITE, k->stored < k->plan.count ? store_some : write_planned);
}

/* The plan changed meanwhile: a worker makes it again, as long as attempts are left. */
static void give_up_storing(struct ad_call *call)
{
	struct planned *p = call->work;
	call->kept_plan = NULL;
	if (p->again++ < AGAIN_MAX)
		ad_call_next(call, AD_SLOW, plan_first);
	else
		ad_call_next(call, AD_WRITE, write_planned);
}

static void store_some(struct ad_call *call)
{
	const struct ad_sync_kept *k = call->kept_plan;
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_str mark = { 0 };
	ad_sync_fresh(call);
	enum ad_db_status status = ad_plan_mark(call->db, call->arena, realm, &mark);
	if (status == AD_DB_DONE && !ad_str_eq(mark, k->mark)) {
		status = ad_run_drop_prepared(call->db, realm, ad_str(k->run_id));
		if (status == AD_DB_DONE) {
			ad_call_next(call, AD_HERE, give_up_storing);
			return;
		}
	}
	if (status == AD_DB_DONE)
		status = ad_run_prepare(call->db, realm, ad_str(k->run_id), &k->plan, k->stored);
	if (status == AD_DB_DONE)
		ad_call_next(call, AD_HERE, stored_some);
	else
		(void)!ad_fail_db(call, status);
}

/*
 * True if a run could begin now: no other run holds an ad account of the plan, or awaits approval
 * with the same plan.
 */
static bool has_way(struct ad_call *call, const struct ad_sync_plan *plan)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "SELECT l.platform FROM sync_leases l WHERE"
					     " l.space_id = $1 AND l.environment = $2 AND"
					     " l.yields = 0 UNION ALL SELECT '' FROM sync_runs r"
					     " WHERE r.status = 'AWAITING_APPROVAL' AND r.space_id"
					     " = $1 AND r.environment = $2 AND r.plan_hash = $3");
	uint32_t held = 0;
	bool free;
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind_cstr(s, 3, plan->hash);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		held |= platform < AD_PLATFORM_COUNT ? 1u << platform : ~0u;
	}
	free = status == AD_DB_DONE;
	for (size_t i = 0; i < plan->count && free; i++)
		free = !(held & (1u << plan->ops[i]->platform));
	return free;
}

/* On a worker: runs the work as a validation. Only the plan is kept: the writing step decides. */
static void plan_first(struct ad_call *call)
{
	const struct planned *p = call->work;
	struct ad_call before = *call;
	struct ad_sync_kept *kept = ad_arena_zalloc(call->arena, sizeof(*kept));
	bool ours = false, passed = false;
	call->work = NULL;
	if (ad_moment_begin(call, &ours)) {
		/* The guardrails and the mark are from the same snapshot. */
		if (ad_call_resolve_space(call) &&
		    ad_plan_mark(call->db, call->arena, ad_sync_realm(call), &kept->mark) ==
			    AD_DB_DONE) {
			call->kept_plan = kept;
			call->validate_only = true;
			passed = p->work(call) && kept->plan.count > AD_RUN_PREPARE_MAX &&
				 p->inserts && has_way(call, &kept->plan);
		}
		(void)!ad_moment_end(call, ours, true);
	}
	*call = before;
	call->kept_plan = kept->filter.p && kept->mark.n ? kept : NULL;
	if (call->kept_plan && passed) {
		ad_id_make("syn", kept->run_id);
		ad_call_next(call, AD_WRITE, store_some);
		return;
	}
	ad_call_next(call, AD_WRITE, write_planned);
}

enum ad_db_status ad_sync_insert_run(struct ad_call *call, struct ad_run_row *run,
				     const struct ad_sync_plan *plan)
{
	struct ad_sync_kept *k = call->kept_plan;
	char *id = ad_arena_alloc(call->arena, AD_ID_SIZE);
	if (k && k->run_id[0] && k->plan.ops == plan->ops) {
		run->id = ad_str(k->run_id);
		return ad_run_insert_prepared(call->db, ad_sync_realm(call), run, plan);
	}
	ad_id_make("syn", id);
	run->id = ad_str(id);
	return ad_run_insert(call->db, ad_sync_realm(call), run, plan);
}

void ad_sync_begin_planned(struct ad_call *call, bool (*work)(struct ad_call *call),
			   ad_step_fn *write, bool inserts)
{
	struct planned *p;
	ad_sync_begin(call, work, write);
	if (call->next != write || call->place != AD_WRITE)
		return;
	p = ad_arena_alloc(call->arena, sizeof(*p));
	*p = (struct planned){ work, write, inserts, 0 };
	call->work = p;
	ad_call_next(call, AD_SLOW, plan_first);
}

bool ad_sync_mark(struct ad_call *call, struct ad_str run_id, const struct ad_sync_plan *plan)
{
	enum ad_db_status status =
		ad_plan_mark_keep(call->db, call->arena, ad_sync_realm(call), run_id, plan->before);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}
