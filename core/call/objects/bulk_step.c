/*
 * POST /<collection>/bulk: each object runs the steps of its own PATCH (objects.h), as a call
 * of its own inside the transaction. Objects are found on the slow lane; one transaction changes up
 * to 1,000 of them, and other writes get a turn between two transactions.
 */
#include "call/objects/bulk_step.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/charge.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/params.h"
#include "call/request/parts.h"
#include "call/rules/rules.h"
#include "store/db/round_trips.h"

#define PART_OBJECTS 1000        /* of one transaction */
#define PART_US ((int64_t)50000) /* us of one transaction, checked after each page */
#define OBJECT_FAULTS_MAX 20     /* reported faults of one object */

static void bulk_fill(struct ad_call *sub, const struct ad_call *call, struct ad_arena *arena,
		      struct ad_str id)
{
	*sub = (struct ad_call){
		.core = call->core,
		.arena = arena,
		.db = call->db,
		.door = call->door,
		.request_id = call->request_id,
		.address = call->address,
		.res = call->res,
		.action = ad_action_of(call->res, AD_V_UPDATE),
		.id = id,
		.who = call->who,
		.space = call->space,
		.scopes = call->scopes,
		.fault_max = OBJECT_FAULTS_MAX,
		.inside = true,
		.rehearsed = call->validate_only,
	};
}

/* Changes one object; sub has the outcome. after is absent if the object was not reached. */
static void change_object(struct ad_call *sub, const struct ad_bulk_progress *p,
			  struct ad_row *before, struct ad_row **after, struct ad_bulk_patch *patch)
{
	int64_t seen = p->bulk->objects[p->at].version;
	*after = NULL;
	if (!before) {
		ad_fail(sub, AD_NOT_FOUND, "%s", "");
	} else if (seen && seen != before->version) {
		sub->details = ad_arena_printf(sub->arena, "\"currentVersion\":%lld",
					       (long long)before->version);
		ad_fail(sub, AD_PRECONDITION,
			"The object changed while the filter was evaluated. Repeat the call.");
	} else if (ad_bulk_make_patch(sub, &p->bulk->rule, before, patch)) {
		if (patch->input)
			(void)!ad_object_patch_row(sub, before, patch->input, after);
		else
			*after = before;
	}
}

/* True if a failure may have left changes, or an unusable transaction. */
static bool must_roll_back(const struct ad_call *sub, const struct ad_row *before,
			   const struct ad_row *after)
{
	if (sub->status == AD_OK)
		return false;
	return (after && after != before && after->json.p) || sub->status == AD_UNAVAILABLE ||
	       sub->status == AD_INTERNAL;
}

static enum ad_part run_object(struct ad_call *call, struct ad_bulk_progress *p,
			       struct ad_arena *arena, struct ad_row *before, bool guarded)
{
	struct ad_call sub;
	struct ad_row *after;
	struct ad_bulk_patch patch = { 0 };
	bulk_fill(&sub, call, arena, p->bulk->objects[p->at].id);
	if (guarded) {
		enum ad_db_status status = ad_db_savepoint(call->db);
		if (status != AD_DB_DONE) {
			ad_fail_db(call, status);
			return AD_PART_BROKEN;
		}
	}
	change_object(&sub, p, before, &after, &patch);
	if (guarded && !ad_part_end_object(call, &sub))
		return AD_PART_BROKEN;
	if (!guarded && must_roll_back(&sub, before, after))
		return AD_PART_REFUSED;
	ad_bulk_result(call, p, &sub, before, after, &patch);
	return AD_PART_DONE;
}

/*
 * Changes the next page of objects, on an arena of its own, because 10,000 objects need much
 * memory.
 */
static enum ad_part run_page(struct ad_call *call, struct ad_bulk_progress *p, size_t n,
			     bool guarded)
{
	struct ad_arena *arena = ad_arena_new(), *scratch = ad_arena_new();
	struct ad_str ids[AD_IDS_MAX];
	struct ad_row *rows[AD_IDS_MAX];
	enum ad_part outcome = AD_PART_DONE;
	for (size_t i = 0; i < n; i++)
		ids[i] = p->bulk->objects[p->at + i].id;
	enum ad_db_status status = ad_rows_load(call->db, arena, ad_call_realm(call), call->res,
						(struct ad_ids){ ids, n }, rows);
	for (size_t i = 0; i < n && status == AD_DB_DONE && outcome == AD_PART_DONE; i++) {
		outcome = run_object(call, p, scratch, rows[i], guarded);
		ad_arena_reset(scratch);
	}
	if (status == AD_DB_DONE && outcome == AD_PART_DONE)
		status = ad_db_settle(call->db);
	ad_arena_free(scratch);
	ad_arena_free(arena);
	if (status == AD_DB_DONE)
		return outcome;
	if (!guarded && ad_db_is_refusal(status))
		return AD_PART_REFUSED;
	ad_fail_db(call, status);
	return AD_PART_BROKEN;
}

