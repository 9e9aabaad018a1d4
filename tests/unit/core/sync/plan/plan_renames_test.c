/* Renames of a plan: a name is taken once the object that held it has given it up. */
#include "tests/unit/core/sync/plans.h"

#include "base/json_read.h"
#include "sync/plan/plan_needs.h"

static struct ad_str campaign_named(struct world *w, const char *name, const char *platform)
{
	struct ad_str id = draft(
		w, AD_R_CAMPAIGN,
		ad_arena_printf(w->arena,
				"{\"name\":\"%s\",\"type\":\"SEARCH\",\"budget\":20,\"platform\":"
				"\"%s\",\"locations\":[],\"languages\":[]}",
				name, platform)
			.p);

	pretend_pushed(w, id, "1");
	return id;
}

static struct ad_str group_named(struct world *w, struct ad_str campaign, const char *name)
{
	struct ad_str id = draft(w, AD_R_AD_GROUP,
				 ad_arena_printf(w->arena,
						 "{\"campaignId\":\"%.*s\",\"name\":\"%s\","
						 "\"platform\":\"google\"}",
						 AD_FMT(campaign), name)
					 .p);

	pretend_pushed(w, id, "1");
	return id;
}

static void rename_to(struct world *w, struct ad_str id, const char *name)
{
	edit(w, id, "name", ad_arena_printf(w->arena, "\"%s\"", name).p);
}

static struct ad_str member(struct world *w, struct ad_str json, const char *name)
{
	struct ad_json_error err;

	return ad_arena_copy(w->arena, ad_json_get_text(ad_json_parse(w->arena, json, &err), name));
}

/*
 * Applies the plan to names alone. No two objects of one kind ever have one name, and each
 * operation starts from the name that the previous one left.
 */
static void assert_names_are_free(struct world *w, const struct ad_sync_plan *p,
				  const struct ad_str *ids, size_t n)
{
	struct ad_str names[8];

	for (size_t i = 0; i < n; i++)
		names[i] = member(w, load(w, ad_resource_of_id(ids[i]), ids[i])->synced, "name");
	for (size_t op = 0; op < p->count; op++) {
		struct ad_str to = member(w, p->ops[op]->kept_want, "name");
		bool of_these = false;
		for (size_t i = 0; i < n; i++)
			of_these = of_these || ad_str_eq(ids[i], p->ops[op]->row->id);
		for (size_t i = 0; of_these && i < n; i++) {
			bool is_own = ad_str_eq(ids[i], p->ops[op]->row->id);
			if (is_own) {
				assert_true(ad_str_eq(names[i],
						      member(w, p->ops[op]->kept_synced, "name")));
				names[i] = to;
			} else {
				assert_false(ad_str_eq(names[i], to));
			}
		}
	}
	for (size_t i = 0; i < n; i++)
		assert_true(ad_str_eq(
			names[i], ad_row_text(load(w, ad_resource_of_id(ids[i]), ids[i]), "name")));
}

static bool relies(const struct ad_plan_op *op, size_t other)
{
	for (size_t i = 0; i < op->needs.n; i++)
		if (op->needs.at[i].first <= other && other <= op->needs.at[i].last)
			return true;
	return false;
}

/* Every operation but the first of a chain relies on the one before it. */
static void assert_chain(const struct ad_sync_plan *p)
{
	assert_int_equal(p->ops[0]->needs.n, 0);
	for (size_t i = 1; i < p->count; i++)
		assert_true(relies(p->ops[i], i - 1));
}

static void a_chain_goes_from_its_end(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "google"),
				      campaign_named(w, "Bbb", "google"),
				      campaign_named(w, "Ccc", "google") };
	struct ad_sync_plan p;

	rename_to(w, ids[0], "Bbb");
	rename_to(w, ids[1], "Ccc");
	rename_to(w, ids[2], "Ddd");
	p = plan(w, false);
	assert_int_equal(p.count, 3);
	assert_names_are_free(w, &p, ids, 3);
	assert_chain(&p);
}

