/* The pieces of the reference: words, JSON, and tables of fields. */
#include <stdio.h>

#include "rest/docs.h"

#define MICROS 1000000

void ad_docs_text(struct ad_docs *p, const char *text)
{
	ad_text_add_html(p->out, ad_str(text));
}

void ad_docs_words(struct ad_docs *p, const char *text)
{
	bool code = false;
	for (const char *c = text; *c; c++) {
		if (*c == '`') {
			ad_text_adds(p->out, code ? "</code>" : "<code>");
			code = !code;
		} else if (c[0] == '\n' && c[1] == '\n') {
			ad_text_adds(p->out, "</p><p>");
			c++;
		} else {
			ad_text_add_html(p->out, (struct ad_str){ c, 1 });
		}
	}
}

static void new_line(struct ad_text *out, int depth)
{
	ad_text_addc(out, '\n');
	for (int i = 0; i < depth; i++)
		ad_text_adds(out, "  ");
}

/* The end of a string that begins at `from`: behind its closing quote. */
static size_t string_end(struct ad_str json, size_t from)
{
	size_t i = from + 1;
	while (i < json.n && json.p[i] != '"')
		i += json.p[i] == '\\' ? 2 : 1;
	return i + 1 < json.n ? i + 1 : json.n;
}

static bool docs_parts_is_one_of(char c, const char *set)
{
	return c && strchr(set, c) != NULL;
}

/* Compact JSON over several lines; what is empty stays on its own. */
static void docs_parts_spread(struct ad_text *out, struct ad_str json)
{
	int depth = 0;
	for (size_t i = 0, end; i < json.n; i = end) {
		char c = json.p[i];
		end = c == '"' ? string_end(json, i) : i + 1;
		if (docs_parts_is_one_of(c, "}]") && !docs_parts_is_one_of(json.p[i - 1], "{["))
			new_line(out, --depth);
		ad_text_add_html(out, (struct ad_str){ json.p + i, end - i });
		if (docs_parts_is_one_of(c, "{[") && end < json.n &&
		    !docs_parts_is_one_of(json.p[end], "}]"))
			new_line(out, ++depth);
		else if (c == ',')
			new_line(out, depth);
		else if (c == ':')
			ad_text_addc(out, ' ');
	}
}

void ad_docs_json(struct ad_docs *p, const char *title, struct ad_str json)
{
	ad_text_addf(p->out, "<details><summary>%s</summary><pre><code>", title);
	docs_parts_spread(p->out, json);
	ad_text_adds(p->out, "</code></pre></details>\n");
}

static const char *type_name(enum ad_type type)
{
	static const char *const names[] = {
		[AD_T_TEXT] = "text",    [AD_T_URL] = "URL",        [AD_T_ENUM] = "one of",
		[AD_T_MONEY] = "money",  [AD_T_INT] = "integer",    [AD_T_NUMBER] = "number",
		[AD_T_BOOL] = "boolean", [AD_T_DATE] = "date",      [AD_T_TIME] = "time",
		[AD_T_REF] = "id",       [AD_T_OBJECT] = "object",  [AD_T_LIST] = "list",
		[AD_T_AD_TEXT] = "text", [AD_T_OPTIONS] = "object", [AD_T_ID] = "id",
		[AD_T_ANY] = "any",
	};
	return names[type];
}

static void type_cell(struct ad_docs *p, const struct ad_field *f, enum ad_schema_use use)
{
	ad_text_adds(p->out, type_name(f->type));
	if (f->type == AD_T_LIST)
		ad_text_addf(p->out, " of %s", type_name(f->item));
	for (size_t i = 0; f->options && f->options[i]; i++)
		ad_text_addf(p->out, " <code>%s</code>", f->options[i]);
	if (use == AD_FOR_OUTPUT && (f->flags & AD_OPEN))
		ad_text_adds(p->out, " <code>OTHER</code>");
	if (use == AD_FOR_OUTPUT && !(f->flags & (AD_NOT_NULL | AD_REQUIRED)) &&
	    f->type != AD_T_ANY)
		ad_text_adds(p->out, ", or null");
}

