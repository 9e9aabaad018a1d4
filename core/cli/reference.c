/* The reference: every resource, option, limit, scope and error, from the tables. */
#include "cli/reference.h"

#include "auth/principal.h"
#include "model/errors.h"
#include "model/limits.h"

static const char intro[] =
	"# Reference\n\n"
	"Printed by `adcore describe docs` (`./dev docs`) from the tables in `core/model`; do not "
	"edit it.\n"
	"Paths are below the base URL, `https://<host>/api/v1`. The same objects and field names "
	"are used by the\nconnector's tools.\n\n"
	"Money is a number in major units of the Space's currency; times are RFC 3339 UTC; dates "
	"are days in the ad\naccount's time zone. *Sent* fields are part of what a push sends and "
	"of drift; a *filter* is a query\nparameter of the list too. Bounds of text are "
	"characters, "
	"of lists items.\n\n";

static void add_scopes(struct ad_text *out, uint32_t scopes)
{
	if (!scopes)
		ad_text_adds(out, "any valid token");
	for (uint32_t bit = 1, n = 0; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(out, n++ ? ", `%s`" : "`%s`", ad_scope_name(bit));
}

static void add_actions(struct ad_text *out, const struct ad_resource *res)
{
	ad_text_adds(out, "| request | operation | scopes | success | what |\n"
			  "|---|---|---|---|---|\n");
	for (size_t i = 0; i < res->action_count; i++) {
		const struct ad_action *a = &res->actions[i];
		ad_text_addf(out, "| `%s %s%s` | `%s` | ", a->method, res->path, a->path,
			     a->operation_id);
		add_scopes(out, a->scopes);
		ad_text_addf(out, " | %d | %s |\n", a->success, a->doc);
	}
	ad_text_addc(out, '\n');
}

static void add_shape(struct ad_text *out, const struct ad_shape *shape, const char *of,
		      const char *word)
{
	if (!shape)
		return;
	ad_text_addf(out, "%s of `%s`:\n\n", word, of);
	ad_reference_fields(out, shape->fields, shape->count);
}

static void add_resource(struct ad_text *out, const struct ad_resource *res)
{
	ad_text_addf(out, "## %s\n\n%s", res->shape.name, res->shape.doc);
	if (res->prefix)
		ad_text_addf(out, " Ids begin with `%s_`.", res->prefix);
	ad_text_adds(out, "\n\n");
	add_actions(out, res);
	if (res->staged)
		ad_text_adds(out, "Beside the fields that all staged objects have:\n\n");
	ad_reference_fields(out, res->shape.fields, res->shape.count);
	for (size_t i = 0; i < res->action_count; i++) {
		const struct ad_action *a = &res->actions[i];
		add_shape(out, a->input, a->operation_id, "Input");
		add_shape(out, a->query, a->operation_id, "Query");
		add_shape(out, a->output, a->operation_id, "Output");
	}
}

static void add_platform_options(struct ad_text *out)
{
	ad_text_adds(out, "## platformOptions\n\n"
			  "What only one platform has, by platform and resource.\n\n");
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		for (int r = 0; r < AD_RESOURCE_COUNT; r++) {
			bool any = false;
			for (size_t i = 0; i < ad_option_count; i++) {
				const struct ad_option *o = &ad_options[i];
				if ((int)o->platform != p || (int)o->resource != r)
					continue;
				if (!any)
					ad_text_addf(out, "**%s, %s**\n\n",
						     ad_platform_name(o->platform),
						     ad_resource_row(o->resource)->name);
				any = true;
				ad_text_addf(out, "- `%s`: %s", o->field.name, o->field.doc);
				for (size_t k = 0; o->field.options && o->field.options[k]; k++)
					ad_text_addf(out, " `%s`", o->field.options[k]);
				ad_text_addc(out, '\n');
			}
			if (any)
				ad_text_addc(out, '\n');
		}
	}
}

static void add_limits(struct ad_text *out)
{
	ad_text_adds(out,
		     "## Limits of the platforms\n\n"
		     "Checked when an object is written. Characters are code points; East-Asian "
		     "wide ones count 2 on google\nand microsoft, and `{KeyWord:x}` counts as "
		     "its default.\n\n"
		     "| platform | resource | type | field | items | characters | distinct |\n"
		     "|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *l = &ad_limits_rows[i];
		ad_text_addf(out, "| %s | %s | %s | `%s` | ", ad_platform_name(l->platform),
			     ad_resource_row(l->resource)->name, l->type ? l->type : "any",
			     l->field);
		if (l->max_items)
			ad_text_addf(out, "%lld..%lld", (long long)l->min_items,
				     (long long)l->max_items);
		ad_text_adds(out, " | ");
		if (l->max_width)
			ad_text_addi(out, l->max_width);
		ad_text_addf(out, " | %s |\n", l->distinct ? "yes" : "");
	}
	ad_text_addc(out, '\n');
}

static void add_scope_list(struct ad_text *out)
{
	ad_text_adds(out, "## Scopes\n\n");
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		ad_text_addf(out, "- `%s`\n", ad_scope_name(bit));
	ad_text_addc(out, '\n');
}

static void add_errors(struct ad_text *out)
{
	ad_text_adds(out, "## Errors\n\n"
			  "`{ \"error\": { code, message, details } }`; `details.recovery` says "
			  "whether trying again helps.\n\n"
			  "| HTTP | code | recovery | message unless there is a better one |\n"
			  "|---|---|---|---|\n");
	for (int i = AD_OK + 1; i < AD_STATUS_COUNT; i++) {
		const struct ad_status_row *row = ad_status_row((enum ad_status)i);
		ad_text_addf(out, "| %d | `%s` | %s | %s |\n", row->http, row->code, row->recovery,
			     row->sentence);
	}
	ad_text_adds(out, "\n### Faults of the input\n\n"
			  "The codes of `details.fields[]` under VALIDATION_ERROR.\n\n"
			  "| code | means |\n|---|---|\n");
	for (size_t i = 0; i < ad_fault_code_count; i++)
		ad_text_addf(out, "| `%s` | %s |\n", ad_fault_codes[i].code, ad_fault_codes[i].doc);
}

void ad_reference_write(struct ad_text *out)
{
	ad_text_adds(out, intro);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		add_resource(out, ad_resource_row((enum ad_resource_id)i));
	ad_text_adds(out, "## All staged objects\n\nWhat every drafted object has beside its own "
			  "fields.\n\n");
	ad_reference_fields(out, ad_common.fields, ad_common.count);
	add_platform_options(out);
	add_limits(out);
	add_scope_list(out);
	add_errors(out);
}
