/*
 * Where and when campaigns show: location and radius criterions, the one on intent that comes with
 * the first, and hours.
 */
#include <stdio.h>
#include <string.h>

#include "microsoft.h"

#define EVERYBODY "PeopleInOrSearchingForOrViewingPages"

struct places {
	struct ms_call *call;
	const char *type;     /* of the wanted criterions, or NULL */
	const char *location; /* looked for, or NULL */
	cJSON *found;         /* of a reading, or NULL */
	bool any;
};

static const char *microsoft_criteria_type_of(const cJSON *value)
{
	return json_text(json_at(value, "Criterion"), "Type");
}

static void microsoft_criteria_look(void *context, const char *tail, cJSON *value)
{
	struct places *p = context;
	const char *status = json_text(value, "Status");
	const char *location = json_text(json_at(value, "Criterion"), "LocationId");
	(void)tail;
	if (strcmp(status, "Deleted") != 0 &&
	    (!p->type || strcmp(microsoft_criteria_type_of(value), p->type) == 0) &&
	    (!p->location || (location && strcmp(location, p->location) == 0))) {
		p->any = true;
		if (p->found) {
			ms_show(p->call, MK_CRITERION, value);
			cJSON_AddItemToArray(p->found, value);
			return;
		}
	}
	cJSON_Delete(value);
}

static bool microsoft_criteria_walk(struct places *p, const char *campaign)
{
	store_walk_under(p->call->sandbox->store, p->call->account.id,
			 &(struct store_object){ .kind = MK_CRITERION, .parent = campaign },
			 microsoft_criteria_look, p);
	return p->any;
}

static void microsoft_criteria_put(struct ms_call *call, const char *campaign, cJSON *value,
				   char id[24])
{
	ms_new_id(call, id);
	json_set_text(value, "Id", id);
	json_set_text(value, "CampaignId", campaign);
	json_set_text(value, "_parent", campaign);
	json_set_text(value, "Status", "Active");
	ms_store(call, MK_CRITERION, value);
	call->committed = true;
}

static void add_intent(struct ms_call *call, const char *campaign)
{
	char id[24];
	struct places p = { call, "LocationIntentCriterion", NULL, NULL, false };
	if (microsoft_criteria_walk(&p, campaign))
		return;
	cJSON *value = cJSON_CreateObject();
	json_set_text(value, "Type", "BiddableCampaignCriterion");
	cJSON *criterion = json_object(value, "Criterion");
	json_set_text(criterion, "Type", "LocationIntentCriterion");
	json_set_text(criterion, "IntentOption", EVERYBODY);
	microsoft_criteria_put(call, campaign, value, id);
	cJSON_Delete(value);
}

/* One error of an item, in a collection of its own. */
static void microsoft_criteria_refuse(struct ms_call *call, int index, enum ms_error error)
{
	cJSON *collection = cJSON_CreateObject();
	json_set_text(collection, "Type", "BatchErrorCollection");
	json_set(collection, "Index", cJSON_CreateNumber(index));
	json_set(collection, "Code", cJSON_CreateNumber(ms_errors[error].code));
	json_set_text(collection, "ErrorCode", ms_errors[error].symbol);
	json_set_text(collection, "Message", ms_errors[error].message);
	cJSON_AddItemToArray(json_array(collection, "BatchErrors"), ms_error_new(error, 0, NULL));
	cJSON_AddItemToArray(json_array(call->answer, "NestedPartialErrors"), collection);
}

static bool microsoft_criteria_targets(struct ms_call *call)
{
	const char *type = json_text(call->body, "CriterionType");
	int n = cJSON_GetArraySize(json_at(call->body, "CampaignCriterions"));
	if (!type || strcmp(type, "Targets") != 0)
		call->whole = ME_CRITERION_TYPE;
	else if (n == 0 || n > 100)
		call->whole = ME_NULL_ARRAY;
	return call->whole == ME_NONE;
}

/* Minutes after midnight; -1 if there are none such. */
static int microsoft_criteria_minutes(const cJSON *criterion, const char *hour, const char *minute)
{
	static const char *const quarters[] = { "Zero", "Fifteen", "Thirty", "FortyFive" };
	const char *word = json_text(criterion, minute);
	double hours = json_double(criterion, hour, -1);
	for (int i = 0; word && hours >= 0 && hours <= 24 && i < 4; i++)
		if (strcmp(word, quarters[i]) == 0)
			return (int)hours * 60 + i * 15;
	return -1;
}

struct interval {
	const cJSON *criterion;
	bool taken;
};

