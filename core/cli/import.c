/*
 * adcore import: a platform's bulk file into drafts. Rows that cannot be taken are told and left;
 * what is there already, by its natural key, is left alone: so a file may be imported again, also
 * after a crash. Rows are stored in batches, each a transaction.
 */
#include "cli/import.h"

#include <errno.h>

#include "base/clock.h"

#define BATCH_ROWS 500
#define BATCH_BYTES ((size_t)8 << 20)
#define LOOK_EVERY (3 * AD_SECOND)

static size_t read_file(void *arg, char *out, size_t room)
{
	return fread(out, 1, room, arg);
}

/* There is no upkeep beside a command; that nothing was counted anew costs time, no more. */
static void look_anew(struct importing *im)
{
	int64_t now = ad_monotonic();

	if (now - im->looked_at < LOOK_EVERY)
		return;
	im->looked_at = now;
	(void)!ad_db_look_anew(im->drafts.work.db);
}

/* Commits the batch and begins another. */
static int end_batch(struct importing *im)
{
	int code = AD_EXIT_OK;

	if (im->pass == IMPORT_PLACES)
		import_take_places(im);
	else if (im->row_count > 0)
		code = ad_cli_work_write(&im->drafts.work, import_take_batch);
	if (code == AD_EXIT_OK)
		import_report_keep(im);
	if (code == AD_EXIT_OK)
		look_anew(im);
	ad_arena_reset(im->batch);
	im->rows = ad_arena_alloc(im->batch, BATCH_ROWS * sizeof(*im->rows));
	im->row_count = 0;
	return code;
}

static unsigned wanted_in(enum import_pass pass)
{
	static const unsigned wanted[IMPORT_PASSES] = {
		[IMPORT_PLACES] = 1u << AD_IMPORT_LOCATION | 1u << AD_IMPORT_NONE,
		[IMPORT_CAMPAIGNS] = 1u << AD_IMPORT_CAMPAIGN,
		[IMPORT_AD_GROUPS] = 1u << AD_IMPORT_AD_GROUP | 1u << AD_IMPORT_LOCATION,
		[IMPORT_LEAVES] = 1u << AD_IMPORT_AD | 1u << AD_IMPORT_KEYWORD,
	};

	return wanted[pass];
}

/* A row that could not even be read, told in the first pass. */
static void tell_unreadable(struct importing *im, const struct ad_table_row *from)
{
	struct ad_import_problem *p = ad_arena_zalloc(im->batch, sizeof(*p));

	p->reason = from->fault;
	p->suggestion = "Export the file again, as CSV.";
	im->rows[im->row_count++] =
		(struct ad_import_row){ .kind = AD_IMPORT_NONE, .line = from->line, .problems = p };
}

static int read_rows(struct importing *im, struct ad_table *table)
{
	struct ad_table_row from;
	enum ad_table_status status;
	unsigned wanted = wanted_in(im->pass);
	int code = AD_EXIT_OK;

	while (code == AD_EXIT_OK && (status = ad_table_next(table, &from)) != AD_TABLE_END) {
		struct ad_import_row *row = &im->rows[im->row_count];
		if (status == AD_TABLE_BAD && im->pass == IMPORT_PLACES)
			tell_unreadable(im, &from);
		else if (status == AD_TABLE_ROW)
			im->bulk->read(im->batch, &im->columns, &from, wanted, row);
		bool about = status == AD_TABLE_ROW && row->kind == AD_IMPORT_ABOUT;
		im->read += im->pass == IMPORT_PLACES && !about;
		if (status == AD_TABLE_ROW && (wanted & 1u << row->kind))
			im->row_count++;
		if (im->row_count == BATCH_ROWS || ad_arena_used(im->batch) > BATCH_BYTES)
			code = end_batch(im);
	}
	return code == AD_EXIT_OK ? end_batch(im) : code;
}

static int no_export(struct importing *im, const char *name)
{
	return ad_cli_fail(im->drafts.work.cli, AD_INVALID,
			   "%s is no export of %s: its first row must name the columns, Campaign "
			   "among them. %s",
			   name, im->bulk->program, im->bulk->advice);
}

