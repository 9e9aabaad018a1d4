/* The numbered steps of migrations, apart so that they can be tested. Private to this room. */
#ifndef AD_STORE_SCHEMA_STEPS_H
#define AD_STORE_SCHEMA_STEPS_H

#include "store/schema/schema.h"
#include "store/ddl/schema_ddl.h"

/*
 * A migration step, for changes beyond new tables, columns and indexes: run once on a database
 * older than `version`, after those are added. A new step gets the next number; none is ever
 * changed.
 */
struct ad_schema_step {
	int64_t version;
	const char *sql;
};

/* As ad_schema_migrate(), with these steps (ended by version 0) and further texts (or NULL). */
bool ad_schema_migrate_to(struct ad_db *db, const struct ad_schema_step *steps,
			  const char *const *tables, char err[static 256]) AD_CHECK;
/* Every text of this build, in the order in which they can be run. */
struct ad_ddl ad_schema_texts(struct ad_arena *arena);

#endif
