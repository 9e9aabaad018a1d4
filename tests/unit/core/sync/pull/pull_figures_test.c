/* Daily figures in a pull: the requested days, page by page, and the object of each line. */
#include "tests/unit/core/sync/pulls.h"

#define DAYS 30

/* A pull at a level's figures. */
struct figures {
	struct ad_run run;
	struct ad_pull pull;
};

static void at_level(struct figures *f, struct world *w, int level)
{
	*f = (struct figures){ .run = { .sync = w->sync,
					.realm = w->realm,
					.arena = w->arena,
					.platform = AD_GOOGLE,
					.adapter = &ad_google } };
	f->pull.place =
		(struct ad_pull_place){ .platform = AD_GOOGLE, .stage = AD_PULL_FIGURES + level };
	f->run.connection.timezone = AD_S("UTC");
	f->run.pull = &f->pull;
}

static int64_t today(void)
{
	return ad_now() / AD_DAY;
}

static void go_behind(struct figures *f, struct world *w)
{
	f->pull.place.after = ad_arena_printf(w->arena, "%lld", (long long)f->pull.figures.last);
}

/* The last days are read again, up to today in the ad account's zone, and then the stage ends. */
static void the_last_days_are_asked_about(void **state)
{
	struct figures f;

	at_level(&f, *state, 0);
	assert_true(ad_pull_figures_window(&f.run));
	assert_ptr_equal(f.pull.figures.res, &ad_resource_campaign);
	assert_in_range(f.pull.figures.last, today() - 1, today());
	assert_int_equal(f.pull.figures.first, f.pull.figures.last - DAYS);
	go_behind(&f, *state);
	assert_false(ad_pull_figures_window(&f.run));
}

/* For many objects each request covers few days. No day is left out or requested twice. */
static void many_objects_take_several_questions(void **state)
{
	struct world *w = *state;
	struct figures f;
	int64_t next = 0, asked = 0;

	DONE(w->db,
	     ad_db_exec(w->db, ad_arena_printf(w->arena,
					       "INSERT INTO counters (space_id, environment,"
					       " resource, platform, status, sync_state, n) VALUES"
					       " ('%s', 'test', 'campaign', 'google', 'PAUSED',"
					       " 'SYNCED', 9000)",
					       w->realm.space_id.p)
				       .p));
	at_level(&f, w, 0);
	while (ad_pull_figures_window(&f.run)) {
		assert_true(f.pull.figures.last - f.pull.figures.first < 2);
		if (next)
			assert_int_equal(f.pull.figures.first, next);
		next = f.pull.figures.last + 1;
		asked += f.pull.figures.last - f.pull.figures.first + 1;
		go_behind(&f, w);
	}
	assert_int_equal(asked, DAYS + 1);
}

/* A pending report is requested again under its own days, whatever the date is. */
static void a_report_keeps_its_days(void **state)
{
	struct figures f;

	at_level(&f, *state, 0);
	f.pull.place.report =
		(struct ad_pull_report){ .page = AD_S("report-7"), .first = 100, .last = 101 };
	assert_true(ad_pull_figures_window(&f.run));
	assert_true(ad_str_is(f.pull.figures.page, "report-7"));
	assert_int_equal(f.pull.figures.first, 100);
	assert_int_equal(f.pull.figures.last, 101);
}

static void stands(struct world *w, const char *table, struct ad_str id, const char *remote_id)
{
	DONE(w->db, ad_db_exec(w->db, ad_arena_printf(w->arena,
						      "UPDATE %s SET remote_id = '%s' WHERE id ="
						      " '%.*s'",
						      table, remote_id, AD_FMT(id))
					      .p));
}

static struct ad_remote_day *line(struct world *w, const char *remote_id, int64_t day,
				  struct ad_remote_day *next)
{
	struct ad_remote_day *made = ad_arena_zalloc(w->arena, sizeof(*made));

	*made = (struct ad_remote_day){ .next = next, .remote_id = ad_str(remote_id), .day = day };
	made->measures[0] = day;
	return made;
}

/* Each day is stored, also one without figures. Lines of unknown objects are skipped. */
static void each_line_goes_to_its_day_and_object(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct figures f;

	stands(w, "campaigns", t.campaign, "1");
	at_level(&f, w, 0);
	f.pull.figures.res = &ad_resource_campaign;
	f.pull.figures.first = 100;
	f.pull.figures.last = 102;
	f.pull.figures.found = line(w, "1", 102, line(w, "strange", 100, line(w, "1", 100, NULL)));
	DONE(w->db, ad_pull_figures_map(&f.run));
	assert_int_equal(f.pull.day_count, 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(f.pull.days[i].day, 100 + i);
		assert_int_equal(f.pull.days[i].count, i != 1);
	}
	assert_true(ad_str_eq(f.pull.days[2].rows[0].object_id, t.campaign));
	assert_true(ad_str_eq(f.pull.days[2].rows[0].campaign_id, t.campaign));
	assert_int_equal(f.pull.days[2].rows[0].measures[0], 102);
}

/* A keyword has its campaign itself, or through its ad group. */
static void a_keyword_is_in_the_campaign_of_its_ad_group(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct figures f;

	stands(w, "keywords", t.keyword, "5~6");
	at_level(&f, w, 3);
	assert_true(ad_pull_figures_window(&f.run));
	assert_ptr_equal(f.pull.figures.res, &ad_resource_keyword);
	f.pull.figures.first = f.pull.figures.last = 100;
	f.pull.figures.found = line(w, "5~6", 100, NULL);
	DONE(w->db, ad_pull_figures_map(&f.run));
	assert_int_equal(f.pull.days[0].count, 1);
	assert_true(ad_str_eq(f.pull.days[0].rows[0].object_id, t.keyword));
	assert_true(ad_str_eq(f.pull.days[0].rows[0].campaign_id, t.campaign));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_pages, no_world_of_pages)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_last_days_are_asked_about),
		TEST(many_objects_take_several_questions),
		TEST(a_report_keeps_its_days),
		TEST(each_line_goes_to_its_day_and_object),
		TEST(a_keyword_is_in_the_campaign_of_its_ad_group),
	};

	return on_each_database("pull figures", tests);
}
