/*
 * The columns of a platform's bulk file: the meaning of the names in a header row, and their places
 * in the rows that follow.
 */
#ifndef AD_IMPORT_COLUMNS_H
#define AD_IMPORT_COLUMNS_H

#include "base/arena.h"
#include "import/file/table.h"

#define AD_HEADLINES 15
#define AD_DESCRIPTIONS 4

enum ad_column_id {
	AD_COL_CAMPAIGN,
	AD_COL_CAMPAIGN_TYPE,
	AD_COL_BUDGET,
	AD_COL_BUDGET_TYPE,
	AD_COL_NETWORKS,
	AD_COL_LANGUAGES,
	AD_COL_BID_STRATEGY,
	AD_COL_TARGET_CPA,
	AD_COL_TARGET_ROAS,
	AD_COL_CPC_LIMIT,
	AD_COL_START_DATE,
	AD_COL_END_DATE,
	AD_COL_TRACKING,
	AD_COL_URL_SUFFIX,
	AD_COL_GEO_MODE,
	AD_COL_EU_POLITICAL,
	AD_COL_SCHEDULE, /* Google: all hours of a campaign */
	AD_COL_LABELS,
	AD_COL_SHARED_BUDGET,
	AD_COL_CAMPAIGN_STATUS,
	AD_COL_LOCATION,
	AD_COL_LOCATION_ID,
	AD_COL_AD_GROUP,
	AD_COL_AD_GROUP_STATUS,
	AD_COL_MAX_CPC,
	AD_COL_AD_TYPE,
	AD_COL_FINAL_URL,
	AD_COL_PATH_1,
	AD_COL_PATH_2,
	AD_COL_KEYWORD,
	AD_COL_CRITERION,
	AD_COL_STATUS,
	AD_COL_ACTION,   /* sheets of Google Ads: the row's action */
	AD_COL_ROW_TYPE, /* Microsoft: the kind of the row */
	AD_COL_TIME_ZONE,
	AD_COL_FORMAT_VERSION,
	AD_COL_KEYWORD_BID,
	AD_COL_BID_ADJUSTMENT,
	AD_COL_FROM_HOUR, /* Microsoft: hours of a campaign, a record for each interval */
	AD_COL_FROM_MINUTE,
	AD_COL_TO_HOUR,
	AD_COL_TO_MINUTE,
	AD_COL_NEGATIVE, /* sheets of Google Ads: the text of a negative keyword */
	AD_COL_LEVEL,    /* the same: campaign or ad group */
	AD_COL_CURRENCY, /* of the amounts of the row */
	/* Meta's; an ad's name is in AD_COL_KEYWORD */
	AD_COL_CAMPAIGN_ID,
	AD_COL_GROUP_ID,
	AD_COL_AD_ID,
	AD_COL_BUYING_TYPE,
	AD_COL_LIFETIME_BUDGET,
	AD_COL_CATEGORIES,
	AD_COL_CATEGORY_COUNTRIES,
	AD_COL_GROUP_START,
	AD_COL_GROUP_STOP,
	AD_COL_GROUP_BUDGET,
	AD_COL_GROUP_LIFETIME,
	AD_COL_GROUP_STRATEGY,
	AD_COL_PLACES_OUT,
	AD_COL_AGE_MIN,
	AD_COL_AGE_MAX,
	AD_COL_GENDER,
	AD_COL_DEVICES,
	AD_COL_INTERESTS, /* "Flexible Inclusions": a list in JSON */
	AD_COL_ADVANTAGE,
	AD_COL_BENEFICIARY,
	AD_COL_PAYER,
	AD_COL_GOAL,
	AD_COL_BILLING,
	AD_COL_DESTINATION,
	AD_COL_PIXEL,
	AD_COL_EVENT,
	AD_COL_PAGE,
	AD_COL_BODY,
	AD_COL_BUTTON,
	AD_COL_IMAGE,
	AD_COL_VIDEO,
	AD_COL_HEADLINE, /* and those after it, by number */
	AD_COL_HEADLINE_PIN = AD_COL_HEADLINE + AD_HEADLINES,
	AD_COL_DESCRIPTION = AD_COL_HEADLINE_PIN + AD_HEADLINES,
	AD_COL_DESCRIPTION_PIN = AD_COL_DESCRIPTION + AD_DESCRIPTIONS,
	AD_COL_COUNT = AD_COL_DESCRIPTION_PIN + AD_DESCRIPTIONS,
	/* A column of another kind of row, such as sitelinks: reported, not imported. */
	AD_COL_OTHER = AD_COL_COUNT,
	AD_COL_NARROWS, /* a setting that limits people or spend: reported, and its object waits */
	AD_COL_IGNORED,
};

