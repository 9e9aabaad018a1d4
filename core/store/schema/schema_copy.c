#include "store/schema/schema_copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "store/db/driver.h"

/* The file of the main database; "" where it has none. */
static bool read_path(struct ad_db *db, char *path, size_t size)
{
	struct ad_stmt *s = ad_sql_own(db, "PRAGMA database_list");
	bool found = false;

	while (!found && ad_step(s) == AD_DB_ROW)
		found = ad_str_is(ad_col(s, 1), "main") && ad_col(s, 2).n < size;
	if (found)
		snprintf(path, size, "%.*s", AD_FMT(ad_col(s, 2)));
	ad_reset(s);
	return found;
}

/* Under a name of its own until it is whole: a process may end over it. */
static bool copy_whole(struct ad_db *db, const char *copy, char err[static 256])
{
	char part[4176], why[256] = "";

	snprintf(part, sizeof(part), "%s.part", copy);
	unlink(part);
	if (ad_db_backup(db, part, why) && rename(part, copy) == 0)
		return true;
	unlink(part);
	snprintf(err, 256, "no copy could be kept before the migration: %.200s",
		 why[0] ? why : strerror(errno));
	return false;
}

bool ad_schema_keep_copy(struct ad_db *db, int64_t version, char err[static 256])
{
	char path[4096], copy[4160];

	if (db->driver->shared)
		return true;
	if (!read_path(db, path, sizeof(path))) {
		snprintf(err, 256, "the file of the database is not known: %.180s",
			 ad_db_error(db));
		return false;
	}
	if (!path[0])
		return true;
	snprintf(copy, sizeof(copy), "%s.before-%lld", path, (long long)version);
	if (access(copy, F_OK) == 0)
		return true;
	if (!copy_whole(db, copy, err))
		return false;
	ad_log(AD_LOG_INFO, "migration_copy", "file", copy, NULL);
	return true;
}
