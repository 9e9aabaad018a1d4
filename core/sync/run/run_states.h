/*
 * The state machines of a run in memory: what it waits for, what kind of run it is, the result of
 * the change at hand, and the end of a kill switch's part. Their tables, with the reason of each
 * transition, are in run_states.c. The state of a run as stored is in sync/state/run_status.h.
 */
#ifndef AD_SYNC_RUN_STATES_H
#define AD_SYNC_RUN_STATES_H

#include "base/states.h"

struct ad_run;

/* The one event that a run waits for. The sync thread, which alone reads and changes it. */
enum ad_run_wait {
	AD_RUN_READY, /* `then` can be called */
	AD_RUN_ON_HTTP,
	AD_RUN_ON_WRITE, /* the writer or the slow lane owns the run */
	AD_RUN_ON_TIMER,
	AD_RUN_ENDED, /* to be freed */
	AD_RUN_WAIT_COUNT
};

/* Known from the claim on; the row's mode and filters decide it, and never change. */
enum ad_run_kind {
	AD_RUN_UNCLAIMED,
	AD_RUN_PUSH,
	AD_RUN_PULL,
	AD_RUN_KILL_SWITCH, /* see killswitch/pause.h */
	AD_RUN_KIND_COUNT
};

/*
 * The result of the change at hand, on the writer's thread; the sync thread acts on it once the
 * change is durable. Each change starts as GOES_ON.
 */
enum ad_run_fate {
	AD_RUN_GOES_ON, /* the change is complete: `after` is called */
	AD_RUN_MORE,    /* the change has to be made again, for the rest of the operations */
	AD_RUN_STALE,   /* a claim: the verdict on the plan is out of date; another is needed */
	AD_RUN_OVER,    /* a claim: the run was refused, or nothing is left to do */
	AD_RUN_LOST,    /* another process holds the run, or it has ended: stop */
	AD_RUN_REFUSED, /* the journal contradicts the run: rolled back, and the run is left */
	AD_RUN_FATE_COUNT
};

/* The checks of the end of a kill switch's part so far. The sync thread. */
enum ad_part_at {
	AD_PART_FIRST,     /* not yet, or the part was resumed */
	AD_PART_WAITED,    /* it waited until earlier requests could no longer take effect */
	AD_PART_RECHECKED, /* operations were added; there is no further check */
	AD_PART_COUNT
};

extern const struct ad_states ad_run_waits, ad_run_kinds, ad_run_fates, ad_run_parts;

/* Each changes one state of a run; a transition that its table does not name aborts. */
void ad_run_set_wait(struct ad_run *run, enum ad_run_wait to);
/* The writer's thread, in the claim. */
void ad_run_set_kind(struct ad_run *run, enum ad_run_kind to);
/* The writer's thread, in a change. */
void ad_run_set_fate(struct ad_run *run, enum ad_run_fate to);
/* The start of a change, which may be made again after any result. */
void ad_run_start_fate(struct ad_run *run);
/* The sync thread, once the change that asked for it is durable. */
void ad_run_set_part_at(struct ad_run *run, enum ad_part_at to);

/* True if another process holds the run, or it has ended. */
bool ad_run_is_lost(const struct ad_run *run);

#endif
