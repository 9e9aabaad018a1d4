/* adcore client add | list | rotate | remove: machine clients (auth/oauth/machines.h). */
#include "auth/oauth/machines.h"

#include <stdio.h>

#include "auth/credential/tokens.h"
#include "call/request/spaces.h"
#include "cli/account/account.h"

/* The input and the result of a command. */
struct entry {
	struct ad_machine machine;
	bool all; /* every scope was asked for by "all", which leaves out sync:write */
	struct ad_str client_id;
	struct ad_grant *list;
	size_t count;
};

/* --- what is asked ------------------------------------------------------------------------- */

static void read_scopes(const struct ad_cli *cli, struct entry *entry, struct ad_text *faults)
{
	const char *scopes = ad_cli_value(cli, "scopes");
	struct ad_str bad;

	entry->all = strcmp(scopes, "all") == 0;
	if (!ad_scopes_parse(ad_str(scopes), &entry->machine.grant.scopes, &bad))
		ad_text_addf(faults, "--scopes: there is no scope '%.*s'\n", AD_FMT(bad));
	else if (entry->machine.grant.scopes == 0)
		ad_text_adds(faults, "--scopes: name at least one, or all\n");
	else if (entry->machine.grant.scopes & AD_PEOPLE_READ)
		ad_text_adds(faults, "--scopes: people:read is for API tokens only\n");
}

/* The command line into the machine to add; every fault is named. */
static int read_add(const struct ad_cli *cli, struct entry *entry)
{
	struct ad_grant *grant = &entry->machine.grant;
	struct ad_text faults = ad_text_on(cli->arena);
	struct ad_str env = ad_str(ad_cli_value(cli, "env"));
	const char *resource = ad_cli_value(cli, "resource");

	grant->client_name = ad_str(ad_cli_value(cli, "name"));
	if (!ad_token_name_valid(grant->client_name))
		ad_text_adds(&faults, "--name: must have 1 to 128 characters\n");
	if (!ad_str_is(env, "live") && !ad_str_is(env, "test"))
		ad_text_addf(&faults, "--env: '%.*s' is neither live nor test\n", AD_FMT(env));
	grant->resource = resource ? ad_str(resource) : AD_S(AD_MACHINE_API);
	if (!ad_str_is(grant->resource, AD_MACHINE_API) &&
	    !ad_str_is(grant->resource, AD_MACHINE_MCP))
		ad_text_addf(&faults, "--resource: '%s' is neither api nor mcp\n", resource);
	read_scopes(cli, entry, &faults);
	grant->environment = ad_str_is(env, "live") ? AD_LIVE : AD_TEST;
	struct ad_str s = ad_text_str(&faults);
	return s.n == 0 ? AD_EXIT_OK : ad_cli_usage(cli, "%.*s", (int)s.n - 1, s.p);
}

/* --- what is done -------------------------------------------------------------------------- */

