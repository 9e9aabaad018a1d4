/*
 * Sums of daily performance and the figures derived from them, exact: 128 bits inside, decimals
 * outside. Pure. A figure that was not collected, and a ratio over zero, is unknown and is returned
 * as null.
 */
#ifndef AD_CALL_FIGURES_H
#define AD_CALL_FIGURES_H

#include "base/json_write.h"
#include "sync/state/performance.h"

__extension__ typedef __int128 ad_wide;

/* The columns of a report, in their order. */
enum ad_figure_id {
	AD_F_IMPRESSIONS,
	AD_F_CLICKS,
	AD_F_COST,
	AD_F_CONVERSIONS,
	AD_F_CONVERSION_VALUE,
	AD_F_CTR,                 /* clicks by impressions */
	AD_F_AVERAGE_CPC,         /* cost by clicks */
	AD_F_COST_PER_CONVERSION, /* cost by conversions */
	AD_F_ROAS,                /* conversion value by cost */
	AD_FIGURE_COUNT
};

/* Sums of the collected figures; a sum without any figure is unknown. */
struct ad_sums {
	ad_wide of[AD_MEASURE_COUNT];
	bool known[AD_MEASURE_COUNT];
};

struct ad_figure {
	bool known;
	ad_wide micros; /* ratios are rounded to 6 decimals, halves away from zero */
};

/* "impressions", …; AD_FIGURE_COUNT if no figure has that name. */
const char *ad_figure_name(enum ad_figure_id id);
enum ad_figure_id ad_figure_of(struct ad_str name);
/* Adds one day's measure (AD_NOT_COLLECTED adds nothing), or other sums. */
void ad_sums_add(struct ad_sums *sums, enum ad_measure measure, int64_t value);
void ad_sums_join(struct ad_sums *sums, const struct ad_sums *more);
struct ad_figure ad_figure(const struct ad_sums *sums, enum ad_figure_id id);
/* Appends a figure as a decimal number without trailing zeros; nothing if it is unknown. */
void ad_figure_text(struct ad_text *out, struct ad_figure figure);
/* Members of all figures into an open object. */
void ad_figures_write(struct ad_json *j, const struct ad_sums *sums);
/* <0, 0, >0 as a sorts before, with or after b; unknown figures are last in both orders. */
int ad_figure_compare(struct ad_figure a, struct ad_figure b, bool descending);

#endif
