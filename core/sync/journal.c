/* Operations: read in the order of sending, journalled before and after they are sent. */
#include "sync/journal.h"

#include "base/clock.h"
#include "base/json_read.h"

static const char *const names[AD_OPS_COUNT] = {
	[AD_OPS_PENDING] = "PENDING",     [AD_OPS_SENT] = "SENT",
	[AD_OPS_SUCCEEDED] = "SUCCEEDED", [AD_OPS_FAILED] = "FAILED",
	[AD_OPS_SKIPPED] = "SKIPPED",     [AD_OPS_UNKNOWN] = "UNKNOWN",
};

const char *ad_op_status_name(enum ad_op_status status)
{
	return names[status];
}

enum ad_op_status ad_op_status_of(struct ad_str name)
{
	enum ad_op_status status = AD_OPS_PENDING;

	while (status < AD_OPS_COUNT && !ad_str_is(name, names[status]))
		status++;
	return status;
}

struct ad_str ad_op_id(struct ad_arena *arena, struct ad_str run_id, int64_t seq)
{
	return ad_arena_printf(arena, "%.*s.%lld", AD_FMT(run_id), (long long)seq);
}

struct ad_str ad_error_json(struct ad_arena *arena, const struct ad_platform_error *error)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "platformCode", error->platform_code);
	ad_json_kcstr(&j, "code", error->code);
	ad_json_kstr(&j, "message", error->message);
	ad_json_kbool(&j, "retryable", error->retryable);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_str take(struct ad_arena *arena, struct ad_stmt *s, int column)
{
	if (ad_col_is_null(s, column))
		return (struct ad_str){ 0 };
	return ad_arena_copy(arena, ad_col(s, column));
}

/* "name,budget" as a NULL-ended list. */
static const char *const *field_list(struct ad_arena *arena, struct ad_str joined)
{
	const char **list = ad_arena_zalloc(arena, (AD_FIELDS_MAX + 1) * sizeof(*list));
	size_t n = 0;

	for (size_t at = 0; at < joined.n && n < AD_FIELDS_MAX;) {
		const char *comma = memchr(joined.p + at, ',', joined.n - at);
		size_t end = comma ? (size_t)(comma - joined.p) : joined.n;
		list[n++] = ad_arena_copy(arena, (struct ad_str){ joined.p + at, end - at }).p;
		at = end + 1;
	}
	return list;
}

static void read_op(struct ad_arena *arena, struct ad_stmt *s, struct ad_journal_op *op)
{
	*op = (struct ad_journal_op){ .seq = ad_col_int(s, 0) };
	op->op = ad_op_of(ad_col(s, 1));
	op->res = ad_resource_by_name(ad_col(s, 2));
	op->object_id = take(arena, s, 3);
	op->platform = ad_platform_of(ad_col(s, 4));
	op->parent_res = ad_col_is_null(s, 5) ? NULL : ad_resource_by_name(ad_col(s, 5));
	op->parent_id = take(arena, s, 6);
	op->object_version = ad_col_int(s, 7);
	op->remote_id = take(arena, s, 8);
	op->want = take(arena, s, 9);
	op->synced = take(arena, s, 10);
	op->changed = field_list(arena, ad_col(s, 11));
	op->status = ad_op_status_of(ad_col(s, 12));
	op->attempts = ad_col_int(s, 13);
	op->known_ids = take(arena, s, 14);
	op->next = op->status;
}

#define OP_COLUMNS                                                                                 \
	"seq, op, resource, object_id, platform, parent_resource, parent_id, object_version,"      \
	" remote_id, want, synced, changed, status, attempts, known_ids"

enum ad_db_status ad_journal_next(struct ad_db *db, struct ad_arena *arena,
				  struct ad_journal_page *page)
{
	struct ad_stmt *s =
		page->doubt
			? ad_sql(db,
				 "SELECT " OP_COLUMNS " FROM sync_operations WHERE space_id = $1"
				 " AND environment = $2 AND run_id = $3 AND status IN ('SENT',"
				 " 'UNKNOWN') AND finished_at = 0 ORDER BY seq LIMIT $4")
			: ad_sql(db,
				 "SELECT " OP_COLUMNS " FROM sync_operations WHERE space_id = $1"
				 " AND environment = $2 AND run_id = $3 AND status = 'PENDING'"
				 " ORDER BY seq LIMIT $4");
	enum ad_db_status status;

	page->ops = ad_arena_alloc(arena, page->max * sizeof(*page->ops));
	page->count = 0;
	ad_bind(s, 1, page->realm.space_id);
	ad_bind(s, 2, page->realm.environment);
	ad_bind(s, 3, page->run_id);
	ad_bind_int(s, 4, (int64_t)page->max);
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (page->count < page->max)
			read_op(arena, s, &page->ops[page->count++]);
	return status;
}

static enum ad_db_status mark_sent(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				   const struct ad_journal_op *op)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_operations SET status = 'SENT', sent_at = $5,"
				       " attempts = attempts + 1, known_ids = $6, error = NULL"
				       " WHERE space_id = $1 AND environment = $2 AND run_id = $3"
				       " AND seq = $4");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind_int(s, 4, op->seq);
	ad_bind_int(s, 5, ad_now());
	ad_bind(s, 6, op->known_ids);
	return ad_step(s);
}

