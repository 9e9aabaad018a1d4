/*
 * A digest of all that a plan is made from, but for the plan's own filter. A plan that was made
 * under a mark is still the plan while the mark is the same: it need not be made again in the
 * writer's transaction, where everybody else waits for it.
 */
#ifndef AD_SYNC_PLAN_MARK_H
#define AD_SYNC_PLAN_MARK_H

#include "store/rows.h"

/* us: how long a kept mark is believed. Some rules of a plan depend on the time of day. */
#define AD_PLAN_MARK_LIFE INT64_C(60000000)

/*
 * The mark of a Space and environment, on the arena: its history, settings, guardrails, kill
 * switch, connections, open runs and the day at each ad account. Absent while a pull is at work,
 * because a pull changes what is known of the platform without a row in the history. Reads one
 * moment where the caller has begun a transaction, and in a writing step what that step did.
 */
enum ad_db_status ad_plan_mark(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str *mark) AD_CHECK;
/* Stores the mark with a run, and when that was; `before` is its plan's spend, micros a day. */
enum ad_db_status ad_plan_mark_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, int64_t before) AD_CHECK;
/* Whether the mark that is stored with a run is young, and the mark of now. */
enum ad_db_status ad_plan_mark_holds(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, struct ad_str run_id,
				     bool *holds) AD_CHECK;

#endif
