/* The runner against the real sandbox: pushes, faults of every kind, drift, cancelling. */
#include "tests/unit/core/sync/world.h"

#include "sync/killswitch/pause.h"

static void a_tree_is_made_once_and_paused(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan plan;
	const cJSON *campaign;

	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_tree_once(w, &t);
	campaign = ad_json_get(sandbox_state(w), "campaigns")->child;
	assert_true(ad_str_is(ad_json_get_text(campaign, "status"), "PAUSED"));
	plan_of(w, false, &plan);
	assert_int_equal(plan.count, 0);
	assert_int_equal(plan.before, 20000000);
}

static void changes_go_out_and_back_to_nothing(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	const cJSON *there;

	assert_string_equal(push(w, false), "SUCCEEDED");
	edit(w, t.campaign, "budget", "35.5");
	edit(w, t.campaign, "locations", "[{\"code\":\"AT\",\"excluded\":false}]");
	edit(w, t.campaign, "status", "\"ENABLED\"");
	edit(w, t.group, "name", "\"Rye\"");
	edit(w, t.ad, "path1", "\"rye\"");
	edit(w, t.ad, "status", "\"ENABLED\"");
	edit(w, t.keyword, "cpcBid", "null");
	assert_string_equal(push(w, true), "SUCCEEDED");
	assert_tree_once(w, &t);
	there = sandbox_state(w);
	assert_true(ad_str_is(ad_json_get_text(ad_json_get(there, "campaigns")->child, "status"),
			      "ENABLED"));
	assert_true(
		ad_str_is(ad_json_get_text(ad_json_get(there, "adGroups")->child, "name"), "Rye"));
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_get(there, "campaignBudgets")->child, "amountMicros"),
		"35500000"));
	stage_removal(w, t.keyword);
	stage_removal(w, t.negative);
	stage_removal(w, t.ad);
	stage_removal(w, t.group);
	stage_removal(w, t.campaign);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_int_equal(live_count(w, "campaigns"), 0);
	assert_int_equal(live_count(w, "adGroups"), 0);
	assert_state(w, t.campaign, AD_REMOVED);
	assert_state(w, t.keyword, AD_REMOVED);
}

static const char *const transient[] = {
	"{\"type\":\"status\",\"status\":500}",
	"{\"type\":\"status\",\"status\":503}",
	"{\"type\":\"status\",\"status\":429,\"retryDelay\":\"0.1s\"}",
	"{\"type\":\"status\",\"status\":401}",
	"{\"type\":\"latency\",\"ms\":100}",
	"{\"type\":\"cut_before\"}",
	"{\"type\":\"accept_then_cut\"}",
	"{\"type\":\"accept_then_timeout\",\"ms\":60000}",
};
static const char *const creates[] = { "campaign.create", "adGroup.create", "adGroupAd.create",
				       "adGroupCriterion.create", "campaignCriterion.create" };
static const char *const updates[] = { "campaignBudget.update", "adGroup.update", "ad.update",
				       "adGroupAd.update", "adGroupCriterion.update" };
static const char *const removes[] = { "campaign.remove", "adGroup.remove", "adGroupAd.remove",
				       "adGroupCriterion.remove", "campaignCriterion.remove" };

/*
 * The i-th of `count` operations meets the f-th fault. On SQLite each operation meets each
 * fault, which tests the adapter and the run. PostgreSQL, and a slow build, test the journal:
 * each fault occurs once, on alternating operations.
 */
static bool meets(const struct world *w, size_t f, size_t i, size_t count)
{
	return (!w->d->postgres && !getenv("ADCORE_TEST_SLOW")) || i == f % count;
}

static void clear(struct world *w)
{
	control(w, "DELETE", "faults", NULL);
	control(w, "DELETE", "state", NULL);
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM campaigns; DELETE FROM ad_groups;"
				      " DELETE FROM ads; DELETE FROM keywords"));
}

