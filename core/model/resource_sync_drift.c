/* The inputs and outputs of the calls on drift, and the input of a cancel. */
#include "model/resource_rows.h"
#include "model/vocabulary.h"

static const char *const drift_kinds[] = { "campaign", "adGroup", "ad", "keyword", NULL };
static const char *const sides[] = { "STAGED", "LIVE", "FORGET", NULL };

static const struct ad_field drift_row[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = drift_kinds,
	  .doc = "The resource.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .doc = "The object's name, or a keyword's text." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The object's campaign; for a campaign, its own id. Absent without "
		 "campaigns:read.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The object's ad group; for an ad group, its own id. Absent for a campaign, for "
		 "an object without an ad group, and without campaigns:read.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "The platform.", .example = "\"google\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The field.",
	  .example = "\"budget\"" },
	{ .name = "synced", .type = AD_T_ANY, .doc = "The last synced value.", .example = "20" },
	{ .name = "staged", .type = AD_T_ANY, .doc = "The draft's value.", .example = "25" },
	{ .name = "live", .type = AD_T_ANY,
	  .doc = "The value on the platform. For the field status, REMOVED if the object was "
		 "removed there. Null if unknown (`incomplete`).",
	  .example = "30" },
	{ .name = "incomplete", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True if the value on the platform is unknown: a push was interrupted, or the "
		 "amount is too large to be read; otherwise absent. No decision is needed: the "
		 "next push sends the draft.",
	  .example = "true" },
	{ .name = "notShown", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True if a removal failed because the platform neither returns the object nor "
		 "reports its removal; otherwise absent. Check the ad account. If the object is "
		 "gone, resolve with keep FORGET.",
	  .example = "true" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "With notShown: the object's id on the platform.",
	  .example = "\"22334455667\"" },
};
const struct ad_shape ad_sync_drift_shape = { "Drift", "A field that changed on both sides.",
					     drift_row, AD_LEN(drift_row) };

static const struct ad_field drift_query[] = {
	{ .name = "resource", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,
	  .options = drift_kinds, .doc = "Limit to these resources.", .example = "[\"campaign\"]" },
	{ .name = "platform", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,
	  .options = ad_platforms, .doc = "Limit to these platforms.", .example = "[\"google\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .max = 50, .item = AD_T_TEXT, .item_max = 40,
	  .doc = "Limit to these campaigns and the objects below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
	{ .name = "id", .type = AD_T_TEXT, .min = 1, .max = 40, .doc = "Limit to this object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
};
const struct ad_shape ad_sync_drift_query_shape = { "DriftQuery", "Filters of drift.", drift_query,
						   AD_LEN(drift_query) };

static const struct ad_field shown[] = {
	{ .name = "staged", .type = AD_T_ANY, .doc = "The draft's value.", .example = "25" },
	{ .name = "live", .type = AD_T_ANY, .doc = "The value on the platform.", .example = "30" },
};

static const struct ad_field resolve_input[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1, .max = 40,
	  .doc = "The object's id.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 64, .doc = "The field, as in GET /sync/drift.",
	  .example = "\"budget\"" },
	{ .name = "keep", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL, .options = sides,
	  .doc = "STAGED: the next push overwrites the platform's value with the draft, or "
		 "recreates an object that was removed there. LIVE: the draft takes the "
		 "platform's value, or becomes REMOVED. FORGET: only for a row with notShown; "
		 "deletes the object and the objects below it here and sends nothing. A later "
		 "pull that finds the object drafts it as new. Connected apps cannot use FORGET.",
	  .example = "\"LIVE\"" },
	{ .name = "shown", .type = AD_T_OBJECT, .members = shown,
	  .member_count = AD_LEN(shown),
	  .doc = "Both values as in GET /sync/drift. If one of them has changed, the response "
		 "is 409 with details.reason CHANGED_SINCE and nothing is resolved." },
	{ .name = "remoteId", .type = AD_T_TEXT, .min = 1, .max = 200,
	  .doc = "Required with FORGET: the object's id on the platform, as checked in the ad "
		 "account.",
	  .example = "null" },
};
const struct ad_shape ad_sync_resolve_shape = { "DriftDecision", "The chosen side.",
					       resolve_input, AD_LEN(resolve_input) };

static const struct ad_field resolved[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = drift_kinds,
	  .doc = "The resource.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The object's id.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The field.",
	  .example = "\"budget\"" },
	{ .name = "keep", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sides,
	  .doc = "The chosen side.", .example = "\"LIVE\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "The draft's previous value.", .example = "25" },
	{ .name = "to", .type = AD_T_ANY, .doc = "The draft's new value.", .example = "30" },
	{ .name = "syncState", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "The object's state after the resolution; FORGOTTEN if the object was deleted "
		 "here.",
	  .example = "\"SYNCED\"" },
	{ .name = "undecided", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "Number of the object's fields that are still unresolved.", .example = "0" },
};
const struct ad_shape ad_sync_resolved_shape = { "DriftDecided", "The result of a resolution.",
						resolved, AD_LEN(resolved) };

static const struct ad_field cancel_input[] = {
	{ .name = "reason", .type = AD_T_TEXT, .max = 500,
	  .doc = "The reason, shown to the requester of the run.",
	  .example = "\"The budget is for December.\"" },
};
const struct ad_shape ad_sync_cancel_shape = { "SyncCancel", "The reason of a cancel.",
					     cancel_input,
					      AD_LEN(cancel_input) };
