/*
 * The verdict on a queued run's plan: it is still the plan that was previewed, and the guardrails
 * allow it; or the reason to refuse the run. It is made on the slow lane, because the plan of a
 * large push takes too long for the writer. It is valid while its mark is the current one
 * (plan_mark.h).
 */
#ifndef AD_SYNC_RUN_VERDICT_H
#define AD_SYNC_RUN_VERDICT_H

#include "base/lane.h"
#include "store/db/store.h"

struct ad_run;
struct ad_run_row;

/* The reason for a refusal, as in the run's error; code NULL: none. */
struct ad_run_refusal {
	const char *code;
	struct ad_str message;
};

struct ad_run_verdict {
	struct ad_job job; /* first: the lane's functions cast it */
	struct ad_run *run;
	struct ad_str mark; /* on the run's arena; absent: there is no verdict */
	struct ad_run_refusal no;
	int64_t spend; /* of the plan, micros a day */
	int rounds;    /* verdicts that were out of date when the run was to start */
};

/*
 * Makes the verdict on the slow lane, if the run is a queued push whose plan must be made again;
 * then continues. Sync thread.
 */
void ad_run_judge(struct ad_run *run, void (*then)(struct ad_run *run));
/*
 * Uses the verdict if it is valid, or else makes the plan here: *no, unless the run may start.
 * Sets the fate STALE instead if another verdict should be made first. Writer's thread.
 */
enum ad_db_status ad_run_check_plan(struct ad_run *run, struct ad_db *db, struct ad_arena *arena,
				    const struct ad_run_row *head,
				    struct ad_run_refusal *no) AD_CHECK;

#endif
