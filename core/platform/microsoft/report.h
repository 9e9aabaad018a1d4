/* A performance report of Microsoft Advertising: CSV, in parts, read into days. */
#ifndef AD_PLATFORM_MICROSOFT_REPORT_H
#define AD_PLATFORM_MICROSOFT_REPORT_H

#include "platform/platform.h"

/* "CampaignPerformanceReportRequest": the report of a kind. */
const char *microsoft_report_type(const struct ad_resource *res);
/* Column number i of the report, or NULL after the last; in the requested order. */
const char *microsoft_report_column(const struct ad_resource *res, size_t i);

/*
 * Reads the file inside the archive: adds its days to ask->found, and describes in ask->untold the
 * figures without an object. NULL, or the reason why nothing can be used, as a sentence on the
 * arena: ambiguous data is refused, never guessed. *broken if the archive itself is damaged.
 */
const char *microsoft_report_read(struct ad_arena *arena, struct ad_figures_ask *ask,
				  struct ad_str zip, bool *broken) AD_CHECK;

#endif
