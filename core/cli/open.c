#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/schema.h"

static bool tell_missing(const struct ad_cli *cli, struct ad_str folder)
{
	ad_cli_fail(cli, AD_NOT_FOUND,
		    "there is no database in %.*s: give the --data-dir (or --database) that the "
		    "server has; 'adcore account add' or 'adcore serve' makes a new one",
		    AD_FMT(folder));
	return false;
}

bool ad_cli_has_database(const struct ad_cli *cli)
{
	static const char scheme[] = "sqlite:";
	struct ad_str url = ad_str(cli->config->database), folder;
	const char *path, *slash;

	if (cli->command->without_database || !ad_str_starts(url, scheme))
		return true;
	path = url.p + strlen(scheme);
	if (access(path, F_OK) == 0)
		return true;
	slash = strrchr(path, '/');
	folder = slash ? (struct ad_str){ path, (size_t)(slash - path) } : AD_S(".");
	return tell_missing(cli, folder);
}

bool ad_cli_open(const struct ad_cli *cli, struct ad_store **store, struct ad_db **db)
{
	char err[256] = "";
	*db = NULL;
	*store = ad_store_open(ad_str(cli->config->database), err);
	if (*store)
		*db = ad_db_open(*store, AD_DB_WRITE, err);
	if (*db && !cli->command->without_database && !ad_schema_is_there(*db))
		(void)!tell_missing(cli, AD_S("what --database names"));
	else if (*db && ad_schema_migrate(*db, err))
		return true;
	else
		ad_cli_fail(cli, AD_UNAVAILABLE, "cannot open the database: %s", err);
	ad_db_close(*db);
	if (*store)
		ad_store_close(*store);
	return false;
}

/* Two servers on one port, or one file, would not notice each other. */
int ad_cli_lock(const char *path, char err[static 256])
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	if (fd >= 0 && errno == EWOULDBLOCK)
		snprintf(err, 256, "another server is running here (%.180s is locked)", path);
	else
		snprintf(err, 256, "cannot lock %.180s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}
