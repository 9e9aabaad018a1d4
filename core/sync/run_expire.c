#include "sync/run_expire.h"

#include "base/clock.h"

/* Unless it was connected anew, or is EXPIRED already. */
static enum ad_db_status mark_expired(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE connections SET status = 'EXPIRED', updated_at = $5,"
				       " version = version + 1 WHERE space_id = $1 AND environment"
				       " = $2 AND id = $3 AND credentials = $4 AND status ="
				       " 'CONNECTED'");

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, run->connection.id);
	ad_bind(s, 4, run->connection.credentials);
	ad_bind_int(s, 5, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE || ad_db_changes(db) == 0)
		return status;
	return ad_journal_note_expired(db, arena, run);
}

static enum ad_db_status expire(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	static const char code[] = "CONNECTION_EXPIRED";
	struct ad_str id = ad_str(run->id);
	struct ad_str message = ad_arena_printf(
		arena,
		"The ad account %.*s on %s no longer lets this server in: connect it again in the "
		"application, then push anew. What was not sent stays staged.",
		AD_FMT(run->connection.account_id), ad_platform_name(run->platform));
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !run->lost)
		status = mark_expired(run, db, arena);
	if (status != AD_DB_DONE || run->lost || run->pulls || run->pauses || run->late)
		return status;
	status = ad_run_skip_rest(db, arena, run->realm, id, code, message);
	if (status == AD_DB_DONE)
		status = ad_run_set_error(db, arena, run->realm, id, code, message);
	return status;
}

/* What is in doubt stays so, the rest of a push was put aside with the change. */
static void marked_expired(struct ad_run *run)
{
	const struct ad_platform_error error = {
		.code = "CONNECTION_EXPIRED",
		.message = AD_S("The platform no longer lets this server in: connect the ad "
				"account again in the application."),
	};

	if (run->pulls || run->pauses || run->doubt)
		ad_run_give_up(run, &error);
	else
		ad_run_next(run);
}

void ad_run_locked_out(struct ad_run *run)
{
	ad_run_write_then(run, expire, marked_expired);
}
