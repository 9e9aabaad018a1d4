/*
 * Content that the platform cannot change is created again below the same ad: its review starts
 * again.
 */
#include "sync/plan/plan_ends.h"

static const char *const contents[] = {
	"headlines", "descriptions", "primaryText", "callToAction", "assetIds", "finalUrl", NULL,
};

static bool changes_content(const struct ad_plan_op *op)
{
	for (const char *const *name = op->changed; name && *name; name++)
		for (const char *const *content = contents; *content; content++)
			if (strcmp(*name, *content) == 0)
				return true;
	return false;
}

void ad_plan_reviews(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		bool social = op->platform == AD_REDDIT || op->platform == AD_META;
		if (social && op->op == AD_OP_UPDATE && op->res->id == AD_R_AD &&
		    changes_content(op))
			ad_plan_warn(
				ask, plan, op->row,
				(struct ad_plan_says){ "REVIEW_RESETS",
						       "The platform cannot change the content of "
						       "this ad. The push creates a new post or "
						       "creative, which is reviewed again." });
	}
}
