/* Inside core/cli: the commands on connections. */
#ifndef AD_CLI_CONNECTION_H
#define AD_CLI_CONNECTION_H

#include "cli/command.h"

extern const struct ad_command ad_command_connection_list, ad_command_connection_set;

#endif
