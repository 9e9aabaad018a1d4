/* Journals, sends, reads the answer, settles. */
#include <assert.h>

#include "base/clock.h"
#include "sync/run.h"

/* The operation of a number that is under way, which is always one of the run's. */
static struct ad_journal_op *op_of(struct ad_run *run, int64_t seq)
{
	size_t i = 0;

	while (i < run->count && run->ops[i].seq != seq)
		i++;
	assert(i < run->count);
	return &run->ops[i];
}

static void settled(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	if (run->delay > 0)
		ad_run_sleep(run, run->delay, ad_run_next);
	else
		ad_run_next(run);
}

void ad_run_settle(struct ad_run *run)
{
	ad_run_write_then(run, ad_run_keep, settled);
}

static void wait_for(struct ad_run *run, int64_t us)
{
	if (us > run->delay)
		run->delay = us < AD_RUN_WAIT_THEIRS ? us : AD_RUN_WAIT_THEIRS;
}

/* What earlier steps of an update changed stands, though a later one failed. */
static void keep_steps(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	const char **done = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*done));
	size_t n = 0;

	if (run->step == 0 || piece->op != AD_OP_UPDATE || op->op != AD_OP_UPDATE)
		return;
	for (const char *const *name = piece->changed; *name; name++)
		for (unsigned step = 0; step < run->step; step++)
			if (run->adapter->in_step(piece, step, *name))
				done[n++] = *name;
	op->new_synced = ad_mixed_json(run->arena, op->res, ad_parsed(run->arena, op->synced),
				       piece->want, done);
}

static void take_outcome(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece,
			 const struct ad_outcome *outcome)
{
	bool last = op->attempts + 1 >= AD_RUN_TRIES || outcome->wait > AD_RUN_WAIT_THEIRS;

	op->error = outcome->error;
	op->finished = true;
	switch (outcome->kind) {
	case AD_DID:
		op->next = AD_OPS_SUCCEEDED;
		if (piece->op == AD_OP_CREATE)
			op->remote_id = outcome->remote_id;
		run->tries = 0;
		run->sour = false;
		return;
	case AD_REFUSED:
		op->next = AD_OPS_FAILED;
		break;
	case AD_EXPIRED:
		if (!last)
			ad_run_forget_token(run);
		op->next = last ? AD_OPS_FAILED : AD_OPS_PENDING;
		op->finished = last;
		break;
	case AD_AGAIN:
		op->next = last ? AD_OPS_FAILED : AD_OPS_PENDING;
		op->finished = last;
		if (!last)
			wait_for(run, outcome->wait > 0 ? outcome->wait
							: ad_run_pause(run, op->attempts + 1));
		break;
	case AD_DOUBT:
		op->next = AD_OPS_UNKNOWN;
		op->finished = false;
		wait_for(run,
			 outcome->wait > 0 ? outcome->wait : ad_run_pause(run, op->attempts + 1));
		break;
	}
	keep_steps(run, op, piece);
}

/* Two drafts of one keyword get one object there: the second is told so. */
static void check_twins(struct ad_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		struct ad_journal_op *op = &run->ops[i];
		if (op->next != AD_OPS_SUCCEEDED || op->op != AD_OP_CREATE ||
		    !run->adapter->set_like(op->res))
			continue;
		for (size_t k = 0; k < i; k++) {
			if (run->ops[k].next != AD_OPS_SUCCEEDED ||
			    !ad_str_eq(run->ops[k].remote_id, op->remote_id))
				continue;
			op->next = AD_OPS_FAILED;
			op->remote_id = (struct ad_str){ 0 };
			op->error = (struct ad_platform_error){
				.code = "ALREADY_EXISTS",
				.message = AD_S("The same is made by another draft of yours."),
			};
			break;
		}
	}
}

static void send_step(struct ad_run *run);

static void answered(struct ad_run *run)
{
	struct ad_outcome *outcomes =
		ad_arena_zalloc(run->arena, run->sent_count * sizeof(*outcomes));
	bool all = true;

	if (run->transfer.sent == AD_ANSWERED)
		run->adapter->read(run->arena, run->sent, run->sent_count, &run->transfer.response,
				   outcomes);
	for (size_t i = 0; i < run->sent_count; i++) {
		if (run->transfer.sent != AD_ANSWERED) {
			outcomes[i].kind = run->transfer.sent == AD_NOT_SENT ? AD_AGAIN : AD_DOUBT;
			outcomes[i].error = (struct ad_platform_error){
				.code = "PLATFORM_UNAVAILABLE",
				.message = ad_arena_copy(run->arena, ad_str(run->transfer.reason)),
				.retryable = true,
			};
		}
		take_outcome(run, op_of(run, run->sent_ops[i].seq), &run->sent[i], &outcomes[i]);
		all = all && outcomes[i].kind == AD_DID;
	}
	ad_transfer_clear(&run->transfer);
	run->step++;
	if (all) {
		send_step(run);
		return;
	}
	check_twins(run);
	ad_run_settle(run);
}

/* Sends the request of the step; after the last one, settles. */
static void send_step(struct ad_run *run)
{
	enum ad_built built =
		run->adapter->build(run->arena, &run->connection.link, run->sent, run->sent_count,
				    run->step, &run->transfer.request);

	if (built == AD_BUILT) {
		run->transfer.access_token = ad_run_token(run);
		run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
		ad_run_http(run, answered);
		return;
	}
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		op->next = AD_OPS_SUCCEEDED;
		op->finished = true;
	}
	check_twins(run);
	ad_run_settle(run);
}

static void marked(struct ad_run *run)
{
	size_t kept = 0;

	if (run->cancel) {
		/* Nothing of this was sent or journalled as such. */
		ad_run_next(run);
		return;
	}
	for (size_t i = 0; i < run->sent_count; i++) {
		if (run->sent_ops[i].gone) {
			struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
			op->next = AD_OPS_SKIPPED;
			op->finished = true;
			op->error = (struct ad_platform_error){
				.code = "DELETED",
				.message = AD_S("It was deleted here meanwhile."),
			};
			continue;
		}
		run->sent_ops[kept] = run->sent_ops[i];
		run->sent[kept++] = run->sent[i];
	}
	run->sent_count = kept;
	run->step = 0;
	if (kept)
		send_step(run);
	else
		ad_run_settle(run);
}

void ad_run_send(struct ad_run *run)
{
	ad_run_write_then(run, ad_run_mark_sent, marked);
}
