/*
 * The budget raises of other runs that are pending, in progress or in doubt; the value sent by an
 * ended run with an unknown result may also be on the platform. Leases are per ad account, so runs
 * on other platforms proceed in parallel, while the Space's total limits all of them. A run that
 * awaits approval does not count: it is checked again once it is approved.
 */
#include <stdlib.h>

#include "sync/plan/plan_spread.h"

static int plan_queued_by_id(const void *a, const void *b)
{
	return ad_str_order(((const struct ad_plan_queued *)a)->id,
			    ((const struct ad_plan_queued *)b)->id);
}

static void plan_queued_push(struct ad_arena *arena, struct ad_sync_plan *plan,
			     struct ad_plan_queued queued)
{
	size_t n = plan->queued_count;

	/* The array doubles whenever the count reaches a power of two. */
	if ((n & (n - 1)) == 0)
		plan->queued = ad_arena_resize(arena, plan->queued, n * sizeof(queued),
					       (n ? 2 * n : 1) * sizeof(queued));
	plan->queued[plan->queued_count++] = queued;
}

enum ad_db_status ad_plan_queued(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_stmt *s = ad_sql(
		ask->db, "SELECT o.object_id, o.want FROM sync_runs r JOIN sync_operations o ON"
			 " o.space_id = r.space_id AND o.environment = r.environment AND o.run_id ="
			 " r.id WHERE r.space_id = $1 AND r.environment = $2 AND r.status IN"
			 " ('QUEUED', 'RUNNING') AND r.id <> $3 AND o.status IN ('PENDING', 'SENT',"
			 " 'UNKNOWN') AND o.finished_at = 0 AND o.budget_delta > 0");
	enum ad_db_status status;

	ad_bind(s, 1, ask->realm.space_id);
	ad_bind(s, 2, ask->realm.environment);
	ad_bind(s, 3, ask->run_id.p ? ask->run_id : AD_S(""));
	while ((status = ad_step(s)) == AD_DB_ROW)
		plan_queued_push(ask->arena, plan,
				 (struct ad_plan_queued){ .id = ad_col_copy(s, ask->arena, 0),
							  .want = ad_col_copy(s, ask->arena, 1) });
	if (plan->queued_count)
		qsort(plan->queued, plan->queued_count, sizeof(*plan->queued), plan_queued_by_id);
	return status;
}

enum ad_db_status ad_plan_open_want(struct ad_db *db, struct ad_arena *arena,
				    const struct ad_row *row, struct ad_str *want)
{
	/* An object stores its operation as "<run>.<seq>". */
	const char *dot = ad_str_find(row->open_op, '.');
	struct ad_str run = row->open_op;
	struct ad_stmt *s;
	enum ad_db_status status;

	*want = (struct ad_str){ 0 };
	if (!dot)
		return AD_DB_DONE;
	run.n = (size_t)(dot - run.p);
	s = ad_sql(db, "SELECT want FROM sync_operations WHERE space_id = $1 AND environment = $2"
		       " AND run_id = $3 AND seq = $4");
	ad_bind(s, 1, row->space_id);
	ad_bind(s, 2, row->environment);
	ad_bind(s, 3, run);
	ad_bind_int(s, 4, strtoll(dot + 1, NULL, 10));
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*want = ad_col_copy(s, arena, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

struct ad_plan_queued *ad_plan_queued_of(const struct ad_sync_plan *plan, struct ad_str id)
{
	struct ad_plan_queued key = { .id = id };

	if (!plan->queued_count)
		return NULL;
	return bsearch(&key, plan->queued, plan->queued_count, sizeof(key), plan_queued_by_id);
}

void ad_plan_raise(const struct ad_sync_plan *plan, struct ad_plan_op *op, int64_t before,
		   int64_t after)
{
	const struct ad_plan_queued *queued = ad_plan_queued_of(plan, op->row->id);
	int64_t anyway = queued && queued->counted ? queued->a_day : 0;

	op->rise = (after > anyway ? after : anyway) - (before > anyway ? before : anyway);
}
