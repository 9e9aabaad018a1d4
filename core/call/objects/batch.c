/*
 * POST /<collection>/batch: each operation is a call of its own with the steps of its own action,
 * so it is checked, answered and recorded like a single request. Its reading part runs on the slow
 * lane, its writing part in the batch's transaction, behind a savepoint.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/objects/batch.h"
#include "call/request/charge.h"
#include "call/request/idempotency.h"
#include "call/request/params.h"
#include "call/request/parts.h"
#include "call/request/validate.h"
#include "model/row.h"
#include "store/db/round_trips.h"

#define CHUNK_US ((int64_t)25000) /* us in one transaction, before other writes get a turn */
#define OPERATIONS_MAX 1000
#define OPERATION_FAULTS_MAX 100 /* reported faults of one operation */

static enum ad_verb verb_of(struct ad_str method)
{
	static const struct {
		const char *method;
		enum ad_verb verb;
	} verbs[] = {
		{ "POST", AD_V_CREATE },
		{ "PATCH", AD_V_UPDATE },
		{ "DELETE", AD_V_DELETE },
	};
	for (size_t i = 0; i < AD_LEN(verbs); i++)
		if (ad_str_is(method, verbs[i].method))
			return verbs[i].verb;
	return AD_VERB_COUNT;
}

static bool batch_is_given(const cJSON *operation, const char *member)
{
	const cJSON *item = ad_json_get(operation, member);
	return item && !cJSON_IsNull(item);
}

/*
 * Adds a fault if a member is missing that the method requires, or present where the method forbids
 * it.
 */
static void batch_check_member(struct ad_call *call, const char *at, const cJSON *operation,
			       const char *member, bool wanted)
{
	struct ad_str path = ad_arena_printf(call->arena, "%s.%s", at, member);
	struct ad_str method = ad_json_get_text(operation, "method");
	bool given = batch_is_given(operation, member);
	if (wanted && !given)
		ad_fault(call, path.p, "REQUIRED", "%s is required with %.*s.", path.p,
			 AD_FMT(method));
	else if (!wanted && given)
		ad_fault(call, path.p, "UNKNOWN_FIELD", "%.*s does not accept %s. Omit it.",
			 AD_FMT(method), member);
}

/*
 * Checks what the schema cannot express: which members each method needs, and which methods the
 * collection has.
 */
static void check_operations(struct ad_call *call, const cJSON *operations)
{
	const cJSON *operation;
	size_t i = 0;
	cJSON_ArrayForEach(operation, operations)
	{
		if (i == OPERATIONS_MAX || ad_faults_full(call))
			return; /* it is refused already for having more */
		struct ad_str at = ad_arena_printf(call->arena, "operations[%zu]", i++);
		struct ad_str method = ad_json_get_text(operation, "method");
		enum ad_verb verb = verb_of(method);
		if (verb == AD_VERB_COUNT)
			continue; /* its fault is already recorded */
		if (!ad_action_of(call->res, verb))
			ad_fault(call, ad_arena_printf(call->arena, "%s.method", at.p).p,
				 "UNKNOWN_VALUE", "%s does not support %.*s in a batch.",
				 call->res->path, AD_FMT(method));
		batch_check_member(call, at.p, operation, "id", verb != AD_V_CREATE);
		batch_check_member(call, at.p, operation, "body", verb != AD_V_DELETE);
		if (verb != AD_V_DELETE && batch_is_given(operation, "body") &&
		    !cJSON_IsObject(ad_json_get(operation, "body")))
			ad_fault(call, ad_arena_printf(call->arena, "%s.body", at.p).p,
				 "WRONG_TYPE", "%s.body must be an object.", at.p);
		if (verb == AD_V_CREATE)
			batch_check_member(call, at.p, operation, "ifMatch", false);
	}
}

static void batch_fill(struct ad_call *sub, const struct ad_call *call, const cJSON *operation)
{
	enum ad_verb verb = verb_of(ad_json_get_text(operation, "method"));
	*sub = (struct ad_call){
		.core = call->core,
		.arena = call->arena,
		.db = call->db,
		.door = call->door,
		.request_id = call->request_id,
		.address = call->address,
		.res = call->res,
		.action = ad_action_of(call->res, verb),
		.id = ad_json_get_text(operation, "id"),
		.input = ad_json_get(operation, "body"),
		.if_match = ad_json_get_text(operation, "ifMatch"),
		.who = call->who,
		.space = call->space,
		.scopes = call->scopes,
		.fault_max = OPERATION_FAULTS_MAX,
		.inside = true,
	};
	/* Non-generic steps may have effects that a rollback does not undo. */
	bool generic = ad_action_step(sub->res->id, verb) == ad_generic_create ||
		       ad_action_step(sub->res->id, verb) == ad_generic_update ||
		       ad_action_step(sub->res->id, verb) == ad_generic_delete;
	sub->rehearsed = call->validate_only && generic;
	sub->validate_only = call->validate_only && !generic;
}

static void run_steps(struct ad_call *sub, bool writing)
{
	while (sub->next && (sub->place != AD_WRITE || writing)) {
		ad_step_fn *step = sub->next;
		sub->next = NULL;
		step(sub);
	}
}

/* The writing part of an operation; guarded: with a savepoint of its own. */
static bool batch_write_one(struct ad_call *call, struct ad_call *sub, bool guarded)
{
	enum ad_db_status status = guarded ? ad_db_savepoint(call->db) : AD_DB_DONE;
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	run_steps(sub, true);
	return !guarded || ad_part_end_object(call, sub);
}

