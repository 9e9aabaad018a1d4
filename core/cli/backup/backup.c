/*
 * Copies of the database: backup while a server runs, restore without one. SQLite only; PostgreSQL
 * has its own programs for both. The secret is not part of a copy.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "auth/secret/reseal.h"
#include "base/clock.h"
#include "cli/backup/backup.h"
#include "store/history/history.h"
#include "store/schema/schema.h"

/* The path of the configured SQLite file; NULL after printing advice for another database. */
static const char *database_path(const struct ad_cli *cli)
{
	struct ad_str url = ad_str(cli->config->database);

	if (ad_str_starts(url, "sqlite:"))
		return url.p + 7;
	ad_cli_fail(cli, AD_CONFLICT,
		    "the database is PostgreSQL: copy it with 'pg_dump --format=custom', and put a "
		    "copy back with 'pg_restore --clean --if-exists' while no server runs");
	return NULL;
}

static void print_done(const struct ad_cli *cli, const char *key, const char *path,
		       const char *kept)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	if (!cli->json) {
		printf(strcmp(key, "backup") == 0 ? "The database is copied to %s.\n"
						  : "The database is as in %s.\n",
		       path);
		if (kept)
			printf("The one of before is kept as %s.\n", kept);
		puts("The secret (secret.key with all its lines, or ADCORE_SECRET_KEY) is not in "
		     "the copy: keep it apart.");
		return;
	}
	ad_json_object(&j);
	ad_json_kcstr(&j, key, path);
	if (kept)
		ad_json_kcstr(&j, "kept", kept);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

/* --- backup ------------------------------------------------------------------------------- */

static int backup_copy(struct ad_cli *cli)
{
	const char *path = database_path(cli);
	char err[256] = "";

	if (!path)
		return AD_EXIT_FAILED;
	if ((cli->operand_count > 0) == ad_cli_has(cli, "to"))
		return ad_cli_usage(cli, "give a FILE, or --to with a folder");
	if (ad_cli_has(cli, "keep") && !ad_cli_has(cli, "to"))
		return ad_cli_usage(cli, "--keep counts the copies in the folder of --to");
	if (access(path, F_OK) != 0)
		return ad_cli_fail(cli, AD_NOT_FOUND, "there is no database %s: give --data-dir",
				   path);
	struct ad_store *store = ad_store_open(ad_str(cli->config->database), err);
	struct ad_db *db = store ? ad_db_open(store, AD_DB_READ, err) : NULL;
	bool is_folder = db && ad_cli_has(cli, "to");
	int code = is_folder ? ad_backup_to_folder(cli, db) : AD_EXIT_OK;
	bool done = is_folder || (db && ad_db_backup(db, cli->operands[0], err));

	ad_db_close(db);
	ad_store_close(store);
	if (!done)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	if (!is_folder)
		print_done(cli, "backup", cli->operands[0], NULL);
	return code;
}

static const struct ad_cli_flag backup_flags[] = {
	{ "to", "DIR", "make a verified copy there, named by its time and schema", false },
	{ "keep", "N", "with --to: delete the oldest copies but N, once the new one is good",
	  false },
};

const struct ad_command ad_command_backup = {
	.name = "backup",
	.summary = "Copy the database to a new file, also while the server runs.",
	.operands = "[FILE]",
	.operands_max = 1,
	.flags = backup_flags,
	.flag_count = AD_LEN(backup_flags),
	.run = backup_copy,
};

/* --- restore ------------------------------------------------------------------------------ */

static const char *backup_beside(const struct ad_cli *cli, const char *path, const char *tail)
{
	return ad_arena_printf(cli->arena, "%s%s", path, tail).p;
}

static void unlink_all(const struct ad_cli *cli, const char *path)
{
	unlink(path);
	unlink(backup_beside(cli, path, "-wal"));
	unlink(backup_beside(cli, path, "-shm"));
}

static int64_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (int64_t)st.st_size : -1;
}

bool ad_backup_sync(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool done = fd >= 0 && fsync(fd) == 0;

	if (fd >= 0)
		close(fd);
	return done;
}

static bool copy_bytes(const char *from, const char *to)
{
	char block[65536];
	ssize_t n = -1;
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	while (out >= 0 && (n = read(in, block, sizeof(block))) > 0) {
		for (ssize_t at = 0, wrote; at < n; at += wrote) {
			wrote = write(out, block + at, (size_t)(n - at));
			if (wrote < 0) {
				n = -1;
				break;
			}
		}
		if (n < 0)
			break;
	}
	int failed = errno;
	if (in >= 0)
		close(in);
	if (out >= 0 && close(out) != 0)
		n = -1;
	else
		errno = failed;
	return n == 0;
}

static bool backup_is_whole(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "PRAGMA integrity_check(1)");
	bool whole = ad_step(s) == AD_DB_ROW && ad_str_is(ad_col(s, 0), "ok");

	ad_reset(s);
	return whole;
}

