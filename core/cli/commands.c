/* The table of subcommands: see command.h. */
#include "cli/account/account.h"
#include "cli/bulk/bulk.h"
#include "cli/space/connection.h"
#include "cli/demo/demo.h"
#include "cli/describe/describe.h"
#include "cli/secret/secret.h"
#include "cli/space/space.h"

static const struct ad_command *const commands[] = {
	&ad_command_setup,           &ad_command_serve,
	&ad_command_account_add,     &ad_command_account_set,
	&ad_command_account_invite,  &ad_command_account_password,
	&ad_command_account_list,    &ad_command_account_disable,
	&ad_command_account_enable,  &ad_command_account_remove,
	&ad_command_token_mint,      &ad_command_token_list,
	&ad_command_token_rotate,    &ad_command_token_revoke,
	&ad_command_seed_demo,       &ad_command_import,
	&ad_command_export,          &ad_command_describe,
	&ad_command_migrate,         &ad_command_doctor,
	&ad_command_openapi,         &ad_command_version,
	&ad_command_space_add,       &ad_command_space_list,
	&ad_command_space_set,       &ad_command_member_list,
	&ad_command_member_add,      &ad_command_member_set,
	&ad_command_member_remove,   &ad_command_client_add,
	&ad_command_client_list,     &ad_command_client_rotate,
	&ad_command_client_remove,   &ad_command_keys_rotate,
	&ad_command_keys_list,       &ad_command_connection_list,
	&ad_command_connection_set,  &ad_command_connection_connect,
	&ad_command_connection_test, &ad_command_connection_disconnect,
	&ad_command_backup,          &ad_command_restore,
	&ad_command_secret_list,     &ad_command_secret_rotate,
	&ad_command_secret_reseal,   &ad_command_secret_drop_old,
};

const struct ad_command *const *ad_cli_commands(size_t *count)
{
	*count = AD_LEN(commands);
	return commands;
}
