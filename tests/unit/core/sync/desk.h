/* A database with the schema and an open transaction, for tests of rows alone. */
#ifndef TESTS_UNIT_CORE_SYNC_DESK_H
#define TESTS_UNIT_CORE_SYNC_DESK_H

#include "tests/support/database.h"

#include "store/schema/schema.h"

struct desk {
	struct database *d;
	struct ad_db *db;
};

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static inline int desk_up(void **state)
{
	struct desk *k = calloc(1, sizeof(*k));
	char err[256] = "";

	assert_non_null(k);
	assert_int_equal(fresh_database((void **)&k->d), 0);
	k->db = open_db(k->d, AD_DB_WRITE);
	if (!ad_schema_migrate(k->db, err))
		fail_msg("%s", err);
	DONE(k->db, ad_db_begin(k->db, true));
	*state = k;
	return 0;
}

static inline int desk_down(void **state)
{
	struct desk *k = *state;

	ad_db_rollback(k->db);
	ad_db_close(k->db);
	drop_database((void **)&k->d);
	free(k);
	return 0;
}

#endif