/* The schema number; 0 if it is not an adcore database. */
static int64_t schema_of(struct ad_db *db)
{
	struct ad_stmt *s = ad_sql(db, "SELECT version FROM schema_version WHERE id = 1");
	int64_t version = ad_step(s) == AD_DB_ROW ? ad_col_int(s, 0) : 0;

	ad_reset(s);
	return version;
}

int64_t ad_backup_verify(const struct ad_cli *cli, const char *path, char err[static 256])
{
	struct ad_store *store = ad_store_open(ad_arena_printf(cli->arena, "sqlite:%s", path), err);
	struct ad_db *db = store ? ad_db_open(store, AD_DB_READ, err) : NULL;
	int64_t version = db ? schema_of(db) : 0;

	if (db && !version)
		snprintf(err, 256, "it is no database of adcore");
	else if (db && !backup_is_whole(db)) {
		snprintf(err, 256, "it is damaged: take another copy");
		version = 0;
	}
	ad_db_close(db);
	ad_store_close(store);
	return version;
}

/* True if the keys on this machine open all of the copy; otherwise false with a sentence. */
static bool all_open(struct ad_db *db, const struct ad_secrets *secrets, char err[static 256])
{
	struct ad_seals seals;

	if (ad_seals_count(db, secrets, &seals) != AD_DB_DONE) {
		snprintf(err, 256, "the copy cannot be read: %.180s", ad_db_error(db));
		return false;
	}
	for (size_t i = 0; i < seals.count; i++) {
		if (seals.use[i].known)
			continue;
		snprintf(err, 256,
			 "some of it is sealed under key %s, which the secret here does not hold: "
			 "give secret.key, or ADCORE_SECRET_KEY, with all lines of its time",
			 seals.use[i].id);
		return false;
	}
	return true;
}

/*
 * True if the secret on this machine is the one that the copy was written with; otherwise false
 * with a sentence.
 */
static bool backup_opens(const struct ad_cli *cli, struct ad_db *db, char err[static 256])
{
	const char *dir = cli->config->data_dir;
	bool fits = false;
	struct ad_secrets *secrets;

	if (!ad_secrets_there(dir)) {
		snprintf(
			err, 256,
			"there is no secret: put the secret.key of its server into %.120s, or give "
			"its ADCORE_SECRET_KEY",
			dir);
		return false;
	}
	secrets = ad_secrets_open(dir, err);
	if (!secrets)
		return false;
	ad_secrets_unlock_history(secrets, db);
	if (ad_history_key_fits(db, &fits) != AD_DB_DONE)
		snprintf(err, 256, "the copy cannot be read: %.180s", ad_db_error(db));
	else if (!fits)
		snprintf(err, 256,
			 "the secret here is not the one that it was written with: give its "
			 "server's "
			 "secret.key or ADCORE_SECRET_KEY");
	bool good = fits && all_open(db, secrets, err);
	ad_secrets_close(secrets);
	return good;
}

/*
 * True if the file is a complete adcore database and was migrated to this version; otherwise false
 * with a sentence.
 */
static bool backup_prepare(const struct ad_cli *cli, const char *path, char err[static 256])
{
	struct ad_store *store = ad_store_open(ad_arena_printf(cli->arena, "sqlite:%s", path), err);
	struct ad_db *db = store ? ad_db_open(store, AD_DB_WRITE, err) : NULL;
	bool good = false;

	if (db && !schema_of(db))
		snprintf(err, 256, "it is no database of adcore");
	else if (db && !backup_is_whole(db))
		snprintf(err, 256, "it is damaged: take another copy");
	else if (db)
		good = ad_schema_migrate(db, err) && backup_opens(cli, db, err);
	ad_db_close(db);
	ad_store_close(store);
	return good && ad_backup_sync(path);
}

/*
 * Merges the log of the previous database into it, so that one file is complete. If the database is
 * too damaged for that, or missing, the log is moved away separately: a remaining log would be
 * replayed into the copy.
 */
static bool set_aside(const struct ad_cli *cli, const char *path, const char *kept)
{
	const char *log = backup_beside(cli, path, "-wal");
	char err[256];

	if (size_of(path) > 0) {
		struct ad_store *store =
			ad_store_open(ad_arena_printf(cli->arena, "sqlite:%s", path), err);
		struct ad_db *db = store ? ad_db_open(store, AD_DB_WRITE, err) : NULL;
		ad_db_close(db);
		ad_store_close(store);
		/*
		 * Adds a second name first, so that the database has its own name at every moment.
		 */
		if (link(path, kept) != 0)
			return false;
	}
	if (size_of(log) > 0 && link(log, backup_beside(cli, kept, "-wal")) != 0)
		return false;
	unlink(log);
	unlink(backup_beside(cli, path, "-shm"));
	return true;
}

static const char *folder_of(const struct ad_cli *cli, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return ".";
	return ad_arena_copy(cli->arena, (struct ad_str){ path, (size_t)(slash - path) + 1 }).p;
}

