/*
 * The transitions of a run in memory.
 *
 * Waits. A step of a run ends with exactly one wait: two waits of one step would be two owners of
 * the run, and two of its steps at once.
 *
 * Kinds. A run is of unknown kind until its row was read under its lease.
 *
 * Fates. LOST and REFUSED are final within a change: a process that lost its lease must not let a
 * later statement of the same change turn that into success.
 *
 * Parts. A part of the kill switch waits once, and is checked again once; so it always ends.
 */
#include "sync/run/run.h"

static const char *const wait_names[] = {
	[AD_RUN_READY] = "READY",       [AD_RUN_ON_HTTP] = "ON_HTTP",
	[AD_RUN_ON_WRITE] = "ON_WRITE", [AD_RUN_ON_TIMER] = "ON_TIMER",
	[AD_RUN_ENDED] = "ENDED",
};

static const struct ad_transition wait_legal[] = {
	{ AD_RUN_READY, AD_RUN_ON_HTTP, "a request is sent" },
	{ AD_RUN_ON_HTTP, AD_RUN_READY, "the response arrived, or the request failed" },
	{ AD_RUN_READY, AD_RUN_ON_WRITE, "a change or a verdict is queued" },
	{ AD_RUN_ON_WRITE, AD_RUN_READY, "it was made, or the slow lane was full" },
	{ AD_RUN_ON_WRITE, AD_RUN_ON_TIMER, "the writer's queue is full: try again" },
	{ AD_RUN_READY, AD_RUN_ON_TIMER, "a throttle, a backoff, or another holder" },
	{ AD_RUN_ON_TIMER, AD_RUN_READY, "the time has come, or the run was cancelled" },
	{ AD_RUN_READY, AD_RUN_ENDED, "nothing is left to do, or the server stops" },
};

const struct ad_states ad_run_waits = {
	"run_wait", wait_names, AD_RUN_WAIT_COUNT, wait_legal, AD_LEN(wait_legal),
};

static const char *const kind_names[] = {
	[AD_RUN_UNCLAIMED] = "UNCLAIMED",
	[AD_RUN_PUSH] = "PUSH",
	[AD_RUN_PULL] = "PULL",
	[AD_RUN_KILL_SWITCH] = "KILL_SWITCH",
};

static const struct ad_transition kind_legal[] = {
	{ AD_RUN_UNCLAIMED, AD_RUN_PUSH, "the claim read a push" },
	{ AD_RUN_UNCLAIMED, AD_RUN_PULL, "the claim read a pull" },
	{ AD_RUN_UNCLAIMED, AD_RUN_KILL_SWITCH, "the claim read a kill switch" },
	{ AD_RUN_PUSH, AD_RUN_PUSH, "the claim of a push was made again" },
	{ AD_RUN_PULL, AD_RUN_PULL, "the claim of a pull was made again" },
	{ AD_RUN_KILL_SWITCH, AD_RUN_KILL_SWITCH, "the claim of a kill switch was made again" },
};

const struct ad_states ad_run_kinds = {
	"run_kind", kind_names, AD_RUN_KIND_COUNT, kind_legal, AD_LEN(kind_legal),
};

static const char *const fate_names[] = {
	[AD_RUN_GOES_ON] = "GOES_ON", [AD_RUN_MORE] = "MORE", [AD_RUN_STALE] = "STALE",
	[AD_RUN_OVER] = "OVER",       [AD_RUN_LOST] = "LOST", [AD_RUN_REFUSED] = "REFUSED",
};

static const struct ad_transition fate_legal[] = {
	{ AD_RUN_GOES_ON, AD_RUN_MORE, "too many operations to skip in one change" },
	{ AD_RUN_MORE, AD_RUN_MORE, "a second reason to skip leaves operations, too" },
	{ AD_RUN_MORE, AD_RUN_GOES_ON, "a second reason to skip took the rest" },
	{ AD_RUN_GOES_ON, AD_RUN_GOES_ON, "all operations were skipped at once" },
	{ AD_RUN_GOES_ON, AD_RUN_STALE, "the plan's inputs changed during the verdict" },
	{ AD_RUN_GOES_ON, AD_RUN_OVER, "the claimed run was ended or needs approval" },
	{ AD_RUN_GOES_ON, AD_RUN_LOST, "the lease or a turn has another holder" },
	{ AD_RUN_GOES_ON, AD_RUN_REFUSED, "a stored state forbids the transition" },
	{ AD_RUN_MORE, AD_RUN_REFUSED, "the same, after operations were skipped" },
};

const struct ad_states ad_run_fates = {
	"run_fate", fate_names, AD_RUN_FATE_COUNT, fate_legal, AD_LEN(fate_legal),
};

static const char *const part_names[] = {
	[AD_PART_FIRST] = "FIRST",
	[AD_PART_WAITED] = "WAITED",
	[AD_PART_RECHECKED] = "RECHECKED",
};

static const struct ad_transition part_legal[] = {
	{ AD_PART_FIRST, AD_PART_WAITED, "a recent request may still enable a campaign" },
	{ AD_PART_FIRST, AD_PART_RECHECKED, "a request in doubt is old: pause its campaign again" },
	{ AD_PART_WAITED, AD_PART_RECHECKED, "after the wait: pause the campaign again" },
};

const struct ad_states ad_run_parts = {
	"run_part", part_names, AD_PART_COUNT, part_legal, AD_LEN(part_legal),
};

void ad_run_set_wait(struct ad_run *run, enum ad_run_wait to)
{
	run->waits = (enum ad_run_wait)ad_states_move(&ad_run_waits, run->waits, to);
}

void ad_run_set_kind(struct ad_run *run, enum ad_run_kind to)
{
	run->kind = (enum ad_run_kind)ad_states_move(&ad_run_kinds, run->kind, to);
}

void ad_run_set_fate(struct ad_run *run, enum ad_run_fate to)
{
	run->fate = (enum ad_run_fate)ad_states_move(&ad_run_fates, run->fate, to);
}

void ad_run_start_fate(struct ad_run *run)
{
	run->fate = AD_RUN_GOES_ON;
}

void ad_run_set_part_at(struct ad_run *run, enum ad_part_at to)
{
	run->part_at = (enum ad_part_at)ad_states_move(&ad_run_parts, run->part_at, to);
}

bool ad_run_is_lost(const struct ad_run *run)
{
	return run->fate == AD_RUN_LOST;
}
