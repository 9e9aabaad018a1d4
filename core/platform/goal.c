#include "platform/goal.h"

#include "base/json_read.h"

void ad_goal_add(struct ad_arena *arena, struct ad_goals_ask *ask, const struct ad_goal *goal)
{
	struct ad_goal *kept;

	if (ask->count == AD_GOALS_MAX) {
		ask->cut = ask->heard = true;
		return;
	}
	kept = ad_arena_alloc(arena, sizeof(*kept));
	*kept = (struct ad_goal){ .next = ask->found,
				  .id = ad_arena_copy(arena, goal->id),
				  .name = ad_arena_copy(arena, goal->name),
				  .takes = goal->takes };
	ask->found = kept;
	ask->count++;
}

void ad_goal_add_all(struct ad_arena *arena, struct ad_goals_ask *ask, const cJSON *list)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, list)
	{
		ad_goal_add(arena, ask,
			    &(struct ad_goal){ .id = ad_json_get_text(row, "id"),
					       .name = ad_json_get_text(row, "name"),
					       .takes = true });
	}
}
