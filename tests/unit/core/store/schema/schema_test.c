#include "tests/support/database.h"

#include <pthread.h>
#include <sys/wait.h>

#include "base/json_read.h"
#include "model/resource.h"
#include "store/ddl/schema_ddl.h"
#include "store/schema/schema_steps.h"
#include "store/db/driver.h"

static const struct ad_schema_step no_steps[] = { { 0, NULL } };

static void migrated(struct ad_db *db)
{
	char err[256] = "";

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
}

static int64_t number(struct ad_db *db, const char *sql)
{
	struct ad_stmt *s = ad_sql(db, sql);
	int64_t n;

	if (ad_step(s) != AD_DB_ROW)
		fail_msg("%s", ad_db_error(db));
	n = ad_col_int(s, 0);
	ad_reset(s);
	return n;
}

static void run(struct ad_db *db, const char *sql)
{
	if (ad_db_exec(db, sql) != AD_DB_DONE)
		fail_msg("%s", ad_db_error(db));
}

static bool has_column(struct ad_db *db, const char *table, const char *column)
{
	struct ad_stmt *s = ad_sql_own(db, db->driver->columns_sql);
	bool found = false;

	ad_bind_cstr(s, 1, table);
	while (ad_step(s) == AD_DB_ROW)
		found |= ad_str_is(ad_col(s, 0), column);
	return found;
}

static void an_empty_database_gets_every_table(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	struct ad_text described = { 0 };
	size_t tables = 0;

	assert_false(ad_schema_current(db));
	migrated(db);
	assert_true(ad_schema_current(db));
	ad_schema_describe(&described);
	for (const char *p = ad_text_str(&described).p; (p = strstr(p, "CREATE TABLE")); p++) {
		struct ad_str line = { p, strcspn(p, ";") };
		struct ad_str column;
		char table[80], name[80];
		size_t at = 0;

		snprintf(table, sizeof(table), "%.*s", AD_FMT(ad_ddl_table(line)));
		while ((column = ad_ddl_column(line, &at)).p) {
			snprintf(name, sizeof(name), "%.*s", AD_FMT(ad_ddl_name(column)));
			if (!has_column(db, table, name))
				fail_msg("%s has no %s", table, name);
		}
		tables++;
	}
	assert_true(tables >= 14);
	ad_text_free(&described);
	ad_db_close(db);
}

static void every_field_has_its_column(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);

	migrated(db);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		char column[64];

		if (!res->table)
			continue;
		assert_true(has_column(db, res->table, "sync_state") == res->staged);
		for (size_t k = 0; k < res->shape.count; k++) {
			ad_column_name(res->shape.fields[k].name, column);
			bool wanted = !(res->shape.fields[k].flags & AD_INPUT_ONLY);
			if (has_column(db, res->table, column) != wanted)
				fail_msg("%s %s %s", res->table, wanted ? "has no" : "keeps",
					 column);
		}
	}
	ad_db_close(db);
}

static void migrating_again_changes_nothing(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	int64_t at;

	migrated(db);
	at = number(db, "SELECT migrated_at FROM schema_version");
	run(db, "UPDATE auth_generation SET generation = 7");
	migrated(db);
	assert_int_equal(number(db, "SELECT migrated_at FROM schema_version"), at);
	/* Also where the texts have changed: what stands, stays. */
	run(db, "UPDATE schema_version SET fingerprint = 'older'");
	migrated(db);
	assert_true(number(db, "SELECT migrated_at FROM schema_version") >= at);
	assert_int_equal(number(db, "SELECT generation FROM auth_generation"), 7);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM schema_version"), 1);
	ad_db_close(db);
}

/*
 * The newest version, and a digest of its tables and of the answers that are stored with objects:
 * neither changes without the other.
 */
static const struct {
	int64_t version;
	const char *fingerprint;
} pinned = { 10, "5df6ad53ae9822673c9e6acedb0febb97413432234015c2dad1d9ab1c437e087" };

