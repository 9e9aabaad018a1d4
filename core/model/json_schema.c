#include "model/json_schema.h"
#include "model/options.h"

#include <stdio.h>

#define NAME_SIZE 128

static void json_schema_plain(struct ad_json *j, const struct ad_field *f,
			      struct ad_schema_style style);

static void json_schema_kcstr(struct ad_json *j, const char *key, const char *value)
{
	ad_json_kcstr(j, key, value);
}

static void write_enum(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	json_schema_kcstr(j, "type", "string");
	ad_json_key(j, "enum");
	ad_json_array(j);
	for (size_t i = 0; f->options[i]; i++)
		ad_json_str(j, ad_str(f->options[i]));
	if ((f->flags & AD_OPEN) && style.use == AD_FOR_OUTPUT)
		ad_json_str(j, AD_S("OTHER"));
	ad_json_array_end(j);
	if (style.use == AD_FOR_OUTPUT && !style.brief)
		ad_json_kbool(j, "x-open", true);
}

static void json_schema_write_text(struct ad_json *j, const struct ad_field *f,
				   struct ad_schema_style style)
{
	json_schema_kcstr(j, "type", "string");
	if (f->type == AD_T_URL && !style.brief)
		json_schema_kcstr(j, "format", "uri");
	if (f->type == AD_T_DATE)
		json_schema_kcstr(j, "format", "date");
	if (f->type == AD_T_TIME)
		json_schema_kcstr(j, "format", "date-time");
	if (style.brief || style.use == AD_FOR_OUTPUT)
		return;
	if (f->min > 0)
		ad_json_kint(j, "minLength", f->min);
	if (f->max > 0)
		ad_json_kint(j, "maxLength", f->max);
}

static void write_id(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	json_schema_kcstr(j, "type", "string");
	if (style.brief || style.use == AD_FOR_OUTPUT || f->type != AD_T_REF || f->ref == AD_R_NONE)
		return;
	char pattern[64];
	snprintf(pattern, sizeof(pattern), "^%s_[0-9A-HJKMNP-TV-Z]{26}$",
		 ad_resource_row(f->ref)->prefix);
	json_schema_kcstr(j, "pattern", pattern);
}

static void json_schema_write_number(struct ad_json *j, const struct ad_field *f,
				     struct ad_schema_style style)
{
	json_schema_kcstr(j, "type", f->type == AD_T_INT ? "integer" : "number");
	if (style.brief)
		return;
	json_schema_kcstr(j, "format", f->type == AD_T_INT ? "int64" : "double");
	if (f->type == AD_T_MONEY || (f->flags & AD_AMOUNT))
		ad_json_kbool(j, "x-money", true);
	if (style.use == AD_FOR_OUTPUT)
		return;
	if (f->type == AD_T_MONEY) {
		if (f->min > 0)
			ad_json_kint(j, "exclusiveMinimum", 0);
		ad_json_kint(j, "maximum", f->max / 1000000);
		return;
	}
	ad_json_kint(j, "minimum", f->min);
	if (f->max)
		ad_json_kint(j, "maximum", f->max);
}

/* The common fields' objects have one name wherever they are ("Remote"). */
static bool json_schema_is_common(const struct ad_field *f)
{
	for (size_t i = 0; i < ad_common.count; i++)
		if (f->members && f->members == ad_common.fields[i].members)
			return true;
	return false;
}

/* "Campaign" and locations (a list) -> "CampaignLocation". */
static const char *nested_name(char out[static NAME_SIZE], const struct ad_field *f,
			       struct ad_schema_style style)
{
	size_t n = (size_t)snprintf(out, NAME_SIZE, "%s%s",
				    json_schema_is_common(f) ? "" : style.base, f->name);
	size_t at = json_schema_is_common(f) ? 0 : strlen(style.base);
	if (at < n && out[at] >= 'a' && out[at] <= 'z')
		out[at] = (char)(out[at] - 'a' + 'A');
	if (f->type != AD_T_LIST || n < 4 || n >= NAME_SIZE)
		return out;
	if (strcmp(out + n - 3, "ies") == 0)
		snprintf(out + n - 3, 4, "y");
	else if (out[n - 1] == 's')
		out[n - 1] = '\0';
	return out;
}

static void write_ad_text(struct ad_json *j, const struct ad_field *f,
			  struct ad_schema_style style);

static bool is_object(enum ad_type type)
{
	return type == AD_T_OBJECT || type == AD_T_AD_TEXT || type == AD_T_OPTIONS;
}

