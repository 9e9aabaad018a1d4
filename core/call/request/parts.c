#include "call/request/parts.h"

#include <string.h>

#include "store/db/round_trips.h"

/* Runs a part behind a savepoint. A refused part leaves no changes. */
static enum ad_part part_attempt(struct ad_call *call, void *progress, ad_part_fn *run,
				 bool guarded)
{
	enum ad_db_status status = ad_db_savepoint(call->db);
	enum ad_part outcome = status == AD_DB_DONE ? run(call, progress, guarded) : AD_PART_BROKEN;
	bool done = outcome == AD_PART_DONE || outcome == AD_PART_TIME_UP;
	if (done)
		status = call->validate_only ? ad_db_settle(call->db) : ad_db_release(call->db);
	if (done && status != AD_DB_DONE)
		outcome = !guarded && ad_db_is_refusal(status) ? AD_PART_REFUSED : AD_PART_BROKEN;
	if (outcome == AD_PART_REFUSED || (done && status == AD_DB_DONE && call->validate_only))
		ad_db_rollback_savepoint(call->db);
	if (outcome == AD_PART_BROKEN && call->status == AD_OK)
		ad_fail_db(call, status);
	return outcome;
}

enum ad_part ad_part_run(struct ad_call *call, void *progress, size_t size, ad_part_fn *run)
{
	void *start = ad_arena_alloc(call->arena, size);
	memcpy(start, progress, size);
	enum ad_part outcome = part_attempt(call, progress, run, false);
	if (outcome != AD_PART_REFUSED)
		return outcome;
	ad_call_fresh(call);
	memcpy(progress, start, size);
	return part_attempt(call, progress, run, true);
}

bool ad_part_end_object(struct ad_call *call, struct ad_call *sub)
{
	enum ad_db_status status = AD_DB_DONE;
	if (sub->status == AD_OK)
		status = ad_db_release(call->db);
	/* The database refused a statement that was still pending: only this object's fault. */
	if (ad_db_is_refusal(status)) {
		ad_fail_db(sub, status);
		status = AD_DB_DONE;
	}
	if (sub->status != AD_OK)
		ad_db_rollback_savepoint(call->db);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

const struct ad_call *ad_part_refusal(struct ad_call *call)
{
	if (ad_call_still_allowed(call))
		return NULL;
	struct ad_call *refusal = ad_arena_alloc(call->arena, sizeof(*refusal));
	*refusal = *call;
	return refusal;
}

void ad_part_refuse(struct ad_call *sub, const struct ad_call *refusal)
{
	ad_call_fresh(sub);
	sub->status = refusal ? refusal->status : AD_UNAVAILABLE;
	if (!refusal)
		return;
	sub->message = refusal->message;
	sub->suggestion = refusal->suggestion;
	sub->required_scopes = refusal->required_scopes;
	sub->retry_after = refusal->retry_after;
}

void ad_parts_write(struct ad_call *call, const struct ad_parts *parts, void *progress, size_t size,
		    bool later, const struct ad_call **refusal)
{
	/* The call has waited, so its permissions are checked again. */
	*refusal = later ? ad_part_refusal(call) : NULL;
	if (*refusal) {
		ad_call_next(call, AD_HERE, parts->lost);
		return;
	}
	switch (ad_part_run(call, progress, size, parts->run)) {
	case AD_PART_DONE:
		parts->done(call, progress);
		break;
	case AD_PART_TIME_UP:
		if (parts->keep && !parts->keep(call, progress))
			return;
		call->work = memcpy(ad_arena_alloc(call->arena, size), progress, size);
		call->lost = parts->lost;
		ad_call_next(call, AD_WRITE, parts->again);
		break;
	case AD_PART_REFUSED:
	case AD_PART_BROKEN:
		if (call->lost)
			ad_call_next(call, AD_HERE, parts->lost);
		break;
	}
}
