/* Inside core/cli: the commands on accounts, clients and tokens. */
#ifndef AD_CLI_ACCOUNT_H
#define AD_CLI_ACCOUNT_H

#include "cli/command/work.h"

extern const struct ad_command ad_command_account_add, ad_command_account_set,
	ad_command_account_invite, ad_command_account_password;
extern const struct ad_command ad_command_account_list, ad_command_account_disable,
	ad_command_account_enable, ad_command_account_remove;
extern const struct ad_command ad_command_client_add, ad_command_client_list,
	ad_command_client_rotate, ad_command_client_remove;
extern const struct ad_command ad_command_token_mint, ad_command_token_list,
	ad_command_token_rotate, ad_command_token_revoke;

#endif
