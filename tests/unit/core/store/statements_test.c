/*
 * Every SQL text of the program is prepared on both databases, at their schema: those that stand
 * whole in the sources (tests/support/sql_texts.py finds them) and those made for each resource.
 */
#include "tests/support/database.h"

#include <fcntl.h>
#include <sys/wait.h>

#include "base/json_read.h"
#include "store/rows.h"
#include "store/schema.h"
#include "store/store_driver.h"

/* Runs the script; its output, on the heap. The test runs in the build folder. */
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

static struct ad_db *at_schema(struct database *d)
{
	struct ad_db *db = open_db(d, AD_DB_WRITE);
	char err[256];

	if (!ad_schema_migrate(db, err))
		fail_msg("%s", err);
	return db;
}

static void every_text_in_the_sources_can_be_prepared(void **state)
{
	struct ad_db *db = at_schema(*state);
	struct ad_arena *arena = ad_arena_new();
	char *texts = texts_of_the_sources();
	int count = 0, bad = 0;

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
		struct ad_row *row, *found = NULL, **all = NULL;
		size_t count = 0;

		if (res->staged && res->table) {
			row = row_of(arena, res);
			fine(db, ad_row_insert(db, arena, row), AD_DB_DONE);
			fine(db, ad_row_insert(db, arena, row), AD_DB_CONFLICT);
			fine(db, ad_row_load(db, arena, realm, res, row->id, &found), AD_DB_ROW);
			assert_true(ad_str_eq(found->id, row->id));
			assert_int_equal(found->version, 1);
			row->version = 2;
			fine(db, ad_row_update(db, arena, row), AD_DB_DONE);
			fine(db,
			     ad_row_children(db, arena, realm, res, NULL, row->id, &all, &count),
			     AD_DB_DONE);
			assert_int_equal(count, 1);
			assert_int_equal(all[0]->version, 2);
			fine(db, ad_row_delete(db, arena, row), AD_DB_DONE);
			fine(db, ad_row_load(db, arena, realm, res, row->id, &found), AD_DB_DONE);
		}
		ad_arena_free(arena);
	}
	ad_db_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_database, drop_database)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_text_in_the_sources_can_be_prepared),
		TEST(every_resource_is_stored_and_found),
	};

	return on_each_database("statements", tests);
}
