/* Ad sets. */
#include <string.h>

#include "meta.h"

/* The optimisation goals that each objective allows. */
static const struct {
	const char *objective, *goals;
} matrix[] = {
	{ "OUTCOME_TRAFFIC", " LANDING_PAGE_VIEWS LINK_CLICKS IMPRESSIONS REACH CONVERSATIONS " },
	{ "OUTCOME_AWARENESS", " REACH IMPRESSIONS AD_RECALL_LIFT THRUPLAY " },
	{ "OUTCOME_LEADS", " LEAD_GENERATION QUALITY_LEAD QUALITY_CALL OFFSITE_CONVERSIONS "
			   "LINK_CLICKS LANDING_PAGE_VIEWS " },
	{ "OUTCOME_SALES", " OFFSITE_CONVERSIONS VALUE CONVERSATIONS LINK_CLICKS IMPRESSIONS "
			   "REACH LANDING_PAGE_VIEWS " },
	{ "OUTCOME_APP_PROMOTION", " APP_INSTALLS APP_INSTALLS_AND_OFFSITE_CONVERSIONS VALUE " },
	{ "OUTCOME_ENGAGEMENT", " POST_ENGAGEMENT IMPRESSIONS REACH THRUPLAY PAGE_LIKES "
				"EVENT_RESPONSES CONVERSATIONS LINK_CLICKS OFFSITE_CONVERSIONS "
				"LANDING_PAGE_VIEWS " },
};

static bool meta_adset_is(const cJSON *object, const char *key, const char *word)
{
	const char *text = json_text(object, key);
	return text && strcmp(text, word) == 0;
}

static bool meta_adset_is_among(const char *list, const char *word)
{
	struct text padded = { 0 };
	text_format(&padded, " %s ", word);
	bool found = strstr(list, text_get(&padded)) != NULL;
	text_free(&padded);
	return found;
}

static void meta_adset_check_goal(struct m_call *call, const cJSON *adset, const cJSON *campaign)
{
	const char *goal = json_text(adset, "optimization_goal");
	const char *billing = json_text(adset, "billing_event");
	const char *objective = json_text(campaign, "objective");
	for (size_t i = 0; i < sizeof(matrix) / sizeof(matrix[0]); i++)
		if (strcmp(matrix[i].objective, objective) == 0 &&
		    !meta_adset_is_among(matrix[i].goals, goal))
			m_refuse(call,
				 (struct m_refusal){ .code = 100,
						     .subcode = 2490408,
						     .field = "optimization_goal",
						     .title = "Performance Goal Not Available" },
				 "The goal %s is not available with the objective %s.", goal,
				 objective);
	if (strcmp(billing, "IMPRESSIONS") != 0 && strcmp(billing, goal) != 0)
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1815117, .field = "billing_event" },
			 "The billing event %s does not go with the goal %s.", billing, goal);
}

static void check_promoted(struct m_call *call, const cJSON *adset)
{
	const cJSON *promoted = json_at(adset, "promoted_object");
	const char *goal = json_text(adset, "optimization_goal");
	if ((strcmp(goal, "OFFSITE_CONVERSIONS") == 0 || strcmp(goal, "VALUE") == 0) &&
	    !json_at(promoted, "custom_conversion_id") &&
	    (!json_at(promoted, "pixel_id") || !json_at(promoted, "custom_event_type")))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1815143,
					     .field = "promoted_object",
					     .title = "Pixel Required" },
			 "This goal needs promoted_object with pixel_id and custom_event_type.");
	if (meta_adset_is_among(
		    " LEAD_GENERATION QUALITY_LEAD PAGE_LIKES POST_ENGAGEMENT CONVERSATIONS ",
		    goal) &&
	    !json_at(promoted, "page_id"))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1885154,
					     .field = "promoted_object",
					     .title = "Page Required" },
			 "This goal needs promoted_object with page_id.");
}

static void meta_adset_check_budget(struct m_call *call, const cJSON *adset, const cJSON *campaign)
{
	const cJSON *daily = json_at(adset, "daily_budget");
	bool above = json_at(campaign, "daily_budget") || json_at(campaign, "lifetime_budget");
	bool here = daily || json_at(adset, "lifetime_budget");
	long long least = m_least_budget(call->account.currency);
	if (above && here)
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1885621, .field = "daily_budget" },
			 "The campaign has a budget: its ad sets have none.");
	if (!above && !here)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1487061,
					     .field = "daily_budget",
					     .title = "Budget Missing" },
			 "Neither the campaign nor the ad set has a budget.");
	if (daily && daily->valuedouble < (double)least)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1885272,
					     .field = "daily_budget",
					     .title = "Budget Is Too Low" },
			 "The daily budget must be at least %lld.", least);
	if (json_at(adset, "lifetime_budget") && !json_at(adset, "end_time"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "end_time" },
			 "(#100) A lifetime budget needs an end_time.");
}

