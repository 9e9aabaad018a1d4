/* Runs: their rows, their leases, and their form in the API. */
#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/compare.h"
#include "sync/journal/journal_prepare.h"
#include "sync/lease/pace.h"
#include "sync/journal/journal.h"
#include "sync/plan/plan_needs.h"
#include "sync/state/run_comments.h"
#include "sync/state/run_redact.h"
#include "sync/lease/turn.h"

static struct ad_str journal_run_take(struct ad_arena *arena, struct ad_stmt *s, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ 0 };
	return ad_arena_copy(arena, ad_col(s, column));
}

#define PREPARED_LIFE (60 * AD_MINUTE) /* us, after which operations without a run are swept */

static void journal_run_bind_realm(struct ad_stmt *s, struct ad_realm realm, struct ad_str run_id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
}

/* Moves "until" and "holder", the last members while a revert has not ended, out of its record. */
static void cut_reverted(struct ad_arena *arena, struct ad_run_row *run)
{
	const char *at = run->reverted.n ? strstr(run->reverted.p, ",\"until\":") : NULL;
	const cJSON *record = at ? ad_parsed(arena, run->reverted) : NULL;

	if (!record || !ad_json_int64(ad_json_get(record, "until"), &run->reverted_until))
		return;
	run->reverted_holder = ad_arena_copy(arena, ad_json_get_text(record, "holder"));
	run->reverted =
		ad_arena_printf(arena, "%.*s}", (int)(at - run->reverted.p), run->reverted.p);
}

enum ad_db_status ad_run_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			      struct ad_str id, struct ad_run_row *out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT id, mode, status, plan_hash, filters, source,"
				       " created_by, credential_id, approved_by, retry_of, error,"
				       " activate, connector, cancel, done, total, created_at,"
				       " started_at, finished_at, position, pulled, reverted,"
				       " connector_drafts, connections, cancel_reason, totals"
				       " FROM sync_runs WHERE space_id = $1"
				       " AND environment = $2 AND id = $3");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*out = (struct ad_run_row){
		.id = journal_run_take(arena, s, 0),
		.mode = journal_run_take(arena, s, 1),
		.status = journal_run_take(arena, s, 2),
		.plan_hash = journal_run_take(arena, s, 3),
		.filters = journal_run_take(arena, s, 4),
		.source = journal_run_take(arena, s, 5),
		.created_by = journal_run_take(arena, s, 6),
		.credential_id = journal_run_take(arena, s, 7),
		.approved_by = journal_run_take(arena, s, 8),
		.retry_of = journal_run_take(arena, s, 9),
		.error = journal_run_take(arena, s, 10),
		.activate = ad_col_int(s, 11) != 0,
		.connector = ad_col_int(s, 12) != 0,
		.connector_drafts = ad_col_int(s, 22) != 0,
		.cancel = ad_col_int(s, 13) != 0,
		.done = ad_col_int(s, 14),
		.total = ad_col_int(s, 15),
		.created_at = ad_col_int(s, 16),
		.started_at = ad_col_int(s, 17),
		.finished_at = ad_col_int(s, 18),
		.position = journal_run_take(arena, s, 19),
		.pulled = journal_run_take(arena, s, 20),
		.reverted = journal_run_take(arena, s, 21),
		.connections = journal_run_take(arena, s, 23),
		.cancel_reason = journal_run_take(arena, s, 24),
		.totals = journal_run_take(arena, s, 25),
	};
	cut_reverted(arena, out);
	ad_reset(s);
	return AD_DB_ROW;
}

static enum ad_db_status write_waits(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				     struct ad_run_row *run)
{
	struct ad_arena *arena = ad_arena_new();
	enum ad_db_status status = ad_pace_write(j, db, realm, run, ad_pause_is(arena, run));

	ad_arena_free(arena);
	return status;
}

enum ad_db_status ad_run_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
			       struct ad_run_row *run, uint32_t scopes, struct ad_ops_page *page)
{
	enum ad_db_status status = AD_DB_DONE;

