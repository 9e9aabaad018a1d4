/*
 * The platforms' limits (model/limits.h) for the written fields. Every fault names the platform,
 * the limit and the remedy; pulled data and unchanged fields are not checked.
 */
#include "base/json_read.h"
#include "base/url.h"
#include "base/utf8.h"
#include "call/request/check_value.h"
#include "call/rules/rules.h"
#include "call/request/validate.h"
#include "model/currencies.h"
#include "model/limits.h"
#include "model/sent.h"

struct at {
	struct ad_call *call;
	const struct ad_row *before, *after;
	enum ad_platform platform;
};

static const char *limit_rules_name_of(const struct at *at)
{
	return ad_platform_name(at->platform);
}

/* "targeting.ageMin" -> "targeting", on the arena. */
static const char *top_of(struct ad_arena *arena, const char *path)
{
	return ad_arena_copy(arena, (struct ad_str){ path, strcspn(path, ".") }).p;
}

/* True if a field is being written. A move to another platform writes all fields of a campaign. */
static bool is_written(const struct at *at, const char *field)
{
	size_t index;
	if (!ad_field_find(&at->after->res->shape, ad_str(field), &index))
		return false;
	return !at->before || ad_changed(at->before, at->after, field) ||
	       (at->after->res->id == AD_R_CAMPAIGN && strcmp(field, "platform") != 0 &&
		ad_changed(at->before, at->after, "platform"));
}

/* The JSON of a field, or of a member of one; NULL where it has no value. */
static const cJSON *value_at(const struct at *at, const char *path)
{
	struct ad_json_error err;
	struct ad_text text = ad_text_on(at->call->arena);
	struct ad_json j = ad_json_on(&text);
	const char *top = top_of(at->call->arena, path);
	size_t index = 0;
	if (!ad_field_find(&at->after->res->shape, ad_str(top), &index) ||
	    at->after->v[index].kind == AD_NULL)
		return NULL;
	ad_value_write(&j, &at->after->res->shape.fields[index], &at->after->v[index]);
	const cJSON *value = ad_json_parse(at->call->arena, ad_text_str(&text), &err);
	const char *member = path + strlen(top);
	if (*member)
		value = ad_json_get(value, member + 1);
	return cJSON_IsNull(value) ? NULL : value;
}

static struct ad_str limit_rules_text_of(const cJSON *item)
{
	return cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item);
}

/* --- how long, how many -------------------------------------------------------------- */

static void check_distinct(const struct at *at, const char *field, const cJSON *list)
{
	int i = 0;
	const cJSON *a;
	cJSON_ArrayForEach(a, list)
	{
		for (const cJSON *b = list->child; b != a; b = b->next) {
			if (!ad_str_eq(limit_rules_text_of(a), limit_rules_text_of(b)))
				continue;
			struct ad_str path = ad_arena_printf(at->call->arena, "%s[%d]", field, i);
			ad_fault(at->call, path.p, "DUPLICATE",
				 "%s repeats an earlier text; on %s all texts must differ.", path.p,
				 limit_rules_name_of(at));
			break;
		}
		i++;
	}
}

static void limit_rules_check_list(const struct at *at, const struct ad_limit_row *limit,
				   const cJSON *list)
{
	const cJSON *item;
	int64_t n = list ? cJSON_GetArraySize(list) : 0;
	int i = 0;
	if (n < limit->min_items)
		ad_fault_limit(at->call, limit->field, "TOO_FEW", limit->min_items,
			       "%s has %lld items; %s requires at least %lld. Add items.",
			       limit->field, (long long)n, limit_rules_name_of(at),
			       (long long)limit->min_items);
	if (n > limit->max_items)
		ad_fault_limit(at->call, limit->field, "TOO_MANY", limit->max_items,
			       "%s has %lld items; %s allows at most %lld. Remove items.",
			       limit->field, (long long)n, limit_rules_name_of(at),
			       (long long)limit->max_items);
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str path = ad_arena_printf(at->call->arena, "%s[%d]", limit->field, i++);
		if (limit->max_width)
			ad_rule_width(at->call, at->platform, path.p, limit_rules_text_of(item),
				      limit->max_width);
	}
	if (limit->distinct)
		check_distinct(at, limit->field, list);
}

