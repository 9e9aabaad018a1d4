#include "store/schema/schema.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/log.h"
#include "model/resource.h"
#include "store/ddl/ddl_texts.h"
#include "store/objects/rows.h"
#include "store/schema/schema_copy.h"
#include "store/ddl/schema_ddl.h"
#include "store/schema/schema_steps.h"
#include "store/db/driver.h"

/* The first version is 1; each step below makes the next. */
#define FIRST_VERSION 1

static const struct ad_schema_step own_steps[] = {
	/* Campaigns that an older version left made by half: nothing of them was known. */
	{ 2, "UPDATE campaigns SET unknown_fields ="
	     " 'budget,bidding,locations,languages,platformOptions' WHERE synced = '{}'" },
	/* Without SQL: tables and columns alone. Each change of them is a version of its own. */
	{ 3, NULL },
	{ 4, NULL },
	{ 5, NULL },
	/* The bytes that a plan counts beside those of assets. */
	{ 6,
	  "UPDATE history_heads SET bytes = (SELECT COALESCE(SUM(400 + COALESCE(LENGTH(h.before),"
	  " 0) + COALESCE(LENGTH(h.after), 0)), 0) FROM history h WHERE h.chain ="
	  " history_heads.chain)" },
	{ 6, "INSERT INTO counters (space_id, environment, resource, platform, status, sync_state,"
	     " n) SELECT space_id, environment, 'keywordListBytes', '', '', '',"
	     " SUM(LENGTH(keywords)) FROM keyword_lists GROUP BY space_id, environment" },
	/* Authors of attachments, invitations to Spaces, OAuth rows that a person reached. */
	{ 7, "DROP INDEX IF EXISTS oauth_requests_by_network" },
	{ 7, "DROP INDEX IF EXISTS oauth_pushed_by_network" },
	{ 7, "DROP INDEX IF EXISTS oauth_devices_by_network" },
	/* The sums of a run's plan. */
	{ 8, NULL },
	/* The hours of campaigns. */
	{ 9, NULL },
	/* Comments on runs; the hours in the answers of older campaigns (ad_rows_render_all). */
	{ 10, NULL },
	{ 0, NULL },
};

static int64_t schema_newest(const struct ad_schema_step *steps)
{
	int64_t version = FIRST_VERSION;

	for (; steps->version; steps++)
		version = steps->version;
	return version;
}

static void schema_add_list(struct ad_ddl *ddl, const char *const *texts)
{
	for (; texts && *texts; texts++)
		ad_ddl_add(ddl, *texts);
}

/* Every text, in the order in which they can be run. */
static struct ad_ddl all_texts(struct ad_arena *arena)
{
	struct ad_ddl ddl = { .arena = arena };

	schema_add_list(&ddl, ad_ddl_common);
	schema_add_list(&ddl, ad_ddl_account);
	schema_add_list(&ddl, ad_ddl_oauth);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);

		if (res->table)
			ad_ddl_resource(&ddl, res);
	}
	schema_add_list(&ddl, ad_ddl_asset);
	schema_add_list(&ddl, ad_ddl_sync);
	schema_add_list(&ddl, ad_ddl_report);
	schema_add_list(&ddl, ad_ddl_event);
	return ddl;
}

static void schema_describe(struct ad_text *out, const struct ad_ddl *ddl)
{
	for (size_t i = 0; i < ddl->count; i++) {
		ad_text_adds(out, ddl->text[i]);
		ad_text_adds(out, ";\n");
	}
}

void ad_schema_describe(struct ad_text *out)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_ddl ddl = all_texts(arena);

	schema_describe(out, &ddl);
	ad_arena_free(arena);
}

static bool names_column(struct ad_str text, const char *name)
{
	struct ad_str column;
	size_t at = 0;

	while ((column = ad_ddl_column(text, &at)).p)
		if (ad_str_is(ad_ddl_name(column), name))
			return true;
	return false;
}

struct ad_schema_tables ad_schema_tables_with(struct ad_arena *arena, const char *column)
{
	struct ad_ddl ddl = all_texts(arena);
	struct ad_schema_tables tables = { .names = ad_arena_alloc(
						   arena, ddl.count * sizeof(*tables.names)) };

