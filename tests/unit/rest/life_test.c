/* Deprecations: reported in headers and in the description, and in no other place. */
#include "tests/support/unit.h"

#include <string.h>

#include "rest/life.h"
#include "rest/openapi_doc.h"

static const struct ad_life old = {
	.deprecated = "2026-11-21",
	.sunset = "2027-11-24",
	.instead = "Use the new one.",
};
static const struct ad_life undecided = { .deprecated = "2026-11-21" };

static const struct ad_field fields[] = {
	{ .name = "fresh", .type = AD_T_TEXT, .doc = "Stays." },
	{ .name = "stale", .type = AD_T_TEXT, .doc = "Goes.", .life = &undecided },
};

static const struct ad_action actions[] = {
	{ .verb = AD_V_CREATE,
	  .operation_id = "createThing",
	  .method = "POST",
	  .path = "",
	  .success = 201,
	  .summary = "Make",
	  .doc = "Makes one." },
	{ .verb = AD_V_GET,
	  .operation_id = "getThing",
	  .method = "GET",
	  .path = "/:id",
	  .success = 200,
	  .summary = "Get",
	  .doc = "One of them.",
	  .life = &old },
};

static const struct ad_resource thing = {
	.id = AD_R_NONE,
	.name = "thing",
	.path = "/things",
	.shape = { "Thing", "A thing.", fields, AD_LEN(fields) },
	.actions = actions,
	.action_count = AD_LEN(actions),
};

static const struct ad_life *life_of(struct ad_arena *arena, const struct ad_action *action,
				     const char *body, const struct ad_param *param)
{
	struct ad_json_error err;
	struct ad_call *call = ad_arena_zalloc(arena, sizeof(*call));
	call->res = &thing;
	call->action = action;
	call->input = body ? ad_json_parse(arena, ad_str(body), &err) : NULL;
	call->params = param;
	call->param_count = param ? 1 : 0;
	return ad_life_of(call);
}

static void of_a_call(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_param stale = { AD_S("stale"), AD_S("x") };
	struct ad_param fresh = { AD_S("fresh"), AD_S("x") };
	struct ad_call none = { .status = AD_NOT_FOUND };

	(void)state;
	assert_ptr_equal(life_of(arena, &actions[1], NULL, NULL), &old);
	assert_null(life_of(arena, &actions[0], NULL, NULL));
	assert_null(life_of(arena, &actions[0], "{\"fresh\":\"x\"}", NULL));
	assert_ptr_equal(life_of(arena, &actions[0], "{\"fresh\":1,\"stale\":null}", NULL),
			 &undecided);
	assert_ptr_equal(life_of(arena, &actions[0], NULL, &stale), &undecided);
	assert_null(life_of(arena, &actions[0], NULL, &fresh));
	assert_null(ad_life_of(&none)); /* no such path */
	ad_arena_free(arena);
}

static void headers(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_string_equal(ad_life_deprecation(arena, &old).p, "@1795219200");
	assert_string_equal(ad_life_sunset(arena, &old).p, "Wed, 24 Nov 2027 00:00:00 GMT");
	assert_null(ad_life_sunset(arena, &undecided).p);
	ad_arena_free(arena);
}

static void description(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text text = ad_text_on(arena);
	struct ad_doc *d = ad_arena_zalloc(arena, sizeof(*d));
	struct ad_json_error err;

	(void)state;
	d->arena = arena;
	d->j = ad_json_on(&text);
	ad_json_object(&d->j);
	ad_doc_paths(d, &thing);
	ad_json_object_end(&d->j);
	const cJSON *paths = ad_json_parse(arena, ad_text_str(&text), &err);
	const cJSON *make = ad_json_get(ad_json_get(paths, "/things"), "post");
	const cJSON *get = ad_json_get(ad_json_get(paths, "/things/{id}"), "get");
	assert_null(ad_json_get(make, "deprecated"));
	assert_true(cJSON_IsTrue(ad_json_get(get, "deprecated")));
	assert_string_equal(ad_json_get_text(get, "description").p,
			    "One of them. Use the new one.");
	const cJSON *ok = ad_json_get(ad_json_get(get, "responses"), "200");
	assert_non_null(ad_json_get(ad_json_get(ok, "headers"), "Deprecation"));
	assert_non_null(ad_json_get(ad_json_get(ok, "headers"), "Sunset"));

	struct ad_text schema = ad_text_on(arena);
	struct ad_json j = ad_json_on(&schema);
	ad_schema_object(&j, &thing.shape, NULL, (struct ad_schema_style){ .base = "Thing" });
	const cJSON *properties =
		ad_json_get(ad_json_parse(arena, ad_text_str(&schema), &err), "properties");
	assert_true(cJSON_IsTrue(ad_json_get(ad_json_get(properties, "stale"), "deprecated")));
	assert_null(ad_json_get(ad_json_get(properties, "fresh"), "deprecated"));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_call),
		cmocka_unit_test(headers),
		cmocka_unit_test(description),
	};
	return cmocka_run_group_tests_name("life", tests, NULL, NULL);
}
