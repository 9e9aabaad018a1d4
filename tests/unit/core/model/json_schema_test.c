/* JSON Schema out of rows. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/json_read.h"
#include "model/json_schema.h"
#include "model/vocabulary.h"

static const char *const colours[] = { "RED", NULL };
static const struct ad_field members[] = {
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 5 },
};

struct sample {
	struct ad_field field;
	struct ad_schema_style style;
	const char *schema;
};

#define NOT_NULL .flags = AD_NOT_NULL | AD_REQUIRED
#define OUT { .use = AD_FOR_OUTPUT }
#define IN { .use = AD_FOR_CREATE }
#define PATCH { .use = AD_FOR_PATCH }
#define BRIEF { .use = AD_FOR_CREATE, .brief = true }

static const struct sample samples[] = {
	{ { .type = AD_T_TEXT, NOT_NULL, .min = 1, .max = 5 },
	  IN,
	  "{\"type\":\"string\",\"minLength\":1,\"maxLength\":5}" },
	{ { .type = AD_T_TEXT, NOT_NULL, .min = 1, .max = 5 }, OUT, "{\"type\":\"string\"}" },
	{ { .type = AD_T_TEXT, NOT_NULL, .min = 1, .max = 5 }, BRIEF, "{\"type\":\"string\"}" },
	{ { .type = AD_T_TEXT, .max = 5, .doc = "D.", .example = "\"a\"" },
	  IN,
	  "{\"oneOf\":[{\"type\":\"string\",\"maxLength\":5},{\"type\":\"null\"}],"
	  "\"description\":\"D.\",\"examples\":[\"a\"]}" },
	{ { .type = AD_T_TEXT, .max = 5, .doc = "D.", .example = "\"a\"" },
	  BRIEF,
	  "{\"type\":\"string\",\"description\":\"D.\"}" },
	/* what has a default may be null on the way in, and never is on the way out */
	{ { .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false" },
	  IN,
	  "{\"oneOf\":[{\"type\":\"boolean\"},{\"type\":\"null\"}],\"default\":false}" },
	{ { .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false" },
	  PATCH,
	  "{\"oneOf\":[{\"type\":\"boolean\"},{\"type\":\"null\"}]}" },
	{ { .type = AD_T_BOOL, .flags = AD_NOT_NULL, .initial = "false" },
	  OUT,
	  "{\"type\":\"boolean\"}" },
	{ { .type = AD_T_ENUM, NOT_NULL | AD_OPEN, .options = colours },
	  IN,
	  "{\"type\":\"string\",\"enum\":[\"RED\"]}" },
	{ { .type = AD_T_ENUM, NOT_NULL | AD_OPEN, .options = colours },
	  OUT,
	  "{\"type\":\"string\",\"enum\":[\"RED\",\"OTHER\"],\"x-open\":true}" },
	{ { .type = AD_T_MONEY, NOT_NULL, .min = 1, .max = AD_MONEY_MAX },
	  IN,
	  "{\"type\":\"number\",\"format\":\"double\",\"x-money\":true,"
	  "\"exclusiveMinimum\":0,\"maximum\":1000000000}" },
	{ { .type = AD_T_INT, NOT_NULL, .min = 13, .max = 65 },
	  IN,
	  "{\"type\":\"integer\",\"format\":\"int64\",\"minimum\":13,\"maximum\":65}" },
	{ { .type = AD_T_URL, NOT_NULL, .max = 2048 },
	  IN,
	  "{\"type\":\"string\",\"format\":\"uri\",\"maxLength\":2048}" },
	{ { .type = AD_T_DATE, NOT_NULL }, IN, "{\"type\":\"string\",\"format\":\"date\"}" },
	{ { .type = AD_T_TIME, NOT_NULL }, OUT, "{\"type\":\"string\",\"format\":\"date-time\"}" },
	{ { .type = AD_T_REF, NOT_NULL, .ref = AD_R_CAMPAIGN },
	  IN,
	  "{\"type\":\"string\",\"pattern\":\"^cmp_[0-9A-HJKMNP-TV-Z]{26}$\"}" },
	{ { .type = AD_T_LIST, NOT_NULL, .item = AD_T_TEXT, .item_max = 3, .min = 1, .max = 2 },
	  IN,
	  "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":3},"
	  "\"minItems\":1,\"maxItems\":2}" },
	{ { .type = AD_T_OBJECT, NOT_NULL, .members = members, .member_count = 1 },
	  IN,
	  "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\",\"maxLength\":5}},"
	  "\"required\":[\"text\"],\"additionalProperties\":false}" },
	{ { .type = AD_T_OBJECT, NOT_NULL, .members = members, .member_count = 1 },
	  OUT,
	  "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
	  "\"required\":[\"text\"]}" },
	{ { .type = AD_T_AD_TEXT, NOT_NULL, .members = members, .member_count = 1 },
	  OUT,
	  "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"properties\":{\"text\":"
	  "{\"type\":\"string\"}},\"required\":[\"text\"]}]}" },
	{ { .type = AD_T_ANY }, OUT, "{}" },
};

