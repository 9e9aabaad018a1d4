#include "import/apply/import_change.h"

#include "base/json_read.h"
#include "call/objects/objects.h"

/* The fields that identify an object, or that no update can change. */
static const char *const fixed[] = { "name",      "platform", "type",      "text",
				     "matchType", "negative", "headlines", "descriptions" };

static void skip_whole(struct importing *im, const struct ad_import_row *row, const char *reason,
		       const char *suggestion)
{
	struct ad_import_problem p = {
		.column = ad_columns_name(&im->columns, AD_COL_ACTION),
		.reason = reason,
		.suggestion = suggestion,
	};

	im->host->skip(im, row->line, &p);
	im->batch_skipped++;
}

void import_skip_absent(struct importing *im, const struct ad_import_row *row)
{
	skip_whole(im, row,
		   row->takes_away ? "the row removes an object that is not there"
				   : "the row changes an object that is not there",
		   row->takes_away ? "Leave the row out." : "Write Add to create it.");
}

/* The input of the row as a merge patch; NULL if it changes nothing. */
static const cJSON *patch_of(struct ad_call *call, struct ad_str input)
{
	struct ad_json_error err;
	cJSON *patch = (cJSON *)ad_json_parse(call->arena, input, &err);

	for (size_t i = 0; i < AD_LEN(fixed); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(patch, fixed[i]);
	return patch && patch->child ? patch : NULL;
}

static bool has_failed(const struct ad_call *call)
{
	return call->status != AD_OK && call->status != AD_INVALID &&
	       call->status != AD_GUARDRAIL && call->status != AD_CONFLICT;
}

/* Records the differing fields, with their old and new values. */
static void keep_changes(struct importing *im, const struct ad_row *before,
			 const struct ad_row *after)
{
	struct ad_text from = ad_text_on(im->call->arena), to = ad_text_on(im->call->arena);
	struct ad_json j = ad_json_on(&from), k = ad_json_on(&to);

	ad_row_write_changes(&j, &k, before, after);
	im->before = ad_text_str(&from);
	im->after = ad_text_str(&to);
}

static bool import_change_object(struct importing *im, const struct ad_import_row *row,
				 const struct ad_resource *res, struct ad_str id,
				 struct ad_str input, enum import_outcome *outcome)
{
	struct ad_call *call = im->call;
	const cJSON *patch = patch_of(call, input);
	struct ad_row *before = NULL, *after = NULL;

	*outcome = IMPORT_EXISTING;
	if (!patch)
		return true;
	bool good = ad_object_patch(call, res, id, patch, &before, &after);
	if (has_failed(call))
		return false;
	if (good) {
		*outcome = after->version == before->version ? IMPORT_EXISTING : IMPORT_UPDATED;
		keep_changes(im, before, after);
		return true;
	}
	*outcome = IMPORT_REFUSED;
	if (call->status == AD_CONFLICT)
		skip_whole(im, row, "its removal is staged, or it was removed on the platform",
			   "Restore it first.");
	else
		import_skip_row(im, row);
	return true;
}

static bool take_away(struct importing *im, const struct ad_import_row *row,
		      const struct ad_resource *res, struct ad_str id, enum import_outcome *outcome)
{
	struct ad_call *call = im->call;
	struct ad_row *there = NULL;

	*outcome = IMPORT_EXISTING;
	bool good = ad_object_delete(call, res, id, false, &there);
	if (good && (there->removed || there->removal))
		return true;
	good = good && ad_object_delete(call, res, id, true, &there);
	if (has_failed(call))
		return false;
	*outcome = good ? IMPORT_REMOVED : IMPORT_REFUSED;
	if (!good)
		skip_whole(im, row, "something else still refers to it", "Remove that first.");
	return true;
}

bool import_change_row(struct importing *im, const struct ad_import_row *row,
		       const struct ad_resource *res, struct ad_str id, struct ad_str input,
		       enum import_outcome *outcome)
{
	*outcome = IMPORT_EXISTING;
	if (row->takes_away)
		return take_away(im, row, res, id, outcome);
	if (!row->edits)
		return true;
	if (!row->problems)
		return import_change_object(im, row, res, id, input, outcome);
	*outcome = IMPORT_REFUSED;
	import_skip_row(im, row);
	return true;
}
