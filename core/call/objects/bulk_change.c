/* Applies the rule of a bulk change to one object: the result is a merge patch. */
#include "base/fold.h"
#include "base/json_read.h"
#include "call/objects/bulk_step.h"
#include "call/reports/figures.h"

/* A text that is longer than any field allows is refused in any case. */
#define REPLACED_MAX ((size_t)64 * 1024)
#define PERCENT_WHOLE ((ad_wide)100000000) /* 100 percent in micros of a percent */

static const cJSON *parse_json(struct ad_call *sub, struct ad_text *text)
{
	struct ad_json_error err;
	return ad_json_parse(sub->arena, ad_text_str(text), &err);
}

/* --- adjust --- */

/* The current amount; false if there is none. */
static bool amount_of(struct ad_call *sub, const struct ad_bulk_rule *rule,
		      const struct ad_row *row, int64_t *out)
{
	struct ad_json_error err;
	const struct ad_value *value = &row->v[rule->field];
	if (value->kind == AD_NULL)
		return false;
	*out = value->i;
	if (!rule->member)
		return true;
	const cJSON *object = ad_json_parse(sub->arena, value->s, &err);
	return ad_json_micros_of(ad_json_get(object, rule->member->name), out);
}

/* The rule's multiple of step. scaled: the exact result times PERCENT_WHOLE. */
static int64_t round_amount(const struct ad_bulk_rule *rule, int64_t old, ad_wide scaled)
{
	ad_wide step = (ad_wide)rule->step * PERCENT_WHOLE;
	int64_t below = (int64_t)(scaled / step) * rule->step;
	int64_t above = scaled % step ? below + rule->step : below;
	int64_t nearest = 2 * (scaled % step) >= step ? above : below;
	if (rule->by < 0 && nearest > old)
		return below;
	return rule->by > 0 && nearest < old ? above : nearest;
}

static bool make_adjusted(struct ad_call *sub, const struct ad_bulk_rule *rule,
			  const struct ad_row *row, struct ad_bulk_patch *out)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	const char *name = row->res->shape.fields[rule->field].name;
	int64_t old = 0;
	if (!amount_of(sub, rule, row, &old)) {
		out->note =
			ad_arena_printf(sub->arena, "%s has no amount to adjust.", rule->path).p;
		return true;
	}
	if (old >= AD_MONEY_UNHELD) {
		ad_fault(sub, rule->path, "TOO_LARGE",
			 "The amount on the platform is too large to be read. Set a new amount.");
		return false;
	}
	ad_wide scaled = rule->by_percent ? (ad_wide)old * (PERCENT_WHOLE + rule->by)
					  : ((ad_wide)old + rule->by) * PERCENT_WHOLE;
	int64_t made = scaled > 0 ? round_amount(rule, old, scaled) : 0;
	if (made <= 0) {
		ad_fault_limit(sub, rule->path, "TOO_SMALL", 0,
			       scaled > 0
				       ? "%s would be rounded to 0. Use a smaller value of round."
				       : "%s would be 0 or below.",
			       rule->path);
		return false;
	}
	out->exact = (int64_t)(scaled / PERCENT_WHOLE);
	out->is_rounded = scaled != (ad_wide)made * PERCENT_WHOLE;
	ad_json_object(&j);
	ad_json_key(&j, name);
	if (rule->member) {
		ad_json_object(&j);
		ad_json_key(&j, rule->member->name);
	}
	ad_json_micros(&j, made);
	if (rule->member)
		ad_json_object_end(&j);
	ad_json_object_end(&j);
	out->input = parse_json(sub, &text);
	return true;
}

/* --- replace --- */

/* The length of `find` at the start of text; 0 if text does not start with it. */
static size_t match_at(const struct ad_bulk_rule *rule, struct ad_str text)
{
	if (!rule->match_case)
		return ad_fold_match(text, rule->find);
	return text.n >= rule->find.n && memcmp(text.p, rule->find.p, rule->find.n) == 0
		       ? rule->find.n
		       : 0;
}

/* True if the text contains `find`; out is then the text with every occurrence replaced. */
static bool replace_in(struct ad_call *sub, const struct ad_bulk_rule *rule, struct ad_str text,
		       struct ad_str *out)
{
	struct ad_text made = ad_text_on(sub->arena);
	bool found = false;
	for (size_t i = 0; i < text.n && made.n < REPLACED_MAX;) {
		size_t n = match_at(rule, (struct ad_str){ text.p + i, text.n - i });
		if (n) {
			found = true;
			ad_text_add(&made, rule->with);
			i += n;
			continue;
		}
		do
			ad_text_addc(&made, text.p[i++]);
		while (i < text.n && ((unsigned char)text.p[i] & 0xc0) == 0x80);
	}
	*out = made.n ? ad_text_str(&made) : AD_S("");
	return found;
}