static void check_length(const struct at *at, const struct ad_limit_row *limit, struct ad_str text)
{
	int64_t n = (int64_t)ad_utf8_length(text);
	if (limit->max_width)
		ad_rule_width(at->call, at->platform, limit->field, text, limit->max_width);
	if (n < limit->min_length)
		ad_fault_limit(
			at->call, limit->field, "TOO_SHORT", limit->min_length,
			"%s has %lld characters; %s requires at least %lld. Use a longer text.",
			limit->field, (long long)n, limit_rules_name_of(at),
			(long long)limit->min_length);
	if (limit->max_length && n > limit->max_length)
		ad_fault_limit(at->call, limit->field, "TOO_LONG", limit->max_length,
			       "%s has %lld characters; %s allows at most %lld. Shorten the text.",
			       limit->field, (long long)n, limit_rules_name_of(at),
			       (long long)limit->max_length);
}

static void check_sizes(const struct at *at)
{
	struct ad_str type = at->after->res->id == AD_R_AD ? ad_row_text(at->after, "type")
							   : (struct ad_str){ NULL, 0 };
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *limit = &ad_limits_rows[i];
		if (limit->platform != at->platform || limit->resource != at->after->res->id ||
		    (limit->type && !ad_str_is(type, limit->type)) || !is_written(at, limit->field))
			continue;
		const cJSON *value = value_at(at, limit->field);
		if (ad_has_fault(at->call, limit->field))
			continue; /* refused by its shape, so there is no value to measure */
		if (limit->max_items)
			limit_rules_check_list(at, limit, value);
		else if (value)
			check_length(at, limit, ad_json_text(value));
	}
}

/* --- what there is not --------------------------------------------------------------- */

static bool limit_rules_is_empty(const cJSON *value)
{
	return !value || (cJSON_IsArray(value) && !value->child);
}

static void limit_refuse_field(const struct at *at, const struct ad_sent_row *row,
			       const struct ad_sent_cell *cell)
{
	if (is_written(at, top_of(at->call->arena, row->field)) &&
	    !limit_rules_is_empty(value_at(at, row->field)))
		ad_fault(at->call, row->field, "UNSUPPORTED_ON_PLATFORM",
			 "%s does not support %s here. %s", limit_rules_name_of(at), row->field,
			 cell->why);
}

/* Refuses fields that the platform does not support, by the table of model/sent.h. */
static void limit_check_sent(const struct at *at)
{
	for (size_t i = 0; i < ad_sent_count; i++) {
		const struct ad_sent_row *row = &ad_sent_rows[i];
		const struct ad_sent_cell *cell = &row->at[at->platform];
		if (row->resource == at->after->res->id && cell->how == AD_SENT_REFUSED)
			limit_refuse_field(at, row, cell);
	}
}

static bool limit_rules_is_one_of(struct ad_str value, const char *const *options)
{
	for (size_t i = 0; options[i]; i++)
		if (ad_str_is(value, options[i]))
			return true;
	return false;
}

static const char *limit_rules_list_of(struct ad_arena *arena, const char *const *options)
{
	struct ad_text list = ad_text_on(arena);
	for (size_t i = 0; options[i]; i++)
		ad_text_addf(&list, "%s%s", i ? ", " : "", options[i]);
	return ad_text_str(&list).p;
}

static void check_choice(const struct at *at, const struct ad_choice_row *row, const char *path,
			 const cJSON *value)
{
	struct ad_str text = ad_json_text(value);
	if (!text.p || ad_str_is(text, "OTHER") || limit_rules_is_one_of(text, row->options))
		return;
	ad_fault(at->call, path, "UNSUPPORTED_ON_PLATFORM", "%s does not support %.*s for %s. %s",
		 limit_rules_name_of(at), AD_FMT(text), row->field, row->why);
	ad_fault_suggest(at->call, "On %s, %s can be %s.", limit_rules_name_of(at), row->field,
			 limit_rules_list_of(at->call->arena, row->options));
}

static void check_choices(const struct at *at)
{
	for (size_t i = 0; i < ad_choice_count; i++) {
		const struct ad_choice_row *row = &ad_choice_rows[i];
		const cJSON *value, *item;
		int n = 0;
		if (row->platform != at->platform || row->resource != at->after->res->id ||
		    !is_written(at, top_of(at->call->arena, row->field)))
			continue;
		value = value_at(at, row->field);
		if (!cJSON_IsArray(value)) {
			check_choice(at, row, row->field, value);
			continue;
		}
		cJSON_ArrayForEach(item, value)
		{
			struct ad_str path =
				ad_arena_printf(at->call->arena, "%s[%d]", row->field, n++);
			check_choice(at, row, path.p, item);
		}
	}
}

/* --- money --------------------------------------------------------------------------- */

