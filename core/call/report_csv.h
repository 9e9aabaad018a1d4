/* CSV by RFC 4180, safe to open in a spreadsheet. Pure. */
#ifndef AD_CALL_REPORT_CSV_H
#define AD_CALL_REPORT_CSV_H

#include "base/text.h"

/*
 * Appends a value, quoted where it must be; guard puts an apostrophe before one that a spreadsheet
 * would take for a formula (= + - @, tab, carriage return in front): for what people named.
 */
void ad_csv_value(struct ad_text *out, struct ad_str value, bool guard);
/* Ends a record: CR LF. */
void ad_csv_end(struct ad_text *out);
/* Whether an Accept header wants CSV rather than JSON: by name, and no less than it. */
bool ad_csv_wanted(struct ad_str accept);

#endif
