/* Rows of an import that are not taken, and why: see importing.h. */
#include "import/apply/importing.h"

#include <stdlib.h>

#include "base/json_read.h"

static const struct ad_str absent = { NULL, 0 };

/* A suggestion for a fault that only names the error. */
static const char *suggestion_of(struct ad_call *call, const struct ad_fault *fault)
{
	static const struct {
		const char *code, *words;
	} words[] = {
		{ "REQUIRED", "Fill the column." },
		{ "TOO_FEW", "Fill more of the columns of this kind." },
		{ "DUPLICATE", "Write another text, or empty the cell." },
		{ "INVALID_CHARACTERS", "Leave those characters out." },
		{ "TOO_MANY_WORDS", "Use fewer words." },
		{ "TOO_MANY_DECIMALS", "Round it." },
		{ "INVALID_URL", "Write the whole address, beginning with https://." },
		{ "UNSUPPORTED_ON_PLATFORM", "Make it in the platform's own tools." },
	};

	if (fault->suggestion)
		return fault->suggestion;
	if (strcmp(fault->code, "TOO_LONG") == 0)
		return ad_arena_printf(call->arena, "Shorten it to at most %lld characters.",
				       (long long)fault->limit)
			.p;
	for (size_t i = 0; i < AD_LEN(words); i++)
		if (strcmp(fault->code, words[i].code) == 0)
			return words[i].words;
	return "Correct it and import the file again. Rows that were imported stay unchanged.";
}

/* True if a problem of this column was already reported for the row. */
static bool is_told(const struct ad_import_row *row, struct ad_str column)
{
	for (const struct ad_import_problem *p = row->problems; p; p = p->next)
		if (ad_str_eq(p->column, column))
			return true;
	return false;
}

/* The cell that a fault is about, as far as the row still has it. */
static struct ad_str import_skip_value_of(struct ad_call *call, const struct ad_import_row *row,
					  const char *path)
{
	struct ad_json_error err;
	const cJSON *item = ad_json_parse(call->arena, row->input, &err);
	char name[64];

	while (item && *path) {
		size_t n = strcspn(path, ".[");
		bool list = path[0] == '[';
		n = list ? strcspn(path, "]") + 1 : n;
		if (n >= sizeof(name))
			return absent;
		memcpy(name, path, n);
		name[n] = '\0';
		item = list ? cJSON_GetArrayItem(item, (int)strtol(name + 1, NULL, 10))
			    : ad_json_get(item, name);
		path += n;
		path += *path == '.';
	}
	if (cJSON_IsObject(item))
		item = ad_json_get(item, "text");
	if (!item)
		return absent;
	if (cJSON_IsNumber(item))
		return ad_arena_printf(call->arena, "%.15g", item->valuedouble);
	return ad_json_text(item);
}

/*
 * The text of a fault without the field's path, which the column replaces, and without the full
 * stop.
 */
static const char *import_skip_reason_of(struct ad_call *call, const struct ad_fault *fault)
{
	struct ad_str text = ad_str(fault->message);
	size_t n = strlen(fault->path);
	bool named = n > 0 && ad_str_starts(text, fault->path) && text.p[n] == ' ';

	if (text.n > 0 && text.p[text.n - 1] == '.')
		text.n--;
	if (!named)
		return ad_arena_copy(call->arena, text).p;
	return ad_arena_printf(call->arena, "it%.*s", (int)(text.n - n), text.p + n).p;
}

/* Tells a guardrail that the row's object breaks; its cell where the row has the field. */
static void skip_violation(struct importing *im, const struct ad_import_row *row,
			   const struct ad_violation *v)
{
	static const struct {
		const char *rule;
		int column;
	} columns[] = {
		{ "maxCampaignDailyBudget", AD_COL_BUDGET },
		{ "maxBid", AD_COL_MAX_CPC },
	};
	struct ad_call *call = im->call;
	struct ad_import_problem p = {
		.reason = ad_arena_printf(call->arena,
					  "the guardrail %s of the Space allows %s, this is %s",
					  v->rule, v->limit, v->actual)
				  .p,
		.suggestion =
			"Change the row, or ask an owner of the Space to change the guardrail.",
	};

	for (size_t i = 0; i < AD_LEN(columns); i++) {
		bool keyword = row->kind == AD_IMPORT_KEYWORD && row->bid >= 0;
		if (strcmp(columns[i].rule, v->rule) == 0)
			p.column = ad_columns_name(&im->columns,
						   keyword ? row->bid : columns[i].column);
	}
	im->host->skip(im, row->line, &p);
}

