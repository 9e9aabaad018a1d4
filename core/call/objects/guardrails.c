#include "call/objects/guardrails.h"

#include "base/json_read.h"
#include "call/rules/rules.h"
#include "sync/plan/plan_spread.h"

const struct ad_rails *ad_rails_of(struct ad_arena *arena, const struct ad_space *space)
{
	struct ad_json_error err;
	struct ad_rails *rails = ad_arena_zalloc(arena, sizeof(*rails));
	rails->max_campaign_daily_budget = space->max_campaign_daily_budget;
	rails->max_total_daily_budget = space->max_total_daily_budget;
	rails->max_budget_increase_percent = space->max_budget_increase_percent;
	rails->allowed_platforms = space->allowed_platforms;
	rails->max_bid = space->max_bid;
	if (space->blocked_terms && strcmp(space->blocked_terms, "[]") != 0)
		rails->blocked_terms = ad_json_parse(arena, ad_str(space->blocked_terms), &err);
	ad_rails_fold(arena, rails);
	return rails;
}

/*
 * The guardrails, with today's date by ad account for lifetime budgets; other writes skip that
 * read. NULL: the call has ended.
 */
static const struct ad_rails *rails_for(struct ad_call *call, bool lifetime)
{
	const struct ad_rails *rails = ad_rails_of(call->arena, &call->space);
	if (!lifetime)
		return rails;
	struct ad_rails *dated = ad_arena_alloc(call->arena, sizeof(*dated));
	*dated = *rails;
	enum ad_db_status status = ad_today_load(call->db, ad_call_realm(call), &dated->today);
	if (status == AD_DB_DONE)
		return dated;
	(void)ad_fail_db(call, status);
	return NULL;
}

/* Loads the campaign of an ad group, or the campaign itself; NULL if there is none. */
static bool load_campaign(struct ad_call *call, const struct ad_row *row, struct ad_row **out)
{
	struct ad_realm realm = { row->space_id, row->environment };
	bool own = row->res->id == AD_R_CAMPAIGN;
	*out = NULL;
	if (!own && row->res->id != AD_R_AD_GROUP)
		return true;
	enum ad_db_status status =
		ad_row_load(call->db, call->arena, realm, ad_resource_row(AD_R_CAMPAIGN),
			    own ? row->id : ad_row_text(row, "campaignId"), out);
	if (status == AD_DB_DONE)
		*out = NULL;
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Checks the amount that an ad group adds to its campaign's spend. False: the call has ended. */
static bool guard_group(struct ad_call *call, const struct ad_rails *rails,
			const struct ad_row *before, const struct ad_row *after,
			struct ad_violations *found)
{
	int64_t was = ad_budget_a_day(&rails->today, before, NULL), beside = 0;
	int64_t is = ad_budget_a_day(&rails->today, after, NULL);
	struct ad_row *campaign;
	if (after->res->id != AD_R_AD_GROUP)
		return true;
	if (before && ad_changed(before, after, "campaignId"))
		was = 0;
	if (is <= was)
		return true;
	if (!load_campaign(call, after, &campaign))
		return false;
	if (!campaign || !ad_str_is(ad_row_text(campaign, "budgetLevel"), "AD_GROUP")) {
		ad_rails_campaign(rails, after->id, was, is, found);
		return true;
	}
	enum ad_db_status status = ad_spread_beside(call->db, call->arena, &rails->today, campaign,
						    after->id, &beside);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	ad_rails_campaign(rails, campaign->id, beside + was, beside + is, found);
	return true;
}

bool ad_guard_restore(struct ad_call *call, const struct ad_row *row)
{
	struct ad_violations found = { .arena = call->arena };
	struct ad_spread_sums sums;
	struct ad_row *campaign;
	if (call->door == AD_DOOR_PULL || call->door == AD_DOOR_IMPORT)
		return true;
	if (!load_campaign(call, row, &campaign))
		return false;
	if (!campaign || !ad_str_is(ad_row_text(campaign, "budgetLevel"), "AD_GROUP"))
		return true;
	const struct ad_rails *rails = rails_for(call, true);
	if (!rails)
		return false;
	enum ad_db_status status =
		ad_spread_restored(call->db, call->arena, &rails->today, campaign, row->id, &sums);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	ad_rails_campaign(rails, campaign->id, sums.there, sums.drafted, &found);
	if (!found.first)
		return true;
	call->violations = found.first;
	return ad_fail(call, AD_GUARDRAIL, "%s", "");
}

/* Refuses a start date before the known start of a running campaign, as every platform does. */
static bool guard_days(struct ad_call *call, const struct ad_row *before,
		       const struct ad_row *after)
{
	if (!before || after->res->id != AD_R_CAMPAIGN || !ad_changed(before, after, "startDate") ||
	    !ad_begins_too_early(before, after))
		return true;
	ad_fault(call, "startDate", "OUT_OF_RANGE",
		 "startDate is before the known start of the campaign. Use a later date.");
	return false;
}

bool ad_guard_write(struct ad_call *call, const struct ad_row *before, const struct ad_row *after)
{
	struct ad_violations found = { .arena = call->arena };
	if (call->door == AD_DOOR_PULL || call->door == AD_DOOR_IMPORT)
		return true;
	/* Other ad groups of the campaign may have a lifetime budget. */
	const struct ad_rails *rails =
		rails_for(call, ad_budget_is_lifetime(before) || ad_budget_is_lifetime(after) ||
					(after->res->id == AD_R_AD_GROUP &&
					 !ad_row_is_null(after, "budget")));
	if (!rails)
		return false;
	struct ad_rails others = *rails;
	if (!guard_group(call, rails, before, after, &found))
		return false;
	/* For ad groups the campaign maximum was checked above. */
	if (after->res->id == AD_R_AD_GROUP)
		others.max_campaign_daily_budget = 0;
	if (ad_rails_write(&others, before, after, &found) && !found.first)
		return guard_days(call, before, after);
	call->violations = found.first;
	return ad_fail(call, AD_GUARDRAIL, "%s", "");
}
