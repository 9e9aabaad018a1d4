/* Journals operations, sends them, reads the response and records the result. */
#include <assert.h>

#include "base/clock.h"
#include "sync/run/run_back.h"
#include "sync/run/run_pace.h"
#include "sync/run/run_parts.h"
#include "sync/run/run_upload.h"

/* The current operation with a number; it is always one of the run's. */
static struct ad_journal_op *op_of(struct ad_run *run, int64_t seq)
{
	size_t i = 0;

	while (i < run->count && run->ops[i].seq != seq)
		i++;
	assert(i < run->count);
	return &run->ops[i];
}

static void run_send_settled(struct ad_run *run)
{
	const struct ad_sync_env *env = ad_sync_env(run->sync);

	env->notify(env->arg);
	/* The kill switch may wait for a result recorded here. */
	if (run->cancel)
		ad_sync_wake(run->sync);
	if (run->delay > 0)
		ad_run_sleep(run, run->delay, ad_run_next);
	else
		ad_run_next(run);
}

void ad_run_settle(struct ad_run *run)
{
	ad_run_write_then(run, ad_run_keep, run_send_settled);
}

/*
 * Delays the run, unless a wait of the whole account applies: other platforms' operations then
 * continue.
 */
static void wait_for(struct ad_run *run, const struct ad_journal_op *op,
		     const struct ad_outcome *outcome)
{
	int64_t us = outcome->wait > 0 ? outcome->wait : ad_run_pause(run, op->attempts + 1);

	if (us > run->delay && !ad_run_paced(run, run->platform))
		run->delay = us < AD_PACE_AWAY_MAX ? us : AD_PACE_AWAY_MAX;
}

/* True if a completed step sent the field; several steps may send parts of one. */
static bool is_in_steps(const struct ad_run *run, const struct ad_piece *piece, const char *field)
{
	for (unsigned step = 0; step < run->step; step++)
		if (run->adapter->in_step(piece, step, field))
			return true;
	return false;
}

/* Records the fields that earlier steps of an update changed, though a later step failed. */
static void keep_done(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece)
{
	const char **done = ad_arena_zalloc(run->arena, (AD_FIELDS_MAX + 1) * sizeof(*done));
	size_t n;

	if (piece->op != AD_OP_UPDATE || op->op != AD_OP_UPDATE)
		return;
	/*
	 * Includes fields changed by an earlier attempt, as read from the platform: they are not
	 * sent again.
	 */
	n = ad_steps_done(op->steps) > run->step ? ad_run_standing(run, op, piece, done) : 0;
	for (const char *const *name = piece->changed; *name; name++)
		if (is_in_steps(run, piece, *name))
			done[n++] = *name;
	assert(n <= AD_FIELDS_MAX);
	op->done = done;
}

static enum ad_step_status step_end(enum ad_outcome_kind kind)
{
	if (kind == AD_DID)
		return AD_STEP_SUCCEEDED;
	return kind == AD_DOUBT ? AD_STEP_UNKNOWN : AD_STEP_FAILED;
}

/* The maximum number of attempts per operation. */
static int64_t tries_of(const struct ad_run *run)
{
	return run->kind == AD_RUN_KILL_SWITCH ? AD_RUN_TRIES_PAUSE : AD_RUN_TRIES;
}

static bool is_new(const struct ad_piece *piece)
{
	return piece->op == AD_OP_CREATE || piece->op == AD_OP_UPLOAD;
}

static void take_outcome(struct ad_run *run, struct ad_journal_op *op, const struct ad_piece *piece,
			 const struct ad_outcome *outcome)
{
	bool last = op->attempts + 1 >= tries_of(run) || outcome->wait > AD_PACE_PATIENCE;

	op->error = outcome->error;
	op->finished = true;
	op->unknown = NULL;
	ad_steps_end(op->steps, step_end(outcome->kind), outcome->made);
	switch (outcome->kind) {
	case AD_DID:
		/* It has succeeded once there is no further step: all_done(). */
		if (is_new(piece) && outcome->remote_id.p)
			op->remote_id = outcome->remote_id;
		run->tries = 0;
		run->sour &= ~(1u << run->platform);
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
			wait_for(run, op, outcome);
		break;
	case AD_DOUBT:
		op->next = AD_OPS_UNKNOWN;
		op->finished = false;
		wait_for(run, op, outcome);
		break;
	}
	keep_done(run, op, piece);
	ad_run_note_parts(run, op, piece, run->step + (outcome->partly ? 1 : 0));
}

