/* Removing an object with everything below it, and undoing a staged removal. */
#include "base/clock.h"
#include "call/objects/attachments.h"
#include "call/objects/each_below.h"
#include "call/objects/guardrails.h"
#include "call/objects/objects.h"
#include "call/objects/references.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/history.h"
#include "call/request/quota.h"
#include "call/rules/rules.h"
#include "model/below.h"
#include "store/objects/rows.h"

#define PART_OBJECTS 2000        /* of one transaction */
#define PART_US ((int64_t)50000) /* us of one transaction */

/* A removal, or its undo, of an object and everything below it. */
struct removal {
	bool removal;    /* false: the removal is undone */
	bool staged;     /* never pushed drafts wait for the push too, for a restore */
	size_t left;     /* objects that this transaction may still change */
	int64_t until;   /* us, ad_monotonic(): when it ends; 0: not by time */
	bool is_stopped; /* one of the two was reached */
};

/* True if the object is on the platform, or may be there soon. */
static bool is_pushed(const struct ad_row *row)
{
	return row->remote_id.p || row->open_op.p;
}

/* Deletes a draft that was never pushed, with its attachments. */
static bool delete_one(struct ad_call *call, const struct ad_row *before, struct ad_row *row)
{
	enum ad_db_status status = ad_row_delete(call->db, call->arena, row);
	row->removed = true;
	ad_row_derive_state(row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (!ad_quota_list(call, before, NULL) || !ad_history_add(call, "delete", before, NULL))
		return false;
	return row->res->id == AD_R_ASSET ? ad_asset_gone(call, row)
					  : ad_attached_follow(call, row, NULL);
}

/* Stages (or undoes) the removal of one object. */
static bool remove_one(struct ad_call *call, struct ad_row *row, const struct removal *r,
		       bool below)
{
	struct ad_row before = *row;
	bool removal = r->removal;
	enum ad_db_status status;
	row->updated_at = ad_now();
	row->version++;
	if (removal && !r->staged && !is_pushed(row))
		return delete_one(call, &before, row);
	/* An operation is being sent; its result must arrive first. */
	if (!removal && row->open_op.p) {
		call->retry_after = 1;
		return ad_fail(
			call, AD_CONFLICT,
			"An operation on the object is in progress. Try again when it has ended.");
	}
	row->removal = removal;
	row->with_parent = removal && below;
	row->failed = false;
	ad_call_mark_row(call, row);
	status = ad_row_update(call->db, call->arena, row);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return ad_history_add(call, removal ? "delete" : "restore", &before, row);
}

/* True if the removal of the parent (or its undo) applies to a child. */
static bool removal_follows(const struct ad_row *child, bool removal)
{
	/* A child that was removed on its own stays removed when its parent is restored. */
	return removal ? !child->removal : child->removal && child->with_parent;
}

static bool remove_below(struct ad_call *call, struct ad_row *row, struct removal *r);

static bool remove_child(struct ad_call *call, struct ad_row *child, void *arg)
{
	struct removal *r = arg;
	if (!removal_follows(child, r->removal))
		return true;
	if (!remove_below(call, child, r) || !remove_one(call, child, r, true))
		return false;
	r->is_stopped = --r->left == 0 || (r->until && ad_monotonic() > r->until);
	return !r->is_stopped;
}

/* Everything below an object, children first. False with the call failed, or r->is_stopped. */
static bool remove_below(struct ad_call *call, struct ad_row *row, struct removal *r)
{
	return ad_call_each_below(call, row, remove_child, r);
}

static bool remove_tree(struct ad_call *call, struct ad_row *row, struct removal r)
{
	/* The operations of a batch share a transaction, which must end soon. */
	r.left = call->inside ? AD_REMOVE_MAX : SIZE_MAX;
	if (remove_below(call, row, &r))
		return row->removal == r.removal || remove_one(call, row, &r, false);
	if (!r.is_stopped)
		return false;
	return ad_fail(call, AD_CONFLICT,
		       "More than %d objects are below it. Use a request for this object alone, or "
		       "begin with the objects below it.",
		       AD_REMOVE_MAX);
}

static bool parent_removed(struct ad_call *call, const struct ad_row *row)
{
	for (size_t i = 0; i < ad_below_count; i++) {
		const struct ad_below *b = &ad_below[i];
		struct ad_row *parent;
		if (b->child != row->res->id || !ad_row_text(row, b->field).p)
			continue;
		enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
						       ad_resource_row(b->parent),
						       ad_row_text(row, b->field), &parent);
		if (status == AD_DB_ROW && (parent->removal || parent->removed))
			return true;
	}
	return false;
}

static bool may_restore(struct ad_call *call, struct ad_row *row, bool store)
{
	if (row->removed)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is REMOVED on the platform. Create a new asset.");
	if (!row->removal)
		return true;
	if (parent_removed(call, row))
		return ad_fail(call, AD_CONFLICT,
			       "The object's parent is also staged for removal. Restore the parent "
			       "first.");
	return ad_guard_restore(call, row) && (!store || ad_quota_change(call));
}

bool ad_object_delete(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		      bool store, struct ad_row **out)
{
	if (!ad_object_load(call, res, id, out) || !ad_precondition(call, *out, NULL))
		return false;
	if ((*out)->removed || (*out)->removal)
		return true;
	if (!ad_references_free(call, *out))
		return false;
	struct removal r = { .removal = true, .staged = is_pushed(*out) };
	return !store || remove_tree(call, *out, r);
}

bool ad_object_restore(struct ad_call *call, const struct ad_resource *res, struct ad_str id,
		       bool store, struct ad_row **out)
{
	if (!ad_object_load(call, res, id, out) || !ad_precondition(call, *out, NULL) ||
	    !may_restore(call, *out, store))
		return false;
	if (!(*out)->removal)
		return true;
	return !store || remove_tree(call, *out, (struct removal){ .staged = true });
}

enum ad_remove_part ad_object_remove_part(struct ad_call *call, const struct ad_resource *res,
					  struct ad_str id, bool removal)
{
	struct ad_row *row;
	struct removal r = { .removal = removal,
			     .left = PART_OBJECTS,
			     .until = ad_monotonic() + PART_US };
	if (!ad_object_load(call, res, id, &row) || !ad_precondition(call, row, NULL))
		return AD_REMOVE_FAILED;
	if (removal ? row->removed || row->removal : !row->removed && !row->removal)
		return AD_REMOVE_LAST;
	if (removal ? !ad_references_free(call, row) : !may_restore(call, row, true))
		return AD_REMOVE_FAILED;
	r.staged = !removal || is_pushed(row);
	if (remove_below(call, row, &r))
		return AD_REMOVE_LAST;
	return r.is_stopped && call->status == AD_OK ? AD_REMOVE_MORE : AD_REMOVE_FAILED;
}
