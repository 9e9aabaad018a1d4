/* Plans: operations, order, cost, violations and hash. */
#include "tests/unit/core/sync/plans.h"

#include "model/scope.h"

static void assert_ops(const struct ad_sync_plan *p, const char *const *want)
{
	size_t n = 0;

	for (; want[n]; n++) {
		char got[64];
		if (n >= p->count)
			fail_msg("%zu operations, then %s is missing", p->count, want[n]);
		snprintf(got, sizeof(got), "%s %s", ad_op_name(p->ops[n]->op),
			 p->ops[n]->res->name);
		assert_string_equal(got, want[n]);
	}
	assert_int_equal(p->count, n);
}

static void creates_go_from_the_top_and_nothing_is_set_live(void **state)
{
	static const char *const quiet[] = { "CREATE campaign", "CREATE adGroup", "CREATE ad",
					     "CREATE keyword",  "CREATE keyword", NULL };
	static const char *const live[] = { "CREATE campaign", "CREATE adGroup",
					    "CREATE ad",       "CREATE keyword",
					    "CREATE keyword",  "UPDATE keyword",
					    "UPDATE ad",       "UPDATE adGroup",
					    "UPDATE campaign", NULL };
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	struct ad_json_error err;

	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.group, "status", "\"ENABLED\"");
	edit(w, t.ad, "status", "\"ENABLED\"");
	edit(w, t.keyword, "status", "\"ENABLED\"");
	p = plan(w, false);
	assert_ops(&p, quiet);
	assert_int_equal(p.held_count, 4);
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_parse(w->arena, ad_plan_want(w->arena, p.ops[0]), &err),
				 "status"),
		"PAUSED"));
	assert_int_equal(p.active_after, 0);
	p = plan(w, true);
	assert_ops(&p, live);
	assert_int_equal(p.held_count, 0);
	assert_int_equal(p.creates, 5);
	assert_int_equal(p.updates, 4);
	assert_int_equal(p.after, 20000000);
	assert_int_equal(p.active_after, 20000000);
	assert_int_equal(p.ops[0]->budget_delta, 20000000);
	assert_int_equal(p.ops[8]->budget_delta, 0);
}

static void removals_go_first_from_the_bottom(void **state)
{
	static const char *const want[] = { "REMOVE keyword",  "REMOVE ad",
					    "REMOVE adGroup",  "REMOVE campaign",
					    "CREATE campaign", "CREATE adGroup",
					    "CREATE ad",       "CREATE keyword",
					    "CREATE keyword",  NULL };
	struct world *w = *state;
	struct tree old = draft_tree(w);
	const struct ad_str gone[] = { old.campaign, old.group, old.ad, old.keyword };
	struct ad_sync_plan p;

	pretend_pushed(w, old.negative, "5");
	for (size_t i = 0; i < AD_LEN(gone); i++) {
		pretend_pushed(w, gone[i], "1");
		stage_removal(w, gone[i]);
	}
	draft_tree(w);
	p = plan(w, false);
	assert_ops(&p, want);
	assert_int_equal(p.before, 20000000);
	assert_int_equal(p.after, 20000000);
	assert_int_equal(p.ops[3]->budget_delta, -20000000);
}

static void only_what_differs_is_sent(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	const struct ad_str all[] = { t.campaign, t.group, t.ad, t.keyword, t.negative };
	struct ad_sync_plan p;

	for (size_t i = 0; i < AD_LEN(all); i++)
		pretend_pushed(w, all[i], "1");
	p = plan(w, false);
	assert_int_equal(p.count, 0);
	edit(w, t.campaign, "budget", "25");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	p = plan(w, false);
	assert_int_equal(p.count, 1);
	assert_string_equal(p.ops[0]->changed[0], "budget");
	assert_null(p.ops[0]->changed[1]);
	assert_int_equal(p.held_count, 1);
	assert_true(ad_str_is(ad_plan_changes(w->arena, p.ops[0]),
			      "[{\"field\":\"budget\",\"from\":20,\"to\":25}]"));
	/* The enable is a separate operation after the change that it depends on. */
	p = plan(w, true);
	assert_int_equal(p.count, 2);
	assert_string_equal(p.ops[0]->changed[0], "budget");
	assert_null(p.ops[0]->changed[1]);
	assert_string_equal(p.ops[1]->changed[0], "status");
	assert_int_equal(p.ops[1]->needs.n, 1);
	assert_int_equal(p.ops[1]->needs.at[0].first, 0);
	assert_int_equal(p.active_after, 25000000);
	edit(w, t.campaign, "budget", "20");
	p = plan(w, false);
	assert_int_equal(p.count, 0);
	assert_int_equal(p.held_count, 1);
}

