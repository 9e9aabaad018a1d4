/*
 * The command line: one table of subcommands, each with its flags; parsing, --help, --json and the
 * exit codes are the same for all. A subcommand is a `const struct ad_command` in a file of its
 * own and a line in the table of commands.c.
 *
 *   exit 0  done        exit 1  failed        exit 2  not understood (usage)
 */
#ifndef AD_CLI_COMMAND_H
#define AD_CLI_COMMAND_H

#include "adcore.h"

#define AD_EXIT_OK 0
#define AD_EXIT_FAILED 1
#define AD_EXIT_USAGE 2

/* The paths of the program and its configuration in the Debian package. */
#define AD_PACKAGED_PROGRAM "/usr/bin/adcore"
#define AD_PACKAGED_CONFIG "/etc/adcore/adcore.conf"

/* A flag of a subcommand: --name VALUE, or --name alone where value is NULL. */
struct ad_cli_flag {
	const char *name;  /* without the dashes */
	const char *value; /* the value in the help ("E"); NULL: none */
	const char *help;  /* a few words */
	bool required;
};

struct ad_cli;

struct ad_command {
	const char *name;     /* "serve", or two words: "token mint" */
	const char *summary;  /* one line: what it does */
	const char *operands; /* "FILE", or NULL where it takes none */
	int operands_min, operands_max;
	const struct ad_cli_flag *flags; /* its own, besides --help and --json; NULL: none */
	size_t flag_count;
	bool serves;           /* accepts all options of the server, not only the data's */
	bool without_database; /* creates a database or needs none; the others fail */
	bool bare;             /* needs neither database nor configuration */
	int (*run)(struct ad_cli *cli);
};

/* One run of the command line. Single-threaded; lives until the process ends. */
struct ad_cli {
	const struct ad_command *command;
	struct ad_arena *arena;
	const struct ad_config *config; /* flags, environment, file and defaults; NULL if bare */
	bool json;                      /* print the object itself; errors as JSON */
	const char **operands;
	int operand_count;
	const char **values; /* as command->flags: NULL if not given, "" without value */
};

/* commands.c: all subcommands in the order of the help; *count is their number. */
const struct ad_command *const *ad_cli_commands(size_t *count);
/*
 * The configuration that the package's program reads without --config; NULL for any other program.
 */
const char *ad_cli_packaged_config(void);
/* Runs the command line; returns the exit code. */
int ad_cli_main(int argc, char **argv);

/* The value of a flag, or NULL if it was not given. The name must be one of the command's flags. */
const char *ad_cli_value(const struct ad_cli *cli, const char *name);
/* True if a flag was given. */
bool ad_cli_has(const struct ad_cli *cli, const char *name);
/*
 * Prints an error on stderr ("adcore token mint: …", or {"error":{…}} with --json) and returns
 * AD_EXIT_FAILED, so that a command can `return ad_cli_fail(cli, AD_NOT_FOUND, "…");`.
 */
int ad_cli_fail(const struct ad_cli *cli, enum ad_status status, const char *fmt, ...)
	AD_PRINTF(3, 4);
/* The same for an invalid command line; returns AD_EXIT_USAGE. */
int ad_cli_usage(const struct ad_cli *cli, const char *fmt, ...) AD_PRINTF(2, 3);
/* Prints a text and a line break on stdout. */
void ad_cli_print(struct ad_str text);
/*
 * True if a database exists or the command makes one. Otherwise prints the folder that was
 * searched. For a database server, ad_cli_open() reports the fault.
 */
bool ad_cli_has_database(const struct ad_cli *cli) AD_CHECK;
/*
 * Opens the configured database, migrated, with a writing connection of this thread. False after
 * printing the error. The caller closes both.
 */
bool ad_cli_open(const struct ad_cli *cli, struct ad_store **store, struct ad_db **db) AD_CHECK;
/* Stores the URL of the server, for the links that commands create. */
bool ad_cli_store_url(struct ad_db *db, const char *url) AD_CHECK;
/* The URL given to this command, otherwise the one that serve stored; NULL without either. */
const char *ad_cli_known_url(const struct ad_cli *cli, struct ad_db *db);
/*
 * The URL for links: the one given to this command, otherwise the one that serve stored. If there
 * is neither, the default, after a warning on stderr.
 */
const char *ad_cli_public_url(const struct ad_cli *cli, struct ad_db *db);
/*
 * True, with a sentence, if the database has accounts but the data folder lacks the secret that
 * they were made with: a new secret would hide the loss.
 */
bool ad_cli_secret_is_lost(struct ad_db *db, const char *data_dir, char err[static 256]);
/*
 * Acquires a lock file, as a server does for its data folder and its SQLite file; closing the
 * descriptor releases it. -1 with a sentence if a server holds the lock.
 */
int ad_cli_lock(const char *path, char err[static 256]) AD_CHECK;

/* The subcommands; commands.c holds the table. */
extern const struct ad_command ad_command_setup;
extern const struct ad_command ad_command_serve;
extern const struct ad_command ad_command_version;
extern const struct ad_command ad_command_migrate;
extern const struct ad_command ad_command_doctor;
extern const struct ad_command ad_command_backup;
extern const struct ad_command ad_command_restore;

#endif
