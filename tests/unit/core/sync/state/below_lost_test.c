/* Objects below one that others removed on the platform are marked as lost. */
#include "tests/unit/core/sync/plans.h"

#include "sync/state/below_lost.h"
#include "sync/state/drift.h"

struct notes {
	int changed, ended;
};

static enum ad_db_status note(void *arg, struct ad_arena *arena, const struct ad_row *was,
			      const struct ad_row *is)
{
	struct notes *notes = arg;

	(void)arena;
	assert_false(ad_drift_is_gone(was));
	assert_non_null(is);
	notes->changed += ad_drift_is_gone(is);
	notes->ended += is->removed;
	return AD_DB_DONE;
}

/* A tree that was pushed, with the ids 1 to 5. */
static struct tree pushed_tree(struct world *w)
{
	struct tree t = draft_tree(w);

	pretend_pushed(w, t.campaign, "1");
	pretend_pushed(w, t.group, "2");
	pretend_pushed(w, t.ad, "3");
	pretend_pushed(w, t.keyword, "4");
	pretend_pushed(w, t.negative, "5");
	return t;
}

/* Marks up to `most`; returns how many that leaves. */
static size_t lose(struct world *w, struct ad_str campaign, size_t most, struct notes *notes)
{
	struct ad_below_gone below = { w->db, w->arena, note, notes, NULL };

	*notes = (struct notes){ 0 };
	DONE(w->db, ad_db_begin(w->db, true));
	DONE(w->db,
	     ad_below_lost(&below, load(w, ad_resource_row(AD_R_CAMPAIGN), campaign), &most));
	DONE(w->db, ad_db_commit(w->db));
	return most;
}

static bool is_gone(struct world *w, struct ad_str id)
{
	struct ad_row *row = load(w, ad_resource_of_id(id), id);

	return ad_drift_is_gone(row) && ad_str_is(row->remote_status, "REMOVED") &&
	       row->last_synced_at > 0 && row->sync_revision > 0;
}

static void all_of_it_is_gone(void **state)
{
	struct world *w = *state;
	struct tree t = pushed_tree(w), other = pushed_tree(w);
	struct notes notes;

	assert_int_equal(lose(w, t.campaign, 100, &notes), 96);
	assert_int_equal(notes.changed, 4);
	assert_true(is_gone(w, t.group) && is_gone(w, t.ad) && is_gone(w, t.keyword) &&
		    is_gone(w, t.negative));
	assert_false(is_gone(w, t.campaign) || is_gone(w, other.group));
	/* Once more there is nothing left to mark. */
	assert_int_equal(lose(w, t.campaign, 100, &notes), 100);
}

static void the_rest_is_below_what_is_marked(void **state)
{
	struct world *w = *state;
	struct tree t = pushed_tree(w);
	struct notes notes;

	assert_int_equal(lose(w, t.campaign, 2, &notes), 0);
	assert_true(is_gone(w, t.group) && is_gone(w, t.negative));
	assert_false(is_gone(w, t.ad) || is_gone(w, t.keyword));
	assert_int_equal(lose(w, t.campaign, 2, &notes), 0);
	assert_true(is_gone(w, t.ad) && is_gone(w, t.keyword));
}

static void what_is_in_progress_or_a_draft_stays_and_a_removal_ends(void **state)
{
	struct world *w = *state;
	struct tree t = pushed_tree(w);
	struct notes notes;

	stage_removal(w, t.ad);
	DONE(w->db, ad_db_begin(w->db, true));
	struct ad_row *row = load(w, ad_resource_of_id(t.keyword), t.keyword);
	row->open_op = AD_S("syn_1.1");
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	row = load(w, ad_resource_of_id(t.negative), t.negative);
	row->remote_id = (struct ad_str){ 0 };
	DONE(w->db, ad_row_update(w->db, w->arena, row));
	DONE(w->db, ad_db_commit(w->db));
	assert_int_equal(lose(w, t.campaign, 100, &notes), 98);
	assert_int_equal(notes.changed, 1);
	assert_int_equal(notes.ended, 1);
	assert_int_equal(load(w, ad_resource_of_id(t.ad), t.ad)->state, AD_REMOVED);
	assert_false(is_gone(w, t.keyword) || is_gone(w, t.negative));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_of_it_is_gone),
		TEST(the_rest_is_below_what_is_marked),
		TEST(what_is_in_progress_or_a_draft_stays_and_a_removal_ends),
	};

	return on_each_database("below_lost", tests);
}