static void change_all(struct world *w, const struct tree *t)
{
	edit(w, t->campaign, "budget", "25");
	edit(w, t->group, "cpcBid", "2");
	edit(w, t->ad, "headlines", "[\"Rye\",\"Oats\",\"Spelt\"]");
	edit(w, t->ad, "status", "\"ENABLED\"");
	edit(w, t->keyword, "cpcBid", "3");
}

static void remove_all(struct world *w, const struct tree *t)
{
	stage_removal(w, t->keyword);
	stage_removal(w, t->negative);
	stage_removal(w, t->ad);
	stage_removal(w, t->group);
	stage_removal(w, t->campaign);
}

/* A transient fault has no lasting effect: one push applies everything once. */
static void transient_faults_of_creates(void **state)
{
	struct world *w = *state;

	for (size_t f = 0; f < AD_LEN(transient); f++) {
		for (size_t i = 0; i < AD_LEN(creates); i++) {
			struct tree t;
			if (!meets(w, f, i, AD_LEN(creates)))
				continue;
			t = draft_tree(w);
			fault(w, creates[i], transient[f]);
			if (strcmp(push(w, false), "SUCCEEDED") != 0)
				fail_msg("%s %s: %s", creates[i], transient[f], run_status(w));
			assert_hit(w, creates[i]);
			assert_tree_once(w, &t);
			clear(w);
		}
	}
}

static void transient_faults_of_updates_and_removes(void **state)
{
	struct world *w = *state;

	for (size_t f = 0; f < AD_LEN(transient); f++) {
		for (size_t i = 0; i < AD_LEN(updates); i++) {
			struct tree t;
			if (!meets(w, f, i, AD_LEN(updates)))
				continue;
			t = draft_tree(w);
			assert_string_equal(push(w, false), "SUCCEEDED");
			change_all(w, &t);
			fault(w, updates[i], transient[f]);
			if (strcmp(push(w, true), "SUCCEEDED") != 0)
				fail_msg("%s %s: %s", updates[i], transient[f], run_status(w));
			assert_hit(w, updates[i]);
			assert_tree_once(w, &t);
			remove_all(w, &t);
			fault(w, removes[i], transient[f]);
			if (strcmp(push(w, false), "SUCCEEDED") != 0)
				fail_msg("%s %s: %s", removes[i], transient[f], run_status(w));
			assert_hit(w, removes[i]);
			assert_int_equal(live_count(w, "campaigns"), 0);
			assert_state(w, t.campaign, AD_REMOVED);
			clear(w);
		}
	}
}

static const char refusal[] =
	"{\"type\":\"error\",\"errorCode\":{\"policyFindingError\":\"POLICY_FINDING\"},"
	"\"message\":\"No.\"}";

/* A refusal fails its operation and skips the dependent ones. The next push completes them. */
static void refused_creates_skip_children_and_can_be_sent_again(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < AD_LEN(creates); i++) {
		struct tree t = draft_tree(w);
		const struct ad_str all[] = { t.campaign, t.group, t.ad, t.keyword, t.negative };
		fault(w, creates[i], refusal);
		/* Campaign criteria also travel with the campaign itself. */
		assert_string_not_equal(push(w, false), "SUCCEEDED");
		if (i < 4) {
			assert_string_equal(operation_of(w, all[i]), "FAILED POLICY_VIOLATION");
			assert_state(w, all[i], AD_FAILED);
		}
		if (i == 0)
			assert_string_equal(operation_of(w, t.group), "SKIPPED DEPENDS_ON");
		if (i <= 1)
			assert_string_equal(operation_of(w, t.keyword), "SKIPPED DEPENDS_ON");
		assert_string_equal(push(w, false), "SUCCEEDED");
		assert_tree_once(w, &t);
		clear(w);
	}
}

