/* Each part of the kill switch: its lease and its state, see pause.h. */
#include "base/clock.h"
#include "base/json_read.h"
#include "sync/journal/journal_skip.h"
#include "sync/killswitch/pause.h"
#include "sync/run/run.h"

static void bind_run(struct ad_stmt *s, const struct ad_pause *p, struct ad_str run_id)
{
	ad_bind(s, 1, p->realm.space_id);
	ad_bind(s, 2, p->realm.environment);
	ad_bind(s, 3, run_id);
}

enum ad_pause_at ad_pause_at(const struct ad_run_row *run, enum ad_platform platform)
{
	if (ad_run_is_final(run->status))
		return AD_PAUSE_DONE;
	if (run->position.n != AD_PLATFORM_COUNT)
		return ad_str_is(run->status, "QUEUED") ? AD_PAUSE_WAITS : AD_PAUSE_SENDS;
	return (enum ad_pause_at)run->position.p[platform];
}

bool ad_pause_is_done(const struct ad_run_row *run)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ad_pause_at(run, (enum ad_platform)i) != AD_PAUSE_DONE)
			return false;
	return true;
}

static enum ad_db_status store(const struct ad_pause *p, const char *letters)
{
	struct ad_stmt *s = ad_sql(p->db, "UPDATE sync_runs SET position = $4 WHERE space_id = $1"
					  " AND environment = $2 AND id = $3");

	bind_run(s, p, p->run_id);
	ad_bind(s, 4, (struct ad_str){ letters, AD_PLATFORM_COUNT });
	return ad_step(s);
}

enum ad_db_status ad_pause_set(const struct ad_pause *p, enum ad_platform platform,
			       enum ad_pause_at at)
{
	char letters[AD_PLATFORM_COUNT];
	struct ad_run_row run;
	enum ad_db_status status = ad_run_load(p->db, p->arena, p->realm, p->run_id, &run);

	if (status != AD_DB_ROW)
		return status;
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		letters[i] = (char)ad_pause_at(&run, (enum ad_platform)i);
	letters[platform] = (char)at;
	return store(p, letters);
}

enum ad_db_status ad_pause_idle(const struct ad_pause *p, struct ad_str run_id,
				enum ad_platform platform, bool *idle)
{
	struct ad_stmt *s = ad_sql(p->db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3 AND platform = $4 AND"
					  " status IN ('SENT', 'UNKNOWN') AND finished_at = 0"
					  " LIMIT 1");
	enum ad_db_status status;

