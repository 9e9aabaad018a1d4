/* The reference: every resource, option, limit, scope and error, from the tables. */
#include "cli/describe/reference.h"

#include "auth/credential/principal.h"
#include "model/errors.h"
#include "model/currencies.h"
#include "model/limits.h"
#include "model/user_data.h"
#include "model/media_limits.h"
#include "model/options.h"
#include "model/sent.h"

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

static void reference_add_scopes(struct ad_text *out, uint32_t scopes)
{
	if (!scopes)
		ad_text_adds(out, "any valid token");
	for (uint32_t bit = 1, n = 0; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_text_addf(out, n++ ? ", `%s`" : "`%s`", ad_scope_name(bit));
}

static void add_actions(struct ad_text *out, const struct ad_resource *res)
{
	ad_text_adds(out, "| request | operation | scopes | success | description "
			  "|\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < res->action_count; i++) {
		const struct ad_action *a = &res->actions[i];
		ad_text_addf(out, "| `%s %s%s` | `%s` | ", a->method, res->path, a->path,
			     a->operation_id);
		reference_add_scopes(out, a->scopes);
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
	if (res->table)
		ad_text_addf(out, "In addition to the common fields of stored objects%s:\n\n",
			     res->staged ? "" : ", except syncState and remote");
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
	ad_text_adds(
		out,
		"## platformOptions\n\nPlatform-specific options, by platform and resource.\n\n");
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

static void add_sizes(struct ad_text *out)
{
	ad_text_adds(out, "| platform | resource | type | field | items | characters | distinct |\n"
			  "|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *l = &ad_limits_rows[i];
		int64_t most = l->max_width ? l->max_width : l->max_length;
		ad_text_addf(out, "| %s | %s | %s | `%s` | ", ad_platform_name(l->platform),
			     ad_resource_row(l->resource)->name, l->type ? l->type : "any",
			     l->field);
		if (l->max_items)
			ad_text_addf(out, "%lld..%lld", (long long)l->min_items,
				     (long long)l->max_items);
		ad_text_adds(out, " | ");
		if (l->min_length)
			ad_text_addf(out, "at least %lld", (long long)l->min_length);
		else if (most)
			ad_text_addi(out, most);
		ad_text_addf(out, " | %s |\n", l->distinct ? "yes" : "");
	}
	ad_text_addc(out, '\n');
}

static void add_hashing(struct ad_text *out)
{
	ad_text_adds(out,
		     "## Hashing of user data\n\n`email` and `phone` of a conversion exist only in "
		     "the memory of the request. The server stores the SHA-256 of\neach platform's "
		     "normal form, in columns that no response, history or log contains. First an "
		     "address is trimmed\nand lower-cased; a number is converted to E.164: `+` (or "
		     "`00`) and the country code are required, spaces and any\nof `- . / ( )` are "
		     "allowed, and a `(0)` after the country code is removed. `emailSha256` is the "
		     "hash of the\ntrimmed lower-case address, `phoneSha256` of E.164 with `+`, "
		     "`phoneDigitsSha256` of its digits only. A given hash\nis sent to a platform "
		     "only if it is the platform's own form.\n\n| platform | of | normal form | "
		     "accepted hash | reason |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_user_rule_count; i++) {
		const struct ad_user_rule *rule = &ad_user_rules[i];
		ad_text_addf(out, "| %s | %s | %s | ", ad_platform_name(rule->platform),
			     rule->kind == AD_USER_EMAIL ? "`email`" : "`phone`", rule->doc);
		if (rule->given)
			ad_text_addf(out, "`%s`", rule->given);
		ad_text_addf(out, " | %s |\n", rule->given_doc);
	}
	ad_text_adds(out, "\n`clickIds` identify a click:");
	for (size_t i = 0; i < ad_click_id_count; i++)
		ad_text_addf(out, "%s `%s` %s", i ? "," : "", ad_click_ids[i].name,
			     ad_platform_name(ad_click_ids[i].platform));
	ad_text_adds(out, ".\n\n");
}

static void add_major(struct ad_text *out, int64_t micros)
{
	if (micros)
		ad_text_addf(out, "%lld.%02lld", (long long)(micros / 1000000),
			     (long long)(micros % 1000000 / 10000));
	ad_text_adds(out, " | ");
}

static void add_money(struct ad_text *out)
{
	ad_text_adds(out, "Money, in major units. A currency without a row has no limits.\n\n| "
			  "platform | currency | minimum daily budget | minimum bid | maximum bid "
			  "|\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_money_count; i++) {
		const struct ad_money_row *m = &ad_money_rows[i];
		ad_text_addf(out, "| %s | %s | ", ad_platform_name(m->platform), m->currency);
		add_major(out, m->min_budget);
		add_major(out, m->min_bid);
		add_major(out, m->max_bid);
		ad_text_addc(out, '\n');
	}
	ad_text_addc(out, '\n');
}

static void add_currencies(struct ad_text *out)
{
	ad_text_adds(out,
		     "Currencies of a platform's ad accounts, and the smallest unit of amounts. "
		     "Other currencies are rejected. A platform without a row accepts every "
		     "currency.\n\n| platform | smallest | currencies |\n|---|---|---|\n");
	for (size_t i = 0; i < ad_currency_count; i++) {
		const struct ad_currency_row *c = &ad_currency_rows[i];
		ad_text_addf(out, "| %s | ", ad_platform_name(c->platform));
		add_major(out, c->unit);
		ad_text_addf(out, "%.*s |\n", (int)strlen(c->codes) - 1, c->codes);
	}
	ad_text_addc(out, '\n');
}

static void add_names(struct ad_text *out, const char *const *names)
{
	for (size_t i = 0; names && names[i]; i++)
		ad_text_addf(out, "%s`%s`", i ? " " : "", names[i]);
}

/* The cells of a row that are refused at the write. */
static void reference_add_refused(struct ad_text *out, const struct ad_sent_row *row)
{
	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		if (row->at[p].how == AD_SENT_REFUSED)
			ad_text_addf(out, "| %s | %s | `%s` | %s |\n",
				     ad_platform_name((enum ad_platform)p),
				     ad_resource_row(row->resource)->name, row->field,
				     row->at[p].why);
}

static void add_choices(struct ad_text *out)
{
	ad_text_adds(out, "Values that a platform supports, if it does not support all.\n\n| "
			  "platform | resource | field | values | |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_choice_count; i++) {
		const struct ad_choice_row *c = &ad_choice_rows[i];
		ad_text_addf(out, "| %s | %s | `%s` | ", ad_platform_name(c->platform),
			     ad_resource_row(c->resource)->name, c->field);
		add_names(out, c->options);
		ad_text_addf(out, " | %s |\n", c->why);
	}
	for (size_t i = 0; i < ad_goal_count; i++) {
		const struct ad_goal_row *g = &ad_goal_rows[i];
		ad_text_addf(out, "| %s | adGroup | `platformOptions.optimizationGoal` | ",
			     ad_platform_name(g->platform));
		add_names(out, g->goals);
		ad_text_addf(out, " | Of a campaign for %s. |\n", g->objective);
	}
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		const char *name = ad_platform_name((enum ad_platform)p);
		if (ad_platform_languages[p]) {
			ad_text_addf(out, "| %s | campaign | `languages` | ", name);
			add_names(out, ad_platform_languages[p]);
			ad_text_adds(out, " | And their regions (`de-AT`). |\n");
		}
		if (ad_platform_buttons[p]) {
			ad_text_addf(out, "| %s | ad | `callToAction` | ", name);
			add_names(out, ad_platform_buttons[p]);
			ad_text_adds(out, " | Also as words (`Shop Now`). |\n");
		}
	}
	ad_text_adds(out, "\nFields that a platform does not support.\n\n| platform | resource | "
			  "field | |\n|---|---|---|---|\n");
	for (size_t i = 0; i < ad_sent_count; i++)
		reference_add_refused(out, &ad_sent_rows[i]);
	ad_text_addc(out, '\n');
}

static void add_limits(struct ad_text *out)
{
	ad_text_adds(out, "## Limits of the platforms\n\nChecked on every write. Characters are "
			  "code points; East-Asian wide characters count 2 on google\nand "
			  "microsoft, and `{KeyWord:x}` counts as its default.\n\n");
	add_sizes(out);
	add_money(out);
	add_currencies(out);
	add_choices(out);
}

static void add_media_limits(struct ad_text *out)
{
	ad_text_adds(out,
		     "## Pictures and videos that the platforms take\n\nChecked when an asset is "
		     "attached; one row of the platform and role must match. The aspect ratio may "
		     "differ by\none percent.\n\n| platform | role | ratio | minimum pixels | "
		     "maximum bytes | seconds | as |\n|---|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < ad_media_limit_count; i++) {
		const struct ad_media_limit_row *l = &ad_media_limits[i];
		ad_text_addf(out, "| %s | %s | ", ad_platform_name(l->platform), l->role);
		if (l->ratio_width)
			ad_text_addf(out, "%d:%d", l->ratio_width, l->ratio_height);
		ad_text_adds(out, " | ");
		if (l->min_width)
			ad_text_addf(out, "%lld x %lld", (long long)l->min_width,
				     (long long)l->min_height);
		ad_text_adds(out, " | ");
		if (l->max_bytes)
			ad_text_addi(out, l->max_bytes);
		ad_text_adds(out, " | ");
		if (l->max_ms)
			ad_text_addi(out, l->max_ms / 1000);
		ad_text_adds(out, " |");
		for (size_t k = 0; l->mimes[k]; k++)
			ad_text_addf(out, "%s %s", k ? "," : "", l->mimes[k]);
		ad_text_adds(out, " |\n");
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
	ad_text_adds(out, "## Errors\n\n`{ \"error\": { code, message, details } }`; "
			  "`details.recovery` tells clients whether to retry.\n\n| HTTP | code | "
			  "recovery | default message |\n|---|---|---|---|\n");
	for (int i = AD_OK + 1; i < AD_STATUS_COUNT; i++) {
		const struct ad_status_row *row = ad_status_row((enum ad_status)i);
		ad_text_addf(out, "| %d | `%s` | %s | %s |\n", row->http, row->code, row->recovery,
			     row->sentence);
	}
	ad_text_adds(out, "\n### Faults of the input\n\nThe codes of `details.fields[]` under "
			  "VALIDATION_ERROR.\n\n| code | meaning |\n|---|---|\n");
	for (size_t i = 0; i < ad_fault_code_count; i++)
		ad_text_addf(out, "| `%s` | %s |\n", ad_fault_codes[i].code, ad_fault_codes[i].doc);
}

void ad_reference_write(struct ad_text *out)
{
	ad_text_adds(out, intro);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++)
		add_resource(out, ad_resource_row((enum ad_resource_id)i));
	ad_text_adds(out, "## All stored objects\n\nCommon fields of all objects; only pushed "
			  "objects have syncState and remote.\n\n");
	ad_reference_fields(out, ad_common.fields, ad_common.count);
	add_platform_options(out);
	ad_reference_platforms(out);
	add_limits(out);
	add_hashing(out);
	add_media_limits(out);
	add_scope_list(out);
	add_errors(out);
}
