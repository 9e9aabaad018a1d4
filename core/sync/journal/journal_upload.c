/* Stores the end of an upload in its conversion: one result per platform, and the state. */
#include "sync/journal/journal.h"
#include "base/clock.h"
#include "base/json_read.h"
#include "sync/state/compare.h"

/*
 * True if a retry may succeed: an error of the conversion itself is final; one of the connection, a
 * permission or the platform is not.
 */
static bool may_go_again(const struct ad_platform_error *error)
{
	static const char *const final[] = { AD_UPLOAD_REFUSED, AD_UPLOAD_UNCERTAIN,
					     "UNSUPPORTED_ON_PLATFORM" };

	for (size_t i = 0; i < AD_LEN(final); i++)
		if (!error->retryable && strcmp(error->code, final[i]) == 0)
			return false;
	return true;
}

/* True if a response was lost: the platform may have counted the conversion. */
static bool is_in_doubt(const struct ad_journal_op *op)
{
	return op->next == AD_OPS_UNKNOWN || op->status == AD_OPS_UNKNOWN;
}

/*
 * The time since when the platform may have counted it, us; 0: it has not. Doubt starts at the
 * first lost response, and ends with a response about the conversion itself.
 */
static int64_t uncertain_since(const cJSON *before, const struct ad_journal_op *op, int64_t now)
{
	int64_t at;

	if (op->next == AD_OPS_SUCCEEDED || (op->next == AD_OPS_FAILED && op->error.code &&
					     strcmp(op->error.code, AD_UPLOAD_REFUSED) == 0))
		return 0;
	if (ad_time_parse(ad_json_get_text(before, "uncertainSince"), &at))
		return at;
	return is_in_doubt(op) ? now : 0;
}

static void journal_upload_write_result(struct ad_json *j, const struct ad_journal_op *op,
					const cJSON *want, int64_t since)
{
	ad_json_object(j);
	ad_json_kcstr(j, "platform", ad_platform_name(op->platform));
	ad_json_kcstr(j, "status", ad_op_status_name(op->next));
	ad_json_kcstr(j, "code", op->error.code);
	ad_json_kstr(j, "message", op->error.message);
	ad_json_kbool(j, "retryable", op->next == AD_OPS_FAILED && may_go_again(&op->error));
	ad_json_ktime(j, "at", ad_now());
	ad_json_kstr(j, "platformAction", ad_json_get_text(want, "platformAction"));
	ad_json_kstr(j, "destination", ad_json_get_text(want, "destination"));
	ad_json_ktime(j, "uncertainSince", since);
	ad_json_object_end(j);
}

/* The results so far, with this one replacing an earlier result of the same platform. */
static struct ad_str with_result(struct ad_arena *arena, const struct ad_row *row,
				 const struct ad_journal_op *op)
{
	const cJSON *item, *before = NULL;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_array(&j);
	cJSON_ArrayForEach(item, ad_parsed(arena, ad_row_text(row, "platformResults")))
	{
		struct ad_text old = ad_text_on(arena);
		if (ad_platform_of(ad_json_get_text(item, "platform")) == op->platform) {
			before = item;
			continue;
		}
		ad_json_canonical(&old, item);
		ad_json_raw(&j, ad_text_str(&old));
	}
	journal_upload_write_result(&j, op, ad_parsed(arena, op->want),
				    uncertain_since(before, op, ad_now()));
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

static void keep_result(struct ad_arena *arena, const struct ad_journal_op *op, struct ad_row *row)
{
	*ad_row_value(row, "platformResults") = (struct ad_value){
		.kind = AD_TEXT,
		.s = with_result(arena, row, op),
	};
}

/*
 * The operation has not ended, and the conversion stays SYNCING; the doubt is stored now,
 * regardless of how the run ends.
 */
static enum ad_db_status keep_doubt(struct ad_db *db, struct ad_arena *arena,
				    const struct ad_journal_op *op, struct ad_row *row)
{
	struct ad_journal_op told = *op;

	if (!is_in_doubt(op))
		return AD_DB_DONE;
	told.status = AD_OPS_UNKNOWN;
	told.next = AD_OPS_FAILED;
	told.error = (struct ad_platform_error){
		.code = "PLATFORM_UNAVAILABLE",
		.message = AD_S("The result of the upload is not known yet."),
		.retryable = true,
	};
	keep_result(arena, &told, row);
	row->sync_revision++;
	return ad_row_update(db, arena, row);
}

/* *more: the run has other operations on this conversion, on another platform. */
static enum ad_db_status has_more(struct ad_db *db, struct ad_realm realm, struct ad_str op_id,
				  const struct ad_journal_op *op, bool *more)
{
	const char *dot = ad_str_find(op_id, '.');
	struct ad_str run_id = { op_id.p, dot ? (size_t)(dot - op_id.p) : op_id.n };
	struct ad_stmt *s = ad_sql(db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
				       " environment = $2 AND run_id = $3 AND object_id = $4 AND"
				       " seq <> $5 AND status IN ('PENDING', 'SENT', 'UNKNOWN')"
				       " LIMIT 1");
	enum ad_db_status status;

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	ad_bind(s, 4, op->object_id);
	ad_bind_int(s, 5, op->seq);
	status = ad_step(s);
	*more = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static bool any_result(const cJSON *results, const char *status)
{
	const cJSON *item;

	cJSON_ArrayForEach(
		item, results) if (ad_str_is(ad_json_get_text(item, "status"), status)) return true;
	return false;
}

/* The conversion is synced when every target platform has it, and failed when one does not. */
static void journal_upload_conclude(struct ad_arena *arena, const struct ad_journal_op *op,
				    struct ad_row *row, bool more)
{
	const cJSON *results = ad_parsed(arena, ad_row_text(row, "platformResults"));
	bool counted = any_result(results, "SUCCEEDED");

	row->failed = !more && (any_result(results, "FAILED") || !counted);
	if (op->next != AD_OPS_SUCCEEDED)
		row->last_error = ad_error_json(arena, &op->error);
	else
		row->last_synced_at = ad_now();
	if (more || row->failed)
		return;
	row->remote_id = op->next == AD_OPS_SUCCEEDED ? op->remote_id : row->id;
	row->synced = ad_row_sent_json(arena, row);
	row->last_error = (struct ad_str){ 0 };
}

enum ad_db_status ad_journal_upload(struct ad_db *db, struct ad_arena *arena, struct ad_str op_id,
				    const struct ad_journal_op *op, struct ad_row *row)
{
	struct ad_realm realm = { row->space_id, row->environment };
	struct ad_row *was = ad_arena_alloc(arena, sizeof(*was));
	bool ours = ad_str_eq(row->open_op, op_id), more = false;
	enum ad_db_status status;

	*was = *row;
	if (op->next == AD_OPS_PENDING || op->next == AD_OPS_UNKNOWN)
		return keep_doubt(db, arena, op, row);
	if (ours)
		row->open_op = (struct ad_str){ 0 };
	/* The run stopped before the upload was sent: there is no result yet. */
	if (op->next == AD_OPS_SKIPPED && op->error.retryable) {
		if (!ours)
			return AD_DB_DONE;
	} else {
		status = has_more(db, realm, op_id, op, &more);
		if (status != AD_DB_DONE)
			return status;
		keep_result(arena, op, row);
		journal_upload_conclude(arena, op, row, more);
	}
	row->sync_revision++;
	status = ad_row_update(db, arena, row);
	return status == AD_DB_DONE ? ad_journal_note(db, arena, op_id, was, row) : status;
}