static void json_schema_write_object(struct ad_json *j, const struct ad_field *f,
				     struct ad_schema_style style);

/* The object of a field, or what leads to it. */
static void write_nested(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	char name[NAME_SIZE];
	char ref[NAME_SIZE + 32];
	if (!style.base) {
		json_schema_write_object(j, f, style);
		return;
	}
	snprintf(ref, sizeof(ref), "#/components/schemas/%s", nested_name(name, f, style));
	json_schema_kcstr(j, "$ref", ref);
}

static void json_schema_write_list(struct ad_json *j, const struct ad_field *f,
				   struct ad_schema_style style)
{
	struct ad_field each = { .name = f->name,
				 .type = f->item,
				 .flags = AD_NOT_NULL | (f->flags & AD_OPEN),
				 .max = f->item_max,
				 .min = f->item == AD_T_TEXT ? 1 : 0,
				 .options = f->options,
				 .members = f->members,
				 .member_count = f->member_count,
				 .ref = f->ref };
	json_schema_kcstr(j, "type", "array");
	ad_json_key(j, "items");
	ad_json_object(j);
	if (style.base && f->item == AD_T_OBJECT)
		write_nested(j, f, style); /* named by the list */
	else if (style.base && f->item == AD_T_AD_TEXT)
		write_ad_text(j, f, style);
	else
		json_schema_plain(j, &each, style);
	ad_json_object_end(j);
	if (style.brief || style.use == AD_FOR_OUTPUT)
		return;
	if (f->min)
		ad_json_kint(j, "minItems", f->min);
	if (f->max)
		ad_json_kint(j, "maxItems", f->max);
}

bool ad_schema_has(const struct ad_field *field, enum ad_schema_use use)
{
	static const uint32_t hidden[] = {
		[AD_FOR_OUTPUT] = AD_INPUT_ONLY | AD_SECRET,
		[AD_FOR_CREATE] = AD_READ_ONLY,
		[AD_FOR_PATCH] = AD_READ_ONLY | AD_ONCE,
	};
	return (field->flags & hidden[use]) == 0;
}

static bool is_there(const struct ad_field *field, struct ad_schema_style style)
{
	if (style.use == AD_FOR_OUTPUT)
		return !(field->flags & (AD_SOMETIMES | AD_SECRET | AD_INPUT_ONLY));
	return (field->flags & AD_REQUIRED) != 0;
}

static void json_schema_write_members(struct ad_json *j, const struct ad_field *fields,
				      size_t count, struct ad_schema_style style, int depth)
{
	bool any = false;
	struct ad_schema_style inner = style;
	inner.nested = depth > 0;
	json_schema_kcstr(j, "type", "object");
	ad_json_key(j, "properties");
	ad_json_object(j);
	ad_schema_properties(j, fields, count, inner);
	ad_json_object_end(j);
	for (size_t i = 0; i < count; i++)
		any = any || is_there(&fields[i], style);
	if (any && style.use != AD_FOR_PATCH) {
		ad_json_key(j, "required");
		ad_json_array(j);
		for (size_t i = 0; i < count; i++)
			if (is_there(&fields[i], style))
				ad_json_str(j, ad_str(fields[i].name));
		ad_json_array_end(j);
	}
	if (style.use != AD_FOR_OUTPUT && !style.brief)
		ad_json_kbool(j, "additionalProperties", false);
}

/* For a model: "google: networks, geoMode; meta: …" is enough, the server names every fault. */
static void write_options_brief(struct ad_json *j, enum ad_resource_id resource)
{
	struct ad_text text = { .max = 0 };
	int platform = -1;
	for (size_t i = 0; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		if (o->resource != resource)
			continue;
		if ((int)o->platform != platform)
			ad_text_addf(&text, "%s%s: %s", text.n ? "; " : "",
				     ad_platform_name(o->platform), o->field.name);
		else
			ad_text_addf(&text, ", %s", o->field.name);
		platform = (int)o->platform;
	}
	ad_json_kstr(j, "description", ad_text_str(&text));
	ad_text_free(&text);
}

#define VALUES_MAX 100

