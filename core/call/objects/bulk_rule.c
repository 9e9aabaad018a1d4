/* The rule of a bulk change: the checks that do not depend on the objects. */
#include "base/json_read.h"
#include "call/objects/bulk_step.h"
#include "call/request/validate.h"
#include "model/vocabulary.h"

static bool bulk_rule_is_given(const cJSON *item)
{
	return item && !cJSON_IsNull(item);
}

static bool is_writable(const struct ad_field *field)
{
	return !(field->flags & (AD_READ_ONLY | AD_UNSEEN));
}

/* --- set --- */

/* True if the field's value is merged with the object's, or can only be set at creation. */
static bool depends_on_object(const struct ad_field *field)
{
	return field->type == AD_T_OBJECT || field->type == AD_T_OPTIONS ||
	       (field->flags & AD_ONCE);
}

static void bulk_rule_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* Checks names and types; the other checks run for each object. */
static void check_set(struct ad_call *call, const cJSON *set)
{
	struct ad_row none = { .res = call->res };
	cJSON *checked = cJSON_CreateObject();
	const cJSON *item;
	ad_arena_defer(call->arena, bulk_rule_free_tree, checked);
	cJSON_ArrayForEach(item, set)
	{
		const struct ad_field *field =
			ad_field_find(&call->res->shape, ad_str(item->string), NULL);
		if (strcmp(item->string, "expectedVersion") == 0)
			ad_fault(call, "set.expectedVersion", "UNKNOWN_FIELD",
				 "A bulk change does not accept expectedVersion.");
		else if (!field || !depends_on_object(field) || (field->flags & AD_READ_ONLY))
			cJSON_AddItemToObject(checked, item->string, cJSON_Duplicate(item, true));
	}
	call->fault_prefix = "rule.set.";
	ad_validate_patch(call, checked, &none);
	call->fault_prefix = "rule.";
}

static void read_set(struct ad_call *call, const cJSON *set, struct ad_bulk_rule *out)
{
	out->kind = AD_BULK_SET;
	out->set = set;
	if (!cJSON_IsObject(set))
		ad_fault(call, "set", "WRONG_TYPE", "set must be an object of fields and values.");
	else if (!set->child)
		ad_fault(call, "set", "TOO_FEW", "set must contain at least one field.");
	else
		check_set(call, set);
}

/* --- adjust --- */

static void bulk_rule_add_name(struct ad_text *names, const char *field, const char *member)
{
	ad_text_addf(names, "%s%s%s%s", names->n ? ", " : "", field, member ? "." : "",
		     member ? member : "");
}

/* Searches the amounts of a resource by name; the wanted one is stored in the rule. */
static bool find_amount(struct ad_call *call, struct ad_str wanted, struct ad_bulk_rule *out,
			struct ad_text *names)
{
	const struct ad_shape *shape = &call->res->shape;
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		if (!is_writable(f))
			continue;
		if (f->type == AD_T_MONEY) {
			bulk_rule_add_name(names, f->name, NULL);
			out->field = i;
			if (ad_str_is(wanted, f->name))
				return true;
		}
		for (size_t k = 0; f->type == AD_T_OBJECT && k < f->member_count; k++) {
			if (f->members[k].type != AD_T_MONEY)
				continue;
			bulk_rule_add_name(names, f->name, f->members[k].name);
			struct ad_str path =
				ad_arena_printf(call->arena, "%s.%s", f->name, f->members[k].name);
			out->field = i;
			out->member = &f->members[k];
			if (ad_str_eq(wanted, path))
				return true;
		}
		out->member = NULL;
	}
	return false;
}

static void read_field(struct ad_call *call, struct ad_str wanted, struct ad_bulk_rule *out)
{
	struct ad_text names = ad_text_on(call->arena);
	out->path = ad_arena_copy(call->arena, wanted).p;
	if (find_amount(call, wanted, out, &names))
		return;
	ad_fault(call, "adjust.field", "UNKNOWN_FIELD", "%s do not have the amount %s.",
		 call->res->path + 1, out->path);
	if (names.n)
		ad_fault_suggest(call, "Available amounts: %s.", ad_text_str(&names).p);
}

static int64_t smallest_unit(const struct ad_call *call)
{
	int64_t unit = 1000000;
	int decimals = ad_currency_decimals(call->space.currency[0] ? call->space.currency : "USD");
	for (; decimals > 0 && unit > 1; decimals--)
		unit /= 10;
	return unit;
}

/* Reads micros that must be a multiple of unit; false with a fault. */
static bool read_micros(struct ad_call *call, const char *path, const cJSON *item, int64_t unit,
			int64_t *out)
{
	if (ad_json_micros_of(item, out) && *out % unit == 0)
		return true;
	ad_fault(call, path, "TOO_MANY_DECIMALS",
		 unit == 1 ? "%s may have at most 6 decimals."
			   : "%s has more decimals than the Space's currency.",
		 path);
	return false;
}