/* The server's user must be able to open the file, even if another user, such as root, restores. */
static bool keep_owner(const char *path, const char *fresh)
{
	struct stat st;

	return stat(path, &st) != 0 || st.st_uid == geteuid() ||
	       chown(fresh, st.st_uid, st.st_gid) == 0;
}

/*
 * The file that prevents a restore: the database, or a log that it left behind; NULL if there is
 * none.
 */
static const char *what_is_there(const struct ad_cli *cli, const char *path)
{
	const char *log = backup_beside(cli, path, "-wal");

	return size_of(path) > 0 ? path : size_of(log) > 0 ? log : NULL;
}

/* Runs with the lock held. */
static int put_back(struct ad_cli *cli, const char *path)
{
	const char *from = cli->operands[0], *fresh = backup_beside(cli, path, ".restoring");
	const char *there = what_is_there(cli, path), *kept = NULL;
	char err[256] = "", now[25];

	if (there) {
		if (!ad_cli_has(cli, "replace"))
			return ad_cli_fail(cli, AD_CONFLICT,
					   "%s is there: --replace keeps it aside, or give another "
					   "--data-dir",
					   there);
		ad_time_format(ad_now(), now);
		kept = ad_arena_printf(cli->arena, "%s.before-%s", path, now).p;
	}
	unlink_all(cli, fresh);
	if (!copy_bytes(from, fresh))
		snprintf(err, sizeof(err), "%s", strerror(errno));
	else if (backup_prepare(cli, fresh, err)) {
		if (kept && !set_aside(cli, path, kept))
			snprintf(err, sizeof(err), "what is there cannot be kept as %.150s: %s",
				 kept, strerror(errno));
		else if (keep_owner(path, fresh) && rename(fresh, path) == 0 &&
			 ad_backup_sync(folder_of(cli, path))) {
			print_done(cli, "restored", from,
				   there && there != path ? backup_beside(cli, kept, "-wal")
							  : kept);
			return AD_EXIT_OK;
		} else
			snprintf(err, sizeof(err), "%.150s cannot be written: %s", path,
				 strerror(errno));
	}
	unlink_all(cli, fresh);
	return ad_cli_fail(cli, AD_UNAVAILABLE, "%s is not restored: %s", from, err);
}

/* All steps of a restore but the last, in a directory of its own; also while a server runs. */
static int check_copy(struct ad_cli *cli)
{
	const char *from = cli->operands[0];
	const char *dir = ad_arena_printf(cli->arena, "%s/restore-check", cli->config->data_dir).p;
	const char *fresh = ad_arena_printf(cli->arena, "%s/%ld.db", dir, (long)getpid()).p;
	char err[256] = "";
	int64_t schema = 0;
	bool good = false;

	if (mkdir(dir, 0700) != 0 && errno != EEXIST)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be made: %s", dir,
				   strerror(errno));
	if (!copy_bytes(from, fresh))
		snprintf(err, sizeof(err), "%s", strerror(errno));
	else if ((schema = ad_backup_verify(cli, fresh, err)))
		good = backup_prepare(cli, fresh, err);
	unlink_all(cli, fresh);
	/* The copy from before a migration, which backup_prepare() made. */
	unlink(ad_arena_printf(cli->arena, "%s.before-%lld", fresh, (long long)schema).p);
	rmdir(dir);
	if (!good)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be restored: %s", from, err);
	if (cli->json)
		printf("{\"schema\":%lld,\"restorable\":true}\n", (long long)schema);
	else
		printf("%s can be restored: it is whole, of schema %lld, and the secret here opens "
		       "it.\n",
		       from, (long long)schema);
	return AD_EXIT_OK;
}

static int backup_restore(struct ad_cli *cli)
{
	const char *path = database_path(cli), *from = cli->operands[0];
	char err[256];

	if (!path)
		return AD_EXIT_FAILED;
	if (size_of(from) <= 0)
		return ad_cli_fail(cli, AD_NOT_FOUND, "%s is not there, or empty", from);
	if (size_of(backup_beside(cli, from, "-wal")) > 0)
		return ad_cli_fail(cli, AD_CONFLICT,
				   "%s is in use, for it has a log beside it: give a copy that "
				   "'adcore backup' made",
				   from);
	if (ad_cli_has(cli, "check"))
		return check_copy(cli);
	int lock = ad_cli_lock(backup_beside(cli, path, ".lock"), err);
	if (lock < 0)
		return ad_cli_fail(cli, AD_CONFLICT, "%s; stop it first", err);
	int code = put_back(cli, path);
	close(lock);
	return code;
}

static const struct ad_cli_flag restore_flags[] = {
	{ "replace", NULL, "replace the existing database, which is kept under another name",
	  false },
	{ "check", NULL, "only report if the copy could be restored; change nothing", false },
};

const struct ad_command ad_command_restore = {
	.name = "restore",
	.without_database = true,
	.summary = "Restore a copy made by backup, while no server runs.",
	.operands = "FILE",
	.operands_min = 1,
	.operands_max = 1,
	.flags = restore_flags,
	.flag_count = AD_LEN(restore_flags),
	.run = backup_restore,
};
