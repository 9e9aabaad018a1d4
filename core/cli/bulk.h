/* Inside core/cli: what the commands on bulk files share (import, export). */
#ifndef AD_CLI_BULK_H
#define AD_CLI_BULK_H

#include "cli/drafts.h"
#include "import/bulk.h"

/* --env and --platform; AD_EXIT_OK, or what ad_cli_usage() gave. */
int ad_cli_bulk_flags(const struct ad_cli *cli, enum ad_environment *environment,
		      const struct ad_bulk **bulk) AD_CHECK;
/* A platform's numbers of places and names of languages. */
const struct ad_bulk_words *ad_cli_bulk_words(enum ad_platform platform);

extern const struct ad_command ad_command_export;

#endif
