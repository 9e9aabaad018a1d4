/* Which resources can be queried, and what beside each. */
#include <string.h>

#include "query.h"

static const struct q_resource resources[] = {
	{ "customer", "customer", &gm_customer, Q_CUSTOMER, K_COUNT, " ", true },
	{ "campaign", "campaign", &gm_campaign, Q_STORED, K_CAMPAIGN, " customer campaign_budget ",
	  true },
	{ "campaign_budget", "campaignBudget", &gm_campaign_budget, Q_STORED, K_CAMPAIGN_BUDGET,
	  " customer ", false },
	{ "campaign_criterion", "campaignCriterion", &gm_campaign_criterion, Q_STORED,
	  K_CAMPAIGN_CRITERION, " customer campaign ", false },
	{ "ad_group", "adGroup", &gm_ad_group, Q_STORED, K_AD_GROUP, " customer campaign ", true },
	{ "ad_group_ad", "adGroupAd", &gm_ad_group_ad, Q_STORED, K_AD_GROUP_AD,
	  " customer campaign ad_group ", true },
	{ "ad_group_criterion", "adGroupCriterion", &gm_ad_group_criterion, Q_STORED,
	  K_AD_GROUP_CRITERION, " customer campaign ad_group ", false },
	{ "keyword_view", "keywordView", &gm_keyword_view, Q_STORED, K_AD_GROUP_CRITERION,
	  " customer campaign ad_group ad_group_criterion ", true },
	{ "asset", "asset", &gm_asset, Q_STORED, K_ASSET, " customer ", false },
	{ "campaign_asset", "campaignAsset", &gm_campaign_asset, Q_STORED, K_CAMPAIGN_ASSET,
	  " customer campaign asset ", false },
	{ "ad_group_asset", "adGroupAsset", &gm_ad_group_asset, Q_STORED, K_AD_GROUP_ASSET,
	  " customer campaign ad_group asset ", false },
	{ "conversion_action", "conversionAction", &gm_conversion_action, Q_ACTIONS, K_COUNT,
	  " customer ", false },
	{ "customer_client", "customerClient", &gm_customer_client, Q_CUSTOMER, K_COUNT,
	  " customer ", false },
	{ "geo_target_constant", "geoTargetConstant", &gm_geo_target_constant, Q_PLACES, K_COUNT,
	  " ", false },
	{ "language_constant", "languageConstant", &gm_language_constant, Q_LANGUAGES, K_COUNT, " ",
	  false },
	{ "change_event", "changeEvent", &gm_change_event, Q_CHANGES, K_COUNT,
	  " customer campaign ad_group ", false },
	{ "search_term_view", "searchTermView", &gm_search_term_view, Q_NOTHING, K_COUNT,
	  " customer campaign ad_group ", true },
	{ "geographic_view", "geographicView", &gm_geographic_view, Q_NOTHING, K_COUNT,
	  " customer campaign ad_group ", true },
	{ "metrics", "metrics", &gm_metrics, Q_NOTHING, K_COUNT, NULL, false },
	{ "segments", "segments", &gm_segments, Q_NOTHING, K_COUNT, NULL, false },
};

const struct q_resource *q_resource_named(const char *snake, size_t size)
{
	for (size_t i = 0; i < sizeof(resources) / sizeof(resources[0]); i++)
		if (strlen(resources[i].snake) == size &&
		    strncmp(resources[i].snake, snake, size) == 0)
			return &resources[i];
	return NULL;
}
