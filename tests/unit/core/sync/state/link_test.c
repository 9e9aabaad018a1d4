/* Connections: whether the loaded credentials are still the stored ones before a replacement. */
#include "tests/unit/core/sync/plans.h"

#include "auth/secret/secret_file.h"
#include "sync/state/link.h"

static void put(struct world *w, struct ad_str id, struct ad_str credentials)
{
	struct ad_stmt *s = ad_sql(w->db, "UPDATE connections SET credentials = $2 WHERE id = $1");

	ad_bind(s, 1, id);
	if (credentials.p)
		ad_bind(s, 2, credentials);
	else
		ad_bind_null(s, 2);
	DONE(w->db, ad_step(s));
}

static bool stands(struct world *w, const struct ad_connection *loaded, struct ad_str *stored)
{
	bool is = false;

	DONE(w->db, ad_connection_stands(w->db, w->arena, w->secrets, loaded, stored, &is));
	return is;
}

static void a_token_sealed_anew_is_the_same_token(void **state)
{
	struct world *w = *state;
	struct ad_connection loaded;
	struct ad_str stored, fresh;
	char id[AD_SECRET_ID], err[256];

	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_META, &loaded));
	assert_true(ad_connection_secrets(w->arena, w->secrets, &loaded));
	assert_true(stands(w, &loaded, &stored));
	assert_true(ad_str_eq(stored, loaded.credentials));

	/* The key was rotated in between. */
	assert_true(ad_secret_add(w->d->folder, ad_now(), id, err));
	fresh = ad_connection_seal(w->arena, w->secrets, loaded.id, loaded.link.refresh_token,
				   &loaded.link);
	assert_false(ad_str_eq(fresh, loaded.credentials));
	put(w, loaded.id, fresh);
	assert_true(stands(w, &loaded, &stored));
	assert_true(ad_str_eq(stored, fresh));

	/* A member connected again: the new token must not be overwritten. */
	put(w, loaded.id,
	    ad_connection_seal(w->arena, w->secrets, loaded.id, AD_S("1//another"), &loaded.link));
	assert_false(stands(w, &loaded, &stored));
	/*
	 * Undecryptable credentials must not be overwritten either, unless they are the loaded
	 * text.
	 */
	put(w, loaded.id, AD_S("v2.0badc0de.AAAA"));
	assert_false(stands(w, &loaded, &stored));
	loaded.credentials = AD_S("v2.0badc0de.AAAA");
	assert_true(stands(w, &loaded, &stored));
	put(w, loaded.id, (struct ad_str){ 0 });
	assert_false(stands(w, &loaded, &stored));
	put(w, loaded.id, fresh);
	loaded.id = AD_S("con_of_nobody");
	assert_false(stands(w, &loaded, &stored));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, world_of_drafts, end_of_drafts)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_token_sealed_anew_is_the_same_token),
	};
	return on_each_database("link", tests);
}