	for (size_t i = 0; i < ddl.count; i++) {
		struct ad_str text = ad_str(ddl.text[i]), table = ad_ddl_table(text);

		if (table.p && names_column(text, column))
			tables.names[tables.count++] = table;
	}
	return tables;
}

/* An empty object of each resource as it is answered: answers are stored with the objects. */
static void describe_answers(struct ad_text *out, struct ad_arena *arena)
{
	struct ad_json j = ad_json_on(out);

	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

		row->res = ad_resource_row((enum ad_resource_id)i);
		if (row->res->table)
			ad_row_write(&j, row);
	}
}

/* The fingerprint of this build's tables and stored answers, in 64 characters. */
static void schema_fingerprint(const struct ad_ddl *ddl, char out[static 2 * AD_SHA256_SIZE + 1])
{
	struct ad_text text = ad_text_on(ddl->arena);
	uint8_t digest[AD_SHA256_SIZE];

	schema_describe(&text, ddl);
	describe_answers(&text, ddl->arena);
	ad_sha256(ad_text_str(&text), digest);
	ad_hex(digest, sizeof(digest), out);
}

struct stored {
	int64_t version; /* 0: an empty database */
	char fingerprint[2 * AD_SHA256_SIZE + 1];
};

/* True if the table exists. Also false on a failure, which the next statement will meet. */
static bool has_table(struct ad_db *db, const char *table)
{
	struct ad_stmt *s = ad_sql_own(db, db->driver->columns_sql);
	bool found;

	ad_bind_cstr(s, 1, table);
	found = ad_step(s) == AD_DB_ROW;
	ad_reset(s);
	return found;
}

static bool read_stored(struct ad_db *db, struct stored *out)
{
	struct ad_stmt *s;
	enum ad_db_status status;

	*out = (struct stored){ 0 };
	if (!has_table(db, "schema_version"))
		return true;
	s = ad_sql(db, "SELECT version, fingerprint FROM schema_version WHERE id = 1");
	status = ad_step(s);
	if (status == AD_DB_ROW) {
		out->version = ad_col_int(s, 0);
		snprintf(out->fingerprint, sizeof(out->fingerprint), "%.*s", AD_FMT(ad_col(s, 1)));
		ad_reset(s);
	}
	return status == AD_DB_ROW || status == AD_DB_DONE;
}

static bool has_column(const struct ad_ddl *columns, struct ad_str name)
{
	for (size_t i = 0; i < columns->count; i++) {
		if (ad_str_is(name, columns->text[i]))
			return true;
	}
	return false;
}

static bool run_typed(struct ad_db *db, struct ad_arena *arena, const char *text)
{
	const struct ad_db_driver *driver = db->driver;
	const char *own =
		ad_ddl_typed(arena, text, driver->text_type, driver->bytes_type, driver->clustered);

	return ad_db_exec(db, own) == AD_DB_DONE;
}

/* Adds the columns that the text has and the table has not. */
static bool add_columns(struct ad_db *db, struct ad_arena *arena, struct ad_str text)
{
	struct ad_str table = ad_ddl_table(text);
	struct ad_ddl there = { .arena = arena };
	struct ad_stmt *s = ad_sql_own(db, db->driver->columns_sql);
	struct ad_str column;
	enum ad_db_status status;
	size_t at = 0;

	ad_bind(s, 1, table);
	while ((status = ad_step(s)) == AD_DB_ROW)
		ad_ddl_add(&there, ad_arena_copy(arena, ad_col(s, 0)).p);
	if (status != AD_DB_DONE)
		return false;
	while ((column = ad_ddl_column(text, &at)).p) {
		if (has_column(&there, ad_ddl_name(column)))
			continue;
		if (!run_typed(db, arena, ad_ddl_add_column(arena, table, column)))
			return false;
	}
	return true;
}

static bool run_texts(struct ad_db *db, const struct ad_ddl *ddl)
{
	for (size_t i = 0; i < ddl->count; i++) {
		struct ad_str text = ad_str(ddl->text[i]);
		struct ad_str table = ad_ddl_table(text);

		/* Columns come before indexes on them, and a table that is there before both. */
		if (!run_typed(db, ddl->arena, text.p) ||
		    (table.p && !add_columns(db, ddl->arena, text)))
			return false;
	}
	return true;
}

static bool run_steps(struct ad_db *db, const struct ad_schema_step *steps, int64_t from)
{
	for (; steps->version; steps++) {
		if (steps->sql && steps->version > from && ad_db_exec(db, steps->sql) != AD_DB_DONE)
			return false;
	}
	return true;
}