static void rings_are_parted_by_a_temporary_name(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "microsoft"),
				      campaign_named(w, "Bbb", "microsoft"),
				      campaign_named(w, "Ccc", "microsoft") };
	struct ad_sync_plan p;

	rename_to(w, ids[0], "Bbb");
	rename_to(w, ids[1], "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 3);
	assert_names_are_free(w, &p, ids, 3);
	assert_chain(&p);
	rename_to(w, ids[1], "Ccc");
	rename_to(w, ids[2], "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 4);
	assert_names_are_free(w, &p, ids, 3);
	assert_chain(&p);
	assert_true(ad_str_starts(member(w, p.ops[0]->kept_want, "name"), "Renaming cmp_"));
	assert_int_equal(p.updates, 4);
}

/* Every decrease is sent before every raise, and none of them is lost. */
static void assert_decreases_first(const struct ad_sync_plan *p)
{
	int64_t sum = 0;
	bool raised = false;

	for (size_t i = 0; i < p->count; i++) {
		sum += p->ops[i]->rise;
		assert_int_equal(p->ops[i]->rise, p->ops[i]->budget_delta);
		raised = raised || p->ops[i]->rise > 0;
		assert_false(raised && p->ops[i]->rise < 0);
	}
	assert_int_equal(p->before + sum, p->after);
}

/* One budget is lowered, one raised, and one object only renamed: no name is taken too early. */
static void names_hold_beside_money(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "google"),
				      campaign_named(w, "Bbb", "google"),
				      campaign_named(w, "Ccc", "google") };
	static const char *const budgets[][3] = { { "10", "20", "30" },
						  { "30", "20", "10" },
						  { "20", "10", "30" },
						  { "10", "30", "20" } };
	struct ad_sync_plan p;

	for (size_t i = 0; i < AD_LEN(budgets); i++) {
		for (size_t n = 0; n < 3; n++)
			edit(w, ids[n], "budget", budgets[i][n]);
		rename_to(w, ids[0], "Bbb");
		rename_to(w, ids[1], "Ccc");
		rename_to(w, ids[2], i % 2 ? "Aaa" : "Ddd");
		p = plan(w, false);
		assert_names_are_free(w, &p, ids, 3);
		assert_decreases_first(&p);
	}
}

/* The lowered budget of a swap is sent alone, before the renames. */
static void a_swap_lowers_before_it_raises(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "google"),
				      campaign_named(w, "Bbb", "google") };
	struct ad_sync_plan p;

	edit(w, ids[0], "budget", "12");
	edit(w, ids[1], "budget", "28");
	rename_to(w, ids[0], "Bbb");
	rename_to(w, ids[1], "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 4);
	assert_int_equal(p.updates, 4);
	assert_true(ad_str_eq(p.ops[0]->row->id, ids[0]));
	assert_int_equal(p.ops[0]->rank, AD_RANK_LOWER);
	assert_int_equal(p.ops[0]->rise, -8000000);
	assert_string_equal(p.ops[0]->changed[0], "budget");
	assert_null(p.ops[0]->changed[1]);
	assert_names_are_free(w, &p, ids, 2);
	assert_decreases_first(&p);
	/* Each rename relies on the one that frees its name. */
	for (size_t i = 1; i < p.count; i++) {
		assert_int_equal(p.ops[i]->rank, AD_RANK_CHANGE);
		if (i > 1)
			assert_true(relies(p.ops[i], i - 1));
	}
	assert_string_equal(p.hash, plan(w, false).hash);
}

/* A freed name is used by a campaign whose lowered budget pays for a third one. */
static void a_chain_lowers_before_others_raise(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "google"),
				      campaign_named(w, "Bbb", "google"),
				      campaign_named(w, "Ccc", "google") };
	struct ad_sync_plan p;

	rename_to(w, ids[1], "Ddd");
	rename_to(w, ids[0], "Bbb");
	edit(w, ids[0], "budget", "10");
	edit(w, ids[2], "budget", "30");
	p = plan(w, false);
	assert_int_equal(p.count, 4);
	assert_names_are_free(w, &p, ids, 3);
	assert_decreases_first(&p);
	/* The budget is lowered even if the name stays in use. */
	assert_int_equal(p.ops[0]->needs.n, 0);
}

