/*
 * The spend of a plan's campaigns beyond its own operations: budgets on ad groups, and budgets that
 * other runs are about to set.
 */
#ifndef AD_SYNC_PLAN_SPREAD_H
#define AD_SYNC_PLAN_SPREAD_H

#include "sync/plan/plan.h"

/* The daily spend of a campaign whose ad groups hold its budgets, micros. */
struct ad_plan_spread {
	struct ad_str campaign_id;
	int64_t before, after;               /* all on the platform */
	int64_t active_before, active_after; /* the enabled ones */
	bool enabled_before, enabled_after;  /* the campaign */
	bool sets_live;                      /* the plan enables it, or one of its ad groups */
};

/* The budget that an operation of another run, queued or in progress, sets on its object. */
struct ad_plan_queued {
	struct ad_str id;   /* of a campaign or an ad group */
	struct ad_str want; /* as in struct ad_plan_op */
	bool counted;       /* `a_day` is in the plan's `before` */
	int64_t a_day;      /* micros */
};

/*
 * Finds the pending raises of the Space's other runs. Call it first: an operation that ends between
 * this query and the load of its object is then seen twice, never missed, and counts once.
 */
enum ad_db_status ad_plan_queued(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * The value sent by the operation that an object names as unsettled, also of an ended run; absent
 * if the journal does not have it. The draft may differ by now.
 */
enum ad_db_status ad_plan_open_want(struct ad_db *db, struct ad_arena *arena,
				    const struct ad_row *row, struct ad_str *want) AD_CHECK;
/*
 * The pending raise of an object, or NULL. There is at most one, because a run holds its ad
 * account.
 */
struct ad_plan_queued *ad_plan_queued_of(const struct ad_sync_plan *plan, struct ad_str id);
/*
 * The daily budget of the operation's object before the operation, micros, with the values `from`
 * (NULL: none). An operation that sends the fields in doubt starts from the most that they can be.
 */
int64_t ad_plan_a_day_before(const struct ad_sync_plan *plan, const struct ad_plan_op *op,
			     const cJSON *from);
/* The same while the object is enabled; `to`: its values after the operation. */
int64_t ad_plan_active_before(const struct ad_sync_plan *plan, const struct ad_plan_op *op,
			      const cJSON *from, const cJSON *to);
/* Sets op->rise from the budgets before and after it, micros a day. */
void ad_plan_raise(const struct ad_sync_plan *plan, struct ad_plan_op *op, int64_t before,
		   int64_t after);
/*
 * Adds the spend before the plan of a campaign that is on the platform, or that another run is
 * about to create, including its ad groups' budgets.
 */
enum ad_db_status ad_plan_before(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 const struct ad_row *campaign) AD_CHECK;
/* *micros: the daily budget of a campaign or an ad group that counts as being on the platform. */
enum ad_db_status ad_spread_standing(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_today *today, const struct ad_row *row,
				     int64_t *micros) AD_CHECK;
/*
 * *sum: the daily budgets of the campaign's ad groups, except one, after a push of the drafts,
 * micros.
 */
enum ad_db_status ad_spread_beside(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_today *today, const struct ad_row *campaign,
				   struct ad_str id, int64_t *sum) AD_CHECK;
/* The daily budgets of all ad groups of a campaign, micros: on the platform, and after a push. */
struct ad_spread_sums {
	int64_t there, drafted;
};
/* The same after the staged removal of the campaign, or of one of its ad groups, is cancelled. */
enum ad_db_status ad_spread_restored(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_today *today, const struct ad_row *campaign,
				     struct ad_str id, struct ad_spread_sums *out) AD_CHECK;
/* Computes the spend after the plan. Call it once all operations are sorted. */
void ad_plan_spend(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* The spread of the campaign of an operation's object; NULL if there is none. */
struct ad_plan_spread *ad_plan_spread_of(const struct ad_sync_plan *plan,
					 const struct ad_plan_op *op);

#endif