/* Tells every fault of a row. */
void import_skip_row(struct importing *im, const struct ad_import_row *row)
{
	struct ad_call *call = im->call;

	for (const struct ad_import_problem *p = row->problems; p; p = p->next)
		im->host->skip(im, row->line, p);
	for (const struct ad_fault *f = call->faults; f; f = f->next) {
		int id = ad_bulk_column(row, f->path);
		struct ad_import_problem p = {
			.column = ad_columns_name(&im->columns, id),
			.value = import_skip_value_of(call, row, f->path),
			.reason = import_skip_reason_of(call, f),
			.suggestion = suggestion_of(call, f),
		};
		if (id < 0 || !is_told(row, p.column))
			im->host->skip(im, row->line, &p);
	}
	for (const struct ad_violation *v = call->violations; v; v = v->next)
		skip_violation(im, row, v);
	im->batch_skipped++;
}

/* Tells that a row is not taken for its parent's sake. */
void import_skip_below(struct importing *im, const struct ad_import_row *row, bool ad_group,
		       const char *reason, const char *suggestion)
{
	struct ad_import_problem p = {
		.column =
			ad_columns_name(&im->columns, ad_group ? AD_COL_AD_GROUP : AD_COL_CAMPAIGN),
		.value = ad_group ? row->ad_group : row->campaign,
		.reason = reason,
		.suggestion = suggestion,
	};

	im->host->skip(im, row->line, &p);
	im->batch_skipped++;
}

void import_skip_namesake(struct importing *im, const struct ad_import_row *row, bool ad_group,
			  uint64_t line)
{
	struct ad_import_problem p = {
		.column = ad_columns_name(&im->columns,
					  ad_group ? AD_COL_GROUP_ID : AD_COL_CAMPAIGN_ID),
		.value = ad_group ? row->ad_group_id : row->campaign_id,
		.reason =
			ad_arena_printf(im->call->arena,
					"the %s of the same name in line %llu has another ID",
					ad_group ? "ad set" : "campaign", (unsigned long long)line)
				.p,
		.suggestion = "Give one of the two another name, or both the same ID where they "
			      "are one.",
	};

	im->host->skip(im, row->line, &p);
	im->batch_skipped++;
}

/* A parent that is not taken: those below it are not either, and say why. */
void import_mark_bad(struct importing *im, struct ad_str campaign, struct ad_str ad_group,
		     size_t line)
{
	import_set_put(im->arena, &im->bad, import_digest(campaign, ad_group), line);
}

void import_skip_orphan(struct importing *im, const struct ad_import_row *row,
			struct ad_str ad_group)
{
	struct ad_arena *arena = im->call->arena;
	const char *what = ad_group.p ? "ad group" : "campaign";
	uint64_t line = import_set_get(&im->bad, import_digest(row->campaign, ad_group));

	if (row->kind == AD_IMPORT_AD_GROUP)
		import_mark_bad(im, row->campaign, row->ad_group, row->line);
	/* told already, of the same row, or told with the ad that stands in it */
	if (line == row->line || (row->kind == AD_IMPORT_AD_GROUP && row->holds_ad))
		return;
	if (line)
		import_skip_below(im, row, ad_group.p != NULL,
				  ad_arena_printf(arena, "its %s, in line %llu, was not taken",
						  what, (unsigned long long)line)
					  .p,
				  "Correct that line first.");
	else
		import_skip_below(
			im, row, ad_group.p != NULL,
			ad_arena_printf(arena, "its %s is neither in the file nor there", what).p,
			ad_arena_printf(arena, "Add a row for the %s.", what).p);
}
