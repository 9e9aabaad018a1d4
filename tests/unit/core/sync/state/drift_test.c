/* Drift: the undecided fields, and the object after each decision. */
#include "tests/support/arena.h"

#include "sync/state/drift.h"
#include "sync/journal/journal.h"

static void set(struct ad_arena *arena, struct ad_row *row, const char *field, const char *json)
{
	struct ad_json_error err;
	size_t index;

	assert_non_null(ad_field_find(&row->res->shape, ad_str(field), &index));
	row->v[index] = ad_value_take(arena, &row->res->shape.fields[index],
				      ad_json_parse(arena, ad_str(json), &err));
}

/* A campaign's AD_SENT fields with that name and budget. */
static struct ad_str side(struct ad_arena *arena, const char *name, const char *budget)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = &ad_resource_campaign;
	set(arena, row, "name", name);
	set(arena, row, "budget", budget);
	set(arena, row, "status", "\"PAUSED\"");
	return ad_row_sent_json(arena, row);
}

/* Last synced "a" at 10; drafted and live as given. */
static struct ad_row *row_of(struct ad_arena *arena, const char *name, const char *budget,
			     struct ad_str live)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = &ad_resource_campaign;
	row->id = AD_S("cmp_1");
	row->remote_id = AD_S("9");
	row->remote_status = AD_S("PAUSED");
	row->last_synced_at = 5;
	set(arena, row, "name", name);
	set(arena, row, "budget", budget);
	set(arena, row, "status", "\"PAUSED\"");
	row->synced = side(arena, "\"a\"", "10");
	row->live = live;
	return row;
}

static void only_what_both_changed_is_undecided(void **state)
{
	struct ad_row *row = row_of(*state, "\"b\"", "10", side(*state, "\"c\"", "10"));
	struct ad_drift out[AD_FIELDS_MAX];

	assert_int_equal(ad_drift_of(*state, row, out), 1);
	assert_string_equal(out[0].field, "name");
	assert_true(ad_str_is(out[0].synced, "\"a\""));
	assert_true(ad_str_is(out[0].staged, "\"b\""));
	assert_true(ad_str_is(out[0].live, "\"c\""));
	/* Drafted as on the platform: decided. */
	row = row_of(*state, "\"c\"", "10", side(*state, "\"c\"", "10"));
	assert_int_equal(ad_drift_of(*state, row, out), 0);
	row = row_of(*state, "\"b\"", "10", (struct ad_str){ 0 });
	assert_int_equal(ad_drift_of(*state, row, out), 0);
}

static void keeping_live_takes_it_into_the_draft(void **state)
{
	struct ad_row *row = row_of(*state, "\"b\"", "20", side(*state, "\"c\"", "30"));
	struct ad_drift out[AD_FIELDS_MAX];

	assert_true(ad_drift_resolve(*state, row, AD_S("name"), true));
	assert_true(ad_str_is(ad_row_text(row, "name"), "c"));
	/* The other field is decided by itself. */
	assert_int_equal(ad_drift_of(*state, row, out), 1);
	assert_string_equal(out[0].field, "budget");
	assert_true(row->live.p != NULL);
	assert_true(ad_drift_resolve(*state, row, AD_S("budget"), true));
	assert_int_equal(ad_row_value(row, "budget")->i, 30000000);
	assert_null(row->live.p);
	assert_true(ad_sent_same(row->synced, ad_row_sent_json(*state, row)));
}

/* The next push overwrites the platform's value, which becomes the last synced value. */
static void keeping_ours_leaves_a_change_to_send(void **state)
{
	struct ad_row *row = row_of(*state, "\"b\"", "10", side(*state, "\"c\"", "10"));
	struct ad_drift out[AD_FIELDS_MAX];

	row->failed = true;
	row->last_error = AD_S("{}");
	assert_true(ad_drift_resolve(*state, row, AD_S("name"), false));
	assert_true(ad_str_is(ad_row_text(row, "name"), "b"));
	assert_true(ad_sent_same(row->synced, side(*state, "\"c\"", "10")));
	assert_null(row->live.p);
	assert_null(row->last_error.p);
	assert_false(row->failed);
	assert_int_equal(ad_drift_of(*state, row, out), 0);
}