	ad_json_object(j);
	ad_json_kstr(j, "id", run->id);
	ad_json_kstr(j, "mode", run->mode);
	ad_json_kstr(j, "status", run->status);
	ad_json_kstr(j, "planHash", run->plan_hash);
	ad_json_kbool(j, "activate", run->activate);
	ad_json_kstr(j, "source", run->source);
	ad_json_kstr(j, "createdBy", run->created_by);
	ad_json_kstr(j, "approvedBy", run->approved_by);
	ad_json_kstr(j, "retryOf", run->retry_of);
	ad_json_kraw(j, "revertedBy", run->reverted);
	ad_json_key(j, "progress");
	ad_json_object(j);
	ad_json_kint(j, "done", run->done);
	ad_json_kint(j, "total", run->total);
	ad_json_object_end(j);
	ad_json_kraw(j, "totals", run->totals);
	ad_json_ktime(j, "createdAt", run->created_at);
	ad_json_ktime(j, "startedAt", run->started_at);
	ad_json_ktime(j, "finishedAt", run->finished_at);
	ad_json_kraw(j, "error", run->error);
	ad_json_kstr(j, "cancelReason", run->cancel_reason);
	ad_run_write_pulled(j, run->pulled, scopes);
	ad_json_key(j, "waits");
	if (db)
		status = write_waits(j, db, realm, run);
	else
		ad_json_null(j);
	ad_json_key(j, "stops");
	if (db && status == AD_DB_DONE)
		status = ad_pause_write(j, db, realm, run);
	else
		ad_json_null(j);
	ad_json_key(j, "comments");
	if (db && status == AD_DB_DONE)
		status = ad_run_comments_write(j, db, realm, run->id, scopes);
	else
		ad_json_null(j);
	if (db && status == AD_DB_DONE) {
		status = ad_ops_page_write(j, db, realm, run, scopes, page);
	} else {
		ad_json_kraw(j, "counts", (struct ad_str){ 0 });
		ad_json_kraw(j, "operations", (struct ad_str){ 0 });
	}
	ad_json_object_end(j);
	return status;
}

static enum ad_db_status insert_head(struct ad_db *db, struct ad_realm realm,
				     const struct ad_run_row *run)
{
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO sync_runs (space_id, environment, id, mode, status, plan_hash,"
		    " activate, filters, source, created_by, credential_id, connector, retry_of,"
		    " cancel, done, total, created_at, started_at, finished_at, connector_drafts,"
		    " connections, totals)"
		    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, $14, $15,"
		    " $16, $17, $18, $19, $20, $21)");

	journal_run_bind_realm(s, realm, run->id);
	ad_bind(s, 4, run->mode);
	ad_bind(s, 5, run->status);
	ad_bind(s, 6, run->plan_hash);
	ad_bind_int(s, 7, run->activate);
	ad_bind(s, 8, run->filters);
	ad_bind(s, 9, run->source);
	ad_bind(s, 10, run->created_by);
	ad_bind(s, 11, run->credential_id);
	ad_bind_int(s, 12, run->connector);
	ad_bind(s, 13, run->retry_of);
	ad_bind_int(s, 14, run->done);
	ad_bind_int(s, 15, run->total);
	ad_bind_int(s, 16, run->created_at);
	ad_bind_int(s, 17, run->started_at);
	ad_bind_int(s, 18, run->finished_at);
	ad_bind_int(s, 19, run->connector_drafts);
	ad_bind(s, 20, run->connections);
	ad_bind(s, 21, run->totals);
	return ad_step(s);
}

static struct ad_str journal_run_joined(struct ad_arena *arena, const char *const *names)
{
	struct ad_text text = ad_text_on(arena);

	for (size_t i = 0; names && names[i]; i++) {
		if (i)
			ad_text_addc(&text, ',');
		ad_text_adds(&text, names[i]);
	}
	return ad_text_str(&text);
}

/* The number of an operation in the run, and the number of the plan's first one. */
struct numbers {
	int64_t seq, first;
};

static enum ad_db_status insert_op(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, const struct ad_plan_op *op,
				   struct numbers n)
{
	struct ad_stmt *s = ad_sql(
		db,
		"INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource,"
		" object_id, platform, parent_resource, parent_id, object_version, remote_id,"
		" want, synced, changed, changes, budget_delta, status, attempts, sent_at,"
		" finished_at, name, campaign_id, ad_group_id, needs, rise, inherited)"
		" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
		" $17, 'PENDING', 0, 0, 0, $18, $19, $20, $21, $22, $23)");

