#include "call/sync_follow.h"

#include "call/sync_steps.h"

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