static void a_changed_schema_is_a_new_version(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	struct ad_stmt *s;

	migrated(db);
	s = ad_sql(db, "SELECT version, fingerprint FROM schema_version");
	assert_int_equal(ad_step(s), AD_DB_ROW);
	if (ad_col_int(s, 0) != pinned.version || !ad_str_is(ad_col(s, 1), pinned.fingerprint))
		fail_msg("Version %lld has the fingerprint %.*s. Where tables or the fields of "
			 "objects changed, add a step to core/store/schema/schema.c, and write its "
			 "version and this fingerprint here.",
			 (long long)ad_col_int(s, 0), AD_FMT(ad_col(s, 1)));
	ad_reset(s);
	ad_db_close(db);
}

static const char *const first_tables[] = {
	"CREATE TABLE IF NOT EXISTS pets (id TEXT PRIMARY KEY, name TEXT NOT NULL)",
	NULL,
};

static const char *const later_tables[] = {
	"CREATE TABLE IF NOT EXISTS pets (id TEXT PRIMARY KEY, name TEXT NOT NULL, "
	"legs BIGINT NOT NULL CHECK (legs IN (0, 2, 4)), tame BOOLEAN NOT NULL, "
	"kind TEXT NOT NULL, weight DOUBLE PRECISION, note TEXT DEFAULT 'a, (b', "
	"UNIQUE (name, id), CHECK (id <> name))",
	"CREATE INDEX IF NOT EXISTS pets_by_kind ON pets (kind, id)",
	NULL,
};

static const struct ad_schema_step steps[] = {
	{ 2, "UPDATE pets SET legs = 4 WHERE kind = ''; UPDATE pets SET kind = 'cat'" },
	{ 3, "UPDATE pets SET legs = legs - 2" },
	{ 0, NULL },
};

static void rows_survive_new_columns_and_steps(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256] = "";

	assert_true(ad_schema_migrate_to(db, no_steps, first_tables, err));
	run(db, "INSERT INTO pets (id, name) VALUES ('1', 'Tom'), ('2', 'Rex')");
	if (!ad_schema_migrate_to(db, steps, later_tables, err))
		fail_msg("%s", err);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pets WHERE legs = 2 AND kind = 'cat'"
				    " AND NOT tame AND weight IS NULL AND note = 'a, (b'"),
			 2);
	assert_int_equal(number(db, "SELECT version FROM schema_version"), 3);
	/* Each step once. */
	assert_true(ad_schema_migrate_to(db, steps, later_tables, err));
	run(db, "UPDATE schema_version SET fingerprint = 'older'");
	assert_true(ad_schema_migrate_to(db, steps, later_tables, err));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pets WHERE legs = 2"), 2);
	ad_db_close(db);
}

/* A SQLite file is kept as it was, once for each version that is left. */
static void a_copy_is_kept_of_what_is_migrated(void **state)
{
	const struct database *d = *state;
	struct ad_db *db = open_db(*state, AD_DB_WRITE), *copy;
	struct ad_store *store;
	char err[256] = "", path[700], url[720];

	assert_true(ad_schema_migrate_to(db, no_steps, first_tables, err));
	run(db, "INSERT INTO pets (id, name) VALUES ('1', 'Tom')");
	if (!ad_schema_migrate_to(db, steps, later_tables, err))
		fail_msg("%s", err);
	run(db, "INSERT INTO pets (id, name, legs, tame, kind) VALUES ('2', 'Rex', 4, FALSE, '')");
	run(db, "UPDATE schema_version SET version = 1, fingerprint = 'older'");
	assert_true(ad_schema_migrate_to(db, steps, later_tables, err));
	ad_db_close(db);
	if (d->postgres)
		return;
	snprintf(path, sizeof(path), "%s.before-1", d->url + strlen("sqlite:"));
	snprintf(url, sizeof(url), "sqlite:%s", path);
	assert_int_equal(access(path, F_OK), 0);
	store = ad_store_open(ad_str(url), err);
	copy = ad_db_open(store, AD_DB_READ, err);
	assert_non_null(copy);
	assert_int_equal(number(copy, "SELECT COUNT(*) FROM pets"), 1);
	assert_false(has_column(copy, "pets", "legs"));
	ad_db_close(copy);
	ad_store_close(store);
}

