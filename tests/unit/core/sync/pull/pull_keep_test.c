/* A page and the position after it are committed together under the run's lease, or neither is. */
#include "tests/unit/core/sync/pulls.h"

/* A run at a page. Only the test executes it. */
struct page {
	struct world *w;
	struct ad_run run;
	struct ad_pull pull;
	struct ad_remote campaign;
};

static void hold(struct world *w, const char *holder)
{
	DONE(w->db,
	     ad_db_exec(
		     w->db,
		     ad_arena_printf(w->arena, "UPDATE sync_leases SET holder = '%s'", holder).p));
}

/* The first page of a new pull, with one campaign of another user. */
static void first_page(struct page *p, struct world *w)
{
	struct ad_json_error err;

	queue_pull(w);
	hold(w, ad_sync_holder(w->sync));
	*p = (struct page){
		.w = w,
		.run = { .sync = w->sync,
			 .realm = w->realm,
			 .arena = w->arena,
			 .platform = AD_GOOGLE,
			 .adapter = &ad_google },
		.campaign = { .id = AD_S("1"),
			      .status = AD_S("PAUSED"),
			      .fields =
				      ad_json_parse(w->arena,
						    AD_S("{\"name\":\"Rye\",\"type\":\"SEARCH\","
							 "\"status\":\"PAUSED\",\"budget\":12.5}"),
						    &err) },
	};
	snprintf(p->run.id, sizeof(p->run.id), "%s", w->last_run);
	p->pull.filter = (struct ad_plan_filter){ .platforms = 1u << AD_GOOGLE, .campaigns = true };
	p->pull.place.platform = AD_GOOGLE;
	p->pull.next = ad_pull_place_next(&p->pull.place, p->pull.filter.platforms, false);
	p->pull.listing.res = &ad_resource_campaign;
	p->pull.listing.found = &p->campaign;
	p->run.pull = &p->pull;
}

typedef enum ad_db_status change(struct ad_run *run, struct ad_db *db, struct ad_arena *arena);

static void keep(struct page *p, change *does)
{
	struct world *w = p->w;

	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, does(&p->run, w->db, w->arena));
	DONE(w->db, ad_db_commit(w->db));
}

static int campaigns(struct world *w)
{
	return (int)number_of(w, "SELECT COUNT(*) FROM campaigns");
}

static void a_page_and_the_place_behind_it_are_one(void **state)
{
	struct world *w = *state;
	struct page p;

	first_page(&p, w);
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db, ad_pull_keep(&p.run, w->db, w->arena));
	ad_db_rollback(w->db);
	assert_int_equal(campaigns(w), 0);
	assert_null(last_run(w).position.p);
	keep(&p, ad_pull_keep);
	assert_int_equal(campaigns(w), 1);
	assert_string_equal(brought(w), "1/0/0/0/0");
	assert_int_equal(last_run(w).done, 1);
	assert_true(ad_str_eq(last_run(w).position, ad_pull_place_json(w->arena, &p.pull.next)));
	/* Read again, as after a transaction whose answer was lost. */
	keep(&p, ad_pull_keep);
	assert_int_equal(campaigns(w), 1);
	assert_string_equal(brought(w), "1/0/0/0/1");
}

static void a_place_is_kept_without_a_page(void **state)
{
	struct world *w = *state;
	struct page p;

	first_page(&p, w);
	keep(&p, ad_pull_keep_place);
	assert_int_equal(campaigns(w), 0);
	assert_true(ad_str_eq(last_run(w).position, ad_pull_place_json(w->arena, &p.pull.next)));
	assert_string_equal(brought(w), "0/0/0/0/0");
}

static void who_lost_the_lease_keeps_nothing(void **state)
{
	static change *const all[] = { ad_pull_keep, ad_pull_keep_place, ad_pull_finish };
	struct world *w = *state;
	struct page p;

	first_page(&p, w);
	hold(w, "somebody else");
	for (size_t i = 0; i < AD_LEN(all); i++) {
		ad_run_start_fate(&p.run);
		keep(&p, all[i]);
		assert_true(ad_run_is_lost(&p.run));
		assert_int_equal(campaigns(w), 0);
		assert_null(last_run(w).position.p);
		assert_string_equal(run_status(w), "QUEUED");
		assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases"), 1);
	}
}

static void the_end_gives_everything_back(void **state)
{
	struct world *w = *state;
	struct page p;

	first_page(&p, w);
	keep(&p, ad_pull_keep);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_seen"), 1);
	p.pull.place.platform = AD_PLATFORM_COUNT;
	/* Too late to be cancelled. */
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET cancel = 1"));
	keep(&p, ad_pull_finish);
	assert_string_equal(run_status(w), "SUCCEEDED");
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_seen"), 0);
	assert_int_equal(number_of(w, "SELECT COUNT(*) FROM sync_leases"), 0);
}

static void a_pull_that_is_cancelled_keeps_what_came_in(void **state)
{
	struct world *w = *state;
	struct page p;

	first_page(&p, w);
	keep(&p, ad_pull_keep);
	DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET cancel = 1"));
	keep(&p, ad_pull_finish);
	assert_string_equal(run_status(w), "CANCELLED");
	assert_string_equal(brought(w), "1/0/0/0/0");
	assert_int_equal(campaigns(w), 1);
}

/* A platform that is given up fails the pull, or makes it PARTIAL if something was read. */
static void a_platform_that_is_given_up_is_told(void **state)
{
	const struct ad_platform_error gone = {
		.code = "CONNECTION_EXPIRED",
		.message = AD_S("Connect it anew."),
	};
	struct world *w = *state;
	struct ad_json_error err;

	for (int came_in = 0; came_in < 2; came_in++) {
		struct page p;
		const cJSON *error;
		first_page(&p, w);
		DONE(w->db, ad_db_exec(w->db, "UPDATE sync_runs SET status = 'RUNNING'"));
		if (came_in)
			keep(&p, ad_pull_keep);
		p.pull.error = &gone;
		p.pull.next = ad_pull_place_next(&p.pull.place, p.pull.filter.platforms, true);
		keep(&p, ad_pull_keep);
		error = ad_json_parse(w->arena, last_run(w).error, &err);
		assert_true(ad_str_is(ad_json_get_text(error, "code"), "CONNECTION_EXPIRED"));
		p.pull.place = p.pull.next;
		assert_int_equal(p.pull.place.platform, AD_PLATFORM_COUNT);
		keep(&p, ad_pull_finish);
		assert_string_equal(run_status(w), came_in ? "PARTIAL" : "FAILED");
		assert_int_equal(campaigns(w), came_in);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_pages, no_world_of_pages)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_page_and_the_place_behind_it_are_one),
		TEST(a_place_is_kept_without_a_page),
		TEST(who_lost_the_lease_keeps_nothing),
		TEST(the_end_gives_everything_back),
		TEST(a_pull_that_is_cancelled_keeps_what_came_in),
		TEST(a_platform_that_is_given_up_is_told),
	};

	return on_each_database("pull keep", tests);
}
