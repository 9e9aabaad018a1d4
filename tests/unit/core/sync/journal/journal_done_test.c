/* The applied fields of an update that did not succeed, over its attempts. */
#include "tests/support/unit.h"

#include "sync/journal/journal.h"

static void a_list_holds_whole_names(void **state)
{
	(void)state;
	assert_true(ad_fields_hold(AD_S("name,budget"), "name"));
	assert_true(ad_fields_hold(AD_S("name,budget"), "budget"));
	assert_false(ad_fields_hold(AD_S("name,budget"), "bud"));
	assert_false(ad_fields_hold(AD_S("budgetLevel"), "budget"));
	assert_false(ad_fields_hold((struct ad_str){ NULL, 0 }, "name"));
}

static void attempts_are_joined(void **state)
{
	static const struct {
		const char *done[3], *part[3], *was_done, *was_part, *next_done, *next_part;
	} rows[] = {
		{ { NULL }, { NULL }, "", "", "", "" },
		{ { "name" }, { NULL }, "", "", "name", "" },
		{ { NULL }, { "locations" }, "", "", "", "locations" },
		/*
		 * An earlier attempt's change remains applied, although this attempt changed
		 * nothing.
		 */
		{ { NULL }, { NULL }, "name", "locations", "name", "locations" },
		/* A field that was applied in part is applied whole now. */
		{ { "locations" }, { NULL }, "name", "locations", "locations,name", "" },
		/* A field that was applied whole is being changed again. */
		{ { NULL }, { "locations" }, "locations", "", "", "locations" },
		{ { "name", "name" }, { "locations" }, "name", "", "name", "locations" },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct ad_journal_op op = {
			.res = ad_resource_row(AD_R_CAMPAIGN),
			.done = rows[i].done,
			.unknown = rows[i].part,
			.was_done = ad_str(rows[i].was_done),
			.was_part = ad_str(rows[i].was_part),
		};
		ad_journal_join_done(arena, &op);
		assert_true(ad_str_is(op.was_done, rows[i].next_done));
		assert_true(ad_str_is(op.was_part, rows[i].next_part));
	}
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_holds_whole_names),
		cmocka_unit_test(attempts_are_joined),
	};

	return cmocka_run_group_tests_name("journal_done", tests, NULL, NULL);
}
