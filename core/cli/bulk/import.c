/*
 * adcore import: a platform's bulk file into drafts. Rows that cannot be taken are told and left;
 * what is there already, by its natural key, is left alone: so a file may be imported again, also
 * after a crash. Rows are stored in batches, each a transaction.
 */
#include "cli/bulk/import.h"

#include <errno.h>

#include "base/clock.h"

#define LOOK_EVERY (3 * AD_SECOND)

static size_t import_read_file(void *arg, char *out, size_t room)
{
	const struct cli_import *ci = ((struct importing *)arg)->arg;

	return fread(out, 1, room, ci->file);
}

static bool rewind_file(struct importing *im)
{
	const struct cli_import *ci = im->arg;

	return !ferror(ci->file) && fseek(ci->file, 0, SEEK_SET) == 0;
}

/* There is no upkeep beside a command; that nothing was counted anew costs time, no more. */
static void look_anew(struct cli_import *ci)
{
	int64_t now = ad_monotonic();

	if (now - ci->looked_at < LOOK_EVERY)
		return;
	ci->looked_at = now;
	(void)!ad_db_look_anew(ci->drafts.work.db);
}

static int take_batch(struct ad_cli_work *work)
{
	struct cli_import *ci = work->arg;

	if (import_take_batch(&ci->im))
		return AD_EXIT_OK;
	if (ci->drafts.call.status == AD_UNAVAILABLE)
		return ad_cli_work_broken(work);
	return ad_cli_drafts_failed(&ci->drafts);
}

static bool store_batch(struct importing *im)
{
	struct cli_import *ci = im->arg;

	if (ci->dry) {
		ci->code = take_batch(&ci->drafts.work);
		return ci->code == AD_EXIT_OK;
	}
	ci->code = ad_cli_work_write(&ci->drafts.work, take_batch);
	if (ci->code == AD_EXIT_OK)
		look_anew(ci);
	return ci->code == AD_EXIT_OK;
}

static int no_export(const struct cli_import *ci, const char *name)
{
	const struct ad_bulk *bulk = ci->im.bulk;
	char first[8];

	rewind(ci->file);
	if (ad_table_is_workbook((struct ad_str){ first, fread(first, 1, 8, ci->file) }))
		return ad_cli_fail(ci->drafts.work.cli, AD_INVALID, "%s: %s", name,
				   AD_TABLE_WORKBOOK);
	return ad_cli_fail(
		ci->drafts.work.cli, AD_INVALID,
		"%s is no export of %s: a row at its head must name the columns, Campaign "
		"among them. %s",
		name, bulk->program, bulk->advice);
}

static int end_code(const struct cli_import *ci, const char *name, enum import_end end)
{
	const struct ad_cli *cli = ci->drafts.work.cli;

	if (ferror(ci->file))
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be read", name);
	if (end == IMPORT_FAILED)
		return ci->code;
	if (end == IMPORT_NO_EXPORT)
		return no_export(ci, name);
	if (end == IMPORT_NO_REWIND)
		return ad_cli_fail(cli, AD_INVALID,
				   "%s cannot be read from its start again: it must be a file",
				   name);
	return AD_EXIT_OK;
}

static int read_file_whole(struct cli_import *ci, const char *name)
{
	const struct importing *im = &ci->im;
	int code = end_code(ci, name, import_run(&ci->im));
	size_t taken = 0;

	if (code != AD_EXIT_OK)
		return code;
	for (int i = 0; i < IMPORT_WHATS; i++)
		taken += im->done[i].created + im->done[i].existing + im->done[i].updated +
			 im->done[i].removed;
	if (im->read > 0)
		cli_import_report_print(ci);
	if (taken > 0)
		return AD_EXIT_OK;
	fflush(stdout);
	return im->read == 0
		       ? ad_cli_fail(ci->drafts.work.cli, AD_INVALID,
				     "%s has no rows below its header", name)
		       : ad_cli_fail(ci->drafts.work.cli, AD_INVALID,
				     "none of the %zu rows of %s could be taken", im->read, name);
}

/* A dry run: imports within a transaction and rolls it back. */
static int try_file(struct cli_import *ci, const char *name)
{
	struct ad_cli_work *work = &ci->drafts.work;

	if (ad_db_begin(work->db, true) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	int code = read_file_whole(ci, name);
	ad_db_rollback(work->db);
	return code;
}

static int import_file(struct cli_import *ci, const char *name)
{
	static const struct import_host host = {
		.read = import_read_file,
		.rewind = rewind_file,
		.store = store_batch,
		.skip = cli_import_skip,
		.warn = cli_import_warn,
		.keep = cli_import_keep,
		.drop = cli_import_drop,
	};
	int code;

	ci->drafts.work.arg = ci;
	ci->drafts.call.door = AD_DOOR_IMPORT;
	ci->im.call = &ci->drafts.call;
	ci->im.host = &host;
	ci->im.arg = ci;
	code = cli_import_report_open(ci)
		       ? (ci->dry ? try_file : read_file_whole)(ci, name)
		       : ad_cli_fail(ci->drafts.work.cli, AD_UNAVAILABLE,
				     "no temporary file can be made: %s", strerror(errno));
	cli_import_report_close(ci);
	import_run_done(&ci->im);
	return code;
}

static int import_run_file(struct ad_cli *cli)
{
	const char *name = cli->operands[0];
	struct cli_import ci = { .file = NULL };
	int code = ad_cli_bulk_open(cli, &ci.drafts, &ci.im.bulk);

	if (code != AD_EXIT_OK)
		return code;
	ci.dry = ad_cli_has(cli, "dry-run");
	ci.im.makes_parents = ad_cli_has(cli, "make-parents");
	ci.file = fopen(name, "rbe");
	if (ci.file) {
		code = import_file(&ci, name);
		fclose(ci.file);
	} else {
		code = ad_cli_fail(cli, AD_INVALID, "%s cannot be opened: %s", name,
				   strerror(errno));
	}
	ad_cli_drafts_done(&ci.drafts);
	return code;
}

const struct ad_command ad_command_import = {
	.name = "import",
	.summary = "Import a platform's bulk file as drafts; may be repeated. Nothing goes live.",
	.operands = "FILE",
	.operands_min = 1,
	.operands_max = 1,
	.flags = ad_cli_bulk_flags,
	.flag_count = AD_CLI_IMPORT_FLAGS,
	.run = import_run_file,
};