/* A platform that keeps failing: the run ends with its error, and the next push succeeds. */
static void a_storm_ends(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	control(w, "POST", "faults",
		"{\"platform\":\"google\",\"match\":{\"path\":\"googleAds:mutate\"},\"skip\":0,"
		"\"times\":1000,\"action\":{\"type\":\"status\",\"status\":429}}");
	assert_string_equal(push(w, false), "FAILED");
	assert_string_equal(operation_of(w, t.campaign), "FAILED RATE_LIMITED");
	assert_string_equal(operation_of(w, t.ad), "SKIPPED DEPENDS_ON");
	control(w, "DELETE", "faults", NULL);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_tree_once(w, &t);
}

static void drift_is_left_alone(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *row;

	assert_string_equal(push(w, false), "SUCCEEDED");
	row = load(w, &ad_resource_campaign, t.campaign);
	control(w, "POST", "edit",
		ad_arena_printf(
			w->arena,
			"{\"customerId\":\"%.*s\",\"resourceName\":\"customers/%.*s/campaigns"
			"/%.*s\",\"set\":{\"name\":\"Theirs\"}}",
			AD_FMT(w->customer), AD_FMT(w->customer), AD_FMT(row->remote_id))
			.p);
	edit(w, t.campaign, "budget", "22");
	assert_string_equal(push(w, false), "SUCCEEDED"); /* another field */
	edit(w, t.campaign, "name", "\"Ours\"");
	assert_string_equal(push(w, false), "FAILED");
	assert_string_equal(operation_of(w, t.campaign), "FAILED DRIFTED");
	assert_state(w, t.campaign, AD_DRIFTED);
	assert_true(ad_str_is(
		ad_json_get_text(ad_json_get(sandbox_state(w), "campaigns")->child, "name"),
		"Theirs"));
	remove_all(w, &t);
	/* Undecided, the removal is left out, and the campaign stays. */
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_state(w, t.campaign, AD_DRIFTED);
	assert_int_equal(live_count(w, "campaigns"), 1);
}

/* The second of two requests is refused: the first one's change is recorded as applied. */
static void an_update_half_done_is_known_by_halves(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan plan;

	assert_string_equal(push(w, false), "SUCCEEDED");
	edit(w, t.ad, "headlines", "[\"Rye\",\"Oats\",\"Spelt\"]");
	edit(w, t.ad, "path1", "\"rye\"");
	edit(w, t.ad, "status", "\"ENABLED\"");
	fault(w, "adGroupAd.update", refusal);
	assert_string_equal(push(w, true), "PARTIAL");
	assert_state(w, t.ad, AD_FAILED);
	assert_false(ad_row_drifted(load(w, &ad_resource_ad, t.ad)));
	plan_of(w, true, &plan);
	assert_int_equal(plan.count, 1);
	assert_string_equal(plan.ops[0]->changed[0], "status");
	assert_null(plan.ops[0]->changed[1]);
	/*
	 * The draft equals the platform's value, whatever the order of its members: nothing is
	 * left.
	 */
	edit(w, t.ad, "status", "\"PAUSED\"");
	assert_state(w, t.ad, AD_SYNCED);
	edit(w, t.ad, "status", "\"ENABLED\"");
	assert_string_equal(push(w, true), "SUCCEEDED");
	assert_tree_once(w, &t);
}

/* A keyword that another user already created is updated as drafted, and not duplicated. */
static void a_standing_keyword_is_adopted(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *keyword;

	assert_string_equal(push(w, false), "SUCCEEDED");
	/* The draft's row is deleted: the platform's keyword now counts as another user's. */
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM keywords"));
	t.keyword = draft(w, AD_R_KEYWORD,
			  ad_arena_printf(w->arena,
					  "{\"adGroupId\":\"%.*s\",\"platform\":\"google\","
					  "\"text\":\"sourdough\",\"matchType\":\"PHRASE\","
					  "\"cpcBid\":9}",
					  AD_FMT(t.group))
				  .p);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_int_equal(live_count(w, "adGroupCriteria"), 1);
	keyword = load(w, &ad_resource_keyword, t.keyword);
	assert_int_equal(keyword->state, AD_SYNCED);
	assert_true(
		ad_str_is(ad_json_get_text(ad_json_get(sandbox_state(w), "adGroupCriteria")->child,
					   "cpcBidMicros"),
			  "9000000"));
}

