/* The modes of a run: a row each. */
#include <assert.h>

#include "sync/pull/pull.h"
#include "sync/run/run_mode.h"

const struct ad_run_mode *ad_run_mode_of(const struct ad_run *run)
{
	static const struct ad_run_mode push = { ad_run_next, ad_push_give_up };
	static const struct ad_run_mode pull = { ad_pull_next, ad_pull_give_up };

	assert(run->kind != AD_RUN_UNCLAIMED);
	return run->kind == AD_RUN_PULL ? &pull : &push;
}