static void docs_parts_bound(struct ad_docs *p, const struct ad_field *f)
{
	int64_t unit = f->type == AD_T_MONEY ? MICROS : 1;
	bool counted = f->type == AD_T_TEXT || f->type == AD_T_URL;
	const char *what = counted ? " characters" : f->type == AD_T_LIST ? " items" : "";
	if (f->type == AD_T_MONEY && f->min > 0)
		ad_text_adds(p->out, " Above 0.");
	else if (f->min > (counted ? 1 : 0))
		ad_text_addf(p->out, " At least %lld%s.", (long long)(f->min / unit), what);
	if (f->max)
		ad_text_addf(p->out, " At most %lld%s.", (long long)(f->max / unit), what);
}

static void docs_parts_marks(struct ad_docs *p, const struct ad_field *f, enum ad_schema_use use)
{
	static const struct {
		uint32_t flag;
		const char *word;
	} words[] = {
		{ AD_READ_ONLY, "read-only" },
		{ AD_FILTER, "filter" },
		{ AD_FIXED, "fixed after creation" },
		{ AD_IMMUTABLE, "fixed after the first push" },
		{ AD_INPUT_ONLY, "never returned" },
	};
	if ((f->flags & AD_REQUIRED) && use != AD_FOR_PATCH)
		ad_text_adds(p->out, " <b>required</b>");
	for (size_t i = 0; use == AD_FOR_OUTPUT && i < AD_LEN(words); i++)
		if (f->flags & words[i].flag)
			ad_text_addf(p->out, " <i>%s</i>", words[i].word);
	if (f->life && f->life->deprecated)
		ad_text_addf(p->out, " <i>deprecated since %s</i>", f->life->deprecated);
}

static void docs_parts_row(struct ad_docs *p, const char *prefix, const struct ad_field *f,
			   enum ad_schema_use use)
{
	ad_text_addf(p->out, "<tr><th scope=\"row\"><code>%s%s</code>", prefix, f->name);
	docs_parts_marks(p, f, use);
	ad_text_adds(p->out, "</th><td>");
	type_cell(p, f, use);
	ad_text_adds(p->out, "</td><td>");
	if (f->doc)
		ad_docs_words(p, f->doc);
	docs_parts_bound(p, f);
	if (f->initial && strcmp(f->initial, "[]") != 0) {
		ad_text_adds(p->out, " Default: <code>");
		ad_docs_text(p, f->initial);
		ad_text_adds(p->out, "</code>.");
	}
	ad_text_adds(p->out, "</td></tr>\n");
}

/* Prints the members of platformOptions for each platform. */
static void docs_parts_options(struct ad_docs *p, const char *prefix, enum ad_schema_use use)
{
	for (size_t i = 0; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		struct ad_field named = o->field;
		if (o->resource != p->resource)
			continue;
		named.doc = ad_arena_printf(p->doc->arena, "%s: %s", ad_platform_name(o->platform),
					    o->field.doc)
				    .p;
		docs_parts_row(p, prefix, &named, use);
	}
}

static void docs_parts_rows(struct ad_docs *p, const char *prefix, const struct ad_shape *shape,
			    enum ad_schema_use use)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		struct ad_shape inner = { .fields = f->members, .count = f->member_count };
		const char *inside = ad_arena_printf(p->doc->arena, "%s%s%s.", prefix, f->name,
						     f->type == AD_T_LIST ? "[]" : "")
					     .p;
		if ((f->flags & AD_SECRET) || (use != AD_FOR_OUTPUT && (f->flags & AD_READ_ONLY)))
			continue;
		docs_parts_row(p, prefix, f, use);
		docs_parts_rows(p, inside, &inner, use);
		if (f->type == AD_T_OPTIONS)
			docs_parts_options(p, inside, use);
	}
}

void ad_docs_fields(struct ad_docs *p, const char *caption, const struct ad_shape *shape,
		    enum ad_schema_use use)
{
	if (!shape->count)
		return;
	ad_text_addf(
		p->out,
		"<table><caption>%s</caption><thead><tr><th scope=\"col\">Name</th><th "
		"scope=\"col\">Type</th><th scope=\"col\">Description</th></tr></thead><tbody>\n",
		caption);
	docs_parts_rows(p, "", shape, use);
	ad_text_adds(p->out, "</tbody></table>\n");
}
