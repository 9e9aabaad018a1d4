/* Fields that say whom ads reach, and what a copy to another platform lost of them. */
#ifndef AD_SYNC_PLAN_LOST_H
#define AD_SYNC_PLAN_LOST_H

#include "sync/plan.h"

struct ad_aim {
	enum ad_resource_id resource;
	const char *field; /* that says whom the ads reach */
	const char *lost;  /* the field that is true where a part of it was lost */
};
extern const struct ad_aim ad_aims[];
extern const size_t ad_aim_count;

/* True where the object is of the aim's kind and lost a part of it. */
bool ad_aim_is_lost(const struct ad_row *row, const struct ad_aim *aim);
/*
 * Adds the violation DECLARATION_REQUIRED for each campaign and ad group that the plan enables, or
 * enables something below while it is enabled itself, and that lost places, languages or targeting.
 */
enum ad_db_status ad_plan_check_lost(const struct ad_plan_ask *ask,
				     struct ad_sync_plan *plan) AD_CHECK;

#endif
