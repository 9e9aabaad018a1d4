/* An event: what happened that people want to be told of. */
#include "model/event_types.h"
#include "model/resource.h"
#include "model/scope.h"

static const char *const environments[] = { "test", "live", NULL };

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The event's id; webhooks send it as webhook-id.",
	  .example = "\"evt_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "type", .type = AD_T_ENUM,
	  .flags = AD_READ_ONLY | AD_NOT_NULL | AD_FILTER | AD_WALKED, .options = ad_event_names,
	  .doc = "The event type.", .example = "\"run.ended\"" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Time of the event.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "environment", .type = AD_T_ENUM, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .options = environments, .doc = "The environment of the event.",
	  .example = "\"live\"" },
	{ .name = "data", .type = AD_T_ANY, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Ids, numbers and states; the fields depend on the type.",
	  .example = "{\"runId\":\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\",\"status\":\"SUCCEEDED\"}" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listEvents", .method = "GET", .path = "",
	  .success = 200, .summary = "List events",
	  .doc = "Lists the Space's events in the token's environment, newest first: at most "
		 "10,000 of the last 30 days, of the kinds that the token may read. Events of "
		 "accounts, tokens and grants require an OWNER's API token with people:read; "
		 "events of webhooks require an OWNER's API token." },
	{ .verb = AD_V_GET, .operation_id = "getEvent", .method = "GET", .path = "/:id",
	  .success = 200, .summary = "Get an event", .doc = "Returns one event by id." },
};

const struct ad_resource ad_resource_event = {
	.id = AD_R_EVENT,
	.name = "event",
	.path = "/events",
	.prefix = "evt",
	.shape = { "Event", "A notable event in a Space.", fields,
		   AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
