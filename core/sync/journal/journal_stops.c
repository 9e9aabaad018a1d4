/* The stops of a kill switch, as a run shows them. */
#include "base/json_read.h"
#include "sync/journal/journal.h"
#include "sync/state/compare.h"

/* The state of a platform's campaigns: the newest operation on each counts. */
struct told {
	int64_t open, stopped, failed, doubted;
};

static struct told journal_stops_tell(struct ad_stmt *s)
{
	return (struct told){
		.stopped = ad_col_int(s, 2),
		.doubted = ad_col_int(s, 3),
		.failed = ad_col_int(s, 4),
		.open = ad_col_int(s, 5),
	};
}

static const char *journal_stops_state_of(enum ad_pause_at at, const struct told *told)
{
	if (told->doubted > 0)
		return "IN_DOUBT";
	if (at == AD_PAUSE_WAITS)
		return "WAITING";
	if (at == AD_PAUSE_SETTLES)
		return "SETTLING";
	if (at == AD_PAUSE_SENDS || told->open > 0)
		return "STOPPING";
	return told->failed > 0 ? "NOT_STOPPED" : "STOPPED";
}

/* The error of a campaign that is not known to be paused. */
static struct ad_str journal_stops_why(struct ad_arena *arena, struct ad_stmt *s)
{
	return ad_json_get_text(ad_parsed(arena, ad_col(s, 6)), "message");
}

static void write_stop(struct ad_json *j, struct ad_arena *arena, struct ad_stmt *s,
		       const struct ad_run_row *run)
{
	enum ad_platform platform = ad_platform_of(ad_col(s, 0));
	struct told told = journal_stops_tell(s);
	enum ad_pause_at at = ad_pause_at(run, platform);

	/* A platform without campaigns has nothing to stop. */
	if (at == AD_PAUSE_DONE && told.stopped + told.doubted + told.failed + told.open == 0)
		return;
	ad_json_object(j);
	ad_json_kstr(j, "platform", ad_col(s, 0));
	ad_json_kstr(j, "accountId", ad_col_is_null(s, 1) ? (struct ad_str){ 0 } : ad_col(s, 1));
	ad_json_kcstr(j, "state", journal_stops_state_of(at, &told));
	ad_json_kint(j, "stopped", told.stopped);
	ad_json_kint(j, "inDoubt", told.doubted);
	ad_json_kint(j, "failed", told.failed);
	ad_json_kstr(j, "message",
		     ad_col_is_null(s, 6) ? (struct ad_str){ 0 } : journal_stops_why(arena, s));
	ad_json_object_end(j);
}

enum ad_db_status ad_pause_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				 const struct ad_run_row *run)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_stmt *s;
	enum ad_db_status status;

	if (!ad_pause_is(arena, run)) {
		ad_arena_free(arena);
		ad_json_null(j);
		return AD_DB_DONE;
	}
	/*
	 * One scan without a join: a database without statistics would compare all pairs of rows.
	 */
	s = ad_sql(
		db,
		"SELECT p.platform, (SELECT MAX(c.account_id_remote) FROM connections c"
		" WHERE c.space_id = $1 AND c.environment = $2 AND c.platform ="
		" p.platform), COALESCE(t.stopped, 0), COALESCE(t.doubted, 0),"
		" COALESCE(t.failed, 0), COALESCE(t.open, 0), t.why FROM (SELECT 'google' AS"
		" platform, 1 AS place UNION ALL SELECT 'microsoft', 2 UNION ALL SELECT"
		" 'reddit', 3 UNION ALL SELECT 'meta', 4) p LEFT JOIN (SELECT o.platform,"
		" COUNT(CASE o.status WHEN 'SUCCEEDED' THEN 1 END) AS stopped,"
		" COUNT(CASE o.status WHEN 'UNKNOWN' THEN 1 END) AS doubted,"
		" COUNT(CASE WHEN o.status IN ('FAILED', 'SKIPPED') THEN 1 END) AS failed,"
		" COUNT(CASE WHEN o.status IN ('PENDING', 'SENT') THEN 1 END) AS open,"
		" MAX(CASE WHEN o.status <> 'SUCCEEDED' THEN o.error END) AS why"
		" FROM (SELECT platform, status, error, ROW_NUMBER() OVER (PARTITION BY object_id"
		" ORDER BY seq DESC) AS back FROM sync_operations WHERE space_id = $1 AND"
		" environment = $2 AND run_id = $3) o WHERE o.back = 1 GROUP BY"
		" o.platform) t ON t.platform = p.platform"
		" ORDER BY p.place");
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run->id);
	ad_json_array(j);
	while ((status = ad_step(s)) == AD_DB_ROW)
		write_stop(j, arena, s, run);
	ad_json_array_end(j);
	ad_arena_free(arena);
	return status;
}