/* The first of a chain frees its name with its lowered budget, in one request. */
static void the_first_of_a_chain_is_not_split(void **state)
{
	struct world *w = *state;
	const struct ad_str ids[] = { campaign_named(w, "Aaa", "google"),
				      campaign_named(w, "Bbb", "google") };
	struct ad_sync_plan p;

	rename_to(w, ids[1], "Ddd");
	edit(w, ids[1], "budget", "10");
	rename_to(w, ids[0], "Bbb");
	p = plan(w, false);
	assert_int_equal(p.count, 2);
	assert_true(ad_str_eq(p.ops[0]->row->id, ids[1]));
	assert_names_are_free(w, &p, ids, 2);
	assert_chain(&p);
}

static void ad_groups_have_their_names_in_their_campaign(void **state)
{
	struct world *w = *state;
	struct ad_str campaign = campaign_named(w, "Bakery", "google");
	struct ad_str other = campaign_named(w, "Other", "google");
	const struct ad_str ids[] = { group_named(w, campaign, "Aaa"),
				      group_named(w, campaign, "Bbb") };
	struct ad_str far = group_named(w, other, "Ccc");
	struct ad_sync_plan p;

	rename_to(w, ids[0], "Bbb");
	rename_to(w, ids[1], "Ccc");
	rename_to(w, far, "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 3);
	assert_names_are_free(w, &p, ids, 2);
	for (size_t i = 0; i < p.count; i++)
		if (ad_str_eq(p.ops[i]->row->id, far))
			assert_int_equal(p.ops[i]->needs.n, 0);
}

static void names_are_the_same_in_other_letters(void **state)
{
	struct world *w = *state;
	struct ad_str a = campaign_named(w, "Aaa", "google"),
		      b = campaign_named(w, "Bbb", "google");
	struct ad_sync_plan p;

	rename_to(w, a, "BBB");
	rename_to(w, b, "Ccc");
	p = plan(w, false);
	assert_int_equal(p.count, 2);
	assert_true(ad_str_eq(p.ops[0]->row->id, b));
	assert_true(relies(p.ops[1], 0));
	/* A change of letter case takes no other object's name. */
	rename_to(w, b, "bbb");
	rename_to(w, a, "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 1);
	assert_int_equal(p.ops[0]->needs.n, 0);
}

static void accounts_have_their_own_names(void **state)
{
	struct world *w = *state;
	struct ad_str a = campaign_named(w, "Aaa", "google");
	struct ad_str b = campaign_named(w, "Bbb", "microsoft");
	struct ad_sync_plan p;

	rename_to(w, a, "Bbb");
	rename_to(w, b, "Aaa");
	p = plan(w, false);
	assert_int_equal(p.count, 2);
	assert_int_equal(p.ops[0]->needs.n + p.ops[1]->needs.n, 0);
}

static void the_hash_is_of_the_order_too(void **state)
{
	struct world *w = *state;
	struct ad_str a = campaign_named(w, "Aaa", "google"),
		      b = campaign_named(w, "Bbb", "google");
	struct ad_sync_plan first, second;

	rename_to(w, a, "Bbb");
	rename_to(w, b, "Aaa");
	first = plan(w, false);
	second = plan(w, false);
	assert_string_equal(first.hash, second.hash);
	rename_to(w, b, "Ccc");
	second = plan(w, false);
	assert_string_not_equal(first.hash, second.hash);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_chain_goes_from_its_end),
		TEST(rings_are_parted_by_a_temporary_name),
		TEST(names_hold_beside_money),
		TEST(a_swap_lowers_before_it_raises),
		TEST(a_chain_lowers_before_others_raise),
		TEST(the_first_of_a_chain_is_not_split),
		TEST(ad_groups_have_their_names_in_their_campaign),
		TEST(names_are_the_same_in_other_letters),
		TEST(accounts_have_their_own_names),
		TEST(the_hash_is_of_the_order_too),
	};

	return on_each_database("plan_renames", tests);
}
