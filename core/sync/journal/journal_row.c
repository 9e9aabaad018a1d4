/* Applies the end of an operation to its object. */
#include "sync/journal/journal.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "model/sent.h"
#include "store/objects/links.h"
#include "sync/state/asset_rows.h"
#include "sync/state/below_lost.h"
#include "sync/state/budget_base.h"
#include "sync/state/drift.h"
#include "sync/state/gone_with.h"
#include "sync/state/review.h"
#include "sync/state/unread.h"
#include "sync/state/compare.h"

static bool journal_row_sends(const struct ad_journal_op *op, const char *field)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

/*
 * The fields that stay unknown after an update: those it did not send and that the platform
 * receives for the object's current values. Microsoft, for example, has no location intent without
 * locations.
 */
static struct ad_str still_unknown(struct ad_arena *arena, const struct ad_journal_op *op,
				   struct ad_str unknown, const cJSON *want)
{
	const struct ad_sent_of of = { op->platform, op->res->id, want, NULL };

	unknown = ad_names_without(arena, unknown, op->changed);
	for (size_t i = 0; unknown.n && i < op->res->shape.count; i++) {
		const char *const one[] = { op->res->shape.fields[i].name, NULL };
		if (ad_names_hold(unknown, one[0]) && !ad_sent_by_update(&of, one[0]))
			unknown = ad_names_without(arena, unknown, one);
	}
	return unknown;
}

/* Ends recorded drift on fields that now have the sent value; drift on other fields remains. */
static void end_drift(struct ad_arena *arena, struct ad_row *row, const cJSON *want,
		      const char *const *sent)
{
	if (!row->live.p)
		return;
	/* The update succeeded, so the object exists. */
	if (ad_str_eq(row->live, AD_LIVE_GONE))
		row->live = row->synced;
	else
		row->live = ad_mixed_json(arena, row->res, ad_parsed(arena, row->live), want, sent);
	if (ad_sent_same(row->live, row->synced))
		row->live = (struct ad_str){ 0 };
}

/* Deletes an object, and detaches its assets. */
static enum ad_db_status journal_row_forget(struct ad_db *db, struct ad_arena *arena,
					    struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	enum ad_db_status status = ad_row_delete(db, arena, row);

	return status == AD_DB_DONE ? ad_links_drop(db, arena, realm, row->id) : status;
}

/* The context for the history of objects that an operation ends. */
struct noted {
	struct ad_db *db;
	struct ad_str op_id;
};

static enum ad_db_status note_below(void *arg, struct ad_arena *arena, const struct ad_row *was,
				    const struct ad_row *is)
{
	const struct noted *n = arg;

	return ad_journal_note(n->db, arena, n->op_id, was, is);
}

/*
 * Ends the staged removals below it: drafts that were never pushed are deleted, pushed objects
 * become REMOVED.
 */
static enum ad_db_status vanish_below(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				      const struct ad_row *row, struct ad_gone_with *with)
{
	struct noted noted = { db, op_id };
	struct ad_below_gone below = { db, arena, note_below, &noted, with };

	return ad_below_gone(&below, row);
}

/*
 * An object was found removed on the platform, and the objects below it with it: they have drifted
 * too. Those of a staged removal end with it.
 */
static enum ad_db_status lose_below(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				    struct ad_journal_op *op, const struct ad_row *was,
				    const struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	struct noted noted = { db, op_id };
	struct ad_below_gone below = { db, arena, note_below, &noted, NULL };
	enum ad_db_status status;

	if (!ad_drift_is_gone(row) || ad_drift_is_gone(was))
		return AD_DB_DONE;
	status = ad_review_drop(db, realm, row->id);
	return status == AD_DB_DONE && !row->removal ? ad_below_lost(&below, row, &op->below_most)
						     : status;
}

/* Marks an object REMOVED because its parent was removed. */
static enum ad_db_status follow_parent(struct ad_db *db, struct ad_arena *arena,
				       struct ad_str op_id, struct ad_row *row,
				       struct ad_gone_with *with)
{
	struct noted noted = { db, op_id };
	struct ad_below_gone below = { db, arena, note_below, &noted, with };

	return ad_below_mark(&below, row);
}

/* The campaign that an object is in: itself, its parent, or its parent's parent. */
static enum ad_db_status journal_row_campaign_of(struct ad_db *db, struct ad_arena *arena,
						 struct ad_realm realm, const struct ad_row *row,
						 struct ad_str *campaign_id)
{
	struct ad_row *group;
	struct ad_shape shape = row->res->shape;

