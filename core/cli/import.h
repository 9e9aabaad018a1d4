/* Inside core/cli: an import at work. */
#ifndef AD_CLI_IMPORT_H
#define AD_CLI_IMPORT_H

#include <stdio.h>

#include "cli/bulk.h"
#include "import/bulk.h"

/*
 * The file is read once for each of these, so that its rows may stand in any order and none but
 * those of one batch are in memory.
 */
enum import_pass {
	IMPORT_PLACES, /* of the campaigns; and the rows that nothing can be made of */
	IMPORT_CAMPAIGNS,
	IMPORT_AD_GROUPS,
	IMPORT_LEAVES, /* ads and keywords */
	IMPORT_PASSES
};

enum import_what {
	IMPORT_OF_CAMPAIGNS,
	IMPORT_OF_AD_GROUPS,
	IMPORT_OF_ADS,
	IMPORT_OF_KEYWORDS,
	IMPORT_WHATS
};

/* A set of 64-bit digests on an arena. Zeroed at first. */
struct import_set {
	uint64_t *slots; /* 0: free */
	uint64_t *values;
	size_t count, room;
};

/* Lines for the report, a file of each pass in the order of the file's rows. */
struct import_lines {
	FILE *files[IMPORT_PASSES];
	struct ad_text batch; /* of the batch that is not committed yet; on the heap */
	size_t count, batch_count;
};

struct import_tally {
	size_t created, existing;
};

/* An object that rows stand below, as it was last asked for. */
struct import_parent {
	struct ad_arena *arena; /* of all this */
	struct ad_str name;     /* absent: none */
	struct ad_row *row;
	struct import_set ads; /* natural keys below it */
	bool ads_known;
};

struct importing {
	struct ad_cli_drafts drafts; /* work.arg is this */
	const struct ad_bulk *bulk;  /* whose file it is */
	FILE *file;
	struct ad_arena *arena; /* as long as the import */
	struct ad_columns columns;
	enum import_pass pass;
	struct ad_import_row *rows; /* the batch, on an arena of its own */
	size_t row_count;
	struct ad_arena *batch;
	struct import_parent campaign, ad_group;
	struct import_set seen;  /* flat files: campaigns and ad groups -> first line */
	struct import_set ids;   /* flat files: the same -> digest of the platform's id */
	struct import_set ads;   /* flat files: ads -> which of its texts; texts -> how many */
	struct import_set edges; /* names with spaces around them -> index in edge_ids, from 1 */
	struct ad_str *edge_ids;
	size_t edge_count, edge_room;
	bool edges_known;
	struct import_set bad;    /* parents that could not be taken -> line */
	struct import_set places; /* campaigns that have rows of places -> index */
	struct import_places *place_lists;
	size_t place_count, place_room;
	struct import_tally done[IMPORT_WHATS], tally[IMPORT_WHATS];
	size_t read, skipped, batch_skipped; /* rows */
	struct import_lines skips, warnings;
	int64_t looked_at; /* ad_monotonic(): see ad_db_look_anew() */
};

/* What the rows of places say of a campaign. */
struct import_places {
	struct ad_text list; /* items of a JSON list; on im->arena */
	size_t good, bad;    /* places to show in: known, not known */
	const char *mode;    /* how they are meant, or NULL */
};

/* import_take.c: stores the rows of the batch; for ad_cli_work_write(). */
int import_take_batch(struct ad_cli_work *work);
/* Takes the rows of places of the batch into im->place_lists. */
void import_take_places(struct importing *im);

/*
 * import_there.c: what is there already. AD_DB_ROW where it is, AD_DB_DONE where not; names and
 * texts compare without the spaces around them.
 */
enum ad_db_status import_find_campaign(struct importing *im, struct ad_str name,
				       struct ad_str *id) AD_CHECK;
enum ad_db_status import_find_ad_group(struct importing *im, struct ad_str name,
				       struct ad_str campaign, struct ad_str *id) AD_CHECK;
/* The row's campaign into im->campaign; its ad group, below that campaign, into im->ad_group. */
enum ad_db_status import_campaign_of(struct importing *im,
				     const struct ad_import_row *row) AD_CHECK;
enum ad_db_status import_ad_group_of(struct importing *im,
				     const struct ad_import_row *row) AD_CHECK;
void import_forget(struct import_parent *parent);
/*
 * The row's keyword below its parent, by an index: where rows are shuffled each has another parent,
 * so that what is read for one must not be all that the parent has.
 */
enum ad_db_status import_find_keyword(struct importing *im, const struct import_parent *parent,
				      const struct ad_import_row *row) AD_CHECK;
/* The keys of the ads of an ad group, which are few, into its set: AD_DB_DONE. */
enum ad_db_status import_know_ads(struct importing *im, struct import_parent *parent) AD_CHECK;
/* The key of the n-th ad (from 1) of the same texts. */
uint64_t import_ad_key(struct ad_str key, uint64_t n);

/* import_skip.c: rows that are not taken */
/* Tells every problem of a row and every fault of the call. */
void import_skip_row(struct importing *im, const struct ad_import_row *row);
/* Tells that a row is not taken for the sake of its campaign, or of its ad group. */
void import_skip_below(struct importing *im, const struct ad_import_row *row, bool ad_group,
		       const char *reason, const char *suggestion);
/* A parent that is not taken (ad_group absent: a campaign): those below it are not either. */
void import_mark_bad(struct importing *im, struct ad_str campaign, struct ad_str ad_group,
		     size_t line);
/* Tells that a row's campaign, or ad group where that is given, is not there. */
void import_skip_orphan(struct importing *im, const struct ad_import_row *row,
			struct ad_str ad_group);

/* Tells that a row is of another campaign, or ad group, than the one of its name in that line. */
void import_skip_namesake(struct importing *im, const struct ad_import_row *row, bool ad_group,
			  uint64_t line);

/* import_report.c */
bool import_report_open(struct importing *im) AD_CHECK;
void import_report_close(struct importing *im);
/* What a pass said of the batch is kept, after its commit, or dropped, before it is done again. */
void import_report_keep(struct importing *im);
void import_report_drop(struct importing *im);
/* A fault of a row. column and value may be absent. */
void import_skip(struct importing *im, size_t line, const struct ad_import_problem *problem);
/* A warning about a row that is stored all the same. */
void import_warn(struct importing *im, size_t line, const char *code, struct ad_str message);
/* Prints the whole, as JSON or for people. */
void import_report_print(struct importing *im);

/* import_set.c */
uint64_t import_digest(struct ad_str a, struct ad_str b);
/* The value kept under a digest, or 0. */
uint64_t import_set_get(const struct import_set *set, uint64_t digest);
/* Keeps a value (not 0) under a digest. */
void import_set_put(struct ad_arena *arena, struct import_set *set, uint64_t digest,
		    uint64_t value);

#endif
