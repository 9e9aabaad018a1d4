/*
 * Configuration: flag > environment > file > default, from one table of options. The file holds
 * `name = value` lines under the flags' names (`data-dir = /var/lib/adcore`), '#' begins a comment.
 * The environment variable of `data-dir` is ADCORE_DATA_DIR.
 */
#ifndef AD_CLI_CONFIG_H
#define AD_CLI_CONFIG_H

#include "base/text.h"
#include "call/request/core.h"

struct ad_config_row {
	const char *name;  /* "data-dir" */
	const char *value; /* what the help calls its value; NULL: a switch */
	const char *help;
	bool always; /* every command that opens the data takes it, not only serve */
};

/* The options, and how many. */
const struct ad_config_row *ad_config_options(size_t *count);
/* The index of an option by its flag's name; -1 where there is none. */
int ad_config_option(struct ad_str name);

/* Where values come from. */
struct ad_config_sources {
	const char **flags;                   /* beside the options; NULL: not given */
	const char *(*env)(const char *name); /* getenv(), or a test's own */
	const char *fallback; /* the file that is read where none is named; NULL: no file */
};

/*
 * Puts the configuration together on the arena. Checks every value and appends one line a fault
 * ("--listen: …") to faults; false where there is any.
 */
bool ad_config_make(struct ad_arena *arena, const struct ad_config_sources *from,
		    struct ad_config *out, struct ad_text *faults) AD_CHECK;

/* True if an http(s) URL's host is a loopback name or address. */
bool ad_url_is_loopback(struct ad_str url);

#endif
