/* Campaigns. */
#include <stdio.h>
#include <string.h>

#include "meta.h"

static bool meta_campaign_is(const cJSON *object, const char *key, const char *word)
{
	const char *text = json_text(object, key);
	return text && strcmp(text, word) == 0;
}

static void check_objective(struct m_call *call)
{
	const char *objective = json_text(call->values, "objective");
	if (objective && strncmp(objective, "OUTCOME_", 8) != 0)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1815107,
					     .field = "objective",
					     .title = "Objective Is No Longer Available" },
			 "The objective %s cannot be chosen for new campaigns.", objective);
}

static void check_categories(struct m_call *call)
{
	const cJSON *list = json_at(call->values, "special_ad_categories");
	const cJSON *country;
	const cJSON *item;
	bool none = false;
	cJSON_ArrayForEach(item, list) none = none || strcmp(item->valuestring, "NONE") == 0;
	if (none && cJSON_GetArraySize(list) > 1)
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "special_ad_categories" },
			 "(#100) NONE cannot be combined with other special ad categories.");
	cJSON_ArrayForEach(country, json_at(call->values, "special_ad_category_country"))
	{
		const char *code = country->valuestring;
		if (strlen(code) != 2 || strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 2)
			m_refuse(call,
				 (struct m_refusal){ .code = 100,
						     .field = "special_ad_category_country" },
				 "(#100) Param special_ad_category_country must be one of the "
				 "values that it has.");
	}
}

/* The budget of the campaign as it shall stand. */
static void meta_campaign_check_budget(struct m_call *call, const cJSON *campaign, bool make)
{
	const cJSON *daily = json_at(campaign, "daily_budget");
	const cJSON *lifetime = json_at(campaign, "lifetime_budget");
	const cJSON *shared = json_at(campaign, "is_adset_budget_sharing_enabled");
	long long least = m_least_budget(call->account.currency);
	bool any = daily || lifetime;
	if (daily && lifetime)
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "lifetime_budget" },
			 "(#100) A campaign has a daily or a lifetime budget, not both.");
	if (make && !any && !shared)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 4834011,
					     .field = "is_adset_budget_sharing_enabled" },
			 "Must specify True or False in is_adset_budget_sharing_enabled field");
	if (any && json_at(call->values, "is_adset_budget_sharing_enabled"))
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 4834002,
					     .field = "is_adset_budget_sharing_enabled" },
			 "is_adset_budget_sharing_enabled cannot be set with a campaign budget.");
	if (daily && daily->valuedouble < (double)least)
		m_refuse(call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1885272,
					     .field = "daily_budget",
					     .title = "Budget Is Too Low" },
			 "The daily budget must be at least %lld.", least);
	if (lifetime && !json_at(campaign, "stop_time"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "stop_time" },
			 "(#100) A lifetime budget needs a stop_time.");
	if (!any && json_at(campaign, "bid_strategy"))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "bid_strategy" },
			 "(#100) bid_strategy is for campaigns with a campaign budget.");
}

static void check_times(struct m_call *call, const cJSON *campaign)
{
	double start = json_double(campaign, "start_time", 0);
	double stop = json_double(campaign, "stop_time", 0);
	if (stop > 0 && stop <= start)
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "stop_time" },
			 "(#100) The end time must be behind the start time.");
}

void m_campaign_create(struct m_call *call)
{
	if (!m_check(call, &m_campaign_new))
		return;
	json_default_text(call->values, "status", "ACTIVE");
	json_default_text(call->values, "buying_type", "AUCTION");
	if (json_at(call->values, "daily_budget") || json_at(call->values, "lifetime_budget"))
		json_default_text(call->values, "bid_strategy", "LOWEST_COST_WITHOUT_CAP");
	check_objective(call);
	check_categories(call);
	meta_campaign_check_budget(call, call->values, true);
	check_times(call, call->values);
	m_made(call, M_CAMPAIGN, call->values);
}

