/* POST, PATCH, DELETE of any stored resource, and restore of a staged one. */
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/idempotency.h"
#include "call/objects/objects.h"
#include "call/request/params.h"
#include "call/request/validate.h"
#include "store/rows.h"

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
	call->will_write = !call->validate_only;
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
	call->drafted = true;
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

static void generic_write_delete_step(struct ad_call *call)
{
	struct ad_row *row;
	ad_call_fresh(call);
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