static void find_overlap(void *context, const char *tail, cJSON *value)
{
	struct interval *at = context;
	const cJSON *other = json_at(value, "Criterion");
	(void)tail;
	if (strcmp(json_text(value, "Status"), "Deleted") != 0 &&
	    strcmp(microsoft_criteria_type_of(value), "DayTimeCriterion") == 0 &&
	    strcmp(json_text(other, "Day"), json_text(at->criterion, "Day")) == 0 &&
	    microsoft_criteria_minutes(other, "FromHour", "FromMinute") <
		    microsoft_criteria_minutes(at->criterion, "ToHour", "ToMinute") &&
	    microsoft_criteria_minutes(at->criterion, "FromHour", "FromMinute") <
		    microsoft_criteria_minutes(other, "ToHour", "ToMinute"))
		at->taken = true;
	cJSON_Delete(value);
}

/* -90 to 900 percent. */
static bool is_adjustment(const cJSON *bid)
{
	double percent = json_double(bid, "Multiplier", -1000);
	return percent >= -90 && percent <= 900;
}

static enum ms_error fault_of_hours(struct ms_call *call, const cJSON *given, const char *campaign)
{
	const cJSON *criterion = json_at(given, "Criterion");
	int from = microsoft_criteria_minutes(criterion, "FromHour", "FromMinute");
	int to = microsoft_criteria_minutes(criterion, "ToHour", "ToMinute");
	const char *kind = json_text(given, "Type");
	struct interval at = { criterion, false };
	if (!kind || strcmp(kind, "BiddableCampaignCriterion") != 0)
		return ME_CRITERION_TYPE;
	if (!json_text(criterion, "Day") || from < 0 || to <= from || to > 24 * 60)
		return ME_HOURS_INTERVAL;
	if (!is_adjustment(json_at(given, "CriterionBid")))
		return ME_HOURS_ADJUSTMENT;
	store_walk_under(call->sandbox->store, call->account.id,
			 &(struct store_object){ .kind = MK_CRITERION, .parent = campaign },
			 find_overlap, &at);
	return at.taken ? ME_HOURS_OVERLAP : ME_NONE;
}

static enum ms_error fault_of_radius(const cJSON *given)
{
	const cJSON *criterion = json_at(given, "Criterion");
	double latitude = json_double(criterion, "LatitudeDegrees", 1000);
	double longitude = json_double(criterion, "LongitudeDegrees", 1000);
	const char *kind = json_text(given, "Type");
	if (!kind || strcmp(kind, "BiddableCampaignCriterion") != 0)
		return ME_CRITERION_TYPE;
	if (latitude < -90 || latitude > 90)
		return ME_LATITUDE;
	if (longitude < -180 || longitude > 180)
		return ME_LONGITUDE;
	return json_text(criterion, "RadiusUnit") ? ME_NONE : ME_RADIUS_UNIT;
}

/* True for the criterions with which the one on intent comes. */
static bool is_place(const char *type)
{
	return strcmp(type, "LocationCriterion") == 0 || strcmp(type, "RadiusCriterion") == 0;
}

static enum ms_error microsoft_criteria_fault_of(struct ms_call *call, const cJSON *given,
						 const char *campaign)
{
	const cJSON *criterion = json_at(given, "Criterion");
	const char *type = json_text(criterion, "Type"),
		   *place = json_text(criterion, "LocationId");
	if (!campaign || !ms_stands(call, MK_CAMPAIGN, campaign))
		return ME_CAMPAIGN_ID;
	if (type && strcmp(type, "DayTimeCriterion") == 0)
		return fault_of_hours(call, given, campaign);
	if (type && strcmp(type, "RadiusCriterion") == 0)
		return fault_of_radius(given);
	if (!type || strcmp(type, "LocationCriterion") != 0)
		return ME_CRITERION_TYPE;
	if (!place || strlen(place) > 8 || strcmp(place, "0") == 0)
		return ME_LOCATION;
	struct places p = { call, type, place, NULL, false };
	return microsoft_criteria_walk(&p, campaign) ? ME_CRITERION_EXISTS : ME_NONE;
}

void ms_criteria_add(struct ms_call *call, const struct ms_kind *unused)
{
	cJSON *ids = json_array(call->answer, "CampaignCriterionIds");
	const cJSON *given;
	int index = -1;
	(void)unused;
	json_array(call->answer, "NestedPartialErrors");
	if (!microsoft_criteria_targets(call))
		return;
	cJSON_ArrayForEach(given, json_at(call->body, "CampaignCriterions"))
	{
		char id[24];
		const char *campaign = json_text(given, "CampaignId");
		enum ms_error error = microsoft_criteria_fault_of(call, given, campaign);
		index++;
		if (error != ME_NONE) {
			microsoft_criteria_refuse(call, index, error);
			cJSON_AddItemToArray(ids, cJSON_CreateNull());
			continue;
		}
		cJSON *value = cJSON_Duplicate(given, true);
		microsoft_criteria_put(call, campaign, value, id);
		if (is_place(microsoft_criteria_type_of(value)))
			add_intent(call, campaign);
		cJSON_AddItemToArray(ids, cJSON_CreateString(id));
		cJSON_Delete(value);
	}
}

