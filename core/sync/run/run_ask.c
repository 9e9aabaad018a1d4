/* The access token, and the state on the platform before anything is sent. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "platform/token.h"
#include "sync/run/run_pace.h"
#include "platform/version.h"
#include "sync/run/run_sunset.h"
#include "sync/run/run_mode.h"

struct ad_str ad_run_token(const struct ad_run *run)
{
	return ad_str(run->tokens[run->platform]);
}

void ad_run_forget_token(struct ad_run *run)
{
	char **token = &run->tokens[run->platform];

	free(*token);
	*token = NULL;
}

int64_t ad_run_backoff(const struct ad_run *run, int64_t tries, int64_t most)
{
	int64_t span = ad_sync_env(run->sync)->pause;
	uint32_t random;

	if (span == 0)
		span = AD_SECOND / 2;
	for (int64_t i = 1; i < tries && span < most; i++)
		span *= 2;
	if (span > most)
		span = most;
	ad_random(&random, sizeof(random));
	return span / 2 + (int64_t)(random % (uint32_t)(span / 2));
}

int64_t ad_run_pause(const struct ad_run *run, int64_t tries)
{
	return ad_run_backoff(run, tries, AD_RUN_WAIT_MAX);
}

void ad_run_give_up(struct ad_run *run, const struct ad_platform_error *error)
{
	ad_run_mode_of(run)->give_up(run, error);
}

void ad_push_give_up(struct ad_run *run, const struct ad_platform_error *error)
{
	for (size_t i = 0; i < run->count; i++) {
		struct ad_journal_op *op = &run->ops[i];
		if (op->finished)
			continue;
		/* The result is still not known: the operation stays UNKNOWN. */
		op->next = run->doubt ? AD_OPS_UNKNOWN : AD_OPS_FAILED;
		op->finished = true;
		op->error = *error;
	}
	run->sour |= 1u << run->platform;
	run->tries = 0;
	run->delay = 0;
	ad_run_settle(run);
}

static void sleep_now(struct ad_run *run)
{
	ad_run_sleep(run, run->delay, run->write.resume);
}

static int tries_of(const struct ad_run *run)
{
	bool sour = run->sour & (1u << run->platform);

	if (run->kind == AD_RUN_KILL_SWITCH)
		return sour ? AD_RUN_TRIES_SOUR : AD_RUN_TRIES_PAUSE;
	if (!run->doubt)
		return sour ? AD_RUN_TRIES_SOUR : AD_RUN_TRIES;
	/* A cancelled run ends with the current knowledge. */
	if (run->cancel)
		return 1;
	return run->late ? AD_RUN_TRIES_LATE : AD_RUN_TRIES_DOUBT;
}

void ad_run_again(struct ad_run *run, const struct ad_outcome *outcome, ad_run_step *then)
{
	int most = tries_of(run);

	if (ad_sync_stopping(run->sync)) {
		ad_run_end(run);
		return;
	}
	run->tries++;
	ad_log(AD_LOG_INFO, "sync_again", "run", run->id, "code",
	       outcome->error.code ? outcome->error.code : "", NULL);
	if (run->tries >= most) {
		ad_run_give_up(run, &outcome->error);
		return;
	}
	/*
	 * A wait that all runs of the account share is applied when the next operations are loaded.
	 */
	run->delay = ad_run_pause(run, run->tries);
	if (outcome->wait > run->delay)
		run->delay = outcome->wait < AD_PACE_AWAY_MAX ? outcome->wait : AD_PACE_AWAY_MAX;
	if (ad_run_paced(run, run->platform))
		run->delay = 0;
	/* Renew the lease before the wait, so that it outlasts the wait. */
	run->write.resume = then;
	ad_run_write_then(run, ad_run_renew, sleep_now);
}

void ad_run_unreachable(const struct ad_run *run, struct ad_outcome *outcome)
{
	*outcome = (struct ad_outcome){ .kind = AD_AGAIN };
	outcome->error = (struct ad_platform_error){
		.code = "PLATFORM_UNAVAILABLE",
		.message = ad_arena_copy(run->arena, ad_str(run->transfer.reason)),
		.retryable = true,
	};
}

/* The first step after a wait: the sandbox may have another URL by then. */
static ad_run_step *run_ask_beginning(const struct ad_run *run)
{
	return ad_run_mode_of(run)->next;
}

