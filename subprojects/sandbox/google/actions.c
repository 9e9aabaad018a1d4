/*
 * The conversion actions of every account: two for uploaded clicks, Order and Lead, one that a web
 * page reports to, and one that is shown no more.
 */
#include <stdio.h>
#include <string.h>

#include "google.h"

static const struct g_action actions[] = {
	{ "7000000001", "Order", "UPLOAD_CLICKS", "PURCHASE", "ENABLED" },
	{ "7000000002", "Lead", "UPLOAD_CLICKS", "IMPORTED_LEAD", "ENABLED" },
	{ "7000000003", "Thank-you page", "WEBPAGE", "PURCHASE", "ENABLED" },
	{ "7000000004", "Order of last year", "UPLOAD_CLICKS", "PURCHASE", "HIDDEN" },
};

const struct g_action *g_action_at(size_t i)
{
	return i < sizeof(actions) / sizeof(actions[0]) ? &actions[i] : NULL;
}

const struct g_action *g_action_find(const char *id)
{
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(actions[i].id, id) == 0)
			return &actions[i];
	return NULL;
}

cJSON *g_action_json(const struct g_call *call, const struct g_action *action)
{
	char name[96];
	cJSON *value = cJSON_CreateObject();
	snprintf(name, sizeof(name), "customers/%s/conversionActions/%s", call->account.id,
		 action->id);
	json_set_text(value, "resourceName", name);
	json_set_text(value, "id", action->id);
	json_set_text(value, "name", action->name);
	json_set_text(value, "status", action->status);
	json_set_text(value, "type", action->type);
	json_set_text(value, "origin", "WEBSITE");
	json_set_bool(value, "primaryForGoal", true);
	json_set_text(value, "category", action->category);
	snprintf(name, sizeof(name), "customers/%s", call->account.id);
	json_set_text(value, "ownerCustomer", name);
	json_set_bool(value, "includeInConversionsMetric", true);
	json_set_text(value, "clickThroughLookbackWindowDays", "30");
	json_set_text(value, "viewThroughLookbackWindowDays", "1");
	json_set_text(value, "countingType", "MANY_PER_CLICK");
	return value;
}
