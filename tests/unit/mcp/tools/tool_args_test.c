/* Arguments that are not an object's fields: valid values, and every fault of invalid ones. */
#include "tests/unit/core/call/desk.h"

#include "mcp/tools/tool_args.h"

/* The faults of arguments as "path CODE; …", "" where there are none. */
static const char *checked(struct desk *d, const struct ad_shape *shape, const char *args)
{
	(void)!ad_validate_shape(fresh(d), shape, json_of(d->arena, args));
	return faults(d);
}

static int up(void **state)
{
	struct desk *d = calloc(1, sizeof(*d));

	assert_non_null(d);
	desk_open(d, "EUR");
	*state = d;
	return 0;
}

static int down(void **state)
{
	desk_close(*state);
	free(*state);
	return 0;
}

#define HASH "0000000000000000000000000000000000000000000000000000000000000000"

static const struct {
	const struct ad_shape *shape;
	const char *args, *faults;
} rows[] = {
	{ &mcp_push_args, "{\"planHash\":\"" HASH "\",\"all\":true}", "" },
	{ &mcp_push_args, "{\"all\":true}", "planHash REQUIRED" },
	{ &mcp_push_args, "{\"planHash\":null,\"all\":true}", "planHash NOT_NULLABLE" },
	{ &mcp_push_args, "{\"planHash\":\"ab\"}", "planHash TOO_SHORT" },
	{ &mcp_push_args, "{\"planHash\":\"" HASH "\",\"confirm\":true}", "confirm UNKNOWN_FIELD" },
	{ &mcp_get_sync_args, "{\"id\":\"syn_x\",\"wait\":30}", "" },
	{ &mcp_get_sync_args, "{}", "id REQUIRED" },
	{ &mcp_get_sync_args, "{\"id\":\"syn_x\",\"wait\":31}", "wait TOO_LARGE" },
	{ &mcp_get_sync_args, "{\"id\":\"syn_x\",\"wait\":\"1\"}", "wait WRONG_TYPE" },
	{ &mcp_find_args, "{\"resource\":\"campaign\",\"limit\":200}", "" },
	{ &mcp_find_args, "{\"resource\":\"campaigns\"}", "resource UNKNOWN_VALUE" },
	{ &mcp_find_args, "{\"resource\":\"ad\",\"limit\":0}", "limit TOO_SMALL" },
	{ &mcp_find_args, "{\"resource\":\"ad\",\"limit\":201}", "limit TOO_LARGE" },
	{ &mcp_find_args, "{\"resource\":\"ad\",\"responseFormat\":\"xml\"}",
	  "responseFormat UNKNOWN_VALUE" },
	{ &mcp_preview_args, "{\"all\":\"yes\"}", "all WRONG_TYPE" },
	{ &mcp_changes_args, "{\"nothing\":1}", "nothing UNKNOWN_FIELD" },
};

static void arguments_are_checked(void **state)
{
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		const char *found = checked(*state, rows[i].shape, rows[i].args);
		if (strcmp(found, rows[i].faults) != 0)
			fail_msg("%s: '%s', not '%s'", rows[i].args, found, rows[i].faults);
	}
}

static void initial_values_are_filled_in(void **state)
{
	struct desk *d = *state;
	int64_t number = -1;
	const cJSON *args = ad_validate_shape(fresh(d), &mcp_find_args,
					      json_of(d->arena, "{\"resource\":\"ad\"}"));

	assert_non_null(args);
	assert_true(ad_json_int64(ad_json_get(args, "limit"), &number));
	assert_int_equal(number, 20);
	assert_true(ad_str_is(ad_json_get_text(args, "responseFormat"), "concise"));
	args = ad_validate_shape(fresh(d), &mcp_get_sync_args,
				 json_of(d->arena, "{\"id\":\"syn_x\"}"));
	assert_true(ad_json_int64(ad_json_get(args, "wait"), &number));
	assert_int_equal(number, 0);
}

/* No tool has two arguments of one name. */
static void names_are_those_of_the_table_of_fields(void **state)
{
	static const struct ad_shape *const all[] = {
		&mcp_find_args,    &mcp_get_args,      &mcp_update_args,
		&mcp_delete_args,  &mcp_attach_args,   &mcp_performance_args,
		&mcp_changes_args, &mcp_preview_args,  &mcp_disapprovals_args,
		&mcp_push_args,    &mcp_get_sync_args,
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(all); i++)
		for (size_t k = 0; k < all[i]->count; k++)
			for (size_t n = 0; n < k; n++)
				assert_string_not_equal(all[i]->fields[k].name,
							all[i]->fields[n].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(arguments_are_checked, up, down),
		cmocka_unit_test_setup_teardown(initial_values_are_filled_in, up, down),
		cmocka_unit_test_setup_teardown(names_are_those_of_the_table_of_fields, up, down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
