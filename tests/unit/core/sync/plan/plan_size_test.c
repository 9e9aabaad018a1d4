/* The size limits of a plan, and the limit of one large plan in memory at a time. */
#include "sync/plan/plan_size.h"

#include "tests/support/unit.h"

#define MIB ((size_t)1 << 20)

static struct ad_sync_plan plan_of(int mib)
{
	struct ad_sync_plan p = { 0 };

	ad_plan_size_set(&p, mib);
	return p;
}

/* The largest valid plan and the smallest refused one, by number and by texts. */
static void a_plan_is_bounded_by_its_memory(void **state)
{
	struct ad_plan_op op = { .kept_want = { "", 48 * MIB }, .kept_synced = { "", 48 * MIB } };
	struct ad_plan_op more = { .kept_want = { "", 1 } };
	struct ad_plan_op *ops[] = { &op, &more };
	struct ad_plan_ask ask = { .arena = ad_arena_new() };
	struct ad_sync_plan p = plan_of(0);

	(void)state;
	assert_true(p.most >= 200000);
	p.count = p.most - 2;
	p.held_count = p.warning_count = 1;
	assert_true(ad_plan_fits(&ask, &p, p.count));
	p.warning_count++;
	assert_false(ad_plan_fits(&ask, &p, p.count));
	assert_true(p.too_broad && !p.busy);

	p = plan_of(0);
	p.ops = ops;
	p.count = 1;
	assert_true(ad_plan_fits(&ask, &p, 0));
	p.count = 2;
	assert_false(ad_plan_fits(&ask, &p, 1));
	assert_true(p.too_broad && !p.busy);

	p = plan_of(1280);
	assert_true(p.most >= 1000000);
	p.count = 1000000;
	assert_true(ad_plan_fits(&ask, &p, p.count));
	assert_true(p.large);
	ad_arena_free(ask.arena);
}

static bool fits(struct ad_arena *arena, struct ad_str run_id, bool *busy)
{
	struct ad_plan_ask ask = { .arena = arena, .run_id = run_id };
	struct ad_sync_plan p = plan_of(1280);
	bool all;

	p.count = 500000;
	all = ad_plan_fits(&ask, &p, p.count);
	*busy = p.busy;
	return all;
}

static void one_large_plan_is_made_at_a_time(void **state)
{
	struct ad_arena *one = ad_arena_new(), *two = ad_arena_new();
	struct ad_str none = { 0 };
	bool busy;

	(void)state;
	assert_true(fits(one, none, &busy));
	assert_true(fits(one, none, &busy));
	assert_false(fits(two, none, &busy));
	assert_true(busy);
	/* A run that starts was approved: it does not wait. */
	assert_true(fits(two, AD_S("syn_1"), &busy));
	ad_arena_free(one);
	assert_true(fits(two, none, &busy));
	ad_arena_reset(two);
	one = ad_arena_new();
	assert_true(fits(one, none, &busy));
	ad_arena_free(one);
	ad_arena_free(two);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_is_bounded_by_its_memory),
		cmocka_unit_test(one_large_plan_is_made_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
