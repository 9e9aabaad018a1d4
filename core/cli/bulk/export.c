/*
 * adcore export: the drafts of one platform as its own bulk file, so that what `adcore import`
 * makes of it is the same again. What the file has no place for is told. Everything is read at one
 * moment, an object at a time; the file is there whole or not at all.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "call/rules/rules.h"
#include "cli/bulk/bulk.h"
#include "cli/bulk/import.h"
#include "platform/microsoft/adapter.h"
#include "store/objects/rows.h"

#define PAGE 500       /* ids at a time */
#define LINES_MAX 1000 /* of what is not carried, that are shown */

struct exporting {
	struct ad_cli_drafts drafts;
	struct ad_bulk_writer w;
	FILE *file;
	struct ad_arena *arena;  /* as long as the export */
	struct import_set names; /* of campaigns, and of ad groups in them */
	struct ad_text out;      /* of an object; on the heap */
	struct ad_text lines;    /* of what is not carried, ended by line breaks; on the heap */
	size_t left, done[AD_RESOURCE_COUNT];
	struct ad_arena *arenas[AD_RESOURCE_COUNT]; /* of the last object of a kind */
};

/* A kind of object below another: $1, $2 the realm, $3 what it is below, $4 the id behind which. */
struct level {
	enum ad_resource_id kind;
	const char *sql;
	int (*each)(struct exporting *ex, const struct ad_row *row);
};

#define IDS(table, where)                                                                          \
	"SELECT id FROM " table " WHERE space_id = $1 AND environment = $2 AND " where " = $3"     \
	" AND sync_state <> 'REMOVED' AND id > $4 ORDER BY id LIMIT 500"

static void export_left(void *arg, const struct ad_row *row, const char *path, const char *why)
{
	struct exporting *ex = arg;
	struct ad_json j = ad_json_on(&ex->lines);

	if (++ex->left > LINES_MAX)
		return;
	if (!ex->drafts.work.cli->json) {
		ad_text_addf(&ex->lines, "  %s %.*s%s%s: %s\n", row->res->name, AD_FMT(row->id),
			     *path ? ", " : "", path, why);
		return;
	}
	if (ex->left > 1)
		ad_text_addc(&ex->lines, ',');
	ad_json_object(&j);
	ad_json_kcstr(&j, "resource", row->res->name);
	ad_json_kstr(&j, "id", row->id);
	ad_json_kcstr(&j, "path", path);
	ad_json_kcstr(&j, "reason", why);
	ad_json_object_end(&j);
}

/* --- the walk --------------------------------------------------------------------------------- */

static int export_flush(struct exporting *ex)
{
	struct ad_str s = ad_text_str(&ex->out);

	if (s.n > 0 && fwrite(s.p, 1, s.n, ex->file) != s.n)
		return ad_cli_fail(ex->drafts.work.cli, AD_UNAVAILABLE,
				   "the file cannot be written: %s", strerror(errno));
	ex->out.n = 0;
	return AD_EXIT_OK;
}

/* The next ids of a level, after the last of *count; at most PAGE, alone on the arena. */
static enum ad_db_status next_ids(struct exporting *ex, const struct level *level,
				  struct ad_arena *arena, struct ad_str below, struct ad_str *ids,
				  size_t *count)
{
	struct ad_realm realm = ad_call_realm(&ex->drafts.call);
	struct ad_stmt *s = ad_sql(ex->drafts.work.db, level->sql);
	char last[AD_ID_SIZE] = "";
	enum ad_db_status status;

	if (*count)
		snprintf(last, sizeof(last), "%.*s", AD_FMT(ids[*count - 1]));
	ad_arena_reset(arena);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, below);
	ad_bind(s, 4, ad_str(last));
	*count = 0;
	while ((status = ad_step(s)) == AD_DB_ROW && *count < PAGE)
		ids[(*count)++] = ad_arena_copy(arena, ad_col(s, 0));
	return status;
}

static int take_one(struct exporting *ex, const struct level *level, struct ad_arena *arena,
		    struct ad_str id)
{
	struct ad_row *row;
	enum ad_db_status status =
		ad_row_load(ex->drafts.work.db, arena, ad_call_realm(&ex->drafts.call),
			    ad_resource_row(level->kind), id, &row);

	if (status == AD_DB_DONE)
		return AD_EXIT_OK;
	if (status != AD_DB_ROW)
		return ad_cli_work_broken(&ex->drafts.work);
	if (row->removal) {
		export_left(ex, row, "", "its removal is staged");
		return AD_EXIT_OK;
	}
	return level->each(ex, row);
}

static int export_walk(struct exporting *ex, const struct level *level, struct ad_str below)
{
	struct ad_arena *page = ad_arena_new(), *arena = ad_arena_new();
	struct ad_str *ids = ad_xcalloc(PAGE, sizeof(*ids));
	size_t count = 0;
	int code = AD_EXIT_OK;

	do {
		if (next_ids(ex, level, page, below, ids, &count) != AD_DB_DONE)
			code = ad_cli_work_broken(&ex->drafts.work);
		for (size_t i = 0; i < count && code == AD_EXIT_OK; i++) {
			code = take_one(ex, level, arena, ids[i]);
			ad_arena_reset(arena);
		}
	} while (code == AD_EXIT_OK && count == PAGE);
	free(ids);
	ad_arena_free(arena);
	ad_arena_free(page);
	return code;
}

