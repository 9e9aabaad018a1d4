#include "tests/support/database.h"

#include "base/text.h"
#include "store/db/counters.h"
#include "store/history/history.h"
#include "store/schema/schema.h"
#include "store/db/driver.h"

#define DONE(db, expression)                                                                       \
	do {                                                                                       \
		if ((expression) != AD_DB_DONE)                                                    \
			fail_msg("%s: %s", #expression, ad_db_error(db));                          \
	} while (0)

static struct ad_db *made(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	return db;
}

static int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	int64_t n;

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s: %s", sql, ad_db_error(db));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static enum ad_db_status append(struct ad_db *db, const char *space, const char *after)
{
	struct ad_history_entry e = {
		.space_id = ad_str(space),
		.environment = AD_S("test"),
		.account_id = AD_S("acc_1"),
		.door = AD_S("API"),
		.resource = AD_S("campaign"),
		.object_id = AD_S("cmp_1"),
		.verb = AD_S("update"),
		.after = ad_str(after),
	};

	return ad_history_append(db, &e);
}

static enum ad_db_status count(struct ad_db *db, const char *platform, int64_t n)
{
	struct ad_cell cell = { AD_S("spc_1"),    AD_S("test"),   AD_S("campaign"),
				ad_str(platform), AD_S("PAUSED"), AD_S("STAGED") };

	return ad_count(db, &cell, n);
}

static void add_found(void *arg, struct ad_str sentence)
{
	struct ad_text *text = arg;

	ad_text_addf(text, "%s%.*s", text->n ? "\n" : "", AD_FMT(sentence));
}

/* The findings of the check, one sentence per line, on the arena. */
static const char *found(struct ad_db *db, struct ad_arena *arena)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_history_findings findings = { .found = add_found, .arg = &text };

	DONE(db, ad_history_verify(db, &findings));
	return ad_text_str(&text).p;
}

#define FOUND(db, text)                                                                            \
	do {                                                                                       \
		struct ad_arena *found_on = ad_arena_new();                                        \
		assert_string_equal(found(db, found_on), text);                                    \
		ad_arena_free(found_on);                                                           \
	} while (0)

static void cells_are_written_once_before_the_commit(void **state)
{
	struct ad_db *db = made(state);

	DONE(db, ad_db_begin(db, true));
	for (int i = 0; i < 5; i++)
		DONE(db, count(db, "google", 1));
	DONE(db, count(db, "meta", 1));
	DONE(db, count(db, "google", -2));
	DONE(db, count(db, "meta", -1));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM counters"), 0);
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT n FROM counters WHERE platform = 'google'"), 3);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM counters"), 1);
	/* outside of a transaction: at once */
	DONE(db, count(db, "google", 4));
	assert_int_equal(number(db, "SELECT n FROM counters WHERE platform = 'google'"), 7);
	ad_db_close(db);
}

static void what_is_rolled_back_is_forgotten(void **state)
{
	struct ad_db *db = made(state);

	DONE(db, ad_db_begin(db, true));
	DONE(db, count(db, "google", 1));
	DONE(db, append(db, "spc_1", "{\"kept\":1}"));
	DONE(db, ad_db_savepoint(db));
	DONE(db, count(db, "google", 10));
	DONE(db, append(db, "spc_1", "{\"lost\":1}"));
	DONE(db, ad_db_savepoint(db));
	DONE(db, count(db, "meta", 5));
	DONE(db, ad_db_release(db));
	ad_db_rollback_savepoint(db);
	DONE(db, ad_db_savepoint(db));
	DONE(db, count(db, "google", 1));
	DONE(db, append(db, "spc_1", "{\"kept\":2}"));
	DONE(db, ad_db_release(db));
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT SUM(n) FROM counters WHERE resource = 'campaign'"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM history"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM history WHERE after LIKE '%lost%'"), 0);
	DONE(db, ad_db_begin(db, true));
	DONE(db, count(db, "google", 1));
	DONE(db, append(db, "spc_1", "{\"lost\":2}"));
	ad_db_rollback(db);
	DONE(db, ad_db_begin(db, true));
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM history"), 2);
	FOUND(db, "");
	ad_db_close(db);
}

