/* Operations: read in the order of sending, journalled before and after each request. */
#include "sync/journal/journal.h"

#include <assert.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "base/log.h"
#include "sync/state/asset_rows.h"
#include "sync/journal/conditions.h"
#include "sync/state/below_lost.h"
#include "sync/journal/journal_skip.h"
#include "sync/state/owner.h"

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
	op->object_id = ad_col_copy(s, arena, 3);
	op->platform = ad_platform_of(ad_col(s, 4));
	op->parent_res = ad_col_is_null(s, 5) ? NULL : ad_resource_by_name(ad_col(s, 5));
	op->parent_id = ad_col_copy(s, arena, 6);
	op->object_version = ad_col_int(s, 7);
	op->remote_id = ad_col_copy(s, arena, 8);
	op->want = ad_col_copy(s, arena, 9);
	op->synced = ad_col_copy(s, arena, 10);
	op->changed = field_list(arena, ad_col(s, 11));
	op->status = ad_op_status_of(ad_col(s, 12));
	op->attempts = ad_col_int(s, 13);
	op->known_ids = ad_col_copy(s, arena, 14);
	op->steps = ad_steps_read(arena, ad_col(s, 15));
	op->sent_at = ad_col_int(s, 16);
	op->needs = ad_col_copy(s, arena, 17);
	op->rise = ad_col_int(s, 18);
	op->inherited = ad_col_copy(s, arena, 19);
	op->was_done = ad_col_copy(s, arena, 20);
	op->was_part = ad_col_copy(s, arena, 21);
	op->stood = ad_col_copy(s, arena, 22);
	op->next = op->status;
}

#define OP_COLUMNS                                                                                 \
	"seq, op, resource, object_id, platform, parent_resource, parent_id, object_version,"      \
	" remote_id, want, synced, changed, status, attempts, known_ids, steps, sent_at,"          \
	" needs, rise, inherited, done, part, stood"

#define NOT_OF " AND platform NOT IN ($5, $6, $7, $8)"
_Static_assert(AD_PLATFORM_COUNT == 4, "a parameter a platform");

#define NEXT_OF                                                                                    \
	"SELECT " OP_COLUMNS " FROM sync_operations WHERE space_id = $1 AND environment = $2 AND"  \
	" run_id = $3 AND status = "

/*
 * Reads one status at a time: its index returns the operations in order, however many are finished.
 */
enum ad_db_status ad_journal_next(struct ad_db *db, struct ad_arena *arena,
				  struct ad_journal_page *page)
{
	struct ad_stmt *s =
		page->doubt
			? ad_sql(db, NEXT_OF
				 "'SENT' AND finished_at = 0" NOT_OF " UNION ALL " NEXT_OF
				 "'UNKNOWN' AND finished_at = 0" NOT_OF " ORDER BY seq LIMIT $4")
			: ad_sql(db, NEXT_OF "'PENDING'" NOT_OF " ORDER BY seq LIMIT $4");
	enum ad_db_status status;

	page->ops = ad_arena_alloc(arena, page->max * sizeof(*page->ops));
	page->count = 0;
	ad_bind(s, 1, page->realm.space_id);
	ad_bind(s, 2, page->realm.environment);
	ad_bind(s, 3, page->run_id);
	ad_bind_int(s, 4, (int64_t)page->max);
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		ad_bind_cstr(s, 5 + i,
			     page->without & (1u << i) ? ad_platform_name((enum ad_platform)i)
						       : "");
	while ((status = ad_step(s)) == AD_DB_ROW)
		if (page->count < page->max)
			read_op(arena, s, &page->ops[page->count++]);
	assert(page->count <= page->max);
	return status;
}

/*
 * The journal has another status, or the change is none of the table's: nothing of it is stored. It
 * may be a row of another version, so the process goes on.
 */
static enum ad_db_status journal_refuse(struct ad_str run_id, struct ad_journal_op *op,
					enum ad_op_status to)
{
	char run[AD_ID_SIZE];