static const struct ad_money_row *money_of(const struct at *at)
{
	for (size_t i = 0; i < ad_money_count; i++)
		if (ad_money_rows[i].platform == at->platform &&
		    strcmp(ad_money_rows[i].currency, at->call->space.currency) == 0)
			return &ad_money_rows[i];
	return NULL;
}

static const char *limit_rules_major(const struct at *at, int64_t micros)
{
	return ad_arena_printf(at->call->arena, "%g %s", (double)micros / 1e6,
			       at->call->space.currency)
		.p;
}

/* The limit in the fault is in whole units, rounded to the safe side. */
static void limit_rules_check_money(const struct at *at, const char *path, int64_t least,
				    int64_t most)
{
	int64_t micros;
	if (!is_written(at, top_of(at->call->arena, path)) || ad_has_fault(at->call, path) ||
	    !ad_json_micros_of(value_at(at, path), &micros))
		return;
	if (least && micros < least)
		ad_fault_limit(at->call, path, "TOO_SMALL", (least + 999999) / 1000000,
			       "%s must be at least %s on %s. Raise it.", path,
			       limit_rules_major(at, least), limit_rules_name_of(at));
	if (most && micros > most)
		ad_fault_limit(at->call, path, "TOO_LARGE", most / 1000000,
			       "%s must be at most %s on %s. Lower it.", path,
			       limit_rules_major(at, most), limit_rules_name_of(at));
}

/*
 * An amount that is not a multiple of the platform's smallest unit would be changed or refused
 * there.
 */
static void check_unit(const struct at *at, const char *path)
{
	struct ad_str currency = ad_str(at->call->space.currency);
	int64_t unit = ad_currency_unit(at->platform, currency), micros;
	int decimals = 6;
	if (!currency.n || !is_written(at, top_of(at->call->arena, path)) ||
	    ad_has_fault(at->call, path) || !ad_json_micros_of(value_at(at, path), &micros))
		return;
	if (!unit) {
		ad_fault(at->call, path, "UNSUPPORTED_ON_PLATFORM",
			 "%s has no ad accounts in %s, the currency of this Space. Choose another "
			 "platform, or a Space with another currency.",
			 limit_rules_name_of(at), at->call->space.currency);
		return;
	}
	if (micros % unit == 0)
		return;
	for (int64_t u = unit; u > 1; u /= 10)
		decimals--;
	ad_fault_limit(at->call, path, "TOO_MANY_DECIMALS", decimals,
		       "%s can have at most %d decimals in %s on %s. Round it.", path, decimals,
		       at->call->space.currency, limit_rules_name_of(at));
}

static void check_all_money(const struct at *at)
{
	static const char *const paths[] = { "budget", "cpcBid", "bidding.maxCpc",
					     "bidding.targetCpa" };
	const struct ad_money_row *row = money_of(at);
	for (size_t i = 0; i < AD_LEN(paths); i++)
		check_unit(at, paths[i]);
	if (!row)
		return;
	limit_rules_check_money(at, "budget", row->min_budget, 0);
	limit_rules_check_money(at, "cpcBid", row->min_bid, row->max_bid);
	limit_rules_check_money(at, "bidding.maxCpc", row->min_bid, row->max_bid);
}

/* --- places, languages, buttons ------------------------------------------------------ */

static bool limit_rules_all(struct ad_str s, const char *set)
{
	return s.n > 0 && strspn(s.p, set) >= s.n;
}

#define DIGITS "0123456789"
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* True for a country, a number of the platform's own, or one of the platform's special forms. */
static bool limit_rules_is_place(struct ad_str code, uint32_t forms)
{
	struct ad_str country = { code.p, code.n < 2 ? code.n : 2 };
	if (limit_rules_all(code, DIGITS))
		return true;
	if (country.n != 2 || !limit_rules_all(country, CAPITALS))
		return false;
	if (code.n == 2)
		return true;
	struct ad_str rest = { code.p + 3, code.n < 3 ? 0 : code.n - 3 };
	return ((forms & AD_PLACE_REGION) && code.p[2] == '-' && rest.n <= 3 &&
		limit_rules_all(rest, CAPITALS DIGITS)) ||
	       ((forms & AD_PLACE_CITY) && code.p[2] == ':' && limit_rules_all(rest, DIGITS));
}