static void every_type(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(samples); i++) {
		struct ad_text text = ad_text_on(arena);
		struct ad_json j = ad_json_on(&text);
		ad_schema_field(&j, &samples[i].field, samples[i].style);
		assert_string_equal(ad_text_str(&text).p, samples[i].schema);
	}
	ad_arena_free(arena);
}

/* Every property that is required is there, at every level. */
static void check_schema(const cJSON *schema)
{
	const cJSON *properties = ad_json_get(schema, "properties"), *item;

	cJSON_ArrayForEach(item, ad_json_get(schema, "required"))
		assert_non_null(ad_json_get(properties, item->valuestring));
	cJSON_ArrayForEach(item, schema)
	{
		if (cJSON_IsObject(item) || cJSON_IsArray(item))
			check_schema(item);
	}
}

static const cJSON *object_schema(struct ad_arena *arena, const struct ad_resource *res,
				  struct ad_schema_style style)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;

	ad_schema_object(&j, &res->shape, ad_common_of(res), style);
	const cJSON *schema = ad_json_parse(arena, ad_text_str(&text), &err);
	if (!schema)
		fail_msg("%s: %s", res->name, err.reason);
	return schema;
}

static void every_resource(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		for (int use = AD_FOR_OUTPUT; use <= AD_FOR_PATCH; use++) {
			for (int brief = 0; brief < 2; brief++) {
				struct ad_schema_style style = { .use = (enum ad_schema_use)use,
								 .brief = brief != 0,
								 .resource = res->id };
				check_schema(object_schema(arena, res, style));
			}
		}
	}
	ad_arena_free(arena);
}

static bool
	requires(const cJSON *schema, const char *name)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_get(schema, "required"))
	{
		if (strcmp(item->valuestring, name) == 0)
			return true;
	}
	return false;
}

static void ins_and_outs_of_a_campaign(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	const struct ad_resource *res = ad_resource_row(AD_R_CAMPAIGN);
	struct ad_schema_style style = { .use = AD_FOR_OUTPUT, .resource = res->id };
	const cJSON *out = object_schema(arena, res, style);

	(void)state;
	assert_true(requires(out, "syncState") && requires(out, "budgetLevel"));
	assert_null(ad_json_get(out, "additionalProperties"));
	style.use = AD_FOR_CREATE;
	const cJSON *in = object_schema(arena, res, style);
	assert_true(requires(in, "name") && !requires(in, "platform"));
	assert_null(ad_json_get(ad_json_get(in, "properties"), "budgetLevel"));
	assert_null(ad_json_get(ad_json_get(in, "properties"), "id"));
	assert_true(cJSON_IsFalse(ad_json_get(in, "additionalProperties")));
	style.use = AD_FOR_PATCH;
	const cJSON *patch = object_schema(arena, res, style);
	assert_null(ad_json_get(patch, "required"));
	assert_non_null(ad_json_get(ad_json_get(patch, "properties"), "expectedVersion"));
	/* a check's answer has no id yet */
	style = (struct ad_schema_style){ .use = AD_FOR_OUTPUT,
					  .resource = res->id,
					  .unsaved = true };
	const cJSON *checked = object_schema(arena, res, style);
	assert_non_null(
		ad_json_get(ad_json_get(ad_json_get(checked, "properties"), "id"), "oneOf"));
	assert_null(ad_json_get(ad_json_get(ad_json_get(out, "properties"), "id"), "oneOf"));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type),
		cmocka_unit_test(every_resource),
		cmocka_unit_test(ins_and_outs_of_a_campaign),
	};
	return cmocka_run_group_tests_name("json_schema", tests, NULL, NULL);
}
