/*
 * A digest of all inputs of a plan, except its own filter. A plan made under a mark is valid as
 * long as the mark is the same: it need not be made again in the writer's transaction, where all
 * other writers wait for it.
 */
#ifndef AD_SYNC_PLAN_MARK_H
#define AD_SYNC_PLAN_MARK_H

#include "store/objects/rows.h"

/* us: how long a stored mark is valid. Some rules of a plan depend on the time of day. */
#define AD_PLAN_MARK_LIFE INT64_C(60000000)

/*
 * The mark of a Space and environment, on the arena: its history, settings, guardrails, kill
 * switch, connections, open runs and the current day of each ad account. Absent while a pull is
 * queued or running, because a pull changes the known platform state without a history entry. Reads
 * one snapshot if the caller has begun a transaction; a writing step also reads its own changes.
 */
enum ad_db_status ad_plan_mark(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
			       struct ad_str *mark) AD_CHECK;
/* Stores the mark and its time with a run; `before` is its plan's spend, micros a day. */
enum ad_db_status ad_plan_mark_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				    struct ad_str run_id, int64_t before) AD_CHECK;
/*
 * *holds: the mark stored with a run is at most AD_PLAN_MARK_LIFE old and equals the current one.
 */
enum ad_db_status ad_plan_mark_holds(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, struct ad_str run_id,
				     bool *holds) AD_CHECK;

#endif
