/*
 * Campaigns that spend nothing although they are ENABLED: their last day is over in the time zone
 * of the ad account, or the platform disapproved all of their ads. The active totals of a plan do
 * not include them, and enabling one is a warning.
 */
#ifndef AD_SYNC_PLAN_ENDS_H
#define AD_SYNC_PLAN_ENDS_H

#include "sync/plan/plan.h"

/* A campaign whose ads on the platform are all disapproved. */
struct ad_plan_rejected {
	struct ad_str campaign_id;
	int64_t active; /* micros a day that become active once one of its ads is approved */
	bool revived;   /* the plan makes or changes one of its ads, which is reviewed again */
};

/* Finds the campaigns whose ads are all disapproved. Call it before any campaign is planned. */
enum ad_db_status ad_plan_rejected_load(const struct ad_plan_ask *ask,
					struct ad_sync_plan *plan) AD_CHECK;
/* The entry of a campaign; NULL if not all of its ads are disapproved. */
struct ad_plan_rejected *ad_plan_rejected_of(const struct ad_sync_plan *plan,
					     struct ad_str campaign_id);
/* True if a campaign's or ad group's values have status ENABLED and its last day is not over. */
bool ad_plan_runs(const struct ad_today *today, const struct ad_row *row, const cJSON *object);
/* The same for values on the platform: a last day in doubt may not be over. */
bool ad_plan_may_run(const struct ad_today *today, const struct ad_row *row, const cJSON *object);
/*
 * True if an operation extends the dates of an ENABLED campaign that had ended, so that it runs
 * again.
 */
bool ad_plan_restarts(const struct ad_plan_ask *ask, const struct ad_sync_plan *plan,
		      const struct ad_plan_op *op);
/*
 * Adds micros a day to an active total, or to the campaign's entry if its ads are all disapproved.
 */
void ad_plan_add_active(struct ad_sync_plan *plan, struct ad_str campaign_id, int64_t *total,
			int64_t micros);
/*
 * Counts the disapproved campaigns in which the plan makes or changes an ad. Call it once all
 * operations are known.
 */
void ad_plan_revive(struct ad_sync_plan *plan);
/* Adds the warning REVIEW_RESETS if the content of an ad is created again. */
void ad_plan_reviews(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);
/*
 * Adds the warnings ENDS_IN_PAST, STARTS_IN_PAST, RUNS_AGAIN and NO_APPROVED_ADS. Call it after
 * ad_plan_revive().
 */
void ad_plan_ends(const struct ad_plan_ask *ask, struct ad_sync_plan *plan);

#endif
