/*
 * Reads objects back right after the platform accepted a request. Created objects: the platform
 * sets open fields itself, and only this read distinguishes these values from later changes by
 * others. Paused by the kill switch: checks that the object is paused. Removed: checks that it is
 * removed.
 */
#include "sync/run/run_back.h"

#include "base/log.h"
#include "platform/unseen.h"
#include "sync/run/run_pace.h"

void ad_run_note_defaults(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_piece *piece, const struct ad_remote *remote)
{
	op->defaults =
		ad_open_json(run->arena, run->adapter, piece->res, piece->want, remote->fields);
}

static void note_found(struct ad_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		struct ad_journal_op *op = &run->ops[i];
		const struct ad_remote *remote = run->ask.found;
		if (op->op != AD_OP_CREATE || op->next != AD_OPS_SUCCEEDED)
			continue;
		while (remote && !ad_str_eq(remote->id, op->remote_id))
			remote = remote->next;
		if (remote)
			ad_run_note_defaults(run, op, &run->pieces[i], remote);
	}
}

/*
 * An accepted pause counts once it is read back. Until then it is in doubt: the platform is queried
 * again, and a campaign that is still enabled is paused again, up to AD_RUN_TRIES_PAUSE times.
 */
static void doubt_pause(struct ad_run *run, struct ad_journal_op *op, bool enabled)
{
	bool last = enabled && op->attempts + 1 >= AD_RUN_TRIES_PAUSE;

	op->next = last ? AD_OPS_FAILED : AD_OPS_UNKNOWN;
	op->finished = last;
	op->error = (struct ad_platform_error){
		.code = "NOT_READ_BACK",
		.message = enabled ? AD_S("The platform accepted the pause, and then showed the "
					  "campaign as enabled.")
				   : AD_S("The platform accepted the pause; the campaign was not "
					  "read as paused yet."),
		.retryable = true,
	};
	if (!last)
		run->delay = ad_run_pause(run, op->attempts + 1);
}

static bool is_accepted_pause(const struct ad_run *run, const struct ad_journal_op *op)
{
	return run->kind == AD_RUN_KILL_SWITCH && op->op == AD_OP_UPDATE &&
	       op->next == AD_OPS_SUCCEEDED;
}

/* Reddit's response to a removal contains the current object; assets are never removed. */
static bool is_accepted_removal(const struct ad_run *run, const struct ad_journal_op *op)
{
	return op->op == AD_OP_REMOVE && op->next == AD_OPS_SUCCEEDED &&
	       op->res->id != AD_R_ASSET && op->res->id != AD_R_ASSET_LINK &&
	       run->platform != AD_REDDIT;
}

/* Meta returns removed objects. Other platforms may not: their accepted response then counts. */
static bool shows_removed(const struct ad_run *run)
{
	return run->platform == AD_META;
}

/*
 * An accepted removal counts once it is read back. An object that still exists is removed again, up
 * to AD_RUN_TRIES_PAUSE times; one that is not returned is in doubt, and is queried again.
 */
static void doubt_removal(struct ad_run *run, struct ad_journal_op *op, bool stands)
{
	bool last = stands && op->attempts + 1 >= AD_RUN_TRIES_PAUSE;

	op->next = last ? AD_OPS_FAILED : AD_OPS_UNKNOWN;
	op->finished = last;
	op->error = (struct ad_platform_error){
		.code = "NOT_READ_BACK",
		.message = stands ? AD_S("The platform accepted the removal, and then showed the "
					 "object as not removed.")
				  : AD_S("The platform accepted the removal; the object was not "
					 "read as removed yet."),
		.retryable = true,
	};
	if (!last)
		run->delay = ad_run_pause(run, op->attempts + 1);
}

static void check_removal(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_remote *there)
{
	bool stands = there && !ad_str_is(there->status, "REMOVED");

	if (stands || (!there && shows_removed(run)))
		doubt_removal(run, op, stands);
}

/* `heard`: the platform answered the query. */
static void check_read(struct ad_run *run, bool heard)
{
	for (size_t i = 0; i < run->count; i++) {
		struct ad_journal_op *op = &run->ops[i];
		bool pause = is_accepted_pause(run, op);
		if (!pause && !is_accepted_removal(run, op))
			continue;
		const struct ad_remote *there =
			heard ? ad_ask_find(&run->ask, run->pieces[i].remote_id) : NULL;
		if (!pause) {
			check_removal(run, op, there);
			continue;
		}
		bool enabled = there && ad_str_is(there->status, "ENABLED");
		if (!there || enabled)
			doubt_pause(run, op, enabled);
	}
}

static void ask_back(struct ad_run *run);

/*
 * A failure loses only the values: a created object stays created, and the next pull reads it; a
 * pause is in doubt, and so is a removal where the platform returns removed objects.
 */
static void heard_back(struct ad_run *run)
{
	struct ad_outcome outcome;

	if (run->transfer.sent == AD_ANSWERED)
		run->adapter->hear(run->arena, &run->ask, &run->transfer.response, &outcome);
	else
		ad_run_unreachable(run, &outcome);
	ad_run_quota_heard(run);
	ad_transfer_clear(&run->transfer);
	ad_run_pace_heard(run, &outcome, run->tries + 1);
	if (outcome.kind == AD_DID) {
		ask_back(run);
		return;
	}
	ad_log(AD_LOG_INFO, "sync_read_back_failed", "run", run->id, "code",
	       outcome.error.code ? outcome.error.code : "", NULL);
	check_read(run, false);
	ad_run_settle(run);
}

static void ask_back(struct ad_run *run)
{
	if (ad_sync_stopping(run->sync) || ad_run_barred(run, run->platform) ||
	    !ad_run_token(run).p) {
		check_read(run, false);
		ad_run_settle(run);
		return;
	}
	if (ad_run_spaced(run, ask_back))
		return;
	if (!run->adapter->ask(run->arena, &run->connection.link, &run->ask,
			       &run->transfer.request)) {
		note_found(run);
		check_read(run, true);
		ad_run_settle(run);
		return;
	}
	run->transfer.access_token = ad_run_token(run);
	run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
	ad_run_http(run, heard_back);
}

void ad_run_read_back(struct ad_run *run)
{
	struct ad_piece *made = ad_arena_alloc(run->arena, run->count * sizeof(*made));
	size_t n = 0;

	for (size_t i = 0; i < run->count; i++) {
		const struct ad_journal_op *op = &run->ops[i];
		bool created = op->op == AD_OP_CREATE && op->next == AD_OPS_SUCCEEDED;
		if (is_accepted_pause(run, op) || is_accepted_removal(run, op)) {
			made[n++] = run->pieces[i];
			continue;
		}
		if (!created || !op->remote_id.p || op->res->id == AD_R_ASSET ||
		    op->res->id == AD_R_ASSET_LINK ||
		    !ad_has_open(run->adapter, op->res, run->pieces[i].want))
			continue;
		made[n] = run->pieces[i];
		made[n].op = AD_OP_UPDATE;
		made[n].remote_id = op->remote_id;
		made[n].synced = made[n].want;
		n++;
	}
	if (n == 0) {
		ad_run_settle(run);
		return;
	}
	run->connection.link.access_token = ad_arena_copy(run->arena, ad_run_token(run));
	run->ask = (struct ad_ask){
		.question = AD_ASK_LIVE, .link = &run->connection.link, .pieces = made, .count = n
	};
	ask_back(run);
}