static void limit_rules_check_places(const struct at *at)
{
	const cJSON *item;
	int i = 0;
	uint32_t forms = ad_place_rows[at->platform].forms;
	if (!is_written(at, "locations"))
		return;
	cJSON_ArrayForEach(item, value_at(at, "locations"))
	{
		struct ad_str path = ad_arena_printf(at->call->arena, "locations[%d].code", i++);
		struct ad_str code = ad_json_get_text(item, "code");
		if (!code.p || limit_rules_is_place(code, forms))
			continue;
		ad_fault(at->call, path.p, "UNKNOWN_VALUE",
			 "%s must be an ISO 3166 country in capitals, such as DE%s, or the numeric "
			 "geo id of %s.",
			 path.p, forms ? ", a region (US-VA), a city (CA:6167865)" : "",
			 limit_rules_name_of(at));
	}
}

static bool same_language(struct ad_str tag, const char *primary)
{
	size_t n = strlen(primary);
	if (tag.n < n || (tag.n > n && tag.p[n] != '-' && tag.p[n] != '_'))
		return false;
	for (size_t i = 0; i < n; i++)
		if ((tag.p[i] | 0x20) != primary[i])
			return false;
	return true;
}

static void check_languages(const struct at *at)
{
	const char *const *known = ad_platform_languages[at->platform];
	const cJSON *item;
	int i = 0;
	if (!known || !is_written(at, "languages"))
		return;
	cJSON_ArrayForEach(item, value_at(at, "languages"))
	{
		struct ad_str path = ad_arena_printf(at->call->arena, "languages[%d]", i++);
		struct ad_str tag = ad_json_text(item);
		bool found = !tag.p;
		for (size_t k = 0; !found && known[k]; k++)
			found = same_language(tag, known[k]);
		if (found)
			continue;
		ad_fault(at->call, path.p, "UNSUPPORTED_ON_PLATFORM",
			 "%s does not support the language %.*s. Omit it.", limit_rules_name_of(at),
			 AD_FMT(tag));
		ad_fault_suggest(at->call, "Languages of %s: %s.", limit_rules_name_of(at),
				 limit_rules_list_of(at->call->arena, known));
	}
}

/* "Shop Now" and "SHOP_NOW" are the same button. */
static bool same_button(struct ad_str written, const char *button)
{
	size_t i = 0;
	for (; i < written.n && button[i]; i++) {
		char c = written.p[i];
		c = c == ' ' || c == '-' ? '_' : c;
		c = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
		if (c != button[i])
			return false;
	}
	return i == written.n && !button[i];
}

static void check_button(const struct at *at)
{
	const char *const *known = ad_platform_buttons[at->platform];
	if (!known || !is_written(at, "callToAction"))
		return;
	struct ad_str written = ad_json_text(value_at(at, "callToAction"));
	if (!written.p)
		return;
	for (size_t i = 0; known[i]; i++)
		if (same_button(written, known[i]))
			return;
	ad_fault(at->call, "callToAction", "UNSUPPORTED_ON_PLATFORM",
		 "%s does not have the button %.*s. Use one of its buttons, such as LEARN_MORE.",
		 limit_rules_name_of(at), AD_FMT(written));
	ad_suggest_name(at->call, written, known);
}

static void check_shown_url(const struct at *at)
{
	static const char *const parts[] = { "path1", "path2" };
	int64_t most = ad_shown_url_max[at->platform];
	bool written =
		is_written(at, "finalUrl") || is_written(at, "path1") || is_written(at, "path2");
	struct ad_str url = { NULL, 0 };
	if (most && written)
		url = ad_json_text(value_at(at, "finalUrl"));
	struct ad_str host = ad_url_host(url);
	if (!host.n)
		return;
	int64_t n = (int64_t)host.n;
	for (size_t i = 0; i < AD_LEN(parts); i++) {
		struct ad_str part = ad_json_text(value_at(at, parts[i]));
		n += part.p ? 1 + (int64_t)ad_utf8_length(part) : 0;
	}
	if (n > most)
		ad_fault_limit(at->call, value_at(at, "path1") ? "path1" : "finalUrl", "TOO_LONG",
			       most,
			       "The domain and the paths have %lld characters together; %s "
			       "displays at most %lld. Shorten the paths.",
			       (long long)n, limit_rules_name_of(at), (long long)most);
}

void ad_rule_limits(struct ad_call *call, const struct ad_row *before, const struct ad_row *after,
		    enum ad_platform platform)
{
	struct at at = { call, before, after, platform };
	if (call->door == AD_DOOR_PULL || platform == AD_PLATFORM_COUNT)
		return;
	check_sizes(&at);
	limit_check_sent(&at);
	check_choices(&at);
	check_all_money(&at);
	if (after->res->id == AD_R_CAMPAIGN) {
		limit_rules_check_places(&at);
		check_languages(&at);
	}
	if (after->res->id == AD_R_AD) {
		check_button(&at);
		check_shown_url(&at);
	}
}