static bool store_version(struct ad_db *db, int64_t version, const char *print)
{
	struct ad_stmt *s = ad_sql(
		db,
		"INSERT INTO schema_version (id, version, fingerprint, migrated_at)"
		" VALUES (1, $1, $2, $3) ON CONFLICT (id) DO UPDATE SET version = excluded.version,"
		" fingerprint = excluded.fingerprint, migrated_at = excluded.migrated_at");

	ad_bind_int(s, 1, version);
	ad_bind_cstr(s, 2, print);
	ad_bind_int(s, 3, ad_now());
	return ad_step(s) == AD_DB_DONE;
}

/* Under the write lock: what another server did meanwhile is seen. */
static bool schema_migrate(struct ad_db *db, const struct ad_ddl *ddl,
			   const struct ad_schema_step *steps, const char *print)
{
	struct stored stored;

	if (!read_stored(db, &stored) || !run_texts(db, ddl))
		return false;
	/* A new database is made as the steps would leave it. */
	if (stored.version &&
	    (!run_steps(db, steps, stored.version) || ad_rows_render_all(db) != AD_DB_DONE))
		return false;
	return store_version(db, schema_newest(steps), print);
}

static void log_migration(int64_t from, int64_t to, int64_t took)
{
	struct ad_log_line line;

	if (!ad_log_begin(&line, AD_LOG_INFO, "migrated"))
		return;
	ad_log_int(&line, "from", from);
	ad_log_int(&line, "to", to);
	ad_log_int(&line, "ms", took / 1000);
	ad_log_end(&line);
}

static bool migrate_texts(struct ad_db *db, const struct ad_ddl *ddl,
			  const struct ad_schema_step *steps, char err[static 256])
{
	char print[2 * AD_SHA256_SIZE + 1];
	struct stored stored;
	enum ad_db_status status;
	int64_t begun = ad_monotonic();

	schema_fingerprint(ddl, print);
	if (!read_stored(db, &stored)) {
		snprintf(err, 256, "%.255s", ad_db_error(db));
		return false;
	}
	if (stored.version > schema_newest(steps)) {
		snprintf(err, 256,
			 "the database is at schema %lld and this build knows %lld: use a newer "
			 "build",
			 (long long)stored.version, (long long)schema_newest(steps));
		return false;
	}
	if (stored.version == schema_newest(steps) && strcmp(stored.fingerprint, print) == 0)
		return true;
	if (stored.version && !ad_schema_keep_copy(db, stored.version, err))
		return false;
	status = ad_db_begin(db, true);
	if (status == AD_DB_DONE && schema_migrate(db, ddl, steps, print))
		status = ad_db_commit(db);
	else if (status == AD_DB_DONE)
		status = AD_DB_INVALID;
	if (status == AD_DB_DONE) {
		/* A new database is not migrated. */
		if (stored.version)
			log_migration(stored.version, schema_newest(steps), ad_monotonic() - begun);
		return true;
	}
	snprintf(err, 256, "the database could not be migrated: %.200s", ad_db_error(db));
	ad_db_rollback(db);
	return false;
}

bool ad_schema_migrate_to(struct ad_db *db, const struct ad_schema_step *steps,
			  const char *const *tables, char err[static 256])
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_ddl ddl = all_texts(arena);
	bool ok;

	schema_add_list(&ddl, tables);
	ok = migrate_texts(db, &ddl, steps, err);
	ad_arena_free(arena);
	return ok;
}

bool ad_schema_migrate(struct ad_db *db, char err[static 256])
{
	return ad_schema_migrate_to(db, own_steps, NULL, err);
}

bool ad_schema_is_there(struct ad_db *db)
{
	struct stored stored;

	return read_stored(db, &stored) && stored.version > 0;
}

bool ad_schema_current(struct ad_db *db)
{
	struct stored stored;

	return read_stored(db, &stored) && stored.version == schema_newest(own_steps);
}

bool ad_schema_is_newer(struct ad_db *db)
{
	struct stored stored;

	return read_stored(db, &stored) && stored.version > schema_newest(own_steps);
}

struct ad_ddl ad_schema_texts(struct ad_arena *arena)
{
	return all_texts(arena);
}