static void an_edit_during_a_push_stays_an_edit(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	control(w, "POST", "faults",
		"{\"platform\":\"google\",\"match\":{\"path\":\"googleAds:mutate\"},\"skip\":1,"
		"\"times\":1,\"action\":{\"type\":\"latency\",\"ms\":700}}");
	queue_push(w, false);
	ad_sync_wake(w->sync);
	WAIT_UNTIL(load(w, &ad_resource_ad_group, t.group)->state == AD_SYNCING);
	edit(w, t.group, "name", "\"Later\"");
	assert_string_equal(wait_run(w), "SUCCEEDED");
	assert_state(w, t.group, AD_MODIFIED);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_state(w, t.group, AD_SYNCED);
}

static void cancelling_stops_after_the_operation_in_flight(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	control(w, "POST", "faults",
		"{\"platform\":\"google\",\"match\":{\"path\":\"googleAds:mutate\"},\"skip\":0,"
		"\"times\":1,\"action\":{\"type\":\"latency\",\"ms\":700}}");
	queue_push(w, false);
	ad_sync_wake(w->sync);
	WAIT_UNTIL(load(w, &ad_resource_campaign, t.campaign)->state == AD_SYNCING);
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET cancel = 1"));
	assert_string_equal(wait_run(w), "CANCELLED");
	assert_string_equal(operation_of(w, t.campaign), "SUCCEEDED");
	assert_string_equal(operation_of(w, t.group), "SKIPPED CANCELLED");
	assert_state(w, t.group, AD_STAGED);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_tree_once(w, &t);
}

/* The sandbox dies before and after it applied the change, and restarts at another address. */
static void a_sandbox_that_dies_loses_and_doubles_nothing(void **state)
{
	static const char *const deaths[] = { "{\"type\":\"exit_before\"}",
					      "{\"type\":\"exit_after_commit\"}" };
	struct world *w = *state;

	for (size_t d = 0; d < AD_LEN(deaths); d++) {
		for (size_t i = 0; i < AD_LEN(creates); i++) {
			struct tree t;
			if (!meets(w, d, i, AD_LEN(creates)))
				continue;
			t = draft_tree(w);
			fault(w, creates[i], deaths[d]);
			queue_push(w, false);
			ad_sync_wake(w->sync);
			waitpid(w->sandbox, NULL, 0);
			sandbox_up(w);
			assert_string_equal(wait_run(w), "SUCCEEDED");
			assert_tree_once(w, &t);
			clear(w);
		}
	}
}

