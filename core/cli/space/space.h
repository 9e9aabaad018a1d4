/* Inside core/cli: the commands on Spaces and their members. */
#ifndef AD_CLI_SPACE_H
#define AD_CLI_SPACE_H

#include "cli/command/command.h"

extern const struct ad_command ad_command_space_add, ad_command_space_list, ad_command_space_set;
extern const struct ad_command ad_command_member_list, ad_command_member_add, ad_command_member_set,
	ad_command_member_remove;

#endif
