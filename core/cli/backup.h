/* Inside core/cli: what copies of a SQLite database share. */
#ifndef AD_CLI_BACKUP_H
#define AD_CLI_BACKUP_H

#include "cli/command.h"

/* Whether the file holds a database of this program without damage; its schema number, or 0. */
int64_t ad_backup_verify(const struct ad_cli *cli, const char *path, char err[static 256]);
/* Whether a file of bytes, or the folder of one, has reached the disk. */
bool ad_backup_sync(const char *path);
/*
 * Copies the database into --to as adcore-TIME-sSCHEMA.db, verifies the copy, and then deletes the
 * oldest copies but --keep of them. The exit code.
 */
int ad_backup_to_folder(const struct ad_cli *cli, struct ad_db *db);

#endif
