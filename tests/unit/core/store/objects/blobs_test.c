#include "tests/support/database.h"

#include "base/clock.h"
#include "store/objects/blobs.h"
#include "store/schema/schema.h"

static const struct ad_realm realm = { { "spc_1", 5 }, { "test", 4 } };

static struct ad_db *migrated(struct database *d)
{
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	return db;
}

static void run(struct ad_db *db, const char *sql)
{
	if (ad_db_exec(db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
}

/* Every byte, none, and NULL; beside text, and not bound again. */
static void bytes_go_there_and_back(void **state)
{
	struct database *d = *state;
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	char all[70000];
	struct ad_stmt *s;

	for (size_t i = 0; i < sizeof(all); i++)
		all[i] = (char)(i * 7);
	run(db, d->postgres ? "CREATE TABLE t (id TEXT, data BYTEA, more BYTEA)"
			    : "CREATE TABLE t (id TEXT, data BLOB, more BLOB)");
	for (size_t n = 0; n <= sizeof(all); n += 35000) {
		s = ad_sql(db, "INSERT INTO t (id, data, more) VALUES ($1, $2, $3)"
			       " RETURNING id, data, more");
		ad_bind_bytes(s, 2, (struct ad_str){ all, n });
		ad_bind_cstr(s, 1, "a");
		ad_bind_bytes(s, 3, n ? AD_S("\0") : (struct ad_str){ NULL, 0 });
		assert_int_equal(ad_step(s), AD_DB_ROW);
		assert_true(ad_str_is(ad_col(s, 0), "a"));
		assert_non_null(ad_col_bytes(s, 1).p);
		assert_true(ad_str_eq(ad_col_bytes(s, 1), (struct ad_str){ all, n }));
		assert_int_equal(ad_col_is_null(s, 2), n == 0);
		assert_int_equal(ad_col_bytes(s, 2).n, n ? 1 : 0);
		ad_reset(s);
	}
	/* Another value at the same place. */
	s = ad_sql(db, "SELECT COUNT(*) FROM t WHERE data = $1");
	ad_bind_bytes(s, 1, (struct ad_str){ all, 35000 });
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), 1);
	ad_reset(s);
	s = ad_sql(db, "SELECT COUNT(*) FROM t WHERE data = $1");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	assert_int_equal(ad_col_int(s, 0), 0);
	ad_reset(s);
	ad_db_close(db);
}

/* Bytes of a size, other ones for each seed. */
static struct ad_str bytes_of(struct ad_arena *arena, size_t size, unsigned seed)
{
	char *p = ad_arena_alloc(arena, size);

	for (size_t i = 0; i < size; i++)
		p[i] = (char)(i * 31 + (i >> 9) + seed);
	return (struct ad_str){ p, size };
}

static void put_all(struct ad_db *db, struct ad_str sha, struct ad_str bytes)
{
	for (size_t i = 0; i < ad_blob_pieces(bytes.n); i++)
		assert_int_equal(ad_blob_put(db, realm, sha, bytes, i), AD_DB_DONE);
}

static void is_there(struct ad_db *db, struct ad_realm where, struct ad_str sha, size_t size,
		     bool wanted)
{
	bool there = !wanted;

	assert_int_equal(ad_blob_whole(db, where, sha, size, &there), AD_DB_DONE);
	assert_int_equal(there, wanted);
}

static void pieces_make_a_whole(void **state)
{
	struct ad_db *db = migrated(*state);
	struct ad_arena *arena = ad_arena_new();
	static const size_t sizes[] = { 1, AD_BLOB_PIECE - 1, AD_BLOB_PIECE, AD_BLOB_PIECE + 1,
					3 * AD_BLOB_PIECE };

	for (size_t i = 0; i < AD_LEN(sizes); i++) {
		struct ad_str bytes = bytes_of(arena, sizes[i], (unsigned)i), out;
		struct ad_str sha = ad_arena_printf(arena, "sha-%zu", i);

		is_there(db, realm, sha, bytes.n, false);
		put_all(db, sha, bytes);
		put_all(db, sha, bytes); /* again: nothing happens */
		is_there(db, realm, sha, bytes.n, true);
		assert_int_equal(ad_blob_read(db, arena, realm, sha,
					      (struct ad_blob_range){ 0, bytes.n }, &out),
				 AD_DB_DONE);
		assert_true(ad_str_eq(out, bytes));
	}
	ad_arena_free(arena);
	ad_db_close(db);
}