/* --- objects ---------------------------------------------------------------------------------- */

static int export_write_one(struct exporting *ex, const struct ad_row *row)
{
	struct ad_arena **arena = &ex->arenas[row->res->id];

	if (!*arena)
		*arena = ad_arena_new();
	ad_arena_reset(*arena);
	ex->w.arena = *arena;
	ad_bulk_write_object(&ex->w, row);
	ex->done[row->res->id]++;
	return export_flush(ex);
}

/* Writes an object that has no rows below it. */
static int write_kept(struct exporting *ex, int code)
{
	if (code != AD_EXIT_OK)
		return code;
	ad_bulk_write_kept(&ex->w);
	return export_flush(ex);
}

static int take_ad(struct exporting *ex, const struct ad_row *row)
{
	struct ad_str type = ad_row_text(row, "type");
	bool link = ad_str_is(type, "IMAGE") || ad_str_is(type, "VIDEO");

	if (ex->w.bulk->flat ? link : ad_str_is(type, "RESPONSIVE_SEARCH"))
		return export_write_one(ex, row);
	export_left(ex, row, "type", "ads of this type cannot be drafted from a file");
	return AD_EXIT_OK;
}

/*
 * True if another object below the same parent already has the name. A file identifies objects only
 * by name, and its reader would merge them, so this one is left out with all below it.
 */
static bool is_namesake(struct exporting *ex, const struct ad_row *row, struct ad_str parent)
{
	uint64_t digest = import_digest(ad_bulk_trim(ad_row_text(row, "name")), parent);
	bool found = import_set_get(&ex->names, digest) != 0;

	if (found)
		export_left(ex, row, "name", "one before it has this name; it is left out whole");
	else
		import_set_put(ex->arena, &ex->names, digest, 1);
	return found;
}

/*
 * An object that lost part of its audience in a copy looks in a file as if it had none: whoever
 * takes it from there would show its ads to all.
 */
static bool export_is_true(const struct ad_row *row, const char *field)
{
	size_t index = 0;

	return ad_field_find(&row->res->shape, ad_str(field), &index) && row->v[index].i != 0;
}

static int take_ad_group(struct exporting *ex, const struct ad_row *row)
{
	static const struct level ads = { AD_R_AD, IDS("ads", "ad_group_id"), take_ad };
	static const struct level keywords = { AD_R_KEYWORD, IDS("keywords", "ad_group_id"),
					       export_write_one };

	if (is_namesake(ex, row, ad_row_text(row, "campaignId")))
		return AD_EXIT_OK;
	if (export_is_true(row, "targetingLost")) {
		export_left(ex, row, "targeting",
			    "a copy lost part of it: set it first; it is left out whole");
		return AD_EXIT_OK;
	}
	ex->w.ad_group = ad_row_text(row, "name");
	int code = export_write_one(ex, row);
	if (code == AD_EXIT_OK)
		code = export_walk(ex, &ads, row->id);
	if (code == AD_EXIT_OK)
		code = export_walk(ex, &keywords, row->id);
	return write_kept(ex, code);
}

/* Why a campaign, and all below it, cannot stand in the file; NULL where it can. */
static const char *export_unfit(const struct ad_bulk *bulk, const struct ad_row *row,
				const char **path)
{
	*path = "type";
	if (!ad_str_is(ad_row_text(row, "type"), bulk->type))
		return "campaigns of this type cannot be drafted from a file; it is left out whole";
	*path = "budgetLevel";
	if (!ad_str_is(ad_row_text(row, "budgetLevel"), "CAMPAIGN"))
		return "its budget is not its own; it is left out whole";
	*path = "locations";
	if (export_is_true(row, "targetingLost"))
		return "a copy lost part of them: set them first; it is left out whole";
	*path = "languages";
	if (export_is_true(row, "languagesLost"))
		return "a copy lost part of them: set them first; it is left out whole";
	*path = "budgetPeriod";
	if (!ad_str_is(ad_row_text(row, "budgetPeriod"), "DAILY"))
		return "its budget is not by the day; it is left out whole";
	return NULL;
}

static int take_campaign(struct exporting *ex, const struct ad_row *row)
{
	static const struct level negatives = { AD_R_KEYWORD, IDS("keywords", "campaign_id"),
						export_write_one };
	static const struct level groups = { AD_R_AD_GROUP, IDS("ad_groups", "campaign_id"),
					     take_ad_group };
	const char *path, *why = export_unfit(ex->w.bulk, row, &path);

	if (why) {
		export_left(ex, row, path, why);
		return AD_EXIT_OK;
	}
	if (is_namesake(ex, row, (struct ad_str){ NULL, 0 }))
		return AD_EXIT_OK;
	ex->w.campaign = ad_row_text(row, "name");
	ex->w.ad_group = (struct ad_str){ NULL, 0 };
	int code = export_write_one(ex, row);
	if (code == AD_EXIT_OK)
		code = export_walk(ex, &negatives, row->id);
	if (code == AD_EXIT_OK)
		code = export_walk(ex, &groups, row->id);
	return write_kept(ex, code);
}

