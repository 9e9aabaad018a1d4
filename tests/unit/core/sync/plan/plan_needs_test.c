/* Dependencies between the operations of a plan, and their order. */
#include "tests/unit/core/sync/plans.h"

#include "sync/plan/plan_needs.h"
#include "sync/state/spans.h"

/* The number of an object's first or last operation in the plan. */
static size_t at(const struct ad_sync_plan *p, struct ad_str id, bool last)
{
	size_t found = p->count;

	for (size_t i = 0; i < p->count; i++)
		if (ad_str_eq(p->ops[i]->row->id, id) && (last || found == p->count))
			found = i;
	if (found == p->count)
		fail_msg("%.*s is not in the plan", AD_FMT(id));
	return found;
}

static size_t first_of(const struct ad_sync_plan *p, struct ad_str id)
{
	return at(p, id, false);
}

static size_t last_of(const struct ad_sync_plan *p, struct ad_str id)
{
	return at(p, id, true);
}

static bool needs(const struct ad_sync_plan *p, size_t op, size_t other)
{
	const struct ad_plan_spans *spans = &p->ops[op]->needs;

	for (size_t i = 0; i < spans->n; i++)
		if (spans->at[i].first <= other && other <= spans->at[i].last)
			return true;
	return false;
}

/* Spans ascend without overlap, and name earlier operations. */
static void assert_sound(const struct ad_sync_plan *p)
{
	for (size_t op = 0; op < p->count; op++) {
		const struct ad_plan_spans *spans = &p->ops[op]->needs;
		for (size_t i = 0; i < spans->n; i++) {
			assert_true(spans->at[i].first <= spans->at[i].last);
			assert_true(spans->at[i].last < op);
			assert_true(i == 0 || spans->at[i - 1].last + 1 < spans->at[i].first);
		}
	}
}

static void enable_tree(struct world *w, const struct tree *t)
{
	const struct ad_str all[] = { t->campaign, t->group, t->ad, t->keyword };

	for (size_t i = 0; i < AD_LEN(all); i++)
		edit(w, all[i], "status", "\"ENABLED\"");
}

static void creates_rely_on_what_holds_them(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w), other = draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	size_t campaign = first_of(&p, t.campaign), group = first_of(&p, t.group);

	assert_sound(&p);
	assert_int_equal(p.ops[campaign]->needs.n, 0);
	assert_true(needs(&p, group, campaign));
	assert_true(needs(&p, first_of(&p, t.ad), campaign));
	assert_true(needs(&p, first_of(&p, t.ad), group));
	assert_true(needs(&p, first_of(&p, t.keyword), group));
	assert_true(needs(&p, first_of(&p, t.negative), campaign));
	assert_false(needs(&p, first_of(&p, t.negative), group));
	assert_false(needs(&p, first_of(&p, t.ad), first_of(&p, t.keyword)));
	assert_false(needs(&p, group, first_of(&p, other.campaign)));
	assert_false(needs(&p, first_of(&p, t.ad), first_of(&p, other.group)));
}

static void an_enable_relies_on_all_that_makes_it_safe(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	size_t negative;

	enable_tree(w, &t);
	p = plan(w, true);
	assert_sound(&p);
	negative = first_of(&p, t.negative);
	for (size_t i = 0; i < 4; i++) {
		const struct ad_str id[] = { t.campaign, t.group, t.ad, t.keyword };
		size_t live = last_of(&p, id[i]);
		assert_int_equal(p.ops[live]->op, AD_OP_UPDATE);
		assert_true(needs(&p, live, first_of(&p, id[i])));
		assert_true(needs(&p, live, first_of(&p, t.campaign)));
		assert_true(needs(&p, live, negative));
	}
	/* A refused ad does not hold back the campaign: other ads may show. */
	assert_false(needs(&p, last_of(&p, t.campaign), first_of(&p, t.ad)));
	assert_false(needs(&p, last_of(&p, t.campaign), last_of(&p, t.ad)));
}

