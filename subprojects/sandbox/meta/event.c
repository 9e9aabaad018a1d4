/*
 * POST /{dataset}/events, the Conversions API, and which datasets there are (GET /act_…/adspixels).
 * The account's one has the account's number. One event that is wrong refuses all of the call; an
 * event of the same name and event_id counts once within 48 hours, and again after that.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../event_log.h"
#include "meta.h"

enum {
	EVENTS_MAX = 1000,
	DAY = 86400,
	WINDOW_DAYS = 7,
	STORE_DAYS = 62,
	ONCE = 48 * 3600,
	/* error_subcode */
	TOO_OLD = 2804003,
	WRONG_PARAMETER = 2804019,
	NOBODY = 2804050,
};

static bool meta_event_has_text(const cJSON *object, const char *key)
{
	const char *text = json_text(object, key);
	return text && *text;
}

static void meta_event_refuse(struct m_call *call, int index, int subcode, const char *what)
{
	char field[32];
	snprintf(field, sizeof(field), "data[%d]", index);
	m_refuse(call,
		 (struct m_refusal){ .code = 100,
				     .subcode = subcode,
				     .field = field,
				     .title = subcode == TOO_OLD  ? "Event Timestamp Too Old"
					      : subcode == NOBODY ? "No Customer Information"
								  : "Invalid Parameter" },
		 "%s", what);
}

/* True if the event has the members that every event needs. */
static bool meta_event_is_whole(struct m_call *call, const cJSON *event, int index)
{
	static const char *const needed[] = { "event_name", "event_time", "action_source",
					      "user_data" };
	char what[64];
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (json_at(event, needed[i]))
			continue;
		snprintf(what, sizeof(what), "An event needs its %s.", needed[i]);
		meta_event_refuse(call, index, WRONG_PARAMETER, what);
		return false;
	}
	return true;
}

static void meta_event_check_time(struct m_call *call, const cJSON *event, int index)
{
	long long at = json_long(event, "event_time", 0);
	bool store = strcmp(json_text(event, "action_source"), "physical_store") == 0;
	if (at > call->now + 60)
		meta_event_refuse(call, index, WRONG_PARAMETER, "The event_time is in the future.");
	else if (at < call->now - (long long)(store ? STORE_DAYS : WINDOW_DAYS) * DAY)
		meta_event_refuse(call, index, TOO_OLD,
				  "The timestamp for this event is too far in the past.");
}

static bool are_hashes(const cJSON *list)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		const char *text = item->valuestring;
		if (strlen(text) != 64 || strspn(text, "0123456789abcdef") != 64)
			return false;
	}
	return true;
}

static void check_person(struct m_call *call, const cJSON *event, int index)
{
	const cJSON *person = json_at(event, "user_data");
	const char *fbc = json_text(person, "fbc");
	bool web = strcmp(json_text(event, "action_source"), "website") == 0;
	if (!cJSON_GetArraySize(json_at(person, "em")) &&
	    !cJSON_GetArraySize(json_at(person, "ph")) &&
	    !cJSON_GetArraySize(json_at(person, "external_id")) && !fbc)
		meta_event_refuse(
			call, index, NOBODY,
			"This event does not have enough customer information parameter data to be "
			"used for matching.");
	if (!are_hashes(json_at(person, "em")) || !are_hashes(json_at(person, "ph")))
		meta_event_refuse(call, index, WRONG_PARAMETER,
				  "Customer information must be hashed.");
	if (fbc && strncmp(fbc, "fb.1.", 5) != 0)
		meta_event_refuse(call, index, WRONG_PARAMETER,
				  "The fbc is not formatted as it must be.");
	if (web && (!meta_event_has_text(event, "event_source_url") ||
		    !meta_event_has_text(person, "client_user_agent")))
		meta_event_refuse(call, index, WRONG_PARAMETER,
				  "A website event needs event_source_url and client_user_agent.");
}

static void check_worth(struct m_call *call, const cJSON *event, int index)
{
	const cJSON *data = json_at(event, "custom_data");
	const char *currency = json_text(data, "currency");
	bool worth = json_at(data, "value") != NULL;
	if (strcmp(json_text(event, "event_name"), "Purchase") == 0 && (!worth || !currency))
		meta_event_refuse(call, index, WRONG_PARAMETER,
				  "A Purchase needs value and currency.");
	if (worth && json_double(data, "value", -1) < 0)
		meta_event_refuse(call, index, WRONG_PARAMETER,
				  "The value must be a number from 0.");
	if (currency &&
	    (strlen(currency) != 3 || strspn(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3))
		meta_event_refuse(call, index, WRONG_PARAMETER, "The currency is none.");
}

/* Stores an event unless one of its name and event_id was received in the last 48 hours. */
static void meta_event_keep(struct m_call *call, const cJSON *event)
{
	static const struct event_log log = { M_EVENT, "meta/events", ONCE };
	char name[700] = "";
	if (meta_event_has_text(event, "event_id"))
		snprintf(name, sizeof(name), "%s %s", json_text(event, "event_name"),
			 json_text(event, "event_id"));
	event_log_add(call->sandbox->store, call->account.id, &log, name, event, call->now);
}

void m_datasets(struct m_call *call)
{
	const char *fields;
	cJSON *dataset;
	if (!m_check(call, &m_listing))
		return;
	fields = json_text(call->values, "fields");
	call->status = 200;
	call->answer = cJSON_CreateObject();
	dataset = cJSON_CreateObject();
	if (fields && strstr(fields, "name"))
		json_set_text(dataset, "name", "Sandbox dataset");
	json_set_text(dataset, "id", call->account.id);
	cJSON_AddItemToArray(json_array(call->answer, "data"), dataset);
}

void m_events(struct m_call *call)
{
	char trace[12];
	const cJSON *events, *event;
	int count, index = 0;
	if (!m_check(call, &m_events_sent))
		return;
	events = json_at(call->values, "data");
	count = cJSON_GetArraySize(events);
	if (count == 0 || count > EVENTS_MAX)
		m_refuse(call, (struct m_refusal){ .code = 100, .field = "data" },
			 "(#100) Param data must have between 1 and %d elements.", EVENTS_MAX);
	cJSON_ArrayForEach(event, events)
	{
		if (!meta_event_is_whole(call, event, index))
			return;
		meta_event_check_time(call, event, index);
		check_person(call, event, index);
		check_worth(call, event, index++);
	}
	if (m_refused(call))
		return;
	cJSON_ArrayForEach(event, events)
	{
		meta_event_keep(call, event);
	}
	call->status = 200;
	call->answer = cJSON_CreateObject();
	json_set(call->answer, "events_received", cJSON_CreateNumber(count));
	json_array(call->answer, "messages");
	random_text(trace, sizeof(trace) - 1);
	json_set_text(call->answer, "fbtrace_id", trace);
	call->committed = true;
}
