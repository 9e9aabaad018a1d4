/*
 * POST /sync/:id/revert, step by step.
 *
 * A run of up to PART operations is drafted in one transaction: all of it, or nothing. A larger one
 * is first rehearsed on a worker, which finds everything that would refuse it, and then drafted
 * PART operations at a time, so that other writes get their turn; the run records that it is being
 * reverted (revert_once.c). A worker then makes the plan of the drafts, and a last transaction
 * stores it as a preview and ends the record.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/charge.h"
#include "call/request/history.h"
#include "call/request/idempotency.h"
#include "call/request/moment.h"
#include "call/sync/revert.h"
#include "call/sync/sync_review.h"
#include "call/sync/sync_steps.h"
#include "store/db/round_trips.h"

#define PART 1000                 /* operations of one transaction */
#define PAGE 50                   /* of them on one arena */
#define PLAN_TRIES 20             /* while the server makes another large plan */
#define PLAN_WAIT (3 * AD_SECOND) /* between them */

/* --- the walk over the operations ------------------------------------------------------------ */

/*
 * The place in the walk: removals from the last to the first, so that a removed object is drafted
 * before its children, which were removed first; updates in the same order; uploads; then creates
 * from the first to the last: removing a campaign removes everything below it.
 */
static struct ad_inverse *revert_step_place_of(const struct ad_revert *r, enum ad_op *now)
{
	static const enum ad_op phases[] = { AD_OP_REMOVE, AD_OP_UPDATE, AD_OP_UPLOAD,
					     AD_OP_CREATE };
	size_t phase = r->count ? r->place / r->count : AD_LEN(phases);
	size_t at = r->count ? r->place % r->count : 0;
	if (phase >= AD_LEN(phases))
		return NULL;
	*now = phases[phase];
	return &r->at[*now == AD_OP_CREATE || *now == AD_OP_UPLOAD ? at : r->count - 1 - at];
}

/* Reverts one operation. In a large revert a guardrail refuses only it: others are drafted. */
static bool one_revert(struct ad_revert *r, struct ad_inverse *v, enum ad_op now)
{
	struct ad_call *call = r->call;
	if (!ad_revert_open(r, v))
		return false;
	if (!ad_revert_one(r, v, now)) {
		call->parent_hint = NULL;
		if (!r->is_large || call->validate_only || call->status != AD_GUARDRAIL)
			return false;
		ad_revert_cannot(v, "GUARDRAIL_VIOLATION");
		ad_sync_fresh(call);
	}
	ad_revert_close(r, v);
	r->any = r->any || v->drafted_id.n > 0;
	return call->validate_only || ad_revert_mark(r, v);
}

static void free_arena(void *arena)
{
	ad_arena_free(arena);
}

/* Walks over up to `most` operations, with their texts on an arena that ends. */
static bool page_walk(struct ad_revert *r, size_t most, size_t *done)
{
	struct ad_call *call = r->call;
	struct ad_arena *outer = call->arena, *scratch = ad_arena_new();
	struct ad_inverse *v;
	enum ad_op now;
	bool good = true;
	call->arena = scratch;
	for (*done = 0; good && *done < most && (v = revert_step_place_of(r, &now)); r->place++) {
		if (v->op != now)
			continue;
		good = one_revert(r, v, now);
		++*done;
	}
	/* Statements that were not waited for may still read what is on the arena. */
	enum ad_db_status status =
		good && !call->validate_only ? ad_db_settle(call->db) : AD_DB_DONE;
	call->arena = outer;
	if (status != AD_DB_DONE)
		good = ad_fail_db(call, status);
	/* It holds the text of the refusal. */
	if (!good)
		ad_arena_defer(outer, free_arena, scratch);
	else
		ad_arena_free(scratch);
	return good;
}

/* Walks over up to `most` operations. */
static bool part_walk(struct ad_revert *r, size_t most)
{
	size_t done = 0;
	for (size_t n = 0; n < most; n += done) {
		if (!page_walk(r, most - n < PAGE ? most - n : PAGE, &done))
			return false;
		if (!done)
			break;
	}
	return true;
}

static bool has_ended(const struct ad_revert *r)
{
	enum ad_op now;
	return !revert_step_place_of(r, &now);
}

