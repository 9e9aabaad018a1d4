#include "sync/journal/journal_skip.h"

#include "base/clock.h"
#include "sync/state/compare.h"
#include "sync/journal/journal.h"

#define PAGE 200
#define PAGES_MAX 10 /* of operations that are skipped one by one */

static void bind_skip(struct ad_stmt *s, const struct ad_skip *skip)
{
	ad_bind(s, 1, skip->realm.space_id);
	ad_bind(s, 2, skip->realm.environment);
	ad_bind(s, 3, skip->run_id);
}

static void bind_without(struct ad_stmt *s, int first, uint32_t without)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		ad_bind_cstr(s, first + i,
			     without & (1u << i) ? ad_platform_name((enum ad_platform)i) : "");
}
_Static_assert(AD_PLATFORM_COUNT == 4, "a parameter a platform");

static struct ad_platform_error skip_error(const struct ad_skip *skip)
{
	return (struct ad_platform_error){
		.code = skip->code,
		.message = skip->message,
		.retryable = true,
	};
}

/* True if a request of the operation is known to have changed something on the platform. */
static bool is_partly_done(const struct ad_journal_op *op)
{
	return ad_steps_done(op->steps) > 0 || op->was_done.n || op->was_part.n ||
	       (op->op == AD_OP_CREATE && op->remote_id.n);
}

const char *ad_skip_again(const struct ad_journal_op *op)
{
	return op->attempts > 0 ? " again" : "";
}

const char *ad_skip_earlier(const struct ad_journal_op *op)
{
	if (op->attempts == 0)
		return "";
	return is_partly_done(op) ? " Only part of the operation was done." : " " AD_UNCONFIRMED;
}

/* The reason, for an operation that may have been sent before. */
static struct ad_str skip_message(struct ad_arena *arena, const struct ad_skip *skip,
				  const struct ad_journal_op *op)
{
	struct ad_str reason = skip->message;

	if (op->attempts > 0 && ad_str_is(reason, AD_CANCELLED_MESSAGE))
		reason = AD_S("The run was cancelled before the operation was sent again.");
	return ad_arena_printf(arena, "%.*s%s", AD_FMT(reason), ad_skip_earlier(op));
}

static enum ad_db_status count_done(struct ad_db *db, const struct ad_skip *skip, int64_t n)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_runs SET done = done + $4 WHERE space_id = $1"
				       " AND environment = $2 AND id = $3");

	bind_skip(s, skip);
	ad_bind_int(s, 4, n);
	return ad_step(s);
}

/*
 * Operations that were never attempted changed nothing, neither the platform nor their objects.
 * An upload is recorded in its conversion too, so it is not among them.
 */
#define UNTRIED                                                                                    \
	" space_id = $1 AND environment = $2 AND run_id = $3 AND status = 'PENDING' AND attempts"  \
	" = 0 AND op <> 'UPLOAD' AND platform NOT IN ($4, $5, $6, $7)"

/*
 * The last of the first AD_SKIP_MAX untried operations, or 0. A range of numbers is one scan of an
 * index; PostgreSQL may compare a list of them with every operation of the run.
 */
static enum ad_db_status find_last(struct ad_db *db, const struct ad_skip *skip, int64_t *last)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT MAX(seq) FROM (SELECT seq FROM sync_operations WHERE" UNTRIED
			   " ORDER BY seq LIMIT $8) untried");
	enum ad_db_status status;

	bind_skip(s, skip);
	bind_without(s, 4, skip->without);
	ad_bind_int(s, 8, AD_SKIP_MAX);
	status = ad_step(s);
	*last = status == AD_DB_ROW && !ad_col_is_null(s, 0) ? ad_col_int(s, 0) : 0;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status skip_untried(struct ad_db *db, struct ad_skip *skip)
{
	struct ad_arena *arena;
	const struct ad_platform_error error = skip_error(skip);
	struct ad_stmt *s;
	int64_t last = 0, n;
	enum ad_db_status status = find_last(db, skip, &last);

	skip->more = false;
	if (status != AD_DB_DONE || last == 0)
		return status;
	arena = ad_arena_new();
	s = ad_sql(db, "UPDATE sync_operations SET status = 'SKIPPED', rise = 0, error = $8,"
		       " finished_at = $9 WHERE" UNTRIED " AND seq <= $10");
	bind_skip(s, skip);
	bind_without(s, 4, skip->without);
	ad_bind(s, 8, ad_error_json(arena, &error));
	ad_bind_int(s, 9, ad_now());
	ad_bind_int(s, 10, last);
	status = ad_step(s);
	ad_arena_free(arena);
	if (status != AD_DB_DONE)
		return status;
	n = ad_db_changes(db);
	skip->more = n >= AD_SKIP_MAX;
	return n ? count_done(db, skip, n) : AD_DB_DONE;
}

/* One page of the others; *n: its length. */
static enum ad_db_status skip_page(struct ad_db *db, const struct ad_skip *skip,
				   struct ad_arena *arena, size_t *n)
{
	struct ad_journal_page page = {
		.realm = skip->realm,
		.run_id = skip->run_id,
		.without = skip->without,
		.max = PAGE,
	};
	enum ad_db_status status = ad_journal_next(db, arena, &page);

	*n = status == AD_DB_DONE ? page.count : 0;
	if (*n == 0)
		return status;
	for (size_t i = 0; i < page.count; i++) {
		page.ops[i].next = AD_OPS_SKIPPED;
		page.ops[i].finished = true;
		page.ops[i].error = skip_error(skip);
		page.ops[i].error.message = skip_message(arena, skip, &page.ops[i]);
	}
	return ad_journal_settle(db, arena, page.realm, page.run_id, page.ops, page.count);
}

enum ad_db_status ad_skip_some(struct ad_db *db, struct ad_skip *skip)
{
	struct ad_arena *arena;
	enum ad_db_status status = skip_untried(db, skip);
	size_t n = PAGE;

	if (status != AD_DB_DONE || skip->more)
		return status;
	arena = ad_arena_new();
	for (int i = 0; i < PAGES_MAX && n == PAGE && status == AD_DB_DONE; i++) {
		status = skip_page(db, skip, arena, &n);
		ad_arena_reset(arena);
	}
	ad_arena_free(arena);
	skip->more = n == PAGE;
	return status;
}
