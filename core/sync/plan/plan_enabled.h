/* The guardrails of objects that a plan enables. */
#ifndef AD_SYNC_PLAN_ENABLED_H
#define AD_SYNC_PLAN_ENABLED_H

#include "sync/plan/plan.h"

/*
 * Checks an operation that enables an object: its budget counts as a raise from nothing. For an ad
 * group, checks its own budget, and the budget of its running campaign, whose spend the ad group
 * may raise.
 */
enum ad_db_status ad_plan_check_enabled(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					const struct ad_plan_op *op) AD_CHECK;

#endif