struct ad_bulk;
struct ad_bulk_words;

/* A column's name and its meaning; the first name of an id is the platform's own. */
struct ad_column_name {
	const char *name;
	int id;
};

/* A column that only another kind of row uses. */
struct ad_column_other {
	const char *name;
	const char *kind; /* the content of such a row */
	bool narrows;     /* without the row more people see the ads of its campaign or ad group */
};

/*
 * A column that limits an audience or spend and is not imported. A filled cell holds its object
 * back, unless the cell means that there is no limit.
 */
struct ad_column_narrow {
	const char *name;
	const char *what;  /* in the plural, for a message */
	int of;            /* its enum ad_import_kind, or AD_NARROWS_ANY */
	const char *plain; /* more cells that limit nothing, split by '|', or NULL */
};
#define AD_NARROWS_ANY (-1)

/* The columns of a header. Lives on the arena it was read on. */
struct ad_columns {
	const struct ad_bulk *bulk;
	const struct ad_bulk_words *words; /* as ad_bulk_words; NULL: none */
	struct ad_str currency;            /* of the Space; absent: not known */
	size_t count;
	struct ad_str *names; /* as the file has them */
	int16_t *ids;         /* enum ad_column_id, beside names */
	/* beside names, else NULL: the row of an AD_COL_OTHER, of an AD_COL_NARROWS */
	const struct ad_column_other **others;
	const struct ad_column_narrow **narrows;
	bool *filled; /* parallel to names: a row has a value there */
	int16_t first[AD_COL_COUNT], second[AD_COL_COUNT]; /* its place; -1: none */
};

#define AD_TITLES_MAX 10 /* rows above the header: comments, a report's name and its days */

/* Reads the header row; false if it is not one (no Campaign, or no other column). */
bool ad_columns_read(struct ad_arena *arena, const struct ad_bulk *bulk,
		     const struct ad_table_row *header, struct ad_columns *out) AD_CHECK;
/*
 * Reads a table up to its header row, with at most AD_TITLES_MAX rows above it; false if there is
 * none.
 */
bool ad_columns_find(struct ad_arena *arena, const struct ad_bulk *bulk, struct ad_table *table,
		     struct ad_columns *out) AD_CHECK;
/*
 * The cell of a column without the spaces around it; absent if empty or missing. An apostrophe that
 * protects a formula in a spreadsheet is removed (bulk.h).
 */
struct ad_str ad_columns_cell(const struct ad_columns *columns, const struct ad_table_row *row,
			      int id);
/* True if the file has a column twice, by the same name, and the row's cells in them differ. */
bool ad_columns_disagree(const struct ad_columns *columns, const struct ad_table_row *row, int id);
/* The cell of the first (0) or second (1) column of the id; absent if empty or missing. */
struct ad_str ad_columns_nth(const struct ad_columns *columns, const struct ad_table_row *row,
			     int id, int nth);
/* Records the columns that a row fills. */
void ad_columns_note(struct ad_columns *columns, const struct ad_table_row *row);
/* A column's name as in the file; if the file lacks it, the platform's name. */
struct ad_str ad_columns_name(const struct ad_columns *columns, int id);
/* The other kind of row that a filled cell shows, or NULL; *cell is the number of the cell. */
const struct ad_column_other *ad_columns_other(const struct ad_columns *columns,
					       const struct ad_table_row *row, size_t *cell);
/* The narrowing column of that number if the row's cell limits something; otherwise NULL. */
const struct ad_column_narrow *ad_columns_narrow(const struct ad_columns *columns,
						 const struct ad_table_row *row, size_t cell);

#endif
