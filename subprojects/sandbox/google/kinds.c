#include "google.h"
#include "op.h"

#include <stdio.h>
#include <string.h>

const struct g_kind g_kinds[K_COUNT] = {
	[K_CAMPAIGN_BUDGET] = { .json = "campaignBudget",
				.snake = "campaign_budget",
				.collection = "campaignBudgets",
				.message = &gm_campaign_budget,
				.request = &gm_mutate_campaign_budgets_request,
				.own_id = true,
				.create = budget_create,
				.update = budget_update,
				.remove = budget_remove },
	[K_CAMPAIGN] = { .json = "campaign",
			 .snake = "campaign",
			 .collection = "campaigns",
			 .message = &gm_campaign,
			 .request = &gm_mutate_campaigns_request,
			 .own_id = true,
			 .create = campaign_create,
			 .update = campaign_update },
	[K_CAMPAIGN_CRITERION] = { .json = "campaignCriterion",
				   .snake = "campaign_criterion",
				   .collection = "campaignCriteria",
				   .message = &gm_campaign_criterion,
				   .request = &gm_mutate_campaign_criteria_request,
				   .create = campaign_criterion_create,
				   .update = campaign_criterion_update },
	[K_AD_GROUP] = { .json = "adGroup",
			 .snake = "ad_group",
			 .collection = "adGroups",
			 .message = &gm_ad_group,
			 .request = &gm_mutate_ad_groups_request,
			 .own_id = true,
			 .create = ad_group_create,
			 .update = ad_group_update },
	[K_AD_GROUP_AD] = { .json = "adGroupAd",
			    .snake = "ad_group_ad",
			    .collection = "adGroupAds",
			    .message = &gm_ad_group_ad,
			    .request = &gm_mutate_ad_group_ads_request,
			    .create = ad_create,
			    .update = ad_update },
	[K_AD] = { .json = "ad",
		   .snake = "ad",
		   .collection = "ads",
		   .message = &gm_ad,
		   .request = &gm_mutate_ads_request,
		   .no_remove = true,
		   .update = ad_content_update },
	[K_AD_GROUP_CRITERION] = { .json = "adGroupCriterion",
				   .snake = "ad_group_criterion",
				   .collection = "adGroupCriteria",
				   .message = &gm_ad_group_criterion,
				   .request = &gm_mutate_ad_group_criteria_request,
				   .create = criterion_create,
				   .update = criterion_update },
	[K_ASSET] = { .json = "asset",
		      .snake = "asset",
		      .collection = "assets",
		      .message = &gm_asset,
		      .request = &gm_mutate_assets_request,
		      .own_id = true,
		      .no_remove = true,
		      .create = asset_create,
		      .update = asset_update },
	[K_CAMPAIGN_ASSET] = { .json = "campaignAsset",
			       .snake = "campaign_asset",
			       .collection = "campaignAssets",
			       .message = &gm_campaign_asset,
			       .request = &gm_mutate_campaign_assets_request,
			       .create = campaign_asset_create,
			       .update = asset_link_update },
	[K_AD_GROUP_ASSET] = { .json = "adGroupAsset",
			       .snake = "ad_group_asset",
			       .collection = "adGroupAssets",
			       .message = &gm_ad_group_asset,
			       .request = &gm_mutate_ad_group_assets_request,
			       .create = ad_group_asset_create,
			       .update = asset_link_update },
};

int g_parse_name(const char *name, char *account, char *tail, size_t room)
{
	char collection[40], rest[128];
	if (sscanf(name, "customers/%15[0-9]/%39[A-Za-z]/%127[^/]", account, collection, rest) != 3)
		return -1;
	if (strlen(name) != strlen("customers//") + strlen(account) + strlen(collection) + 1 +
				    strlen(rest) ||
	    strlen(rest) >= room)
		return -1;
	for (int k = 0; k < K_COUNT; k++) {
		if (strcmp(g_kinds[k].collection, collection) == 0) {
			snprintf(tail, room, "%s", rest);
			return k;
		}
	}
	return -1;
}

/* The tail of what an object hangs under: a campaign under its budget, the rest as one expects. */
static const char *const parents[K_COUNT] = {
	[K_CAMPAIGN] = "campaignBudget",    [K_CAMPAIGN_CRITERION] = "campaign",
	[K_AD_GROUP] = "campaign",          [K_AD_GROUP_AD] = "adGroup",
	[K_AD_GROUP_CRITERION] = "adGroup", [K_CAMPAIGN_ASSET] = "campaign",
	[K_AD_GROUP_ASSET] = "adGroup",
};

struct store_object g_columns(enum g_kind_id kind, const char *tail, const cJSON *value,
			      char *parent)
{
	const char *above = parents[kind] ? json_text(value, parents[kind]) : NULL;
	char account[16];
	parent[0] = '\0';
	if (above)
		g_parse_name(above, account, parent, G_TAIL_ROOM);
	const char *name = json_text(value, "name");
	const char *status = json_text(value, "status");
	/* An ad is found by its own id. */
	if (kind == K_AD_GROUP_AD && strchr(tail, '~'))
		name = strchr(tail, '~') + 1;
	/* Only shared budgets are unique by name. */
	if (kind == K_CAMPAIGN_BUDGET && !json_true(value, "explicitlyShared"))
		name = NULL;
	return (struct store_object){
		.kind = (int)kind,
		.tail = tail,
		.parent = parent,
		.name = name ? name : "",
		.status = status ? status : "ENABLED",
	};
}

void g_hide_private(cJSON *object)
{
	cJSON *next;
	for (cJSON *item = object->child; item; item = next) {
		next = item->next;
		if (item->string[0] == '_')
			cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
	}
}

void g_note_change(struct sandbox *sandbox, const char *account, const struct g_change *change)
{
	cJSON *event = cJSON_CreateObject();
	json_set_text(event, "changeResourceName", change->name);
	struct text type = { 0 };
	for (const char *s = g_kinds[change->kind].snake; *s; s++) {
		char upper = (char)(*s >= 'a' && *s <= 'z' ? *s - 'a' + 'A' : *s);
		text_put_n(&type, &upper, 1);
	}
	json_set_text(event, "changeResourceType", text_get(&type));
	text_free(&type);
	json_set_text(event, "resourceChangeOperation", change->operation);
	json_set_text(event, "clientType", change->client);
	json_set_text(event, "userEmail", "someone@sandbox.example");
	json_set_text(event, "changedFields", change->fields);
	store_add_change(sandbox->store, account, clock_now(sandbox), event);
	cJSON_Delete(event);
}
