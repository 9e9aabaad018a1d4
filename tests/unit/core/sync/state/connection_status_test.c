/* The status of a stored connection: each legal transition is stored, each other one refused. */
#include "tests/support/states.h"
#include "tests/unit/core/sync/world.h"

#include "sync/state/connection_status.h"

static void each_pair_is_legal_or_not(void **state)
{
	static const char *const legal[] = {
		"CONNECTED>CONNECTED", "CONNECTED>EXPIRED", "CONNECTED>REVOKED",
		"EXPIRED>CONNECTED",   "EXPIRED>EXPIRED",   "EXPIRED>REVOKED",
		"REVOKED>CONNECTED",   "REVOKED>REVOKED",
	};

	(void)state;
	assert_states(&ad_connection_statuses, legal, AD_LEN(legal));
	assert_states_documented(&ad_connection_statuses);
}

static void assert_changes(struct world *w, const char *from, enum ad_connection_status to,
			   bool may)
{
	struct ad_connection connection;
	struct ad_stmt *s = ad_sql(w->db, "UPDATE connections SET status = $1");
	bool changed = !may;

	ad_bind_cstr(s, 1, from);
	DONE(w->db, ad_step(s));
	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_GOOGLE, &connection));
	DONE(w->db, ad_connection_change_status(w->db, w->realm, connection.id, to, &changed));
	assert_int_equal(changed, may);
	ROW(w->db, ad_connection_load(w->db, w->arena, w->realm, AD_GOOGLE, &connection));
	assert_true(ad_str_is(connection.status,
			      may ? ad_states_name(&ad_connection_statuses, to) : from));
}

static void the_stored_status_decides(void **state)
{
	struct world *w = *state;
	bool changed = true;

	for (unsigned from = 0; from < AD_CONNECTION_STATUS_COUNT; from++)
		for (unsigned to = 0; to < AD_CONNECTION_STATUS_COUNT; to++)
			assert_changes(w, ad_states_name(&ad_connection_statuses, from),
				       (enum ad_connection_status)to,
				       ad_states_may(&ad_connection_statuses, from, to));
	/* A row of another version, and no row: refused, without an abort. */
	assert_changes(w, "PENDING", AD_CONNECTION_CONNECTED, false);
	DONE(w->db, ad_connection_change_status(w->db, w->realm, AD_S("con_none"),
						AD_CONNECTION_REVOKED, &changed));
	assert_false(changed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_is_legal_or_not),
		cmocka_unit_test_setup_teardown(the_stored_status_decides, world_without_runner,
						world_down),
	};

	return on_each_database("connection_status", tests);
}