	snprintf(run, sizeof(run), "%.*s", AD_FMT(run_id));
	ad_log(AD_LOG_ERROR, "operation_refused", "run", run, "from", ad_op_status_name(op->status),
	       "to", ad_op_status_name(to), NULL);
	op->refused = true;
	return AD_DB_INVALID;
}

/* The end of an UPDATE that names the status of one operation: exactly that row was changed. */
static enum ad_db_status journal_changed(struct ad_db *db, struct ad_stmt *s, struct ad_str run_id,
					 struct ad_journal_op *op, enum ad_op_status to)
{
	enum ad_db_status status = ad_step(s);

	return status == AD_DB_DONE && ad_db_changes(db) != 1 ? journal_refuse(run_id, op, to)
							      : status;
}

static enum ad_db_status mark_sent(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, struct ad_journal_op *op)
{
	if (!ad_states_may(&ad_op_statuses, op->status, AD_OPS_SENT))
		return journal_refuse(run_id, op, AD_OPS_SENT);

	struct ad_stmt *s =
		ad_sql(db, "UPDATE sync_operations SET status = 'SENT', sent_at = $5,"
			   " attempts = attempts + 1, known_ids = $6, steps = $7,"
			   " error = NULL, stood = $8 WHERE space_id = $1 AND environment = $2 AND"
			   " run_id = $3 AND seq = $4 AND status = 'PENDING'");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind_int(s, 4, op->seq);
	ad_bind_int(s, 5, ad_now());
	ad_bind(s, 6, op->known_ids);
	ad_bind(s, 7, ad_steps_json(arena, op->steps));
	ad_bind(s, 8, op->stood);
	return journal_changed(db, s, run_id, op, AD_OPS_SENT);
}

/*
 * True if an edit since the plan forbids the operation: an object restored since is not removed,
 * one staged for removal is not created or changed, one paused since is not set live. Runs on the
 * writer's thread, so that a restore comes either before this check or after the operation is SENT
 * (and gets 409).
 */
static bool journal_overtaken(struct ad_arena *arena, struct ad_journal_op *op,
			      const struct ad_row *row)
{
	const char *code = NULL, *start = NULL, *end = "";

	if (!row || (op->op != AD_OP_REMOVE && row->removal && !op->anyway)) {
		code = "DELETED";
		start = "The object was deleted here before the operation was sent";
	} else if (op->op == AD_OP_REMOVE && !row->removal) {
		code = "RESTORED";
		start = "The object was restored here before its removal was sent";
	} else if (!op->anyway && ad_op_sets_live(arena, op) &&
		   !ad_str_is(ad_row_text(row, "status"), "ENABLED")) {
		code = "PAUSED";
		start = "The object was paused here before the operation was sent";
		end = " Preview and push the remaining changes.";
	}
	if (!code)
		return false;
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = code,
		.message = ad_arena_printf(arena, "%s%s.%s%s", start, ad_skip_again(op), end,
					   ad_skip_earlier(op)),
	};
	return true;
}

enum ad_db_status ad_journal_sent(struct ad_conditions *c, struct ad_journal_op *ops, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_journal_op *op = &ops[i];
		struct ad_row *row = NULL;
		enum ad_db_status status = ad_op_row(c->db, c->arena, c->realm, op, &row);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		op->next = AD_OPS_SENT;
		op->finished = false;
		if (journal_overtaken(c->arena, op, row))
			continue;
		status = ad_conditions_check(c, op, row);
		if (status != AD_DB_DONE)
			return status;
		if (op->next != AD_OPS_SENT)
			continue;
		/*
		 * An unsettled operation of an earlier run stays recorded: that run still has to
		 * reconcile it.
		 */
		if (!op->anyway || !row->open_op.p)
			row->open_op = ad_op_id(c->arena, c->run_id, op->seq);
		status = ad_op_row_opened(c->db, c->arena, op, row);
		if (status == AD_DB_DONE)
			status = mark_sent(c->db, c->arena, c->realm, c->run_id, op);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}

