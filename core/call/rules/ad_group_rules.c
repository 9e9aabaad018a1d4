/*
 * Ad groups: their campaign's platform, unique names in the campaign, bids and budgets where they
 * exist.
 */
#include "base/json_read.h"
#include "call/rules/foreign.h"
#include "call/rules/rules.h"
#include "model/limits.h"

static void ad_group_rules_check_name(struct ad_call *call, const struct ad_row *before,
				      const struct ad_row *row, enum ad_platform platform)
{
	struct ad_str name = ad_row_text(row, "name");
	if (!name.p || (platform != AD_GOOGLE && platform != AD_MICROSOFT) ||
	    (before && !ad_changed(before, row, "name") && !ad_changed(before, row, "campaignId")))
		return;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT id, name FROM ad_groups WHERE space_id = $1"
				 " AND environment = $2 AND lower(name) IN ($3, $6, $7)"
				 " AND campaign_id = $4 AND id <> $5 AND sync_state <> 'REMOVED'");
	struct ad_realm realm = ad_call_realm(call);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_rule_bind_name(call, s, name);
	ad_bind(s, 4, ad_row_text(row, "campaignId"));
	ad_bind(s, 5, before ? before->id : AD_S(""));
	struct ad_str same = ad_rule_same_name(call, s, name, platform);
	if (same.p)
		ad_fault(call, "name", "DUPLICATE_NAME",
			 "The ad group %.*s of this campaign already has this name.", AD_FMT(same));
}

static const cJSON *ad_group_rules_json_of(struct ad_call *call, const struct ad_row *row,
					   const char *field)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, field);
	return text.p ? ad_json_parse(call->arena, text, &err) : NULL;
}

#define WIDENED_AGE_MIN 25 /* maximum ageMin with Meta's widened audience */
#define WIDENED_AGE_MAX 65

static void check_ages(struct ad_call *call, const struct ad_row *row)
{
	const cJSON *targeting = ad_group_rules_json_of(call, row, "targeting");
	const cJSON *least = ad_json_get(targeting, "ageMin");
	const cJSON *most = ad_json_get(targeting, "ageMax");
	const cJSON *options = ad_group_rules_json_of(call, row, "platformOptions");
	bool widened = cJSON_IsTrue(ad_json_get(options, "advantageAudience"));
	if (cJSON_IsNumber(least) && cJSON_IsNumber(most) && least->valuedouble > most->valuedouble)
		ad_fault(call, "targeting.ageMax", "OUT_OF_RANGE",
			 "targeting.ageMax must not be below targeting.ageMin.");
	if (widened && cJSON_IsNumber(least) && least->valuedouble > WIDENED_AGE_MIN)
		ad_fault_limit(call, "targeting.ageMin", "TOO_LARGE", WIDENED_AGE_MIN,
			       "With advantageAudience, meta accepts an ageMin of at most %d. "
			       "Lower ageMin, or set advantageAudience to false.",
			       WIDENED_AGE_MIN);
	if (widened && cJSON_IsNumber(most) && most->valuedouble < WIDENED_AGE_MAX)
		ad_fault_limit(call, "targeting.ageMax", "TOO_SMALL", WIDENED_AGE_MAX,
			       "With advantageAudience, meta accepts only an ageMax of %d. Omit "
			       "ageMax, or set advantageAudience to false.",
			       WIDENED_AGE_MAX);
}

/* Checks that the ad group's optimization goal fits the campaign's objective. */
static void ad_group_rules_check_goal(struct ad_call *call, const struct ad_row *before,
				      const struct ad_row *row, const struct ad_row *campaign)
{
	enum ad_platform platform = ad_platform_of(ad_row_text(campaign, "platform"));
	struct ad_str objective = ad_row_text(campaign, "objective");
	struct ad_str goal = ad_json_get_text(ad_group_rules_json_of(call, row, "platformOptions"),
					      "optimizationGoal");
	const char *const *goals = NULL;
	if (!goal.p || call->door == AD_DOOR_PULL || !ad_changed(before, row, "platformOptions") ||
	    ad_has_fault(call, "platformOptions"))
		return;
	for (size_t i = 0; i < ad_goal_count; i++)
		if (ad_goal_rows[i].platform == platform &&
		    ad_str_is(objective, ad_goal_rows[i].objective))
			goals = ad_goal_rows[i].goals;
	struct ad_text list = ad_text_on(call->arena);
	for (size_t i = 0; goals && goals[i]; i++) {
		if (ad_str_is(goal, goals[i]))
			return;
		ad_text_addf(&list, "%s%s", i ? ", " : "", goals[i]);
	}
	if (goals)
		ad_fault(call, "platformOptions.optimizationGoal", "UNSUPPORTED_ON_PLATFORM",
			 "On %s, a campaign for %.*s supports %s.", ad_platform_name(platform),
			 AD_FMT(objective), ad_text_str(&list).p);
}

/* A budget has one level: campaigns made here have it themselves. */
static void ad_group_rules_check_budget(struct ad_call *call, const struct ad_row *before,
					const struct ad_row *row, const struct ad_row *campaign)
{
	if (before && !ad_row_is_null(before, "budget") && ad_row_is_null(row, "budget") &&
	    ad_str_is(ad_row_text(campaign, "budgetLevel"), "AD_GROUP"))
		ad_fault(call, "budget", "REQUIRED",
			 "On %.*s the ad groups of this campaign hold its budgets. Give this ad "
			 "group a different budget, or pause it.",
			 AD_FMT(ad_row_text(campaign, "platform")));
	if (ad_row_is_null(row, "budget") || !ad_changed(before, row, "budget") ||
	    call->door == AD_DOOR_PULL ||
	    !ad_str_is(ad_row_text(campaign, "budgetLevel"), "CAMPAIGN") ||
	    ad_platform_of(ad_row_text(campaign, "platform")) == AD_GOOGLE ||
	    ad_platform_of(ad_row_text(campaign, "platform")) == AD_MICROSOFT)
		return;
	ad_fault(call, "budget", "UNSUPPORTED_ON_PLATFORM",
		 "The campaign holds the budget, and %.*s accepts a budget in one place only. Set "
		 "it on the campaign.",
		 AD_FMT(ad_row_text(campaign, "platform")));
}

void ad_ad_group_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct ad_row *campaign = ad_rule_parent(call, after, "campaignId");
	if (!campaign)
		return;
	enum ad_platform platform = ad_platform_of(ad_row_text(campaign, "platform"));
	ad_rule_same_platform(call, before, campaign, "campaignId");
	ad_rule_set(after, "platform", ad_row_text(campaign, "platform"));
	if (call->rules == AD_RULES_STORED) {
		ad_group_rules_check_name(call, before, after, platform);
		return;
	}
	if (ad_changed(before, after, "platformOptions")) {
		ad_rule_options(call, after, platform);
		ad_rule_kept_options(call, before, after, platform);
	}
	ad_foreign_guard(call, before, after);
	check_ages(call, after);
	ad_group_rules_check_goal(call, before, after, campaign);
	ad_group_rules_check_budget(call, before, after, campaign);
	ad_rule_limits(call, before, after, platform);
	/* the writing step checks it in any case, unless there is a fault */
	if (call->rules != AD_RULES_DRAFT || call->status != AD_OK)
		ad_group_rules_check_name(call, before, after, platform);
}
