/*
 * POST pixels/{id}/conversion_events. The account's pixel has the account's id. One event that is
 * wrong refuses all of the call; of one type and conversion_id one event counts in two days, and
 * another after that. What comes with a test_id is counted nowhere.
 */
#include <stdio.h>
#include <string.h>

#include "../event_log.h"
#include "reddit.h"

enum {
	EVENT_DAYS = 7,
	DAY = 86400,
	ONCE = 2 * DAY,
};

/* True if the event has an identifier by which the platform finds people. */
static bool finds_anyone(const cJSON *event)
{
	static const char *const keys[] = { "email", "phone_number", "external_id", "ip_address",
					    "aaid",  "idfa",         "uuid" };
	const cJSON *user = json_at(event, "user");
	if (rd_set(event, "click_id"))
		return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (rd_set(user, keys[i]))
			return true;
	return false;
}

static void reddit_events_check(struct rd_call *call, const cJSON *event, int index)
{
	double at = json_double(event, "event_at", 0) / 1000;
	const cJSON *type = json_at(event, "type"), *data = json_at(event, "metadata");
	const char *currency = json_text(data, "currency");
	char field[80];
	snprintf(field, sizeof(field), "data/events/%d/event_at", index);
	if (at < (double)(call->now - EVENT_DAYS * DAY) || at > (double)(call->now + 300))
		rd_fault(call->faults, field, "event_at must be within the last 7 days");
	snprintf(field, sizeof(field), "data/events/%d/type", index);
	if (rd_is(type, "tracking_type", "CUSTOM") != rd_set(type, "custom_event_name"))
		rd_fault(call->faults, field,
			 "custom_event_name goes with CUSTOM, and only with it");
	snprintf(field, sizeof(field), "data/events/%d/metadata", index);
	if (currency &&
	    (strlen(currency) != 3 || strspn(currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != 3))
		rd_fault(call->faults, field, "invalid currency: %s", currency);
	snprintf(field, sizeof(field), "data/events/%d/user", index);
	if (!finds_anyone(event))
		rd_fault(call->faults, field, "missing click_id or user");
}

/* Counts an event unless one of its type and conversion_id was counted in the last two days. */
static void reddit_events_keep(struct rd_call *call, const cJSON *event)
{
	static const struct event_log log = { RD_EVENT, "reddit/events", ONCE };
	const cJSON *type = json_at(event, "type");
	const char *id = json_text(json_at(event, "metadata"), "conversion_id");
	const char *custom = json_text(type, "custom_event_name");
	char name[700] = "";
	if (id && *id)
		snprintf(name, sizeof(name), "%s %s %s", json_text(type, "tracking_type"),
			 custom ? custom : "", id);
	event_log_add(call->sandbox->store, call->account.id, &log, name, event, call->now);
}

static void reddit_events_collect(void *context, const char *tail, cJSON *value)
{
	(void)tail;
	cJSON_DeleteItemFromObject(value, "_received");
	cJSON_AddItemToArray(context, value);
}

void rd_events_show(struct sandbox *sandbox, const char *account, cJSON *list)
{
	store_walk(sandbox->store, account, RD_EVENT, reddit_events_collect, list);
}

void rd_events(struct rd_call *call, const char *pixel, struct reply *reply)
{
	const cJSON *events = json_at(call->data, "events"), *event;
	char message[80];
	int n = 0;
	if (strcmp(pixel, call->account.id) != 0) {
		rd_refuse(reply, 404, "Pixel not found");
		return;
	}
	if (!call->faults->child) {
		cJSON_ArrayForEach(event, events)
		{
			reddit_events_check(call, event, n++);
		}
	}
	if (call->faults->child) {
		rd_refuse(reply, 400, json_text(call->faults->child, "message"));
		return;
	}
	store_begin(call->sandbox->store);
	if (!rd_set(call->data, "test_id")) {
		cJSON_ArrayForEach(event, events)
		{
			reddit_events_keep(call, event);
		}
	}
	store_commit(call->sandbox->store);
	call->committed = true;
	snprintf(message, sizeof(message), "Successfully processed %d conversion events.", n);
	cJSON *body = cJSON_CreateObject();
	json_set_text(json_object(body, "data"), "message", message);
	reply_json(reply, 200, body);
}