static void what_has_not_drifted_cannot_be_decided(void **state)
{
	struct ad_row *row = row_of(*state, "\"b\"", "10", side(*state, "\"c\"", "10"));

	assert_false(ad_drift_resolve(*state, row, AD_S("budget"), true));
	assert_false(ad_drift_resolve(*state, row, AD_S("status"), false));
	assert_false(ad_drift_resolve(*state, row, AD_S("none"), true));
	assert_true(ad_str_is(ad_row_text(row, "name"), "b"));
	assert_true(ad_sent_same(row->synced, side(*state, "\"a\"", "10")));
}

static void gone_there_is_a_drift_of_its_status(void **state)
{
	struct ad_row *row = row_of(*state, "\"a\"", "10", AD_LIVE_GONE);
	struct ad_drift out[AD_FIELDS_MAX];

	assert_true(ad_drift_is_gone(row));
	assert_int_equal(ad_drift_of(*state, row, out), 1);
	assert_string_equal(out[0].field, "status");
	assert_true(ad_str_is(out[0].live, "\"REMOVED\""));
	assert_true(ad_str_is(out[0].staged, "\"PAUSED\""));
	row->removal = true;
	ad_drift_of(*state, row, out);
	assert_true(ad_str_is(out[0].staged, "\"REMOVED\""));
	row->removed = true;
	assert_false(ad_drift_is_gone(row));
	assert_int_equal(ad_drift_of(*state, row, out), 0);
}

static void gone_and_kept_so_ends_here_too(void **state)
{
	struct ad_row *row = row_of(*state, "\"a\"", "10", AD_LIVE_GONE);

	assert_true(ad_drift_resolve(*state, row, AD_S("status"), true));
	assert_true(row->removed);
	assert_null(row->live.p);
	assert_true(ad_str_is(row->remote_id, "9"));
}

/* The next push creates the object again: its platform values are forgotten. */
static void gone_and_wanted_is_a_draft_again(void **state)
{
	struct ad_row *row = row_of(*state, "\"a\"", "10", AD_LIVE_GONE);

	assert_true(ad_drift_resolve(*state, row, AD_S("status"), false));
	assert_false(row->removed);
	assert_null(row->remote_id.p);
	assert_null(row->remote_status.p);
	assert_null(row->synced.p);
	assert_null(row->live.p);
	assert_int_equal(row->last_synced_at, 0);
}

static void an_operation_over_drift_is_blocked(void **state)
{
	static const char *const name[] = { "name", NULL };
	static const char *const budget[] = { "budget", NULL };
	struct ad_row *row = row_of(*state, "\"b\"", "20", side(*state, "\"c\"", "10"));

	assert_true(ad_drift_blocks(*state, row, name));
	assert_false(ad_drift_blocks(*state, row, budget));
	assert_true(ad_drift_blocks(*state, row, NULL));
	row->live = AD_LIVE_GONE;
	assert_true(ad_drift_blocks(*state, row, budget));
	row->live = (struct ad_str){ 0 };
	assert_false(ad_drift_blocks(*state, row, name));
	assert_false(ad_drift_blocks(*state, row, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(only_what_both_changed_is_undecided),
		IN_ARENA(keeping_live_takes_it_into_the_draft),
		IN_ARENA(keeping_ours_leaves_a_change_to_send),
		IN_ARENA(what_has_not_drifted_cannot_be_decided),
		IN_ARENA(gone_there_is_a_drift_of_its_status),
		IN_ARENA(gone_and_kept_so_ends_here_too),
		IN_ARENA(gone_and_wanted_is_a_draft_again),
		IN_ARENA(an_operation_over_drift_is_blocked),
	};

	return cmocka_run_group_tests_name("drift", tests, NULL, NULL);
}
