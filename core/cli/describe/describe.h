/* Inside core/cli: the commands that print what the tables say. */
#ifndef AD_CLI_DESCRIBE_H
#define AD_CLI_DESCRIBE_H

#include "cli/command/command.h"

extern const struct ad_command ad_command_describe, ad_command_openapi;

#endif