static struct ad_revert *revert_new(struct ad_call *call)
{
	struct ad_revert *r = ad_arena_zalloc(call->arena, sizeof(*r));
	r->call = call;
	r->arena = call->arena;
	return r;
}

/* Only checked: nothing is drafted, so there is no plan. */
static bool revert_check(struct ad_call *call)
{
	struct ad_revert *r = revert_new(call);
	if (!ad_revert_enter(r) || !ad_revert_check_first(r) || !part_walk(r, SIZE_MAX))
		return false;
	ad_revert_unsure(r, NULL);
	ad_revert_answer(r);
	return true;
}

/* --- the end: the plan of the drafts --------------------------------------------------------- */

/* The record of the run's history. */
static bool revert_note(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	return ad_history_note(
		call, &(struct ad_history_entry){
			      .resource = AD_S("sync"),
			      .object_id = r->run.id,
			      .verb = AD_S("REVERT"),
			      .after = ad_arena_printf(call->arena, "{\"coverage\":\"%s\"}",
						       ad_coverage_name(ad_revert_coverage(r))) });
}

static void end_write(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	ad_sync_fresh(call);
	if (r->hash.n && !ad_sync_keep_preview(call, r->hash, r->expires, r->filter))
		return;
	if (!ad_revert_record(r) || !revert_note(r))
		return;
	ad_revert_answer(r);
	if (ad_idempotency_keep(call))
		ad_call_next(call, AD_HERE, ad_sync_woken);
}

/* Makes the plan; false if there is none: the drafts stay, and are in the Space's own plan. */
static bool plan_make(struct ad_revert *r)
{
	struct ad_call *call = r->call;
	struct ad_plan_filter filter = { .platforms = AD_PLATFORMS_ALL,
					 .campaigns = true,
					 .conversions = true };
	struct ad_plan_ask ask;
	struct ad_sync_plan *made = ad_arena_zalloc(call->arena, sizeof(*made));
	bool ours;
	filter.object_ids = r->touched;
	filter.object_count = r->touched_count = ad_plan_ids_settle(r->touched, r->touched_count);
	if (!ad_moment_begin(call, &ours))
		return false;
	bool good = ad_sync_plan_for(call, &filter, &ask, made);
	if (!ad_moment_end(call, ours, good) || !good)
		return false;
	ad_revert_unsure(r, made);
	struct ad_text totals = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&totals);
	ad_plan_write_totals(&j, made, ask.currency);
	r->totals = ad_text_str(&totals);
	r->hash = ad_arena_copy(call->arena, ad_str(made->hash));
	r->expires = ad_now() + AD_PREVIEW_LIFE;
	r->filter = ad_plan_filter_json(call->arena, &filter);
	return true;
}

static void end_plan(struct ad_call *call);

static void plan_again(struct ad_call *call)
{
	if (ad_now() < call->wait_until && !call->ending)
		ad_call_next(call, AD_WAIT, plan_again);
	else
		ad_call_next(call, AD_SLOW, end_plan);
}

/* On a worker: the plan of a large revert takes seconds. */
static void end_plan(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	bool made = r->touched_count && plan_make(r);
	bool is_busy = !made && call->status == AD_UNAVAILABLE;
	ad_sync_fresh(call);
	if (is_busy && !call->ending && r->plan_tries++ < PLAN_TRIES) {
		call->wait_until = ad_now() + PLAN_WAIT;
		ad_call_next(call, AD_WAIT, plan_again);
		return;
	}
	if (!made)
		ad_revert_unsure(r, NULL);
	ad_call_next(call, AD_WRITE, end_write);
}

/* --- the parts ------------------------------------------------------------------------------- */

static void part_write(struct ad_call *call);

/* After the commit of a part. */
static void part_done(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	r->place_done = r->place;
	r->touched_done = r->touched_count;
	r->told_full_done = r->told_full;
	r->told_other_done = r->told_other;
	if (!has_ended(r))
		ad_call_next(call, AD_WRITE, part_write);
	else if (r->touched_count)
		ad_call_next(call, AD_SLOW, end_plan);
	else
		ad_call_next(call, AD_HERE, end_plan);
}

