/* Inside core/cli: a length of time on the command line. */
#ifndef AD_CLI_SPAN_H
#define AD_CLI_SPAN_H

#include "base/base.h"

/* Reads "90d", "12h", "30m" or "45s" into us; false for anything else. */
bool ad_cli_span(struct ad_str text, int64_t *us) AD_CHECK;

#endif