/* The values that an option of this name has on any platform; the server knows which on which. */
static void json_schema_add_values(const char **values, size_t first, enum ad_resource_id resource)
{
	size_t n = 0;
	for (size_t i = first; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		if (strcmp(o->field.name, ad_options[first].field.name) != 0 ||
		    (resource != AD_R_NONE && o->resource != resource))
			continue;
		for (size_t k = 0; o->field.options[k]; k++) {
			bool there = false;
			for (size_t m = 0; m < n; m++)
				there = there || strcmp(values[m], o->field.options[k]) == 0;
			if (!there && n < VALUES_MAX)
				values[n++] = o->field.options[k];
		}
	}
}

/* platformOptions: the options that any platform has for the resource, none required. */
static void json_schema_write_options(struct ad_json *j, struct ad_schema_style style)
{
	json_schema_kcstr(j, "type", "object");
	if (style.brief && !style.nested)
		write_options_brief(j, style.resource);
	if (style.brief)
		return;
	ad_json_key(j, "properties");
	ad_json_object(j);
	for (size_t i = 0; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		bool shown = false;
		for (size_t k = 0; k < i; k++)
			shown = shown || (strcmp(ad_options[k].field.name, o->field.name) == 0 &&
					  (style.resource == AD_R_NONE ||
					   ad_options[k].resource == o->resource));
		if (shown || (style.resource != AD_R_NONE && o->resource != style.resource))
			continue;
		const char *values[VALUES_MAX + 1] = { NULL };
		struct ad_field field = o->field;
		if (field.type == AD_T_ENUM) {
			json_schema_add_values(values, i, style.resource);
			field.options = values;
		}
		ad_json_key(j, field.name);
		ad_schema_field(j, &field, style);
	}
	ad_json_object_end(j);
	if (style.use != AD_FOR_OUTPUT)
		ad_json_kbool(j, "additionalProperties", false);
}

static void write_ad_text(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	ad_json_key(j, "oneOf");
	ad_json_array(j);
	ad_json_object(j);
	json_schema_kcstr(j, "type", "string");
	ad_json_object_end(j);
	ad_json_object(j);
	if (style.brief && style.nested)
		json_schema_kcstr(j, "type", "object");
	else
		write_nested(j, f, style);
	ad_json_object_end(j);
	ad_json_array_end(j);
}

/* In place. */
static void json_schema_write_object(struct ad_json *j, const struct ad_field *f,
				     struct ad_schema_style style)
{
	if (f->type == AD_T_OPTIONS)
		json_schema_write_options(j, style);
	else
		json_schema_write_members(j, f->members, f->member_count, style, 1);
}

/* The keywords of a field's schema, null aside, into an open object. */
static void json_schema_plain(struct ad_json *j, const struct ad_field *f,
			      struct ad_schema_style style)
{
	switch (f->type) {
	case AD_T_ENUM:
		write_enum(j, f, style);
		break;
	case AD_T_TEXT:
	case AD_T_URL:
	case AD_T_DATE:
	case AD_T_TIME:
		json_schema_write_text(j, f, style);
		break;
	case AD_T_REF:
	case AD_T_ID:
		write_id(j, f, style);
		break;
	case AD_T_MONEY:
	case AD_T_INT:
	case AD_T_NUMBER:
		json_schema_write_number(j, f, style);
		break;
	case AD_T_BOOL:
		json_schema_kcstr(j, "type", "boolean");
		break;
	case AD_T_BYTES:
		json_schema_kcstr(j, "type", "string");
		json_schema_kcstr(j, "contentEncoding", "base64");
		break;
	case AD_T_LIST:
		json_schema_write_list(j, f, style);
		break;
	case AD_T_OBJECT:
	case AD_T_OPTIONS:
		write_nested(j, f, style);
		break;
	case AD_T_AD_TEXT:
		write_ad_text(j, f, style);
		break;
	case AD_T_ANY:
		break;
	}
}

/* Which way a field goes, whether it stays, and an example. */
static void write_marks(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	bool output = style.use == AD_FOR_OUTPUT;
	if (output && (f->flags & AD_READ_ONLY))
		ad_json_kbool(j, "readOnly", true);
	if (!output && (f->flags & AD_INPUT_ONLY))
		ad_json_kbool(j, "writeOnly", true);
	if (f->life && f->life->deprecated)
		ad_json_kbool(j, "deprecated", true);
	/* of an answer's object, the members say it */
	bool object = f->type == AD_T_OBJECT || (f->type == AD_T_LIST && f->item == AD_T_OBJECT);
	if (!f->example || (object && output))
		return;
	ad_json_key(j, "examples");
	ad_json_array(j);
	ad_json_raw(j, ad_str(f->example));
	ad_json_array_end(j);
}