	*campaign_id = row->id;
	if (row->res->id == AD_R_CAMPAIGN)
		return AD_DB_DONE;
	if (ad_field_find(&shape, AD_S("campaignId"), NULL))
		*campaign_id = ad_row_text(row, "campaignId");
	else
		*campaign_id = (struct ad_str){ NULL, 0 };
	if (campaign_id->p || !ad_field_find(&shape, AD_S("adGroupId"), NULL))
		return AD_DB_DONE;
	enum ad_db_status status = ad_row_load(db, arena, realm, ad_resource_row(AD_R_AD_GROUP),
					       ad_row_text(row, "adGroupId"), &group);
	if (status != AD_DB_ROW)
		return status;
	*campaign_id = ad_row_text(group, "campaignId");
	return AD_DB_DONE;
}

/* Stores the finding of the platform's review, as of before the operation. */
static enum ad_db_status keep_review(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, const struct ad_journal_op *op,
				     const struct ad_row *row)
{
	struct ad_review review = { .res = row->res,
				    .object_id = row->id,
				    .platform = op->platform,
				    .status = op->review_status,
				    .reasons = op->review_reasons,
				    .seen_at = ad_now() };
	enum ad_db_status status =
		journal_row_campaign_of(db, arena, realm, row, &review.campaign_id);

	if (status != AD_DB_DONE || !review.campaign_id.p)
		return status;
	return ad_review_keep(db, realm, &review);
}

/* The object was removed. Journals what went with it, for a revert. */
static enum ad_db_status succeed_removal(struct ad_db *db, struct ad_arena *arena,
					 struct ad_str op_id, struct ad_journal_op *op,
					 struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	struct ad_gone_with with;
	enum ad_db_status status;

	row->removed = true;
	row->remote_status = AD_S("REMOVED");
	row->live = (struct ad_str){ 0 };
	ad_gone_with_begin(&with, arena, op->platform);
	status = ad_gone_with_links(&with, db, row);
	if (status == AD_DB_DONE)
		status = ad_links_drop(db, arena, realm, row->id);
	if (status == AD_DB_DONE)
		status = ad_review_drop(db, realm, row->id);
	if (status == AD_DB_DONE)
		status = vanish_below(db, arena, op_id, row, &with);
	op->stood = ad_gone_with_json(&with);
	return status;
}

static enum ad_db_status journal_row_succeed(struct ad_db *db, struct ad_arena *arena,
					     struct ad_str op_id, struct ad_journal_op *op,
					     struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	const cJSON *want = ad_parsed(arena, op->want);

	/* The kill switch found the object gone: nothing to pause, and a person has to decide. */
	if (op->live.p) {
		row->live = op->live;
		row->remote_status = op->live_status;
		return AD_DB_DONE;
	}
	/* A create sets all fields; an update only those it sent. */
	row->unknown = op->op == AD_OP_UPDATE ? still_unknown(arena, op, row->unknown, want)
					      : (struct ad_str){ 0 };
	if (!ad_row_is_incomplete(row)) {
		row->failed = false;
		row->last_error = (struct ad_str){ 0 };
	}
	row->last_synced_at = ad_now();
	if (op->op == AD_OP_REMOVE)
		return succeed_removal(db, arena, op_id, op, row);
	/*
	 * An update sets only the fields it sent: its result may arrive late, after others (the
	 * kill switch) changed other fields.
	 */
	if (op->op == AD_OP_UPDATE) {
		row->synced = ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced), want,
					    op->changed);
		struct ad_str unread = ad_unread_names(arena, row->defaults);
		if (unread.n)
			row->defaults = ad_unread_set(arena, row->defaults,
						      ad_names_without(arena, unread, op->changed));
	} else {
		row->synced = op->want;
		row->defaults = op->defaults;
		row->remote_id = op->remote_id;
		row->live = op->changed_there;
	}
	end_drift(arena, row, want, op->changed);
	if (op->op != AD_OP_UPDATE || journal_row_sends(op, "status"))
		row->remote_status =
			op->changed_there.p ? op->live_status : ad_json_get_text(want, "status");
	if (op->review_status.p) {
		row->review_status = ad_review_status_after(row->review_status, op->review_status);
		enum ad_db_status status = keep_review(db, arena, realm, op, row);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}

/*
 * The fields that the creating request does not set: unknown until a later request completes the
 * object. Status is not among them: a create makes PAUSED.
 */
static const char *const *fields_to_complete(struct ad_arena *arena, const struct ad_journal_op *op)
{
	const struct ad_adapter *adapter = ad_adapter_of(op->platform);
	const char **names = ad_arena_zalloc(arena, (AD_FIELDS_MAX + 1) * sizeof(*names));
	size_t n = 0;

	for (size_t i = 0; i < op->res->shape.count; i++) {
		const struct ad_field *field = &op->res->shape.fields[i];
		if ((field->flags & AD_SENT) && !(field->flags & AD_IMMUTABLE) &&
		    strcmp(field->name, "status") != 0 && adapter->sends(op->res, field->name) &&
		    (!adapter->completes_field || adapter->completes_field(op->res, field->name)))
			names[n++] = field->name;
	}
	return names;
}