static void a_new_database_needs_no_steps(void **state)
{
	static const struct ad_schema_step impossible[] = {
		{ 2, "DROP TABLE a_table_of_version_1" },
		{ 0, NULL },
	};
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256] = "";

	assert_true(ad_schema_migrate_to(db, impossible, NULL, err));
	assert_int_equal(number(db, "SELECT version FROM schema_version"), 2);
	ad_db_close(db);
}

static void a_newer_database_is_refused(void **state)
{
	static const struct ad_schema_step newer[] = { { 99, NULL }, { 0, NULL } };
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256] = "";

	assert_true(ad_schema_migrate_to(db, newer, later_tables, err));
	assert_false(ad_schema_migrate(db, err));
	assert_non_null(strstr(err, "newer build"));
	assert_false(ad_schema_current(db));
	ad_db_close(db);
}

static void a_migration_that_fails_leaves_nothing(void **state)
{
	static const struct ad_schema_step broken[] = {
		{ 2, "UPDATE pets SET name = 'lost'" },
		{ 3, "UPDATE no_such_table SET x = 1" },
		{ 0, NULL },
	};
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	char err[256] = "";

	assert_true(ad_schema_migrate_to(db, no_steps, first_tables, err));
	run(db, "INSERT INTO pets (id, name) VALUES ('1', 'Tom')");
	assert_false(ad_schema_migrate_to(db, broken, later_tables, err));
	assert_non_null(strstr(err, "no_such_table"));
	assert_int_equal(number(db, "SELECT COUNT(*) FROM pets WHERE name = 'Tom'"), 1);
	assert_false(has_column(db, "pets", "legs"));
	assert_int_equal(number(db, "SELECT version FROM schema_version"), 1);
	ad_db_close(db);
}

static void *migrate_on_a_thread(void *arg)
{
	struct ad_db *db = open_db(arg, AD_DB_WRITE);

	migrated(db);
	assert_true(ad_schema_current(db));
	ad_db_close(db);
	return NULL;
}

static void servers_that_start_together_agree(void **state)
{
	pthread_t threads[4];
	struct ad_db *db;

	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, migrate_on_a_thread, *state), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	db = open_db(*state, AD_DB_WRITE);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM schema_version"), 1);
	ad_db_close(db);
}

