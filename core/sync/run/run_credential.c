#include "sync/run/run_credential.h"

#include "sync/journal/journal_skip.h"
#include "sync/run/run_claim.h"

/*
 * True if the run sends changes for an account: not the kill switch, pulls, or queries about
 * operations in doubt.
 */
static bool credential_matters(const struct ad_run *run)
{
	return run->kind == AD_RUN_PUSH && !run->late;
}

static enum ad_db_status credential_look(struct ad_run *run, struct ad_db *db)
{
	if (!credential_matters(run))
		return AD_DB_DONE;
	return ad_credential_is_gone(db, run->realm, ad_str(run->id), &run->revoked);
}

enum ad_db_status ad_run_check_step(struct ad_run *run, struct ad_db *db)
{
	return credential_look(run, db);
}

static enum ad_db_status credential_set_error(struct ad_run *run, struct ad_db *db,
					      struct ad_arena *arena)
{
	return ad_run_set_error(db, arena, run->realm, ad_str(run->id), AD_CREDENTIAL_REVOKED,
				AD_S(AD_CREDENTIAL_MESSAGE));
}

enum ad_db_status ad_run_check_credential(struct ad_run *run, struct ad_db *db,
					  struct ad_arena *arena)
{
	enum ad_db_status status = credential_look(run, db);

	if (status != AD_DB_DONE || !run->revoked)
		return status;
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = &run->sent_ops[i];
		op->next = AD_OPS_SKIPPED;
		op->finished = true;
		op->error = (struct ad_platform_error){
			.code = AD_CREDENTIAL_REVOKED,
			.message = ad_arena_printf(run->arena, AD_CREDENTIAL_MESSAGE "%s",
						   ad_skip_earlier(op)),
			.retryable = true,
		};
	}
	return credential_set_error(run, db, arena);
}

enum ad_db_status ad_run_stop_revoked(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_journal_page rest = { .realm = run->realm, .run_id = ad_str(run->id), .max = 1 };
	enum ad_db_status status = credential_look(run, db);

	if (status != AD_DB_DONE || !run->revoked)
		return status;
	/* A run without pending operations has nothing to skip. */
	status = ad_journal_next(db, arena, &rest);
	if (status != AD_DB_DONE || rest.count == 0)
		return status;
	status = ad_run_skip(run, db, 0, AD_CREDENTIAL_REVOKED, AD_S(AD_CREDENTIAL_MESSAGE));
	return status == AD_DB_DONE ? credential_set_error(run, db, arena) : status;
}

enum ad_db_status ad_run_end_waiting(struct ad_run *run, struct ad_db *db, struct ad_arena *arena)
{
	struct ad_str id = ad_str(run->id);
	enum ad_db_status status = ad_run_stop_revoked(run, db, arena);

	/* The run waits only for a person. */
	if (status == AD_DB_DONE && !run->revoked)
		ad_run_set_fate(run, AD_RUN_LOST);
	if (status != AD_DB_DONE || !run->revoked || run->fate == AD_RUN_MORE)
		return status;
	status = ad_run_move_status(run, db, "FAILED");
	if (status != AD_DB_DONE)
		return status;
	ad_run_set_fate(run, AD_RUN_OVER);
	run->ended = "FAILED";
	return ad_journal_note_end(db, arena, run->realm, id, "FAILED");
}

enum ad_db_status ad_run_look_credential(struct ad_run *run)
{
	return credential_look(run, ad_sync_db(run->sync));
}

static enum ad_db_status credential_put_aside(struct ad_run *run, struct ad_db *db,
					      struct ad_arena *arena)
{
	enum ad_db_status status = ad_run_hold_on(run, db);

	return status == AD_DB_DONE && !ad_run_is_lost(run) ? ad_run_stop_revoked(run, db, arena)
							    : status;
}

void ad_run_revoked(struct ad_run *run)
{
	ad_run_write_then(run, credential_put_aside, ad_run_next);
}
