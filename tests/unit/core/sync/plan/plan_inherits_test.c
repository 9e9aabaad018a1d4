/* Values that a new ad group inherits from its campaign: in the plan, its changes, and its hash. */
#include "tests/unit/core/sync/plans.h"

#include "base/json_read.h"
#include "sync/plan/plan_needs.h"

static struct ad_str social(struct world *w, const char *platform, const char *more)
{
	return draft(w, AD_R_CAMPAIGN,
		     ad_arena_printf(w->arena,
				     "{\"name\":\"Forum %d\",\"type\":\"SOCIAL\",\"budget\":20,"
				     "\"platform\":\"%s\",\"objective\":\"TRAFFIC\",\"languages\":"
				     "[\"en\"],\"locations\":[{\"code\":\"US\",\"excluded\":false}]"
				     "%s}",
				     ++w->made, platform, more)
			     .p);
}

static struct ad_str group_below(struct world *w, struct ad_str campaign, const char *platform)
{
	return draft(w, AD_R_AD_GROUP,
		     ad_arena_printf(w->arena,
				     "{\"campaignId\":\"%.*s\",\"name\":\"Set\",\"platform\":\"%s"
				     "\"}",
				     AD_FMT(campaign), platform)
			     .p);
}

static const struct ad_plan_op *make_of(const struct ad_sync_plan *p, struct ad_str id)
{
	for (size_t i = 0; i < p->count; i++)
		if (ad_str_eq(p->ops[i]->row->id, id) && p->ops[i]->op == AD_OP_CREATE)
			return p->ops[i];
	fail_msg("%.*s is not made", AD_FMT(id));
	return NULL;
}

static struct ad_str code_of(struct world *w, const struct ad_plan_op *op)
{
	struct ad_json_error err;
	const cJSON *all = ad_json_parse(w->arena, op->inherited, &err);

	return ad_json_get_text(ad_json_get(all, "locations")->child, "code");
}

static void an_ad_group_shows_its_campaigns_values(void **state)
{
	static const char *const platforms[] = { "meta", "reddit" };
	struct world *w = *state;

	for (size_t i = 0; i < AD_LEN(platforms); i++) {
		struct ad_str campaign = social(w, platforms[i], ""), group;
		struct ad_sync_plan p;
		group = group_below(w, campaign, platforms[i]);
		/* The campaign is in the same plan: its drafted value. */
		p = plan(w, false);
		assert_true(ad_str_is(code_of(w, make_of(&p, group)), "US"));
		assert_null(make_of(&p, campaign)->inherited.p);
		assert_non_null(
			strstr(ad_plan_changes(w->arena, make_of(&p, group)).p, "\"locations\""));
		/* The campaign exists and is not edited: the platform's value. */
		pretend_pushed(w, campaign, "1");
		p = plan(w, false);
		assert_true(ad_str_is(code_of(w, make_of(&p, group)), "US"));
		/* The campaign is edited in the same plan: its drafted value. */
		edit(w, campaign, "locations", "[{\"code\":\"CA\",\"excluded\":false}]");
		p = plan(w, false);
		assert_true(ad_str_is(code_of(w, make_of(&p, group)), "CA"));
		pretend_pushed(w, campaign, "1");
		pretend_pushed(w, group, "2");
	}
}

static void search_platforms_hand_nothing_down(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p = plan(w, false);

	assert_null(make_of(&p, t.group)->inherited.p);
}

/* Each inherited field changes the hash, if another user changes it and a pull adopts it. */
static void each_value_is_in_the_hash(void **state)
{
	static const struct {
		const char *platform, *field, *value;
	} cases[] = {
		{ "meta", "locations", "[{\"code\":\"FR\",\"excluded\":false}]" },
		{ "meta", "languages", "[\"de\"]" },
		{ "meta", "startDate", "\"2027-01-01\"" },
		{ "meta", "endDate", "\"2027-12-31\"" },
		{ "meta", "bidding", "{\"strategy\":\"TARGET_CPA\",\"targetCpa\":50}" },
		{ "reddit", "locations", "[{\"code\":\"FR\",\"excluded\":false}]" },
		{ "reddit", "languages", "[\"de\"]" },
	};
	struct world *w = *state;

	for (size_t i = 0; i < AD_LEN(cases); i++) {
		struct ad_str campaign = social(w, cases[i].platform, "");
		struct ad_str group = group_below(w, campaign, cases[i].platform);
		struct ad_sync_plan before, after;
		pretend_pushed(w, campaign, "1");
		before = plan(w, false);
		edit(w, campaign, cases[i].field, cases[i].value);
		pretend_pushed(w, campaign, "1");
		after = plan(w, false);
		assert_int_equal(before.count, 1);
		assert_int_equal(after.count, 1);
		if (strcmp(before.hash, after.hash) == 0)
			fail_msg("%s on %s is not in the hash", cases[i].field, cases[i].platform);
		pretend_pushed(w, group, "2");
	}
}

/* Fields that the ad group does not inherit do not change the plan. */
static void other_values_are_not_in_the_hash(void **state)
{
	struct world *w = *state;
	struct ad_str campaign = social(w, "meta", "");
	struct ad_sync_plan before, after;

	group_below(w, campaign, "meta");
	pretend_pushed(w, campaign, "1");
	before = plan(w, false);
	edit(w, campaign, "name", "\"Another\"");
	pretend_pushed(w, campaign, "1");
	after = plan(w, false);
	assert_string_equal(before.hash, after.hash);
}

static void empty_values_are_left_out(void **state)
{
	struct world *w = *state;
	struct ad_json_error err;
	const struct ad_adapter *meta = ad_adapter_of(AD_META);
	const cJSON *campaign =
		ad_json_parse(w->arena,
			      AD_S("{\"locations\":[],\"endDate\":null,\"languages\":[\"en\"],"
				   "\"name\":\"A\",\"budget\":20}"),
			      &err);

	assert_true(
		ad_str_is(ad_inherited_json(w->arena, meta, campaign), "{\"languages\":[\"en\"]}"));
	assert_true(ad_str_is(ad_inherited_json(w->arena, meta, NULL), "{}"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_ad_group_shows_its_campaigns_values),
		TEST(search_platforms_hand_nothing_down),
		TEST(each_value_is_in_the_hash),
		TEST(other_values_are_not_in_the_hash),
		TEST(empty_values_are_left_out),
	};

	return on_each_database("plan_inherits", tests);
}
