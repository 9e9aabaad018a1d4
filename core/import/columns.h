/*
 * The columns of a platform's bulk file: what a header row's names mean, and where each of them
 * stands in the rows that follow.
 */
#ifndef AD_IMPORT_COLUMNS_H
#define AD_IMPORT_COLUMNS_H

#include "base/arena.h"
#include "import/table.h"

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
	AD_COL_ACTION,   /* sheets of Google Ads: what the row does with it */
	AD_COL_ROW_TYPE, /* Microsoft: what the row is */
	AD_COL_TIME_ZONE,
	AD_COL_FORMAT_VERSION,
	AD_COL_KEYWORD_BID,
	/* Meta's; an ad's name stands in AD_COL_KEYWORD */
	AD_COL_CAMPAIGN_ID,
	AD_COL_GROUP_ID,
	AD_COL_AD_ID,
	AD_COL_BUYING_TYPE,
	AD_COL_LIFETIME_BUDGET,
	AD_COL_CATEGORIES,
	AD_COL_CATEGORY_COUNTRIES,
	AD_COL_GROUP_STOP,
	AD_COL_GROUP_BUDGET,
	AD_COL_GROUP_LIFETIME,
	AD_COL_GROUP_STRATEGY,
	AD_COL_PLACES_OUT,
	AD_COL_AGE_MIN,
	AD_COL_AGE_MAX,
	AD_COL_GENDER,
	AD_COL_DEVICES,
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
	/* A column of another kind of row, such as sitelinks: told apart, not taken. */
	AD_COL_OTHER = AD_COL_COUNT,
	AD_COL_IGNORED,
};

struct ad_bulk;
struct ad_bulk_words;

/* A column's name and what it means; the first name of an id is the platform's own. */
struct ad_column_name {
	const char *name;
	int id;
};

/* A column that only another kind of row fills. */
struct ad_column_other {
	const char *name;
	const char *kind; /* what such a row holds */
};

/* A parsed header. Lives on the arena it was read on. */
struct ad_columns {
	const struct ad_bulk *bulk;
	const struct ad_bulk_words *words; /* as ad_bulk_words; NULL: none */
	size_t count;
	struct ad_str *names; /* as the file has them */
	int16_t *ids;         /* enum ad_column_id, beside names */
	const char **others;  /* beside names: what an AD_COL_OTHER is ("sitelinks"); else NULL */
	int16_t first[AD_COL_COUNT], second[AD_COL_COUNT]; /* where it stands; -1: nowhere */
};

/* Reads the header row; false where it is none (no Campaign, or nothing beside it). */
bool ad_columns_read(struct ad_arena *arena, const struct ad_bulk *bulk,
		     const struct ad_table_row *header, struct ad_columns *out) AD_CHECK;
/*
 * The cell of a column without the spaces around it; absent where empty or not there. An apostrophe
 * that keeps a spreadsheet from taking it for a formula is left out (bulk.h).
 */
struct ad_str ad_columns_cell(const struct ad_columns *columns, const struct ad_table_row *row,
			      int id);
/* A column's name as the file has it; where it is not there, as the platform writes it. */
struct ad_str ad_columns_name(const struct ad_columns *columns, int id);
/*
 * Names the other kind of row that a filled cell marks ("sitelinks"), or NULL; *id gets the cell.
 */
const char *ad_columns_other(const struct ad_columns *columns, const struct ad_table_row *row,
			     size_t *cell);

#endif
