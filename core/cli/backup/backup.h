/* Internals of core/cli: the shared parts of copies of a SQLite database. */
#ifndef AD_CLI_BACKUP_H
#define AD_CLI_BACKUP_H

#include "cli/command/command.h"

/* The schema number of an undamaged adcore database in the file; otherwise 0. */
int64_t ad_backup_verify(const struct ad_cli *cli, const char *path, char err[static 256]);
/* Flushes a file, or the directory of a file, to the disk. False if that failed. */
bool ad_backup_sync(const char *path);
/*
 * Copies the database into --to as adcore-TIME-sSCHEMA.db, verifies the copy, and then deletes all
 * but the newest --keep copies. Returns the exit code.
 */
int ad_backup_to_folder(const struct ad_cli *cli, struct ad_db *db);

#endif
