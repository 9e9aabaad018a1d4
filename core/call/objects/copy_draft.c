#include <stdlib.h>

#include "base/json_read.h"
#include "call/objects/copy.h"
#include "call/rules/foreign.h"
#include "call/objects/objects.h"
#include "model/currencies.h"
#include "model/vocabulary.h"
#include "sync/state/rails.h"

#define ROUNDS 6 /* removing one value can cause further faults */

static void copy_draft_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* The value that replaces the source's; false if the source's is used. */
static bool is_set(const struct ad_copy_ask *ask, const char *name, struct ad_str *value)
{
	for (size_t i = 0; i < AD_LEN(ask->set); i++) {
		if (!ask->set[i].name || strcmp(ask->set[i].name, name) != 0)
			continue;
		*value = ask->set[i].value;
		return true;
	}
	return false;
}

bool ad_copy_share(const struct ad_call *call, const struct ad_row *row, const cJSON *object,
		   int64_t *micros)
{
	enum ad_platform platform = ad_platform_of(ad_row_text(row, "platform"));
	size_t index = 0;
	if (!ad_field_find(&row->res->shape, AD_S("budgetPeriod"), &index) ||
	    !ad_str_is(ad_row_text(row, "budgetPeriod"), "LIFETIME"))
		return false;
	int64_t unit = ad_currency_unit(platform, ad_str(call->space.currency)), own = 1000000;
	for (int i = ad_currency_decimals(call->space.currency); i > 0; i--)
		own /= 10;
	if (unit < own)
		unit = own;
	*micros = (ad_budget_share(row, object) + unit - 1) / unit * unit;
	return true;
}

static void tell_share(struct ad_call *call, struct ad_copy_report *report,
		       const struct ad_row *source)
{
	struct ad_fault fault = {
		.path = "budgetPeriod",
		.code = "UNSUPPORTED",
		.message = "A lifetime budget cannot be copied. The copy has its daily share.",
	};
	int64_t micros;
	if (ad_copy_share(call, source, NULL, &micros))
		ad_copy_report(call, report, source, &fault);
}

/* The source as the input of a create; members can be removed from it. */
static cJSON *copy_draft_input_of(struct ad_call *call, const struct ad_copy_ask *ask)
{
	const struct ad_row *source = ask->source;
	const struct ad_shape *shape = &source->res->shape;
	cJSON *input = cJSON_CreateObject();
	ad_arena_defer(call->arena, copy_draft_free_tree, input);
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		struct ad_str value = { NULL, 0 };
		struct ad_value kept = source->v[i];
		struct ad_json_error err;
		if (is_set(ask, field->name, &value)) {
			if (value.p)
				cJSON_AddStringToObject(input, field->name,
							ad_arena_copy(call->arena, value).p);
			continue;
		}
		if ((field->flags & AD_READ_ONLY) || source->v[i].kind == AD_NULL ||
		    strcmp(field->name, "status") == 0)
			continue;
		struct ad_text text = ad_text_on(call->arena);
		struct ad_json j = ad_json_on(&text);
		if (strcmp(field->name, "budget") == 0)
			(void)ad_copy_share(call, source, NULL, &kept.i);
		ad_value_write(&j, field, &kept);
		const cJSON *item = ad_json_parse(call->arena, ad_text_str(&text), &err);
		cJSON_AddItemToObject(input, field->name, cJSON_Duplicate(item, true));
	}
	return input;
}

static const struct ad_field *copy_draft_member_of(const struct ad_field *field, struct ad_str name)
{
	struct ad_shape members = { .fields = field->members, .count = field->member_count };
	return ad_field_find(&members, name, NULL);
}

/* Removes a member from an object, unless the object needs it. */
static bool drop_member(cJSON *object, const struct ad_field *field, const char *path)
{
	char name[64];
	size_t n = strcspn(path, ".[");
	if (n >= sizeof(name) || !cJSON_IsObject(object))
		return false;
	memcpy(name, path, n);
	name[n] = '\0';
	const struct ad_field *member = copy_draft_member_of(field, ad_str(name));
	if (!cJSON_HasObjectItem(object, name) || (member && (member->flags & AD_REQUIRED)))
		return false;
	cJSON_DeleteItemFromObjectCaseSensitive(object, name);
	return true;
}