static void an_enable_waits_for_changes_and_removals_below(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	const struct ad_str all[] = { t.campaign, t.group, t.ad, t.keyword, t.negative };
	struct ad_sync_plan p;

	for (size_t i = 0; i < AD_LEN(all); i++)
		pretend_pushed(w, all[i], "1");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.keyword, "cpcBid", "0.5");
	stage_removal(w, t.ad);
	p = plan(w, true);
	assert_sound(&p);
	assert_true(needs(&p, last_of(&p, t.campaign), first_of(&p, t.ad)));
	assert_true(needs(&p, last_of(&p, t.campaign), first_of(&p, t.keyword)));
	/* Each of the others has no dependency. */
	assert_int_equal(p.ops[first_of(&p, t.ad)]->needs.n, 0);
	assert_int_equal(p.ops[first_of(&p, t.keyword)]->needs.n, 0);
}

static void an_enable_is_apart_from_other_changes(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.campaign, "budget", "30");
	p = plan(w, true);
	assert_true(first_of(&p, t.campaign) < last_of(&p, t.campaign));
	assert_true(needs(&p, last_of(&p, t.campaign), first_of(&p, t.campaign)));
	assert_string_equal(p.ops[last_of(&p, t.campaign)]->changed[0], "status");
	assert_null(p.ops[last_of(&p, t.campaign)]->changed[1]);
	assert_string_equal(p.ops[first_of(&p, t.campaign)]->changed[0], "budget");
	assert_int_equal(p.ops[last_of(&p, t.campaign)]->budget_delta, 0);
}

static void pauses_removals_and_decreases_rely_on_nothing(void **state)
{
	struct world *w = *state;
	struct tree paused = draft_tree(w), gone = draft_tree(w), lower = draft_tree(w);
	struct ad_sync_plan p;

	edit(w, paused.campaign, "status", "\"ENABLED\"");
	pretend_pushed(w, paused.campaign, "1");
	pretend_pushed(w, gone.campaign, "2");
	pretend_pushed(w, lower.campaign, "3");
	edit(w, paused.campaign, "status", "\"PAUSED\"");
	edit(w, paused.campaign, "budget", "25");
	stage_removal(w, gone.campaign);
	edit(w, lower.campaign, "budget", "5");
	p = plan(w, true);
	assert_sound(&p);
	assert_int_equal(p.ops[first_of(&p, paused.campaign)]->needs.n, 0);
	assert_int_equal(p.ops[first_of(&p, gone.campaign)]->needs.n, 0);
	assert_int_equal(p.ops[first_of(&p, lower.campaign)]->needs.n, 0);
	/* Operations that lower spend precede those that raise it. */
	assert_true(first_of(&p, gone.campaign) < first_of(&p, lower.campaign));
	assert_true(first_of(&p, paused.campaign) < first_of(&p, lower.campaign));
	assert_true(first_of(&p, lower.campaign) < last_of(&p, paused.campaign));
}

static void a_child_of_an_updated_campaign_relies_on_the_update(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	size_t update;

	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "locations", "[{\"code\":\"FR\",\"excluded\":false}]");
	p = plan(w, false);
	update = first_of(&p, t.campaign);
	assert_int_equal(p.ops[update]->op, AD_OP_UPDATE);
	assert_true(needs(&p, first_of(&p, t.group), update));
	assert_true(needs(&p, first_of(&p, t.ad), update));
}

static struct ad_str social_group(struct world *w, struct ad_str campaign, const char *name,
				  int budget)
{
	return draft(w, AD_R_AD_GROUP,
		     ad_arena_printf(w->arena,
				     "{\"campaignId\":\"%.*s\",\"name\":\"%s\",\"platform\":"
				     "\"meta\",\"budget\":%d}",
				     AD_FMT(campaign), name, budget)
			     .p);
}

