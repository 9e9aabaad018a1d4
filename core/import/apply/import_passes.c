/* The passes of an import over its file: see importing.h. */
#include "import/apply/import_places.h"

#define BATCH_ROWS 500
#define BATCH_BYTES ((size_t)8 << 20)

struct ad_call *import_call_fresh(struct importing *im)
{
	struct ad_call *call = im->call;

	ad_arena_reset(call->arena);
	ad_call_fresh(call);
	call->parent_hint = NULL;
	return call;
}

void import_batch_drop(struct importing *im)
{
	if (im->host->drop)
		im->host->drop(im);
	memset(im->tally, 0, sizeof(im->tally));
	im->batch_skipped = 0;
}

static void keep_batch(struct importing *im)
{
	if (im->host->keep)
		im->host->keep(im);
	for (int i = 0; i < IMPORT_WHATS; i++) {
		im->done[i].created += im->tally[i].created;
		im->done[i].existing += im->tally[i].existing;
		im->done[i].updated += im->tally[i].updated;
		im->done[i].removed += im->tally[i].removed;
	}
	im->skipped += im->batch_skipped;
	import_batch_drop(im);
}

/* Stores the batch and begins another. */
static bool end_batch(struct importing *im)
{
	bool good = true;

	if (im->pass == IMPORT_PLACES)
		import_take_places(im);
	else if (im->row_count > 0)
		good = im->host->store(im);
	if (good)
		keep_batch(im);
	ad_arena_reset(im->batch);
	im->rows = ad_arena_alloc(im->batch, BATCH_ROWS * sizeof(*im->rows));
	im->row_count = 0;
	return good;
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

static bool read_rows(struct importing *im, struct ad_table *table)
{
	struct ad_table_row from;
	enum ad_table_status status;
	unsigned wanted = wanted_in(im->pass);
	bool good = true;

	while (good && (status = ad_table_next(table, &from)) != AD_TABLE_END) {
		struct ad_import_row *row = &im->rows[im->row_count];
		if (status == AD_TABLE_ROW && im->pass == IMPORT_PLACES)
			ad_columns_note(&im->columns, &from);
		if (status == AD_TABLE_BAD && im->pass == IMPORT_PLACES)
			tell_unreadable(im, &from);
		else if (status == AD_TABLE_ROW)
			im->bulk->read(im->batch, &im->columns, &from, wanted, row);
		bool about = status == AD_TABLE_ROW && row->kind == AD_IMPORT_ABOUT;
		im->read += im->pass == IMPORT_PLACES && !about;
		if (status == AD_TABLE_ROW && (wanted & 1u << row->kind))
			im->row_count++;
		if (im->row_count == BATCH_ROWS || ad_arena_used(im->batch) > BATCH_BYTES)
			good = end_batch(im);
	}
	return good && end_batch(im);
}

/* One reading of the whole file. */
static enum import_end run_pass(struct importing *im)
{
	struct ad_columns columns;
	enum import_end end = IMPORT_NO_EXPORT;

	if (!im->host->rewind(im))
		return IMPORT_NO_REWIND;
	struct ad_table *table = ad_table_open(im->host->read, im);
	struct ad_arena *arena = im->pass == IMPORT_PLACES ? im->arena : im->batch;
	if (ad_columns_find(arena, im->bulk, table, &columns)) {
		if (im->pass == IMPORT_PLACES)
			im->columns = columns;
		im->columns.words = ad_bulk_words_of(im->bulk->platform);
		im->columns.currency = ad_str(im->call->space.currency);
		end = read_rows(im, table) ? IMPORT_DONE : IMPORT_FAILED;
	}
	ad_table_close(table);
	return end;
}

enum import_end import_run(struct importing *im)
{
	enum import_end end = IMPORT_DONE;

	im->arena = ad_arena_new();
	im->batch = ad_arena_new();
	im->campaign.arena = ad_arena_new();
	im->ad_group.arena = ad_arena_new();
	im->rows = ad_arena_alloc(im->batch, BATCH_ROWS * sizeof(*im->rows));
	for (int pass = 0; pass < IMPORT_PASSES && end == IMPORT_DONE; pass++) {
		im->pass = (enum import_pass)pass;
		end = run_pass(im);
	}
	return end;
}

void import_run_done(struct importing *im)
{
	ad_arena_free(im->ad_group.arena);
	ad_arena_free(im->campaign.arena);
	ad_arena_free(im->batch);
	ad_arena_free(im->arena);
}