	journal_run_bind_realm(s, realm, run_id);
	ad_bind_int(s, 4, n.seq);
	ad_bind_cstr(s, 5, ad_op_name(op->op));
	ad_bind_cstr(s, 6, op->res->name);
	ad_bind(s, 7, op->row->id);
	ad_bind_cstr(s, 8, ad_platform_name(op->platform));
	ad_bind_cstr(s, 9, op->parent_res ? op->parent_res->name : NULL);
	ad_bind(s, 10, op->parent_id);
	ad_bind_int(s, 11, op->row->version);
	ad_bind(s, 12, op->row->remote_id);
	ad_bind(s, 13, ad_plan_want(arena, op));
	ad_bind(s, 14, ad_plan_synced(arena, op));
	ad_bind(s, 15, journal_run_joined(arena, op->changed));
	ad_bind(s, 16, ad_plan_changes(arena, op));
	ad_bind_int(s, 17, op->budget_delta);
	ad_bind(s, 18, ad_plan_name(op->row));
	ad_bind(s, 19, op->campaign_id);
	ad_bind(s, 20, op->ad_group_id);
	ad_bind(s, 21, ad_plan_spans_text(arena, &op->needs, n.first));
	ad_bind_int(s, 22, op->rise);
	ad_bind(s, 23, op->inherited);
	return ad_step(s);
}

enum ad_db_status ad_run_insert(struct ad_db *db, struct ad_realm realm,
				const struct ad_run_row *run, const struct ad_sync_plan *plan)
{
	enum ad_db_status status = insert_head(db, realm, run);

	return status == AD_DB_DONE ? ad_run_insert_ops(db, realm, run->id, plan, 0) : status;
}

enum ad_db_status ad_run_prepare(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				 const struct ad_sync_plan *plan, size_t from)
{
	struct ad_arena *scratch = ad_arena_new();
	struct ad_stmt *s = ad_sql(
		db, "INSERT INTO sync_prepared (space_id, environment, run_id, expires_at) VALUES"
		    " ($1, $2, $3, $4) ON CONFLICT (space_id, environment, run_id) DO UPDATE SET"
		    " expires_at = excluded.expires_at");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, run_id);
	ad_bind_int(s, 4, ad_now() + PREPARED_LIFE);
	status = ad_step(s);
	for (size_t i = from; i < plan->count && i < from + AD_RUN_PREPARE_MAX; i++) {
		if (status != AD_DB_DONE)
			break;
		ad_arena_reset(scratch);
		status = insert_op(db, scratch, realm, run_id, plan->ops[i],
				   (struct numbers){ (int64_t)i + 1, 1 });
	}
	ad_arena_free(scratch);
	return status;
}

/* AD_DB_DONE with the number of operations of a run. */
static enum ad_db_status count_ops(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				   int64_t *count)
{
	struct ad_stmt *s = ad_sql(db, "SELECT COUNT(*) FROM sync_operations WHERE space_id = $1"
				       " AND environment = $2 AND run_id = $3");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, run_id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*count = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_run_drop_prepared(struct ad_db *db, struct ad_realm realm,
				       struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_operations WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, run_id);
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "DELETE FROM sync_prepared WHERE space_id = $1 AND environment = $2 AND"
		       " run_id = $3");
	journal_run_bind_realm(s, realm, run_id);
	return ad_step(s);
}

enum ad_db_status ad_run_insert_prepared(struct ad_db *db, struct ad_realm realm,
					 const struct ad_run_row *run,
					 const struct ad_sync_plan *plan)
{
	int64_t count = 0;
	enum ad_db_status status = count_ops(db, realm, run->id, &count);

	/* A sweep deleted some of its operations: they expired. */
	if (status == AD_DB_DONE && count != (int64_t)plan->count) {
		status = ad_run_drop_prepared(db, realm, run->id);
		return status == AD_DB_DONE ? ad_run_insert(db, realm, run, plan) : status;
	}
	if (status == AD_DB_DONE) {
		struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_prepared WHERE space_id = $1 AND"
					       " environment = $2 AND run_id = $3");

		journal_run_bind_realm(s, realm, run->id);
		status = ad_step(s);
	}
	return status == AD_DB_DONE ? insert_head(db, realm, run) : status;
}

