/* A webhook: a URL of an owner's that events are sent to. */
#include "model/event_types.h"
#include "model/resource.h"
#include "model/scope.h"

static const struct ad_field delivery[] = {
	{ .name = "at", .type = AD_T_TIME, .flags = AD_NOT_NULL, .doc = "End time.",
	  .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "eventId", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The event's id.",
	  .example = "\"evt_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "status", .type = AD_T_INT,
	  .doc = "The HTTP status of the response; null if there was none.", .example = "200" },
	{ .name = "error", .type = AD_T_TEXT,
	  .doc = "Null if the URL accepted the event; otherwise URL_REFUSED, UNREACHABLE, "
		 "TOO_SLOW, HTTP_STATUS or SECRET_LOST.",
	  .example = "null" },
};

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "The webhook's id.", .example = "\"whk_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "url", .type = AD_T_URL, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 2048,
	  .doc = "Destination URL: https on port 443, at a public internet address.",
	  .example = "\"https://hooks.example.com/adcore\"" },
	{ .name = "events", .type = AD_T_LIST, .item = AD_T_ENUM, .min = 1,
	  .max = AD_EVENT_TYPE_COUNT, .options = ad_event_names,
	  .doc = "The event types to send; null: all.", .example = "[\"run.ended\"]" },
	{ .name = "enabled", .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "true",
	  .doc = "False: events are neither sent nor queued. A webhook that failed for one day is "
		 "disabled.",
	  .example = "true" },
	{ .name = "secret", .type = AD_T_TEXT, .flags = AD_READ_ONLY,
	  .doc = "The signing key; returned on creation and rotation, otherwise null.",
	  .example = "\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9mPjsXKIMPs=\"" },
	{ .name = "lastDelivery", .type = AD_T_OBJECT, .flags = AD_READ_ONLY, .members = delivery,
	  .member_count = AD_LEN(delivery), .doc = "The last delivery attempt; null: none yet." },
	{ .name = "failures", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Number of failed attempts since the last success.", .example = "0" },
	{ .name = "waiting", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Number of queued events.", .example = "0" },
	{ .name = "missed", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Number of events that were not queued because 1,000 events were waiting in the "
		 "Space; GET /events lists them.",
	  .example = "0" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Creation time.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "updatedAt", .type = AD_T_TIME, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Time of the last change.", .example = "\"2026-11-21T09:30:00.000Z\"" },
	{ .name = "version", .type = AD_T_INT, .flags = AD_READ_ONLY | AD_NOT_NULL,
	  .doc = "Number of changes; compared by If-Match and expectedVersion.", .example = "1" },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_LIST, .operation_id = "listWebhooks", .method = "GET", .path = "",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "List webhooks",
	  .doc = "Lists the Space's webhooks in the token's environment, newest first. All "
		 "webhook actions require an OWNER's API token; OAuth grants are rejected." },
	{ .verb = AD_V_GET, .operation_id = "getWebhook", .method = "GET", .path = "/:id",
	  .scopes = AD_SYNC_READ, .success = 200, .summary = "Get a webhook",
	  .doc = "Returns one webhook by id." },
	{ .verb = AD_V_CREATE, .operation_id = "createWebhook", .method = "POST", .path = "",
	  .scopes = AD_SYNC_WRITE, .success = 201, .summary = "Create a webhook",
	  .doc = "Creates a webhook; at most 10 per Space and environment. The response "
		 "contains the secret once; a replay with the same Idempotency-Key does not." },
	{ .verb = AD_V_UPDATE, .operation_id = "updateWebhook", .method = "PATCH", .path = "/:id",
	  .scopes = AD_SYNC_WRITE, .success = 200, .summary = "Change a webhook",
	  .doc = "Applies a JSON merge patch (RFC 7396). An enabled webhook receives events "
		 "from that time on." },
	{ .verb = AD_V_DELETE, .operation_id = "deleteWebhook", .method = "DELETE",
	  .path = "/:id", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Delete a webhook",
	  .doc = "Deletes the webhook and its queued events immediately." },
	{ .verb = AD_V_TEST, .operation_id = "testWebhook", .method = "POST",
	  .path = "/:id/test", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Test a webhook",
	  .doc = "Sends an event of type webhook.test immediately, even if the webhook is "
		 "disabled, and returns the webhook with the result in lastDelivery." },
	{ .verb = AD_V_ROTATE, .operation_id = "rotateWebhookSecret", .method = "POST",
	  .path = "/:id/rotate-secret", .scopes = AD_SYNC_WRITE, .success = 200,
	  .summary = "Rotate a webhook's secret",
	  .doc = "Creates a new secret and returns it once. The old secret is invalid "
		 "immediately." },
};

const struct ad_resource ad_resource_webhook = {
	.id = AD_R_WEBHOOK,
	.name = "webhook",
	.path = "/webhooks",
	.prefix = "whk",
	.versioned = true,
	.shape = { "Webhook", "A URL that receives events.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};
