#include "sync/run/run_pace.h"

#include "base/clock.h"
#include "base/log.h"
#include "sync/run/run_turn.h"

#define EASED "The platform requested a pause."
#define THROTTLE_MAX (24 * 60 * 60 * AD_SECOND)
/* The poll interval of a waiting run: the wait may have been shortened. */
#define LOOK_AGAIN (2 * AD_SECOND)
#define SPACE_MAX (30 * AD_SECOND)

static const struct ad_platform_error eased = {
	.code = "RATE_LIMITED",
	.message = { EASED, sizeof(EASED) - 1 },
	.retryable = true,
};

static bool run_pace_is(const struct ad_outcome *outcome, const char *code)
{
	return outcome->kind != AD_DID && outcome->error.code &&
	       strcmp(outcome->error.code, code) == 0;
}

int ad_run_tells(const struct ad_outcome *outcome)
{
	if (run_pace_is(outcome, "RATE_LIMITED") || (outcome->kind == AD_DID && outcome->wait > 0))
		return 2;
	return run_pace_is(outcome, "PLATFORM_UNAVAILABLE");
}

/* For concurrent responses, the longest requested pause applies. */
static void run_pace_note(struct ad_run *run, struct ad_pace *pace, int64_t wait,
			  const struct ad_platform_error *error)
{
	if (ad_pace_is_throttle(pace) && ad_pace_left(pace) > wait)
		return;
	pace->heard_at = ad_now();
	pace->until = wait > 0 ? pace->heard_at + (wait < THROTTLE_MAX ? wait : THROTTLE_MAX) : 0;
	pace->changed = true;
	ad_pace_text(pace->account_id, sizeof(pace->account_id), run->connection.account_id);
	ad_pace_text(pace->code, sizeof(pace->code), ad_str(error->code));
	ad_pace_text(pace->message, sizeof(pace->message), error->message);
	if (wait > 0)
		ad_log(AD_LOG_INFO, "sync_waits", "run", run->id, "platform",
		       ad_platform_name(run->platform), "code", error->code, NULL);
}

/*
 * Half of the backoff plus up to the same again at random, so that runs do not retry at the same
 * time.
 */
static int64_t away_wait(const struct ad_run *run, int64_t failures)
{
	return failures < AD_PACE_FAILURES ? 0 : ad_run_backoff(run, failures, AD_PACE_AWAY_MAX);
}

void ad_run_quota_heard(struct ad_run *run)
{
	run->quota.told = (struct ad_quota){ 0 };
	if (run->transfer.sent == AD_ANSWERED)
		ad_quota_read(run->arena, run->platform, &run->transfer.response, &run->quota.told);
}

/* A request that would be rejected is not sent. */
static void note_quota(struct ad_run *run, struct ad_pace *pace, const struct ad_quota *quota)
{
	struct ad_platform_error low = {
		.code = "QUOTA_LOW",
		.message = ad_arena_printf(run->arena, "%d %% of the platform's quota is used.",
					   quota->used),
	};

	pace->failures = 0;
	run_pace_note(run, pace, quota->regain, &low);
}

/* Spaces out the next request, but within the lease and without delaying a stop. */
static void run_pace_spread(struct ad_run *run, const struct ad_quota *quota)
{
	bool near = quota->used >= AD_QUOTA_SPREAD && quota->used < AD_QUOTA_WAIT;
	int64_t space = quota->space < SPACE_MAX ? quota->space : SPACE_MAX;

	run->quota.until[run->platform] = near ? ad_monotonic() + space : 0;
}

void ad_run_pace_heard(struct ad_run *run, const struct ad_outcome *outcome, int64_t tries)
{
	struct ad_pace *pace = &run->paces[run->platform];
	struct ad_quota quota = run->quota.told;
	int64_t wait = outcome->wait;

	run->quota.told = (struct ad_quota){ 0 };
	run_pace_spread(run, &quota);

	if (outcome->kind == AD_DID && wait > 0) {
		pace->failures = 0;
		run_pace_note(run, pace, wait, &eased);
	} else if (run_pace_is(outcome, "RATE_LIMITED")) {
		pace->failures = 0;
		run_pace_note(run, pace, wait > 0 ? wait : ad_run_pause(run, tries),
			      &outcome->error);
	} else if (run_pace_is(outcome, "PLATFORM_UNAVAILABLE")) {
		int64_t away = away_wait(run, ++pace->failures);
		run_pace_note(run, pace, wait > away ? wait : away, &outcome->error);
	} else if (quota.used >= AD_QUOTA_WAIT && quota.regain > 0) {
		note_quota(run, pace, &quota);
	} else if (!(ad_pace_is_throttle(pace) && ad_pace_left(pace) > 0) &&
		   (pace->failures > 0 || pace->until > 0)) {
		/* The platform responds: waiting runs may continue. */
		*pace = (struct ad_pace){ .changed = true };
		ad_pace_text(pace->account_id, sizeof(pace->account_id),
			     run->connection.account_id);
	}
}

