/*
 * The rows of a performance report: one pass over the days, in an order that keeps each group's
 * days together, so that only sums, totals and the page are in memory.
 */
#ifndef AD_CALL_REPORT_ROWS_H
#define AD_CALL_REPORT_ROWS_H

#include "base/id.h"
#include "call/reports/figures.h"

enum ad_period {
	AD_P_NONE,
	AD_P_DATE,
	AD_P_WEEK, /* from Monday */
	AD_P_MONTH,
};

/* The identity of a row. The order of the members is the order of rows with equal figures. */
struct ad_report_key {
	int64_t bucket; /* first day of the period, 0 without one */
	int platform;   /* enum ad_platform; -1 where rows are of several */
	char object_id[AD_ID_SIZE];
	struct ad_figure figure; /* the figure of the order, if there is one */
};

struct ad_report_row {
	struct ad_report_key key;
	char campaign_id[AD_ID_SIZE];
	struct ad_sums sums;
};

struct ad_report_ask {
	struct ad_db *db; /* in a transaction: page and totals are one snapshot */
	struct ad_arena *arena;
	struct ad_realm realm;
	bool account; /* all campaigns together: level is then AD_LEVEL_CAMPAIGN */
	enum ad_level level;
	int64_t from, to; /* days, both included */
	enum ad_period period;
	bool by_platform;               /* account: a row per platform */
	uint32_t platforms;             /* bit per enum ad_platform */
	bool names_platforms;           /* the caller named them */
	const struct ad_str *campaigns; /* only these; NULL: all */
	size_t campaign_count;
	enum ad_figure_id order; /* AD_FIGURE_COUNT: by the period */
	bool descending;
	size_t limit;
	const struct ad_report_key *after; /* the page starts after it; NULL: at the start */
};

struct ad_report {
	struct ad_report_row *rows;
	size_t count;
	bool more;
	int64_t total; /* rows in all */
	struct ad_sums totals;
	int64_t data_as_of; /* us; 0: nothing was collected */
};

/*
 * The statement of the report: $1…$5 are realm, level and days, $6 is a campaign if the report is
 * limited to some.
 */
const char *ad_report_sql(const struct ad_report_ask *ask);
/* Reads the report; AD_DB_DONE, or the database's error. */
enum ad_db_status ad_report_read(const struct ad_report_ask *ask, struct ad_report *out) AD_CHECK;

#endif
