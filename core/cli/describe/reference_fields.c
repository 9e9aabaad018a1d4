/* Fields as rows of a Markdown table: see reference.h. */
#include <stdio.h>

#include "cli/describe/reference.h"

#define MICROS 1000000

/* A cell: what would end it is escaped. */
static void add_cell(struct ad_text *out, struct ad_str text)
{
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '|')
			ad_text_addc(out, '\\');
		ad_text_addc(out, text.p[i]);
	}
}

static const char *type_name(enum ad_type type)
{
	static const char *const names[] = {
		[AD_T_TEXT] = "text",
		[AD_T_URL] = "URL",
		[AD_T_ENUM] = "one of",
		[AD_T_MONEY] = "money",
		[AD_T_INT] = "whole number",
		[AD_T_NUMBER] = "number",
		[AD_T_BOOL] = "true or false",
		[AD_T_DATE] = "date",
		[AD_T_TIME] = "time",
		[AD_T_REF] = "id",
		[AD_T_OBJECT] = "object",
		[AD_T_LIST] = "list",
		[AD_T_AD_TEXT] = "text, or object",
		[AD_T_OPTIONS] = "options",
		[AD_T_ID] = "id",
		[AD_T_BYTES] = "base64",
		[AD_T_ANY] = "any",
	};

	return names[type];
}

static void add_options(struct ad_text *out, const char *const *options)
{
	for (size_t i = 0; options && options[i]; i++)
		ad_text_addf(out, " `%s`", options[i]);
}

static void add_type(struct ad_text *out, const struct ad_field *f)
{
	ad_text_adds(out, type_name(f->type));
	if (f->type == AD_T_LIST)
		ad_text_addf(out, " of %s", type_name(f->item));
	add_options(out, f->options);
	if (f->ref != AD_R_NONE && (f->type == AD_T_REF || f->item == AD_T_REF))
		ad_text_addf(out, " of a %s", ad_resource_row(f->ref)->name);
}

/* Bounds as people say them: characters, items, values. */
static void add_bounds(struct ad_text *out, const struct ad_field *f)
{
	int64_t unit = f->type == AD_T_MONEY ? MICROS : 1;

	if (f->type == AD_T_MONEY && f->min > 0)
		ad_text_adds(out, "above 0");
	else if (f->max || f->min)
		ad_text_addi(out, f->min / unit);
	if (f->max)
		ad_text_addf(out, "%s%lld", f->type == AD_T_MONEY ? ", at most " : "..",
			     (long long)(f->max / unit));
	if (f->type == AD_T_LIST && f->item_max)
		ad_text_addf(out, "%seach at most %lld", f->max || f->min ? ", " : "",
			     (long long)f->item_max);
}

static void add_flags(struct ad_text *out, const struct ad_field *f)
{
	static const struct {
		uint32_t flag;
		const char *word;
	} words[] = {
		{ AD_REQUIRED, "required" },
		{ AD_READ_ONLY, "read-only" },
		{ AD_FILTER, "filter" },
		{ AD_FIXED, "fixed after creation" },
		{ AD_ONCE, "fixed after creation" },
		{ AD_IMMUTABLE, "fixed after the first push" },
		{ AD_SENT, "sent" },
		{ AD_OPEN, "may read `OTHER`" },
		{ AD_INPUT_ONLY, "accepted, never returned" },
	};
	bool any = false;

	for (size_t i = 0; i < AD_LEN(words); i++) {
		if (!(f->flags & words[i].flag))
			continue;
		ad_text_addf(out, "%s%s", any ? ", " : "", words[i].word);
		any = true;
	}
}

static void reference_fields_add_row(struct ad_text *out, const char *prefix,
				     const struct ad_field *f)
{
	ad_text_addf(out, "| `%s%s` | ", prefix, f->name);
	add_type(out, f);
	ad_text_adds(out, " | ");
	add_bounds(out, f);
	ad_text_adds(out, " | ");
	if (f->initial)
		ad_text_addf(out, "`%s`", f->initial);
	ad_text_adds(out, " | ");
	add_flags(out, f);
	ad_text_adds(out, " | ");
	add_cell(out, ad_str(f->doc));
	ad_text_adds(out, " |\n");
}

static void add_rows(struct ad_text *out, const char *prefix, const struct ad_field *fields,
		     size_t count)
{
	char inner[160];

	for (size_t i = 0; i < count; i++) {
		const struct ad_field *f = &fields[i];
		if (f->flags & AD_SECRET)
			continue;
		reference_fields_add_row(out, prefix, f);
		if (!f->member_count)
			continue;
		snprintf(inner, sizeof(inner), "%s%s%s.", prefix, f->name,
			 f->type == AD_T_LIST ? "[]" : "");
		add_rows(out, inner, f->members, f->member_count);
	}
}

void ad_reference_fields(struct ad_text *out, const struct ad_field *fields, size_t count)
{
	ad_text_adds(
		out,
		"| field | type | bounds | default | | description |\n|---|---|---|---|---|---|\n");
	add_rows(out, "", fields, count);
	ad_text_addc(out, '\n');
}
