#include "sync/run/run_log.h"

#include "base/json_read.h"
#include "base/log.h"
#include "sync/run/run_claim.h"
#include "sync/state/operation.h"

static bool run_log_begin(struct ad_log_line *line, const struct ad_run *run, const char *event)
{
	if (!ad_log_begin(line, AD_LOG_INFO, event))
		return false;
	ad_log_str(line, "run", ad_str(run->id));
	ad_log_str(line, "kind",
		   run->kind == AD_RUN_PULL          ? AD_S("pull")
		   : run->kind == AD_RUN_KILL_SWITCH ? AD_S("kill_switch")
						     : AD_S("push"));
	ad_log_str(line, "space", run->realm.space_id);
	ad_log_str(line, "environment", run->realm.environment);
	if (run->part < AD_PLATFORM_COUNT)
		ad_log_str(line, "platform", ad_str(ad_platform_name(run->part)));
	return true;
}

void ad_run_log_begun(const struct ad_run *run)
{
	struct ad_log_line line;

	if (run_log_begin(&line, run, run->begun))
		ad_log_end(&line);
}

struct run_counts {
	int64_t of[AD_OPS_COUNT + 1]; /* operations by status; the last: of no status of ours */
};

/* False if the database could not tell. */
static bool read_counts(const struct ad_run *run, struct run_counts *out)
{
	enum ad_db_status status;
	struct ad_stmt *s =
		ad_sql(ad_sync_db(run->sync), "SELECT status, COUNT(*) FROM sync_operations WHERE"
					      " space_id = $1 AND environment = $2 AND run_id = $3"
					      " GROUP BY status");

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind_cstr(s, 3, run->id);
	*out = (struct run_counts){ 0 };
	while ((status = ad_step(s)) == AD_DB_ROW)
		out->of[ad_op_status_of(ad_col(s, 0))] = ad_col_int(s, 1);
	return status == AD_DB_DONE;
}

/* The operations by their status, as "succeeded":3. */
static void add_counts(struct ad_log_line *line, const struct run_counts *counts)
{
	static const struct {
		enum ad_op_status status;
		const char *key;
	} rows[] = {
		{ AD_OPS_SUCCEEDED, "succeeded" },
		{ AD_OPS_FAILED, "failed" },
		{ AD_OPS_SKIPPED, "skipped" },
		{ AD_OPS_UNKNOWN, "unknown" },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++)
		ad_log_int(line, rows[i].key, counts->of[rows[i].status]);
}

/* The objects that a pull brought in. */
static void add_pulled(struct ad_log_line *line, struct ad_arena *arena, struct ad_str json)
{
	static const char *const keys[] = { "created", "updated", "drifted", "removed",
					    "unchanged" };
	struct ad_json_error err;
	const cJSON *pulled = json.n ? ad_json_parse(arena, json, &err) : NULL;

	for (size_t i = 0; i < AD_LEN(keys); i++) {
		const cJSON *number = ad_json_get(pulled, keys[i]);

		ad_log_int(line, keys[i],
			   cJSON_IsNumber(number) ? (int64_t)number->valuedouble : 0);
	}
}

static void run_log_write(const struct ad_run *run, const char *event)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_log_line line;
	struct ad_run_row head;
	struct run_counts counts;
	/* Before the line: a statement may write a line of its own. */
	bool counted = run->kind != AD_RUN_PULL && read_counts(run, &counts);

	if (ad_run_load(ad_sync_db(run->sync), arena, run->realm, ad_str(run->id), &head) ==
		    AD_DB_ROW &&
	    run_log_begin(&line, run, event)) {
		ad_log_str(&line, "status", head.status);
		if (run->kind == AD_RUN_PULL)
			add_pulled(&line, arena, head.pulled);
		else if (counted)
			add_counts(&line, &counts);
		if (head.started_at && head.finished_at >= head.started_at)
			ad_log_int(&line, "ms", (head.finished_at - head.started_at) / 1000);
		ad_log_end(&line);
	}
	ad_arena_free(arena);
}

void ad_run_log_ended(const struct ad_run *run)
{
	run_log_write(run,
		      ad_run_is_final(ad_str(run->ended)) ? "run_ended" : "run_waits_for_approval");
}

void ad_run_log_lost(const struct ad_run *run)
{
	run_log_write(run, "run_left");
}