enum ad_db_status ad_journal_steps(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				   struct ad_str run_id, struct ad_journal_op *ops, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct ad_stmt *s = ad_sql(db, "UPDATE sync_operations SET steps = $5, sent_at ="
					       " $6 WHERE space_id = $1 AND environment = $2"
					       " AND run_id = $3 AND seq = $4 AND status = 'SENT'");
		enum ad_db_status status;
		ad_bind(s, 1, realm.space_id);
		ad_bind(s, 2, realm.environment);
		ad_bind(s, 3, run_id);
		ad_bind_int(s, 4, ops[i].seq);
		ad_bind(s, 5, ad_steps_json(arena, ops[i].steps));
		ad_bind_int(s, 6, ad_now());
		status = journal_changed(db, s, run_id, &ops[i], AD_OPS_SENT);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}

/*
 * True if the Space's total no longer counts the change of an operation that did not succeed. A
 * raise counts if an attempt changed, in full or in part, a field that determines the daily spend.
 * A decrease counts only if every such field that it sends was changed in full: a budget that may
 * still be the higher one pays for nothing.
 */
static bool journal_rise_is_void(const struct ad_journal_op *op)
{
	static const char *const spend[] = { "budget", "startDate", "endDate" };
	bool changed = false, unchanged = false;

	if (op->next != AD_OPS_FAILED && op->next != AD_OPS_SKIPPED)
		return false;
	if (op->op == AD_OP_CREATE)
		return !op->remote_id.p;
	for (size_t i = 0; i < AD_LEN(spend); i++) {
		bool whole = ad_fields_hold(op->was_done, spend[i]);
		bool part = ad_fields_hold(op->was_part, spend[i]);
		changed = changed || whole || part;
		for (const char *const *name = op->changed; name && *name; name++)
			unchanged = unchanged || (strcmp(*name, spend[i]) == 0 && (!whole || part));
	}
	return op->rise < 0 ? !changed || unchanged : !changed;
}

static enum ad_db_status mark_settled(struct ad_db *db, struct ad_arena *arena,
				      struct ad_realm realm, struct ad_str run_id,
				      struct ad_journal_op *op)
{
	if (!ad_states_may(&ad_op_statuses, op->status, op->next))
		return journal_refuse(run_id, op, op->next);
	assert(ad_op_is_consistent(op));

	/* sent_at becomes the start of the doubt: may_still_land() counts from it. */
	struct ad_stmt *s = ad_sql(
		db, "UPDATE sync_operations SET status = $5, finished_at = $6,"
		    " error = $7, remote_id = $8, known_ids = $9, steps = $10,"
		    " rise = CASE WHEN $13 = 1 THEN 0 ELSE rise END,"
		    " sent_at = CASE WHEN status = 'SENT' AND $11 = 1 THEN $12"
		    " ELSE sent_at END, done = $14, part = $15, stood = $16 WHERE space_id = $1 AND"
		    " environment = $2 AND run_id = $3 AND seq = $4 AND status = $17");

	/* Includes the results of its earlier attempts. */
	ad_journal_join_done(arena, op);
	ad_bind(s, 14, op->was_done);
	ad_bind(s, 15, op->was_part);
	ad_bind(s, 16, op->stood);
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
	ad_bind(s, 10, ad_steps_json(arena, op->steps));
	ad_bind_int(s, 11, op->next == AD_OPS_UNKNOWN);
	ad_bind_int(s, 12, ad_now());
	ad_bind_int(s, 13, journal_rise_is_void(op));
	ad_bind_cstr(s, 17, ad_op_status_name(op->status));
	return journal_changed(db, s, run_id, op, op->next);
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
	size_t below_most = AD_BELOW_LOST_MAX;

	for (size_t i = 0; i < count; i++) {
		enum ad_db_status status = ad_owner_refuse(db, arena, realm, &ops[i]);
		ops[i].below_most = below_most;
		if (status == AD_DB_DONE)
			status = ad_journal_move(db, arena, realm,
						 ad_op_id(arena, run_id, ops[i].seq), &ops[i]);
		if (status == AD_DB_DONE)
			status = mark_settled(db, arena, realm, run_id, &ops[i]);
		if (status != AD_DB_DONE)
			return status;
		below_most = ops[i].below_most;
		finished += ops[i].finished;
	}
	return finished ? count_done(db, realm, run_id, finished) : AD_DB_DONE;
}
