#include "tests/support/database.h"

#include "store/objects/rows.h"
#include "store/schema/schema.h"

static struct ad_db *at_schema(struct database *d)
{
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	return db;
}

static struct ad_row *row_of(struct ad_arena *arena, const struct ad_resource *res)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = res;
	row->id = ad_arena_printf(arena, "%s_1", res->prefix);
	row->space_id = AD_S("spc_1");
	row->environment = AD_S("test");
	row->source = AD_S("API");
	row->created_by = AD_S("acc_1");
	row->created_at = row->updated_at = 1;
	row->version = 1;
	return row;
}

static void fine(struct ad_db *db, enum ad_db_status status, enum ad_db_status want)
{
	if (status != want)
		fail_msg("%d: %s", (int)status, ad_db_error(db));
}

static void every_resource_is_stored_and_found(void **state)
{
	struct ad_db *db = at_schema(*state);
	struct ad_realm realm = { AD_S("spc_1"), AD_S("test") };

	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		struct ad_arena *arena = ad_arena_new();
		struct ad_row *row, *found = NULL;
		struct ad_rows all = { 0 };

		if (res->table) {
			row = row_of(arena, res);
			fine(db, ad_row_insert(db, arena, row), AD_DB_DONE);
			fine(db, ad_row_insert(db, arena, row), AD_DB_CONFLICT);
			fine(db, ad_row_load(db, arena, realm, res, row->id, &found), AD_DB_ROW);
			assert_true(ad_str_eq(found->id, row->id));
			assert_int_equal(found->version, 1);
			row->version = 2;
			fine(db, ad_row_update(db, arena, row), AD_DB_DONE);
			fine(db,
			     ad_row_children(db, arena, realm, res, (struct ad_parent){ 0 }, &all),
			     AD_DB_DONE);
			assert_int_equal(all.n, 1);
			assert_int_equal(all.at[0]->version, 2);
			fine(db, ad_row_delete(db, arena, row), AD_DB_DONE);
			fine(db, ad_row_load(db, arena, realm, res, row->id, &found), AD_DB_DONE);
		}
		ad_arena_free(arena);
	}
	ad_db_close(db);
}

/* Several pages of rows in the requested order. Some are missing or of another Space. */
static void many_are_found_at_once(void **state)
{
	enum {
		COUNT = 2 * AD_IDS_MAX + 7
	};
	struct ad_db *db = at_schema(*state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_realm realm = { AD_S("spc_1"), AD_S("test") };
	const struct ad_resource *res = ad_resource_row(AD_R_KEYWORD);
	struct ad_str ids[COUNT];
	struct ad_row *found[COUNT];

	fine(db, ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < COUNT; i++) {
		struct ad_row *row = row_of(arena, res);
		row->id = ids[COUNT - 1 - i] = ad_arena_printf(arena, "kwd_%04d", i);
		row->version = i + 1;
		if (i % 10 == 3)
			row->space_id = AD_S("spc_2");
		if (i % 10 != 5)
			fine(db, ad_row_insert(db, arena, row), AD_DB_DONE);
	}
	/* The transaction finds its own rows. */
	for (int times = 0; times < 2; times++) {
		fine(db, ad_rows_load(db, arena, realm, res, (struct ad_ids){ ids, COUNT }, found),
		     AD_DB_DONE);
		for (int i = 0; i < COUNT; i++) {
			bool there = i % 10 != 3 && i % 10 != 5;
			struct ad_row *row = found[COUNT - 1 - i];
			assert_true(there == (row != NULL));
			assert_true(!row || row->version == i + 1);
		}
		if (times == 0)
			fine(db, ad_db_commit(db), AD_DB_DONE);
	}
	fine(db, ad_rows_load(db, arena, realm, res, (struct ad_ids){ ids, 0 }, found), AD_DB_DONE);
	ad_arena_free(arena);
	ad_db_close(db);
}

static void run_sql(struct ad_db *db, const char *sql)
{
	fine(db, ad_db_exec(db, sql), AD_DB_DONE);
}

/* Rows of several pages in two Spaces, one of them with the answer that an older build stored. */
static void stored_answers_are_made_anew(void **state)
{
	enum {
		COUNT = 431
	};
	struct ad_db *db = at_schema(*state);
	struct ad_arena *arena = ad_arena_new();
	const struct ad_resource *res = ad_resource_row(AD_R_KEYWORD);
	struct ad_stmt *s;

	fine(db, ad_db_begin(db, true), AD_DB_DONE);
	for (int i = 0; i < COUNT; i++) {
		struct ad_row *row = row_of(arena, res);
		row->id = ad_arena_printf(arena, "kwd_%05d", i);
		row->space_id = i % 2 ? AD_S("spc_1") : AD_S("spc_2");
		fine(db, ad_row_insert(db, arena, row), AD_DB_DONE);
	}
	run_sql(db, "CREATE TABLE before AS SELECT * FROM keywords");
	run_sql(db, "UPDATE keywords SET json = '{}' WHERE id <> 'kwd_00007'");
	fine(db, ad_rows_render_all(db), AD_DB_DONE);
	s = ad_sql(db, "SELECT COUNT(*) FROM keywords k JOIN before b ON b.id = k.id"
		       " WHERE b.json = k.json AND b.version = k.version AND b.updated_at ="
		       " k.updated_at AND b.sync_revision = k.sync_revision");
	fine(db, ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), COUNT);
	ad_reset(s);
	run_sql(db, "DROP TABLE before");
	fine(db, ad_db_commit(db), AD_DB_DONE);
	ad_arena_free(arena);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_resource_is_stored_and_found),
		TEST(many_are_found_at_once),
		TEST(stored_answers_are_made_anew),
	};

	return on_each_database("rows", tests);
}
