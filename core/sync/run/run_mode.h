/* The modes of a run: a row each in core/sync/modes.c. Private to core/sync. */
#ifndef AD_SYNC_RUN_MODE_H
#define AD_SYNC_RUN_MODE_H

#include "sync/run/run.h"

struct ad_run_mode {
	ad_run_step *next; /* the first step, and the one after a wait */
	/* The end after an error that no further request can mend. */
	void (*give_up)(struct ad_run *run, const struct ad_platform_error *error);
};
const struct ad_run_mode *ad_run_mode_of(const struct ad_run *run);
/* The give_up of pushes and of the kill switch. */
void ad_push_give_up(struct ad_run *run, const struct ad_platform_error *error);

#endif
