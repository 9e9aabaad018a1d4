#include "call/sync/sync_follow.h"

#include <stdio.h>

#include "call/sync/sync_steps.h"

bool ad_sync_progress(struct ad_call *call, struct ad_str run_id, struct ad_sync_progress *out)
{
	struct ad_run_row run;
	struct ad_arena *scratch = ad_arena_new();
	enum ad_db_status status =
		ad_run_load(call->db, scratch, ad_sync_realm(call), run_id, &run);
	if (status == AD_DB_ROW)
		*out = (struct ad_sync_progress){
			.done = run.done,
			.total = run.total,
			.ended = ad_run_is_final(run.status) ||
				 ad_str_is(run.status, "AWAITING_APPROVAL"),
		};
	ad_arena_free(scratch);
	if (status == AD_DB_ROW)
		return true;
	return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
				    : ad_fail_db(call, status);
}

static int64_t sync_follow_latest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The end of the last operation of a run; 0 if none has ended. */
static enum ad_db_status last_ended(struct ad_call *call, struct ad_str run_id, int64_t *at)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT COALESCE(MAX(finished_at), 0) FROM sync_operations WHERE"
				 " space_id = $1 AND environment = $2 AND run_id = $3");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		*at = ad_col_int(s, 0);
	ad_reset(s);
	return status;
}

bool ad_sync_standing(struct ad_call *call, struct ad_str run_id, struct ad_sync_standing *out)
{
	struct ad_run_row run;
	int64_t ended = 0;
	enum ad_db_status status =
		ad_run_load(call->db, call->arena, ad_sync_realm(call), run_id, &run);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status == AD_DB_ROW)
		status = last_ended(call, run_id, &ended);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = (struct ad_sync_standing){
		.done = run.done,
		.total = run.total,
		.created_at = run.created_at,
		.changed_at = sync_follow_latest(sync_follow_latest(run.created_at, run.started_at),
						 sync_follow_latest(run.finished_at, ended)),
	};
	snprintf(out->status, sizeof(out->status), "%.*s", AD_FMT(run.status));
	return true;
}
