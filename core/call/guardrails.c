#include "call/guardrails.h"

#include "base/json_read.h"

const struct ad_rails *ad_rails_of(struct ad_arena *arena, const struct ad_space *space)
{
	struct ad_json_error err;
	struct ad_rails *rails = ad_arena_zalloc(arena, sizeof(*rails));
	rails->max_campaign_daily_budget = space->max_campaign_daily_budget;
	rails->max_total_daily_budget = space->max_total_daily_budget;
	rails->max_budget_increase_percent = space->max_budget_increase_percent;
	rails->allowed_platforms = space->allowed_platforms;
	if (space->blocked_terms && strcmp(space->blocked_terms, "[]") != 0)
		rails->blocked_terms = ad_json_parse(arena, ad_str(space->blocked_terms), &err);
	return rails;
}

bool ad_guard_write(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	struct ad_violations found = { .arena = call->arena };
	if (call->door == AD_DOOR_PULL || call->door == AD_DOOR_IMPORT)
		return true;
	if (ad_rails_write(ad_rails_of(call->arena, &call->space), before, after, &found))
		return true;
	call->violations = found.first;
	return ad_fail(call, AD_GUARDRAIL, "%s", "");
}
