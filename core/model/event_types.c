#include "model/event_types.h"

#include "model/resource.h"
#include "model/scope.h"

static const struct ad_event_row rows[AD_EVENT_TYPE_COUNT] = {
	[AD_EVENT_PUSH_AWAITS_APPROVAL] = { "push.awaiting_approval", "sync",
					    "A push awaits a person's approval.",
					    "runId, mode, status, operations, succeeded, planHash, "
					    "createdBy" },
	[AD_EVENT_RUN_ENDED] = { "run.ended", "sync", "A push or pull ended.",
				 "runId, mode, status, operations, succeeded, planHash, "
				 "createdBy" },
	[AD_EVENT_DRIFT_FOUND] = { "drift.found", NULL,
				   "Objects on a platform differ from their last synced state.",
				   "count, objects (resource, id, platform; the first 50)" },
	[AD_EVENT_AD_DISAPPROVED] = { "ad.disapproved", NULL,
				      "A platform's review disapproved ads or other objects.",
				      "count, objects (resource, id, platform, campaignId, "
				      "reviewStatus; the first 50)" },
	[AD_EVENT_AD_LIMITED] = { "ad.limited", NULL,
				  "A platform's review limits the delivery of ads or other "
				  "objects.",
				  "count, objects (resource, id, platform, campaignId, "
				  "reviewStatus; the first 50)" },
	[AD_EVENT_KILL_SWITCH_ON] = { "kill_switch.on", "space",
				      "The kill switch was activated: pushes are blocked.", "by" },
	[AD_EVENT_KILL_SWITCH_OFF] = { "kill_switch.off", "space",
				       "The kill switch was deactivated.", "by" },
	[AD_EVENT_SPEND_ALARM] = { "spend.alarm", "campaign",
				   "The daily budgets of all pushed campaigns reached 80 or 100 "
				   "percent of maxTotalDailyBudget.",
				   "percent, total, limit, currency, runId" },
	[AD_EVENT_STORAGE_ALARM] = { "storage.alarm", "asset",
				     "The assets of the Space's owner reached 80 or 100 percent of "
				     "the bytes that the plan allows.",
				     "percent, bytes, limit" },
	[AD_EVENT_CONNECTION_CONNECTED] = { "connection.connected", "connection",
					    "An ad account was connected.",
					    "connectionId, platform, by" },
	[AD_EVENT_CONNECTION_EXPIRED] = { "connection.expired", "connection",
					  "A platform no longer accepts the connection's "
					  "credentials.",
					  "connectionId, platform, by" },
	[AD_EVENT_CONNECTION_REVOKED] = { "connection.revoked", "connection",
					  "An ad account was disconnected.",
					  "connectionId, platform, by" },
	[AD_EVENT_MEMBER_ADDED] = { "member.added", "space", "A member was added to the Space.",
				    "accountId, role, by" },
	[AD_EVENT_MEMBER_CHANGED] = { "member.changed", "space", "A member's role was changed.",
				      "accountId, role, by" },
	[AD_EVENT_MEMBER_REMOVED] = { "member.removed", "space",
				      "A member was removed from the Space.",
				      "accountId, role, by" },
	[AD_EVENT_TOKEN_CREATED] = { "token.created", "token", "An API token was created.",
				     "tokenId, by" },
	[AD_EVENT_TOKEN_ROTATED] = { "token.rotated", "token",
				     "The secret of an API token was rotated.", "tokenId, by" },
	[AD_EVENT_TOKEN_REVOKED] = { "token.revoked", "token", "An API token was revoked.",
				     "tokenId, by" },
	[AD_EVENT_GRANT_CREATED] = { "grant.created", "grant",
				     "An app was granted access to the Space.", "grantId, by" },
	[AD_EVENT_GRANT_REVOKED] = { "grant.revoked", "grant", "An app's access was revoked.",
				     "grantId, by" },
	[AD_EVENT_SIGN_IN_REFUSED] = { "sign_in.refused", "account",
				       "Further sign-in attempts are rejected after too many "
				       "failures.",
				       "accountId, reason" },
	[AD_EVENT_ACCOUNT_CHANGED] = { "account.changed", "account",
				       "The password or the second factor of an account changed.",
				       "accountId, changed, by" },
	[AD_EVENT_WEBHOOK_DISABLED] = { "webhook.disabled", "webhook",
					"A webhook was disabled because its URL accepted no event "
					"for one day or answered 410, or because its OWNER left.",
					"webhookId, failures, error" },
	[AD_EVENT_WEBHOOK_TEST] = { "webhook.test", "webhook",
				    "An owner requested a test of a webhook. The event is sent to "
				    "that webhook only; GET /events does not list it.",
				    "webhookId" },
};

const char *const ad_event_names[] = {
	"push.awaiting_approval",
	"run.ended",
	"drift.found",
	"ad.disapproved",
	"ad.limited",
	"kill_switch.on",
	"kill_switch.off",
	"spend.alarm",
	"storage.alarm",
	"connection.connected",
	"connection.expired",
	"connection.revoked",
	"member.added",
	"member.changed",
	"member.removed",
	"token.created",
	"token.rotated",
	"token.revoked",
	"grant.created",
	"grant.revoked",
	"sign_in.refused",
	"account.changed",
	"webhook.disabled",
	"webhook.test",
	NULL,
};

const struct ad_event_row *ad_event_row(enum ad_event_type type)
{
	return &rows[type];
}

enum ad_event_type ad_event_type_of(struct ad_str name)
{
	int type = 0;

	while (type < AD_EVENT_TYPE_COUNT && !ad_str_is(name, rows[type].name))
		type++;
	return (enum ad_event_type)type;
}

/* Kinds that tell who signs in, when, and with which credentials. */
static bool is_of_people(struct ad_str kind)
{
	return ad_str_is(kind, "account") || ad_str_is(kind, "token") || ad_str_is(kind, "grant") ||
	       ad_str_is(kind, "session");
}

uint32_t ad_kind_read_scope(struct ad_str kind)
{
	const struct ad_resource *res = ad_resource_by_name(kind);

	if (is_of_people(kind))
		return AD_PEOPLE_READ;
	return res ? res->read_scope : 0;
}