/* The role of the account in the Space, or the exit code after printing that there is none. */
static int find_role(struct ad_cli_work *work, const struct ad_grant *grant, enum ad_role *role)
{
	struct ad_stmt *s = ad_sql(work->db, "SELECT role FROM members WHERE space_id = $1"
					     " AND account_id = $2");

	ad_bind(s, 1, grant->space_id);
	ad_bind(s, 2, grant->account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_cli_fail(work->cli, AD_NOT_FOUND, "the account has no Space %.*s",
				   AD_FMT(grant->space_id));
	if (status != AD_DB_ROW)
		return ad_cli_work_broken(work);
	*role = ad_role_of(ad_col(s, 0));
	ad_reset(s);
	return AD_EXIT_OK;
}

/* No machine gets more than the account's role in the Space gives. */
static int fit_scopes(struct ad_cli_work *work, struct entry *entry)
{
	struct ad_grant *grant = &entry->machine.grant;
	enum ad_role role = AD_NO_MEMBER;
	int code = find_role(work, grant, &role);

	if (code != AD_EXIT_OK)
		return code;
	uint32_t allowed = ad_role_scopes(role) & AD_SCOPES_ALL;
	if (entry->all)
		grant->scopes = allowed & ~(uint32_t)AD_SYNC_WRITE;
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (grant->scopes & ~allowed & bit)
			return ad_cli_fail(work->cli, AD_FORBIDDEN_SCOPE,
					   "the role %s does not give %s", ad_role_name(role),
					   ad_scope_name(bit));
	return AD_EXIT_OK;
}

static int client_add(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	const char *space = ad_cli_value(work->cli, "space");
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	entry->machine.grant.account_id = work->account.id;
	entry->machine.grant.space_id = space ? ad_str(space) : work->account.space_id;
	code = fit_scopes(work, entry);
	if (code != AD_EXIT_OK)
		return code;
	return ad_machine_add(work->db, work->cli->arena, &entry->machine) == AD_DB_DONE
		       ? AD_EXIT_OK
		       : ad_cli_work_broken(work);
}

static int client_list(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	return ad_grant_list(work->db, work->cli->arena, work->account.id, &entry->list,
			     &entry->count) == AD_DB_DONE
		       ? AD_EXIT_OK
		       : ad_cli_work_broken(work);
}

/* The machine of the operand, alive; or the exit code after printing why not. */
static int client_find(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	struct ad_grant *grant = &entry->machine.grant;
	enum ad_db_status status =
		ad_machine_load(work->db, work->cli->arena, entry->client_id, grant);

	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (status == AD_DB_ROW && ad_grant_alive(grant, ad_now()))
		return AD_EXIT_OK;
	return ad_cli_fail(work->cli, AD_NOT_FOUND,
			   "there is no client %.*s (any more); 'adcore client list' tells which "
			   "there are",
			   AD_FMT(entry->client_id));
}

/* In the history of the owner's Personal Space; the secret never. */
static int note_rotated(struct ad_cli_work *work)
{
	const struct ad_grant *grant = &((struct entry *)work->arg)->machine.grant;
	struct ad_history_entry what = {
		.environment = ad_str(ad_environment_name(grant->environment)),
		.resource = AD_S("grant"),
		.object_id = grant->id,
		.verb = AD_S("ROTATE"),
		.after = AD_S("{}"),
	};

	if (ad_account_get(work->db, work->cli->arena, grant->account_id, &work->account) !=
	    AD_DB_ROW)
		return ad_cli_work_broken(work);
	return ad_cli_work_note(work, &what);
}

static int client_rotate(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	int code = client_find(work);

	if (code != AD_EXIT_OK)
		return code;
	if (ad_machine_rotate(work->db, work->cli->arena, &entry->machine) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	return note_rotated(work);
}

static int client_drop(struct ad_cli_work *work)
{
	const struct entry *entry = work->arg;
	int code = client_find(work);

	if (code != AD_EXIT_OK)
		return code;
	return ad_machine_remove(work->db, &entry->machine.grant) == AD_DB_DONE
		       ? AD_EXIT_OK
		       : ad_cli_work_broken(work);
}

/* --- what is printed ----------------------------------------------------------------------- */

static void write_machine(struct ad_json *j, const struct ad_grant *grant, struct ad_str secret)
{
	ad_json_object(j);
	ad_json_kstr(j, "clientId", grant->client_id);
	if (secret.p)
		ad_json_kstr(j, "clientSecret", secret);
	ad_json_kstr(j, "name", grant->client_name);
	ad_json_kstr(j, "spaceId", grant->space_id);
	ad_json_kcstr(j, "environment", ad_environment_name(grant->environment));
	ad_json_kstr(j, "resource", grant->resource);
	ad_json_key(j, "scopes");
	ad_scopes_write(j, grant->scopes);
	ad_json_ktime(j, "createdAt", grant->created_at);
	ad_json_ktime(j, "expiresAt", grant->expires_at);
	ad_json_object_end(j);
}

static void client_print_json(const struct ad_cli *cli, const struct ad_machine *machine)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	write_machine(&j, &machine->grant, machine->secret);
	ad_cli_print(ad_text_str(&text));
}

/* Both halves on stdout, so that a script can take them; the rest is for the reader. */
static void print_secret(const struct ad_cli *cli, const struct ad_machine *machine)
{
	char expires[25];

	if (cli->json) {
		client_print_json(cli, machine);
		return;
	}
	printf("client_id=%.*s\nclient_secret=%.*s\n", AD_FMT(machine->grant.client_id),
	       AD_FMT(machine->secret));
	ad_time_format(machine->grant.expires_at, expires);
	fprintf(stderr, "Valid until %s. The secret is shown this once.\n", expires);
}

static void print_row(const struct ad_grant *grant)
{
	char expires[25];

	ad_time_format(grant->expires_at, expires);
	printf("%.*s  %s  %.*s  expires %s  %.*s\n", AD_FMT(grant->client_id),
	       ad_environment_name(grant->environment), AD_FMT(grant->space_id), expires,
	       AD_FMT(grant->client_name));
}

/* --- the commands -------------------------------------------------------------------------- */

static int client_run_change(struct ad_cli *cli, struct entry *entry,
			     int (*change)(struct ad_cli_work *work))
{
	struct ad_cli_work work;

	if (cli->operand_count > 0)
		entry->client_id = ad_str(cli->operands[0]);
	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	work.arg = entry;
	int code = ad_cli_work_write(&work, change);
	ad_cli_work_done(&work);
	return code;
}

static int client_run_add(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = read_add(cli, &entry);

	if (code == AD_EXIT_OK)
		code = client_run_change(cli, &entry, client_add);
	if (code == AD_EXIT_OK)
		print_secret(cli, &entry.machine);
	return code;
}

static int client_run_list(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	int code = client_run_change(cli, &entry, client_list);

	if (code != AD_EXIT_OK)
		return code;
	ad_json_array(&j);
	for (size_t i = 0; i < entry.count; i++) {
		if (!entry.list[i].own)
			continue;
		if (cli->json)
			write_machine(&j, &entry.list[i], (struct ad_str){ 0 });
		else
			print_row(&entry.list[i]);
	}
	ad_json_array_end(&j);
	if (cli->json)
		ad_cli_print(ad_text_str(&text));
	return AD_EXIT_OK;
}

static int client_run_rotate(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = client_run_change(cli, &entry, client_rotate);

	if (code == AD_EXIT_OK)
		print_secret(cli, &entry.machine);
	return code;
}

static int client_run_remove(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = client_run_change(cli, &entry, client_drop);

	if (code != AD_EXIT_OK)
		return code;
	if (cli->json)
		client_print_json(cli, &entry.machine);
	else
		printf("Removed %.*s.\n", AD_FMT(entry.client_id));
	return AD_EXIT_OK;
}

static const struct ad_cli_flag add_flags[] = {
	{ "email", "E", "the account of the machine", true },
	{ "name", "N", "name of the machine", true },
	{ "env", "ENV", "live or test", true },
	{ "scopes", "LIST", "scopes separated by commas, or all: all but sync:write", true },
	{ "space", "ID", "the Space (default the Personal Space)", false },
	{ "resource", "R", "api or mcp: the resource of the tokens (default api)", false },
};
static const struct ad_cli_flag list_flags[] = {
	{ "email", "E", "email address of the account", true },
};

#define OF_CLIENT .operands = "CLIENTID", .operands_min = 1, .operands_max = 1

const struct ad_command ad_command_client_add = {
	.name = "client add",
	.summary = "Register a machine for the client credentials grant; prints its secret once.",
	.flags = add_flags,
	.flag_count = AD_LEN(add_flags),
	.run = client_run_add,
};
const struct ad_command ad_command_client_list = {
	.name = "client list",
	.summary = "List an account's machines.",
	.flags = list_flags,
	.flag_count = AD_LEN(list_flags),
	.run = client_run_list,
};
const struct ad_command ad_command_client_rotate = {
	.name = "client rotate",
	.summary = "Create a new secret, valid for one year; the old secret and its tokens expire "
		   "immediately.",
	OF_CLIENT,
	.run = client_run_rotate,
};
const struct ad_command ad_command_client_remove = {
	.name = "client remove",
	.summary = "Permanently remove a machine, effective immediately.",
	OF_CLIENT,
	.run = client_run_remove,
};
