/*
 * Fields that define the audience of ads, and the parts of them that a copy to another platform
 * lost.
 */
#ifndef AD_SYNC_PLAN_LOST_H
#define AD_SYNC_PLAN_LOST_H

#include "sync/plan/plan.h"

struct ad_aim {
	enum ad_resource_id resource;
	const char *field; /* the field that defines the audience */
	const char *lost;  /* the field that is true if a part was lost */
};
extern const struct ad_aim ad_aims[];
extern const size_t ad_aim_count;

/* True if the object is of the aim's resource and lost a part of it. */
bool ad_aim_is_lost(const struct ad_row *row, const struct ad_aim *aim);
/*
 * Adds the violation DECLARATION_REQUIRED for each campaign and ad group that lost locations,
 * languages or targeting, and that the plan enables, or that is enabled while the plan enables an
 * object below it.
 */
enum ad_db_status ad_plan_check_lost(const struct ad_plan_ask *ask,
				     struct ad_sync_plan *plan) AD_CHECK;

#endif
