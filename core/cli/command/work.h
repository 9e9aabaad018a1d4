/* Inside core/cli: a command at work on the database. */
#ifndef AD_CLI_WORK_H
#define AD_CLI_WORK_H

#include "auth/account/accounts.h"
#include "cli/command/command.h"
#include "store/history/history.h"

/* A command at work on the database; ad_cli_work_done() closes what ad_cli_work() opened. */
struct ad_cli_work {
	const struct ad_cli *cli;
	struct ad_store *store;
	struct ad_db *db;
	struct ad_secrets *secrets;
	struct ad_account account; /* of --email, where ad_cli_work_account() found it */
	void *arg;
};

/* Opens the secret and the database; false after printing why. */
bool ad_cli_work(const struct ad_cli *cli, struct ad_cli_work *work) AD_CHECK;
/* Closes both. */
void ad_cli_work_done(struct ad_cli_work *work);
/* The account of --email into work->account; AD_EXIT_OK, or the exit code after printing why. */
int ad_cli_work_account(struct ad_cli_work *work) AD_CHECK;
/*
 * Runs a change in one write transaction, again where the database was busy. The change prints
 * nothing on stdout; it returns AD_EXIT_OK to commit.
 */
int ad_cli_work_write(struct ad_cli_work *work, int (*change)(struct ad_cli_work *work)) AD_CHECK;
/*
 * Records a change in the history of work->account's Personal Space: resource, object_id, verb,
 * before and after are given, and the environment, or none for both. AD_EXIT_OK, or as the next.
 */
int ad_cli_work_note(struct ad_cli_work *work, const struct ad_history_entry *what) AD_CHECK;
/* Prints that the database failed; returns AD_EXIT_FAILED. */
int ad_cli_work_broken(const struct ad_cli_work *work);

#endif
