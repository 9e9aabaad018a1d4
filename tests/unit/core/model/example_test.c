/* Examples from rows: a row's own example comes first, and the rest is made from the type. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/json_read.h"
#include "model/envelope.h"
#include "model/example.h"
#include "model/traits.h"
#include "model/vocabulary.h"

static const char *const colours[] = { "RED", "BLUE", NULL };
static const struct ad_field members[] = {
	{ .name = "text", .type = AD_T_TEXT, .flags = AD_REQUIRED | AD_NOT_NULL, .max = 3 },
	{ .name = "pin", .type = AD_T_ENUM, .options = colours },
};

struct sample {
	struct ad_field field;
	struct ad_schema_style style;
	const char *example;
};

#define NOT_NULL .flags = AD_NOT_NULL | AD_REQUIRED
#define OUT { .use = AD_FOR_OUTPUT, .resource = AD_R_CAMPAIGN }
#define IN { .use = AD_FOR_CREATE, .resource = AD_R_CAMPAIGN }

static const struct sample samples[] = {
	{ { .type = AD_T_TEXT, NOT_NULL, .min = 6 }, IN, "\"TextTe\"" },
	{ { .type = AD_T_TEXT, NOT_NULL, .max = 2 }, IN, "\"Te\"" },
	{ { .type = AD_T_TEXT, .example = "\"own\"" }, OUT, "\"own\"" },
	{ { .type = AD_T_TEXT }, OUT, "null" },
	{ { .type = AD_T_ENUM, NOT_NULL, .options = colours }, IN, "\"RED\"" },
	{ { .type = AD_T_MONEY, NOT_NULL, .min = 1, .max = AD_MONEY_MAX }, IN, "10" },
	{ { .type = AD_T_INT, NOT_NULL, .min = 13, .max = 65 }, IN, "13" },
	{ { .type = AD_T_NUMBER, NOT_NULL }, OUT, "1" },
	{ { .type = AD_T_BOOL, NOT_NULL }, OUT, "false" },
	{ { .type = AD_T_REF, NOT_NULL, .ref = AD_R_AD_GROUP },
	  IN,
	  "\"agr_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ { .name = "id", .type = AD_T_ID, NOT_NULL }, OUT, "\"cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
	{ { .type = AD_T_LIST, NOT_NULL, .item = AD_T_BOOL, .min = 2 }, IN, "[false,false]" },
	{ { .type = AD_T_OBJECT, NOT_NULL, .members = members, .member_count = 2 },
	  OUT,
	  "{\"text\":\"Tex\",\"pin\":null}" },
	/* what is optional is left out of what is sent, unless the row shows it */
	{ { .type = AD_T_OBJECT, NOT_NULL, .members = members, .member_count = 2 },
	  IN,
	  "{\"text\":\"Tex\"}" },
	{ { .type = AD_T_OBJECT,
	    .members = members,
	    .member_count = 2,
	    .example = "{\"pin\":\"BLUE\",\"text\":\"a\"}" },
	  IN,
	  "{\"text\":\"a\",\"pin\":\"BLUE\"}" },
	{ { .type = AD_T_OBJECT, .members = members, .member_count = 2, .example = "{}" },
	  OUT,
	  "{\"text\":\"Tex\",\"pin\":null}" },
	{ { .type = AD_T_LIST,
	    .item = AD_T_AD_TEXT,
	    .members = members,
	    .member_count = 2,
	    .example = "[\"b\",{\"text\":\"a\"}]" },
	  OUT,
	  "[\"b\",{\"text\":\"a\",\"pin\":null}]" },
	{ { .type = AD_T_ANY }, OUT, "null" },
};

static void every_type(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(samples); i++) {
		struct ad_text text = ad_text_on(arena);
		struct ad_json j = ad_json_on(&text);
		struct ad_field field = samples[i].field;
		field.name = field.name ? field.name : "field";
		ad_example_field(&j, arena, &field, samples[i].style);
		assert_string_equal(ad_text_str(&text).p, samples[i].example);
	}
	ad_arena_free(arena);
}

static const cJSON *example_of(struct ad_arena *arena, const struct ad_resource *res,
			       enum ad_schema_use use)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_schema_style style = { .use = use, .resource = res->id };

	ad_example_object(&j, arena, &res->shape, ad_common_of(res), style);
	const cJSON *example = ad_json_parse(arena, ad_text_str(&text), &err);
	if (!example)
		fail_msg("%s: %s", res->name, err.reason);
	return example;
}

static void objects(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	const struct ad_resource *res = ad_resource_row(AD_R_CAMPAIGN);
	const cJSON *out = example_of(arena, res, AD_FOR_OUTPUT);
	const cJSON *in = example_of(arena, res, AD_FOR_CREATE);
	const cJSON *patch = example_of(arena, res, AD_FOR_PATCH);

	(void)state;
	for (size_t i = 0; i < res->shape.count; i++)
		assert_non_null(ad_json_get(out, res->shape.fields[i].name));
	assert_non_null(ad_json_get(out, "syncState"));
	assert_non_null(ad_json_get(in, "budget"));
	assert_null(ad_json_get(in, "budgetLevel"));
	assert_null(ad_json_get(in, "id"));
	assert_int_equal(cJSON_GetArraySize(patch), 2);
	assert_null(ad_json_get(patch, "type"));
	ad_arena_free(arena);
}

static void traits(void **state)
{
	const struct ad_resource *campaign = ad_resource_row(AD_R_CAMPAIGN);
	const struct ad_resource *sync = ad_resource_row(AD_R_SYNC);
	uint32_t list = ad_action_traits(campaign, ad_action_of(campaign, AD_V_LIST));
	uint32_t update = ad_action_traits(campaign, ad_action_of(campaign, AD_V_UPDATE));
	uint32_t push = ad_action_traits(sync, ad_action_of(sync, AD_V_CREATE));

	(void)state;
	assert_int_equal(list, AD_LISTS | AD_PAGES | AD_FILTERS | AD_SEARCHES);
	assert_true(update & AD_MATCHES && update & AD_NEEDS_BODY && !(update & AD_REPLAYS));
	assert_true(push & AD_CHECKS && push & AD_REPLAYS && !(push & AD_MATCHES));
}

/* Every way to end a call is an error of exactly one status. */
static void problems(void **state)
{
	(void)state;
	for (int s = AD_INVALID; s < AD_STATUS_COUNT; s++) {
		int found = 0;
		for (size_t i = 0; i < ad_problem_count; i++)
			for (size_t k = 0; k < AD_PROBLEM_CODES; k++) {
				if (ad_problems[i].codes[k] != (enum ad_status)s)
					continue;
				assert_int_equal(ad_problems[i].http,
						 ad_status_row((enum ad_status)s)->http);
				found++;
			}
		/* 405 is of no documented operation */
		assert_int_equal(found, s == AD_METHOD_NOT_ALLOWED ? 0 : 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_type),
		cmocka_unit_test(objects),
		cmocka_unit_test(traits),
		cmocka_unit_test(problems),
	};
	return cmocka_run_group_tests_name("example", tests, NULL, NULL);
}
