/* POST /sync/pause-all: the kill switch. Its requests are in sync/killswitch/pause.h. */
#include "sync/killswitch/pause.h"

#include "base/clock.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"
#include "call/sync/sync_review.h"
#include "call/sync/sync_steps.h"

/* Blocks pushes until an owner allows them again in the application. */
static bool sync_pause_block(struct ad_call *call)
{
	struct ad_row *row;
	enum ad_db_status status = ad_space_row(call, ad_str(call->space.id), &call->space, &row);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	return ad_space_block(call, row, call->who->environment, true);
}

/* Queued or running runs that hold leases that the kill switch needs. */
struct others {
	struct ad_str *ids;
	size_t count;
};

static bool load_others(struct ad_call *call, struct others *out)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "SELECT id FROM sync_runs WHERE space_id = $1 AND"
					     " environment = $2 AND status IN ('QUEUED',"
					     " 'RUNNING') ORDER BY id");
	size_t room = 0;
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	*out = (struct others){ 0 };
	while ((status = ad_step(s)) == AD_DB_ROW) {
		AD_ARENA_GROW(call->arena, out->ids, out->count, room);
		out->ids[out->count++] = ad_arena_copy(call->arena, ad_col(s, 0));
	}
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Stops pulls too, because they hold ad accounts that the kill switch needs. */
static bool stop_others(struct ad_call *call)
{
	struct others others;
	if (!load_others(call, &others))
		return false;
	for (size_t i = 0; i < others.count; i++) {
		struct ad_run_row run;
		enum ad_db_status status = ad_run_load(call->db, call->arena, ad_sync_realm(call),
						       others.ids[i], &run);
		if (status != AD_DB_ROW)
			return ad_fail_db(call, status);
		if (!run.cancel && !ad_sync_stop_run(call, &run))
			return false;
	}
	return true;
}

static struct ad_run_row new_run(struct ad_call *call, struct ad_str retry_of)
{
	return (struct ad_run_row){
		.mode = AD_S("PUSH"),
		.status = AD_S("QUEUED"),
		.filters = ad_pause_filters(call->arena),
		.source = ad_str(ad_sync_source(call)),
		.created_by = ad_str(call->who->account_id),
		.credential_id = ad_str(call->who->credential_id),
		.retry_of = retry_of,
		.connector = ad_call_is_connector(call),
		.created_at = ad_now(),
	};
}

/* Plans the stored run; without campaigns and other runs it ends at once. */
static bool sync_pause_plan(struct ad_call *call, struct ad_run_row *run)
{
	struct ad_pause p = { call->db, call->arena, ad_sync_realm(call), run->id };
	uint32_t open = 0;
	enum ad_db_status status = ad_pause_plan(&p, AD_PLATFORMS_ALL);
	if (status == AD_DB_DONE)
		status = ad_pause_begin(&p, &open);
	if (status == AD_DB_DONE && !open) {
		status = ad_run_set_status(call->db, p.realm, run->id, "SUCCEEDED");
		if (status == AD_DB_DONE)
			status = ad_run_release(call->db, p.realm, run->id);
	}
	if (status == AD_DB_DONE)
		status = ad_run_load(call->db, call->arena, p.realm, run->id, run);
	return status == AD_DB_ROW || ad_fail_db(call, status);
}

static bool sync_pause_answer(struct ad_call *call, struct ad_str id)
{
	call->http_status = 202;
	call->location = ad_arena_printf(call->arena, "/sync/%.*s", AD_FMT(id));
	return ad_sync_answer(call, id);
}

bool ad_sync_pause(struct ad_call *call, struct ad_str retry_of)
{
	char id[AD_ID_SIZE];
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_run_row run = new_run(call, retry_of);
	struct ad_str open = { NULL, 0 };
	if (call->validate_only)
		return ad_sync_checked(call, &run);
	if (!sync_pause_block(call))
		return false;
	/*
	 * A second request returns the open run, which pauses everything that it finds when it
	 * begins.
	 */
	enum ad_db_status status = ad_pause_open(call->db, call->arena, realm, &open);
	if (status == AD_DB_ROW)
		return sync_pause_answer(call, open);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	ad_id_make("syn", id);
	run.id = ad_str(id);
	struct ad_sync_plan none = { 0 };
	if (!stop_others(call))
		return false;
	status = ad_run_insert(call->db, realm, &run, &none);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return sync_pause_plan(call, &run) &&
	       ad_sync_note(call, &run, retry_of.p ? "RETRY" : "CREATE", (struct ad_str){ NULL, 0 },
			    run.status) &&
	       sync_pause_answer(call, run.id);
}

static bool pause_all(struct ad_call *call)
{
	return ad_sync_pause(call, (struct ad_str){ NULL, 0 });
}

void ad_sync_pause_write(struct ad_call *call)
{
	ad_sync_keyed(call, pause_all);
}

void ad_sync_pause_all(struct ad_call *call)
{
	ad_sync_begin(call, pause_all, ad_sync_pause_write);
}