static cJSON *microsoft_criteria_standing(struct ms_call *call, const char *campaign,
					  const char *id)
{
	cJSON *value =
		id ? store_get(call->sandbox->store, call->account.id, MK_CRITERION, id) : NULL;
	const char *under = json_text(value, "_parent"), *status = json_text(value, "Status");
	if (value && campaign && strcmp(under, campaign) == 0 && strcmp(status, "Deleted") != 0)
		return value;
	cJSON_Delete(value);
	return NULL;
}

void ms_criteria_update(struct ms_call *call, const struct ms_kind *unused)
{
	const cJSON *given;
	int index = -1;
	(void)unused;
	json_array(call->answer, "NestedPartialErrors");
	if (!microsoft_criteria_targets(call))
		return;
	cJSON_ArrayForEach(given, json_at(call->body, "CampaignCriterions"))
	{
		const cJSON *criterion = json_at(given, "Criterion");
		cJSON *value = microsoft_criteria_standing(call, json_text(given, "CampaignId"),
							   json_text(given, "Id"));
		const char *type = json_text(criterion, "Type");
		const char *intent = json_text(criterion, "IntentOption");
		index++;
		if (!value) {
			microsoft_criteria_refuse(call, index, ME_CRITERION_ID);
		} else if (!type || strcmp(type, microsoft_criteria_type_of(value)) != 0) {
			microsoft_criteria_refuse(call, index, ME_CRITERION_TYPE);
		} else if (strcmp(type, "LocationIntentCriterion") == 0 && !intent) {
			microsoft_criteria_refuse(call, index, ME_INTENT);
		} else {
			json_set(value, "Criterion", cJSON_Duplicate(criterion, true));
			ms_store(call, MK_CRITERION, value);
			call->committed = true;
		}
		cJSON_Delete(value);
	}
}

void ms_criteria_delete(struct ms_call *call, const struct ms_kind *unused)
{
	const char *campaign = json_text(call->body, "CampaignId");
	cJSON *errors = json_array(call->answer, "PartialErrors");
	const cJSON *list = json_at(call->body, "CampaignCriterionIds"), *id;
	int index = -1;
	(void)unused;
	if (!campaign || !ms_stands(call, MK_CAMPAIGN, campaign))
		call->whole = ME_CAMPAIGN_ID;
	else if (cJSON_GetArraySize(list) == 0 || cJSON_GetArraySize(list) > 100)
		call->whole = ME_NULL_ARRAY;
	if (call->whole != ME_NONE)
		return;
	cJSON_ArrayForEach(id, list)
	{
		cJSON *value = microsoft_criteria_standing(call, campaign, id->valuestring);
		bool intent = value && strcmp(microsoft_criteria_type_of(value),
					      "LocationIntentCriterion") == 0;
		index++;
		if (!value || intent) {
			cJSON_AddItemToArray(
				errors, ms_error_new(intent ? ME_INTENT_DELETE : ME_CRITERION_ID,
						     index, NULL));
		} else {
			json_set_text(value, "Status", "Deleted");
			ms_store(call, MK_CRITERION, value);
			call->committed = true;
		}
		cJSON_Delete(value);
	}
}

void ms_criteria_read(struct ms_call *call, const struct ms_kind *unused)
{
	const char *campaign = json_text(call->body, "CampaignId");
	const char *type = json_text(call->body, "CriterionType");
	char wanted[64] = "";
	(void)unused;
	/* One concrete type at a time: Targets is for writing. */
	if (!type || strcmp(type, "Targets") == 0 || strchr(type, ',')) {
		call->whole = ME_CRITERION_TYPE;
		return;
	}
	if (!campaign || !ms_stands(call, MK_CAMPAIGN, campaign)) {
		call->whole = ME_CAMPAIGN_ID;
		return;
	}
	snprintf(wanted, sizeof(wanted), "%sCriterion", type);
	struct places p = { call, wanted, NULL, json_array(call->answer, "CampaignCriterions"),
			    false };
	microsoft_criteria_walk(&p, campaign);
	json_array(call->answer, "PartialErrors");
}