/* A pause is a separate operation before other changes, and the only one if those have drifted. */
static void a_pause_goes_first_and_alone(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	struct ad_row *row;
	char split[AD_PLAN_HASH_SIZE];

	edit(w, t.campaign, "status", "\"ENABLED\"");
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "status", "\"PAUSED\"");
	edit(w, t.campaign, "budget", "25");
	p = plan(w, false);
	assert_int_equal(p.updates, 2);
	assert_string_equal(p.ops[0]->changed[0], "status");
	assert_null(p.ops[0]->changed[1]);
	assert_int_equal(p.ops[0]->budget_delta, 0);
	assert_non_null(strstr(p.ops[0]->kept_want.p, "\"budget\":20"));
	assert_string_equal(p.ops[1]->changed[0], "budget");
	assert_null(p.ops[1]->changed[1]);
	assert_int_equal(p.ops[1]->budget_delta, 5000000);
	assert_int_equal(p.active_before, 20000000);
	assert_int_equal(p.active_after, 0);
	memcpy(split, p.hash, sizeof(split));
	/* Another user set the budget too: that change waits, the pause does not. */
	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(t.campaign), t.campaign);
	row->live = ad_str(ad_arena_printf(w->arena, "%.*s", AD_FMT(row->synced)).p);
	((char *)(uintptr_t)strstr(row->live.p, ":20,"))[1] = '3';
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	p = plan(w, false);
	assert_int_equal(p.updates, 1);
	assert_string_equal(p.ops[0]->changed[0], "status");
	assert_string_not_equal(p.hash, split);
	/* A pause alone keeps its place. An enable beside drift is held back. */
	edit(w, t.campaign, "budget", "20");
	assert_int_equal(plan(w, false).ops[0]->rank, AD_RANK_CHANGE);
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET synced = replace(synced, 'ENABLED',"
				      " 'PAUSED'), live = replace(live, 'ENABLED', 'PAUSED')"));
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.campaign, "budget", "25");
	p = plan(w, false);
	assert_int_equal(p.updates, 0);
	assert_true(ad_str_eq(p.held->row->id, t.campaign));
	assert_int_equal(plan(w, true).updates, 0);
}

static void only_what_raises_spend_violates(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	edit(w, t.campaign, "budget", "100.01");
	p = plan(w, false);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	edit(w, t.campaign, "budget", "100");
	p = plan(w, false);
	assert_null(p.violations.first);
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "budget", "20");
	p = plan(w, false);
	assert_null(p.violations.first);
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "budget", "30");
	p = plan(w, false);
	assert_null(p.violations.first);
	edit(w, t.campaign, "budget", "30.01");
	p = plan(w, false);
	assert_true(violates(&p, "maxBudgetIncreasePercent"));
	edit(w, t.campaign, "budget", "10");
	for (int i = 0; i < 6; i++) {
		struct tree more = draft_tree(w);
		edit(w, more.campaign, "budget", "99");
	}
	p = plan(w, false);
	assert_true(violates(&p, "maxTotalDailyBudget"));
}

static void enabling_raises_spend(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;

	edit(w, t.campaign, "budget", "150");
	pretend_pushed(w, t.campaign, "1");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	p = plan(w, false);
	assert_false(violates(&p, "maxCampaignDailyBudget"));
	p = plan(w, true);
	assert_true(violates(&p, "maxCampaignDailyBudget"));
	edit(w, t.campaign, "budget", "100");
	p = plan(w, true);
	assert_false(violates(&p, "maxCampaignDailyBudget"));
}

