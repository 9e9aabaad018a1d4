/* Inside core/cli: what the commands that draft objects themselves share (seed-demo, import). */
#ifndef AD_CLI_DRAFTS_H
#define AD_CLI_DRAFTS_H

#include "cli/command/work.h"

/* A command that drafts in a Space; ad_cli_drafts_done() closes it. */
struct ad_cli_drafts {
	struct ad_cli_work work; /* arg: the command's own */
	struct ad_principal who;
	struct ad_call call; /* on an arena of its own, reset by ad_cli_drafts_fresh() */
};

/*
 * Opens the database, finds the account of --email and its Space (NULL: the Personal Space).
 * AD_EXIT_OK, or the exit code after printing why; nothing is left open then.
 */
int ad_cli_drafts_open(const struct ad_cli *cli, struct ad_cli_drafts *drafts,
		       enum ad_environment environment, const char *space) AD_CHECK;
/* The same for whoever owns the server, with no account and no Space; `arg` is the work's. */
bool ad_cli_drafts_own(const struct ad_cli *cli, struct ad_cli_drafts *drafts, void *arg) AD_CHECK;
void ad_cli_drafts_done(struct ad_cli_drafts *drafts);
/* The call as new: no outcome, nothing on its arena. */
struct ad_call *ad_cli_drafts_fresh(struct ad_cli_drafts *drafts);
/* Prints why the call failed, its first fault named; returns AD_EXIT_FAILED. */
int ad_cli_drafts_failed(const struct ad_cli_drafts *drafts);

#endif
