/* Rules of campaigns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"

static bool google_rules_campaign_text_is(const cJSON *object, const char *key, const char *text)
{
	const char *actual = json_text(object, key);
	return actual && strcmp(actual, text) == 0;
}

static void google_rules_campaign_check_name(struct g_op *op)
{
	const char *name = json_text(op->value, "name");
	if (!name || !*name || !op_touches(op, "name"))
		return;
	if (strpbrk(name, "\r\n"))
		op_fail(op, E_INVALID_CAMPAIGN_NAME, "name", name);
	if (g_length(name, false) > 256)
		op_fail(op, E_STRING_TOO_LONG, "name", name);
	struct store_object wanted = {
		.kind = K_CAMPAIGN, .tail = op->tail, .name = name, .parent = NULL
	};
	if (store_named(op->call->sandbox->store, op->call->account.id, &wanted))
		op_fail(op, E_DUPLICATE_CAMPAIGN_NAME, "name", name);
}

static void check_channel(struct g_op *op)
{
	static const char *const served[] = { "SEARCH", "DISPLAY", "SHOPPING", "PERFORMANCE_MAX",
					      "DEMAND_GEN" };
	const char *channel = json_text(op->value, "advertisingChannelType");
	if (!channel)
		return;
	for (size_t i = 0; i < sizeof(served) / sizeof(served[0]); i++) {
		if (strcmp(served[i], channel) != 0)
			continue;
		if (strcmp(channel, "SHOPPING") == 0 && !json_at(op->value, "shoppingSetting"))
			op_fail(op, E_MISSING_SHOPPING_SETTING, "shopping_setting", NULL);
		return;
	}
	op_fail(op, E_CHANNEL_NOT_AVAILABLE, "advertising_channel_type", channel);
}

/* Settings that belong to other types of campaign. */
static void check_settings(struct g_op *op)
{
	static const char *const others[][3] = {
		{ "hotelSetting", "hotel_setting", "HOTEL" },
		{ "localServicesCampaignSettings", "local_services_campaign_settings",
		  "LOCAL_SERVICES" },
		{ "travelCampaignSettings", "travel_campaign_settings", "TRAVEL" },
		{ "demandGenCampaignSettings", "demand_gen_campaign_settings", "DEMAND_GEN" },
		{ "videoCampaignSettings", "video_campaign_settings", "VIDEO" },
		{ "pmaxCampaignSettings", "pmax_campaign_settings", "PERFORMANCE_MAX" },
		{ "appCampaignSetting", "app_campaign_setting", "MULTI_CHANNEL" },
		{ "localCampaignSetting", "local_campaign_setting", "LOCAL" },
		{ "shoppingSetting", "shopping_setting", "SHOPPING" },
	};
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (json_at(op->value, others[i][0]) && op_touches(op, others[i][1]) &&
		    !google_rules_campaign_text_is(op->value, "advertisingChannelType",
						   others[i][2]) &&
		    !(i == 8 && google_rules_campaign_text_is(op->value, "advertisingChannelType",
							      "PERFORMANCE_MAX")))
			op_fail(op, E_SETTING_NOT_COMPATIBLE, others[i][1], NULL);
}

static void default_networks(struct g_op *op)
{
	bool search = google_rules_campaign_text_is(op->value, "advertisingChannelType", "SEARCH");
	bool display =
		google_rules_campaign_text_is(op->value, "advertisingChannelType", "DISPLAY");
	if (!search && !display)
		return;
	cJSON *networks = json_object(op->value, "networkSettings");
	json_default_bool(networks, "targetGoogleSearch", search);
	json_default_bool(networks, "targetSearchNetwork", search);
	json_default_bool(networks, "targetContentNetwork", display);
	json_default_bool(networks, "targetPartnerSearchNetwork", false);
}

static void check_networks(struct g_op *op)
{
	const cJSON *n = json_at(op->value, "networkSettings");
	if (!n || !op_touches(op, "network_settings"))
		return;
	bool google = json_true(n, "targetGoogleSearch");
	bool search = json_true(n, "targetSearchNetwork");
	bool content = json_true(n, "targetContentNetwork");
	if (google_rules_campaign_text_is(op->value, "advertisingChannelType", "DEMAND_GEN") ||
	    google_rules_campaign_text_is(op->value, "advertisingChannelType", "PERFORMANCE_MAX")) {
		op_fail(op, E_SETTING_NOT_COMPATIBLE, "network_settings", NULL);
		return;
	}
	if (!google && !search && !content)
		op_fail(op, E_NO_NETWORK, "network_settings", NULL);
	if (search && !google)
		op_fail(op, E_SEARCH_NETWORK_WITHOUT_GOOGLE,
			"network_settings.target_search_network", NULL);
	if (json_true(n, "targetPartnerSearchNetwork"))
		op_fail(op, E_PARTNER_NETWORK, "network_settings.target_partner_search_network",
			NULL);
}

