#include "sync/journal/conditions.h"

#include "sync/state/compare.h"
#include "sync/journal/journal_skip.h"
#include "sync/plan/plan_needs.h"
#include "sync/state/spans.h"

/* An operation that another operation depends on. */
struct found {
	bool there, ended;
	int64_t seq;
	struct ad_str op, resource, object_id;
};

static void conditions_bind_run(struct ad_stmt *s, const struct ad_conditions *c)
{
	ad_bind(s, 1, c->realm.space_id);
	ad_bind(s, 2, c->realm.environment);
	ad_bind(s, 3, c->run_id);
}

static enum ad_db_status read_found(const struct ad_conditions *c, struct ad_stmt *s,
				    struct found *out)
{
	enum ad_db_status status = ad_step(s);

	*out = (struct found){ 0 };
	if (status != AD_DB_ROW)
		return status;
	*out = (struct found){
		.there = true,
		.seq = ad_col_int(s, 0),
		.op = ad_col_copy(s, c->arena, 1),
		.resource = ad_col_copy(s, c->arena, 2),
		.object_id = ad_col_copy(s, c->arena, 3),
		.ended = ad_col_int(s, 4) != 0,
	};
	ad_reset(s);
	return AD_DB_DONE;
}

#define FOUND_OF                                                                                   \
	"SELECT seq, op, resource, object_id, finished_at FROM sync_operations WHERE space_id ="   \
	" $1 AND environment = $2 AND run_id = $3 AND "

/* The first operation from `first` to `last` that has not succeeded. */
static enum ad_db_status find_failed(const struct ad_conditions *c, int64_t first, int64_t last,
				     struct found *out)
{
	struct ad_stmt *s = ad_sql(c->db, FOUND_OF "status IN ('PENDING', 'SENT', 'FAILED',"
						   " 'SKIPPED', 'UNKNOWN') AND seq >= $4 AND seq"
						   " <= $5 ORDER BY seq LIMIT 1");

	conditions_bind_run(s, c);
	ad_bind_int(s, 4, first);
	ad_bind_int(s, 5, last);
	return read_found(c, s, out);
}

static void condition_wait(struct ad_journal_op *op)
{
	op->next = AD_OPS_PENDING;
	op->finished = false;
}

/* The message names no object; the details do, for readers with the scope of that resource. */
static void condition_skip(const struct ad_conditions *c, struct ad_journal_op *op,
			   const struct found *on, const char *why)
{
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = "DEPENDS_ON",
		.message = ad_arena_printf(
			c->arena,
			"The operation was not sent%s: operation %lld of this run (%.*s %.*s) did "
			"not succeed%s. Retry the run, or preview and push again.%s",
			ad_skip_again(op), (long long)(on->seq - 1), AD_FMT(on->op),
			AD_FMT(on->resource), why, ad_skip_earlier(op)),
		.retryable = true,
		.details = ad_arena_printf(c->arena,
					   "{\"operation\":%lld,\"resource\":\"%.*s\",\"id\":\"%.*s"
					   "\"}",
					   (long long)(on->seq - 1), AD_FMT(on->resource),
					   AD_FMT(on->object_id)),
	};
}

static void condition_skip_incomplete(const struct ad_conditions *c, struct ad_journal_op *op,
				      const struct ad_row *row)
{
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = "DEPENDS_ON",
		.message =
			ad_arena_printf(c->arena,
					"The operation was not sent%s: the %s is on the platform "
					"only in part. Preview and push again to complete it.%s",
					ad_skip_again(op), row->res->name, ad_skip_earlier(op)),
		.retryable = true,
		.details = ad_arena_printf(c->arena, "{\"resource\":\"%s\",\"id\":\"%.*s\"}",
					   row->res->name, AD_FMT(row->id)),
	};
}

enum ad_db_status ad_conditions_look(const struct ad_conditions *c, struct ad_journal_op *op)
{
	int64_t first, last;
	enum ad_db_status status = AD_DB_DONE;