/* An UNKNOWN operation is reconciled later: adopted if applied, otherwise free to be sent again. */
static void the_unknown_is_settled_later(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_string_equal(push(w, false), "SUCCEEDED");
	runner_down(w);
	/* The last run received no answer to two of its operations. */
	DONE(w->db,
	     ad_db_exec(w->db, "UPDATE sync_operations SET status = 'UNKNOWN', finished_at = 1,"
			       " remote_id = NULL, error = '{\"code\":\"PLATFORM_UNAVAILABLE\"}'"
			       " WHERE resource = 'adGroup' OR resource = 'ad';"
			       "UPDATE sync_runs SET status = 'PARTIAL';"
			       "UPDATE ad_groups SET remote_id = NULL, synced = NULL, open_op ="
			       " 'x', sync_state = 'SYNCING'"));
	control(w, "POST", "edit",
		ad_arena_printf(w->arena,
				"{\"customerId\":\"%.*s\",\"resourceName\":\"customers/%.*s/"
				"adGroupAds/%.*s\",\"set\":null}",
				AD_FMT(w->customer), AD_FMT(w->customer),
				AD_FMT(load(w, &ad_resource_ad, t.ad)->remote_id))
			.p);
	DONE(w->db,
	     ad_db_exec(w->db, "UPDATE ads SET remote_id = NULL, synced = NULL, open_op = 'x',"
			       " sync_state = 'SYNCING';"
			       "UPDATE ad_groups SET open_op = (SELECT run_id FROM"
			       " sync_operations LIMIT 1) || '.2';"
			       "UPDATE ads SET open_op = (SELECT run_id FROM sync_operations"
			       " LIMIT 1) || '.3'"));
	/* An operation that needs a person's decision is read again after an hour. */
	DONE(w->db,
	     ad_db_exec(w->db, "UPDATE sync_operations SET error = '{\"code\":\"AMBIGUOUS\"}'"
			       " WHERE resource = 'adGroup'"));
	runner_up(w);
	WAIT_UNTIL(load(w, &ad_resource_ad, t.ad)->state != AD_SYNCING);
	WAIT_UNTIL(load(w, &ad_resource_ad_group, t.group)->state != AD_SYNCING);
	assert_string_equal(wait_run(w), "PARTIAL");
	assert_string_equal(operation_of(w, t.group), "SUCCEEDED");
	assert_string_equal(operation_of(w, t.ad), "FAILED NOT_APPLIED");
	assert_state(w, t.group, AD_SYNCED);
	assert_state(w, t.ad, AD_FAILED);
	assert_string_equal(push(w, false), "SUCCEEDED");
	assert_tree_once(w, &t);
}

static void what_a_revoked_account_did_not_get_stays_staged(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	assert_string_equal(push(w, false), "SUCCEEDED");
	control(w, "POST", "revoke",
		ad_arena_printf(w->arena, "{\"customerId\":\"%.*s\"}", AD_FMT(w->customer)).p);
	edit(w, t.campaign, "budget", "30");
	assert_string_equal(push(w, false), "FAILED");
	assert_string_equal(operation_of(w, t.campaign), "SKIPPED CONNECTION_EXPIRED");
}

/* Queues the kill switch of the current realm, as its action does; its id is w->last_run. */
static void queue_kill_switch(struct world *w)
{
	struct ad_sync_plan none = { 0 };
	struct ad_run_row run = {
		.mode = AD_S("PUSH"),
		.status = AD_S("QUEUED"),
		.filters = ad_pause_filters(w->arena),
		.source = AD_S("API"),
		.created_by = w->account.id,
		.credential_id = AD_S("tok"),
		.created_at = ad_now(),
	};
	struct ad_pause pause;
	uint32_t open = 0;

	ad_id_make("syn", w->last_run);
	run.id = ad_str(w->last_run);
	pause = (struct ad_pause){ w->db, w->arena, w->realm, run.id };
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_run_insert(w->db, w->realm, &run, &none));
	DONE(w->db, ad_pause_plan(&pause, AD_PLATFORMS_ALL));
	DONE(w->db, ad_pause_begin(&pause, &open));
	DONE(w->db, ad_db_commit(w->db));
}

static struct ad_str status_there(struct world *w)
{
	return ad_json_get_text(ad_json_get(sandbox_state(w), "campaigns")->child, "status");
}

/* A push in another Space that its platform delays: it occupies the runner's only place. */
static void fill_the_runner(struct world *w)
{
	struct ad_account_spec spec = {
		.email = AD_S("b@example.com"),
		.name = AD_S("B"),
		.plan = AD_S("self-hosted"),
		.subscription = AD_S("none"),
		.currency = AD_S("USD"),
		.timezone = AD_S("UTC"),
	};
	struct ad_account other;
	struct ad_connection connection;
	struct ad_realm here = w->realm;
	struct ad_account self = w->account;
	struct ad_pace pace = { .until = ad_now() + 10 * AD_MINUTE,
				.heard_at = ad_now(),
				.code = "RATE_LIMITED" };

	runner_down(w);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_account_add(w->db, w->arena, w->secrets, &spec, &other));
	DONE(w->db, ad_db_commit(w->db));
	/* A push requires an account that may push in its Space. */
	w->realm.space_id = other.space_id;
	w->account = other;
	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_GOOGLE, &connection));
	ad_pace_text(pace.account_id, sizeof(pace.account_id), connection.account_id);
	DONE(w->db, ad_pace_store(w->db, w->realm, AD_GOOGLE, &pace));
	draft_tree(w);
	queue_push(w, false);
	w->runs_max = 1;
	runner_up(w);
	WAIT_UNTIL(strcmp(run_status(w), "RUNNING") == 0);
	w->realm = here;
	w->account = self;
}

