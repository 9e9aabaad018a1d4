/* POST, PATCH, DELETE and restore of any staged resource. */
#include "base/json_read.h"
#include "call/actions.h"
#include "call/idempotency.h"
#include "call/objects.h"
#include "store/rows.h"

static bool known_params(struct ad_call *call)
{
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = ad_arena_copy(call->arena, call->params[i].name);
		if (!ad_str_is(name, "validateOnly"))
			ad_fault(call, name.p, "UNKNOWN_PARAMETER",
				 "There is no query parameter %s here.", name.p);
		else if (ad_str_is(call->params[i].value, "true"))
			call->validate_only = true;
		else if (!ad_str_is(call->params[i].value, "false"))
			ad_fault(call, name.p, "WRONG_TYPE", "validateOnly must be true or false.");
	}
	return call->status == AD_OK;
}

static void create_write(struct ad_call *call)
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

void ad_generic_create(struct ad_call *call)
{
	struct ad_row *row;
	if (!known_params(call))
		return;
	if (!ad_idempotency_begin(call))
		return;
	call->will_write = !call->validate_only;
	if (!ad_object_draft(call, call->res, call->input, &row)) {
		ad_idempotency_fail(call);
		return;
	}
	if (call->validate_only) {
		ad_object_answer(call, row);
		return;
	}
	call->draft = row;
	call->drafted = true;
	ad_call_next(call, AD_WRITE, create_write);
}

static void update_step(struct ad_call *call)
{
	struct ad_row *before;
	struct ad_row *row;
	ad_call_fresh(call);
	if (ad_object_patch(call, call->res, call->id, call->input, &before, &row))
		ad_object_answer(call, row);
}

void ad_generic_update(struct ad_call *call)
{
	if (!known_params(call))
		return;
	if (call->validate_only)
		update_step(call);
	else
		ad_call_next(call, AD_WRITE, update_step);
}

static void delete_step(struct ad_call *call)
{
	struct ad_row *row;
	ad_call_fresh(call);
	if (ad_object_delete(call, call->res, call->id, !call->validate_only, &row))
		ad_object_answer(call, row);
}

void ad_generic_delete(struct ad_call *call)
{
	if (!known_params(call))
		return;
	if (call->validate_only)
		delete_step(call);
	else
		ad_call_next(call, AD_WRITE, delete_step);
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
	if (!known_params(call))
		return;
	if (call->validate_only)
		restore_step(call);
	else
		ad_call_next(call, AD_WRITE, restore_step);
}