static void what_is_in_doubt_counts_in_the_total(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row;
	struct ad_sync_plan p;

	edit(w, t.campaign, "budget", "90");
	DONE(w->db, ad_db_begin(w->db, true));
	row = load(w, ad_resource_of_id(t.campaign), t.campaign);
	row->open_op = AD_S("syn_1.1");
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	p = plan(w, false);
	assert_int_equal(p.before, 90000000);
	assert_int_equal(p.after, 90000000);
}

/* Steps of a day do not add up: the base is the lowest budget of the last 24 hours. */
static void the_rise_is_measured_from_the_days_lowest(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	struct ad_stmt *s;

	pretend_pushed(w, t.campaign, "1"); /* 20 */
	s = ad_sql(w->db,
		   "INSERT INTO sync_budgets (space_id, environment, campaign_id, at, budget)"
		   " VALUES ($1, 'test', $2, $3, $4)");
	ad_bind(s, 1, w->realm.space_id);
	ad_bind(s, 2, t.campaign);
	ad_bind_int(s, 3, ad_now() - 2 * AD_DAY); /* the budget until 20 came, an hour ago */
	ad_bind_int(s, 4, 14000000);
	DONE(w->db, ad_step(s));
	ad_bind(s, 1, w->realm.space_id);
	ad_bind(s, 2, t.campaign);
	ad_bind_int(s, 3, ad_now() - AD_HOUR);
	ad_bind_int(s, 4, 20000000);
	DONE(w->db, ad_step(s));
	edit(w, t.campaign, "budget", "21");
	p = plan(w, false);
	assert_null(p.violations.first);
	edit(w, t.campaign, "budget", "21.5");
	p = plan(w, false);
	assert_true(violates(&p, "maxBudgetIncreasePercent"));
}

static void the_hash_names_exactly_this_plan(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan a = plan(w, false), b = plan(w, false), c = plan(w, true);
	struct ad_plan_ask ask = ask_of(w, false);

	assert_int_equal(strlen(a.hash), 64);
	assert_string_equal(a.hash, b.hash);
	assert_string_not_equal(a.hash, c.hash);
	edit(w, t.keyword, "cpcBid", "1.3");
	b = plan(w, false);
	assert_string_not_equal(a.hash, b.hash);
	edit(w, t.keyword, "cpcBid", "1.2"); /* the same again, but another version */
	b = plan(w, false);
	assert_string_not_equal(a.hash, b.hash);
	ask.filter.campaign_ids = &t.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &c));
	assert_int_equal(c.count, b.count);
	assert_string_not_equal(c.hash, b.hash);
}

static void the_unsettled_is_left_out(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	int left_out = 0;

	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET open_op = 'syn_1.1'"));
	p = plan(w, false);
	assert_string_equal(p.warnings->code, "UNSETTLED");
	/* The campaign's existence is in doubt: nothing is created below it. */
	assert_int_equal(p.count, 0);
	for (const struct ad_plan_warning *each = p.warnings; each; each = each->next)
		left_out += strcmp(each->code, "UNSETTLED") == 0;
	assert_int_equal(left_out, 5);
	assert_true(ad_str_eq(p.warnings->row->id, t.campaign));
	/* A change in doubt of an existing campaign holds back nothing below it. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE campaigns SET remote_id = '1'"));
	p = plan(w, false);
	assert_int_equal(p.count, 4);
	assert_true(ad_str_eq(p.warnings->row->id, t.campaign));
	assert_null(p.warnings->next);
}

static void filters_take_a_campaign_with_what_is_below(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;

	draft_tree(w);
	ask.filter.campaign_ids = &t.campaign;
	ask.filter.campaign_count = 1;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.count, 5);
	ask.filter.platforms = 1u << AD_META;
	DONE(w->db, ad_plan_make(&ask, &p));
	assert_int_equal(p.count, 0);
}

static void an_account_that_is_missing_is_said(void **state)
{
	struct world *w = *state;
	struct ad_sync_plan p;

	draft_tree(w);
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM connections"));
	p = plan(w, false);
	assert_true(violates(&p, "CONNECTION_REQUIRED"));
}

/* Test connections stand in for live ones, with the case's declarations. */
static int declarations_wanted(struct world *w, const char *platform, const char *settings)
{
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;
	int n = 0;
	struct ad_stmt *s = ad_sql(w->db, "UPDATE connections SET environment = 'live',"
					  " settings = $1 WHERE platform = $2");

	ad_bind_cstr(s, 1, settings);
	ad_bind_cstr(s, 2, platform);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_step(s));
	DONE(w->db, ad_db_commit(w->db));
	DONE(w->db, ad_plan_make(&ask, &p));
	for (const struct ad_violation *v = p.violations.first; v; v = v->next)
		n += strcmp(v->rule, "DECLARATION_REQUIRED") == 0;
	return n;
}