static void the_tables_hold_what_they_should(void **state)
{
	static const struct {
		const char *sql;
		enum ad_db_status status;
	} tries[] = {
		{ "INSERT INTO accounts (id, email, name, created_at, updated_at)"
		  " VALUES ('acc_1', 'a@b.c', 'A', 1, 1)",
		  AD_DB_DONE },
		{ "INSERT INTO accounts (id, email, name, created_at, updated_at)"
		  " VALUES ('acc_2', 'a@b.c', 'A', 1, 1)",
		  AD_DB_CONFLICT },
		{ "INSERT INTO accounts (id, email, name, created_at, updated_at)"
		  " VALUES ('acc_2', 'A@b.c', 'A', 1, 1)",
		  AD_DB_INVALID },
		{ "INSERT INTO spaces (id, name, owner_account_id, created_at, updated_at)"
		  " VALUES ('spc_1', 'S', 'acc_9', 1, 1)",
		  AD_DB_BAD_REFERENCE },
		{ "INSERT INTO spaces (id, name, owner_account_id, created_at, updated_at)"
		  " VALUES ('spc_1', 'S', 'acc_1', 1, 1)",
		  AD_DB_DONE },
		{ "INSERT INTO members (space_id, account_id, role, created_at)"
		  " VALUES ('spc_1', 'acc_1', 'KING', 1)",
		  AD_DB_INVALID },
		{ "INSERT INTO members (space_id, account_id, role, created_at)"
		  " VALUES ('spc_1', 'acc_1', 'OWNER', 1)",
		  AD_DB_DONE },
		{ "INSERT INTO connections (id, space_id, environment, platform,"
		  " account_id_remote, created_at, updated_at)"
		  " VALUES ('con_1', 'spc_1', 'test', 'google', '1', 1, 1)",
		  AD_DB_DONE },
		{ "INSERT INTO connections (id, space_id, environment, platform,"
		  " account_id_remote, created_at, updated_at)"
		  " VALUES ('con_2', 'spc_1', 'test', 'google', '2', 1, 1)",
		  AD_DB_CONFLICT },
		{ "INSERT INTO connections (id, space_id, environment, platform,"
		  " account_id_remote, created_at, updated_at)"
		  " VALUES ('con_2', 'spc_1', 'live', 'google', '2', 1, 1)",
		  AD_DB_DONE },
		{ "INSERT INTO auth_generation (id, generation) VALUES (2, 1)", AD_DB_INVALID },
	};
	struct ad_db *db = open_db(*state, AD_DB_WRITE);

	migrated(db);
	for (size_t i = 0; i < AD_LEN(tries); i++) {
		enum ad_db_status status = ad_step(ad_sql(db, tries[i].sql));

		if (status != tries[i].status)
			fail_msg("%s gives %d: %s", tries[i].sql, (int)status, ad_db_error(db));
	}
	assert_int_equal(number(db, "SELECT COUNT(*) FROM spaces WHERE"
				    " max_campaign_daily_budget = 100000000"
				    " AND max_total_daily_budget = 500000000"
				    " AND max_budget_increase_percent = 50"
				    " AND require_approval_live = 'CONNECTOR' AND NOT personal"),
			 1);
	ad_db_close(db);
}

/* SQLite has no statistics here, as in use: its choice follows from the schema alone. */
static void look_ups_and_lists_use_their_index(void **state)
{
#define OF(table)                                                                                  \
	"EXPLAIN QUERY PLAN SELECT json FROM " table " WHERE space_id = $1 AND environment = $2"
#define HISTORY "EXPLAIN QUERY PLAN SELECT after FROM history WHERE chain = $1"
	static const struct {
		const char *sql, *index;
	} plans[] = {
		{ OF("campaigns") " AND id = $3", "autoindex_campaigns_1" },
		{ OF("campaigns") " AND sync_state <> 'REMOVED' ORDER BY id DESC LIMIT 51",
		  "campaigns_listed" },
		{ OF("campaigns") " AND sync_state <> 'REMOVED' AND id < $3 ORDER BY id DESC LIMIT "
				  "51",
		  "campaigns_listed (space_id=? AND environment=? AND id<?)" },
		{ OF("campaigns") " AND sync_state <> 'REMOVED' AND status = $4 AND id < $3"
				  " ORDER BY id DESC LIMIT 51",
		  "campaigns_by_status (space_id=? AND environment=? AND status=? AND id<?)" },
		{ OF("campaigns") " AND sync_state = $4 AND id < $3 ORDER BY id DESC LIMIT 51",
		  "campaigns_by_sync_state (space_id=? AND environment=? AND sync_state=? AND "
		  "id<?)" },
		{ OF("campaigns") " AND remote_id = $3", "campaigns_by_remote" },
		{ OF("campaigns") " AND lower(name) = lower($3) AND platform = $4"
				  " AND sync_state <> 'REMOVED'",
		  "campaigns_by_folded_name" },
		{ OF("ad_groups") " AND campaign_id = $4 AND status = $5 AND sync_state <> "
				  "'REMOVED'"
				  " AND id < $3 ORDER BY id DESC LIMIT 51",
		  "ad_groups_by_campaign_id (space_id=? AND environment=? AND campaign_id=? AND "
		  "id<?)" },
		{ OF("ads") " AND ad_group_id = $3 AND sync_state <> 'REMOVED' ORDER BY id",
		  "ads_by_ad_group_id" },
		{ OF("keywords") " AND ad_group_id = $3 AND sync_state <> 'REMOVED' ORDER BY id",
		  "keywords_by_ad_group_id" },
		{ HISTORY " ORDER BY seq DESC LIMIT 51", "autoindex_history_1 (chain=?)" },
		{ HISTORY " AND (resource || '') IN ('ad') AND (door || '') IN ($4) AND seq < $3"
			  " ORDER BY seq DESC LIMIT 51",
		  "autoindex_history_1 (chain=? AND seq<?)" },
		{ HISTORY " AND object_id = $4 AND seq < $3 ORDER BY seq DESC LIMIT 51",
		  "history_by_object (chain=? AND object_id=? AND seq<?)" },
		{ HISTORY " AND seq >= $4 AND seq < $5 AND seq < $3 ORDER BY seq DESC LIMIT 51",
		  "autoindex_history_1 (chain=? AND seq>? AND seq<?)" },
	};
	struct ad_db *db = open_db(*state, AD_DB_WRITE);

	migrated(db);
	for (size_t i = 0; !((struct database *)*state)->postgres && i < AD_LEN(plans); i++) {
		struct ad_stmt *s = ad_sql(db, plans[i].sql);

		assert_int_equal(ad_step(s), AD_DB_ROW);
		if (!strstr(ad_col(s, 3).p, plans[i].index))
			fail_msg("%s\nuses not %s but: %s", plans[i].sql, plans[i].index,
				 ad_col(s, 3).p);
		assert_int_equal(ad_step(s), AD_DB_DONE); /* no sorting beside it */
	}
	ad_db_close(db);
#undef OF
#undef HISTORY
}

