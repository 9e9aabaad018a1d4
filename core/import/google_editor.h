/*
 * A row of a Google Ads Editor export as an object of ours: which kind it is by the cells that are
 * filled, and the input that creates it, in the REST field names. Pure: text in, text out.
 */
#ifndef AD_IMPORT_GOOGLE_EDITOR_H
#define AD_IMPORT_GOOGLE_EDITOR_H

#include "import/columns.h"

enum ad_import_kind {
	AD_IMPORT_CAMPAIGN,
	AD_IMPORT_LOCATION, /* of a campaign */
	AD_IMPORT_AD_GROUP,
	AD_IMPORT_AD,
	AD_IMPORT_KEYWORD,
	AD_IMPORT_NONE, /* none that can be taken: problems says why */
};

/* What is wrong with a cell. */
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
	struct ad_str input;              /* JSON object without parents, ids, and locations */
	struct ad_str locations;          /* campaign, location: items of a JSON list, or absent */
	bool removed;                     /* the file says that it is */
	/* natural keys */
	struct ad_str text;
	const char *match; /* keyword */
	bool negative;
	struct ad_str ad_key; /* all texts and the URL, in the order of the columns */
	struct ad_import_problem *problems;
	uint8_t headlines[AD_HEADLINES]; /* the column's number of each headline of the input */
	uint8_t descriptions[AD_DESCRIPTIONS];
};

/*
 * Reads a row; everything lives on the arena. `wanted` has a bit per kind: of other rows only the
 * kind is told.
 */
void ad_google_editor_row(struct ad_arena *arena, const struct ad_columns *columns,
			  const struct ad_table_row *from, unsigned wanted,
			  struct ad_import_row *out);
/* The column that a field of the input came from ("headlines[2]"), or -1. */
int ad_google_editor_column(const struct ad_import_row *row, const char *path);
/* The key of an ad by its texts and URL, from the stored JSON lists. */
struct ad_str ad_google_editor_ad_key(struct ad_arena *arena, struct ad_str headlines,
				      struct ad_str descriptions, struct ad_str url);

#endif
