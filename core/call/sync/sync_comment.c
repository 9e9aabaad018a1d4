/* POST /sync/:id/comments. */
#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/connector.h"
#include "call/request/history.h"
#include "call/request/outcome.h"
#include "call/request/quota.h"
#include "call/request/validate.h"
#include "call/sync/sync_steps.h"
#include "sync/state/run_comments.h"
#include "sync/state/run_redact.h"

/*
 * Checks that the run has the operation, and that the caller may read its object, whose kind it
 * gives.
 */
static bool comment_finds(struct ad_call *call, const struct ad_run_row *run, int64_t seq,
			  struct ad_str *resource)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, "SELECT resource FROM sync_operations WHERE space_id ="
					     " $1 AND environment = $2 AND run_id = $3 AND"
					     " seq = $4");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->id);
	ad_bind_int(s, 4, seq);
	enum ad_db_status status = ad_step(s);
	bool readable = status == AD_DB_ROW && ad_run_may_read(ad_col(s, 0), call->scopes);
	if (status == AD_DB_ROW) {
		*resource = ad_arena_copy(call->arena, ad_col(s, 0));
		ad_reset(s);
	} else if (status != AD_DB_DONE) {
		return ad_fail_db(call, status);
	}
	if (!readable)
		ad_fault(call, "operation", "OUT_OF_RANGE",
			 "The run has no operation with this index that you may read. Indexes "
			 "start at 0.");
	return readable;
}

static bool comment_has_room(struct ad_call *call, const struct ad_run_row *run)
{
	int64_t count = 0;
	enum ad_db_status status =
		ad_run_comments_count(call->db, ad_sync_realm(call), run->id, &count);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return count < AD_RUN_COMMENTS_MAX ||
	       ad_sync_conflict(call, "TOO_MANY_COMMENTS", NULL,
				"The run already has 200 comments, the maximum.");
}

/* resource: the kind of the operation's object, whose readers may read the text; or absent. */
static bool note_comment(struct ad_call *call, const struct ad_run_row *run,
			 const struct ad_run_comment *comment, struct ad_str resource)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_kstr(&j, "comment", comment->text);
	if (comment->seq > 0)
		ad_json_kint(&j, "operation", comment->seq - 1);
	if (resource.p)
		ad_json_kstr(&j, "resource", resource);
	ad_json_object_end(&j);
	return ad_history_note(call, &(struct ad_history_entry){ .resource = AD_S("sync"),
								 .object_id = run->id,
								 .verb = AD_S("COMMENT"),
								 .after = ad_text_str(&text) });
}

static bool comment_store(struct ad_call *call, const struct ad_run_row *run,
			  const struct ad_run_comment *comment, struct ad_str resource)
{
	enum ad_db_status status =
		ad_run_comment_insert(call->db, ad_sync_realm(call), run->id, comment);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	return note_comment(call, run, comment, resource);
}

static void comment_answer(struct ad_call *call, const struct ad_run_comment *comment)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_run_comment_write(&j, comment);
	call->data = ad_text_str(&text);
	call->http_status = call->validate_only ? 200 : 201;
	if (call->validate_only)
		call->meta = AD_S("\"validateOnly\":true");
}

static bool comment_work(struct ad_call *call)
{
	struct ad_run_row run;
	const cJSON *input;
	char id[AD_ID_SIZE];
	int64_t index = -1;
	struct ad_str resource = { NULL, 0 };
	if (ad_call_is_connector(call))
		return ad_call_refuse_connector(
			call, "People comment on a push in the application, or with an API token "
			      "with sync:write. Connected apps cannot comment.");
	if (!ad_sync_load(call, &run))
		return false;
	input = ad_validate_shape(call, call->action->input, call->input);
	if (!input)
		return false;
	(void)!ad_json_int64(ad_json_get(input, "operation"), &index);
	if ((index >= 0 && !comment_finds(call, &run, index + 1, &resource)) ||
	    !comment_has_room(call, &run) || (!call->validate_only && !ad_quota_change(call)))
		return false;
	struct ad_run_comment comment = {
		.text = ad_json_get_text(input, "text"),
		.source = ad_str(ad_sync_source(call)),
		.account_id = ad_str(call->who->account_id),
		.credential_id = ad_str(call->who->credential_id),
		.seq = index + 1,
		.created_at = ad_now(),
	};
	if (!call->validate_only) {
		ad_id_make("com", id);
		comment.id = ad_arena_copy(call->arena, ad_str(id));
		if (!comment_store(call, &run, &comment, resource))
			return false;
	}
	comment_answer(call, &comment);
	return true;
}

static void comment_write(struct ad_call *call)
{
	ad_sync_keyed(call, comment_work);
}

void ad_sync_comment(struct ad_call *call)
{
	ad_sync_begin(call, comment_work, comment_write);
}
