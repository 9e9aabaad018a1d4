/* A removal journals the objects and attachments that go with it. */
#include "tests/unit/core/sync/plans.h"

#include "base/json_read.h"
#include "store/objects/remotes.h"
#include "sync/state/gone_with.h"

static void link_to(struct world *w, struct ad_str object, const char *id, const char *remote_id)
{
	const char *sql =
		ad_arena_printf(w->arena,
				"INSERT INTO asset_links (space_id, environment, asset_id,"
				" resource, object_id, role, id, at, connector) VALUES ('%.*s',"
				" '%.*s', 'ast_%s', '%s', '%.*s', 'SITELINK', '%s', 1, 0)",
				AD_FMT(w->realm.space_id), AD_FMT(w->realm.environment), id,
				ad_resource_of_id(object)->name, AD_FMT(object), id)
			.p;
	struct ad_remote_row remote = {
		.object_id = ad_str(id),
		.platform = AD_GOOGLE,
		.asset_id = ad_arena_printf(w->arena, "ast_%s", id),
		.resource = ad_str(ad_resource_of_id(object)->name),
		.holder_id = object,
		.role = AD_S("SITELINK"),
		.remote_id = ad_str(remote_id ? remote_id : ""),
	};

	DONE(w->db, ad_db_exec(w->db, sql));
	if (remote_id)
		DONE(w->db, ad_remote_store(w->db, w->realm, &remote));
}

static const cJSON *listed(struct world *w, const struct ad_gone_with *with)
{
	struct ad_json_error err;
	const cJSON *json = ad_json_parse(w->arena, ad_gone_with_json(with), &err);

	assert_non_null(json);
	return json;
}

static void what_was_there_is_listed(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_gone_with with;
	struct ad_row *row = load(w, ad_resource_row(AD_R_CAMPAIGN), t.campaign);
	struct ad_row *word = load(w, ad_resource_row(AD_R_KEYWORD), t.keyword);
	const cJSON *json, *one;

	DONE(w->db, ad_db_begin(w->db, true));
	link_to(w, t.campaign, "lnk_1", "there");
	/* Never sent, so it was never there. */
	link_to(w, t.campaign, "lnk_2", NULL);
	/* Detached here, and still there. */
	link_to(w, t.campaign, "lnk_3", "there too");
	DONE(w->db, ad_db_exec(w->db, "DELETE FROM asset_links WHERE id = 'lnk_3'"));
	ad_gone_with_begin(&with, w->arena, AD_GOOGLE);
	DONE(w->db, ad_gone_with_links(&with, w->db, row));
	word->live = AD_S("{\"cpcBid\":3}");
	DONE(w->db, ad_gone_with_object(&with, w->db, word));
	json = listed(w, &with);
	one = ad_json_get(json, "links")->child;
	assert_true(ad_str_is(ad_json_get_text(one, "id"), "lnk_1"));
	assert_true(ad_str_eq(ad_json_get_text(one, "objectId"), t.campaign));
	assert_true(ad_str_is(ad_json_get_text(one->next, "id"), "lnk_3"));
	assert_null(one->next->next);
	one = ad_json_get(json, "below")->child;
	assert_true(ad_str_eq(ad_json_get_text(one, "id"), t.keyword));
	assert_int_equal(ad_json_get(ad_json_get(one, "live"), "cpcBid")->valueint, 3);
	assert_null(one->next);
	assert_true(cJSON_IsFalse(ad_json_get(json, "cut")));
	DONE(w->db, ad_db_commit(w->db));
}

static void more_than_fits_is_said(void **state)
{
	struct world *w = *state;
	struct tree t = draft_tree(w);
	struct ad_row *word = load(w, ad_resource_row(AD_R_KEYWORD), t.keyword);
	struct ad_gone_with with;

	ad_gone_with_begin(&with, w->arena, AD_GOOGLE);
	for (int i = 0; i < 3000; i++)
		DONE(w->db, ad_gone_with_object(&with, w->db, word));
	assert_true(cJSON_IsTrue(ad_json_get(listed(w, &with), "cut")));
	assert_true(ad_gone_with_json(&with).n < (size_t)300 * 1024);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_was_there_is_listed),
		TEST(more_than_fits_is_said),
	};

	return on_each_database("gone_with", tests);
}