static void token_answered(struct ad_run *run)
{
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome;

	if (run->transfer.sent == AD_ANSWERED)
		run->adapter->token_read(run->arena, &run->transfer.response, &token, &outcome);
	else
		ad_run_unreachable(run, &outcome);
	ad_token_hide(run->arena, &run->connection.link, &outcome);
	ad_transfer_clear(&run->transfer);
	/* Tokens have their own endpoint: a token does not prove that the API responds. */
	if (outcome.kind != AD_DID)
		ad_run_pace_heard(run, &outcome, run->tries + 1);
	if (outcome.kind == AD_DID) {
		ad_run_forget_token(run);
		run->tokens[run->platform] = ad_xstrdup(token.access_token);
		run->renewed = token.refresh_token;
		/* The previous refresh token may no longer be valid. */
		if (run->renewed.n && !ad_str_eq(run->renewed, run->connection.link.refresh_token))
			ad_run_write_then(run, ad_run_keep_token, run->asked);
		else
			run->asked(run);
	} else if (outcome.kind == AD_AGAIN) {
		ad_run_again(run, &outcome, run_ask_beginning(run));
	} else if (ad_version_is_gone(&outcome)) {
		ad_run_version_gone(run);
	} else if (ad_connection_ended(&outcome)) {
		ad_run_locked_out(run);
	} else {
		ad_run_give_up(run, &outcome.error);
	}
}

void ad_run_get_token(struct ad_run *run, ad_run_step *then)
{
	run->asked = then;
	run->transfer.access_token = (struct ad_str){ 0 };
	run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
	run->adapter->token_request(run->arena, &run->connection.link, &run->transfer.request);
	ad_run_http(run, token_answered);
}

void ad_run_heard(struct ad_run *run, const struct ad_outcome *said, ad_run_step *ask)
{
	struct ad_outcome eased = *said;
	const struct ad_outcome *outcome = &eased;

	ad_run_pace_heard(run, outcome, run->tries + 1);
	ad_run_ease(run, &eased);
	switch (outcome->kind) {
	case AD_DID:
		run->tries = 0;
		if (!ad_run_version_answers(run, ask))
			ask(run);
		break;
	case AD_EXPIRED:
		ad_run_forget_token(run);
		if (!run->refreshed) {
			run->refreshed = true;
			ask(run);
			break;
		}
		ad_run_give_up(run, &outcome->error);
		break;
	case AD_REFUSED:
		if (ad_version_is_gone(outcome))
			ad_run_version_gone(run);
		else
			ad_run_give_up(run, &outcome->error);
		break;
	case AD_AGAIN:
	case AD_DOUBT:
		ad_run_again(run, outcome, run_ask_beginning(run));
		break;
	}
}

static void run_ask_answered(struct ad_run *run)
{
	struct ad_outcome outcome;

	if (run->transfer.sent == AD_ANSWERED)
		run->adapter->hear(run->arena, &run->ask, &run->transfer.response, &outcome);
	else
		ad_run_unreachable(run, &outcome);
	ad_run_quota_heard(run);
	ad_transfer_clear(&run->transfer);
	ad_run_heard(run, &outcome, ad_run_ask);
}

/* Collects the pieces that are still open, contiguous, for the query. */
static void start_asking(struct ad_run *run)
{
	struct ad_piece *open = ad_arena_alloc(run->arena, run->count * sizeof(*open));
	size_t n = 0;

	for (size_t i = 0; i < run->count; i++) {
		bool recorded = !run->doubt && run->ops[i].op == AD_OP_CREATE &&
				run->ops[i].known_ids.p && run->pieces[i].op == AD_OP_CREATE;
		/* The journal has the state before the first attempt: do not query it again. */
		if (!run->ops[i].finished && !recorded && run->ops[i].op != AD_OP_UPLOAD)
			open[n++] = run->pieces[i];
	}
	run->ask.pieces = open;
	run->ask.count = n;
	run->ask.doubt = run->doubt;
	if (n)
		run->ask.question = open[0].op == AD_OP_CREATE ? AD_ASK_KEY : AD_ASK_LIVE;
}

void ad_run_ask(struct ad_run *run)
{
	if (ad_run_spaced(run, ad_run_ask))
		return;
	if (!ad_run_token(run).p) {
		ad_run_get_token(run, ad_run_ask);
		return;
	}
	run->connection.link.access_token = ad_arena_copy(run->arena, ad_run_token(run));
	run->ask.link = &run->connection.link;
	if (!run->ask.pieces)
		start_asking(run);
	if (run->ask.count == 0 || !run->adapter->ask(run->arena, &run->connection.link, &run->ask,
						      &run->transfer.request)) {
		ad_run_decide(run);
		return;
	}
	run->transfer.access_token = ad_run_token(run);
	run->transfer.timeout_ms = ad_sync_env(run->sync)->timeout_ms;
	ad_run_http(run, run_ask_answered);
}
