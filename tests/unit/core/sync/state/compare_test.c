/* A list that takes several requests: a half-way state is the run's own, any other one is drift. */
#include "tests/support/unit.h"

#include "model/resource_rows.h"
#include "sync/run/run.h"

#define DE "{\"code\":\"DE\"}"
#define FR "{\"code\":\"FR\"}"
#define NO_FR "{\"code\":\"FR\",\"excluded\":true}"
#define US "{\"code\":\"US\"}"
#define PLACES(list_) "{\"name\":\"Spring\",\"locations\":[" list_ "]}"

static void a_list_that_is_on_its_way(void **state)
{
	static const struct {
		const char *synced, *want, *live;
		bool ours;
	} rows[] = {
		{ PLACES(DE), PLACES(US), PLACES(DE "," US), true },
		{ PLACES(DE), PLACES(US), PLACES(US "," DE), true },
		{ PLACES(DE "," FR), PLACES(DE "," US), PLACES(DE), true },
		{ PLACES(DE), PLACES(US), PLACES(""), true },
		/* A location that is in neither list was set by another user. */
		{ PLACES(DE), PLACES(US), PLACES(DE "," FR), false },
		{ PLACES(DE), PLACES(US), PLACES(US "," FR), false },
		{ PLACES(FR), PLACES(US), PLACES(NO_FR), false },
		/* Another user removed a location that was to stay. */
		{ PLACES(DE "," FR), PLACES(DE "," US), PLACES(FR "," US), false },
	};
	static const struct ad_adapter *const adapters[] = { &ad_google, &ad_meta, &ad_microsoft,
							     &ad_reddit };
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		for (size_t k = 0; k < AD_LEN(adapters); k++) {
			struct ad_between b = { "locations",
						ad_parsed(arena, ad_str(rows[i].synced)),
						ad_parsed(arena, ad_str(rows[i].want)),
						ad_parsed(arena, ad_str(rows[i].live)) };
			assert_int_equal(
				ad_on_the_way(arena, adapters[k], &ad_resource_campaign, &b),
				rows[i].ours);
		}
	ad_arena_free(arena);
}

static void of_one_value_nothing_is_half_done(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_between b = { "name", ad_parsed(arena, AD_S(PLACES(DE))),
				ad_parsed(arena, AD_S(PLACES(US))),
				ad_parsed(arena, AD_S(PLACES(DE))) };

	(void)state;
	assert_false(ad_on_the_way(arena, &ad_google, &ad_resource_campaign, &b));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_that_is_on_its_way),
		cmocka_unit_test(of_one_value_nothing_is_half_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