/* Days of a month; 0 for a month that is none. */
static int month_days(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return month < 1 || month > 12 ? 0 : days[month - 1] + (month == 2 && leap);
}

/* True if the text is a date and time; otherwise notes the fault. */
static bool check_date_time(struct g_op *op, const char *field, const char *text)
{
	static const char shape[] = "dddd-dd-dd dd:dd:dd";
	bool good = strlen(text) == sizeof(shape) - 1;
	for (size_t i = 0; good && i < sizeof(shape) - 1; i++)
		good = shape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
	if (!good) {
		op_fail(op, E_DATE_TIME_FORMAT, field, text);
		return false;
	}
	int day = (int)sb_number(text + 8);
	if (day < 1 || day > month_days((int)sb_number(text), (int)sb_number(text + 5)) ||
	    (int)sb_number(text + 11) > 23 || (int)sb_number(text + 14) > 59 ||
	    (int)sb_number(text + 17) > 59) {
		op_fail(op, E_DATE_TIME_VALUES, field, text);
		return false;
	}
	return true;
}

static void check_start(struct g_op *op, const char *start)
{
	const char *before = json_text(op->before, "startDateTime");
	if (!start || !op_touches(op, "start_date_time") ||
	    !check_date_time(op, "start_date_time", start))
		return;
	if (strcmp(start + 11, "00:00:00") != 0)
		op_fail(op, E_START_OF_DAY, "start_date_time", start);
	if (before && strcmp(before, start) == 0)
		return;
	if (before && strncmp(before, op->call->today, 10) < 0)
		op_fail(op, E_ALREADY_STARTED, "start_date_time", start);
	else if (strncmp(start, op->call->today, 10) < 0)
		op_fail(op, E_DATE_TO_PAST, "start_date_time", start);
}

static void check_dates(struct g_op *op)
{
	const char *start = json_text(op->value, "startDateTime");
	const char *end = json_text(op->value, "endDateTime");
	check_start(op, start);
	if (!end || (!op_touches(op, "end_date_time") && !op_touches(op, "start_date_time")))
		return;
	if (op_touches(op, "end_date_time")) {
		if (!check_date_time(op, "end_date_time", end))
			return;
		if (strcmp(end + 11, "23:59:59") != 0)
			op_fail(op, E_END_OF_DAY, "end_date_time", end);
		if (strncmp(end, op->call->today, 10) < 0)
			op_fail(op, E_DATE_TO_PAST, "end_date_time", end);
	}
	if (start && strcmp(end, start) < 0)
		op_fail(op, E_START_AFTER_END, "end_date_time", end);
}

/* A shared budget is not for every type of campaign, a private one not for a second campaign. */
static void check_sharing(struct g_op *op, const cJSON *budget, const char *tail, bool same)
{
	bool alone =
		google_rules_campaign_text_is(op->value, "advertisingChannelType",
					      "PERFORMANCE_MAX") ||
		google_rules_campaign_text_is(op->value, "advertisingChannelType", "DEMAND_GEN");
	if (json_true(budget, "explicitlyShared")) {
		if (alone)
			op_fail(op, E_BUDGET_TYPE_NOT_COMPATIBLE, "campaign_budget", NULL);
	} else if (!same && store_count(op->call->sandbox->store, op->call->account.id, K_CAMPAIGN,
					tail, NULL)) {
		op_fail(op, E_BUDGET_IMPLICIT_FOR_MANY, "campaign_budget", NULL);
	}
}

static void google_rules_campaign_check_budget(struct g_op *op)
{
	char tail[G_TAIL_ROOM], old[G_TAIL_ROOM] = "", account[16];
	if (!op_touches(op, "campaign_budget") && !op_touches(op, "end_date_time"))
		return;
	const cJSON *budget = op_reference(op, "campaign_budget", K_CAMPAIGN_BUDGET, tail);
	if (!budget)
		return;
	const char *before = json_text(op->before, "campaignBudget");
	if (before)
		g_parse_name(before, account, old, sizeof(old));
	bool custom = google_rules_campaign_text_is(budget, "period", "CUSTOM_PERIOD");
	if (custom && !json_at(op->value, "endDateTime"))
		op_fail(op, E_END_REQUIRED_FOR_TOTAL, "end_date_time", NULL);
	bool same = strcmp(old, tail) == 0;
	check_sharing(op, budget, tail, same);
	const cJSON *was = before && !same ? op_load(op, K_CAMPAIGN_BUDGET, old) : NULL;
	if (was && custom != google_rules_campaign_text_is(was, "period", "CUSTOM_PERIOD"))
		op_fail(op, E_BUDGET_PERIOD_CHANGE, "campaign_budget", NULL);
}