/*
 * Records an object that a create made but could not complete, so that it is not created again. The
 * wanted values become its synced values, so that guardrails count them; the fields that only a
 * later request sets are unknown.
 */
static void keep_made(struct ad_arena *arena, const struct ad_journal_op *op, struct ad_row *row)
{
	if (op->op != AD_OP_CREATE || !op->remote_id.p || row->remote_id.p ||
	    ad_adapter_of(op->platform)->set_like(op->res))
		return;
	row->remote_id = op->remote_id;
	row->remote_status = AD_S("PAUSED");
	row->synced = op->want;
	row->unknown = ad_names_with(arena, row->unknown, fields_to_complete(arena, op));
	if (!op->changed_there.p)
		return;
	/* Others changed the object since: every value that differs from the sent one is drift. */
	row->remote_status = op->live_status;
	row->live = op->changed_there;
}

/*
 * Records the fields that earlier requests of an update changed as synced, and those changed in
 * part as unknown. True if there are any.
 */
static bool keep_done(struct ad_arena *arena, const struct ad_journal_op *op, struct ad_row *row)
{
	const cJSON *want = ad_parsed(arena, op->want);
	bool unknown = op->unknown && op->unknown[0];

	if (unknown)
		row->unknown = ad_names_with(arena, row->unknown, op->unknown);
	if (!op->done || !op->done[0])
		return unknown;
	row->unknown = ad_names_without(arena, row->unknown, op->done);
	row->synced = ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced), want, op->done);
	end_drift(arena, row, want, op->done);
	return true;
}

static void journal_row_fail(struct ad_arena *arena, const struct ad_journal_op *op,
			     struct ad_row *row)
{
	keep_made(arena, op, row);
	/* Drift is a separate state, and an object edited since is not failed. */
	row->failed = !op->live.p && row->version == op->object_version;
	row->last_error = ad_error_json(arena, &op->error);
	keep_done(arena, op, row);
	if (op->live.p)
		row->live = op->live;
	if (op->live_status.p)
		row->remote_status = op->live_status;
}

/*
 * Turns the success of a removal into drift if the object was restored before the removal was sent:
 * others removed it. An object cannot be restored once its removal is SENT, so this removal was
 * never sent.
 */
static void turn_to_drift(struct ad_journal_op *op, const struct ad_row *row)
{
	if (op->op != AD_OP_REMOVE || op->next != AD_OPS_SUCCEEDED || row->removal)
		return;
	op->next = AD_OPS_FAILED;
	op->live = AD_LIVE_GONE;
	op->live_status = AD_S("REMOVED");
	op->error = (struct ad_platform_error){
		.code = "DRIFTED",
		.message = AD_S("The object was removed on the platform."),
	};
}

/*
 * *waits: an object whose removal is staged keeps its row. If never pushed: as long as it can be
 * restored with its parent. If pushed: as long as its parent exists.
 */