void ad_run_ease(const struct ad_run *run, struct ad_outcome *outcome)
{
	if (outcome->kind != AD_DID || !ad_run_barred(run, run->platform))
		return;
	outcome->kind = AD_AGAIN;
	outcome->error = eased;
}

int64_t ad_run_paced(const struct ad_run *run, enum ad_platform platform)
{
	const struct ad_pace *pace = &run->paces[platform];
	int64_t busy = ad_run_busy(run, platform);

	if (busy > 0)
		return busy;
	/*
	 * The kill switch must pause live objects: it ignores waits that the platform did not
	 * request.
	 */
	if (run->kind == AD_RUN_KILL_SWITCH && !ad_pace_is_throttle(pace))
		return 0;
	return ad_pace_left(pace);
}

int64_t ad_run_barred(const struct ad_run *run, enum ad_platform platform)
{
	int64_t busy = ad_run_busy(run, platform);

	return ad_pace_is_quota(&run->paces[platform]) ? busy : ad_run_paced(run, platform);
}

bool ad_run_spaced(struct ad_run *run, ad_run_step *then)
{
	int64_t left = run->quota.until[run->platform] - ad_monotonic();

	if (left <= 0 || run->kind == AD_RUN_KILL_SWITCH)
		return false;
	if (ad_sync_stopping(run->sync))
		ad_run_end(run);
	else
		ad_run_sleep(run, left, then);
	return true;
}

uint32_t ad_run_paced_all(const struct ad_run *run)
{
	uint32_t bits = 0;

	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ad_run_paced(run, (enum ad_platform)i) > 0)
			bits |= 1u << i;
	return bits;
}

/* The run waited longer for its turn than any run may. */
static bool gives_up_turn(const struct ad_run *run, enum ad_platform platform, int64_t patience,
			  struct ad_platform_error *error)
{
	int64_t waited = ad_since_boot() - run->turns.asked_at[platform];

	if (waited <= patience && !run->cancel && !run->late)
		return false;
	*error = (struct ad_platform_error){
		.code = AD_TURN_BUSY,
		.message = AD_S("Another run is active on this ad account. Retry later."),
		.retryable = true,
	};
	return true;
}

bool ad_run_gives_up(const struct ad_run *run, enum ad_platform platform,
		     struct ad_platform_error *error)
{
	const struct ad_pace *pace = &run->paces[platform];
	bool away = !ad_pace_is_throttle(pace) && !ad_pace_is_quota(pace);
	bool sour = !run->doubt && away && run->sour & (1u << platform);
	int64_t left = ad_run_paced(run, platform);
	int64_t patience = run->kind == AD_RUN_PULL ? AD_PACE_PATIENCE_PULL : AD_PACE_PATIENCE;
	char when[25];

	if (ad_run_busy(run, platform))
		return gives_up_turn(run, platform, patience, error);
	/*
	 * Earlier operations were abandoned because the platform is unavailable: do not try the
	 * others one by one.
	 */
	if (left <= patience && !run->cancel && !run->late && !sour)
		return false;
	ad_time_format(ad_now() + left, when);
	*error = (struct ad_platform_error){
		.code = away ? "PLATFORM_UNAVAILABLE" : "RATE_LIMITED",
		.message = ad_arena_printf(
			run->arena, "%s Nothing is sent to the platform before %s. Retry then.",
			pace->message, when),
		.retryable = true,
	};
	return true;
}

static void sleep_on(struct ad_run *run)
{
	ad_run_sleep(run, run->delay, run->write.resume);
}

void ad_run_await(struct ad_run *run, ad_run_step *then)
{
	run->delay = LOOK_AGAIN;
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		int64_t left = ad_run_paced(run, (enum ad_platform)i);
		if (left > 0 && left < run->delay)
			run->delay = left;
	}
	run->write.resume = then;
	if (run->turns.held & ~run->turns.kept)
		ad_run_write_then(run, ad_run_let_go, sleep_on);
	else if (run->held_until - ad_since_boot() < AD_LEASE_TIME / 2)
		ad_run_write_then(run, ad_run_renew, sleep_on);
	else
		sleep_on(run);
}

enum ad_db_status ad_run_keep_paces(struct ad_run *run, struct ad_db *db)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++)
		if (run->paces[i].changed)
			status = ad_pace_store(db, run->realm, (enum ad_platform)i, &run->paces[i]);
	return status;
}
