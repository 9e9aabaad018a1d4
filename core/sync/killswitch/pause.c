/* The operations of the kill switch: see pause.h. */
#include "sync/killswitch/pause.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/drift.h"
#include "sync/state/compare.h"

struct ad_str ad_pause_filters(struct ad_arena *arena)
{
	struct ad_plan_filter all = { .platforms = AD_PLATFORMS_ALL,
				      .campaigns = true,
				      .pause_all = true };

	return ad_plan_filter_json(arena, &all);
}

enum ad_db_status ad_pause_last(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				struct ad_run_row *run)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id FROM sync_runs WHERE space_id = $1 AND"
				       " environment = $2 AND filters LIKE"
				       " '%\"pauseAll\":true%' ORDER BY id DESC LIMIT 1");
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	struct ad_str id = ad_arena_copy(arena, ad_col(s, 0));
	ad_reset(s);
	return ad_run_load(db, arena, realm, id, run);
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

/*
 * True if the campaign is on the platform, as far as is known; a draft that was never pushed is
 * not.
 */
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

/* Collects the ids in the first column of a statement, for ad_plan_ids_hold(). */
static enum ad_db_status pause_collect(struct ad_arena *arena, struct ad_stmt *s,
				       struct ad_plan_filter *in, int64_t *latest)
{
	struct ad_str *ids = NULL;
	size_t room = 0, n = 0;
	enum ad_db_status status;

	while ((status = ad_step(s)) == AD_DB_ROW) {
		AD_ARENA_GROW(arena, ids, n, room);
		ids[n++] = ad_arena_copy(arena, ad_col(s, 0));
		if (latest && ad_col_int(s, 1) > *latest)
			*latest = ad_col_int(s, 1);
	}
	in->object_ids = ids;
	in->object_count = ad_plan_ids_settle(ids, n);
	return status;
}

static void pause_bind_run(struct ad_stmt *s, const struct ad_pause *p)
{
	ad_bind(s, 1, p->realm.space_id);
	ad_bind(s, 2, p->realm.environment);
	ad_bind(s, 3, p->run_id);
}

/* The objects that the run has operations on. */
static enum ad_db_status load_ids(const struct ad_pause *p, struct ad_plan_filter *in)
{
	struct ad_stmt *s = ad_sql(p->db, "SELECT object_id FROM sync_operations WHERE space_id ="
					  " $1 AND environment = $2 AND run_id = $3");

	pause_bind_run(s, p);
	return pause_collect(p->arena, s, in, NULL);
}

/* Changes only the status of the draft. */
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

/* Sends nothing of the draft: only the status of the last synced values becomes PAUSED. */
static struct ad_plan_op *pause_of(struct ad_arena *arena, const struct ad_row *row)
{
	static const char *const status_only[] = { "status", NULL };
	struct ad_plan_op *op = ad_arena_zalloc(arena, sizeof(*op));

	op->op = AD_OP_UPDATE;
	op->res = row->res;
	op->platform = ad_platform_of(ad_row_text(row, "platform"));
	op->row = row;
	op->kept_synced = row->synced;
	op->kept_want =
		ad_mixed_json(arena, row->res, ad_parsed(arena, row->synced),
			      ad_parsed(arena, AD_S("{\"status\":\"PAUSED\"}")), status_only);
	op->changed = status_only;
	return op;
}

static bool is_on(const struct ad_row *row, enum ad_platform platform)
{
	return ad_platform_of(ad_row_text(row, "platform")) == platform;
}

/* Adds operations for the campaigns on a platform; only: these objects, or NULL for all. */
static void pause_take(struct ad_arena *arena, const struct ad_rows *rows,
		       enum ad_platform platform, const struct ad_plan_filter *only,
		       struct ad_sync_plan *plan)
{
	plan->ops = ad_arena_alloc(arena, (rows->n + 1) * sizeof(struct ad_plan_op *));
	for (int live = 1; live >= 0; live--)
		for (size_t i = 0; i < rows->n; i++) {
			const struct ad_row *row = rows->at[i];
			if (is_on(row, platform) && stands_there(row) &&
			    known_live(arena, row) == (live == 1) &&
			    (!only ||
			     ad_plan_ids_hold(only->object_ids, only->object_count, row->id)))
				plan->ops[plan->count++] = pause_of(arena, row);
		}
}

/* Deletes the unsent operations on a platform; *gone: how many. */
static enum ad_db_status forget_ops(const struct ad_pause *p, enum ad_platform platform,
				    int64_t *gone)
{
	struct ad_stmt *s = ad_sql(p->db, "DELETE FROM sync_operations WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3 AND platform = $4 AND"
					  " status = 'PENDING' AND attempts = 0");
	enum ad_db_status status;

	pause_bind_run(s, p);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	status = ad_step(s);
	*gone = ad_db_changes(p->db);
	return status;
}

/*
 * The number after which a platform's next operations are inserted: each platform has its own
 * range.
 */
