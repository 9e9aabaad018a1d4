/* Long lists of violations: all are counted, the first are stored, and no check reads the list. */
#include "tests/unit/core/sync/plans.h"

static struct ad_str id_of(struct ad_arena *arena, int n)
{
	return ad_arena_printf(arena, "kw_%06d", n);
}

static size_t length(const struct ad_violations *list)
{
	size_t n = 0;

	for (const struct ad_violation *v = list->first; v; v = v->next)
		n++;
	return n;
}

static void a_long_list_counts_what_it_does_not_store(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_violations list = { .arena = arena, .most = 100 };

	(void)state;
	assert_int_equal(ad_violations_of(&list, "maxBid"), 0);
	assert_false(ad_violations_hold(&list, "maxBid", AD_S("kw_000001")));
	for (int n = 0; n < 50000; n++) {
		ad_violate(&list, "maxBid", AD_S("1"), AD_S("2"), id_of(arena, n));
		ad_violate_say(&list, n == 99 ? AD_S("the last one") : AD_S("too much"));
	}
	assert_int_equal(list.count, 50000);
	assert_int_equal(length(&list), 100);
	/* A message belongs to its own violation, not to the last one that is stored. */
	assert_string_equal(list.first->message, "too much");
	for (const struct ad_violation *v = list.first; v; v = v->next)
		if (!v->next)
			assert_string_equal(v->message, "the last one");
	/* The first violation of each rule is always stored. */
	ad_violate(&list, "CONNECTION_REQUIRED", AD_S("1"), AD_S("2"), (struct ad_str){ 0 });
	ad_violate_say(&list, AD_S("Connect an account."));
	ad_violate(&list, "CONNECTION_REQUIRED", AD_S("1"), AD_S("2"), (struct ad_str){ 0 });
	assert_int_equal(length(&list), 101);
	assert_string_equal(list.last ? "stored" : "not stored", "not stored");
	assert_int_equal(ad_violations_of(&list, "CONNECTION_REQUIRED"), 2);
	for (int n = 0; n < 50000; n++)
		assert_true(ad_violations_hold(&list, "maxBid", id_of(arena, n)));
	assert_false(ad_violations_hold(&list, "maxBid", id_of(arena, 50000)));
	assert_false(ad_violations_hold(&list, "blockedTerms", id_of(arena, 0)));
	ad_arena_free(arena);
}

/* Inserts enabled keywords in one transaction. */
static void many_keywords(struct world *w, struct ad_str group, int count)
{
	struct ad_row *like =
		load(w, ad_resource_row(AD_R_KEYWORD),
		     draft(w, AD_R_KEYWORD,
			   ad_arena_printf(w->arena,
					   "{\"adGroupId\":\"%.*s\",\"platform\":"
					   "\"google\",\"text\":\"word\",\"matchType\":"
					   "\"EXACT\",\"status\":\"ENABLED\"}",
					   AD_FMT(group))
				   .p));

	DONE(w->db, ad_db_begin(w->db, true));
	for (int n = 1; n < count; n++) {
		struct ad_row row = *like;
		char id[AD_ID_SIZE];
		ad_id_make(row.res->prefix, id);
		row.id = ad_str(id);
		*ad_row_value(&row, "text") =
			(struct ad_value){ .kind = AD_TEXT,
					   .s = ad_arena_printf(w->arena, "word %d", n) };
		DONE(w->db, ad_row_insert(w->db, w->arena, &row));
	}
	DONE(w->db, ad_db_commit(w->db));
}

/* A violation of every operation, of which 100,000 took minutes. */
static void a_plan_with_many_violations_is_made_and_refused(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_plan_ask ask = ask_of(w, true);
	struct ad_sync_plan p;

	many_keywords(w, t.group, 3000);
	ask.rails.allowed_platforms = 1u << AD_META;
	DONE(w->db, ad_plan_make(&ask, &p));
	/* Each keyword is created and enabled. */
	assert_int_equal(ad_violations_of(&p.violations, "allowedPlatforms"), 2 * 3000 + 5);
	assert_in_range(length(&p.violations), AD_PLAN_LISTED_MAX, AD_PLAN_LISTED_MAX + 8);
	assert_int_equal(p.violations.listed, length(&p.violations));
}

/* The parents of new objects are looked up, not searched: each of them may be in doubt. */
static void nothing_is_created_below_any_of_many_parents_in_doubt(void **state)
{
	enum {
		GROUPS = 40
	};
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_sync_plan p;
	size_t told = 0;

	pretend_pushed(w, t.campaign, "1");
	for (int n = 0; n < GROUPS; n++) {
		struct ad_str group =
			draft(w, AD_R_AD_GROUP,
			      ad_arena_printf(w->arena,
					      "{\"campaignId\":\"%.*s\",\"name\":\"Group %d\","
					      "\"platform\":\"google\"}",
					      AD_FMT(t.campaign), n)
				      .p);
		struct ad_row *row = load(w, ad_resource_row(AD_R_AD_GROUP), group);
		draft(w, AD_R_KEYWORD,
		      ad_arena_printf(w->arena,
				      "{\"adGroupId\":\"%.*s\",\"platform\":\"google\",\"text\":"
				      "\"bread\",\"matchType\":\"EXACT\"}",
				      AD_FMT(group))
			      .p);
		row->open_op = AD_S("syn_other.1");
		DONE(w->db, ad_db_begin(w->db, true));
		DONE(w->db, ad_row_update(w->db, w->arena, row));
		DONE(w->db, ad_db_commit(w->db));
	}
	p = plan(w, false);
	for (size_t i = 0; i < p.count; i++)
		assert_false(p.ops[i]->res->id == AD_R_KEYWORD &&
			     ad_str_is(ad_row_text(p.ops[i]->row, "text"), "bread"));
	for (const struct ad_plan_warning *warning = p.warnings; warning; warning = warning->next)
		told += strcmp(warning->code, "UNSETTLED") == 0;
	assert_int_equal(told, 2 * GROUPS);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_list_counts_what_it_does_not_store),
		TEST(a_plan_with_many_violations_is_made_and_refused),
		TEST(nothing_is_created_below_any_of_many_parents_in_doubt),
	};

	return on_each_database("violations", tests);
}
