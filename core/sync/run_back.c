/*
 * Reads objects back right after they were created: fields that the draft left open have values of
 * the platform's own, and only what is read now can tell them from what others set later.
 */
#include "sync/run_back.h"

#include "base/log.h"
#include "sync/run_pace.h"

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

static void ask_back(struct ad_run *run);

/* A failure costs nothing but the knowledge: the objects were made. The next pull reads them. */
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
	ad_run_settle(run);
}

static void ask_back(struct ad_run *run)
{
	if (ad_sync_stopping(run->sync) || ad_run_barred(run, run->platform) ||
	    !ad_run_token(run).p) {
		ad_run_settle(run);
		return;
	}
	if (ad_run_spaced(run, ask_back))
		return;
	if (!run->adapter->ask(run->arena, &run->connection.link, &run->ask,
			       &run->transfer.request)) {
		note_found(run);
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