static void much_is_written_before_the_end(void **state)
{
	struct ad_db *db = made(state);
	char *text = malloc(300001);

	assert_non_null(text);
	memset(text, 'x', 300000);
	text[300000] = '\0';
	DONE(db, ad_db_begin(db, true));
	for (int i = 0; i < 8; i++)
		DONE(db, append(db, "spc_1", text));
	assert_true(number(db, "SELECT COUNT(*) FROM history") >= 4);
	DONE(db, ad_db_commit(db));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM history"), 8);
	FOUND(db, "");
	free(text);
	ad_db_close(db);
}

static void an_id_names_its_row(void **state)
{
	char id[AD_ID_SIZE], other[AD_ID_SIZE];

	(void)state;
	ad_history_id(INT64_C(1795316207532118), 123456789012, AD_S("0123456789abcdef"), id);
	assert_true(ad_id_valid("his", ad_str(id)));
	assert_int_equal(ad_id_time_ms(ad_str(id)), INT64_C(1795316207532));
	assert_int_equal(ad_history_seq(ad_str(id)), 123456789012);
	ad_history_id(INT64_C(1795316207532118), 123456789012, AD_S("1123456789abcdef"), other);
	assert_string_not_equal(id, other);
	assert_int_equal(ad_history_seq(AD_S("his_")), 0);
	assert_int_equal(ad_history_seq(AD_S("cmp_01M80JYKXB3NGNCH1PFVQQ9SQT")), 0);
}

static void without_a_key_nothing_is_written(void **state)
{
	struct ad_db *db = made(state);

	db->store->has_history_key = false;
	DONE(db, ad_db_begin(db, true));
	assert_int_equal(append(db, "spc_1", "{}"), AD_DB_INVALID);
	ad_db_rollback(db);
	ad_db_close(db);
}

/* 1,201 rows of one Space, five of another, in groups. */
static struct ad_db *filled(void **state)
{
	struct ad_db *db = made(state);
	char after[64];

	for (int i = 0; i <= 1200;) {
		DONE(db, ad_db_begin(db, true));
		for (int end = i + 100; i <= 1200 && i < end; i++) {
			snprintf(after, sizeof(after), "{\"budget\":%d}", i);
			DONE(db, append(db, "spc_1", after));
			if (i % 300 == 0)
				DONE(db, append(db, "spc_2", after));
		}
		DONE(db, ad_db_commit(db));
	}
	return db;
}

static void a_whole_history_holds(void **state)
{
	struct ad_db *db = filled(state);

	assert_int_equal(number(db, "SELECT COUNT(*) FROM history"), 1206);
	assert_int_equal(number(db, "SELECT n FROM history_heads WHERE space_id = 'spc_2'"), 5);
	FOUND(db, "");
	ad_db_close(db);
}

/* The chain's number of the Space, in SQL. */
#define OF1 "chain = (SELECT chain FROM history_heads WHERE space_id = 'spc_1')"

/* One tampering and its finding. The test's own connection is opened again each time. */
static void tampered(void **state, const char *sql, const char *told)
{
	struct ad_db *db = filled(state);
	struct ad_arena *arena = ad_arena_new();
	const char *said;

	DONE(db, ad_db_exec(db, sql));
	said = found(db, arena);
	if (!strstr(said, told) || strchr(said, '\n'))
		fail_msg("after %s: \"%s\" does not tell: %s", sql, said, told);
	ad_arena_free(arena);
	ad_db_close(db);
}

#define BROKEN "The history of spc_1 (test) is broken: "

static void a_row_taken_out(void **state)
{
	tampered(state, "DELETE FROM history WHERE " OF1 " AND seq = 700",
		 BROKEN "row 700 was taken out.");
}