/* An existing ad of the ad group that is to be removed: its removal is first of all. */
static void remove_an_ad(struct world *w, struct ad_str campaign, struct ad_str group)
{
	struct ad_str ad = draft(
		w, AD_R_AD,
		ad_arena_printf(w->arena,
				"{\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\",\"platform\":"
				"\"meta\",\"type\":\"IMAGE\",\"finalUrl\":\"https://a.example/\","
				"\"headlines\":[\"Bread\"],\"primaryText\":\"Fresh\"}",
				AD_FMT(group), AD_FMT(campaign))
			.p);

	pretend_pushed(w, ad, "9");
	stage_removal(w, ad);
}

/* A campaign at its maximum of 100 whose budget is at its ad groups, 60 and 40. */
static void raises_in_a_campaign_rely_on_its_decreases(void **state)
{
	struct world *w = *state;
	struct ad_str campaign = draft(w, AD_R_CAMPAIGN,
				       "{\"name\":\"Sets\",\"type\":\"SOCIAL\",\"platform\":"
				       "\"meta\",\"objective\":\"TRAFFIC\",\"budget\":1}");
	struct ad_str group = social_group(w, campaign, "Bread", 60);
	struct ad_str other = social_group(w, campaign, "Rolls", 40);
	struct ad_sync_plan p;

	edit(w, campaign, "budgetLevel", "\"AD_GROUP\"");
	edit(w, campaign, "budget", "null");
	pretend_pushed(w, campaign, "1");
	pretend_pushed(w, group, "2");
	pretend_pushed(w, other, "3");
	remove_an_ad(w, campaign, group);
	remove_an_ad(w, campaign, other);
	edit(w, group, "budget", "75");
	edit(w, other, "budget", "25");
	p = plan(w, false);
	assert_null(p.violations.first);
	assert_true(first_of(&p, other) < first_of(&p, group));
	assert_true(needs(&p, first_of(&p, group), first_of(&p, other)));
	/* Below the maximum a raise depends on no decrease. */
	edit(w, group, "budget", "50");
	pretend_pushed(w, group, "2");
	edit(w, group, "budget", "55");
	edit(w, other, "budget", "39");
	p = plan(w, false);
	assert_false(needs(&p, first_of(&p, group), first_of(&p, other)));
}

static void spans_are_written_and_read(void **state)
{
	struct world *w = *state;
	struct ad_plan_span at_[] = { { 0, 2 }, { 6, 6 }, { 9, 10 } };
	struct ad_plan_spans spans = { at_, AD_LEN(at_) }, none = { 0 };
	struct ad_str text = ad_plan_spans_text(w->arena, &spans, 1);
	struct ad_text out = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&out);
	int64_t first, last;
	size_t place = 0;

	assert_true(ad_str_is(text, "1-3,7,10-11"));
	assert_null(ad_plan_spans_text(w->arena, &none, 1).p);
	assert_true(ad_spans_next(text, &place, &first, &last));
	assert_true(first == 1 && last == 3);
	assert_true(ad_spans_next(text, &place, &first, &last));
	assert_true(first == 7 && last == 7);
	assert_true(ad_spans_next(text, &place, &first, &last));
	assert_true(first == 10 && last == 11);
	assert_false(ad_spans_next(text, &place, &first, &last));
	ad_spans_write(&j, text, 1);
	assert_true(ad_str_is(ad_text_str(&out), "[0,1,2,6,9,10]"));
	place = 0;
	assert_false(ad_spans_next((struct ad_str){ 0 }, &place, &first, &last));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(creates_rely_on_what_holds_them),
		TEST(an_enable_relies_on_all_that_makes_it_safe),
		TEST(an_enable_waits_for_changes_and_removals_below),
		TEST(an_enable_is_apart_from_other_changes),
		TEST(pauses_removals_and_decreases_rely_on_nothing),
		TEST(a_child_of_an_updated_campaign_relies_on_the_update),
		TEST(raises_in_a_campaign_rely_on_its_decreases),
		TEST(spans_are_written_and_read),
	};

	return on_each_database("plan_needs", tests);
}