enum ad_db_status ad_journal_sent(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str run_id, struct ad_journal_op *ops, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_journal_op *op = &ops[i];
		struct ad_row *row;
		enum ad_db_status status =
			ad_row_load(db, arena, realm, op->res, op->object_id, &row);
		if (status == AD_DB_DONE) {
			op->gone = true;
			continue;
		}
		if (status != AD_DB_ROW)
			return status;
		op->gone = false;
		row->open_op = ad_op_id(arena, run_id, op->seq);
		row->sync_revision++;
		status = ad_row_update(db, arena, row);
		if (status == AD_DB_DONE)
			status = mark_sent(db, realm, run_id, op);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}

static enum ad_db_status mark_settled(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str run_id,
				      const struct ad_journal_op *op)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_operations SET status = $5, finished_at = $6,"
				       " error = $7, remote_id = $8, known_ids = $9"
				       " WHERE space_id = $1 AND environment = $2 AND run_id = $3"
				       " AND seq = $4");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind_int(s, 4, op->seq);
	ad_bind_cstr(s, 5, ad_op_status_name(op->next));
	ad_bind_int(s, 6, op->finished ? ad_now() : 0);
	if (op->error.code)
		ad_bind(s, 7, ad_error_json(arena, &op->error));
	ad_bind(s, 8, op->remote_id);
	ad_bind(s, 9, op->known_ids);
	return ad_step(s);
}

static enum ad_db_status keep_budget(struct ad_db *db, struct ad_realm realm,
				     const struct ad_journal_op *op, const cJSON *want)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO sync_budgets (space_id, environment,"
				       " campaign_id, at, budget) VALUES ($1, $2, $3, $4, $5)"
				       " ON CONFLICT (space_id, environment, campaign_id, at)"
				       " DO UPDATE SET budget = excluded.budget");
	int64_t micros;

	if (op->res->id != AD_R_CAMPAIGN || op->op == AD_OP_REMOVE ||
	    !ad_json_micros_of(ad_json_get(want, "budget"), &micros))
		return AD_DB_DONE;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, op->object_id);
	ad_bind_int(s, 4, ad_now());
	ad_bind_int(s, 5, micros);
	return ad_step(s);
}

static enum ad_db_status succeed(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				 const struct ad_journal_op *op, struct ad_row *row)
{
	struct ad_json_error err;
	const cJSON *want = op->want.n ? ad_json_parse(arena, op->want, &err) : NULL;

	row->failed = false;
	row->last_error = row->live = (struct ad_str){ 0 };
	row->last_synced_at = ad_now();
	if (op->op == AD_OP_REMOVE) {
		row->removed = true;
		row->remote_status = AD_S("REMOVED");
		return AD_DB_DONE;
	}
	if (op->op == AD_OP_CREATE)
		row->remote_id = op->remote_id;
	row->synced = op->new_synced.p ? op->new_synced : op->want;
	row->remote_status = ad_json_get_text(want, "status");
	if (op->review_status.p)
		row->review_status = op->review_status;
	return keep_budget(db, realm, op, want);
}

static void fail(struct ad_arena *arena, const struct ad_journal_op *op, struct ad_row *row)
{
	/* Drift is a state of its own, and an object that was edited since starts anew. */
	row->failed = !op->live.p && row->version == op->object_version;
	row->last_error = ad_error_json(arena, &op->error);
	if (op->new_synced.p)
		row->synced = op->new_synced;
	if (op->live.p)
		row->live = op->live;
	if (op->live_status.p)
		row->remote_status = op->live_status;
}

static enum ad_db_status move_row(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				  struct ad_str run_id, const struct ad_journal_op *op)
{
	struct ad_row *row;
	struct ad_str ours = ad_op_id(arena, run_id, op->seq);
	enum ad_db_status status = ad_row_load(db, arena, realm, op->res, op->object_id, &row);

	if (status == AD_DB_DONE)
		return AD_DB_DONE; /* deleted here meanwhile */
	if (status != AD_DB_ROW)
		return status;
	if (op->next == AD_OPS_PENDING || op->next == AD_OPS_UNKNOWN)
		return AD_DB_DONE; /* stays SYNCING */
	if (ad_str_eq(row->open_op, ours))
		row->open_op = (struct ad_str){ 0 };
	else if (op->next == AD_OPS_SKIPPED)
		return AD_DB_DONE;
	if (op->next == AD_OPS_SUCCEEDED)
		status = succeed(db, arena, realm, op, row);
	else if (op->next == AD_OPS_FAILED)
		fail(arena, op, row);
	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return status;
	/* Deleted while it was being made, and it was not made: nothing is left to remove. */
	if (row->removal && !row->remote_id.p && !row->open_op.p)
		return ad_row_delete(db, arena, row);
	row->sync_revision++;
	return ad_row_update(db, arena, row);
}

static enum ad_db_status count_done(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				    int64_t n)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET done = done + $4 WHERE space_id = $1"
				       " AND environment = $2 AND id = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind_int(s, 4, n);
	return ad_step(s);
}

enum ad_db_status ad_journal_settle(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, struct ad_journal_op *ops, size_t count)
{
	int64_t finished = 0;

	for (size_t i = 0; i < count; i++) {
		enum ad_db_status status = mark_settled(db, arena, realm, run_id, &ops[i]);
		if (status == AD_DB_DONE)
			status = move_row(db, arena, realm, run_id, &ops[i]);
		if (status != AD_DB_DONE)
			return status;
		finished += ops[i].finished;
	}
	return finished ? count_done(db, realm, run_id, finished) : AD_DB_DONE;
}
