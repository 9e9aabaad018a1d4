/* Inside core/cli: the commands on connections. */
#ifndef AD_CLI_CONNECTION_H
#define AD_CLI_CONNECTION_H

#include "base/id.h"
#include "cli/command/work.h"

/* The Space (its id) and environment of a connection; the exit code, after printing why. */
int ad_cli_connection_find(struct ad_cli_work *work, struct ad_str id, char space[AD_ID_SIZE],
			   enum ad_environment *environment) AD_CHECK;

extern const struct ad_command ad_command_connection_list, ad_command_connection_set;
/* connect.c */
extern const struct ad_command ad_command_connection_connect, ad_command_connection_test,
	ad_command_connection_disconnect;

#endif