	bind_run(s, p, run_id);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	status = ad_step(s);
	*idle = status == AD_DB_DONE;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* *found: a statement about a run returns a row. */
static enum ad_db_status any(const struct ad_pause *p, struct ad_stmt *s, struct ad_str run_id,
			     bool *found)
{
	enum ad_db_status status;

	bind_run(s, p, run_id);
	status = ad_step(s);
	*found = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

static enum ad_db_status take_over(const struct ad_pause *p, enum ad_platform platform)
{
	struct ad_stmt *s = ad_sql(p->db, "UPDATE sync_leases SET run_id = $3, holder = '',"
					  " expires_at = 0, yields = 0 WHERE space_id = $1 AND"
					  " environment = $2 AND platform = $4");

	bind_run(s, p, p->run_id);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	return ad_step(s);
}

static enum ad_db_status forget_seen(const struct ad_pause *p, struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(p->db, "DELETE FROM sync_seen WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3");

	bind_run(s, p, run_id);
	return ad_step(s);
}

/* Ends a run that lost its last lease: the process that runs it detects the loss. */
static enum ad_db_status end_bare(const struct ad_pause *p, const struct ad_run_row *run)
{
	bool left, pulls = ad_str_is(run->mode, "PULL");
	const char *name = "CANCELLED";
	struct ad_skip skip = {
		p->realm, run->id, 0, "CANCELLED", AD_S(AD_CANCELLED_MESSAGE), false
	};
	enum ad_db_status status;

	status = any(p,
		     ad_sql(p->db, "SELECT 1 FROM sync_leases WHERE space_id = $1 AND environment ="
				   " $2 AND run_id = $3 LIMIT 1"),
		     run->id, &left);
	if (status != AD_DB_DONE || left || ad_run_is_final(run->status))
		return status;
	status = ad_skip_some(p->db, &skip);
	/* Too many for this change: the runner ends the run, which sends nothing more. */
	if (status != AD_DB_DONE || skip.more)
		return status;
	status = any(p,
		     ad_sql(p->db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
				   " environment = $2 AND run_id = $3 AND status <>"
				   " 'SUCCEEDED' LIMIT 1"),
		     run->id, &left);
	if (status == AD_DB_DONE && !left && !pulls)
		name = "SUCCEEDED";
	if (status == AD_DB_DONE && pulls)
		status = forget_seen(p, run->id);
	if (status == AD_DB_DONE)
		status = ad_run_set_status(p->db, p->realm, run->id, name);
	if (status == AD_DB_DONE)
		status = ad_turn_give_all(p->db, p->realm, run->id);
	return status == AD_DB_DONE ? ad_journal_note_end(p->db, p->arena, p->realm, run->id, name)
				    : status;
}

enum ad_db_status ad_pause_lease(const struct ad_pause *p, enum ad_platform platform, bool *held)
{
	struct ad_str holder = { 0 };
	struct ad_run_row run;
	bool idle = false;
	enum ad_db_status status = ad_run_lease_platforms(p->db, p->arena, p->realm, p->run_id,
							  1u << platform, &holder);

	*held = status == AD_DB_CONFLICT;
	if (!*held)
		return status;
	status = ad_run_load(p->db, p->arena, p->realm, holder, &run);
	if (status != AD_DB_ROW)
		return status;
	status = ad_run_set_cancel(p->db, p->realm, holder);
	/* From here on the run journals nothing as SENT: it checks for cancellation first. */
	if (status == AD_DB_DONE)
		status = ad_pause_idle(p, holder, platform, &idle);
	if (status != AD_DB_DONE || !idle)
		return status;
	*held = false;
	status = take_over(p, platform);
	return status == AD_DB_DONE ? end_bare(p, &run) : status;
}

/* *found: the run has operations on a platform. */
static enum ad_db_status has_ops(const struct ad_pause *p, enum ad_platform platform, bool *found)
{
	struct ad_stmt *s = ad_sql(p->db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3 AND platform = $4"
					  " LIMIT 1");

	ad_bind_cstr(s, 4, ad_platform_name(platform));
	return any(p, s, p->run_id, found);
}

enum ad_db_status ad_pause_begin(const struct ad_pause *p, uint32_t *open)
{
	char letters[AD_PLATFORM_COUNT];
	enum ad_db_status status = AD_DB_DONE;

	*open = 0;
	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++) {
		bool held = false, found = false;
		status = ad_pause_lease(p, (enum ad_platform)i, &held);
		if (status == AD_DB_DONE)
			status = has_ops(p, (enum ad_platform)i, &found);
		if (held || found)
			*open |= 1u << i;
		letters[i] = held || found ? AD_PAUSE_WAITS : AD_PAUSE_DONE;
	}
	return status == AD_DB_DONE ? store(p, letters) : status;
}

/* The state of a platform's campaigns: the newest operation on each counts. */
struct told {
	int64_t open, stopped, failed, doubted;
};

static struct told tell(struct ad_stmt *s)
{
	return (struct told){
		.stopped = ad_col_int(s, 2),
		.doubted = ad_col_int(s, 3),
		.failed = ad_col_int(s, 4),
		.open = ad_col_int(s, 5),
	};
}

static const char *state_of(enum ad_pause_at at, const struct told *told)
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
static struct ad_str why(struct ad_arena *arena, struct ad_stmt *s)
{
	return ad_json_get_text(ad_parsed(arena, ad_col(s, 6)), "message");
}

static void write_stop(struct ad_json *j, struct ad_arena *arena, struct ad_stmt *s,
		       const struct ad_run_row *run)
{
	enum ad_platform platform = ad_platform_of(ad_col(s, 0));
	struct told told = tell(s);
	enum ad_pause_at at = ad_pause_at(run, platform);

	/* A platform without campaigns has nothing to stop. */
	if (at == AD_PAUSE_DONE && told.stopped + told.doubted + told.failed + told.open == 0)
		return;
	ad_json_object(j);
	ad_json_kstr(j, "platform", ad_col(s, 0));
	ad_json_kstr(j, "accountId", ad_col_is_null(s, 1) ? (struct ad_str){ 0 } : ad_col(s, 1));
	ad_json_kcstr(j, "state", state_of(at, &told));
	ad_json_kint(j, "stopped", told.stopped);
	ad_json_kint(j, "inDoubt", told.doubted);
	ad_json_kint(j, "failed", told.failed);
	ad_json_kstr(j, "message", ad_col_is_null(s, 6) ? (struct ad_str){ 0 } : why(arena, s));
	ad_json_object_end(j);
}

enum ad_db_status ad_pause_write(struct ad_json *j, struct ad_db *db, struct ad_realm realm,
				 const struct ad_run_row *run)
{
	struct ad_pause p = { .db = db, .arena = ad_arena_new(), .realm = realm };
	struct ad_stmt *s;
	enum ad_db_status status;

	if (!ad_pause_is(p.arena, run)) {
		ad_arena_free(p.arena);
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
	bind_run(s, &p, run->id);
	ad_json_array(j);
	while ((status = ad_step(s)) == AD_DB_ROW)
		write_stop(j, p.arena, s, run);
	ad_json_array_end(j);
	ad_arena_free(p.arena);
	return status;
}
