/*
 * DDL and migrations. Resource tables come from the resource table (one SQL table a resource, a
 * column a field); the others are texts in ddl_*.c. ad_schema_migrate() brings any older database
 * to this version: missing tables, columns and indexes are added, then numbered steps run once
 * each, in one transaction, under a lock where several servers may start together.
 */
#ifndef AD_STORE_SCHEMA_H
#define AD_STORE_SCHEMA_H

#include "base/text.h"
#include "store/db/store.h"

/* Migrates; false with a sentence. Safe to call on a current database. */
bool ad_schema_migrate(struct ad_db *db, char err[static 256]) AD_CHECK;
/* True if a database of any version exists. */
bool ad_schema_is_there(struct ad_db *db);
/* True if the database is at this build's version (readyz). */
bool ad_schema_current(struct ad_db *db);
/* True if a newer build has migrated the database. */
bool ad_schema_is_newer(struct ad_db *db);
/* Names of tables, in the order in which they are made. */
struct ad_schema_tables {
	struct ad_str *names;
	size_t count;
};
/* The tables that have a column, on the arena. */
struct ad_schema_tables ad_schema_tables_with(struct ad_arena *arena, const char *column);
/* Prints the whole DDL as it would be made on an empty database. */
void ad_schema_describe(struct ad_text *out);

#endif