/* Ad sets that a campaign's call names: the amounts go to them. */
static void meta_campaign_spread(struct m_call *call, const cJSON *campaign)
{
	const cJSON *amount;
	const cJSON *amounts = json_at(call->values, "adset_bid_amounts");
	cJSON_ArrayForEach(amount, amounts)
	{
		cJSON *adset =
			store_get(call->sandbox->store, call->account.id, M_ADSET, amount->string);
		if (!adset || !meta_campaign_is(adset, "campaign_id", json_text(campaign, "id")) ||
		    !cJSON_IsNumber(amount) || amount->valuedouble < 1) {
			m_refuse(call,
				 (struct m_refusal){ .code = 100, .field = "adset_bid_amounts" },
				 "(#100) adset_bid_amounts names no ad set of this campaign, or no "
				 "amount.");
		} else {
			json_set(adset, "bid_amount", cJSON_CreateNumber(amount->valuedouble));
			m_put(call, M_ADSET, adset);
		}
		cJSON_Delete(adset);
	}
}

struct need {
	struct m_call *call;
	const char *key;
};

static void meta_campaign_needs(void *context, const char *tail, cJSON *adset)
{
	struct need *need = context;
	(void)tail;
	if (!json_at(adset, need->key) && !meta_campaign_is(adset, "status", "DELETED"))
		m_refuse(need->call,
			 (struct m_refusal){ .code = 100,
					     .subcode = 1815857,
					     .field = "bid_strategy",
					     .title = "Bid Amount Required" },
			 "Each ad set needs %s for this bid strategy.", need->key);
	cJSON_Delete(adset);
}

/* With a cap each ad set must carry its number. */
static void check_strategy(struct m_call *call, const cJSON *campaign)
{
	struct need need = { call, "bid_amount" };
	struct store_object under = { .kind = M_ADSET, .parent = json_text(campaign, "id") };
	if (!meta_campaign_is(campaign, "bid_strategy", "COST_CAP") &&
	    !meta_campaign_is(campaign, "bid_strategy", "LOWEST_COST_WITH_BID_CAP"))
		return;
	store_walk_under(call->sandbox->store, call->account.id, &under, meta_campaign_needs,
			 &need);
}

static void meta_campaign_collect(void *context, const char *tail, cJSON *adset)
{
	(void)tail;
	cJSON_AddItemToArray(context, adset);
}

/* A budget of the campaign takes the place of those of its ad sets. */
static void end_own_budgets(struct m_call *call, const cJSON *campaign)
{
	struct store_object under = { .kind = M_ADSET, .parent = json_text(campaign, "id") };
	cJSON *adsets, *adset;
	if (!json_at(call->values, "daily_budget") && !json_at(call->values, "lifetime_budget"))
		return;
	adsets = cJSON_CreateArray();
	store_walk_under(call->sandbox->store, call->account.id, &under, meta_campaign_collect,
			 adsets);
	cJSON_ArrayForEach(adset, adsets)
	{
		if (!json_at(adset, "daily_budget") && !json_at(adset, "lifetime_budget"))
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(adset, "daily_budget");
		cJSON_DeleteItemFromObjectCaseSensitive(adset, "lifetime_budget");
		m_put(call, M_ADSET, adset);
	}
	cJSON_Delete(adsets);
}

void m_campaign_update(struct m_call *call, cJSON *campaign)
{
	const cJSON *item;
	if (!m_check(call, &m_campaign_change) || !m_status(call, campaign))
		return;
	check_objective(call);
	check_categories(call);
	if (json_at(call->values, "objective") &&
	    !meta_campaign_is(call->values, "objective", json_text(campaign, "objective")) &&
	    store_count(call->sandbox->store, call->account.id, M_ADSET, json_text(campaign, "id"),
			NULL))
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "objective" },
			 "(#100) The objective of a campaign with ad sets cannot change.");
	cJSON_ArrayForEach(item, call->values)
	{
		if (strncmp(item->string, "adset_", 6) == 0)
			continue;
		/* 0 clears the end. */
		if (strcmp(item->string, "stop_time") == 0 && item->valuedouble < 1)
			cJSON_DeleteItemFromObjectCaseSensitive(campaign, "stop_time");
		else
			json_set(campaign, item->string, cJSON_Duplicate(item, true));
	}
	meta_campaign_check_budget(call, campaign, false);
	check_times(call, campaign);
	meta_campaign_spread(call, campaign);
	if (json_at(call->values, "bid_strategy"))
		check_strategy(call, campaign);
	m_changed(call, M_CAMPAIGN, campaign);
	if (call->committed)
		end_own_budgets(call, campaign);
}