static void what_is_not_declared_is_not_pushed_live(void **state)
{
	struct world *w = *state;

	w->realm.environment = AD_S("live");
	draft(w, AD_R_CAMPAIGN,
	      "{\"name\":\"A\",\"type\":\"SOCIAL\",\"platform\":\"meta\",\"budget\":5}");
	assert_int_equal(declarations_wanted(w, "meta", "{}"), 3);
	assert_int_equal(declarations_wanted(w, "meta",
					     "{\"specialAdCategories\":[],\"dsaBeneficiary\":"
					     "\"A\",\"dsaPayor\":null}"),
			 1);
	assert_int_equal(declarations_wanted(w, "meta",
					     "{\"specialAdCategories\":[],\"dsaBeneficiary\":"
					     "\"A\",\"dsaPayor\":\"A\"}"),
			 0);
	draft(w, AD_R_CAMPAIGN,
	      "{\"name\":\"B\",\"type\":\"SEARCH\",\"platform\":\"google\",\"budget\":5}");
	assert_int_equal(declarations_wanted(w, "google", "{\"euPolitical\":null}"), 1);
	assert_int_equal(declarations_wanted(w, "google", "{\"euPolitical\":false}"), 0);
}

/* "Pauses and removals always go", also for objects that were pulled before any declaration. */
static void what_stops_ads_needs_no_declaration(void **state)
{
	struct world *w = *state;
	struct ad_sync_plan p;
	struct ad_str one, two;

	w->realm.environment = AD_S("live");
	one = draft(w, AD_R_CAMPAIGN,
		    "{\"name\":\"A\",\"type\":\"SOCIAL\",\"platform\":\"meta\",\"budget\":5,"
		    "\"status\":\"ENABLED\"}");
	two = draft(w, AD_R_CAMPAIGN,
		    "{\"name\":\"B\",\"type\":\"SOCIAL\",\"platform\":\"meta\",\"budget\":5}");
	pretend_pushed(w, one, "1");
	pretend_pushed(w, two, "2");
	edit(w, one, "status", "\"PAUSED\"");
	stage_removal(w, two);
	assert_int_equal(plan(w, true).count, 2);
	assert_int_equal(declarations_wanted(w, "meta", "{}"), 0);
	edit(w, one, "name", "\"C\"");
	assert_int_equal(declarations_wanted(w, "meta", "{}"), 3);
	edit(w, one, "name", "\"A\"");
	assert_int_equal(declarations_wanted(w, "meta", "{}"), 0);
	/* Enabling it again needs the declaration. */
	pretend_pushed(w, one, "1");
	edit(w, one, "status", "\"ENABLED\"");
	p = plan(w, false);
	assert_int_equal(p.held_count, 1);
	assert_false(violates(&p, "DECLARATION_REQUIRED"));
	p = plan(w, true);
	assert_true(violates(&p, "DECLARATION_REQUIRED"));
}

