#include "tests/support/unit.h"

#include <stdio.h>

#include "store/ddl/schema_ddl.h"

static void finds_the_table_of_a_text(void **state)
{
	(void)state;
	assert_true(
		ad_str_is(ad_ddl_table(AD_S("CREATE TABLE IF NOT EXISTS a_b (x TEXT)")), "a_b"));
	assert_null(ad_ddl_table(AD_S("CREATE INDEX IF NOT EXISTS i ON a (x)")).p);
	assert_null(ad_ddl_table(AD_S("INSERT INTO t (id) VALUES (1)")).p);
}

static void columns_are(const char *text, const char *want)
{
	struct ad_text got = { 0 };
	struct ad_str column;
	size_t at = 0;

	while ((column = ad_ddl_column(ad_str(text), &at)).p) {
		ad_text_add(&got, column);
		ad_text_addc(&got, '|');
	}
	assert_string_equal(ad_text_str(&got).p, want);
	ad_text_free(&got);
}

static void finds_the_columns_of_a_text(void **state)
{
	(void)state;
	columns_are("CREATE TABLE IF NOT EXISTS t (a TEXT PRIMARY KEY, b BIGINT)",
		    "a TEXT PRIMARY KEY|b BIGINT|");
	columns_are(
		"CREATE TABLE IF NOT EXISTS t ( a TEXT CHECK (a IN ('x', 'y)')), "
		"UNIQUE (a, b),\n b TEXT DEFAULT 'it''s, (so', PRIMARY KEY (a, b),"
		" FOREIGN KEY (b) REFERENCES u (b), CONSTRAINT c CHECK (a <> b), unique_id TEXT)",
		"a TEXT CHECK (a IN ('x', 'y)'))|b TEXT DEFAULT 'it''s, (so'|unique_id TEXT|");
	columns_are("CREATE INDEX", "");
	columns_are("CREATE TABLE t (", "");
}

static void adds_get(const char *definition, const char *want)
{
	struct ad_arena *arena = ad_arena_new();

	assert_string_equal(ad_ddl_add_column(arena, AD_S("t"), ad_str(definition)), want);
	ad_arena_free(arena);
}

static void added_columns_have_a_value(void **state)
{
	(void)state;
	adds_get("a TEXT", "ALTER TABLE t ADD COLUMN a TEXT");
	adds_get("a TEXT NOT NULL", "ALTER TABLE t ADD COLUMN a TEXT NOT NULL DEFAULT ''");
	adds_get("a BIGINT NOT NULL", "ALTER TABLE t ADD COLUMN a BIGINT NOT NULL DEFAULT 0");
	adds_get("a BOOLEAN NOT NULL", "ALTER TABLE t ADD COLUMN a BOOLEAN NOT NULL DEFAULT FALSE");
	adds_get("a TEXT NOT NULL DEFAULT 'x'",
		 "ALTER TABLE t ADD COLUMN a TEXT NOT NULL DEFAULT 'x'");
}

static void text_becomes_the_databases_own(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	assert_string_equal(ad_ddl_typed(arena,
					 "CREATE TABLE t (a TEXT, TEXTS BIGINT, b TEXT"
					 " DEFAULT 'TEXT', my_TEXT TEXT, c BYTES)",
					 "TEXT COLLATE \"C\"", "BLOB", "WITHOUT ROWID"),
			    "CREATE TABLE t (a TEXT COLLATE \"C\", TEXTS BIGINT, b TEXT COLLATE"
			    " \"C\" DEFAULT 'TEXT', my_TEXT TEXT COLLATE \"C\", c BLOB)");
	ad_arena_free(arena);
}

static void a_resource_gets_table_and_indexes(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_ddl ddl = { .arena = arena };
	bool by_campaign = false;

	(void)state;
	ad_ddl_resource(&ddl, ad_resource_row(AD_R_AD_GROUP));
	assert_true(ad_str_is(ad_ddl_table(ad_str(ddl.text[0])), "ad_groups"));
	assert_non_null(strstr(ddl.text[0], "campaign_id TEXT"));
	assert_non_null(strstr(ddl.text[0], "cpc_bid BIGINT"));
	assert_non_null(strstr(ddl.text[0], "PRIMARY KEY (space_id, environment, id))"));
	for (size_t i = 1; i < ddl.count; i++)
		by_campaign |=
			strstr(ddl.text[i], "(space_id, environment, campaign_id, id)") != NULL;
	assert_true(by_campaign);
	assert_non_null(strstr(ddl.text[1], "WHERE sync_state <> 'REMOVED'"));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_table_of_a_text),
		cmocka_unit_test(finds_the_columns_of_a_text),
		cmocka_unit_test(added_columns_have_a_value),
		cmocka_unit_test(text_becomes_the_databases_own),
		cmocka_unit_test(a_resource_gets_table_and_indexes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