	op->next = AD_OPS_SENT;
	for (size_t at = 0; status == AD_DB_DONE && ad_spans_next(op->needs, &at, &first, &last);) {
		struct found found;
		status = find_failed(c, first, last, &found);
		if (status != AD_DB_DONE || !found.there)
			continue;
		if (found.ended)
			condition_skip(c, op, &found, "");
		else
			condition_wait(op);
		return AD_DB_DONE;
	}
	return status;
}

/*
 * The total of the Space's daily budgets at this moment, micros: the total at the run's start plus
 * the changes of its operations since. A raise counts once it is sent, a decrease once its
 * operation has ended and certainly lowered the budget. *known is false if the run started before
 * this total was recorded.
 */
static enum ad_db_status load_spend(const struct ad_conditions *c, const struct ad_journal_op *op,
				    int64_t *began, int64_t *now, bool *known)
{
	struct ad_stmt *s = ad_sql(
		c->db,
		"SELECT r.spend, COALESCE((SELECT SUM(o.rise) FROM sync_operations o WHERE"
		" o.space_id = r.space_id AND o.environment = r.environment AND o.run_id = r.id"
		" AND o.rise <> 0 AND o.seq <> $4 AND (CASE WHEN o.rise > 0 THEN o.status <>"
		" 'PENDING' OR o.attempts > 0 ELSE o.status IN ('SUCCEEDED', 'FAILED', 'SKIPPED')"
		" END)), 0) FROM sync_runs r WHERE r.space_id = $1 AND r.environment = $2 AND"
		" r.id = $3");
	enum ad_db_status status;

	conditions_bind_run(s, c);
	ad_bind_int(s, 4, op->seq);
	status = ad_step(s);
	*known = status == AD_DB_ROW && !ad_col_is_null(s, 0);
	if (status != AD_DB_ROW)
		return status;
	*began = ad_col_int(s, 0);
	*now = *began + ad_col_int(s, 1);
	ad_reset(s);
	return AD_DB_DONE;
}

/* The first unfinished decrease before the operation; `ended`: the first failed one. */
static enum ad_db_status find_decrease(const struct ad_conditions *c,
				       const struct ad_journal_op *op, bool ended,
				       struct found *out)
{
	struct ad_stmt *s =
		ended ? ad_sql(c->db,
			       FOUND_OF "(budget_delta < 0 OR rise < 0) AND status IN ('FAILED',"
					" 'SKIPPED', 'UNKNOWN') AND seq < $4 ORDER BY seq"
					" LIMIT 1")
		      : ad_sql(c->db, FOUND_OF
			       "(budget_delta < 0 OR rise < 0) AND finished_at = 0 AND seq < $4"
			       " ORDER BY seq LIMIT 1");

	conditions_bind_run(s, c);
	ad_bind_int(s, 4, op->seq);
	return read_found(c, s, out);
}

static void condition_skip_total(const struct ad_conditions *c, struct ad_journal_op *op)
{
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = "GUARDRAIL_VIOLATION",
		.message = ad_arena_printf(
			c->arena,
			"The operation was not sent%s: with it, the daily budgets would be above "
			"maxTotalDailyBudget. Preview and push again.%s",
			ad_skip_again(op), ad_skip_earlier(op)),
		.retryable = true,
	};
}

/* Sets c->total: FREE if all raises of the run fit under the limit, regardless of its decreases. */
static enum ad_db_status find_total(struct ad_conditions *c, int64_t limit)
{
	struct ad_stmt *s = ad_sql(
		c->db, "SELECT r.spend, COALESCE((SELECT SUM(o.rise) FROM sync_operations o WHERE"
		       " o.space_id = r.space_id AND o.environment = r.environment AND o.run_id ="
		       " r.id AND o.rise <> 0 AND o.rise > 0), 0) FROM sync_runs r WHERE "
		       "r.space_id = $1 AND"
		       " r.environment = $2 AND r.id = $3");
	enum ad_db_status status;

	conditions_bind_run(s, c);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	c->total = !ad_col_is_null(s, 0) && ad_col_int(s, 0) + ad_col_int(s, 1) <= limit
			   ? AD_TOTAL_FREE
			   : AD_TOTAL_TIGHT;
	ad_reset(s);
	return AD_DB_DONE;
}

