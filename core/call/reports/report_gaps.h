/*
 * The days of a report on which no figures were collected, by platform, with the reason: that of
 * the newest pull which could not collect them.
 */
#ifndef AD_CALL_REPORT_GAPS_H
#define AD_CALL_REPORT_GAPS_H

#include "call/reports/report_rows.h"

/*
 * A JSON list of { platform, level, from, to, reason, message }. A platform without a connection is
 * named only if the caller named it, or if some of its days were collected.
 */
enum ad_db_status ad_report_gaps(const struct ad_report_ask *ask, struct ad_str *out) AD_CHECK;

#endif
