/* CSV by RFC 4180, safe to open in a spreadsheet. Pure. */
#ifndef AD_CALL_REPORT_CSV_H
#define AD_CALL_REPORT_CSV_H

#include "base/text.h"

/*
 * Appends a value, quoted if necessary; guard puts an apostrophe before a value that a spreadsheet
 * would take for a formula (= + - @, tab, carriage return in front): for names given by people.
 */
void ad_csv_value(struct ad_text *out, struct ad_str value, bool guard);
/* Ends a record: CR LF. */
void ad_csv_end(struct ad_text *out);
/*
 * True if an Accept header prefers CSV: it names text/csv with a higher weight than JSON, or with
 * at least the weight of a wildcard.
 */
bool ad_csv_wanted(struct ad_str accept);

#endif