/* Empties an item, so that later faults' indexes stay valid; copy_draft_sweep() removes it. */
static void drop_item(cJSON *list, const struct ad_field *field, const char *path)
{
	int index = (int)strtol(path, NULL, 10);
	const char *after = strchr(path, ']');
	cJSON *item = cJSON_GetArrayItem(list, index);
	if (!item)
		return;
	if (after && after[1] == '.' && drop_member(item, field, after + 2))
		return;
	cJSON_ReplaceItemInArray(list, index, cJSON_CreateNull());
}

static void copy_draft_sweep(cJSON *input)
{
	cJSON *field;
	cJSON_ArrayForEach(field, input)
	{
		for (int i = cJSON_IsArray(field) ? cJSON_GetArraySize(field) - 1 : -1; i >= 0; i--)
			if (cJSON_IsNull(cJSON_GetArrayItem(field, i)))
				cJSON_DeleteItemFromArray(field, i);
	}
}

/* Removes the value that a fault names from the input; false if the object needs it. */
static bool copy_draft_drop(cJSON *input, const struct ad_resource *res,
			    const struct ad_fault *fault)
{
	size_t n = strcspn(fault->path, ".[");
	struct ad_str top = { fault->path, n };
	const struct ad_field *field = ad_field_find(&res->shape, top, NULL);
	const char *rest = fault->path + n;
	if (!field)
		return false;
	cJSON *value = cJSON_GetObjectItemCaseSensitive(input, field->name);
	if (!value)
		return false;
	if (*rest == '[') {
		drop_item(value, field, rest + 1);
		return true;
	}
	if (*rest == '.' && drop_member(value, field, rest + 1))
		return true;
	if (!*rest && strcmp(fault->code, "TOO_MANY") == 0 && cJSON_IsArray(value)) {
		while (cJSON_GetArraySize(value) > (int)fault->limit)
			cJSON_DeleteItemFromArray(value, (int)fault->limit);
		return true;
	}
	if (field->flags & (AD_REQUIRED | AD_FIXED))
		return false;
	cJSON_DeleteItemFromObjectCaseSensitive(input, field->name);
	return true;
}

/* One round of removals; false if a faulty value is needed. */
static bool leave_out(struct ad_call *call, cJSON *input, const struct ad_copy_ask *ask,
		      struct ad_copy_report *report)
{
	const struct ad_fault *faults = call->faults;
	for (const struct ad_fault *f = faults; f; f = f->next)
		if (!copy_draft_drop(input, ask->source->res, f))
			return false;
	for (const struct ad_fault *f = faults; f; f = f->next)
		ad_copy_report(call, report, ask->source, f);
	copy_draft_sweep(input);
	return true;
}

/* True if the copy has another platform than its source. */
static bool goes_elsewhere(const struct ad_call *call, const struct ad_copy_ask *ask)
{
	struct ad_str here = ad_row_text(ask->source, "platform"), there = here;
	if (!is_set(ask, "platform", &there) && call->parent_hint)
		there = ad_row_text(call->parent_hint, "platform");
	return !ad_str_eq(here, there);
}

struct ad_row *ad_copy_draft(struct ad_call *call, const struct ad_copy_ask *ask,
			     struct ad_copy_report *report)
{
	cJSON *input = copy_draft_input_of(call, ask);
	if (goes_elsewhere(call, ask))
		ad_foreign_take_out(call, ask->source, input, report);
	for (int round = 0; round < ROUNDS; round++) {
		struct ad_row *row = NULL;
		ad_call_fresh(call);
		if (ad_object_draft(call, ask->source->res, input, &row)) {
			tell_share(call, report, ask->source);
			ad_foreign_mark(report, ask->source, row);
			return row;
		}
		if (call->status != AD_INVALID || !leave_out(call, input, ask, report))
			return NULL;
	}
	return NULL;
}