/* One reading of the whole file. */
static int run_pass(struct importing *im, const char *name)
{
	struct ad_table_row header;
	struct ad_columns columns;
	int code;

	if (fseek(im->file, 0, SEEK_SET) != 0)
		return ad_cli_fail(im->drafts.work.cli, AD_INVALID,
				   "%s cannot be read from its start again: it must be a file",
				   name);
	struct ad_table *table = ad_table_open(read_file, im->file);
	struct ad_arena *arena = im->pass == IMPORT_PLACES ? im->arena : im->batch;
	if (ad_table_next(table, &header) != AD_TABLE_ROW ||
	    !ad_columns_read(arena, im->bulk, &header, &columns)) {
		code = no_export(im, name);
	} else {
		if (im->pass == IMPORT_PLACES)
			im->columns = columns;
		im->columns.words = ad_cli_bulk_words(im->bulk->platform);
		code = read_rows(im, table);
	}
	ad_table_close(table);
	if (code == AD_EXIT_OK && ferror(im->file))
		code = ad_cli_fail(im->drafts.work.cli, AD_UNAVAILABLE, "%s cannot be read", name);
	return code;
}

static int run_passes(struct importing *im, const char *name)
{
	int code = AD_EXIT_OK;
	size_t taken = 0;

	for (int pass = 0; pass < IMPORT_PASSES && code == AD_EXIT_OK; pass++) {
		im->pass = (enum import_pass)pass;
		code = run_pass(im, name);
	}
	if (code != AD_EXIT_OK)
		return code;
	for (int i = 0; i < IMPORT_WHATS; i++)
		taken += im->done[i].created + im->done[i].existing;
	if (im->read > 0)
		import_report_print(im);
	if (taken > 0)
		return AD_EXIT_OK;
	fflush(stdout);
	return im->read == 0
		       ? ad_cli_fail(im->drafts.work.cli, AD_INVALID,
				     "%s has no rows below its header", name)
		       : ad_cli_fail(im->drafts.work.cli, AD_INVALID,
				     "none of the %zu rows of %s could be taken", im->read, name);
}

/* Everything around the passes. */
static int import_file(struct importing *im, const char *name)
{
	int code;

	im->drafts.work.arg = im;
	im->drafts.call.door = AD_DOOR_IMPORT;
	im->arena = ad_arena_new();
	im->batch = ad_arena_new();
	im->campaign.arena = ad_arena_new();
	im->ad_group.arena = ad_arena_new();
	im->rows = ad_arena_alloc(im->batch, BATCH_ROWS * sizeof(*im->rows));
	code = import_report_open(im)
		       ? run_passes(im, name)
		       : ad_cli_fail(im->drafts.work.cli, AD_UNAVAILABLE,
				     "no temporary file can be made: %s", strerror(errno));
	import_report_close(im);
	ad_arena_free(im->ad_group.arena);
	ad_arena_free(im->campaign.arena);
	ad_arena_free(im->batch);
	ad_arena_free(im->arena);
	return code;
}

static int run(struct ad_cli *cli)
{
	const char *name = cli->operands[0];
	struct importing im = { .file = NULL };
	int code = ad_cli_bulk_open(cli, &im.drafts, &im.bulk);

	if (code != AD_EXIT_OK)
		return code;
	im.file = fopen(name, "rbe");
	if (im.file) {
		code = import_file(&im, name);
		fclose(im.file);
	} else {
		code = ad_cli_fail(cli, AD_INVALID, "%s cannot be opened: %s", name,
				   strerror(errno));
	}
	ad_cli_drafts_done(&im.drafts);
	return code;
}

const struct ad_command ad_command_import = {
	.name = "import",
	.summary = "Take a platform's bulk file into drafts; may be repeated. Nothing goes live.",
	.operands = "FILE",
	.operands_min = 1,
	.operands_max = 1,
	.flags = ad_cli_bulk_flags,
	.flag_count = AD_CLI_BULK_FLAGS,
	.run = run,
};