/* A raise must fit under the Space's total as it stands at this moment. */
static enum ad_db_status check_total(struct ad_conditions *c, struct ad_journal_op *op)
{
	int64_t began = 0, now = 0, limit;
	struct found found = { 0 };
	bool known = false;
	enum ad_db_status status;

	limit = c->rails ? c->rails->max_total_daily_budget : 0;
	if (op->rise <= 0 || limit == 0)
		return AD_DB_DONE;
	if (c->total == AD_TOTAL_UNKNOWN) {
		status = find_total(c, limit);
		if (status != AD_DB_DONE)
			return status;
	}
	if (c->total == AD_TOTAL_FREE)
		return AD_DB_DONE;
	status = load_spend(c, op, &began, &now, &known);
	if (status != AD_DB_DONE || !known)
		return status;
	/*
	 * A Space above its limit may still move budgets, as long as the total stays at or below
	 * its start.
	 */
	if (now + op->rise <= (began > limit ? began : limit))
		return AD_DB_DONE;
	status = find_decrease(c, op, false, &found);
	if (status != AD_DB_DONE)
		return status;
	if (found.there) {
		condition_wait(op);
		return AD_DB_DONE;
	}
	status = find_decrease(c, op, true, &found);
	if (status == AD_DB_DONE && found.there)
		condition_skip(c, op, &found,
			       ", and without that decrease the daily budgets would be above "
			       "maxTotalDailyBudget");
	else
		condition_skip_total(c, op);
	return status;
}

/* An object goes live only if it and its parent are complete on the platform. */
static enum ad_db_status check_complete(const struct ad_conditions *c, struct ad_journal_op *op,
					const struct ad_row *row)
{
	struct ad_row *parent;
	enum ad_db_status status;

	if (!ad_op_sets_live(c->arena, op))
		return AD_DB_DONE;
	if (ad_row_is_incomplete(row)) {
		condition_skip_incomplete(c, op, row);
		return AD_DB_DONE;
	}
	if (!op->parent_res)
		return AD_DB_DONE;
	status = ad_row_load(c->db, c->arena, c->realm, op->parent_res, op->parent_id, &parent);
	if (status == AD_DB_ROW && ad_row_is_incomplete(parent))
		condition_skip_incomplete(c, op, parent);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* An ad group is created with the campaign values of the preview, or is skipped. */
static enum ad_db_status check_inherited(const struct ad_conditions *c, struct ad_journal_op *op)
{
	const struct ad_adapter *adapter = ad_adapter_of(op->platform);
	struct ad_row *parent;
	enum ad_db_status status;

	if (!op->inherited.n || !adapter || !op->parent_res)
		return AD_DB_DONE;
	status = ad_row_load(c->db, c->arena, c->realm, op->parent_res, op->parent_id, &parent);
	if (status != AD_DB_ROW ||
	    ad_str_eq(op->inherited,
		      ad_inherited_json(c->arena, adapter, ad_parsed(c->arena, parent->synced))))
		return status == AD_DB_ROW ? AD_DB_DONE : status;
	op->next = AD_OPS_SKIPPED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = "PLAN_CHANGED",
		.message = ad_arena_printf(
			c->arena,
			"The campaign changed after the preview, and the new ad group would "
			"inherit its values. Preview and push again.%s",
			ad_skip_earlier(op)),
		.retryable = true,
	};
	return AD_DB_DONE;
}

enum ad_db_status ad_conditions_check(struct ad_conditions *c, struct ad_journal_op *op,
				      const struct ad_row *row)
{
	enum ad_db_status status = ad_conditions_look(c, op);

	/* The kill switch pauses regardless of failed operations. */
	if (op->anyway) {
		op->next = AD_OPS_SENT;
		return AD_DB_DONE;
	}
	if (status == AD_DB_DONE && op->next == AD_OPS_SENT)
		status = check_total(c, op);
	if (status == AD_DB_DONE && op->next == AD_OPS_SENT)
		status = check_complete(c, op, row);
	if (status == AD_DB_DONE && op->next == AD_OPS_SENT)
		status = check_inherited(c, op);
	return status;
}
