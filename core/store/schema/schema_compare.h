/* The differences between a database and the schema that this build expects. */
#ifndef AD_STORE_SCHEMA_COMPARE_H
#define AD_STORE_SCHEMA_COMPARE_H

#include "base/text.h"
#include "store/db/store.h"

/*
 * Calls found() with a sentence for each missing table or column, and for each column that this
 * build does not know and that every new row must have. AD_DB_DONE unless reading failed.
 */
enum ad_db_status ad_schema_compare(struct ad_db *db, void (*found)(void *arg, struct ad_str text),
				    void *arg) AD_CHECK;

#endif
