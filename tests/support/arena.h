/* Tests whose state is an arena of their own. Their JSON is parsed into that arena. */
#ifndef TESTS_SUPPORT_ARENA_H
#define TESTS_SUPPORT_ARENA_H

#include "base/json_read.h"
#include "tests/support/unit.h"

static inline int make_arena(void **state)
{
	*state = ad_arena_new();
	return 0;
}

static inline int free_arena(void **state)
{
	ad_arena_free(*state);
	return 0;
}

/* A row of the tests: `test` with an arena as its state. */
#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, make_arena, free_arena)

/* Parses JSON of a test, which must be valid. The result lives as long as the arena. */
static inline const cJSON *json(struct ad_arena *arena, const char *text)
{
	struct ad_json_error err;
	const cJSON *value = ad_json_parse(arena, ad_str(text), &err);

	if (!value)
		fail_msg("%s: %s", text, err.reason);
	return value;
}

#endif