static enum ad_db_status last_seq(const struct ad_pause *p, enum ad_platform platform,
				  int64_t *last)
{
	struct ad_stmt *s = ad_sql(p->db, "SELECT COALESCE(MAX(seq), 0) FROM sync_operations WHERE"
					  " space_id = $1 AND environment = $2 AND run_id = $3 AND"
					  " platform = $4");
	enum ad_db_status status;

	pause_bind_run(s, p);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*last = ad_col_int(s, 0);
	if (*last == 0)
		*last = (int64_t)platform * AD_PAUSE_RANGE;
	ad_reset(s);
	return AD_DB_DONE;
}

static enum ad_db_status add_total(const struct ad_pause *p, int64_t more)
{
	struct ad_stmt *s = ad_sql(p->db, "UPDATE sync_runs SET total = total + $4 WHERE space_id ="
					  " $1 AND environment = $2 AND id = $3");

	pause_bind_run(s, p);
	ad_bind_int(s, 4, more);
	return ad_step(s);
}

static enum ad_db_status pause_insert(const struct ad_pause *p, enum ad_platform platform,
				      const struct ad_sync_plan *plan)
{
	int64_t last = 0;
	enum ad_db_status status = last_seq(p, platform, &last);

	if (status == AD_DB_DONE)
		status = ad_run_insert_ops(p->db, p->realm, p->run_id, plan, last);
	return status;
}

static enum ad_db_status pause_campaigns(const struct ad_pause *p, struct ad_rows *rows)
{
	return ad_row_children(p->db, p->arena, p->realm, ad_resource_row(AD_R_CAMPAIGN),
			       (struct ad_parent){ 0 }, rows);
}

static enum ad_db_status plan_platform(const struct ad_pause *p, enum ad_platform platform,
				       const struct ad_rows *rows, int64_t *more)
{
	struct ad_sync_plan plan = { 0 };
	int64_t gone = 0;
	enum ad_db_status status = forget_ops(p, platform, &gone);

	if (status != AD_DB_DONE)
		return status;
	pause_take(p->arena, rows, platform, NULL, &plan);
	*more += (int64_t)plan.count - gone;
	return pause_insert(p, platform, &plan);
}

enum ad_db_status ad_pause_plan(const struct ad_pause *p, uint32_t platforms)
{
	struct ad_rows rows = { 0 };
	struct ad_plan_filter in = { 0 };
	int64_t more = 0;
	enum ad_db_status status = load_ids(p, &in);

	if (status == AD_DB_DONE)
		status = pause_campaigns(p, &rows);
	for (size_t i = 0; i < rows.n && status == AD_DB_DONE; i++) {
		enum ad_platform at = ad_platform_of(ad_row_text(rows.at[i], "platform"));
		if (at < AD_PLATFORM_COUNT && platforms & (1u << at) && stands_there(rows.at[i]) &&
		    !ad_plan_ids_hold(in.object_ids, in.object_count, rows.at[i]->id))
			status = pause_draft(p->db, p->arena, p->run_id, rows.at[i]);
	}
	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++)
		if (platforms & (1u << i))
			status = plan_platform(p, (enum ad_platform)i, &rows, &more);
	return status == AD_DB_DONE ? add_total(p, more) : status;
}

enum ad_db_status ad_pause_unsettled(const struct ad_pause *p, enum ad_platform platform,
				     int64_t landing, struct ad_plan_filter *in, int64_t *sent_at)
{
	/*
	 * An object stores its operation in doubt as "<run>.<seq>"; a run's id has 30 characters.
	 */
	struct ad_stmt *s = ad_sql(
		p->db,
		"SELECT c.id, o.sent_at FROM campaigns c JOIN sync_operations o ON o.space_id ="
		" c.space_id AND o.environment = c.environment AND o.run_id ="
		" substr(c.open_op, 1, 30) AND o.seq = CAST(substr(c.open_op, 32) AS BIGINT)"
		" WHERE c.space_id = $1 AND c.environment = $2 AND c.platform = $4 AND c.open_op"
		" IS NOT NULL AND o.run_id <> $3 AND o.status = 'UNKNOWN' AND o.op = 'UPDATE' AND"
		" ',' || o.changed || ',' LIKE '%,status,%' AND o.want LIKE"
		" '%\"status\":\"ENABLED\"%' AND NOT EXISTS (SELECT 1 FROM sync_operations m WHERE"
		" m.space_id = c.space_id AND m.environment = c.environment AND m.run_id = $3 AND"
		" m.object_id = c.id AND m.finished_at >= o.sent_at + CAST($5 AS BIGINT))");

	pause_bind_run(s, p);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	ad_bind_int(s, 5, landing);
	*sent_at = 0;
	return pause_collect(p->arena, s, in, sent_at);
}

enum ad_db_status ad_pause_again(const struct ad_pause *p, enum ad_platform platform,
				 const struct ad_plan_filter *only, size_t *count)
{
	struct ad_rows rows = { 0 };
	struct ad_sync_plan plan = { 0 };
	enum ad_db_status status = pause_campaigns(p, &rows);

	*count = 0;
	if (status != AD_DB_DONE)
		return status;
	pause_take(p->arena, &rows, platform, only, &plan);
	*count = plan.count;
	status = pause_insert(p, platform, &plan);
	return status == AD_DB_DONE ? add_total(p, (int64_t)plan.count) : status;
}
