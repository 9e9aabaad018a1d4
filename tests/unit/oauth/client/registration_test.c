#include "tests/support/database.h"

#include "oauth/client/registration.h"
#include "store/schema/schema.h"

static int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s", ad_db_error(db));
	int64_t n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

/* One registration of an origin, made at a time; used or never. */
static void add(struct ad_db *db, const char *origin, int64_t at, bool used)
{
	char id[AD_ID_SIZE];
	struct ad_stmt *s =
		ad_sql(db, "INSERT INTO oauth_clients (id, name, auth_method, redirect_uris,"
			   " metadata, fingerprint, grants, created_at, used_at, origin)"
			   " VALUES ($1, '', 'none', '[]', '{}', $1, 1, $2, $3, $4)");

	ad_id_make("cli", id);
	ad_bind_cstr(s, 1, id);
	ad_bind_int(s, 2, at);
	if (used)
		ad_bind_int(s, 3, at);
	ad_bind_cstr(s, 4, origin);
	if (ad_step(s) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
}

static void the_oldest_unused_of_an_origin_make_room(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256];

	assert_true(ad_schema_migrate(db, err));
	assert_int_equal(ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 1; i <= OAUTH_UNUSED_ADDRESS_MAX + 20; i++)
		add(db, "many", i, false);
	for (int i = 1; i <= 30; i++)
		add(db, "many", i, true);
	for (int i = 1; i <= 5; i++)
		add(db, "few", i, false);
	assert_int_equal(oauth_registration_room(db, AD_S("few")), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM oauth_clients"),
			 OAUTH_UNUSED_ADDRESS_MAX + 20 + 30 + 5);
	assert_int_equal(oauth_registration_room(db, AD_S("many")), AD_DB_DONE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM oauth_clients WHERE origin = 'many'"
				    " AND used_at IS NULL"),
			 OAUTH_UNUSED_ADDRESS_MAX - 1);
	assert_int_equal(number(db, "SELECT MIN(created_at) FROM oauth_clients"
				    " WHERE origin = 'many' AND used_at IS NULL"),
			 22);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM oauth_clients WHERE origin = 'few'"), 5);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM oauth_clients WHERE used_at > 0"), 30);
	assert_int_equal(ad_db_commit(db), AD_DB_DONE);
	ad_db_close(db);
}

#define STORED(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORED(the_oldest_unused_of_an_origin_make_room),
	};
	return on_each_database("registration", tests);
}
