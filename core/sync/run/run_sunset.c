/* Handles a platform that no longer serves the API version of this build. */
#include "sync/run/run_sunset.h"

#include "platform/version.h"
#include "sync/journal/journal.h"
#include "sync/run/run_claim.h"

/*
 * The connection keeps the version until the platform responds again, after an upgrade to another
 * version.
 */
enum ad_db_status ad_connection_note_version(struct ad_db *db, struct ad_realm realm,
					     struct ad_str id, struct ad_str version)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE connections SET sunset_version = $4 WHERE space_id"
				       " = $1 AND environment = $2 AND id = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
	ad_bind(s, 4, version);
	return ad_step(s);
}

static struct ad_platform_error run_sunset_error_of(const struct ad_run *run,
						    struct ad_arena *arena)
{
	struct ad_outcome outcome = { 0 };

	ad_version_gone(arena, run->platform, (struct ad_str){ 0 }, &outcome);
	return outcome.error;
}

static enum ad_db_status put_aside(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	uint32_t others = AD_PLATFORMS_ALL & ~(1u << run->platform);
	const struct ad_platform_error gone = run_sunset_error_of(run, arena);
	enum ad_db_status status = ad_run_hold_on(run, db);

	if (status == AD_DB_DONE && !ad_run_is_lost(run))
		status = ad_connection_note_version(db, run->realm, run->connection.id,
						    ad_str(ad_api_version_of(run->platform)->name));
	if (status != AD_DB_DONE || ad_run_is_lost(run) || run->kind != AD_RUN_PUSH || run->late)
		return status;
	status = ad_run_skip(run, db, others, AD_VERSION_SUNSET, gone.message);
	if (status == AD_DB_DONE)
		status = ad_run_set_error(db, arena, run->realm, ad_str(run->id), AD_VERSION_SUNSET,
					  gone.message);
	return status;
}

/*
 * Operations in doubt stay in doubt; the change has skipped the rest of the push on this platform.
 */
static void was_put_aside(struct ad_run *run)
{
	const struct ad_platform_error gone = run_sunset_error_of(run, run->arena);

	if (run->kind != AD_RUN_PUSH || run->doubt)
		ad_run_give_up(run, &gone);
	else
		ad_run_next(run);
}

void ad_run_version_gone(struct ad_run *run)
{
	ad_run_write_then(run, put_aside, was_put_aside);
}

static enum ad_db_status run_sunset_forget(struct ad_run *run, struct ad_db *db,
					   struct ad_arena *arena)
{
	(void)arena;
	return ad_connection_note_version(db, run->realm, run->connection.id, (struct ad_str){ 0 });
}

bool ad_run_version_answers(struct ad_run *run, ad_run_step *then)
{
	if (!run->connection.sunset_version.n)
		return false;
	run->connection.sunset_version = (struct ad_str){ 0 };
	ad_run_write_then(run, run_sunset_forget, then);
	return true;
}
