#include "sync/run/run_upload.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/upload_rules.h"

/*
 * The start of the run: for an upload in doubt only the last possible time of sending is stored. 1,
 * older than anything, if it cannot be read.
 */
static int64_t began_at(struct ad_run *run)
{
	struct ad_stmt *s = ad_sql(ad_sync_db(run->sync),
				   "SELECT started_at FROM sync_runs WHERE space_id = $1"
				   " AND environment = $2 AND id = $3 AND started_at > 0");
	int64_t at = 1;

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, run->id);
	if (ad_step(s) == AD_DB_ROW)
		at = ad_col_int(s, 0);
	ad_reset(s);
	return at;
}

/*
 * The time since when the platform may have counted the conversion without confirming it; 0: it was
 * not sent, or there is no doubt.
 */
static int64_t uncertain_since(struct ad_run *run, const struct ad_journal_op *op,
			       const struct ad_row *row)
{
	const cJSON *item;
	int64_t at;

	if (op->attempts > 0)
		return began_at(run);
	cJSON_ArrayForEach(item, ad_parsed(run->arena, ad_row_text(row, "platformResults")))
	{
		struct ad_str code = ad_json_get_text(item, "code");
		if (ad_platform_of(ad_json_get_text(item, "platform")) != op->platform)
			continue;
		if (ad_str_is(code, AD_UPLOAD_UNCERTAIN))
			return 1;
		if (ad_time_parse(ad_json_get_text(item, "uncertainSince"), &at))
			return at;
		/* Older results have no time for this. */
		if (ad_str_is(code, "PLATFORM_UNAVAILABLE") &&
		    ad_time_parse(ad_json_get_text(item, "at"), &at))
			return at;
	}
	return 0;
}

/* Fails an upload that could count twice if it is sent again. */
static bool is_uncertain(struct ad_run *run, struct ad_journal_op *op, const struct ad_row *row)
{
	int64_t once = run->adapter->uploader->once;
	int64_t since = once ? uncertain_since(run, op, row) : 0;

	/* A slow upload counts as sent on arrival: one hour of margin. */
	if (!since || run->connection.link.now - since < once - AD_HOUR)
		return false;
	op->finished = true;
	op->next = AD_OPS_FAILED;
	op->error = (struct ad_platform_error){
		.code = AD_UPLOAD_UNCERTAIN,
		.message = ad_arena_printf(
			run->arena,
			"The result of the upload is unknown, and %s would count the conversion "
			"twice if it was counted and is sent again now. Check the platform.",
			ad_platform_name(op->platform)),
	};
	return true;
}

void ad_run_upload(struct ad_run *run, struct ad_journal_op *op, struct ad_piece *piece,
		   struct ad_row *row)
{
	const struct ad_uploader *uploader = run->adapter->uploader;
	struct ad_str action = ad_json_get_text(ad_parsed(run->arena, op->want), "platformAction");
	const struct ad_upload *upload = ad_upload_of(run->arena, row, op->platform, action);

	piece->upload = upload;
	if (uploader && !run->doubt && is_uncertain(run, op, row))
		return;
	/* An earlier request may have been counted: only the platform decides then. */
	if (!uploader || run->doubt || op->attempts > 0)
		return;
	op->finished = true;
	if (ad_upload_too_old(run->arena, op->platform, run->connection.link.now, upload,
			      &op->error)) {
		op->next = AD_OPS_SKIPPED;
	} else if (!ad_upload_allowed(run->arena, &run->connection.link, op->platform, upload,
				      &op->error)) {
		op->next = ad_str_is(ad_str(op->error.code), "CONSENT_DENIED") ? AD_OPS_SKIPPED
									       : AD_OPS_FAILED;
	} else {
		op->finished = false;
	}
}

bool ad_run_upload_together(const struct ad_run *run, size_t a, size_t b)
{
	bool again = run->ops[a].attempts > 0 || run->ops[b].attempts > 0;

	/*
	 * A platform that rejects the whole request for one conversion: retry each one on its own.
	 */
	return !(run->adapter->uploader->whole && again);
}

/*
 * The platform may have counted the conversion. It cannot be queried, and need not be, because it
 * counts each number once: the upload is sent again.
 */
void ad_run_upload_again(const struct ad_run *run, struct ad_journal_op *op)
{
	op->error = (struct ad_platform_error){ 0 };
	op->next = AD_OPS_PENDING;
	op->finished = false;
	if (!run->late && op->attempts < AD_RUN_TRIES)
		return;
	op->next = AD_OPS_FAILED;
	op->finished = true;
	op->error = (struct ad_platform_error){
		.code = "PLATFORM_UNAVAILABLE",
		.message = AD_S("The result of the upload is unknown. Push the conversion again: "
				"the platform counts it once."),
		.retryable = true,
	};
}

bool ad_run_is_upload(const struct ad_run *run)
{
	return run->sent_count > 0 && run->sent[0].op == AD_OP_UPLOAD;
}

enum ad_built ad_run_build(struct ad_run *run)
{
	const struct ad_adapter *adapter = run->adapter;

	if (!ad_run_is_upload(run))
		return adapter->build(run->arena, &run->connection.link, run->sent, run->sent_count,
				      run->step, &run->transfer.request);
	if (run->step > 0 || !adapter->uploader)
		return AD_BUILT_ALL;
	adapter->uploader->build(run->arena, &run->connection.link, run->sent, run->sent_count,
				 &run->transfer.request);
	run->transfer.request.changes = true;
	return AD_BUILT;
}

void ad_run_read(struct ad_run *run, struct ad_outcome *outcomes)
{
	const struct ad_uploader *uploader = run->adapter->uploader;

	if (!ad_run_is_upload(run)) {
		run->adapter->read(run->arena, run->sent, run->sent_count, &run->transfer.response,
				   outcomes);
		return;
	}
	uploader->read(run->arena, run->sent, run->sent_count, &run->transfer.response, outcomes);
	for (size_t i = 0; i < run->sent_count; i++) {
		if (outcomes[i].kind == AD_DID && !outcomes[i].remote_id.n)
			outcomes[i].remote_id = run->sent[i].upload->key;
		if (outcomes[i].kind != AD_REFUSED || !uploader->whole || run->sent_count == 1)
			continue;
		outcomes[i].kind = AD_AGAIN;
		outcomes[i].wait = 1;
	}
}
