/* What the kill switch sends, and how it gets its turn: see pause.h. */
#include "sync/pause.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/drift.h"
#include "sync/run.h"

bool ad_pause_is(struct ad_arena *arena, const struct ad_run_row *run)
{
	return cJSON_IsTrue(ad_json_get(ad_parsed(arena, run->filters), "pauseAll"));
}

struct ad_str ad_pause_filters(struct ad_arena *arena)
{
	struct ad_plan_filter all = { .platforms = AD_PLATFORMS_ALL,
				      .campaigns = true,
				      .pause_all = true };

	return ad_plan_filter_json(arena, &all);
}

enum ad_db_status ad_pause_open(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str *id)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id, filters FROM sync_runs WHERE space_id = $1 AND"
				       " environment = $2 AND status IN ('QUEUED', 'RUNNING')"
				       " AND cancel = 0");
	bool found = false;
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct ad_run_row run = { .filters = ad_col(s, 1) };
		if (found || !ad_pause_is(arena, &run))
			continue;
		found = true;
		*id = ad_arena_copy(arena, ad_col(s, 0));
	}
	return status == AD_DB_DONE && found ? AD_DB_ROW : status;
}

static void bind_run(struct ad_stmt *s, struct ad_realm realm, struct ad_str run_id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
}

/* As far as is known here; a draft that never went anywhere is no campaign there. */
static bool stands_there(const struct ad_row *row)
{
	return row->remote_id.p && !row->removed && !ad_drift_is_gone(row);
}

static bool known_live(struct ad_arena *arena, const struct ad_row *row)
{
	static const struct ad_str live = { "ENABLED", 7 };

	return row->open_op.p || ad_str_eq(row->remote_status, live) ||
	       ad_str_eq(ad_json_get_text(ad_parsed(arena, row->synced), "status"), live) ||
	       ad_str_eq(ad_json_get_text(ad_parsed(arena, row->live), "status"), live);
}

/* The objects that the run has operations on, for ad_plan_ids_hold(). */
static enum ad_db_status load_ids(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str run_id, struct ad_plan_filter *in)
{
	struct ad_stmt *s = ad_sql(db, "SELECT object_id FROM sync_operations WHERE space_id = $1"
				       " AND environment = $2 AND run_id = $3");
	struct ad_str *ids = NULL;
	size_t room = 0, n = 0;
	enum ad_db_status status;

	bind_run(s, realm, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (n == room) {
			room = room ? 2 * room : 64;
			struct ad_str *more = ad_arena_alloc(arena, room * sizeof(*more));
			if (n)
				memcpy(more, ids, n * sizeof(*more));
			ids = more;
		}
		ids[n++] = ad_arena_copy(arena, ad_col(s, 0));
	}
	in->object_ids = ids;
	in->object_count = ad_plan_ids_settle(ids, n);
	return status;
}

/* Whatever was drafted stays, but for the status. */
static enum ad_db_status pause_draft(struct ad_db *db, struct ad_arena *arena, struct ad_str run_id,
				     struct ad_row *row)
{
	struct ad_row *was = ad_arena_alloc(arena, sizeof(*was));
	enum ad_db_status status;

	if (!ad_str_is(ad_row_text(row, "status"), "ENABLED"))
		return AD_DB_DONE;
	*was = *row;
	*ad_row_value(row, "status") = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("PAUSED") };
	row->version++;
	row->updated_at = ad_now();
	status = ad_row_update(db, arena, row);
	return status == AD_DB_DONE ? ad_journal_note_edit(db, arena, run_id, was, row) : status;
}

/* Nothing of the draft goes with it: what stands there as it was last synced, but paused. */
static struct ad_plan_op *pause_of(struct ad_arena *arena, const struct ad_row *row)
{
	static const char *const status_only[] = { "status", NULL };
	struct ad_plan_op *op = ad_arena_zalloc(arena, sizeof(*op));

	op->op = AD_OP_UPDATE;
	op->res = row->res;
	op->platform = ad_platform_of(ad_row_text(row, "platform"));
	op->row = row;
	op->synced = row->synced;
	op->want = ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced),
				 ad_parsed(arena, AD_S("{\"status\":\"PAUSED\"}")), status_only);
	op->changed = status_only;
	return op;
}

static void take(struct ad_arena *arena, const struct ad_rows *rows, bool live,
		 struct ad_sync_plan *plan)
{
	for (int platform = 0; platform < AD_PLATFORM_COUNT; platform++)
		for (size_t i = 0; i < rows->n; i++) {
			const struct ad_row *row = rows->at[i];
			if (ad_platform_of(ad_row_text(row, "platform")) ==
				    (enum ad_platform)platform &&
			    stands_there(row) && known_live(arena, row) == live)
				plan->ops[plan->count++] = pause_of(arena, row);
		}
}

static enum ad_db_status forget_ops(struct ad_db *db, struct ad_realm realm, struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_operations WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3");

	bind_run(s, realm, run_id);
	return ad_step(s);
}

static enum ad_db_status set_total(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				   int64_t total)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET total = $4 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");

	bind_run(s, realm, run_id);
	ad_bind_int(s, 4, total);
	return ad_step(s);
}

enum ad_db_status ad_pause_plan(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_str run_id, int64_t *total)
{
	struct ad_rows rows = { 0 };
	struct ad_sync_plan plan = { 0 };
	struct ad_plan_filter in = { 0 };
	enum ad_db_status status = load_ids(db, arena, realm, run_id, &in);

	if (status == AD_DB_DONE)
		status = ad_row_children(db, arena, realm, ad_resource_row(AD_R_CAMPAIGN),
					 (struct ad_parent){ 0 }, &rows);
	for (size_t i = 0; i < rows.n && status == AD_DB_DONE; i++)
		if (stands_there(rows.at[i]) &&
		    !ad_plan_ids_hold(in.object_ids, in.object_count, rows.at[i]->id))
			status = pause_draft(db, arena, run_id, rows.at[i]);
	if (status == AD_DB_DONE)
		status = forget_ops(db, realm, run_id);
	if (status != AD_DB_DONE)
		return status;
	plan.ops = ad_arena_alloc(arena, (rows.n + 1) * sizeof(struct ad_plan_op *));
	take(arena, &rows, true, &plan);
	take(arena, &rows, false, &plan);
	*total = (int64_t)plan.count;
	status = ad_run_insert_ops(db, arena, realm, run_id, &plan);
	return status == AD_DB_DONE ? set_total(db, realm, run_id, *total) : status;
}

static enum ad_db_status stop(struct ad_db *db, struct ad_realm realm, struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET cancel = 1 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");

	bind_run(s, realm, run_id);
	return ad_step(s);
}

enum ad_db_status ad_pause_lease(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 struct ad_str run_id, bool *held)
{
	struct ad_stmt *s = ad_sql(db, "SELECT DISTINCT platform FROM sync_operations WHERE"
				       " space_id = $1 AND environment = $2 AND run_id = $3");
	uint32_t platforms = 0;
	enum ad_db_status status;

	bind_run(s, realm, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		platforms |= 1u << ad_platform_of(ad_col(s, 0));
	*held = false;
	for (uint32_t i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++) {
		struct ad_str holder = { 0 };
		status = ad_run_lease_platforms(db, arena, realm, run_id, platforms & (1u << i),
						&holder);
		if (status != AD_DB_CONFLICT)
			continue;
		*held = true;
		status = stop(db, realm, holder);
	}
	return status;
}
