#include "call/request/validate.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "call/request/check_value.h"

/* The field of the shape that has a member of that name; NULL if there is none. */
static const char *validate_holder_of(const struct ad_shape *shape, const char *name)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		if (f->type != AD_T_OBJECT || f->flags & AD_READ_ONLY)
			continue;
		for (size_t k = 0; k < f->member_count; k++)
			if (strcmp(f->members[k].name, name) == 0)
				return f->name;
	}
	return NULL;
}

static void unknown_field(struct ad_call *call, const struct ad_shape *shape, const char *name)
{
	const char *holder = validate_holder_of(shape, name);
	const char *names[AD_FIELDS_MAX + 1];
	size_t n = 0;
	for (size_t i = 0; i < shape->count && n < AD_FIELDS_MAX; i++)
		if (!(shape->fields[i].flags & AD_READ_ONLY))
			names[n++] = shape->fields[i].name;
	names[n] = NULL;
	ad_fault(call, name, "UNKNOWN_FIELD", "The field %s does not exist here.", name);
	if (holder)
		ad_fault_suggest(call, "The field belongs in %s: {\"%s\":{\"%s\":…}}.", holder,
				 holder, name);
	else
		ad_suggest_name(call, ad_str(name), names);
}

/* Refuses names that the shape (and `also`, unless NULL) does not have, and read-only fields. */
static void check_names(struct ad_call *call, const struct ad_shape *shape,
			const struct ad_shape *common, const char *also, const cJSON *input)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, input)
	{
		if (ad_faults_full(call))
			return;
		const struct ad_field *field = ad_field_find(shape, ad_str(item->string), NULL);
		if (field && (field->flags & AD_SECRET))
			field = NULL; /* an internal field */
		if (!field && common)
			field = ad_field_find(common, ad_str(item->string), NULL);
		if (!field && also && strcmp(item->string, also) == 0)
			continue;
		if (!field)
			unknown_field(call, shape, item->string);
		else if (field->flags & AD_READ_ONLY)
			ad_fault(call, item->string, "READ_ONLY", "%s is read-only. Omit it.",
				 item->string);
	}
}

static bool is_object(struct ad_call *call, const cJSON *input)
{
	if (cJSON_IsObject(input))
		return true;
	ad_fault(call, "", "WRONG_TYPE", "%s must be a JSON object of fields and their values.",
		 call->fault_prefix ? "It" : "The body");
	return false;
}

/* A default as in its row: JSON in canonical form, so it is not parsed. */
static struct ad_value initial_of(struct ad_arena *arena, const struct ad_field *field)
{
	struct ad_json_error err;
	struct ad_str text = ad_str(field->initial);
	if (!text.p)
		return (struct ad_value){ .kind = AD_NULL };
	if (text.p[0] == '"')
		return (struct ad_value){ .kind = AD_TEXT, .s = { text.p + 1, text.n - 2 } };
	if (text.p[0] == '[' || text.p[0] == '{')
		return (struct ad_value){ .kind = AD_TEXT, .s = text };
	return ad_value_take(arena, field, ad_json_parse(arena, text, &err));
}

static bool is_null(const cJSON *item)
{
	return item == NULL || cJSON_IsNull(item);
}

/* Null means the default (RFC 7396: it removes the member): there must be one. */
static void check_required(struct ad_call *call, const struct ad_field *field, const cJSON *item)
{
	if (!(field->flags & AD_REQUIRED))
		return;
	if (item)
		ad_fault(call, field->name, "NOT_NULLABLE", "%s cannot be null.", field->name);
	else
		ad_fault(call, field->name, "REQUIRED", "%s is required.", field->name);
}

void ad_validate_create(struct ad_call *call, const cJSON *input, struct ad_row *row)
{
	const struct ad_shape *shape = &row->res->shape;
	if (!is_object(call, input))
		return;
	check_names(call, shape, ad_common_of(row->res), NULL, input);
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		const cJSON *item = ad_json_get(input, field->name);
		if (!is_null(item) && !(field->flags & AD_READ_ONLY)) {
			row->v[i] = ad_check_value(call, field, field->name, item);
			continue;
		}
		row->v[i] = initial_of(call->arena, field);
		check_required(call, field, item);
	}
}

static const cJSON *validate_merge(struct ad_arena *arena, const cJSON *target, const cJSON *patch);

static void validate_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* RFC 7396: the result is a new tree on the arena. */
static const cJSON *validate_merge(struct ad_arena *arena, const cJSON *target, const cJSON *patch)
{
	if (!cJSON_IsObject(patch))
		return patch;
	cJSON *result =
		cJSON_IsObject(target) ? cJSON_Duplicate(target, true) : cJSON_CreateObject();
	ad_arena_defer(arena, validate_free_tree, result);
	const cJSON *item;
	cJSON_ArrayForEach(item, patch)
	{
		const cJSON *old = ad_json_get(result, item->string);
		if (cJSON_IsNull(item)) {
			cJSON_DeleteItemFromObjectCaseSensitive(result, item->string);
			continue;
		}
		cJSON *merged = cJSON_Duplicate(validate_merge(arena, old, item), true);
		if (old)
			cJSON_ReplaceItemInObjectCaseSensitive(result, item->string, merged);
		else
			cJSON_AddItemToObject(result, item->string, merged);
	}
	return result;
}

