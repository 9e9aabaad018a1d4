/*
 * The conversion goals of every account: two for offline conversions, Order and Lead, one of those
 * that is paused, and one of a web page.
 */
#include <stdio.h>
#include <string.h>

#include "microsoft.h"

static const struct goal {
	const char *id, *name, *type, *status, *category;
} goals[] = {
	{ "7001", "Order", "OfflineConversion", "Active", "Purchase" },
	{ "7002", "Lead", "OfflineConversion", "Active", "SubmitLeadForm" },
	{ "7003", "Order of last year", "OfflineConversion", "Paused", "Purchase" },
	{ "7004", "Thank-you page", "Url", "Active", "Purchase" },
};

enum {
	GOALS = sizeof(goals) / sizeof(goals[0]),
	IDS_MAX = 100
};

bool ms_goal_takes(const char *name)
{
	for (size_t i = 0; i < GOALS; i++)
		if (strcmp(goals[i].name, name) == 0 &&
		    strcmp(goals[i].type, "OfflineConversion") == 0)
			return strcmp(goals[i].status, "Active") == 0;
	return false;
}

static cJSON *goal_json(const struct ms_call *call, const struct goal *goal)
{
	cJSON *value = cJSON_CreateObject();
	cJSON *revenue = json_object(value, "Revenue");
	json_set_text(value, "Type", goal->type);
	json_set_text(value, "Id", goal->id);
	json_set_text(value, "Name", goal->name);
	json_set_text(value, "Status", goal->status);
	json_set_text(value, "Scope", "Account");
	json_set_text(value, "CountType", "All");
	json_set(value, "ConversionWindowInMinutes", cJSON_CreateNumber(43200));
	json_set_bool(value, "ExcludeFromBidding", false);
	json_set_text(value, "TrackingStatus", "NoRecentConversions");
	json_set_text(value, "GoalCategory", goal->category);
	json_set_text(revenue, "Type", "VariableValue");
	json_set(revenue, "Value", cJSON_CreateNumber(0));
	json_set_text(revenue, "CurrencyCode", call->account.currency);
	return value;
}

static bool microsoft_goals_is_asked(const cJSON *ids, const char *types, const struct goal *goal)
{
	const cJSON *id;
	bool named = !cJSON_GetArraySize(ids);
	cJSON_ArrayForEach(id, ids)
	{
		named = named || strcmp(id->valuestring, goal->id) == 0;
	}
	for (size_t n; types && *types; types += n + (types[n] == ',')) {
		n = strcspn(types, ",");
		if (named && strlen(goal->type) == n && strncmp(types, goal->type, n) == 0)
			return true;
	}
	return false;
}

void ms_goals_read(struct ms_call *call, const struct ms_kind *kind)
{
	const cJSON *ids = json_at(call->body, "ConversionGoalIds");
	cJSON *list = json_array(call->answer, "ConversionGoals");
	(void)kind;
	if (cJSON_GetArraySize(ids) > IDS_MAX)
		call->whole = ME_GOAL_IDS_LIMIT;
	else if (!json_text(call->body, "ConversionGoalTypes"))
		call->whole = ME_GOAL_TYPES;
	if (call->whole != ME_NONE)
		return;
	for (size_t i = 0; i < GOALS; i++)
		if (microsoft_goals_is_asked(ids, json_text(call->body, "ConversionGoalTypes"),
					     &goals[i]))
			cJSON_AddItemToArray(list, goal_json(call, &goals[i]));
	json_array(call->answer, "PartialErrors");
}
