/* Inside core/cli: pages that the package ships, printed from the tables of the command line. */
#ifndef AD_CLI_MANUAL_H
#define AD_CLI_MANUAL_H

#include "base/text.h"

/* adcore(1) as roff. */
void ad_manual_write_page(struct ad_text *out);
/* Completion for bash. */
void ad_manual_write_completion(struct ad_text *out);
/* The configuration file with every option, commented out. */
void ad_manual_write_config(struct ad_text *out);

#endif
