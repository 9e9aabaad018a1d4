/*
 * What a plan's campaigns may spend besides what it does itself: budgets that stand at ad groups,
 * and those that other runs are about to set.
 */
#ifndef AD_SYNC_PLAN_SPREAD_H
#define AD_SYNC_PLAN_SPREAD_H

#include "sync/plan.h"

/* A campaign whose ad groups hold its budgets: what these may spend, micros a day. */
struct ad_plan_spread {
	struct ad_str campaign_id;
	int64_t before, after;               /* all that stand there */
	int64_t active_before, active_after; /* the enabled ones */
	bool enabled_before, enabled_after;  /* the campaign */
	bool sets_live;                      /* the plan enables it, or one of its ad groups */
};

/* What an operation of another run, queued or under way, sets the budget of its object to. */
struct ad_plan_queued {
	struct ad_str id;   /* of a campaign or an ad group */
	struct ad_str want; /* as in struct ad_plan_op */
	bool counted;       /* `a_day` is in the plan's `before` */
	int64_t a_day;      /* micros */
};

/*
 * Finds what the Space's other runs are still to raise. First of all: what is settled between this
 * look and the look at its object is then seen twice, never not at all, and counts once.
 */
enum ad_db_status ad_plan_queued(const struct ad_plan_ask *ask, struct ad_sync_plan *plan) AD_CHECK;
/*
 * What the operation sent that an object names as unsettled, whether its run has ended or not;
 * absent where the journal does not have it. The draft may be another by now.
 */
enum ad_db_status ad_plan_open_want(struct ad_db *db, struct ad_arena *arena,
				    const struct ad_row *row, struct ad_str *want) AD_CHECK;
/* What is still to be raised of an object, or NULL: a run holds its ad account, so there is one. */
struct ad_plan_queued *ad_plan_queued_of(const struct ad_sync_plan *plan, struct ad_str id);
/* Sets op->rise from its budgets before and after, micros a day. */
void ad_plan_raise(const struct ad_sync_plan *plan, struct ad_plan_op *op, int64_t before,
		   int64_t after);
/*
 * Adds what a campaign that is there, or that another run is about to make, may spend before the
 * plan, be it by its ad groups.
 */
enum ad_db_status ad_plan_before(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
				 const struct ad_row *campaign) AD_CHECK;
/* What the campaign's ad groups but one will hold, micros a day, pushed as they are drafted. */
enum ad_db_status ad_spread_beside(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_today *today, const struct ad_row *campaign,
				   struct ad_str id, int64_t *sum) AD_CHECK;
/* Micros a day of all ad groups of a campaign: as they stand there, and once they are pushed. */
struct ad_spread_sums {
	int64_t there, drafted;
};
/* The same once the staged removal of the campaign, or of one of its ad groups, is taken back. */
enum ad_db_status ad_spread_restored(struct ad_db *db, struct ad_arena *arena,
				     const struct ad_today *today, const struct ad_row *campaign,
				     struct ad_str id, struct ad_spread_sums *out) AD_CHECK;
/* Once all operations stand in their order: what they make of it. */
void ad_plan_spend(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/* The spread of the campaign that an operation's object is or is in; NULL: there is none. */
struct ad_plan_spread *ad_plan_spread_of(const struct ad_sync_plan *plan,
					 const struct ad_plan_op *op);

#endif