/* Every SQL text that stands whole in the sources, one JSON string a line; on the heap. */
static char *texts_of_the_sources(void)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");
	size_t room = (size_t)4 << 20, n = 0;
	char *out = calloc(1, room + 1);
	char script[512];
	int ends[2], status;
	ssize_t got;
	pid_t child;

	if (!root || access("compile_commands.json", R_OK) != 0)
		fail_msg("run by meson test, in the build folder");
	snprintf(script, sizeof(script), "%s/tests/support/sql_texts.py", root);
	assert_non_null(out);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("python3", "python3", "-B", script, ".", root, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	while (n < room && (got = read(ends[0], out + n, room - n)) > 0)
		n += (size_t)got;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail_msg("%s failed", script);
	return out;
}

static void every_text_in_the_sources_can_be_prepared(void **state)
{
	struct ad_db *db = open_db(*state, AD_DB_WRITE);
	struct ad_arena *arena = ad_arena_new();
	char *texts = texts_of_the_sources();
	int count = 0, bad = 0;

	migrated(db);
	for (char *line = texts; *line; count++) {
		size_t n = strcspn(line, "\n");
		struct ad_json_error json_err;
		const cJSON *text = ad_json_parse(arena, (struct ad_str){ line, n }, &json_err);

		assert_non_null(text);
		if (!ad_db_prepares(db, text->valuestring)) {
			print_error("%s\n  %s\n", text->valuestring, ad_db_error(db));
			bad++;
		}
		line += n + (line[n] == '\n');
	}
	free(texts);
	ad_arena_free(arena);
	ad_db_close(db);
	if (bad || count < 50)
		fail_msg("%d of %d texts cannot be prepared", bad, count);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_empty_database_gets_every_table),
		TEST(every_field_has_its_column),
		TEST(migrating_again_changes_nothing),
		TEST(rows_survive_new_columns_and_steps),
		TEST(a_changed_schema_is_a_new_version),
		TEST(a_copy_is_kept_of_what_is_migrated),
		TEST(a_new_database_needs_no_steps),
		TEST(a_newer_database_is_refused),
		TEST(a_migration_that_fails_leaves_nothing),
		TEST(servers_that_start_together_agree),
		TEST(the_tables_hold_what_they_should),
		TEST(look_ups_and_lists_use_their_index),
		TEST(every_text_in_the_sources_can_be_prepared),
	};

	return on_each_database("schema", tests);
}
