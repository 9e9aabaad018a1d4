/* Inside core/cli: the command import, as the host of an import. */
#ifndef AD_CLI_IMPORT_H
#define AD_CLI_IMPORT_H

#include <stdio.h>

#include "cli/bulk/bulk.h"
#include "import/apply/importing.h"

/* Lines for the report, a file of each pass in the order of the file's rows. */
struct cli_import_lines {
	FILE *files[IMPORT_PASSES];
	struct ad_text batch; /* of the batch that is not committed yet; on the heap */
	size_t count, batch_count;
};

struct cli_import {
	struct ad_cli_drafts drafts; /* work.arg is this */
	struct importing im;         /* arg is this */
	FILE *file;
	bool dry; /* the whole import is one transaction, which is rolled back */
	int code; /* the exit code where storing failed */
	struct cli_import_lines skips, warnings;
	int64_t looked_at; /* ad_monotonic(): see ad_db_look_anew() */
};

/* import_report.c: the temporary files of the report. */
bool cli_import_report_open(struct cli_import *ci) AD_CHECK;
void cli_import_report_close(struct cli_import *ci);
/* For struct import_host. */
void cli_import_keep(struct importing *im);
void cli_import_drop(struct importing *im);
void cli_import_skip(struct importing *im, size_t line, const struct ad_import_problem *problem);
void cli_import_warn(struct importing *im, size_t line, const char *code, struct ad_str message);
/* Prints the whole, as JSON or for people. */
void cli_import_report_print(struct cli_import *ci);

#endif