/* On the writer's thread: drafts the next part. Starts from the committed place each time. */
static void part_write(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	ad_sync_fresh(call);
	if (!ad_call_still_allowed(call) || !ad_call_require(call, r->scopes) ||
	    !ad_revert_claim(r))
		return;
	r->place = r->place_done;
	r->touched_count = r->touched_done;
	r->told_full = r->told_full_done;
	r->told_other = r->told_other_done;
	if (part_walk(r, PART))
		ad_call_next(call, AD_HERE, part_done);
}

/* --- the first step -------------------------------------------------------------------------- */

static bool operations_count(struct ad_call *call, size_t *count)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT COUNT(*) FROM sync_operations WHERE space_id = $1"
				 " AND environment = $2 AND run_id = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, call->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status == AD_DB_DONE ? AD_DB_INVALID : status);
	*count = (size_t)ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

/* Up to PART operations: all of them in this transaction. False with the call failed. */
static bool whole_write(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	if (!ad_revert_enter(r) || !ad_revert_check_first(r) || !part_walk(r, SIZE_MAX))
		return false;
	if (r->any && !ad_revert_claim(r))
		return false;
	if (r->any || r->touched_count) {
		ad_call_next(call, AD_HERE, part_done);
		return true;
	}
	if (!revert_note(r))
		return false;
	ad_revert_answer(r);
	return ad_idempotency_keep(call);
}

static void large_rehearse(struct ad_call *call);

static void large_again(struct ad_call *call)
{
	ad_call_next(call, AD_SLOW, large_rehearse);
}

static void large_load(struct ad_call *call)
{
	struct ad_revert *r = call->work;
	if (ad_revert_load(r))
		ad_call_next(call, AD_WRITE, part_write);
}

static void large_claimed(struct ad_call *call)
{
	ad_call_next(call, AD_SLOW, large_load);
}

/* On the writer's thread: records that the run is being reverted, as it was when rehearsed. */
static void large_claim(struct ad_call *call)
{
	const struct ad_revert *rehearsed = call->work;
	struct ad_revert *r = revert_new(call);
	ad_sync_fresh(call);
	if (!ad_call_still_allowed(call) || !ad_idempotency_begin(call))
		return;
	r->is_large = true;
	if (!ad_sync_load(call, &r->run))
		return;
	if (!ad_str_eq(r->run.reverted, rehearsed->run.reverted)) {
		ad_call_next(call, AD_HERE, large_again);
		return;
	}
	if (!ad_revert_check_open(r) || !ad_revert_claim(r))
		return;
	call->work = r;
	ad_call_next(call, AD_HERE, large_claimed);
}

/*
 * On a worker: what would refuse the revert refuses it here, before anything is drafted. It has an
 * arena of its own, because it needs as much memory as the revert.
 */
static void large_rehearse(struct ad_call *call)
{
	struct ad_call before = *call;
	struct ad_arena *arena = ad_arena_new();
	struct ad_revert *seen = revert_new(call);
	ad_sync_fresh(call);
	call->arena = arena;
	call->validate_only = true;
	struct ad_revert *r = revert_new(call);
	r->is_large = true;
	bool good = ad_revert_enter(r) && ad_revert_check_first(r) && part_walk(r, SIZE_MAX);
	call->arena = before.arena;
	call->validate_only = false;
	if (!good) {
		ad_arena_defer(call->arena, free_arena, arena);
		ad_idempotency_fail(call);
		return;
	}
	*call = before;
	seen->run.reverted = ad_arena_copy(call->arena, r->run.reverted);
	ad_arena_free(arena);
	call->work = seen;
	ad_call_next(call, AD_WRITE, large_claim);
}

void ad_sync_revert_write(struct ad_call *call)
{
	size_t count = 0;
	ad_sync_fresh(call);
	if (call->validate_only) {
		(void)!revert_check(call);
		return;
	}
	if (!ad_idempotency_begin(call) || !operations_count(call, &count))
		return;
	if (count > PART) {
		ad_call_next(call, AD_HERE, large_again);
		return;
	}
	call->work = revert_new(call);
	if (!whole_write(call))
		ad_idempotency_fail(call);
}

/*
 * A repeat with a stored answer ended before; otherwise the call is charged by the run's
 * operations.
 */
void ad_sync_revert(struct ad_call *call)
{
	size_t count = 0;

	ad_sync_begin(call, revert_check, ad_sync_revert_write);
	if (call->next && (!operations_count(call, &count) || !ad_call_charge(call, count)))
		call->next = NULL;
}