static const cJSON *merged_value(struct ad_call *call, const struct ad_field *field,
				 const struct ad_value *old, const cJSON *item)
{
	struct ad_json_error err;
	bool nested = field->type == AD_T_OBJECT || field->type == AD_T_OPTIONS;
	if (!nested || !cJSON_IsObject(item))
		return item;
	const cJSON *target = NULL;
	if (old->kind == AD_TEXT)
		target = ad_json_parse(call->arena, old->s, &err);
	return validate_merge(call->arena, target, item);
}

/* A field that is set at creation never changes; a request may repeat its current value. */
static bool check_once(struct ad_call *call, const struct ad_field *field,
		       const struct ad_value *old, const cJSON *item)
{
	enum ad_status before = call->status;
	size_t faults = call->fault_count;
	struct ad_value value = ad_check_value(call, field, field->name, item);
	if (call->fault_count != faults)
		return true; /* it is not a valid value of the field */
	call->status = before;
	if (!ad_value_eq(old, &value))
		ad_fault(call, field->name, "IMMUTABLE",
			 "%s cannot change after creation. Create a new object instead.",
			 field->name);
	return true;
}

void ad_validate_patch(struct ad_call *call, const cJSON *input, struct ad_row *row)
{
	const struct ad_shape *shape = &row->res->shape;
	if (!is_object(call, input))
		return;
	check_names(call, shape, ad_common_of(row->res), "expectedVersion", input);
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		const cJSON *item = ad_json_get(input, field->name);
		if (!item || (field->flags & AD_READ_ONLY))
			continue;
		if ((field->flags & AD_ONCE) && check_once(call, field, &row->v[i], item))
			continue;
		if (is_null(item)) {
			row->v[i] = initial_of(call->arena, field);
			check_required(call, field, item);
			continue;
		}
		/* An unchanged text, even an invalid one that a pull stored, is not an edit. */
		if ((field->type == AD_T_TEXT || field->type == AD_T_URL) &&
		    row->v[i].kind == AD_TEXT && cJSON_IsString(item) &&
		    ad_str_eq(ad_json_text(item), row->v[i].s))
			continue;
		row->v[i] = ad_check_value(call, field, field->name,
					   merged_value(call, field, &row->v[i], item));
	}
}

const cJSON *ad_validate_shape(struct ad_call *call, const struct ad_shape *shape,
			       const cJSON *input)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json out = ad_json_on(&text);
	struct ad_json_error err;
	if (!is_object(call, input))
		return NULL;
	check_names(call, shape, NULL, NULL, input);
	ad_json_object(&out);
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		const cJSON *item = ad_json_get(input, field->name);
		if (is_null(item))
			check_required(call, field, item);
		struct ad_value value = is_null(item)
						? initial_of(call->arena, field)
						: ad_check_value(call, field, field->name, item);
		ad_json_key(&out, field->name);
		ad_value_write(&out, field, &value);
	}
	ad_json_object_end(&out);
	if (call->status != AD_OK)
		return NULL;
	const cJSON *settled = ad_json_parse(call->arena, ad_text_str(&text), &err);
	if (!settled)
		ad_fail(call, AD_INTERNAL, "%s", "");
	return settled;
}

static const cJSON *text_item(struct ad_call *call, struct ad_str text)
{
	cJSON *item = cJSON_CreateString(ad_arena_copy(call->arena, text).p);
	ad_arena_defer(call->arena, validate_free_tree, item);
	return item;
}

/* A filter's text as the JSON of the field. */
static const cJSON *filter_item(struct ad_call *call, const struct ad_field *field,
				struct ad_str text)
{
	struct ad_json_error err;
	if (field->type != AD_T_BOOL && field->type != AD_T_INT && field->type != AD_T_MONEY)
		return text_item(call, text);
	const cJSON *item = ad_json_parse(call->arena, text, &err);
	return is_null(item) ? text_item(call, text) : item;
}

bool ad_validate_filter(struct ad_call *call, const struct ad_field *field, const char *path,
			struct ad_str text, struct ad_value *out)
{
	enum ad_status before = call->status;
	/* A name is searched as stored, because a pull stores names unchanged. */
	struct ad_field asked = *field;
	asked.flags = (asked.flags & ~(uint32_t)AD_NAME) | AD_AS_STORED;
	call->status = AD_OK;
	*out = ad_check_value(call, &asked, path, filter_item(call, field, text));
	bool ok = call->status == AD_OK;
	if (ok)
		call->status = before;
	return ok;
}
