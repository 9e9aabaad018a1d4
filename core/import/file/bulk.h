/*
 * The platforms' bulk files, a row of functions and tables each: how a file of it is read as inputs
 * of ours, and how our objects are written as its rows. Pure: text in, text out.
 */
#ifndef AD_IMPORT_BULK_H
#define AD_IMPORT_BULK_H

#include "import/file/columns.h"
#include "model/row.h"

enum ad_import_kind {
	AD_IMPORT_CAMPAIGN,
	AD_IMPORT_LOCATION, /* of a campaign: a place, or how places are meant */
	AD_IMPORT_AD_GROUP,
	AD_IMPORT_AD,
	AD_IMPORT_KEYWORD,
	AD_IMPORT_NONE,  /* none that can be taken: problems says why */
	AD_IMPORT_ABOUT, /* about the file itself: passed over */
};

/* The fault of a cell. */
struct ad_import_problem {
	struct ad_import_problem *next;
	struct ad_str column; /* as the file names it; "" of the whole row */
	struct ad_str value;  /* the cell, absent where it is empty */
	const char *reason;
	const char *suggestion; /* what to do */
};

struct ad_import_row {
	enum ad_import_kind kind;
	size_t line;
	struct ad_str campaign, ad_group; /* names; ad_group absent on campaign level */
	/* flat: the platform's own ids, as the file has them, absent where it has none */
	struct ad_str campaign_id, ad_group_id, ad_id;
	struct ad_str input;     /* JSON object without parents, ids, and locations */
	struct ad_str locations; /* campaign, location: items of a JSON list, or absent */
	const char *geo_mode;    /* location: how places are meant, or NULL */
	/* location: it holds hours, not a place; they are items of a JSON list, or absent */
	bool of_hours;
	struct ad_str hours;
	/* ad group: what it says for itself and only a campaign can here, absent where nothing */
	struct ad_str starts;    /* a day, YYYY-MM-DD */
	struct ad_str languages; /* a JSON list */
	bool removed;            /* the file says that it is */
	bool edits, takes_away;  /* the file says so: it changes, or removes, one that is there */
	bool excludes;           /* location: it is one to stay away from */
	bool holds;              /* a cell limits something that an import has no place for */
	bool narrows; /* none: without it the ads of its campaign, or ad group, reach others */
	/* natural keys */
	struct ad_str text;
	const char *match; /* keyword */
	bool match_open;   /* the file does not say; match is the usual one */
	bool negative;
	struct ad_str ad_key; /* all texts and the URL, in the order of the columns */
	struct ad_import_problem *problems;
	const char *note;                /* what of it stays behind though it is taken, or NULL */
	bool holds_ad;                   /* flat: there is an ad in it, whatever of it was read */
	uint8_t headlines[AD_HEADLINES]; /* the column's number of each headline of the input */
	uint8_t descriptions[AD_DESCRIPTIONS];
	int bid; /* the column of a keyword's bid */
};

/* Words that a platform has numbers or names of its own for: its adapter's. */
struct ad_bulk_words {
	int64_t (*geo_id)(struct ad_str code); /* of a country or number of ours; 0: none */
	struct ad_str (*geo_code)(struct ad_arena *arena, struct ad_str id);
	struct ad_str (*language_name)(struct ad_str tag); /* absent: none */
	struct ad_str (*language_tag)(struct ad_str name);
};

/* A file while it is written, a row at a time. Filled by the caller but for the cells. */
struct ad_bulk_writer {
	const struct ad_bulk *bulk;
	const struct ad_bulk_words *words;
	struct ad_text *out;
	struct ad_arena *arena;           /* of the object at hand */
	struct ad_str campaign, ad_group; /* names of those that the object stands below */
	struct ad_str time_zone;          /* as the platform calls the Space's; absent: none */
	/* Told of a field that the file has no place for. `path` and `why` are constant. */
	void (*left)(void *arg, const struct ad_row *row, const char *path, const char *why);
	void *arg;
	struct ad_str cells[AD_COL_COUNT];
	/* flat: the cells of the campaign, the ad group and the ad that are not written yet */
	struct ad_str kept[3][AD_COL_COUNT];
	bool pending;
};

struct ad_bulk {
	enum ad_platform platform;
	const char *program; /* whose files they are */
	const char *advice;  /* how to get one */
	const char *type;    /* of the campaigns that can stand in it */
	bool flat;           /* a row is an ad with its ad group and campaign beside it */
	const char *version; /* of the format, in a row of its own; NULL: it has none */
	const struct ad_column_name *names;
	size_t name_count;
	const struct ad_column_other *others;
	size_t other_count;
	const struct ad_column_narrow *narrows;
	size_t narrow_count;
	/*
	 * Reads a row; everything lives on the arena. `wanted` has a bit per kind: of other rows
	 * only the kind is told.
	 */
	void (*read)(struct ad_arena *arena, const struct ad_columns *columns,
		     const struct ad_table_row *from, unsigned wanted, struct ad_import_row *out);
	const int16_t *written; /* the columns of an export, in its order */
	size_t written_count;
	/* Writes the rows of an object (flat: its cells): campaign, ad group, ad or keyword. */
	void (*write)(struct ad_bulk_writer *w, const struct ad_row *row);
};

/* Without the spaces and tabs around it, as every cell is read; absent where nothing is left. */
struct ad_str ad_bulk_trim(struct ad_str text);
/* NULL where the platform has no bulk file of campaigns. */
const struct ad_bulk *ad_bulk_of(enum ad_platform platform);
/* A platform's numbers of places and names of languages. */
const struct ad_bulk_words *ad_bulk_words_of(enum ad_platform platform);

/* The column that a field of the input came from ("headlines[2]"), or -1. */
int ad_bulk_column(const struct ad_import_row *row, const char *path);
/* The key of an ad by its texts and URL, from the stored JSON lists; spaces around each aside. */
struct ad_str ad_bulk_ad_key(struct ad_arena *arena, struct ad_str headlines,
			     struct ad_str descriptions, struct ad_str url);

/*
 * A text that a spreadsheet would run as a formula (= + - @, tab, carriage return in front, behind
 * any number of apostrophes) stands behind one more apostrophe; unguard takes that one away again,
 * so that every text reads back as it was.
 */
struct ad_str ad_bulk_guard(struct ad_arena *arena, struct ad_str text);
struct ad_str ad_bulk_unguard(struct ad_str cell);

/* The mark of UTF-8, the header row, and the one of the version. */
void ad_bulk_write_header(struct ad_bulk_writer *w);
/*
 * Writes an object. Where the file is flat a campaign and an ad group are kept, as far as the
 * arena of theirs, until a row below them is written, or ad_bulk_write_kept() is called.
 */
void ad_bulk_write_object(struct ad_bulk_writer *w, const struct ad_row *row);
void ad_bulk_write_kept(struct ad_bulk_writer *w);
/* For ad_bulk.write: the row's cells, trimmed, guarded and quoted, and begins another. */
void ad_bulk_write_row(struct ad_bulk_writer *w);

extern const struct ad_bulk ad_bulk_google, ad_bulk_microsoft, ad_bulk_meta;

#endif
