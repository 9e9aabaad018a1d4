#include "model/example.h"

#include "base/json_read.h"

#define ULID "01KAH2V5T3Q8Z6J4N9W7X1Y2B3"

static void example_value(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
			  const cJSON *given, struct ad_schema_style style);

/* At least min characters, at most max (0: any). */
static void example_text(struct ad_json *j, struct ad_arena *arena, int64_t min, int64_t max)
{
	static const char sample[] = "Text";
	struct ad_text out = ad_text_on(arena);
	for (int64_t i = 0; i < (min > 4 ? min : 4) && (max == 0 || i < max); i++)
		ad_text_addc(&out, sample[i % 4]);
	ad_json_str(j, ad_text_str(&out));
}

static void example_id(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
		       struct ad_schema_style style)
{
	enum ad_resource_id of = f->type == AD_T_REF ? f->ref : style.resource;
	const char *prefix = of < AD_R_NONE ? ad_resource_row(of)->prefix : NULL;
	if (f->type == AD_T_ID && strcmp(f->name, "id") != 0)
		prefix = "acc";
	ad_json_str(j, ad_arena_printf(arena, "%s_" ULID, prefix ? prefix : "obj"));
}

static void example_number(struct ad_json *j, const struct ad_field *f)
{
	if (f->type == AD_T_MONEY) {
		ad_json_micros(j, f->min > 10000000 ? f->min : 10000000);
		return;
	}
	int64_t n = f->min > 1 ? f->min : 1;
	ad_json_int(j, f->max && n > f->max ? f->max : n);
}

static bool is_there(const struct ad_field *f, struct ad_schema_style style)
{
	if (style.use == AD_FOR_OUTPUT)
		return ad_schema_has(f, style.use);
	return ad_schema_has(f, style.use) && ((f->flags & AD_REQUIRED) || f->example);
}

/* True if null is the best example: the field may be null and no better value is known. */
static bool is_unknown(const struct ad_field *f, struct ad_schema_style style)
{
	return style.use == AD_FOR_OUTPUT && !f->example && f->type != AD_T_LIST &&
	       !(f->flags & (AD_NOT_NULL | AD_REQUIRED));
}

/* Members in the order of the rows; what the given example says wins, else null if that may be. */
static void example_members(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
			    const cJSON *given, struct ad_schema_style style)
{
	bool output = style.use == AD_FOR_OUTPUT;
	ad_json_object(j);
	for (size_t i = 0; i < f->member_count; i++) {
		const struct ad_field *m = &f->members[i];
		const cJSON *item = ad_json_get(given, m->name);
		bool unsaid = given && !item;
		bool said = item && (output || !(m->flags & AD_READ_ONLY));
		if (unsaid && (!output || (m->flags & AD_SOMETIMES)))
			continue;
		if (!said && !is_there(m, style))
			continue;
		ad_json_key(j, m->name);
		if ((unsaid && !(m->flags & AD_NOT_NULL)) || is_unknown(m, style))
			ad_json_null(j);
		else
			example_value(j, arena, m, item, style);
	}
	ad_json_object_end(j);
}

static void example_list(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
			 const cJSON *given, struct ad_schema_style style)
{
	struct ad_field each = { .name = f->name,
				 .type = f->item,
				 .flags = AD_NOT_NULL,
				 .max = f->item_max,
				 .options = f->options,
				 .members = f->members,
				 .member_count = f->member_count,
				 .ref = f->ref };
	const cJSON *item;
	ad_json_array(j);
	cJSON_ArrayForEach(item, given)
	{
		example_value(j, arena, &each, item, style);
	}
	for (int64_t i = 0; !given && i < (f->min > 1 ? f->min : 1); i++)
		example_value(j, arena, &each, NULL, style);
	ad_json_array_end(j);
}

static void example_canonical(struct ad_json *j, struct ad_arena *arena, const cJSON *given)
{
	struct ad_text out = ad_text_on(arena);
	ad_json_canonical(&out, given);
	ad_json_raw(j, ad_text_str(&out));
}

/* Made of the type alone. */
static void example_made(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
			 struct ad_schema_style style)
{
	switch (f->type) {
	case AD_T_TEXT:
	case AD_T_AD_TEXT:
		example_text(j, arena, f->min, f->max);
		break;
	case AD_T_URL:
		ad_json_str(j, AD_S("https://bakery.example/bread"));
		break;
	case AD_T_ENUM:
		ad_json_str(j, ad_str(f->options[0]));
		break;
	case AD_T_MONEY:
	case AD_T_INT:
	case AD_T_NUMBER:
		example_number(j, f);
		break;
	case AD_T_BOOL:
		ad_json_bool(j, false);
		break;
	case AD_T_DATE:
		ad_json_str(j, AD_S("2026-11-21"));
		break;
	case AD_T_TIME:
		ad_json_str(j, AD_S("2026-11-21T09:30:00.000Z"));
		break;
	case AD_T_REF:
	case AD_T_ID:
		example_id(j, arena, f, style);
		break;
	case AD_T_OPTIONS:
		ad_json_object(j);
		ad_json_object_end(j);
		break;
	case AD_T_OBJECT:
	case AD_T_LIST:
	case AD_T_BYTES:
		ad_json_str(j, AD_S("iVBORw0KGgo="));
		break;
	case AD_T_ANY:
		ad_json_null(j);
		break;
	}
}

static void example_value(struct ad_json *j, struct ad_arena *arena, const struct ad_field *f,
			  const cJSON *given, struct ad_schema_style style)
{
	if (cJSON_IsNull(given)) {
		ad_json_null(j);
		return;
	}
	struct ad_json_error err;
	if (!given && f->example)
		given = ad_json_parse(arena, ad_str(f->example), &err);
	if (f->type == AD_T_OBJECT || (f->type == AD_T_AD_TEXT && cJSON_IsObject(given)))
		example_members(j, arena, f, given, style);
	else if (f->type == AD_T_LIST)
		example_list(j, arena, f, given, style);
	else if (given)
		example_canonical(j, arena, given);
	else
		example_made(j, arena, f, style);
}

void ad_example_field(struct ad_json *j, struct ad_arena *arena, const struct ad_field *field,
		      struct ad_schema_style style)
{
	if (is_unknown(field, style))
		ad_json_null(j);
	else
		example_value(j, arena, field, NULL, style);
}

static void example_fields(struct ad_json *j, struct ad_arena *arena, const struct ad_shape *shape,
			   struct ad_schema_style style)
{
	const uint32_t fixed = AD_FIXED | AD_IMMUTABLE;
	int shown = 0;
	for (size_t i = 0; i < shape->count; i++) {
		const struct ad_field *f = &shape->fields[i];
		if (!is_there(f, style))
			continue;
		if (style.use == AD_FOR_PATCH && ((f->flags & fixed) || shown == 2))
			continue;
		ad_json_key(j, f->name);
		if (style.unsaved && strcmp(f->name, "id") == 0)
			ad_json_null(j);
		else
			ad_example_field(j, arena, f, style);
		shown++;
	}
}

void ad_example_object(struct ad_json *j, struct ad_arena *arena, const struct ad_shape *shape,
		       const struct ad_shape *common, struct ad_schema_style style)
{
	ad_json_object(j);
	if (common && style.use == AD_FOR_OUTPUT)
		example_fields(j, arena, common, style);
	example_fields(j, arena, shape, style);
	ad_json_object_end(j);
}