/* Two drafts of one keyword share one remote object: the second one fails. */
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
				.message = AD_S("The same object is being created by another draft "
						"of yours."),
			};
			break;
		}
	}
}

static void next_step(struct ad_run *run);

static void run_send_unanswered(struct ad_run *run, struct ad_outcome *outcome)
{
	ad_run_unreachable(run, outcome);
	outcome->kind = run->transfer.sent == AD_NOT_SENT ? AD_AGAIN : AD_DOUBT;
}

/*
 * From several outcomes, applies the one with the most pace information: a throttle, then
 * unavailability, then the longest wait.
 */
static void run_send_hear(struct ad_run *run, const struct ad_outcome *outcomes)
{
	const struct ad_outcome *most = &outcomes[0];
	int64_t tries = 0;

	for (size_t i = 0; i < run->sent_count; i++) {
		const struct ad_outcome *one = &outcomes[i];
		int64_t attempts = op_of(run, run->sent_ops[i].seq)->attempts;
		if (ad_run_tells(one) > ad_run_tells(most) ||
		    (ad_run_tells(one) == ad_run_tells(most) && one->wait > most->wait))
			most = one;
		if (attempts >= tries)
			tries = attempts + 1;
	}
	ad_run_pace_heard(run, most, tries);
}

static void run_send_answered(struct ad_run *run)
{
	struct ad_outcome *outcomes =
		ad_arena_zalloc(run->arena, run->sent_count * sizeof(*outcomes));
	size_t kept = 0;

	if (run->transfer.sent == AD_ANSWERED)
		ad_run_read(run, outcomes);
	ad_run_quota_heard(run);
	for (size_t i = 0; i < run->sent_count && run->transfer.sent != AD_ANSWERED; i++)
		run_send_unanswered(run, &outcomes[i]);
	run_send_hear(run, outcomes);
	for (size_t i = 0; i < run->sent_count; i++) {
		take_outcome(run, op_of(run, run->sent_ops[i].seq), &run->sent[i], &outcomes[i]);
		if (outcomes[i].kind != AD_DID)
			continue;
		run->sent_ops[kept] = run->sent_ops[i];
		run->sent[kept++] = run->sent[i];
	}
	ad_transfer_clear(&run->transfer);
	/* The successful operations continue. */
	run->sent_count = kept;
	run->step++;
	if (kept) {
		next_step(run);
		return;
	}
	check_twins(run);
	ad_run_settle(run);
}

/*
 * The promise of a push for each request: this process holds the run and the turn at the ad
 * account, and the journal has every operation of the request as SENT.
 */
static void assert_may_send(struct ad_run *run)
{
	bool is_push = run->kind == AD_RUN_PUSH;

	assert(is_push || run->kind == AD_RUN_KILL_SWITCH);
	assert(!is_push || run->turns.held & (1u << run->platform));
	assert(!ad_run_is_lost(run) && !run->doubt && run->sent_count > 0);
	for (size_t i = 0; i < run->sent_count; i++)
		assert(op_of(run, run->sent_ops[i].seq)->status == AD_OPS_SENT);
}

/*
 * Sends no request that could still be in progress when the lease expires: the process that takes
 * over then queries the platform, and must see the result. A process that was suspended that long
 * stops; operations journalled as SENT are then in doubt, although they were not sent.
 */
static void send_request(struct ad_run *run)
{
	assert_may_send(run);

	int64_t most = ad_sync_env(run->sync)->timeout_ms;

	most = most > 0 ? most * 1000 : AD_LEASE_TIME / 2;
	if (ad_since_boot() + most > run->held_until) {
		ad_run_end(run);
		return;
	}
	run->transfer.access_token = ad_run_token(run);
	run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
	ad_run_http(run, run_send_answered);
}