static enum ad_db_status waits_for_parent(struct ad_db *db, struct ad_arena *arena,
					  struct ad_realm realm, const struct ad_journal_op *op,
					  const struct ad_row *row, bool *waits)
{
	struct ad_row *parent;
	enum ad_db_status status;

	*waits = row->remote_id.p != NULL;
	if ((!*waits && !row->with_parent) || !op->parent_res)
		return AD_DB_DONE;
	status = ad_row_load(db, arena, realm, op->parent_res, op->parent_id, &parent);
	*waits = status == AD_DB_ROW && !parent->removed;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/*
 * A create was rejected because its parent is removed on the platform: records drift of the parent.
 */
static enum ad_db_status mark_parent_gone(struct ad_db *db, struct ad_arena *arena,
					  struct ad_realm realm, struct ad_str op_id,
					  struct ad_journal_op *op)
{
	struct ad_row *parent, *was = ad_arena_alloc(arena, sizeof(*was));
	enum ad_db_status status;

	if (op->op != AD_OP_CREATE || op->next != AD_OPS_FAILED || !op->parent_res ||
	    !op->error.code || strcmp(op->error.code, "GONE") != 0)
		return AD_DB_DONE;
	status = ad_row_load(db, arena, realm, op->parent_res, op->parent_id, &parent);
	if (status != AD_DB_ROW || parent->removed || !parent->remote_id.p || parent->open_op.p)
		return status == AD_DB_ROW ? AD_DB_DONE : status;
	*was = *parent;
	parent->live = AD_LIVE_GONE;
	parent->remote_status = AD_S("REMOVED");
	parent->review_status = (struct ad_str){ 0 };
	parent->last_synced_at = ad_now();
	parent->sync_revision++;
	status = ad_row_update(db, arena, parent);
	if (status == AD_DB_DONE)
		status = ad_journal_note(db, arena, op_id, was, parent);
	return status == AD_DB_DONE ? lose_below(db, arena, op_id, op, was, parent) : status;
}

/* Stores the object as it now is, or deletes it with the drafts below it. */
static enum ad_db_status journal_row_store(struct ad_db *db, struct ad_arena *arena,
					   struct ad_str op_id, struct ad_journal_op *op,
					   struct ad_row *row, bool *gone)
{
	struct ad_gone_with with;
	struct ad_realm realm = { row->space_id, row->environment };
	bool waits = true;
	enum ad_db_status status = AD_DB_DONE;

	/*
	 * Deleted while its create was in progress, and the create failed: nothing is left to
	 * remove.
	 */
	if (row->removal && !row->removed && !row->open_op.p)
		status = waits_for_parent(db, arena, realm, op, row, &waits);
	if (status != AD_DB_DONE)
		return status;
	if (waits) {
		row->sync_revision++;
		return ad_row_update(db, arena, row);
	}
	if (row->remote_id.p) {
		ad_gone_with_begin(&with, arena, op->platform);
		status = follow_parent(db, arena, op_id, row, &with);
		/* Of a create it is what was there before. */
		if (op->op != AD_OP_CREATE)
			op->stood = ad_gone_with_json(&with);
		return status;
	}
	*gone = true;
	status = vanish_below(db, arena, op_id, row, NULL);
	return status == AD_DB_DONE ? journal_row_forget(db, arena, row) : status;
}

/* The object stays SYNCING; the operation may still be cancelled. */
static enum ad_db_status journal_row_go_on(struct ad_db *db, struct ad_arena *arena,
					   const struct ad_journal_op *op, struct ad_row *row)
{
	struct ad_str was = row->synced;
	enum ad_db_status status;

	if (!keep_done(arena, op, row))
		return AD_DB_DONE;
	row->sync_revision++;
	status = ad_row_update(db, arena, row);
	return status == AD_DB_DONE ? ad_budget_base_keep(db, arena, was, row) : status;
}

/* Stores the result of the operation on the object that `was`. */
static enum ad_db_status store_end(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				   struct ad_journal_op *op, const struct ad_row *was,
				   struct ad_row *row)
{
	bool gone = false;
	enum ad_db_status status = ad_budget_base_keep(db, arena, was->synced, row);

	if (ad_drift_is_gone(row))
		row->review_status = (struct ad_str){ 0 };
	if (status == AD_DB_DONE)
		status = journal_row_store(db, arena, op_id, op, row, &gone);
	if (status == AD_DB_DONE)
		status = ad_journal_note(db, arena, op_id, was, gone ? NULL : row);
	return status == AD_DB_DONE ? lose_below(db, arena, op_id, op, was, row) : status;
}

enum ad_db_status ad_journal_move(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str op_id, struct ad_journal_op *op)
{
	struct ad_row *row, *was = ad_arena_alloc(arena, sizeof(*was));
	enum ad_db_status status;

	if (ad_op_of_asset(op))
		return ad_asset_move(db, arena, realm, op_id, op);
	status = ad_row_load(db, arena, realm, op->res, op->object_id, &row);
	if (status == AD_DB_DONE)
		return AD_DB_DONE; /* deleted from the drafts meanwhile */
	if (status != AD_DB_ROW)
		return status;
	if (op->op == AD_OP_UPLOAD)
		return ad_journal_upload(db, arena, op_id, op, row);
	*was = *row;
	if (op->next == AD_OPS_PENDING || op->next == AD_OPS_UNKNOWN)
		return journal_row_go_on(db, arena, op, row);
	if (ad_str_eq(row->open_op, op_id))
		row->open_op = (struct ad_str){ 0 };
	else if (op->next == AD_OPS_SKIPPED)
		return AD_DB_DONE;
	turn_to_drift(op, row);
	status = AD_DB_DONE;
	if (op->next == AD_OPS_SUCCEEDED)
		status = journal_row_succeed(db, arena, op_id, op, row);
	else if (op->next == AD_OPS_FAILED)
		journal_row_fail(arena, op, row);
	else if (op->next == AD_OPS_SKIPPED)
		keep_made(arena, op, row); /* cancelled between two steps */
	if (status == AD_DB_DONE)
		status = store_end(db, arena, op_id, op, was, row);
	return status == AD_DB_DONE ? mark_parent_gone(db, arena, realm, op_id, op) : status;
}
