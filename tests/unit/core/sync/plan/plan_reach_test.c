/*
 * The reach of a campaign: all countries without a location, and no one behind its own
 * negatives.
 */
#include "tests/unit/core/sync/plans.h"

#include "sync/plan/plan_reach.h"

static int count(const struct ad_sync_plan *p, const char *code)
{
	int n = 0;

	for (const struct ad_plan_warning *w = p->warnings; w; w = w->next)
		n += strcmp(w->code, code) == 0;
	return n;
}

static int everywhere(struct world *w, bool activate)
{
	struct ad_sync_plan p = plan(w, activate);

	return count(&p, "SHOWS_EVERYWHERE");
}

static void a_campaign_without_a_location_is_warned_of(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_int_equal(everywhere(w, false), 0);
	edit(w, t.campaign, "locations", "[{\"code\":\"FR\",\"excluded\":true}]");
	assert_int_equal(everywhere(w, false), 1);
	edit(w, t.campaign, "locations", "[]");
	assert_int_equal(everywhere(w, false), 1);
	/* A campaign created and enabled by one plan gets one warning. */
	edit(w, t.campaign, "status", "\"ENABLED\"");
	assert_int_equal(everywhere(w, true), 1);
	edit(w, t.campaign, "status", "\"PAUSED\"");
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "name", "\"Everywhere\"");
	assert_int_equal(everywhere(w, true), 0);
	edit(w, t.campaign, "status", "\"ENABLED\"");
	assert_int_equal(everywhere(w, false), 1); /* held back */
	assert_int_equal(everywhere(w, true), 1);
	/* A pulled campaign may have targeting that adcore does not model. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET source = 'PULL'"));
	assert_int_equal(everywhere(w, true), 0);
	edit(w, t.campaign, "locations", "[{\"code\":\"DE\",\"excluded\":false}]");
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "locations", "[]");
	assert_int_equal(everywhere(w, false), 1);
}

static struct ad_str word(struct world *w, const char *parent, struct ad_str id, const char *text,
			  const char *match, bool negative)
{
	return draft(w, AD_R_KEYWORD,
		     ad_arena_printf(w->arena,
				     "{\"%s\":\"%.*s\",\"platform\":\"google\",\"text\":\"%s\","
				     "\"matchType\":\"%s\",\"negative\":%s}",
				     parent, AD_FMT(id), text, match, negative ? "true" : "false")
			     .p);
}

static const struct {
	const char *negative, *match, *keyword;
	bool blocked;
} pairs[] = {
	{ "rye bread", "EXACT", "Rye  Bread", true },
	{ "rye bread", "EXACT", "fresh rye bread", false },
	{ "rye bread", "EXACT", "bread rye", false },
	{ "rye bread", "PHRASE", "fresh rye bread", true },
	{ "rye bread", "PHRASE", "rye fresh bread", false },
	{ "rye bread", "BROAD", "bread of rye", true },
	{ "rye bread", "BROAD", "rye", false },
	{ "bread", "BROAD", "breads", false },
	{ "\xc3\x84pfel", "PHRASE", "rote \xc3\xa4pfel", true },
};

static void a_negative_blocks_by_its_match_type(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct tree t = draft_tree(w);
		struct ad_str keyword, negative;
		struct ad_sync_plan p;
		keyword = word(w, "adGroupId", t.group, pairs[i].keyword, "BROAD", false);
		negative = word(w, i % 2 ? "campaignId" : "adGroupId", i % 2 ? t.campaign : t.group,
				pairs[i].negative, pairs[i].match, true);
		p = plan(w, false);
		if (count(&p, "NEGATIVE_BLOCKS_KEYWORD") != pairs[i].blocked)
			fail_msg("%zu: %s", i, pairs[i].keyword);
		for (const struct ad_plan_warning *one = p.warnings; one; one = one->next)
			if (strcmp(one->code, "NEGATIVE_BLOCKS_KEYWORD") == 0)
				assert_true(ad_str_eq(one->row->id, keyword));
		(void)negative;
		DONE(w->db, ad_db_exec(w->db, "DELETE FROM keywords"));
	}
}

static void only_its_own_ad_group_and_campaign_are_blocked(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w), other = draft_tree(w);
	struct ad_str beside = draft(w, AD_R_AD_GROUP,
				     ad_arena_printf(w->arena,
						     "{\"campaignId\":\"%.*s\",\"name\":\"Rolls\","
						     "\"platform\":\"google\"}",
						     AD_FMT(t.campaign))
					     .p);
	struct ad_str negative;
	struct ad_sync_plan p;

	word(w, "adGroupId", t.group, "rye bread", "EXACT", false);
	word(w, "adGroupId", other.group, "rye bread", "EXACT", false);
	negative = word(w, "adGroupId", beside, "rye", "BROAD", true);
	p = plan(w, false);
	assert_int_equal(count(&p, "NEGATIVE_BLOCKS_KEYWORD"), 0);
	/* Blocked by an existing keyword: the warning names the new one, whichever that is. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE keywords SET sync_state = 'SYNCED', remote_id = id,"
				      " synced = '{}' WHERE text = 'rye bread'"));
	(void)negative;
	negative = word(w, "campaignId", t.campaign, "rye", "PHRASE", true);
	p = plan(w, false);
	assert_int_equal(count(&p, "NEGATIVE_BLOCKS_KEYWORD"), 1);
	for (const struct ad_plan_warning *one = p.warnings; one; one = one->next)
		if (strcmp(one->code, "NEGATIVE_BLOCKS_KEYWORD") == 0)
			assert_true(ad_str_eq(one->row->id, negative));
}

static void at_most_a_hundred_are_told(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	word(w, "campaignId", t.campaign, "bread", "BROAD", true);
	for (int i = 0; i < AD_PLAN_BLOCKED_MAX + 5; i++)
		word(w, "adGroupId", t.group, ad_arena_printf(w->arena, "bread %d", i).p, "EXACT",
		     false);
	p = plan(w, false);
	assert_int_equal(count(&p, "NEGATIVE_BLOCKS_KEYWORD"), AD_PLAN_BLOCKED_MAX);
	assert_int_equal(p.creates, 6 + AD_PLAN_BLOCKED_MAX + 5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_campaign_without_a_location_is_warned_of),
		TEST(a_negative_blocks_by_its_match_type),
		TEST(only_its_own_ad_group_and_campaign_are_blocked),
		TEST(at_most_a_hundred_are_told),
	};

	return on_each_database("plan_reach", tests);
}