static int write_all(struct exporting *ex)
{
	static const struct level campaigns = { AD_R_CAMPAIGN, IDS("campaigns", "platform"),
						take_campaign };
	enum ad_db_status status = ad_db_begin(ex->drafts.work.db, false);
	int code = AD_EXIT_OK;

	ex->w.arena = ex->arena;
	ad_bulk_write_header(&ex->w);
	if (status != AD_DB_DONE)
		return ad_cli_work_broken(&ex->drafts.work);
	code = export_flush(ex);
	if (code == AD_EXIT_OK)
		code = export_walk(ex, &campaigns, ad_str(ad_platform_name(ex->w.bulk->platform)));
	ad_db_rollback(ex->drafts.work.db);
	return code;
}

/* --- the report ------------------------------------------------------------------------------- */

static const struct {
	enum ad_resource_id kind;
	const char *name, *words;
} kinds[] = {
	{ AD_R_CAMPAIGN, "campaigns", "campaigns" },
	{ AD_R_AD_GROUP, "adGroups", "ad groups" },
	{ AD_R_AD, "ads", "ads" },
	{ AD_R_KEYWORD, "keywords", "keywords" },
};

static void export_report(struct exporting *ex, const char *name)
{
	const struct ad_cli *cli = ex->drafts.work.cli;
	struct ad_str lines = ad_text_str(&ex->lines);

	if (cli->json) {
		printf("{");
		for (size_t i = 0; i < AD_LEN(kinds); i++)
			printf("\"%s\":%zu,", kinds[i].name, ex->done[kinds[i].kind]);
		printf("\"notCarried\":%zu,\"report\":[%.*s]}\n", ex->left, AD_FMT(lines));
		return;
	}
	printf("Wrote");
	for (size_t i = 0; i < AD_LEN(kinds); i++)
		printf("%s %zu %s",
		       i == 0                  ? ""
		       : i + 1 < AD_LEN(kinds) ? ","
					       : " and",
		       ex->done[kinds[i].kind], kinds[i].words);
	printf(" to %s for %s.\n", name, ex->w.bulk->program);
	if (!ex->left)
		return;
	printf("\nNot carried:\n%.*s", AD_FMT(lines));
	if (ex->left > LINES_MAX)
		printf("  … and %zu more\n", ex->left - LINES_MAX);
}

/* --- the command ------------------------------------------------------------------------------ */

/* Writes beside the file and puts it in its place only when it is whole and on the disk. */
static int write_file(struct exporting *ex, const char *name)
{
	const struct ad_cli *cli = ex->drafts.work.cli;
	struct ad_str part = ad_arena_printf(cli->arena, "%s.%ld.part", name, (long)getpid());

	ex->file = fopen(part.p, "wbxe");
	if (!ex->file)
		return ad_cli_fail(cli, AD_INVALID, "%s cannot be written: %s", name,
				   strerror(errno));
	int code = write_all(ex);
	bool whole = fflush(ex->file) == 0 && fsync(fileno(ex->file)) == 0;
	int error = errno;
	whole = fclose(ex->file) == 0 && whole;
	if (code == AD_EXIT_OK && whole && rename(part.p, name) == 0)
		return AD_EXIT_OK;
	error = whole ? errno : error;
	unlink(part.p);
	if (code == AD_EXIT_OK)
		code = ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be written: %s", name,
				   strerror(error));
	return code;
}

static int export_run(struct ad_cli *cli)
{
	struct exporting ex = { .left = 0 };
	int code = ad_cli_bulk_open(cli, &ex.drafts, &ex.w.bulk);

	if (code != AD_EXIT_OK)
		return code;
	ex.arena = ad_arena_new();
	ex.w.words = ad_bulk_words_of(ex.w.bulk->platform);
	ex.w.time_zone = microsoft_zone(ad_str(ex.drafts.call.space.timezone));
	ex.w.out = &ex.out;
	ex.w.left = export_left;
	ex.w.arg = &ex;
	code = write_file(&ex, cli->operands[0]);
	if (code == AD_EXIT_OK)
		export_report(&ex, cli->operands[0]);
	for (size_t i = 0; i < AD_LEN(ex.arenas); i++)
		if (ex.arenas[i])
			ad_arena_free(ex.arenas[i]);
	ad_arena_free(ex.arena);
	ad_text_free(&ex.out);
	ad_text_free(&ex.lines);
	ad_cli_drafts_done(&ex.drafts);
	return code;
}

const struct ad_command ad_command_export = {
	.name = "export",
	.summary = "Write a platform's drafts to a bulk file that import can read.",
	.operands = "FILE",
	.operands_min = 1,
	.operands_max = 1,
	.flags = ad_cli_bulk_flags,
	.flag_count = AD_CLI_BULK_FLAGS,
	.run = export_run,
};
