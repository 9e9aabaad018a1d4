/* adcore backup --to DIR --keep N */
#include "cli/backup/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

#define NAME_TIME "adcore-YYYYMMDDTHHMMSSZ-s"

enum {
	KEEP_MAX = 100000
};

/* --keep as a number; 0: all copies are kept; -1 after printing the error. */
static int64_t keep_of(const struct ad_cli *cli)
{
	const char *text = ad_cli_value(cli, "keep");
	char *end = NULL;
	long n = text ? strtol(text, &end, 10) : 0;

	if (!text || (*text && *end == 0 && n >= 1 && n <= KEEP_MAX))
		return n;
	ad_cli_usage(cli, "--keep: '%s' is not a number from 1 to %d", text, KEEP_MAX);
	return -1;
}

/* True if the file name is one that this command generates. */
static bool is_copy(const char *name)
{
	static const char pattern[] = NAME_TIME;
	size_t i;

	for (i = 0; i < sizeof(pattern) - 1; i++) {
		bool digit = name[i] >= '0' && name[i] <= '9';
		bool letter = strchr("YMDHS", pattern[i]) && i > 6 && pattern[i] != 'T';
		if (letter ? !digit : name[i] != pattern[i])
			return false;
	}
	for (name += i; *name >= '0' && *name <= '9'; name++)
		i++;
	return i > sizeof(pattern) - 1 && strcmp(name, ".db") == 0;
}

static int is_copy_entry(const struct dirent *entry)
{
	return is_copy(entry->d_name);
}

/* Deletes the oldest copies; returns their number, or -1. Names sort by time. */
static int64_t delete_oldest(const struct ad_cli *cli, const char *folder, int64_t keep)
{
	struct dirent **found = NULL;
	int n = scandir(folder, &found, is_copy_entry, alphasort);
	int64_t deleted = 0;

	for (int i = 0; i < n; i++) {
		const char *path = ad_arena_printf(cli->arena, "%s/%s", folder, found[i]->d_name).p;
		if (keep > 0 && i < n - keep && deleted >= 0)
			deleted = unlink(path) == 0 ? deleted + 1 : -1;
		free(found[i]);
	}
	free(found);
	return n < 0 ? -1 : deleted;
}

static void print_copy(const struct ad_cli *cli, const char *path, int64_t schema, int64_t deleted)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	struct stat st = { 0 };

	if (stat(path, &st) != 0)
		st.st_size = 0;
	if (!cli->json) {
		printf("%s: %lld bytes, schema %lld, verified. %lld older %s deleted.\n"
		       "The secret (secret.key or ADCORE_SECRET_KEY) is not in the copy: keep it "
		       "apart.\n",
		       path, (long long)st.st_size, (long long)schema, (long long)deleted,
		       deleted == 1 ? "copy is" : "copies are");
		return;
	}
	ad_json_object(&j);
	ad_json_kcstr(&j, "backup", path);
	ad_json_kint(&j, "bytes", (int64_t)st.st_size);
	ad_json_kint(&j, "schema", schema);
	ad_json_kint(&j, "deleted", deleted);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
}

/* "2027-03-01T03:17:00.000Z" as "20270301T031700Z" */
static void name_time(int64_t at, char out[static 32])
{
	char text[25];
	size_t n = 0;

	ad_time_format(at, text);
	for (size_t i = 0; i < 19; i++) {
		if (text[i] != '-' && text[i] != ':')
			out[n++] = text[i];
	}
	out[n++] = 'Z';
	out[n] = 0;
}

int ad_backup_to_folder(const struct ad_cli *cli, struct ad_db *db)
{
	const char *folder = ad_cli_value(cli, "to"), *path, *part;
	int64_t keep = keep_of(cli), schema, deleted;
	char err[256] = "", time[32];

	if (keep < 0)
		return AD_EXIT_USAGE;
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be made: %s", folder,
				   strerror(errno));
	name_time(ad_now(), time);
	part = ad_arena_printf(cli->arena, "%s/adcore-%s.part-%ld", folder, time, (long)getpid()).p;
	if (!ad_db_backup(db, part, err))
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	schema = ad_backup_verify(cli, part, err);
	path = ad_arena_printf(cli->arena, "%s/adcore-%s-s%lld.db", folder, time, (long long)schema)
		       .p;
	/* link() does not replace an existing file. */
	if (schema && (!ad_backup_sync(part) || link(part, path) != 0)) {
		snprintf(err, sizeof(err), "%s", strerror(errno));
		schema = 0;
	}
	unlink(part);
	if (!schema || !ad_backup_sync(folder))
		return ad_cli_fail(cli, AD_UNAVAILABLE, "no copy is in %s: %s", folder, err);
	/* Only after a new copy was verified. */
	deleted = delete_oldest(cli, folder, keep);
	if (deleted < 0)
		return ad_cli_fail(cli, AD_UNAVAILABLE,
				   "%s is made, but older copies cannot be deleted: %s", path,
				   strerror(errno));
	print_copy(cli, path, schema, deleted);
	return AD_EXIT_OK;
}