/* That a list is empty unless given, a model need not be told. */
static bool shows_initial(const struct ad_field *f, struct ad_schema_style style)
{
	if (style.use != AD_FOR_CREATE || !f->initial)
		return false;
	return !style.brief || (!style.nested && strcmp(f->initial, "[]") != 0);
}

static void write_notes(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	if (style.brief && f->type == AD_T_OPTIONS)
		return;
	if (f->doc && !(style.brief && style.nested))
		json_schema_kcstr(j, "description", f->doc);
	if (shows_initial(f, style))
		ad_json_kraw(j, "default", ad_str(f->initial));
	if (!style.brief)
		write_marks(j, f, style);
}

void ad_schema_field(struct ad_json *j, const struct ad_field *field, struct ad_schema_style style)
{
	uint32_t never = style.use == AD_FOR_OUTPUT ? AD_NOT_NULL : AD_REQUIRED;
	bool nullable = !(field->flags & never) && field->type != AD_T_ANY;
	if (style.brief)
		nullable = nullable && style.use != AD_FOR_CREATE;
	ad_json_object(j);
	if (nullable) {
		ad_json_key(j, "oneOf");
		ad_json_array(j);
		ad_json_object(j);
		json_schema_plain(j, field, style);
		ad_json_object_end(j);
		ad_json_object(j);
		json_schema_kcstr(j, "type", "null");
		ad_json_object_end(j);
		ad_json_array_end(j);
	} else {
		json_schema_plain(j, field, style);
	}
	write_notes(j, field, style);
	ad_json_object_end(j);
}

void ad_schema_properties(struct ad_json *j, const struct ad_field *fields, size_t count,
			  struct ad_schema_style style)
{
	for (size_t i = 0; i < count; i++) {
		if (!ad_schema_has(&fields[i], style.use))
			continue;
		ad_json_key(j, fields[i].name);
		ad_schema_field(j, &fields[i], style);
	}
}

static const struct ad_field expected_version = {
	.name = "expectedVersion",
	.type = AD_T_INT,
	.flags = AD_REQUIRED,
	.min = 1,
	.doc = "Apply only if the object has this version, as If-Match; otherwise 412.",
	.example = "1",
};

void ad_schema_object(struct ad_json *j, const struct ad_shape *shape,
		      const struct ad_shape *common, struct ad_schema_style style)
{
	struct ad_field all[2 * AD_FIELDS_MAX];
	bool output = style.use == AD_FOR_OUTPUT;
	size_t n = 0;
	for (size_t i = 0; common && output && i < common->count; i++)
		all[n++] = common->fields[i];
	for (size_t i = 0; i < shape->count; i++)
		if (!(shape->fields[i].flags & (output ? AD_UNSEEN : AD_READ_ONLY)))
			all[n++] = shape->fields[i];
	for (size_t i = 0; style.unsaved && i < n; i++)
		if (strcmp(all[i].name, "id") == 0)
			all[i].flags &= ~(uint32_t)AD_NOT_NULL;
	if (((common && common->count) || style.versioned) && style.use == AD_FOR_PATCH)
		all[n++] = expected_version;
	ad_json_object(j);
	json_schema_write_members(j, all, n, style, 0);
	if (shape->doc)
		json_schema_kcstr(j, "description", shape->doc);
	ad_json_object_end(j);
}

static void write_named(struct ad_json *j, const struct ad_field *f, struct ad_schema_style style)
{
	char name[NAME_SIZE];
	struct ad_field one = *f;
	if (f->type == AD_T_LIST)
		one.type = f->item;
	if (!is_object(one.type))
		return;
	ad_json_key(j, nested_name(name, f, style));
	style.base = name;
	ad_json_object(j);
	json_schema_write_object(j, &one, style);
	if (f->doc)
		json_schema_kcstr(j, "description", f->doc);
	ad_json_object_end(j);
	struct ad_shape inner = { .fields = f->members, .count = f->member_count };
	ad_schema_nested(j, &inner, style);
}

void ad_schema_nested(struct ad_json *j, const struct ad_shape *shape, struct ad_schema_style style)
{
	uint32_t hidden = style.use == AD_FOR_OUTPUT ? AD_SECRET : AD_READ_ONLY;
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		if (!(f->flags & hidden) && (shape == &ad_common || !json_schema_is_common(f)))
			write_named(j, f, style);
	}
}
