#include "sync/plan/plan_size.h"

#include <pthread.h>

/* Memory of an operation with its row, bytes. */
#define EACH ((size_t)1152)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct ad_arena *holder; /* guarded by lock */

static size_t plan_size_bytes_of(int mib)
{
	return (size_t)(mib > 0 ? mib : AD_PLAN_MEMORY) << 20;
}

void ad_plan_size_set(struct ad_sync_plan *plan, int mib)
{
	plan->most = plan_size_bytes_of(mib) / EACH;
	plan->bytes_most = plan_size_bytes_of(mib) / 8 * 3;
}

void ad_plan_size_allow(struct ad_arena *arena, int mib)
{
	ad_arena_allow(arena, 2 * plan_size_bytes_of(mib));
}

static void plan_size_give_back(void *arena)
{
	pthread_mutex_lock(&lock);
	if (holder == arena)
		holder = NULL;
	pthread_mutex_unlock(&lock);
}

bool ad_plan_size_take(struct ad_arena *arena)
{
	bool taken = false, ours;

	pthread_mutex_lock(&lock);
	if (!holder) {
		holder = arena;
		taken = true;
	}
	ours = holder == arena;
	pthread_mutex_unlock(&lock);
	if (taken)
		ad_arena_defer(arena, plan_size_give_back, arena);
	return ours;
}

static bool is_large(const struct ad_sync_plan *plan, size_t things)
{
	return things > plan_size_bytes_of(AD_PLAN_LARGE) / EACH ||
	       plan->bytes > plan_size_bytes_of(AD_PLAN_LARGE) / 8 * 3;
}

bool ad_plan_fits(const struct ad_plan_ask *ask, struct ad_sync_plan *plan, size_t seen)
{
	size_t things = plan->count + plan->held_count + plan->warning_count;

	for (size_t i = seen; i < plan->count; i++)
		plan->bytes += plan->ops[i]->kept_want.n + plan->ops[i]->kept_synced.n;
	plan->too_broad = things > plan->most || plan->bytes > plan->bytes_most;
	/* A run that starts is not limited by other plans: it was approved. */
	if (!plan->too_broad && !ask->run_id.p && is_large(plan, things) && !plan->large)
		plan->large = ad_plan_size_take(ask->arena);
	plan->busy = !plan->too_broad && !ask->run_id.p && is_large(plan, things) && !plan->large;
	plan->too_broad = plan->too_broad || plan->busy;
	return !plan->too_broad;
}