static void read_adjust(struct ad_call *call, const cJSON *adjust, struct ad_bulk_rule *out)
{
	const cJSON *percent = ad_json_get(adjust, "percent");
	const cJSON *amount = ad_json_get(adjust, "amount");
	const cJSON *round = ad_json_get(adjust, "round");
	int64_t unit = smallest_unit(call);
	out->kind = AD_BULK_ADJUST;
	out->step = unit;
	out->by_percent = bulk_rule_is_given(percent);
	read_field(call, ad_json_get_text(adjust, "field"), out);
	if (bulk_rule_is_given(percent) == bulk_rule_is_given(amount)) {
		ad_fault(call, "adjust", "ONE_OF", "Give exactly one of percent and amount.");
		return;
	}
	if (out->by_percent)
		(void)read_micros(call, "adjust.percent", percent, 1, &out->by);
	else
		(void)read_micros(call, "adjust.amount", amount, unit, &out->by);
	if (!bulk_rule_is_given(round) ||
	    !read_micros(call, "adjust.round", round, unit, &out->step))
		return;
	if (out->step <= 0)
		ad_fault_limit(call, "adjust.round", "TOO_SMALL", 0, "round must be above 0.");
}

/* --- replace --- */

static bool bulk_rule_holds_text(const struct ad_field *field)
{
	if (!is_writable(field))
		return false;
	return field->type == AD_T_TEXT || field->type == AD_T_URL ||
	       (field->type == AD_T_LIST && field->item == AD_T_AD_TEXT);
}

static const char *text_fields(struct ad_call *call)
{
	struct ad_text names = ad_text_on(call->arena);
	for (size_t i = 0; i < call->res->shape.count; i++)
		if (bulk_rule_holds_text(&call->res->shape.fields[i]))
			bulk_rule_add_name(&names, call->res->shape.fields[i].name, NULL);
	return ad_text_str(&names).p;
}

static void read_replace(struct ad_call *call, const cJSON *replace, struct ad_bulk_rule *out)
{
	const cJSON *name;
	int at = 0;
	out->kind = AD_BULK_REPLACE;
	out->find = ad_json_get_text(replace, "find");
	out->with = ad_json_get_text(replace, "with");
	out->match_case = cJSON_IsTrue(ad_json_get(replace, "matchCase"));
	cJSON_ArrayForEach(name, ad_json_get(replace, "fields"))
	{
		size_t index = 0;
		struct ad_str text = ad_json_text(name);
		const struct ad_field *field = ad_field_find(&call->res->shape, text, &index);
		struct ad_str path = ad_arena_printf(call->arena, "replace.fields[%d]", at++);
		if (field && bulk_rule_holds_text(field)) {
			out->fields[index] = true;
			continue;
		}
		ad_fault(call, path.p, "UNKNOWN_FIELD", "%s do not have the text field %.*s.",
			 call->res->path + 1, AD_FMT(text));
		ad_fault_suggest(call, "Available text fields: %s.", text_fields(call));
	}
	if (!out->find.n)
		ad_fault_limit(call, "replace.find", "TOO_SHORT", 1,
			       "find must have at least 1 character.");
}

/* --- labels --- */

static bool has_label(const cJSON *list, const char *label)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		if (strcmp(item->valuestring, label) == 0)
			return true;
	}
	return false;
}

static void read_labels(struct ad_call *call, const cJSON *labels, struct ad_bulk_rule *out)
{
	const cJSON *item;
	int at = 0;
	out->kind = AD_BULK_LABELS;
	out->add = ad_json_get(labels, "add");
	out->remove = ad_json_get(labels, "remove");
	if (!ad_field_find(&call->res->shape, AD_S("labels"), &out->field)) {
		ad_fault(call, "labels", "UNKNOWN_FIELD", "%s do not have labels.",
			 call->res->path + 1);
		return;
	}
	if (cJSON_GetArraySize(out->add) + cJSON_GetArraySize(out->remove) == 0)
		ad_fault(call, "labels", "TOO_FEW",
			 "labels must contain at least one label to add or remove.");
	cJSON_ArrayForEach(item, out->remove)
	{
		struct ad_str path = ad_arena_printf(call->arena, "labels.remove[%d]", at++);
		if (has_label(out->add, item->valuestring))
			ad_fault(call, path.p, "MISMATCH",
				 "The same label cannot be both added and removed.");
	}
}

bool ad_bulk_read_rule(struct ad_call *call, const cJSON *rule, struct ad_bulk_rule *out)
{
	static const struct {
		const char *name;
		void (*read)(struct ad_call *call, const cJSON *item, struct ad_bulk_rule *out);
	} kinds[] = {
		{ "set", read_set },
		{ "adjust", read_adjust },
		{ "replace", read_replace },
		{ "labels", read_labels },
	};
	size_t given = 0, which = 0;
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		bool is = bulk_rule_is_given(ad_json_get(rule, kinds[i].name));
		given += is;
		which = is ? i : which;
	}
	if (given != 1) {
		ad_fault(call, "rule", "ONE_OF",
			 "rule must contain exactly one of set, adjust, replace, labels.");
		return false;
	}
	call->fault_prefix = "rule.";
	kinds[which].read(call, ad_json_get(rule, kinds[which].name), out);
	call->fault_prefix = NULL;
	return call->status == AD_OK;
}