static int violations_of(struct world *w, const char *rule, bool is_public)
{
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;
	int n = 0;

	ask.is_public = is_public;
	DONE(w->db, ad_plan_make(&ask, &p));
	for (const struct ad_violation *v = p.violations.first; v; v = v->next)
		n += strcmp(v->rule, rule) == 0;
	return n;
}

/* Ads are posted under a name, and their images are fetched from this server. */
static void what_live_ads_need_is_said_before(void **state)
{
	struct world *w = *state;
	struct ad_str campaign, group, asset;

	w->realm.environment = AD_S("live");
	campaign =
		draft(w, AD_R_CAMPAIGN,
		      "{\"name\":\"A\",\"type\":\"SOCIAL\",\"platform\":\"reddit\",\"budget\":5}");
	assert_int_equal(declarations_wanted(w, "reddit", "{\"profileId\":null}"), 0);
	group = draft(w, AD_R_AD_GROUP,
		      ad_arena_printf(w->arena,
				      "{\"name\":\"G\",\"campaignId\":\"%.*s\",\"platform\":"
				      "\"reddit\"}",
				      AD_FMT(campaign))
			      .p);
	asset = draft(w, AD_R_ASSET, "{\"name\":\"P\",\"type\":\"IMAGE\"}");
	draft(w, AD_R_AD,
	      ad_arena_printf(w->arena,
			      "{\"type\":\"IMAGE\",\"adGroupId\":\"%.*s\",\"campaignId\":\"%.*s\","
			      "\"platform\":\"reddit\",\"finalUrl\":\"https://a.example/\","
			      "\"headlines\":[\"Hi\"],\"assetIds\":[\"%.*s\"]}",
			      AD_FMT(group), AD_FMT(campaign), AD_FMT(asset))
		      .p);
	assert_int_equal(declarations_wanted(w, "reddit", "{\"profileId\":null}"), 1);
	assert_int_equal(declarations_wanted(w, "reddit", "{\"profileId\":\"t2_1\"}"), 0);
	assert_int_equal(violations_of(w, "PUBLIC_URL_NEEDED", false), 1);
	assert_int_equal(violations_of(w, "PUBLIC_URL_NEEDED", true), 0);
	w->realm.environment = AD_S("test");
	assert_int_equal(violations_of(w, "PUBLIC_URL_NEEDED", false), 0);
}

static void months_are_rounded_to_the_currency(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&text);

	edit(w, t.campaign, "budget", "3.33");
	DONE(w->db, ad_plan_make(&ask, &p));
	ad_json_object(&j);
	DONE(w->db, ad_plan_write(&j, &p, &ask, AD_SCOPES_ALL, &(struct ad_ops_page){ 0 }));
	ad_json_object_end(&j);
	/* 101.232 */
	assert_non_null(strstr(ad_text_str(&text).p, "\"monthlyDelta\":101.23,"));
	assert_non_null(strstr(text.p, "\"dailyBudgetDelta\":3.33"));
}

static void what_may_not_be_read_shows_its_cost_only(void **state)
{
	struct world *w = *state;
	struct ad_plan_ask ask = ask_of(w, false);
	struct ad_sync_plan p;
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&text);

	draft_tree(w);
	DONE(w->db, ad_plan_make(&ask, &p));
	ad_json_object(&j);
	DONE(w->db, ad_plan_write(&j, &p, &ask, AD_SYNC_READ, &(struct ad_ops_page){ 0 }));
	ad_json_object_end(&j);
	assert_non_null(strstr(ad_text_str(&text).p,
			       "{\"index\":0,\"op\":\"CREATE\",\"resource\":\"campaign\","
			       "\"dailyBudgetDelta\":20,\"dependsOn\":[]}"));
	assert_null(strstr(text.p, "cmp_"));
}