static void a_part_is_read_alone(void **state)
{
	struct ad_db *db = migrated(*state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_str bytes = bytes_of(arena, 2 * AD_BLOB_PIECE + 100, 1), out;
	static const size_t from[] = { 0, 5, AD_BLOB_PIECE - 1, AD_BLOB_PIECE,
				       2 * AD_BLOB_PIECE + 99 };
	static const size_t many[] = { 1, 10, 2, AD_BLOB_PIECE + 7, 1 };

	put_all(db, AD_S("sha"), bytes);
	for (size_t i = 0; i < AD_LEN(from); i++) {
		assert_int_equal(ad_blob_read(db, arena, realm, AD_S("sha"),
					      (struct ad_blob_range){ from[i], many[i] }, &out),
				 AD_DB_DONE);
		assert_true(ad_str_eq(out, (struct ad_str){ bytes.p + from[i], many[i] }));
	}
	ad_arena_free(arena);
	ad_db_close(db);
}

static void a_slice_lies_within_a_piece(void **state)
{
	static const size_t from[] = { 0, 65536, AD_BLOB_PIECE - 1, AD_BLOB_PIECE, 700000 };
	static const size_t many[] = { 65536, 65536, 1, 65536, 10 };
	struct ad_db *db = migrated(*state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_str bytes = bytes_of(arena, 700010, 3), out;

	put_all(db, AD_S("sha"), bytes);
	for (size_t i = 0; i < AD_LEN(from); i++) {
		assert_int_equal(ad_blob_slice(db, arena, realm, AD_S("sha"),
					       (struct ad_blob_range){ from[i], many[i] }, &out),
				 AD_DB_DONE);
		assert_true(ad_str_eq(out, (struct ad_str){ bytes.p + from[i], many[i] }));
	}
	/* Beyond the piece, beyond the end, and of missing bytes. */
	assert_int_equal(ad_blob_slice(db, arena, realm, AD_S("sha"),
				       (struct ad_blob_range){ AD_BLOB_PIECE - 1, 2 }, &out),
			 AD_DB_INVALID);
	assert_int_equal(ad_blob_slice(db, arena, realm, AD_S("sha"),
				       (struct ad_blob_range){ 700009, 2 }, &out),
			 AD_DB_INVALID);
	assert_int_equal(ad_blob_slice(db, arena, realm, AD_S("other"),
				       (struct ad_blob_range){ 0, 1 }, &out),
			 AD_DB_INVALID);
	ad_arena_free(arena);
	ad_db_close(db);
}

/* Other Spaces and environments are neither read nor changed. */
static void every_realm_has_its_own(void **state)
{
	static const struct ad_realm others[] = {
		{ { "spc_2", 5 }, { "test", 4 } },
		{ { "spc_1", 5 }, { "live", 4 } },
	};
	struct ad_db *db = migrated(*state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_str bytes = bytes_of(arena, 100, 2), out;

	put_all(db, AD_S("sha"), bytes);
	for (size_t i = 0; i < AD_LEN(others); i++) {
		is_there(db, others[i], AD_S("sha"), bytes.n, false);
		assert_int_not_equal(ad_blob_read(db, arena, others[i], AD_S("sha"),
						  (struct ad_blob_range){ 0, 100 }, &out),
				     AD_DB_DONE);
		assert_int_equal(ad_blob_drop(db, others[i], AD_S("sha")), AD_DB_DONE);
	}
	is_there(db, realm, AD_S("sha"), bytes.n, true);
	assert_int_equal(ad_blob_drop(db, realm, AD_S("sha")), AD_DB_DONE);
	is_there(db, realm, AD_S("sha"), bytes.n, false);
	ad_arena_free(arena);
	ad_db_close(db);
}

static void what_is_not_whole_is_not_there(void **state)
{
	struct ad_db *db = migrated(*state);
	struct ad_arena *arena = ad_arena_new();
	struct ad_str bytes = bytes_of(arena, 2 * AD_BLOB_PIECE, 3), out;

	assert_int_equal(ad_blob_put(db, realm, AD_S("sha"), bytes, 1), AD_DB_DONE);
	is_there(db, realm, AD_S("sha"), bytes.n, false);
	assert_int_not_equal(ad_blob_read(db, arena, realm, AD_S("sha"),
					  (struct ad_blob_range){ 0, bytes.n }, &out),
			     AD_DB_DONE);
	ad_arena_free(arena);
	ad_db_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(bytes_go_there_and_back), TEST(pieces_make_a_whole),
		TEST(a_part_is_read_alone),    TEST(a_slice_lies_within_a_piece),
		TEST(every_realm_has_its_own), TEST(what_is_not_whole_is_not_there),
	};

	return on_each_database("blobs", tests);
}