/* Replaces in a list of ad texts, each a string or { text, pin }. True if one changed. */
static bool replace_in_list(struct ad_call *sub, const struct ad_bulk_rule *rule,
			    struct ad_str list, struct ad_json *j)
{
	struct ad_json_error err;
	const cJSON *item;
	bool found = false;
	ad_json_array(j);
	cJSON_ArrayForEach(item, ad_json_parse(sub->arena, list, &err))
	{
		struct ad_str made;
		bool whole = cJSON_IsString(item);
		struct ad_str text = whole ? ad_json_text(item) : ad_json_get_text(item, "text");
		found = replace_in(sub, rule, text, &made) || found;
		if (whole) {
			ad_json_str(j, made);
			continue;
		}
		const cJSON *member;
		ad_json_object(j);
		cJSON_ArrayForEach(member, item)
		{
			struct ad_text kept = ad_text_on(sub->arena);
			ad_json_canonical(&kept, member);
			if (strcmp(member->string, "text") == 0)
				ad_json_kstr(j, "text", made);
			else
				ad_json_kraw(j, member->string, ad_text_str(&kept));
		}
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	return found;
}

static bool replace_field(struct ad_call *sub, const struct ad_bulk_rule *rule,
			  const struct ad_row *row, size_t index, struct ad_json *j)
{
	const struct ad_field *field = &row->res->shape.fields[index];
	const struct ad_value *value = &row->v[index];
	struct ad_str made;
	if (value->kind != AD_TEXT)
		return false;
	if (field->type != AD_T_LIST) {
		if (!replace_in(sub, rule, value->s, &made))
			return false;
		ad_json_kstr(j, field->name, made);
		return true;
	}
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json list = ad_json_on(&text);
	if (!replace_in_list(sub, rule, value->s, &list))
		return false;
	ad_json_kraw(j, field->name, ad_text_str(&text));
	return true;
}

static bool make_replaced(struct ad_call *sub, const struct ad_bulk_rule *rule,
			  const struct ad_row *row, struct ad_bulk_patch *out)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	bool found = false;
	ad_json_object(&j);
	for (size_t i = 0; i < row->res->shape.count; i++)
		if (rule->fields[i])
			found = replace_field(sub, rule, row, i, &j) || found;
	ad_json_object_end(&j);
	out->input = found ? parse_json(sub, &text) : NULL;
	return true;
}

/* --- labels --- */

static bool holds_label(const cJSON *list, const char *label)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		if (cJSON_IsString(item) && strcmp(item->valuestring, label) == 0)
			return true;
	}
	return false;
}

/* True unless an earlier item of the list is equal. */
static bool is_first(const cJSON *list, const cJSON *label)
{
	const cJSON *item = list->child;
	while (item != label && strcmp(item->valuestring, label->valuestring) != 0)
		item = item->next;
	return item == label;
}

static bool make_labelled(struct ad_call *sub, const struct ad_bulk_rule *rule,
			  const struct ad_row *row, struct ad_bulk_patch *out)
{
	struct ad_text text = ad_text_on(sub->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const struct ad_value *value = &row->v[rule->field];
	const cJSON *old =
		value->kind == AD_TEXT ? ad_json_parse(sub->arena, value->s, &err) : NULL;
	const cJSON *item;
	ad_json_object(&j);
	ad_json_key(&j, "labels");
	ad_json_array(&j);
	cJSON_ArrayForEach(item, old)
	{
		if (!holds_label(rule->remove, item->valuestring))
			ad_json_str(&j, ad_json_text(item));
	}
	cJSON_ArrayForEach(item, rule->add)
	{
		if (!holds_label(old, item->valuestring) && is_first(rule->add, item))
			ad_json_str(&j, ad_json_text(item));
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	out->input = parse_json(sub, &text);
	return true;
}

bool ad_bulk_make_patch(struct ad_call *sub, const struct ad_bulk_rule *rule,
			const struct ad_row *row, struct ad_bulk_patch *out)
{
	*out = (struct ad_bulk_patch){ 0 };
	switch (rule->kind) {
	case AD_BULK_SET:
		out->input = rule->set;
		return true;
	case AD_BULK_ADJUST:
		return make_adjusted(sub, rule, row, out);
	case AD_BULK_REPLACE:
		return make_replaced(sub, rule, row, out);
	case AD_BULK_LABELS:
		return make_labelled(sub, rule, row, out);
	}
	return false;
}
