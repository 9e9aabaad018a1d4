/* A webhook: a URL of an owner's that events are sent to. */
#include "model/event_types.h"
#include "model/resource.h"
#include "model/scope.h"

static const struct ad_field delivery[] = {
	{ .name = "at", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "When it ended.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "eventId", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The event.",
	  .example = "\"evt_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "status", .type = AD_T_INT,
	  .doc = "The HTTP status of the answer; null where none came.", .example = "200" },
	{ .name = "error", .type = AD_T_TEXT,
	  .doc = "Null where the URL accepted the event, else URL_REFUSED, UNREACHABLE, TOO_SLOW, "
		 "HTTP_STATUS or SECRET_LOST.",
	  .example = "null" },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The webhook's id.", .example = "\"whk_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "url", .type = AD_T_URL, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "Where events are sent: https at port 443, at an address of the public internet.",
	  .example = "\"https://hooks.example.com/adcore\"" },
	{ .name = "events", .type = AD_T_LIST, .item = AD_T_ENUM, .min = 1,
	  .max = AD_EVENT_TYPE_COUNT, .options = ad_event_names,
	  .doc = "The types that are sent; null: all.", .example = "[\"run.ended\"]" },
	{ .name = "enabled", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "true",
	  .doc = "False: nothing is sent nor queued. A webhook that failed for a day is disabled.",
	  .example = "true" },
	{ .name = "secret", .type = AD_T_TEXT, .flags = AD_READ_ONLY,
	  .doc = "The key of the signatures; shown when it is made or rotated, else null.",
	  .example = "\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9mPjsXKIMPs=\"" },
	{ .name = "lastDelivery", .type = AD_T_OBJECT, .flags = AD_READ_ONLY, .members = delivery,
	  .member_count = AD_LEN(delivery), .doc = "The last try; null: there was none." },
	{ .name = "failures", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Tries that failed since the last one that succeeded.", .example = "0" },
	{ .name = "waiting", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Events that wait to be sent.", .example = "0" },
	{ .name = "missed", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Events that were never queued because 1,000 were waiting in the Space; GET "
		 "/events has them.",
	  .example = "0" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "When it was made.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "When it was last changed.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Counts changes; If-Match and expectedVersion compare it.", .example = "1" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listWebhooks", .method = "GET", .path = "",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "List webhooks",
	  .doc = "The webhooks of the Space in the token's environment, newest first. All actions "
		 "on webhooks need an OWNER's API token, never an OAuth grant's." },
	{ .verb = AD_V_GET, .operation_id = "getWebhook", .method = "GET", .path = "/:id",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "Get a webhook",
	  .doc = "One webhook by its id." },
	{ .verb = AD_V_CREATE, .operation_id = "createWebhook", .method = "POST", .path = "",
	  .scopes = AD_SYNC_WRITE, .success = 201, .summary = "Create a webhook",
	  .doc = "At most 10 in a Space and environment. The answer holds the secret, this one "
		 "time: a replay of the same Idempotency-Key does not." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateWebhook", .method = "PATCH", .path = "/:id",
	  .scopes = AD_SYNC_WRITE, .success = 200, .summary = "Change a webhook",
	  .doc = "A JSON merge patch (RFC 7396). Enabling it sends the events from then on." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteWebhook", .method = "DELETE",
	  .path = "/:id", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Delete a webhook",
	  .doc = "Deletes it at once, with the events that wait for it." },
	{ .verb = AD_V_TEST, .operation_id = "testWebhook", .method = "POST",
	  .path = "/:id/test", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Test a webhook",
	  .doc = "Sends an event of the type webhook.test now, also where the webhook is disabled, "
		 "and answers with the webhook: lastDelivery says what came of it." },
	{ .verb = AD_V_ROTATE, .operation_id = "rotateWebhookSecret", .method = "POST",
	  .path = "/:id/rotate-secret", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Rotate a webhook's secret",
	  .doc = "Makes a new secret, which the answer holds this one time; the old one signs "
		 "nothing from now on." },
};

const struct ad_resource ad_resource_webhook = {
	.id = AD_R_WEBHOOK,
	.name = "webhook",
	.path = "/webhooks",
	.prefix = "whk",
	.versioned = true,
	.shape = { "Webhook", "A URL that events are sent to.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