static void check_bid(struct m_call *call, const cJSON *adset, const cJSON *campaign)
{
	bool own = json_at(adset, "bid_strategy") != NULL;
	const cJSON *from = own ? adset : campaign;
	bool capped = meta_adset_is(from, "bid_strategy", "COST_CAP") ||
		      meta_adset_is(from, "bid_strategy", "LOWEST_COST_WITH_BID_CAP");
	if (own && json_at(campaign, "bid_strategy"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "bid_strategy" },
			 "(#100) The campaign's bid strategy holds for its ad sets.");
	if (capped && json_double(adset, "bid_amount", 0) < 1)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1815857,
					     .field = "bid_amount",
					     .title = "Bid Amount Required" },
			 "This bid strategy needs bid_amount.");
	if (meta_adset_is(from, "bid_strategy", "LOWEST_COST_WITH_MIN_ROAS") &&
	    json_double(json_at(adset, "bid_constraints"), "roas_average_floor", 0) < 100)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1815857,
					     .field = "bid_constraints",
					     .title = "Minimum ROAS Required" },
			 "This bid strategy needs bid_constraints.roas_average_floor, from 100.");
	if (meta_adset_is(from, "bid_strategy", "LOWEST_COST_WITHOUT_CAP") &&
	    json_at(call->values, "bid_amount"))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1815858, .field = "bid_amount" },
			 "This bid strategy takes no bid_amount.");
}

static void check_all(struct m_call *call, const cJSON *adset, const cJSON *campaign)
{
	const cJSON *targeting = json_at(adset, "targeting");
	double end = json_double(adset, "end_time", 0);
	meta_adset_check_goal(call, adset, campaign);
	check_promoted(call, adset);
	meta_adset_check_budget(call, adset, campaign);
	check_bid(call, adset, campaign);
	m_targeting(call, targeting, campaign);
	if (end > 0 && end <= json_double(adset, "start_time", 0))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "end_time" },
			 "(#100) The end time must be behind the start time.");
	if (m_reaches_eu(targeting) &&
	    (!json_text(adset, "dsa_beneficiary") || !json_text(adset, "dsa_payor")))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 3858081,
					     .field = "dsa_beneficiary",
					     .title = "Beneficiary and Payer Required" },
			 "Ad sets that reach the European Union name dsa_beneficiary and "
			 "dsa_payor.");
}

void m_adset_create(struct m_call *call)
{
	cJSON *campaign = NULL;
	if (!m_check(call, &m_adset_new))
		return;
	json_default_text(call->values, "status", "ACTIVE");
	campaign = store_get(call->sandbox->store, call->account.id, M_CAMPAIGN,
			     json_text(call->values, "campaign_id"));
	if (!campaign || meta_adset_is(campaign, "status", "DELETED") ||
	    meta_adset_is(campaign, "status", "ARCHIVED"))
		m_refuse(call,
			 (struct m_refusal){
				 .code = 100, .subcode = 1487056, .field = "campaign_id" },
			 "The campaign of the ad set does not exist, or was deleted.");
	else
		check_all(call, call->values, campaign);
	m_made(call, M_ADSET, call->values);
	cJSON_Delete(campaign);
}

void m_adset_update(struct m_call *call, cJSON *adset)
{
	const cJSON *item;
	cJSON *campaign;
	if (!m_check(call, &m_adset_change) || !m_status(call, adset))
		return;
	cJSON_ArrayForEach(item, call->values)
	{
		/* 0 clears the end. */
		if (strcmp(item->string, "end_time") == 0 && item->valuedouble < 1)
			cJSON_DeleteItemFromObjectCaseSensitive(adset, "end_time");
		else
			json_set(adset, item->string, cJSON_Duplicate(item, true));
	}
	campaign = store_get(call->sandbox->store, call->account.id, M_CAMPAIGN,
			     json_text(adset, "campaign_id"));
	check_all(call, adset, campaign);
	m_changed(call, M_ADSET, adset);
	cJSON_Delete(campaign);
}
