/*
 * A bulk file into drafts: what the command `adcore import` and the application share. Rows that
 * cannot be taken are told and left; what exists already, by its natural key, stays as it is.
 */
#ifndef AD_IMPORT_IMPORTING_H
#define AD_IMPORT_IMPORTING_H

#include "call/request/call.h"
#include "import/file/bulk.h"
#include "import/apply/import_set.h"

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

struct import_tally {
	size_t created, existing, updated, removed;
};

/* An object that rows stand below, as it was last asked for. */
struct import_parent {
	struct ad_arena *arena; /* of all this */
	struct ad_str name;     /* absent: none */
	struct ad_row *row;
	struct import_set ads; /* natural keys below it -> index in ad_ids, from 1 */
	struct ad_str *ad_ids;
	size_t ad_count, ad_room;
	bool ads_known;
};

struct importing;

/* The outcome of a row that was not refused. */
enum import_outcome {
	IMPORT_CREATED,
	IMPORT_EXISTING,
	IMPORT_PART,    /* it belongs to its campaign: a place */
	IMPORT_UPDATED, /* a row that says so changed what is there */
	IMPORT_REMOVED, /* a row that says so removed what is there, or staged its removal */
	IMPORT_REFUSED, /* told already: never given to took() */
};

/* The caller's side of an import. */
struct import_host {
	ad_table_read_fn *read; /* of the file; its argument is the import */
	/* Begins the file anew; false where it cannot. */
	bool (*rewind)(struct importing *im);
	/* Stores the rows of the batch by import_take_batch(); false with the import failed. */
	bool (*store)(struct importing *im);
	/* Report lines: a fault of a row, a warning of one that is stored, a row that is taken. */
	void (*skip)(struct importing *im, size_t line, const struct ad_import_problem *problem);
	void (*warn)(struct importing *im, size_t line, const char *code, struct ad_str message);
	void (*took)(struct importing *im, const struct ad_import_row *row,
		     enum import_outcome outcome, struct ad_str id); /* may be NULL */
	bool warns_everywhere; /* of a new campaign without a location */
	/* The lines of the batch are kept, after its commit, or dropped. May be NULL. */
	void (*keep)(struct importing *im);
	void (*drop)(struct importing *im);
};

enum import_end {
	IMPORT_DONE,
	IMPORT_FAILED,    /* storing failed, as the host's store() said */
	IMPORT_NO_REWIND, /* the file cannot be read twice */
	IMPORT_NO_EXPORT, /* the first row names no columns of the platform */
};

/* Filled by the host: call, bulk, host and arg; the rest is zero. */
struct importing {
	struct ad_call *call;       /* of one object at a time: its arena is reset with each */
	const struct ad_bulk *bulk; /* whose file it is */
	const struct import_host *host;
	void *arg;              /* the host's own */
	bool makes_parents;     /* ad groups that ads and keywords name and no row draws up */
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
	struct import_set waits;  /* parents that a row narrows that cannot be taken -> line */
	struct import_set places; /* campaigns that have rows of places -> index */
	struct import_places *place_lists;
	size_t place_count, place_room;
	struct import_tally done[IMPORT_WHATS], tally[IMPORT_WHATS];
	size_t read, skipped, batch_skipped; /* rows */
	struct ad_str before, after;         /* JSON of the fields that the row at hand changed */
};

/* import_passes.c: reads the file and stores it; import_run_done() frees what it left. */
enum import_end import_run(struct importing *im) AD_CHECK;
void import_run_done(struct importing *im);
/* The call as new, with an empty arena. */
struct ad_call *import_call_fresh(struct importing *im);
/* Forgets what a pass counted and told of the batch, before the batch is done again. */
void import_batch_drop(struct importing *im);

/* import_take.c: stores the rows of the batch in a write transaction; false: the call failed. */
bool import_take_batch(struct importing *im) AD_CHECK;

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
				      const struct ad_import_row *row, struct ad_str *id) AD_CHECK;
/* The keys of the ads of an ad group, which are few, into its set: AD_DB_DONE. */
enum ad_db_status import_know_ads(struct importing *im, struct import_parent *parent) AD_CHECK;
/* The key of the n-th ad (from 1) of the same texts. */
uint64_t import_ad_key(struct ad_str key, uint64_t n);

/* Keeps the id of an ad of its parent under its key. */
void import_keep_ad(struct import_parent *parent, uint64_t key, struct ad_str id);

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

/* import_answer.c: the report as JSON, as far as the command and the application share it. */
/* A cell, cut to what fits a line; absent where it is no text. */
struct ad_str import_value_shorten(struct ad_arena *arena, struct ad_str value);
/* A refused row; value as import_value_shorten() gives it. */
void import_skip_write(struct ad_text *out, size_t line, const struct ad_import_problem *p,
		       struct ad_str value);
/* A warning. */
void import_warn_write(struct ad_text *out, size_t line, const char *code, struct ad_str message);
/* True of a column that no import reads, and that a row fills. */
bool import_column_ignored(const struct importing *im, size_t i);
/* Members of an object: counts by kind, rows, and the columns that were ignored. */
void import_counts_write(struct ad_json *j, const struct importing *im);

#endif