/* For op_request_has: a criterion that keeps the campaign inside the declaration's reach. */
static bool reaches_eu(const cJSON *created, const char *campaign, const void *context)
{
	(void)context;
	if (!google_rules_campaign_text_is(created, "campaign", campaign))
		return false;
	const char *place = json_text(json_at(created, "location"), "geoTargetConstant");
	return json_at(created, "proximity") || json_at(created, "locationGroup") ||
	       (place && !json_true(created, "negative") && !g_outside_eu(place));
}

static bool targets_place(const cJSON *created, const char *campaign, const void *context)
{
	(void)context;
	return google_rules_campaign_text_is(created, "campaign", campaign) &&
	       json_at(created, "location") && !json_true(created, "negative");
}

/* From v26 a campaign that positively targets only places outside the EU needs no declaration. */
static void check_declaration(struct g_op *op)
{
	const char *declared = json_text(op->value, "containsEuPoliticalAdvertising");
	if (declared && strcmp(declared, "UNSPECIFIED") != 0) {
		cJSON_DeleteItemFromObjectCaseSensitive(op->value, "_undeclared");
		return;
	}
	if (op->verb == VERB_UPDATE) {
		if (op_touches(op, "contains_eu_political_advertising"))
			op_fail(op, E_FIELD_CANNOT_BE_CLEARED, "contains_eu_political_advertising",
				NULL);
		return;
	}
	bool exempt = op->call->version >= 26 &&
		      op_request_has(op, K_CAMPAIGN_CRITERION, targets_place, NULL) &&
		      !op_request_has(op, K_CAMPAIGN_CRITERION, reaches_eu, NULL);
	if (!exempt)
		op_fail(op, E_REQUIRED, "contains_eu_political_advertising", NULL);
}

static bool links_asset(const cJSON *created, const char *campaign, const void *field_type)
{
	return google_rules_campaign_text_is(created, "campaign", campaign) &&
	       google_rules_campaign_text_is(created, "fieldType", (const char *)field_type);
}

static void check_brand(struct g_op *op)
{
	if (!google_rules_campaign_text_is(op->value, "advertisingChannelType", "PERFORMANCE_MAX"))
		return;
	json_default_bool(op->value, "brandGuidelinesEnabled", true);
	if (!json_true(op->value, "brandGuidelinesEnabled"))
		return;
	if (!op_request_has(op, K_CAMPAIGN_ASSET, links_asset, "BUSINESS_NAME"))
		op_fail(op, E_BUSINESS_NAME_NOT_LINKED, "", NULL);
	if (!op_request_has(op, K_CAMPAIGN_ASSET, links_asset, "LOGO"))
		op_fail(op, E_LOGO_NOT_LINKED, "", NULL);
}

void campaign_create(struct g_op *op)
{
	json_default_text(op->value, "status", "ENABLED");
	if (google_rules_campaign_text_is(op->value, "status", "UNSPECIFIED"))
		json_set_text(op->value, "status", "ENABLED");
	default_networks(op);
	google_rules_campaign_check_name(op);
	check_channel(op);
	check_settings(op);
	check_networks(op);
	check_dates(op);
	google_rules_campaign_check_budget(op);
	bidding_rules(op);
	check_declaration(op);
	check_brand(op);
	if (!json_at(op->value, "startDateTime")) {
		char start[20];
		snprintf(start, sizeof(start), "%.10s 00:00:00", op->call->today);
		json_set_text(op->value, "startDateTime", start);
	}
	cJSON *geo = json_object(op->value, "geoTargetTypeSetting");
	json_default_text(geo, "positiveGeoTargetType", "PRESENCE_OR_INTEREST");
	json_default_text(geo, "negativeGeoTargetType", "PRESENCE");
	op_new_id(op, K_CAMPAIGN, op->tail);
	json_set_text(op->value, "id", op->tail);
}

void campaign_update(struct g_op *op)
{
	google_rules_campaign_check_name(op);
	check_settings(op);
	check_networks(op);
	check_dates(op);
	google_rules_campaign_check_budget(op);
	bidding_rules(op);
	check_declaration(op);
}
