/* A plan contains the fields that are sent, and warns of the others. */
#include "tests/unit/core/sync/plans.h"

static const struct ad_plan_op *op_of(const struct ad_sync_plan *p, struct ad_str id)
{
	for (size_t i = 0; i < p->count; i++)
		if (ad_str_eq(p->ops[i]->row->id, id))
			return p->ops[i];
	return NULL;
}

static size_t warned(const struct ad_sync_plan *p, struct ad_str id, const char *field)
{
	size_t n = 0;

	for (const struct ad_plan_warning *w = p->warnings; w; w = w->next)
		n += strcmp(w->code, "NOT_SENT") == 0 && w->field && strcmp(w->field, field) == 0 &&
		     ad_str_eq(w->row->id, id);
	return n;
}

static bool names(const struct ad_plan_op *op, const char *field)
{
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static struct ad_str campaign_on(struct world *w, const char *platform)
{
	bool social = strcmp(platform, "meta") == 0 || strcmp(platform, "reddit") == 0;

	return draft(w, AD_R_CAMPAIGN,
		     ad_arena_printf(w->arena,
				     "{\"name\":\"On %s %d\",\"type\":\"%s\",\"budget\":20,"
				     "\"platform\":\"%s\",\"objective\":\"TRAFFIC\"}",
				     platform, ++w->made, social ? "SOCIAL" : "SEARCH", platform)
			     .p);
}

static struct ad_str group_on(struct world *w, struct ad_str campaign, const char *platform)
{
	return draft(w, AD_R_AD_GROUP,
		     ad_arena_printf(w->arena,
				     "{\"campaignId\":\"%.*s\",\"name\":\"Bread\",\"cpcBid\":1.5,"
				     "\"platform\":\"%s\"}",
				     AD_FMT(campaign), platform)
			     .p);
}

static void a_create_shows_what_is_sent_and_warns_of_the_rest(void **state)
{
	struct world *w = *state;
	struct ad_str google = campaign_on(w, "google"), meta = campaign_on(w, "meta");
	struct ad_sync_plan p = plan(w, false);

	assert_null(strstr(ad_plan_changes(w->arena, op_of(&p, google)).p, "objective"));
	assert_non_null(strstr(ad_plan_changes(w->arena, op_of(&p, meta)).p, "objective"));
	assert_int_equal(warned(&p, google, "objective"), 1);
	assert_int_equal(warned(&p, meta, "objective"), 0);
}

/* A row whose state is MODIFIED from before the table is planned without an operation. */
static void a_difference_in_what_is_not_sent_is_no_operation(void **state)
{
	struct world *w = *state;
	struct ad_str id = campaign_on(w, "google");
	struct ad_sync_plan p;

	pretend_pushed(w, id, "1");
	edit(w, id, "objective", "\"LEADS\"");
	assert_int_equal(load(w, &ad_resource_campaign, id)->state, AD_SYNCED);
	for (int i = 0; i < 2; i++) {
		p = plan(w, false);
		assert_int_equal(p.count, 0);
		assert_int_equal(p.updates, 0);
		DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET sync_state = 'MODIFIED'"));
	}
	edit(w, id, "name", "\"Another\"");
	p = plan(w, false);
	assert_int_equal(p.count, 1);
	assert_true(names(p.ops[0], "name"));
	assert_false(names(p.ops[0], "objective"));
	assert_int_equal(warned(&p, id, "objective"), 1);
}

/* The hash covers the sent values, and the versions of the objects in the plan. */
static void what_is_not_sent_is_in_no_hash_by_itself(void **state)
{
	struct world *w = *state;
	struct ad_str id = campaign_on(w, "google");
	char before[AD_PLAN_HASH_SIZE];
	struct ad_sync_plan p;

	pretend_pushed(w, id, "1");
	p = plan(w, false);
	memcpy(before, p.hash, sizeof(before));
	edit(w, id, "objective", "\"SALES\"");
	p = plan(w, false);
	assert_string_equal(p.hash, before);
}

static void a_bid_on_meta_depends_on_the_campaigns_strategy(void **state)
{
	static const char manual[] = "{\"strategy\":\"MANUAL_CPC\"}";
	struct world *w = *state;
	struct ad_str campaign = campaign_on(w, "meta"), group = group_on(w, campaign, "meta");
	struct ad_sync_plan p = plan(w, false);

	/* Created without the field: it does not count as the platform's value. */
	assert_non_null(strstr(op_of(&p, group)->kept_want.p, "\"cpcBid\":null"));
	assert_int_equal(warned(&p, group, "cpcBid"), 1);
	edit(w, campaign, "bidding", manual);
	p = plan(w, false);
	assert_non_null(strstr(op_of(&p, group)->kept_want.p, "\"cpcBid\":1.5"));
	assert_int_equal(warned(&p, group, "cpcBid"), 0);
	pretend_pushed(w, campaign, "1");
	pretend_pushed(w, group, "2");
	edit(w, group, "cpcBid", "2");
	p = plan(w, false);
	assert_int_equal(p.count, 1);
	assert_true(names(op_of(&p, group), "cpcBid"));
	edit(w, campaign, "bidding", "null");
	p = plan(w, false);
	assert_null(op_of(&p, group));
	assert_int_equal(p.updates, 1);
	assert_int_equal(warned(&p, group, "cpcBid"), 1);
	edit(w, group, "name", "\"Rolls\"");
	p = plan(w, false);
	assert_true(names(op_of(&p, group), "name"));
	assert_false(names(op_of(&p, group), "cpcBid"));
}

static void removals_and_links_warn_of_nothing(void **state)
{
	struct world *w = *state;
	struct ad_str id = campaign_on(w, "microsoft");
	struct ad_sync_plan p;

	pretend_pushed(w, id, "1");
	stage_removal(w, id);
	p = plan(w, false);
	assert_int_equal(p.removes, 1);
	assert_int_equal(warned(&p, id, "objective"), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_create_shows_what_is_sent_and_warns_of_the_rest),
		TEST(a_difference_in_what_is_not_sent_is_no_operation),
		TEST(what_is_not_sent_is_in_no_hash_by_itself),
		TEST(a_bid_on_meta_depends_on_the_campaigns_strategy),
		TEST(removals_and_links_warn_of_nothing),
	};

	return on_each_database("plan_sent", tests);
}
