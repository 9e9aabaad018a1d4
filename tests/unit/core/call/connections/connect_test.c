/* Rows of connections: accounts that may be replaced, and the state after a test. */
#include "tests/support/unit.h"

#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "call/connections/connect.h"
#include "sync/state/link.h"
#include "tests/unit/core/call/desk.h"

#define REALM "space_id = (SELECT id FROM spaces LIMIT 1) AND environment = 'live'"

static void run_sql(struct desk *d, const char *sql)
{
	GOOD(d->db, ad_step(ad_sql(d->db, sql)) == AD_DB_DONE);
}

/* The desk in live, with applications registered as `client`, or with none if NULL. */
static void registered(struct desk *d, const char *client)
{
	struct ad_platform_app *apps = ad_arena_zalloc(d->arena, AD_PLATFORM_COUNT * sizeof(*apps));
	struct ad_config *config = ad_arena_zalloc(d->arena, sizeof(*config));

	for (int i = 0; client && i < AD_PLATFORM_COUNT; i++)
		apps[i] = (struct ad_platform_app){ ad_str(client), AD_S("secret"), AD_S("dev") };
	config->apps = apps;
	d->core.config = config;
	d->who.environment = AD_LIVE;
}

static bool connect_to(struct desk *d, enum ad_platform platform, const char *account)
{
	const struct ad_reached reached = { .id = ad_str(account), .currency = AD_S("EUR") };
	struct ad_call *call = fresh(d);
	struct ad_connecting c = ad_connecting_new(call, platform);

	c.token = AD_S("1//first");
	return ad_connection_put(call, &c, &reached);
}

static struct ad_str id_of(struct desk *d)
{
	struct ad_stmt *s = ad_sql(d->db, "SELECT id FROM connections WHERE " REALM);

	GOOD(d->db, ad_step(s) == AD_DB_ROW);
	struct ad_str id = ad_col_copy(s, d->arena, 0);
	ad_reset(s);
	return id;
}

static struct ad_connection_held hold(struct desk *d)
{
	struct ad_connection_held held;

	GOOD(d->db, ad_connection_hold(&d->call, id_of(d), &held) == AD_DB_ROW);
	return held;
}

static void it_is_asked_about_as_the_client_that_it_was_made_for(void **state)
{
	struct desk *d = *state;

	registered(d, "first");
	assert_true(connect_to(d, AD_GOOGLE, "1"));
	for (int i = 0; i < 2; i++) {
		registered(d, i ? "second" : NULL);
		fresh(d);
		struct ad_connection_held held = hold(d);
		assert_true(held.usable);
		assert_true(ad_str_is(held.connect.link.client_id, "first"));
		assert_true(ad_str_is(held.connect.link.refresh_token, "1//first"));
		assert_true(ad_str_is(held.connect.account, "1"));
	}
}

/* Stores a result. Returns the stored "<token> <client> <status> <version>". */
static const char *learned(struct desk *d, struct ad_connected what)
{
	fresh(d);
	struct ad_connection_held held = hold(d);
	assert_true(ad_connection_learn(&d->call, &held, &what));
	held = hold(d);
	return ad_arena_printf(d->arena, "%.*s %.*s %.*s %lld",
			       AD_FMT(held.connect.link.refresh_token),
			       AD_FMT(held.connect.link.client_id), AD_FMT(held.status),
			       (long long)number_of(d, "SELECT version FROM connections"
						       " WHERE " REALM))
		.p;
}

