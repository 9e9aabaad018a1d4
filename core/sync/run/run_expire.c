#include "sync/run/run.h"

#include "base/clock.h"
#include "sync/journal/journal.h"
#include "sync/run/run_claim.h"
#include "sync/state/connection_status.h"

static struct ad_str connection_json(struct ad_arena *arena, const struct ad_run *run,
				     const char *status)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "platform", ad_platform_name(run->platform));
	ad_json_kstr(&j, "accountId", run->connection.account_id);
	ad_json_kcstr(&j, "status", status);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static enum ad_db_status expire_note(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_run *run)
{
	struct ad_history_entry entry = {
		.resource = AD_S("connection"),
		.object_id = run->connection.id,
		.verb = AD_S("UPDATE"),
		.before = connection_json(arena, run, "CONNECTED"),
		.after = connection_json(arena, run, "EXPIRED"),
	};

	return ad_journal_append(db, arena, run->realm, ad_str(run->id), &entry);
}

/* Marks the connection EXPIRED, unless it was connected again or is EXPIRED already. */
static enum ad_db_status mark_expired(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE connections SET updated_at = $5, version = version"
				       " + 1 WHERE space_id = $1 AND environment = $2 AND id = $3"
				       " AND credentials = $4 AND status = 'CONNECTED'");
	bool changed = false;

	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, run->connection.id);
	ad_bind(s, 4, run->connection.credentials);
	ad_bind_int(s, 5, ad_now());
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE || ad_db_changes(db) == 0)
		return status;
	status = ad_connection_change_status(db, run->realm, run->connection.id,
					     AD_CONNECTION_EXPIRED, &changed);
	return status == AD_DB_DONE && changed ? expire_note(db, arena, run) : status;
}

/* `Bakery EU (123-456-7890)`, or the id alone. */
static enum ad_db_status name_account(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				      struct ad_str *name)
{
	struct ad_stmt *s = ad_sql(db, "SELECT account_name FROM connections WHERE space_id = $1"
				       " AND environment = $2 AND id = $3");
	enum ad_db_status status;

	*name = run->connection.account_id;
	ad_bind(s, 1, run->realm.space_id);
	ad_bind(s, 2, run->realm.environment);
	ad_bind(s, 3, run->connection.id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	if (ad_col(s, 0).n)
		*name = ad_arena_printf(arena, "%.*s (%.*s)", AD_FMT(ad_col(s, 0)),
					AD_FMT(run->connection.account_id));
	ad_reset(s);
	return AD_DB_DONE;
}

/* Skips only the operations on this connection: the push continues with other ad accounts. */
static enum ad_db_status skip_account(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	static const char code[] = "CONNECTION_EXPIRED";
	uint32_t others = AD_PLATFORMS_ALL & ~(1u << run->platform);
	struct ad_str name, message;
	enum ad_db_status status = name_account(run, db, arena, &name);

	message = ad_arena_printf(
		arena,
		"The ad account %.*s on %s no longer accepts this server's credentials. Connect it "
		"again in the application, then push again. Unsent changes stay staged.",
		AD_FMT(name), ad_platform_name(run->platform));
	if (status == AD_DB_DONE)
		status = ad_run_skip(run, db, others, code, message);
	if (status == AD_DB_DONE)
		status = ad_run_set_error(db, arena, run->realm, ad_str(run->id), code, message);
	return status;
}

static enum ad_db_status run_expire_expire(struct ad_run *run, struct ad_db *db,
					   struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = mark_expired(run, db, arena);
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->kind != AD_RUN_PUSH || run->late)
		return status;
	return skip_account(run, db, arena);
}

/* Operations in doubt stay in doubt; the change has skipped the rest of a push. */
static void marked_expired(struct ad_run *run)
{
	const struct ad_platform_error error = {
		.code = "CONNECTION_EXPIRED",
		.message = AD_S("The platform rejected the stored credentials. Connect the ad "
				"account again in the application."),
	};

	if (run->kind != AD_RUN_PUSH || run->doubt)
		ad_run_give_up(run, &error);
	else
		ad_run_next(run);
}

void ad_run_locked_out(struct ad_run *run)
{
	ad_run_write_then(run, run_expire_expire, marked_expired);
}
