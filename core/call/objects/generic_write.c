/* POST, PATCH, DELETE of any stored resource, and restore of a staged one. */
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/params.h"
#include "call/request/validate.h"
#include "store/objects/rows.h"

void ad_create_write(struct ad_call *call)
{
	struct ad_row *row = call->draft;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!ad_object_insert(call, row)) {
		ad_idempotency_fail(call);
		return;
	}
	ad_object_answer(call, row);
	call->http_status = 201;
	call->location = ad_arena_printf(call->arena, "%s/%.*s", call->res->path, AD_FMT(row->id));
	if (!ad_idempotency_keep(call))
		return;
}

bool ad_create_draft(struct ad_call *call)
{
	if (!ad_write_params(call))
		return false;
	if (!ad_idempotency_begin(call))
		return false;
	call->rules = call->validate_only ? AD_RULES_ALL : AD_RULES_DRAFT;
	if (ad_object_draft(call, call->res, call->input, &call->draft))
		return true;
	ad_idempotency_fail(call);
	return false;
}

void ad_generic_create(struct ad_call *call)
{
	if (!ad_create_draft(call))
		return;
	if (call->validate_only) {
		ad_object_answer(call, call->draft);
		return;
	}
	ad_call_next(call, AD_WRITE, ad_create_write);
}

static void generic_write_update_step(struct ad_call *call)
{
	struct ad_row *before;
	struct ad_row *row;
	ad_call_fresh(call);
	if (ad_object_patch(call, call->res, call->id, call->input, &before, &row))
		ad_object_answer(call, row);
}

void ad_generic_update(struct ad_call *call)
{
	if (!ad_write_params(call))
		return;
	if (call->validate_only)
		generic_write_update_step(call);
	else
		ad_call_next(call, AD_WRITE, generic_write_update_step);
}

/*
 * A part of a removal (or of its undo) in this transaction. True if the last part is left; else the
 * call has failed, or `again` runs in the next transaction.
 */
static bool run_remove_part(struct ad_call *call, bool removal, ad_step_fn *again)
{
	/* An operation of a batch stays in the batch's transaction. */
	if (call->inside || call->validate_only)
		return true;
	/* The call has waited between two parts, so its permissions are checked again. */
	if (call->work && !ad_call_still_allowed(call))
		return false;
	switch (ad_object_remove_part(call, call->res, call->id, removal)) {
	case AD_REMOVE_LAST:
		return true;
	case AD_REMOVE_FAILED:
		return false;
	case AD_REMOVE_MORE:
		break;
	}
	/* The condition held when the removal began. */
	call->if_match = (struct ad_str){ NULL, 0 };
	call->work = ad_arena_zalloc(call->arena, 1); /* a part was done */
	ad_call_next(call, AD_WRITE, again);
	return false;
}

static void generic_write_delete_step(struct ad_call *call)
{
	struct ad_row *row;
	ad_call_fresh(call);
	if (!run_remove_part(call, true, generic_write_delete_step))
		return;
	if (ad_object_delete(call, call->res, call->id, !call->validate_only, &row))
		ad_object_answer(call, row);
}

void ad_generic_delete(struct ad_call *call)
{
	if (!ad_write_params(call))
		return;
	if (call->validate_only)
		generic_write_delete_step(call);
	else
		ad_call_next(call, AD_WRITE, generic_write_delete_step);
}

static void restore_step(struct ad_call *call)
{
	struct ad_row *row;
	ad_call_fresh(call);
	if (!run_remove_part(call, false, restore_step)) {
		if (call->status != AD_OK)
			ad_idempotency_fail(call);
		return;
	}
	if (!ad_idempotency_begin(call))
		return;
	if (!ad_object_restore(call, call->res, call->id, !call->validate_only, &row)) {
		ad_idempotency_fail(call);
		return;
	}
	ad_object_answer(call, row);
	call->http_status = 200;
	if (!ad_idempotency_keep(call))
		return;
}

void ad_generic_restore(struct ad_call *call)
{
	if (!ad_write_params(call))
		return;
	if (call->validate_only)
		restore_step(call);
	else
		ad_call_next(call, AD_WRITE, restore_step);
}
