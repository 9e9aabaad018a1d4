/* Inside core/cli: what the commands on bulk files share (import, export). */
#ifndef AD_CLI_BULK_H
#define AD_CLI_BULK_H

#include "cli/command/drafts.h"
#include "import/file/bulk.h"

#define AD_CLI_BULK_FLAGS 4
#define AD_CLI_IMPORT_FLAGS 6 /* with those of import alone */
/* The flags of both. */
extern const struct ad_cli_flag ad_cli_bulk_flags[AD_CLI_IMPORT_FLAGS];
/*
 * The drafts and the format that the flags name; ad_cli_drafts_done() closes them. AD_EXIT_OK, or
 * the exit code after printing why; nothing is left open then.
 */
int ad_cli_bulk_open(const struct ad_cli *cli, struct ad_cli_drafts *drafts,
		     const struct ad_bulk **bulk) AD_CHECK;

extern const struct ad_command ad_command_import, ad_command_export;

#endif