static void the_kill_switch_finds_room(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);

	edit(w, t.campaign, "status", "\"ENABLED\"");
	assert_string_equal(push(w, true), "SUCCEEDED");
	assert_true(ad_str_is(status_there(w), "ENABLED"));
	fill_the_runner(w);
	queue_kill_switch(w);
	ad_sync_wake(w->sync);
	assert_string_equal(wait_run(w), "SUCCEEDED");
	assert_true(ad_str_is(status_there(w), "PAUSED"));
}

/* The states at its end are outdated: the late kill switch pauses nothing again. */
static void a_kill_switch_that_is_asked_about_late_sends_nothing(void **state)
{
	struct world *w = *state;
	struct ad_stmt *s;

	draft_tree(w);
	assert_string_equal(push(w, false), "SUCCEEDED");
	queue_kill_switch(w);
	ad_sync_wake(w->sync);
	assert_string_equal(wait_run(w), "SUCCEEDED");
	runner_down(w);
	DONE(w->db,
	     ad_db_exec(w->db, ad_arena_printf(w->arena,
					       "UPDATE sync_operations SET status = 'UNKNOWN',"
					       " finished_at = 1, sent_at = 1, error = '{}'"
					       " WHERE run_id = '%s';"
					       "UPDATE campaigns SET open_op = (SELECT run_id ||"
					       " '.' || CAST(seq AS TEXT) FROM sync_operations"
					       " WHERE run_id = '%s');"
					       "UPDATE sync_runs SET status = 'CANCELLED',"
					       " position = 'wddd' WHERE id = '%s'",
					       w->last_run, w->last_run, w->last_run)
				       .p));
	runner_up(w);
	WAIT_UNTIL(strcmp(run_status(w), "CANCELLED") != 0);
	wait_run(w);
	s = ad_sql(w->db, "SELECT COUNT(*), MAX(r.position) FROM sync_operations o JOIN sync_runs r"
			  " ON r.id = o.run_id WHERE r.id = $1");
	ad_bind_cstr(s, 1, w->last_run);
	ROW(w->db, ad_step(s));
	assert_int_equal(ad_col_int(s, 0), 1);
	assert_true(ad_str_is(ad_col(s, 1), "dddd"));
	ad_reset(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_up, world_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_tree_is_made_once_and_paused),
		TEST(changes_go_out_and_back_to_nothing),
		TEST(transient_faults_of_creates),
		TEST(transient_faults_of_updates_and_removes),
		TEST(refused_creates_skip_children_and_can_be_sent_again),
		TEST(a_storm_ends),
		TEST(drift_is_left_alone),
		TEST(an_update_half_done_is_known_by_halves),
		TEST(a_standing_keyword_is_adopted),
		TEST(an_edit_during_a_push_stays_an_edit),
		TEST(cancelling_stops_after_the_operation_in_flight),
		TEST(a_sandbox_that_dies_loses_and_doubles_nothing),
		TEST(the_unknown_is_settled_later),
		TEST(the_kill_switch_finds_room),
		TEST(a_kill_switch_that_is_asked_about_late_sends_nothing),
		TEST(what_a_revoked_account_did_not_get_stays_staged),
	};

	return on_each_database("sync", tests);
}
