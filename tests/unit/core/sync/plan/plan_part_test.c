/* Parts of a campaign: the plan of some of its ad groups. */
#include "tests/unit/core/sync/plans.h"

/* A second ad group of the tree's campaign, with a keyword. */
struct more {
	struct ad_str group, keyword;
};

static struct more add_group(struct world *w, const struct tree *t)
{
	struct more m;

	m.group = draft(w, AD_R_AD_GROUP,
			ad_arena_printf(w->arena,
					"{\"campaignId\":\"%.*s\",\"name\":\"Rolls\","
					"\"platform\":\"google\"}",
					AD_FMT(t->campaign))
				.p);
	m.keyword = draft(w, AD_R_KEYWORD,
			  ad_arena_printf(w->arena,
					  "{\"adGroupId\":\"%.*s\",\"platform\":\"google\","
					  "\"text\":\"rolls\",\"matchType\":\"EXACT\"}",
					  AD_FMT(m.group))
				  .p);
	return m;
}

/* The plan of some ad groups; of campaigns too where `campaign` is given. */
static struct ad_sync_plan part(struct world *w, struct ad_str group, const struct ad_str *campaign)
{
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	ask.filter.ad_group_ids = &group;
	ask.filter.ad_group_count = 1;
	ask.filter.campaign_ids = campaign;
	ask.filter.campaign_count = campaign != NULL;
	DONE(w->db, ad_plan_make(&ask, &p));
	return p;
}

/* Exactly these objects, with this verb, in any order. */
static void assert_holds(const struct ad_sync_plan *p, enum ad_op op, const struct ad_str *ids,
			 size_t count)
{
	assert_int_equal(p->count, count);
	for (size_t i = 0; i < count; i++) {
		size_t at = 0;
		while (at < p->count && !ad_str_eq(p->ops[at]->row->id, ids[i]))
			at++;
		if (at == p->count)
			fail_msg("%.*s is not in the plan", AD_FMT(ids[i]));
		assert_int_equal(p->ops[at]->op, op);
	}
}

static void the_first_part_makes_the_campaign_with_its_own(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct more more = add_group(w, &t);
	const struct ad_str first[] = { t.campaign, t.negative, t.group, t.ad, t.keyword };
	const struct ad_str second[] = { more.group, more.keyword };
	struct ad_sync_plan p;

	draft_tree(w); /* another campaign, not in the part */
	p = part(w, t.group, NULL);
	assert_holds(&p, AD_OP_CREATE, first, AD_LEN(first));
	assert_true(ad_str_eq(p.ops[0]->row->id, t.campaign));
	assert_int_equal(p.after, 20000000);
	/* A named campaign adds its own objects only once. */
	p = part(w, t.group, &t.campaign);
	assert_holds(&p, AD_OP_CREATE, first, AD_LEN(first));
	for (size_t i = 0; i < AD_LEN(first); i++)
		pretend_pushed(w, first[i], "1");
	p = part(w, more.group, NULL);
	assert_holds(&p, AD_OP_CREATE, second, AD_LEN(second));
	assert_int_equal(p.before, 20000000);
	p = part(w, t.group, NULL);
	assert_int_equal(p.count, 0);
}

static void what_is_the_campaigns_own_goes_where_it_is_named(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	const struct ad_str there[] = { t.group, t.ad, t.keyword };
	struct ad_sync_plan p;

	pretend_pushed(w, t.campaign, "1");
	for (size_t i = 0; i < AD_LEN(there); i++)
		pretend_pushed(w, there[i], "1");
	edit(w, t.campaign, "budget", "25");
	p = part(w, t.group, NULL);
	assert_int_equal(p.count, 0);
	assert_int_equal(p.after, 20000000);
	p = part(w, t.group, &t.campaign);
	assert_int_equal(p.count, 2);
	assert_int_equal(p.ops[0]->op, AD_OP_UPDATE);
	assert_true(ad_str_eq(p.ops[0]->row->id, t.campaign));
	assert_true(ad_str_eq(p.ops[1]->row->id, t.negative));
	assert_int_equal(p.after, 25000000);
	/* The campaign's removal would also remove objects of other parts. */
	stage_removal(w, t.campaign);
	stage_removal(w, t.keyword);
	p = part(w, t.group, &t.campaign);
	assert_int_equal(p.ops[0]->op, AD_OP_REMOVE);
	assert_true(ad_str_eq(p.ops[0]->row->id, t.keyword));
	assert_int_equal(p.removes, 1);
}

/* A retry sends the part's own failed operations, although the campaign exists by then. */
static void a_retry_takes_what_the_part_held(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "budget", "25");
	ask.filter.ad_group_ids = &t.group;
	ask.filter.ad_group_count = 1;
	ask.filter.object_ids = &t.negative;
	ask.filter.object_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_holds(&p, AD_OP_CREATE, &t.negative, 1);
}

static void nothing_is_made_below_what_nobody_knows(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET open_op = 'syn_1.1'"));
	p = part(w, t.group, NULL);
	assert_int_equal(p.count, 0);
	assert_string_equal(p.warnings->code, "UNSETTLED");
	assert_true(ad_str_eq(p.warnings->row->id, t.campaign));
	/* Another user removed it on the platform. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET open_op = NULL"));
	pretend_pushed(w, t.campaign, "1");
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET live = '{\"removed\":true}',"
				      " sync_state = 'DRIFTED'"));
	p = part(w, t.group, NULL);
	assert_int_equal(p.count, 0);
	assert_string_equal(p.warnings->code, "DRIFTED");
}

static void the_hash_binds_the_parts(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct more more = add_group(w, &t);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_str groups[] = { t.group, more.group };
	struct ad_sync_plan one, two, all;
	struct ad_plan_filter back;
	struct ad_str json;

	pretend_pushed(w, more.group, "7");
	pretend_pushed(w, more.keyword, "8");
	one = part(w, t.group, NULL);
	ask.filter.ad_group_ids = groups;
	ask.filter.ad_group_count = ad_plan_ids_settle(groups, AD_LEN(groups));
	DONE(w->db, ad_plan_make(&ask, &two));
	all = plan(w, false);
	assert_int_equal(one.count, two.count);
	assert_int_equal(one.count, all.count);
	assert_string_not_equal(one.hash, two.hash);
	assert_string_not_equal(two.hash, all.hash);

	json = ad_plan_filter_json(w->arena, &ask.filter);
	assert_true(ad_plan_filter_read(w->arena, json, &back));
	assert_int_equal(back.ad_group_count, 2);
	assert_true(ad_str_eq(back.ad_group_ids[0], groups[0]));
	assert_true(ad_str_eq(back.ad_group_ids[1], groups[1]));
	/* Filters stored before parts existed are read the same. */
	ask.filter.ad_group_count = 0;
	assert_null(strstr(ad_plan_filter_json(w->arena, &ask.filter).p, "adGroupIds"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_first_part_makes_the_campaign_with_its_own),
		TEST(what_is_the_campaigns_own_goes_where_it_is_named),
		TEST(a_retry_takes_what_the_part_held),
		TEST(nothing_is_made_below_what_nobody_knows),
		TEST(the_hash_binds_the_parts),
	};

	return on_each_database("plan_part", tests);
}
