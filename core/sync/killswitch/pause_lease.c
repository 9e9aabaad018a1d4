/* Each part of the kill switch: its lease and its state, see pause.h. */
#include "base/clock.h"
#include "base/json_read.h"
#include "sync/journal/journal_skip.h"
#include "sync/killswitch/pause.h"
#include "sync/state/compare.h"
#include "sync/lease/turn.h"

static void pause_lease_bind_run(struct ad_stmt *s, const struct ad_pause *p, struct ad_str run_id)
{
	ad_bind(s, 1, p->realm.space_id);
	ad_bind(s, 2, p->realm.environment);
	ad_bind(s, 3, run_id);
}

static enum ad_db_status pause_lease_store(const struct ad_pause *p, const char *letters)
{
	struct ad_stmt *s = ad_sql(p->db, "UPDATE sync_runs SET position = $4 WHERE space_id = $1"
					  " AND environment = $2 AND id = $3");

	pause_lease_bind_run(s, p, p->run_id);
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
	return pause_lease_store(p, letters);
}

enum ad_db_status ad_pause_idle(const struct ad_pause *p, struct ad_str run_id,
				enum ad_platform platform, bool *idle)
{
	struct ad_stmt *s = ad_sql(p->db, "SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3 AND platform = $4 AND"
					  " status IN ('SENT', 'UNKNOWN') AND finished_at = 0"
					  " LIMIT 1");
	enum ad_db_status status;

	pause_lease_bind_run(s, p, run_id);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	status = ad_step(s);
	*idle = status == AD_DB_DONE;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* *found: a statement about a run returns a row. */
static enum ad_db_status pause_lease_any(const struct ad_pause *p, struct ad_stmt *s,
					 struct ad_str run_id, bool *found)
{
	enum ad_db_status status;

	pause_lease_bind_run(s, p, run_id);
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

	pause_lease_bind_run(s, p, p->run_id);
	ad_bind_cstr(s, 4, ad_platform_name(platform));
	return ad_step(s);
}

static enum ad_db_status forget_seen(const struct ad_pause *p, struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(p->db, "DELETE FROM sync_seen WHERE space_id = $1 AND"
					  " environment = $2 AND run_id = $3");

	pause_lease_bind_run(s, p, run_id);
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

	status = pause_lease_any(
		p,
		ad_sql(p->db, "SELECT 1 FROM sync_leases WHERE space_id = $1 AND environment ="
			      " $2 AND run_id = $3 LIMIT 1"),
		run->id, &left);
	if (status != AD_DB_DONE || left || ad_run_is_final(run->status))
		return status;
	status = ad_skip_some(p->db, &skip);
	/* Too many for this change: the runner ends the run, which sends nothing more. */
	if (status != AD_DB_DONE || skip.more)
		return status;
	status = pause_lease_any(p,
				 ad_sql(p->db,
					"SELECT 1 FROM sync_operations WHERE space_id = $1 AND"
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
	return pause_lease_any(p, s, p->run_id, found);
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
	return status == AD_DB_DONE ? pause_lease_store(p, letters) : status;
}
