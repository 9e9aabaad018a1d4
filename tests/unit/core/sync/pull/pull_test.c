/* A pull from the real sandbox: page by page, each page once, despite faults. */
#include "tests/unit/core/sync/pulls.h"

static const char *pull(struct world *w)
{
	queue_pull(w);
	ad_sync_wake(w->sync);
	return wait_run(w);
}

static void a_kind_a_stage_parents_first(void **state)
{
	static const struct {
		enum ad_resource_id kind;
		bool under_campaign;
	} wanted[] = {
		{ AD_R_CAMPAIGN, false }, { AD_R_AD_GROUP, false }, { AD_R_AD, false },
		{ AD_R_KEYWORD, false },  { AD_R_KEYWORD, true },
	};

	(void)state;
	for (int stage = AD_PULL_LIST; stage < AD_PULL_FIGURES; stage++) {
		bool under;
		const struct ad_resource *res = ad_pull_kind(stage, &under);
		assert_int_equal(res->id, wanted[stage % AD_PULL_GONE].kind);
		assert_int_equal(under, wanted[stage % AD_PULL_GONE].under_campaign);
	}
}

static void a_pull_sends_nothing(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/0/0");
	assert_int_equal(live_count(w, "campaigns"), 0);
	assert_state(w, t.campaign, AD_STAGED);
	assert_state(w, t.keyword, AD_STAGED);
}

static void what_stands_there_comes_in_once(void **state)
{
	struct world *w = *state;

	draft_tree(w);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/0/5");
	/* Its rows are deleted, so that it counts as another user's. */
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM campaigns; DELETE FROM ad_groups;"
				      " DELETE FROM ads; DELETE FROM keywords"));
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "5/0/0/0/0");
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/0/5");
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM keywords"), 2);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_seen"), 0);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases"), 0);
}

static void what_is_gone_there_is_removed_here(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_string_equal(push(w, false), "SUCCEEDED");
	control(w, "POST", "edit",
		ad_arena_printf(w->arena,
				"{\"customerId\":\"%.*s\",\"resourceName\":\"customers/%.*s/"
				"adGroupAds/%.*s\",\"set\":null}",
				AD_FMT(w->customer), AD_FMT(w->customer),
				AD_FMT(load(w, &ad_resource_ad, t.ad)->remote_id))
			.p);
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/1/4");
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/0/4");
	assert_state(w, t.group, AD_SYNCED);
}

/* After a transient fault the pull succeeds, and no page counts twice. */
static void a_page_that_is_lost_is_asked_for_again(void **state)
{
	static const char *const faults[] = {
		"{\"type\":\"status\",\"status\":503}",
		"{\"type\":\"status\",\"status\":429,\"retryDelay\":\"0.1s\"}",
		"{\"type\":\"status\",\"status\":401}",
		"{\"type\":\"cut_before\"}",
		"{\"type\":\"accept_then_cut\"}",
	};
	struct world *w = *state;

	draft_tree(w);
	assert_string_equal(push(w, false), "SUCCEEDED");
	for (size_t i = 0; i < AD_LEN(faults); i++) {
		control(w, "POST", "faults",
			ad_arena_printf(w->arena,
					"{\"platform\":\"google\",\"match\":{\"path\":"
					"\"googleAds:search\"},\"skip\":%d,\"times\":1,"
					"\"action\":%s}",
					(int)i, faults[i])
				.p);
		if (strcmp(pull(w), "SUCCEEDED") != 0)
			fail_msg("%s: %s", faults[i], run_status(w));
		assert_hit(w, faults[i]);
		assert_string_equal(brought(w), "0/0/0/0/5");
	}
}

static void an_account_that_is_revoked_takes_nothing_away(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_json_error err;

	assert_string_equal(push(w, false), "SUCCEEDED");
	control(w, "POST", "revoke",
		ad_arena_printf(w->arena, "{\"customerId\":\"%.*s\"}", AD_FMT(w->customer)).p);
	assert_string_equal(pull(w), "FAILED");
	assert_string_equal(brought(w), "0/0/0/0/0");
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_parse(w->arena, last_run(w).error, &err), "code"),
		"CONNECTION_EXPIRED"));
	assert_state(w, t.campaign, AD_SYNCED);
	assert_state(w, t.ad, AD_SYNCED);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases"), 0);
}

static void a_pull_that_is_cancelled_brings_no_further_page(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_string_equal(push(w, false), "SUCCEEDED");
	queue_pull(w);
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET cancel = 1 WHERE mode = 'PULL'"));
	ad_sync_wake(w->sync);
	assert_string_equal(wait_run(w), "CANCELLED");
	assert_string_equal(brought(w), "0/0/0/0/0");
	assert_state(w, t.campaign, AD_SYNCED);
	assert_string_equal(pull(w), "SUCCEEDED");
	assert_string_equal(brought(w), "0/0/0/0/5");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_up, world_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kind_a_stage_parents_first),
		TEST(a_pull_sends_nothing),
		TEST(what_stands_there_comes_in_once),
		TEST(what_is_gone_there_is_removed_here),
		TEST(a_page_that_is_lost_is_asked_for_again),
		TEST(an_account_that_is_revoked_takes_nothing_away),
		TEST(a_pull_that_is_cancelled_brings_no_further_page),
	};

	return on_each_database("pull", tests);
}
