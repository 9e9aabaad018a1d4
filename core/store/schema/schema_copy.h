/* The copy that is kept of a SQLite file before a migration changes it. */
#ifndef AD_STORE_SCHEMA_COPY_H
#define AD_STORE_SCHEMA_COPY_H

#include "store/db/store.h"

/*
 * Copies the file of a SQLite database to FILE.before-VERSION, so that an older program can be gone
 * back to. Does nothing where that copy is there, and for a database that is a server of its own.
 * False with a sentence: then nothing is to be migrated. Not inside a transaction.
 */
bool ad_schema_keep_copy(struct ad_db *db, int64_t version, char err[static 256]) AD_CHECK;

#endif