static void a_test_keeps_what_the_platform_gave_and_nothing_else(void **state)
{
	static const struct ad_platform_error unavailable = { .code = "PLATFORM_UNAVAILABLE" };
	static const struct ad_platform_error over = { .code = "CONNECTION_EXPIRED" };
	struct desk *d = *state;

	registered(d, "first");
	assert_true(connect_to(d, AD_GOOGLE, "1"));
	registered(d, "second");
	struct ad_str before = ad_arena_copy(d->arena, hold(d).credentials);
	int64_t version = number_of(d, "SELECT version FROM connections WHERE " REALM);
	const char *want =
		ad_arena_printf(d->arena, "1//first first CONNECTED %lld", (long long)version).p;
	assert_string_equal(learned(d, (struct ad_connected){ .error = unavailable }), want);
	assert_string_equal(learned(d, (struct ad_connected){ 0 }), want);
	assert_true(ad_str_eq(hold(d).credentials, before));
	want = ad_arena_printf(d->arena, "1//next first CONNECTED %lld", (long long)version + 1).p;
	assert_string_equal(learned(d, (struct ad_connected){ .refresh_token = AD_S("1//next"),
							      .error = unavailable }),
			    want);
	want = ad_arena_printf(d->arena, "1//next first EXPIRED %lld", (long long)version + 2).p;
	assert_string_equal(learned(d, (struct ad_connected){ .ended = true, .error = over }),
			    want);
	assert_string_equal(learned(d, (struct ad_connected){ .ended = true, .error = over }),
			    want);
	assert_int_equal(number_of(d, "SELECT COUNT(*) FROM history WHERE resource = 'connection'"
				      " AND verb = 'UPDATE'"),
			 1);
}

/* With each of these the disconnected account can no longer be replaced. */
static const char *const ties[] = {
	"INSERT INTO sync_leases (space_id, environment, platform, run_id, holder, expires_at)"
	" SELECT id, 'live', 'google', 'syn_1', '', 0 FROM spaces LIMIT 1",
	"INSERT INTO asset_remotes (space_id, environment, object_id, platform, asset_id, "
	"remote_id,"
	" failed, last_synced_at) SELECT id, 'live', 'ast_1', 'google', 'ast_1', '7', 0, 0 FROM "
	"spaces LIMIT 1",
	"INSERT INTO asset_remotes (space_id, environment, object_id, platform, asset_id, open_op,"
	" failed, last_synced_at) SELECT id, 'live', 'ast_1', 'google', 'ast_1', 'syn_1.1', 0, 0 "
	"FROM spaces LIMIT 1",
	"INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource, object_id,"
	" platform, object_version, changes, budget_delta, status, attempts, sent_at, finished_at)"
	" SELECT id, 'live', 'syn_1', 1, 'CREATE', 'campaign', 'cmp_1', 'google', 1, '[]', 0,"
	" 'UNKNOWN', 1, 1, 1 FROM spaces LIMIT 1",
	"INSERT INTO sync_operations (space_id, environment, run_id, seq, op, resource, object_id,"
	" platform, object_version, changes, budget_delta, status, attempts, sent_at, finished_at)"
	" SELECT id, 'live', 'syn_1', 1, 'CREATE', 'campaign', 'cmp_1', 'google', 1, '[]', 0,"
	" 'SENT', 1, 1, 0 FROM spaces LIMIT 1",
};

static void nothing_that_stands_or_may_stand_changes_its_account(void **state)
{
	struct desk *d = *state;

	registered(d, "first");
	assert_true(connect_to(d, AD_GOOGLE, "1"));
	assert_false(connect_to(d, AD_GOOGLE, "2"));
	for (size_t i = 0; i < AD_LEN(ties); i++) {
		fresh(d);
		assert_true(ad_connection_drop(&d->call, id_of(d)));
		run_sql(d, ties[i]);
		assert_false(connect_to(d, AD_GOOGLE, "2"));
		assert_string_equal(d->call.details.p, "\"reason\":\"ANOTHER_ACCOUNT\"");
		assert_true(connect_to(d, AD_GOOGLE, "1"));
		run_sql(d, "DELETE FROM sync_leases");
		run_sql(d, "DELETE FROM asset_remotes");
		run_sql(d, "DELETE FROM sync_operations");
	}
	fresh(d);
	assert_true(ad_connection_drop(&d->call, id_of(d)));
	assert_true(connect_to(d, AD_GOOGLE, "2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(it_is_asked_about_as_the_client_that_it_was_made_for),
		desk_test(a_test_keeps_what_the_platform_gave_and_nothing_else),
		desk_test(nothing_that_stands_or_may_stand_changes_its_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
