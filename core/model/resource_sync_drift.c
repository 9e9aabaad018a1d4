/* The inputs and outputs of the calls on drift. */
#include "model/resource_rows.h"
#include "model/vocabulary.h"

static const char *const drift_kinds[] = { "campaign", "adGroup", "ad", "keyword", NULL };
static const char *const sides[] = { "STAGED", "LIVE", "FORGET", NULL };

static const struct ad_field drift_row[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = drift_kinds,
	  .doc = "What kind of object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "Which object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "name", .type = AD_T_TEXT, .doc = "What people call it; of a keyword its text." },
	{ .name = "campaignId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The campaign that it is in; a campaign's own. Absent without campaigns:read.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "adGroupId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "The ad group that it is in; an ad group's own. Absent of a campaign, of what is "
		 "in no ad group, and without campaigns:read.",
	  .example = "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "platform", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = ad_platforms,
	  .doc = "Where.", .example = "\"google\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which field.",
	  .example = "\"budget\"" },
	{ .name = "synced", .type = AD_T_ANY, .doc = "As it was last synced.", .example = "20" },
	{ .name = "staged", .type = AD_T_ANY, .doc = "As it is drafted here.", .example = "25" },
	{ .name = "live", .type = AD_T_ANY,
	  .doc = "As it stands there; of the field status REMOVED where others removed it; null "
		 "where it is unknown (`incomplete`).",
	  .example = "30" },
	{ .name = "incomplete", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True where the value on the platform is unknown: a push stopped half-way, or "
		 "the amount is too large to be read; else absent. There is nothing to decide: "
		 "the next push sends the draft.",
	  .example = "true" },
	{ .name = "notShown", .type = AD_T_BOOL, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "True where a removal failed because the platform does not show the object and "
		 "does not call it removed; else absent. Look for it in the ad account: if it is "
		 "gone there, decide with keep FORGET.",
	  .example = "true" },
	{ .name = "remoteId", .type = AD_T_TEXT, .flags = AD_NOT_NULL | AD_SOMETIMES,
	  .doc = "With notShown: the object's id on the platform.",
	  .example = "\"22334455667\"" },
};
const struct ad_shape ad_sync_drift_shape = { "Drift", "A field that was changed on both sides.",
					     drift_row, AD_LEN(drift_row) };

static const struct ad_field drift_query[] = {
	{ .name = "resource", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,
	  .options = drift_kinds, .doc = "Only these kinds.", .example = "[\"campaign\"]" },
	{ .name = "platform", .type = AD_T_LIST, .max = 4, .item = AD_T_ENUM,
	  .options = ad_platforms, .doc = "Only these platforms.", .example = "[\"google\"]" },
	{ .name = "campaignId", .type = AD_T_LIST, .max = 50, .item = AD_T_TEXT, .item_max = 40,
	  .doc = "Only these campaigns and what is below them.",
	  .example = "[\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"]" },
	{ .name = "id", .type = AD_T_TEXT, .min = 1, .max = 40, .doc = "Only this object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
};
const struct ad_shape ad_sync_drift_query_shape = { "DriftQuery", "Which drift.", drift_query,
						   AD_LEN(drift_query) };

static const struct ad_field shown[] = {
	{ .name = "staged", .type = AD_T_ANY, .doc = "The draft's value.", .example = "25" },
	{ .name = "live", .type = AD_T_ANY, .doc = "The value there.", .example = "30" },
};

static const struct ad_field resolve_input[] = {
	{ .name = "id", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1, .max = 40,
	  .doc = "Of which object.", .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .min = 1,
	  .max = 64, .doc = "Which field, as GET /sync/drift names it.",
	  .example = "\"budget\"" },
	{ .name = "keep", .type = AD_T_ENUM, .flags = AD_REQUIRED | AD_NOT_NULL, .options = sides,
	  .doc = "STAGED: the next push sends the draft over what stands there; what was removed "
		 "there is made anew. LIVE: the draft takes what stands there; what was removed "
		 "there is REMOVED here too. FORGET: only of a row with notShown; the object and "
		 "what is below it are deleted here and nothing is sent. A pull that sees it again "
		 "drafts it as new. Not by a connected app.",
	  .example = "\"LIVE\"" },
	{ .name = "shown", .type = AD_T_OBJECT, .members = shown,
	  .member_count = AD_LEN(shown),
	  .doc = "Both sides as GET /sync/drift showed them. Where one of them is another by now, "
		 "the answer is 409 with details.reason CHANGED_SINCE and nothing is decided." },
	{ .name = "remoteId", .type = AD_T_TEXT, .min = 1, .max = 200,
	  .doc = "Required with FORGET: the object's id on the platform, which you looked for in "
		 "the ad account.",
	  .example = "null" },
};
const struct ad_shape ad_sync_resolve_shape = { "DriftDecision", "Which side holds.",
					       resolve_input, AD_LEN(resolve_input) };

static const struct ad_field resolved[] = {
	{ .name = "resource", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = drift_kinds,
	  .doc = "What kind of object.", .example = "\"campaign\"" },
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "Which object.",
	  .example = "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "field", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "Which field.",
	  .example = "\"budget\"" },
	{ .name = "keep", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = sides,
	  .doc = "Which side holds.", .example = "\"LIVE\"" },
	{ .name = "from", .type = AD_T_ANY, .doc = "The draft's value before.", .example = "25" },
	{ .name = "to", .type = AD_T_ANY, .doc = "And now.", .example = "30" },
	{ .name = "syncState", .type = AD_T_TEXT, .flags = AD_NOT_NULL,
	  .doc = "How the object stands now; FORGOTTEN where it is kept here no longer.",
	  .example = "\"SYNCED\"" },
	{ .name = "undecided", .type = AD_T_INT, .flags = AD_NOT_NULL,
	  .doc = "How many fields of it are still to be decided.", .example = "0" },
};
const struct ad_shape ad_sync_resolved_shape = { "DriftDecided", "A decision about drift.",
						resolved, AD_LEN(resolved) };