/*
 * Prepares an operation to continue on the scratch arena. Its draft is a copy, because the storing
 * step writes to it and may run twice.
 */
static void take_prepared(const struct ad_call *call, const struct ad_batch_progress *p,
			  struct ad_arena *scratch, struct ad_call *sub)
{
	*sub = p->batch->prepared[p->at];
	sub->db = call->db;
	sub->arena = scratch;
	/* The current values in this part. */
	sub->who = call->who;
	sub->space = call->space;
	sub->scopes = call->scopes;
	if (!sub->draft)
		return;
	struct ad_row *draft = ad_arena_alloc(scratch, sizeof(*draft));
	*draft = *sub->draft;
	sub->draft = draft;
}

static enum ad_part run_one(struct ad_call *call, struct ad_batch_progress *p,
			    struct ad_arena *scratch, bool guarded)
{
	struct ad_call sub;
	take_prepared(call, p, scratch, &sub);
	bool wrote = sub.next != NULL;
	if (wrote && !batch_write_one(call, &sub, guarded))
		return AD_PART_BROKEN;
	if (wrote && !guarded && sub.status != AD_OK)
		return AD_PART_REFUSED;
	if (sub.rehearsed && sub.status == AD_OK)
		sub.http_status = 200;
	if (sub.status != AD_OK && p->batch->atomic)
		ad_batch_fault(call, p->at, &sub);
	ad_batch_result(call, p, &sub);
	return AD_PART_DONE;
}

/*
 * Each operation has the scratch arena to itself, because a thousand long objects need much memory.
 */
static enum ad_part batch_run(struct ad_call *call, void *progress, bool guarded)
{
	struct ad_batch_progress *p = progress;
	struct ad_arena *scratch = ad_arena_new();
	size_t start = p->at;
	int64_t until = ad_monotonic() + CHUNK_US;
	enum ad_part outcome = AD_PART_DONE;
	while (outcome == AD_PART_DONE && p->at < p->batch->n) {
		if (!p->batch->whole && p->at > start && ad_monotonic() > until) {
			outcome = AD_PART_TIME_UP;
			break;
		}
		outcome = run_one(call, p, scratch, guarded);
		ad_arena_reset(scratch);
	}
	ad_arena_free(scratch);
	return outcome;
}

static void batch_end(struct ad_call *call, const struct ad_batch_progress *p)
{
	if (p->batch->atomic && p->failed) {
		ad_batch_refuse(call, p);
		ad_idempotency_fail(call);
		return;
	}
	ad_batch_answer(call, p->batch);
	if (!ad_idempotency_keep(call))
		return;
}

/*
 * A later transaction failed or is not allowed: the answer still has the results of the earlier
 * ones.
 */
static void lost_step(struct ad_call *call)
{
	struct ad_batch_progress p = *(struct ad_batch_progress *)call->work;
	ad_call_fresh(call);
	while (p.at < p.batch->n) {
		struct ad_call sub = p.batch->prepared[p.at];
		ad_part_refuse(&sub, p.batch->refusal);
		ad_batch_result(call, &p, &sub);
	}
	ad_batch_answer(call, p.batch);
}

static void write_step(struct ad_call *call);

static void batch_done(struct ad_call *call, void *progress)
{
	batch_end(call, progress);
}

static void write_step(struct ad_call *call)
{
	static const struct ad_parts parts = { batch_run, batch_done, NULL, write_step, lost_step };
	struct ad_batch_progress p = *(struct ad_batch_progress *)call->work;
	ad_call_fresh(call);
	if (p.batch->whole && !ad_idempotency_begin(call))
		return;
	ad_parts_write(call, &parts, &p, sizeof(p), p.at > 0, &p.batch->refusal);
}

static void batch_read_step(struct ad_call *call)
{
	struct ad_batch_progress *p = call->work;
	const cJSON *operation;
	size_t i = 0;
	if (!ad_idempotency_begin(call))
		return;
	cJSON_ArrayForEach(operation, ad_json_get(call->input, "operations"))
	{
		struct ad_call *sub = &p->batch->prepared[i++];
		batch_fill(sub, call, operation);
		ad_call_start_action(sub);
		run_steps(sub, false);
	}
	ad_call_next(call, AD_WRITE, write_step);
}

void ad_batch(struct ad_call *call)
{
	struct ad_batch_progress *p = ad_arena_zalloc(call->arena, sizeof(*p));
	struct ad_batch *batch = ad_arena_zalloc(call->arena, sizeof(*batch));
	const cJSON *operations = ad_json_get(call->input, "operations");
	bool fine = ad_write_params(call);
	fine = ad_validate_shape(call, call->action->input, call->input) && fine;
	check_operations(call, operations);
	if (!fine || call->status != AD_OK) {
		ad_idempotency_fail(call);
		return;
	}
	batch->n = (size_t)cJSON_GetArraySize(operations);
	if (!ad_call_charge(call, batch->n))
		return;
	batch->atomic = cJSON_IsTrue(ad_json_get(call->input, "atomic"));
	/*
	 * The key is stored in the transaction of the work, so that a repeat never runs a part
	 * again.
	 */
	batch->whole = batch->atomic || call->validate_only || call->idempotency_key.p;
	batch->prepared = ad_arena_zalloc(call->arena, batch->n * sizeof(*batch->prepared));
	batch->results = ad_arena_zalloc(call->arena, batch->n * sizeof(*batch->results));
	batch->statuses = ad_arena_zalloc(call->arena, batch->n * sizeof(*batch->statuses));
	p->batch = batch;
	call->work = p;
	ad_call_next(call, AD_SLOW, batch_read_step);
}
