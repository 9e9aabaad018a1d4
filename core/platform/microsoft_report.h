/* A performance report of Microsoft Advertising: CSV, in parts, read into days. */
#ifndef AD_PLATFORM_MICROSOFT_REPORT_H
#define AD_PLATFORM_MICROSOFT_REPORT_H

#include "platform/platform.h"

/* "CampaignPerformanceReportRequest": the report of a kind. */
const char *microsoft_report_type(const struct ad_resource *res);
/* The column number i of it, or NULL behind the last; in the order in which they are asked for. */
const char *microsoft_report_column(const struct ad_resource *res, size_t i);

/*
 * Reads the file inside the archive: adds its days to ask->found, and says in ask->untold what of
 * it is no figure of an object. NULL, or why none of it can be used, in a sentence on the arena:
 * what could be read in more than one way is refused, never guessed. *broken where the archive
 * itself is no good.
 */
const char *microsoft_report_read(struct ad_arena *arena, struct ad_figures_ask *ask,
				  struct ad_str zip, bool *broken) AD_CHECK;

#endif
