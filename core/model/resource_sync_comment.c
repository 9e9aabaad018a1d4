/* Comments on a run: the input of one, and one as the API answers it. */
#include "model/resource_rows.h"

static const char *const comment_sources[] = { "APP", "API", NULL };

static const struct ad_field comment_input[] = {
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL,
	  .min = 1, .max = 1000, .doc = "The comment.",
	  .example = "\"Please lower this budget to 20.\"" },
	{ .name = "operation", .type = AD_T_INT, .min = 0, .max = INT32_MAX,
	  .doc = "The index of the operation that the comment is about; omit it for a comment on "
		 "the whole run.",
	  .example = "0" },
};
const struct ad_shape ad_sync_comment_shape = { "SyncCommentCreate", "A comment on a run.",
						comment_input, AD_LEN(comment_input) };

const struct ad_field ad_sync_comment_fields[AD_SYNC_COMMENT_MEMBERS] = {
	{ .name = "id", .type = AD_T_TEXT,
	  .doc = "The comment's id; null for validateOnly.",
	  .example = "\"com_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "operation", .type = AD_T_INT,
	  .doc = "The index of the operation; null for a comment on the whole run.",
	  .example = "0" },
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_NOT_NULL, .doc = "The comment.",
	  .example = "\"Please lower this budget to 20.\"" },
	{ .name = "createdBy", .type = AD_T_ID, .flags = AD_NOT_NULL,
	  .doc = "The account's id.", .example = "\"acc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ .name = "source", .type = AD_T_ENUM, .flags = AD_NOT_NULL, .options = comment_sources,
	  .doc = "The originating front end.", .example = "\"APP\"" },
	{ .name = "createdAt", .type = AD_T_TIME, .flags = AD_NOT_NULL,
	  .doc = "Time of the comment.", .example = "\"2026-11-21T09:30:00.000Z\"" },
};
const struct ad_shape ad_sync_commented_shape = { "SyncComment", "A comment on a run.",
						  ad_sync_comment_fields,
						  AD_SYNC_COMMENT_MEMBERS };
