#include "sync/lease/turn.h"

#include "base/clock.h"

static void turn_bind_run(struct ad_stmt *s, struct ad_realm realm, struct ad_str run_id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
}

static void bind_turn(struct ad_stmt *s, const struct ad_turn *turn)
{
	turn_bind_run(s, turn->realm, turn->run_id);
	ad_bind_cstr(s, 4, ad_platform_name(turn->platform));
}

/* *found: the statement returns a row. */
static enum ad_db_status turn_any(struct ad_stmt *s, bool *found)
{
	enum ad_db_status status = ad_step(s);

	*found = status == AD_DB_ROW;
	ad_reset(s);
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* Queues the run; it keeps its place while it requests in time. */
static enum ad_db_status turn_queue(struct ad_db *db, const struct ad_turn *turn, int64_t now,
				    int64_t *asked_at)
{
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO sync_turns (space_id, environment, run_id, platform,"
			   " account_id, pulls, held, asked_at, expires_at) VALUES ($1, $2, $3, $4,"
			   " $5, $6, 0, $7, $8) ON CONFLICT (space_id, environment, run_id,"
			   " platform) DO UPDATE SET account_id = excluded.account_id, asked_at ="
			   " CASE WHEN sync_turns.expires_at <= $7 THEN excluded.asked_at ELSE"
			   " sync_turns.asked_at END, expires_at = excluded.expires_at"
			   " RETURNING asked_at");
	enum ad_db_status status;

	bind_turn(s, turn);
	ad_bind(s, 5, turn->account_id);
	ad_bind_int(s, 6, turn->pulls);
	ad_bind_int(s, 7, now);
	ad_bind_int(s, 8, now + AD_TURN_ASKS);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*asked_at = ad_col_int(s, 0);
	ad_reset(s);
	return AD_DB_DONE;
}

/*
 * *anothers: another run has the turn, or requested it earlier; equal times are ordered by run id.
 */
static enum ad_db_status is_anothers(struct ad_db *db, const struct ad_turn *turn, int64_t now,
				     int64_t asked_at, bool *anothers)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT 1 FROM sync_turns WHERE environment = $1 AND platform = $2 AND"
			   " account_id = $3 AND run_id <> $4 AND expires_at > $5 AND (held = 1 OR"
			   " asked_at < $6 OR (asked_at = $6 AND run_id < $4)) LIMIT 1");

	ad_bind(s, 1, turn->realm.environment);
	ad_bind_cstr(s, 2, ad_platform_name(turn->platform));
	ad_bind(s, 3, turn->account_id);
	ad_bind(s, 4, turn->run_id);
	ad_bind_int(s, 5, now);
	ad_bind_int(s, 6, asked_at);
	return turn_any(s, anothers);
}

/* Deletes an expired turn: its holder must request it again. */
static enum ad_db_status drop_lapsed(struct ad_db *db, const struct ad_turn *turn)
{
	struct ad_stmt *s =
		ad_sql(db, "DELETE FROM sync_turns WHERE environment = $1 AND platform = $2 AND"
			   " account_id = $3 AND run_id <> $4 AND held = 1");

	ad_bind(s, 1, turn->realm.environment);
	ad_bind_cstr(s, 2, ad_platform_name(turn->platform));
	ad_bind(s, 3, turn->account_id);
	ad_bind(s, 4, turn->run_id);
	return ad_step(s);
}

enum ad_db_status ad_turn_take(struct ad_db *db, const struct ad_turn *turn, int64_t until,
			       bool *has, int64_t *waits)
{
	struct ad_stmt *s;
	int64_t now = 0, asked_at = 0;
	bool anothers = true;
	enum ad_db_status status = ad_db_clock(db, &now);

	*has = false;
	if (status == AD_DB_DONE)
		status = turn_queue(db, turn, now, &asked_at);
	if (status == AD_DB_DONE)
		status = is_anothers(db, turn, now, asked_at, &anothers);
	*waits = now > asked_at ? now - asked_at : 0;
	if (status != AD_DB_DONE || anothers)
		return status;
	status = drop_lapsed(db, turn);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "UPDATE sync_turns SET held = 1, expires_at = $5 WHERE space_id = $1 AND"
		       " environment = $2 AND run_id = $3 AND platform = $4");
	bind_turn(s, turn);
	ad_bind_int(s, 5, until);
	*has = true;
	return ad_step(s);
}

enum ad_db_status ad_turn_hold_on(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				  int64_t until, uint32_t *held)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE sync_turns SET expires_at = $4 WHERE space_id = $1"
				       " AND environment = $2 AND run_id = $3 AND held = 1"
				       " RETURNING platform");
	enum ad_db_status status;

	*held = 0;
	turn_bind_run(s, realm, run_id);
	ad_bind_int(s, 4, until);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		if (platform < AD_PLATFORM_COUNT)
			*held |= 1u << platform;
	}
	return status;
}

enum ad_db_status ad_turn_give(struct ad_db *db, const struct ad_turn *turn)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_turns WHERE space_id = $1 AND environment"
				       " = $2 AND run_id = $3 AND platform = $4");

	bind_turn(s, turn);
	return ad_step(s);
}

enum ad_db_status ad_turn_give_all(struct ad_db *db, struct ad_realm realm, struct ad_str run_id)
{
	struct ad_stmt *s = ad_sql(db, "DELETE FROM sync_turns WHERE space_id = $1 AND environment"
				       " = $2 AND run_id = $3");

	turn_bind_run(s, realm, run_id);
	return ad_step(s);
}

enum ad_db_status ad_turn_wanted(struct ad_db *db, const struct ad_turn *turn, bool *wanted)
{
	struct ad_stmt *s =
		ad_sql(db, "SELECT 1 FROM sync_turns WHERE environment = $1 AND platform = $2 AND"
			   " account_id = $3 AND run_id <> $4 AND held = 0 AND pulls = 0 AND"
			   " expires_at > $5 LIMIT 1");
	int64_t now;
	enum ad_db_status status = ad_db_clock(db, &now);

	*wanted = false;
	if (status != AD_DB_DONE)
		return status;
	ad_bind(s, 1, turn->realm.environment);
	ad_bind_cstr(s, 2, ad_platform_name(turn->platform));
	ad_bind(s, 3, turn->account_id);
	ad_bind(s, 4, turn->run_id);
	ad_bind_int(s, 5, now);
	return turn_any(s, wanted);
}

enum ad_db_status ad_turn_waits(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				int64_t since[static AD_PLATFORM_COUNT])
{
	struct ad_stmt *s = ad_sql(db, "SELECT platform, asked_at FROM sync_turns WHERE space_id ="
				       " $1 AND environment = $2 AND run_id = $3 AND held = 0 AND"
				       " expires_at > $4");
	int64_t now;
	enum ad_db_status status = ad_db_clock(db, &now);

	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		since[i] = 0;
	if (status != AD_DB_DONE)
		return status;
	turn_bind_run(s, realm, run_id);
	ad_bind_int(s, 4, now);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		enum ad_platform platform = ad_platform_of(ad_col(s, 0));
		if (platform < AD_PLATFORM_COUNT)
			since[platform] = ad_col_int(s, 1);
	}
	return status;
}