/* The hash of a plan too long for one text covers every operation and its position. */
static void the_hash_of_a_long_plan_names_all_of_it(void **state)
{
	struct world *w = *state;
	struct ad_plan_ask ask = ask_of(w, false);
	struct tree t = draft_tree(w);
	struct ad_sync_plan p = plan(w, false);
	struct ad_plan_op *ops[4000], other;
	char first[AD_PLAN_HASH_SIZE];

	assert_true(t.campaign.n > 0);
	assert_int_equal(p.count, 5);
	other = *p.ops[0];
	for (size_t i = 0; i < AD_LEN(ops); i++)
		ops[i] = p.ops[i % p.count];
	p.ops = ops;
	p.count = AD_LEN(ops);
	ad_plan_hash(&ask, &p, AD_S(""));
	memcpy(first, p.hash, sizeof(first));
	ad_plan_hash(&ask, &p, AD_S(""));
	assert_string_equal(first, p.hash);

	other.kept_want = AD_S("{}");
	for (size_t at = 0; at < AD_LEN(ops); at += AD_LEN(ops) - 1) {
		struct ad_plan_op *kept = ops[at];
		ops[at] = &other;
		ad_plan_hash(&ask, &p, AD_S(""));
		assert_string_not_equal(first, p.hash);
		ops[at] = kept;
	}
	ops[0] = ops[1];
	ops[1] = ops[5];
	ad_plan_hash(&ask, &p, AD_S(""));
	assert_string_not_equal(first, p.hash);
}

/* A keyword's row and its stored JSON give the same hash. */
static void a_keyword_is_written_from_its_row(void **state)
{
	struct world *w = *state;
	struct ad_plan_ask ask = ask_of(w, true);
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	struct ad_plan_op *made = NULL, *enabled = NULL;
	char first[AD_PLAN_HASH_SIZE];

	edit(w, t.keyword, "status", "\"ENABLED\"");
	p = plan(w, true);
	for (size_t i = 0; i < p.count; i++) {
		if (!ad_str_eq(p.ops[i]->row->id, t.keyword))
			continue;
		if (p.ops[i]->op == AD_OP_CREATE)
			made = p.ops[i];
		else
			enabled = p.ops[i];
	}
	assert_true(made && enabled && !made->kept_want.p && !enabled->kept_want.p);
	assert_non_null(strstr(ad_plan_want(w->arena, made).p, "\"status\":\"PAUSED\""));
	assert_true(ad_str_eq(ad_plan_want(w->arena, made), ad_plan_synced(w->arena, enabled)));
	assert_true(ad_str_eq(ad_plan_want(w->arena, enabled),
			      ad_row_sent_json(w->arena, load(w, made->res, t.keyword))));
	ad_plan_hash(&ask, &p, AD_S(""));
	memcpy(first, p.hash, sizeof(first));
	made->kept_want = ad_plan_want(w->arena, made);
	enabled->kept_want = ad_plan_want(w->arena, enabled);
	enabled->kept_synced = ad_plan_synced(w->arena, enabled);
	ad_plan_hash(&ask, &p, AD_S(""));
	assert_string_equal(first, p.hash);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(creates_go_from_the_top_and_nothing_is_set_live),
		TEST(removals_go_first_from_the_bottom),
		TEST(only_what_differs_is_sent),
		TEST(a_pause_goes_first_and_alone),
		TEST(only_what_raises_spend_violates),
		TEST(enabling_raises_spend),
		TEST(what_is_in_doubt_counts_in_the_total),
		TEST(the_rise_is_measured_from_the_days_lowest),
		TEST(the_hash_names_exactly_this_plan),
		TEST(the_hash_of_a_long_plan_names_all_of_it),
		TEST(a_keyword_is_written_from_its_row),
		TEST(the_unsettled_is_left_out),
		TEST(filters_take_a_campaign_with_what_is_below),
		TEST(an_account_that_is_missing_is_said),
		TEST(what_is_not_declared_is_not_pushed_live),
		TEST(what_stops_ads_needs_no_declaration),
		TEST(what_live_ads_need_is_said_before),
		TEST(months_are_rounded_to_the_currency),
		TEST(what_may_not_be_read_shows_its_cost_only),
	};

	return on_each_database("plan", tests);
}