static enum ad_part run_part(struct ad_call *call, void *progress, bool guarded)
{
	struct ad_bulk_progress *p = progress;
	size_t end = p->at + PART_OBJECTS, start = p->at;
	int64_t until = ad_monotonic() + PART_US;
	if (end > p->bulk->count)
		end = p->bulk->count;
	while (p->at < end) {
		size_t n = end - p->at < AD_IDS_MAX ? end - p->at : AD_IDS_MAX;
		/* A dry run is exact within its part; a call with a key records each part. */
		bool whole = call->validate_only || call->idempotency_key.p;
		if (p->at > start && !whole && ad_monotonic() > until)
			return AD_PART_TIME_UP;
		enum ad_part outcome = run_page(call, p, n, guarded);
		if (outcome != AD_PART_DONE)
			return outcome;
	}
	return p->at < p->bulk->count ? AD_PART_TIME_UP : AD_PART_DONE;
}

/*
 * A later transaction failed or is not allowed: the answer still has the changes of the earlier
 * ones.
 */
static void bulk_lost(struct ad_call *call)
{
	struct ad_bulk_progress p = *(struct ad_bulk_progress *)call->work;
	ad_call_fresh(call);
	while (p.at < p.bulk->count) {
		struct ad_call sub;
		bulk_fill(&sub, call, call->arena, p.bulk->objects[p.at].id);
		ad_part_refuse(&sub, p.bulk->refusal);
		ad_bulk_result(call, &p, &sub, NULL, NULL, NULL);
	}
	ad_bulk_answer(call, &p);
}

/*
 * With a key, the transaction of the first part records that the call is in progress. A repeat then
 * receives 409 with the results so far, even if the server stopped between two parts: no key
 * changes an object twice.
 */
static bool keep_progress(struct ad_call *call, const struct ad_bulk_progress *p)
{
	struct ad_call partly = *call;
	if (!call->idempotency_key.p || call->validate_only)
		return true;
	/*
	 * The results are rendered on an arena of their own, because those of all parts need much
	 * memory.
	 */
	struct ad_arena *scratch = ad_arena_new();
	partly.arena = scratch;
	partly.details = ad_bulk_results(&partly, p);
	partly.suggestion =
		"Repeat the request in a second. If the response does not change for a minute, the "
		"server stopped in between: send the remaining ids with a new key.";
	ad_fail(&partly, AD_CONFLICT,
		"The request with this key is in progress: %zu of its %zu objects are done; see "
		"details.results.",
		p->at, p->bulk->count);
	bool kept = ad_idempotency_keep_under_way(&partly);
	call->idempotency_bytes = partly.idempotency_bytes;
	/* A pending statement may still read data on the arena. */
	enum ad_db_status status = kept ? ad_db_settle(call->db) : AD_DB_UNAVAILABLE;
	ad_arena_free(scratch);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

static void bulk_write(struct ad_call *call);

static bool bulk_keep(struct ad_call *call, void *progress)
{
	return keep_progress(call, progress);
}

static void bulk_done(struct ad_call *call, void *progress)
{
	ad_bulk_answer(call, progress);
	(void)!ad_idempotency_keep(call);
}

static void bulk_write(struct ad_call *call)
{
	static const struct ad_parts parts = { run_part, bulk_done, bulk_keep, bulk_write,
					       bulk_lost };
	struct ad_bulk_progress p = *(struct ad_bulk_progress *)call->work;
	ad_call_fresh(call);
	if (p.at == 0 && !ad_idempotency_begin(call))
		return;
	ad_parts_write(call, &parts, &p, sizeof(p), p.at > 0, &p.bulk->refusal);
}

static void bulk_read(struct ad_call *call)
{
	struct ad_bulk_progress *p = call->work;
	if (!ad_bulk_pick(call, p->bulk)) {
		ad_idempotency_fail(call);
		return;
	}
	if (!ad_call_charge(call, p->bulk->count))
		return;
	p->bulk->results =
		ad_arena_alloc(call->arena, (p->bulk->count + 1) * sizeof(*p->bulk->results));
	ad_call_next(call, AD_WRITE, bulk_write);
}

void ad_bulk(struct ad_call *call)
{
	struct ad_bulk_progress *p = ad_arena_zalloc(call->arena, sizeof(*p));
	struct ad_bulk *b = ad_arena_zalloc(call->arena, sizeof(*b));
	bool fine = ad_write_params(call);
	if (cJSON_IsTrue(ad_json_get(call->input, "dryRun"))) {
		call->validate_only = true;
		ad_call_set_key(call, AD_KEY_NONE);
	}
	fine = ad_bulk_read_rule(call, ad_json_get(call->input, "rule"), &b->rule) && fine;
	fine = ad_bulk_read_filter(call, ad_json_get(call->input, "filter"), b) && fine;
	if (!fine || call->status != AD_OK) {
		ad_idempotency_fail(call);
		return;
	}
	p->bulk = b;
	call->work = p;
	ad_call_next(call, AD_SLOW, bulk_read);
}