static void the_first_rows_taken_out(void **state)
{
	tampered(state, "DELETE FROM history WHERE " OF1 " AND seq <= 3",
		 BROKEN "rows 1 to 3 were taken out.");
}

static void a_gap_closed_up(void **state)
{
	tampered(state,
		 "DELETE FROM history WHERE " OF1 " AND seq = 1200;"
		 "UPDATE history SET seq = 1200 WHERE " OF1 " AND seq = 1201",
		 BROKEN "row 1200 (his_");
}

static void a_changed_row(void **state)
{
	tampered(state, "UPDATE history SET after = '{\"budget\":1}' WHERE " OF1 " AND seq = 1001",
		 BROKEN "row 1001 (his_");
}

static void a_changed_time(void **state)
{
	tampered(state, "UPDATE history SET at = at + 1 WHERE " OF1 " AND seq = 2",
		 BROKEN "row 2 (his_");
}

static void two_swapped(void **state)
{
	tampered(state,
		 "UPDATE history SET seq = -1 WHERE " OF1 " AND seq = 10;"
		 "UPDATE history SET seq = 10 WHERE " OF1 " AND seq = 11;"
		 "UPDATE history SET seq = 11 WHERE " OF1 " AND seq = -1",
		 BROKEN "row 10 (his_");
}

static void the_end_cut_off(void **state)
{
	tampered(state, "DELETE FROM history WHERE " OF1 " AND seq > 1190",
		 BROKEN "rows 1191 to 1201 were taken out.");
}

static void the_end_cut_off_with_a_new_head(void **state)
{
	tampered(state,
		 "DELETE FROM history WHERE " OF1 " AND seq > 1190;"
		 "UPDATE history_heads SET n = 1190, hash = (SELECT hash FROM history WHERE " OF1
		 " AND seq = 1190) WHERE space_id = 'spc_1'",
		 BROKEN "its end was changed, or was written under another secret.");
}

static void a_row_added(void **state)
{
	tampered(state,
		 "INSERT INTO history (chain, seq, at, door, resource, object_id, verb, hash)"
		 " SELECT chain, 1202, at, door, resource, object_id, verb, hash FROM history "
		 "WHERE " OF1 " AND seq = 1201",
		 BROKEN "row 1202 was added behind its end, row 1201.");
}

static void a_chain_taken_out(void **state)
{
	tampered(state,
		 "DELETE FROM history WHERE " OF1
		 "; DELETE FROM history_heads WHERE space_id = 'spc_1'",
		 "A whole history was taken out (1).");
}

static void a_head_taken_out(void **state)
{
	tampered(state, "DELETE FROM history_heads WHERE space_id = 'spc_2'",
		 "The end of a history was taken out (2).");
}

static void another_key(void **state)
{
	struct ad_db *db = made(state);
	struct ad_arena *arena = ad_arena_new();

	DONE(db, append(db, "spc_1", "{}"));
	FOUND(db, "");
	ad_history_key(db, (const uint8_t *)"another key of thirty-two bytes.");
	assert_non_null(strstr(found(db, arena), "written under another secret"));
	ad_arena_free(arena);
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(cells_are_written_once_before_the_commit),
		TEST(what_is_rolled_back_is_forgotten),
		TEST(much_is_written_before_the_end),
		TEST(an_id_names_its_row),
		TEST(without_a_key_nothing_is_written),
		TEST(a_whole_history_holds),
		TEST(a_row_taken_out),
		TEST(the_first_rows_taken_out),
		TEST(a_gap_closed_up),
		TEST(a_changed_row),
		TEST(a_changed_time),
		TEST(two_swapped),
		TEST(the_end_cut_off),
		TEST(the_end_cut_off_with_a_new_head),
		TEST(a_row_added),
		TEST(a_chain_taken_out),
		TEST(a_head_taken_out),
		TEST(another_key),
	};

	return on_each_database("history", tests);
}
