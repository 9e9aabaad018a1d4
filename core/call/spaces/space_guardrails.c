/* The guardrails of a Space: read from JSON, and compared to find loosened ones. */
#include "base/json_read.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"

static struct ad_str space_guardrails_trimmed(struct ad_str s)
{
	while (s.n && s.p[0] == ' ') {
		s.p++;
		s.n--;
	}
	while (s.n && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

/* In lower case as the guardrail compares: ASCII letters only. */
static struct ad_str space_guardrails_folded(struct ad_arena *arena, struct ad_str s)
{
	struct ad_str out = ad_arena_copy(arena, space_guardrails_trimmed(s));
	char *p = (char *)out.p;
	for (size_t i = 0; i < out.n; i++)
		if (p[i] >= 'A' && p[i] <= 'Z')
			p[i] = (char)(p[i] + 32);
	return out;
}

static bool space_guardrails_holds(const cJSON *terms, struct ad_str term)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, terms) if (ad_str_eq(ad_json_text(item), term)) return true;
	return false;
}

static const char *take_terms(struct ad_arena *arena, const cJSON *terms)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	size_t n = 0, count = (size_t)cJSON_GetArraySize(terms);
	struct ad_str *kept = ad_arena_alloc(arena, (count + 1) * sizeof(*kept));
	const cJSON *item;
	ad_json_array(&j);
	cJSON_ArrayForEach(item, terms)
	{
		bool there = false;
		kept[n] = space_guardrails_folded(arena, ad_json_text(item));
		for (size_t i = 0; i < n; i++)
			there = there || ad_str_eq(kept[i], kept[n]);
		if (!there)
			ad_json_str(&j, kept[n++]);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text).p;
}

void ad_space_take_guardrails(struct ad_arena *arena, struct ad_str json, struct ad_space *space)
{
	struct ad_json_error err;
	const cJSON *g = ad_json_parse(arena, json, &err), *item;
	const cJSON *approval = ad_json_get(g, "requireApproval");
	if (!ad_json_micros_of(ad_json_get(g, "maxCampaignDailyBudget"),
			       &space->max_campaign_daily_budget))
		space->max_campaign_daily_budget = 0;
	if (!ad_json_micros_of(ad_json_get(g, "maxTotalDailyBudget"),
			       &space->max_total_daily_budget))
		space->max_total_daily_budget = 0;
	if (!ad_json_int64(ad_json_get(g, "maxBudgetIncreasePercent"),
			   &space->max_budget_increase_percent))
		space->max_budget_increase_percent = -1;
	if (!ad_json_micros_of(ad_json_get(g, "maxBid"), &space->max_bid))
		space->max_bid = 0;
	space->allowed_platforms = 0;
	cJSON_ArrayForEach(item, ad_json_get(g, "allowedPlatforms")) space->allowed_platforms |=
		1u << ad_platform_of(ad_json_text(item));
	space->blocked_terms = take_terms(arena, ad_json_get(g, "blockedTerms"));
	ad_str_put(space->require_approval_live, sizeof(space->require_approval_live),
		   ad_json_text(ad_json_get(approval, "live")));
	ad_str_put(space->require_approval_test, sizeof(space->require_approval_test),
		   ad_json_text(ad_json_get(approval, "test")));
	space->require_second_factor = cJSON_IsTrue(ad_json_get(g, "requireSecondFactor"));
}

static void space_guardrails_suggest(struct ad_call *call)
{
	ad_fault_suggest(call, "Only an owner can loosen guardrails, in the application (Space "
			       "settings) and with the password confirmed.");
}

static void only_lower(struct ad_call *call, const char *name, struct ad_str now)
{
	struct ad_str path = ad_arena_printf(call->arena, "guardrails.%s", name);
	ad_fault(call, path.p, "LOOSENS", "%s can only be lowered here; the current value is %.*s.",
		 path.p, AD_FMT(now));
	space_guardrails_suggest(call);
}

static struct ad_str space_guardrails_money(struct ad_call *call, int64_t micros)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_micros(&j, micros);
	return ad_text_str(&text);
}

/* none: the value for "no limit" */
static bool space_guardrails_looser(int64_t before, int64_t after, int64_t none)
{
	return before != none && (after == none || after > before);
}

static int space_guardrails_rank(const char *rule)
{
	return strcmp(rule, "ALWAYS") == 0 ? 2 : strcmp(rule, "CONNECTOR") == 0;
}

static void check_approval(struct ad_call *call, const char *environment, const char *before,
			   const char *after)
{
	if (space_guardrails_rank(after) >= space_guardrails_rank(before))
		return;
	struct ad_str path =
		ad_arena_printf(call->arena, "guardrails.requireApproval.%s", environment);
	ad_fault(call, path.p, "LOOSENS",
		 "%s can only change from NEVER to CONNECTOR to ALWAYS here; the current value is "
		 "%s.",
		 path.p, before);
	space_guardrails_suggest(call);
}

static void check_terms(struct ad_call *call, const char *before, const char *after)
{
	struct ad_json_error err;
	const cJSON *had = ad_json_parse(call->arena, ad_str(before), &err), *item;
	const cJSON *has = ad_json_parse(call->arena, ad_str(after), &err);
	cJSON_ArrayForEach(item, had)
	{
		if (space_guardrails_holds(has, ad_json_text(item)))
			continue;
		ad_fault(call, "guardrails.blockedTerms", "LOOSENS",
			 "Terms cannot be removed from guardrails.blockedTerms here; \"%.*s\" is "
			 "missing.",
			 AD_FMT(ad_json_text(item)));
		space_guardrails_suggest(call);
		return;
	}
}

static void check_platforms(struct ad_call *call, uint32_t before, uint32_t after)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		if (!(after & ~before & (1u << i)))
			continue;
		ad_fault(call, "guardrails.allowedPlatforms", "LOOSENS",
			 "Platforms cannot be added to guardrails.allowedPlatforms here; %s is "
			 "currently not allowed.",
			 ad_platform_name((enum ad_platform)i));
		space_guardrails_suggest(call);
		return;
	}
}

void ad_space_loosened(struct ad_call *call, const struct ad_space *before,
		       const struct ad_space *after)
{
	if (space_guardrails_looser(before->max_campaign_daily_budget,
				    after->max_campaign_daily_budget, 0))
		only_lower(call, "maxCampaignDailyBudget",
			   space_guardrails_money(call, before->max_campaign_daily_budget));
	if (space_guardrails_looser(before->max_total_daily_budget, after->max_total_daily_budget,
				    0))
		only_lower(call, "maxTotalDailyBudget",
			   space_guardrails_money(call, before->max_total_daily_budget));
	if (space_guardrails_looser(before->max_budget_increase_percent,
				    after->max_budget_increase_percent, -1))
		only_lower(call, "maxBudgetIncreasePercent",
			   ad_arena_printf(call->arena, "%lld",
					   (long long)before->max_budget_increase_percent));
	if (space_guardrails_looser(before->max_bid, after->max_bid, 0))
		only_lower(call, "maxBid", space_guardrails_money(call, before->max_bid));
	check_platforms(call, before->allowed_platforms, after->allowed_platforms);
	check_terms(call, before->blocked_terms, after->blocked_terms);
	check_approval(call, "live", before->require_approval_live, after->require_approval_live);
	check_approval(call, "test", before->require_approval_test, after->require_approval_test);
	if (!before->require_second_factor || after->require_second_factor)
		return;
	ad_fault(call, "guardrails.requireSecondFactor", "LOOSENS",
		 "guardrails.requireSecondFactor can only change to true here.");
	space_guardrails_suggest(call);
}