enum ad_db_status ad_run_insert_ops(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				    const struct ad_sync_plan *plan, int64_t last)
{
	struct ad_arena *scratch = ad_arena_new();
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		ad_arena_reset(scratch);
		status = insert_op(db, scratch, realm, run_id, plan->ops[i],
				   (struct numbers){ last + (int64_t)i + 1, last + 1 });
	}
	ad_arena_free(scratch);
	return status;
}

/* Deletes the lease that a waiting pull yields to a push. */
static enum ad_db_status take_yielded(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				      struct ad_str platform)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_leases WHERE space_id = $1 AND environment"
				       " = $2 AND run_id <> $3 AND platform = $4 AND yields = 1");

	journal_run_bind_realm(s, realm, run_id);
	ad_bind(s, 4, platform);
	return ad_step(s);
}

static enum ad_db_status lease_one(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, struct ad_str platform,
				   struct ad_str *holder)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO sync_leases (space_id, environment, platform,"
				       " run_id, holder, expires_at) VALUES ($1, $2, $4, $3, '', 0)"
				       " ON CONFLICT (space_id, environment, platform) DO UPDATE"
				       " SET run_id = sync_leases.run_id RETURNING run_id");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, run_id);
	ad_bind(s, 4, platform);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*holder = ad_arena_copy(arena, ad_col(s, 0));
	ad_reset(s);
	return ad_str_eq(*holder, run_id) ? AD_DB_DONE : AD_DB_CONFLICT;
}

enum ad_db_status ad_run_lease(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str run_id, struct ad_str *holder)
{
	struct ad_stmt *s = ad_sql(db, "SELECT DISTINCT platform FROM sync_operations WHERE"
				       " space_id = $1 AND environment = $2 AND run_id = $3");
	struct ad_str platforms[AD_PLATFORM_COUNT];
	size_t n = 0;
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (n < AD_PLATFORM_COUNT)
			platforms[n++] = journal_run_take(arena, s, 0);
	for (size_t i = 0; i < n && status == AD_DB_DONE; i++) {
		status = take_yielded(db, realm, run_id, platforms[i]);
		if (status == AD_DB_DONE)
			status = lease_one(db, arena, realm, run_id, platforms[i], holder);
	}
	return status;
}

enum ad_db_status ad_run_lease_platforms(struct ad_db *db, struct ad_arena *arena,
					 struct ad_realm realm, struct ad_str run_id,
					 uint32_t platforms, struct ad_str *holder)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++)
		if (platforms & (1u << i))
			status = lease_one(db, arena, realm, run_id,
					   ad_str(ad_platform_name((enum ad_platform)i)), holder);
	return status;
}

enum ad_db_status ad_run_set_spend(struct ad_db *db, struct ad_realm realm, struct ad_str id,
				   int64_t spend)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET spend = $4 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");

	journal_run_bind_realm(s, realm, id);
	ad_bind_int(s, 4, spend);
	return ad_step(s);
}

enum ad_db_status ad_run_set_cancel(struct ad_db *db, struct ad_realm realm, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET cancel = 1 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");

	journal_run_bind_realm(s, realm, id);
	return ad_step(s);
}

enum ad_db_status ad_run_set_error(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str id, const char *code, struct ad_str message)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET error = $4 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "code", code);
	ad_json_kstr(&j, "message", message);
	ad_json_object_end(&j);
	journal_run_bind_realm(s, realm, id);
	ad_bind(s, 4, ad_text_str(&text));
	return ad_step(s);
}

enum ad_db_status ad_run_ask_unknown(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				     uint32_t platforms)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++) {
		struct ad_stmt *s;
		if (!(platforms & (1u << i)))
			continue;
		s = ad_sql(db, "UPDATE sync_operations SET finished_at = 1 WHERE status = 'UNKNOWN'"
			       " AND finished_at > 0 AND space_id = $1 AND environment = $2 AND"
			       " platform = $3 AND ($4 = '' OR run_id = $4)");
		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_bind_cstr(s, 3, ad_platform_name((enum ad_platform)i));
		ad_bind(s, 4, run_id.p ? run_id : AD_S(""));
		status = ad_step(s);
	}
	return status;
}

enum ad_db_status ad_run_release(struct ad_db *db, struct ad_realm realm, struct ad_str id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_leases WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3");
	enum ad_db_status status;

	journal_run_bind_realm(s, realm, id);
	status = ad_step(s);
	return status == AD_DB_DONE ? ad_turn_give_all(db, realm, id) : status;
}