/* Builds the request of the step; false if there is no such step. */
static bool run_send_build(struct ad_run *run)
{
	return ad_run_build(run) == AD_BUILT;
}

static void all_done(struct ad_run *run)
{
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		bool more = ad_run_is_incomplete(run, &run->sent[i]);
		op->next = more ? AD_OPS_PENDING : AD_OPS_SUCCEEDED;
		op->finished = !more;
	}
	check_twins(run);
	ad_run_read_back(run);
}

/* The platform accepted this step and requested a pause: the next steps are sent later. */
static void put_off(struct ad_run *run)
{
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		op->next = AD_OPS_PENDING;
		op->finished = false;
		keep_done(run, op, &run->sent[i]);
		ad_run_note_parts(run, op, &run->sent[i], run->step);
	}
	check_twins(run);
	ad_run_settle(run);
}

/* If the credential is gone, no further step is sent; completed steps are recorded. */
static void send_step(struct ad_run *run)
{
	if (!run->revoked) {
		send_request(run);
		return;
	}
	for (size_t i = 0; i < run->sent_count; i++)
		ad_steps_undo(&op_of(run, run->sent_ops[i].seq)->steps);
	put_off(run);
}

/* The journal has the result of a step before the next one is sent. */
static void next_step(struct ad_run *run)
{
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		run->sent[i].made = ad_steps_made(run->arena, op->steps);
	}
	if (!run_send_build(run)) {
		all_done(run);
		return;
	}
	if (ad_run_barred(run, run->platform)) {
		put_off(run);
		return;
	}
	if (ad_run_spaced(run, next_step))
		return;
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		ad_steps_begin(run->arena, &op->steps);
		run->sent_ops[i].steps = op->steps;
	}
	ad_run_write_then(run, ad_run_mark_step, send_step);
}

/* An operation that was not journalled as SENT has ended, or waits for others of the run. */
static void run_send_stay(struct ad_run *run, struct ad_journal_op *op,
			  const struct ad_journal_op *decided)
{
	op->next = decided->next;
	op->finished = decided->finished;
	op->error = (struct ad_platform_error){ 0 };
	if (op->finished) {
		op->error = decided->error;
		return;
	}
	run->in_line = true;
	if (run->delay < AD_SECOND)
		run->delay = AD_SECOND;
}

/* Sends the operations that were journalled as SENT; the others get their reason. */
static void run_send_marked(struct ad_run *run)
{
	size_t kept = 0;
	bool all;

	if (run->cancel) {
		/* Nothing of this was sent or journalled as SENT. */
		ad_run_next(run);
		return;
	}
	for (size_t i = 0; i < run->sent_count; i++) {
		struct ad_journal_op *op = op_of(run, run->sent_ops[i].seq);
		if (run->sent_ops[i].next != AD_OPS_SENT) {
			run_send_stay(run, op, &run->sent_ops[i]);
			continue;
		}
		op->status = AD_OPS_SENT;
		op->steps = run->sent_ops[i].steps;
		run->sent_ops[kept] = run->sent_ops[i];
		run->sent[kept++] = run->sent[i];
	}
	all = kept == run->sent_count;
	run->sent_count = kept;
	if (kept == 0)
		ad_run_settle(run);
	else if (all || run_send_build(run))
		send_request(run);
	else
		all_done(run);
}

void ad_run_send(struct ad_run *run)
{
	if (ad_run_spaced(run, ad_run_send))
		return;
	run->step = run->sent[0].op == AD_OP_CREATE ? ad_steps_done(run->sent_ops[0].steps) : 0;
	/* Everything may be on the platform already. */
	if (!run_send_build(run)) {
		all_done(run);
		return;
	}
	for (size_t i = 0; i < run->sent_count; i++)
		ad_steps_begin(run->arena, &run->sent_ops[i].steps);
	ad_run_write_then(run, ad_run_mark_sent, run_send_marked);
}
