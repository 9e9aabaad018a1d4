#include "cli/command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auth/secret/secret_keys.h"
#include "store/schema/schema.h"

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

/* A database that root makes belongs to the owner of the folder: the server opens it. */
static void make_for_owner(const struct ad_cli *cli)
{
	struct ad_str url = ad_str(cli->config->database);
	const char *path = url.p + 7, *slash;
	struct stat st;
	int fd;

	if (geteuid() != 0 || !ad_str_starts(url, "sqlite:"))
		return;
	slash = strrchr(path, '/');
	const char *folder =
		slash ? ad_arena_copy(cli->arena,
				      (struct ad_str){ path, (size_t)(slash - path) + 1 })
				.p
		      : ".";
	if (stat(folder, &st) != 0 || st.st_uid == 0)
		return;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return; /* there already, or opening the database says why not */
	if (fchown(fd, st.st_uid, st.st_gid) != 0)
		unlink(path);
	close(fd);
}

bool ad_cli_open(const struct ad_cli *cli, struct ad_store **store, struct ad_db **db)
{
	char err[256] = "";
	*db = NULL;
	make_for_owner(cli);
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

bool ad_cli_secret_is_lost(struct ad_db *db, const char *data_dir, char err[static 256])
{
	struct ad_stmt *s;
	bool used;

	if (ad_secrets_there(data_dir))
		return false;
	s = ad_sql(db, "SELECT 1 FROM accounts LIMIT 1");
	used = ad_step(s) == AD_DB_ROW;
	ad_reset(s);
	if (used)
		snprintf(err, 256,
			 "there is no secret: put the secret.key of this database into %.120s, or "
			 "give its ADCORE_SECRET_KEY",
			 data_dir);
	return used;
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
