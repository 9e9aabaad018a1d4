/*
 * adcore space add | list | set, adcore space member list | add | set | remove: what an owner does
 * in the application, for whoever owns the server. Guardrails may be loosened here too.
 */
#include "cli/space/space.h"

#include <stdio.h>

#include "auth/account/workspaces.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"
#include "cli/command/drafts.h"

/* A command at work; the call has no caller of the API behind it, and its own arena. */
struct desk {
	struct ad_cli_drafts drafts;
	struct ad_secrets *secrets;
	struct ad_str space_id;
	struct ad_row *row;   /* the Space as it then stands */
	enum ad_role role;    /* that a member gets */
	bool member;          /* is one already */
	struct ad_text lines; /* of a list, on the command's arena */
	struct ad_json json;
};

/* Opens database and secret; whoever acts has no account unless --email names one to act as. */
static int open_desk(struct ad_cli *cli, struct desk *d)
{
	char err[256];

	*d = (struct desk){ .role = AD_NO_MEMBER };
	if (!ad_cli_drafts_own(cli, &d->drafts, d))
		return AD_EXIT_FAILED;
	d->lines = ad_text_on(cli->arena);
	if (cli->operand_count > 0)
		d->space_id = ad_str(cli->operands[0]);
	d->secrets = ad_secrets_open(cli->config->data_dir, err);
	if (d->secrets)
		return AD_EXIT_OK;
	int code = ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	ad_cli_drafts_done(&d->drafts);
	return code;
}

static int space_run(struct ad_cli *cli, struct desk *d, int (*change)(struct ad_cli_work *work))
{
	int code = open_desk(cli, d);

	if (code != AD_EXIT_OK)
		return code;
	code = ad_cli_work_write(&d->drafts.work, change);
	if (code == AD_EXIT_OK && cli->json && d->lines.n == 0 && d->row)
		ad_space_write(&d->json, d->row);
	ad_secrets_close(d->secrets);
	ad_cli_drafts_done(&d->drafts);
	if (code == AD_EXIT_OK && d->lines.n)
		ad_cli_print(ad_text_str(&d->lines));
	return code;
}

/* A change may run twice: it starts from nothing printed. */
static struct ad_call *space_begin(struct desk *d)
{
	d->lines.n = 0;
	d->json = ad_json_on(&d->lines);
	return ad_cli_drafts_fresh(&d->drafts);
}

/* The Space of the operand, or the exit code after printing that there is none. */
static int space_find_space(struct desk *d)
{
	struct ad_call *call = space_begin(d);

	switch (ad_space_row_own(call, d->space_id, &call->space, &d->row)) {
	case AD_DB_ROW:
		return AD_EXIT_OK;
	case AD_DB_DONE:
		return ad_cli_fail(d->drafts.work.cli, AD_NOT_FOUND,
				   "there is no Space %.*s; 'adcore space list' tells which there "
				   "are",
				   AD_FMT(d->space_id));
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		break;
	}
	return ad_cli_work_broken(&d->drafts.work);
}

static void space_say(struct desk *d, const char *sentence)
{
	if (d->drafts.work.cli->json)
		return;
	ad_text_addf(&d->lines, "%s %.*s (%.*s), %.*s, %.*s", sentence,
		     AD_FMT(ad_row_text(d->row, "name")), AD_FMT(d->row->id),
		     AD_FMT(ad_row_text(d->row, "currency")),
		     AD_FMT(ad_row_text(d->row, "timezone")));
}

/* ---- space add ----------------------------------------------------------------------------- */

static struct ad_str value_or(const struct ad_cli *cli, const char *name, const char *otherwise)
{
	const char *value = ad_cli_value(cli, name);

	return ad_str(value ? value : otherwise);
}

static int check_spec(const struct ad_cli *cli, const struct ad_workspace_spec *spec)
{
	struct ad_text faults = ad_text_on(cli->arena);

	if (!ad_workspace_name_valid(spec->name))
		ad_text_adds(&faults, "--name: must be one line of 1 to 128 characters\n");
	if (!ad_currency_valid(spec->currency))
		ad_text_addf(&faults, "--currency: '%.*s' is no ISO 4217 code, such as EUR\n",
			     AD_FMT(spec->currency));
	if (!ad_timezone_valid(spec->timezone))
		ad_text_addf(&faults, "--timezone: '%.*s' is no zone, such as Europe/Berlin\n",
			     AD_FMT(spec->timezone));
	struct ad_str s = ad_text_str(&faults);
	return s.n == 0 ? AD_EXIT_OK : ad_cli_usage(cli, "%.*s", (int)s.n - 1, s.p);
}

static int space_add(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	const struct ad_cli *cli = work->cli;
	struct ad_workspace_spec spec = { .name = ad_str(ad_cli_value(cli, "name")) };
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	struct ad_call *call = space_begin(d);
	spec.account_id = work->account.id;
	spec.currency = value_or(cli, "currency", "USD");
	spec.timezone = value_or(cli, "timezone", "UTC");
	code = check_spec(cli, &spec);
	if (code != AD_EXIT_OK)
		return code;
	snprintf(d->drafts.who.account_id, sizeof(d->drafts.who.account_id), "%.*s",
		 AD_FMT(work->account.id));
	if (!ad_space_add(call, d->secrets, &spec, &d->row))
		return ad_cli_drafts_failed(&d->drafts);
	space_say(d, "Added");
	return AD_EXIT_OK;
}

static int space_run_add(struct ad_cli *cli)
{
	struct desk d;

	return space_run(cli, &d, space_add);
}

/* ---- space list ---------------------------------------------------------------------------- */

static enum ad_db_status list_rows(struct desk *d, struct ad_str *ids, size_t count)
{
	struct ad_call *call = &d->drafts.call;
	bool own = d->drafts.who.account_id[0] != '\0';
	enum ad_db_status status = AD_DB_ROW;

	for (size_t i = 0; i < count && status == AD_DB_ROW; i++) {
		status = own ? ad_space_row(call, ids[i], &call->space, &d->row)
			     : ad_space_row_own(call, ids[i], &call->space, &d->row);
		if (status != AD_DB_ROW)
			break;
		if (d->drafts.work.cli->json) {
			ad_space_write(&d->json, d->row);
			continue;
		}
		const char *role = ad_role_name(call->space.role);
		ad_text_addf(&d->lines, "%s%s  %s  %-9s  %.*s", i ? "\n" : "", call->space.id,
			     call->space.currency, role ? role : "",
			     AD_FMT(ad_row_text(d->row, "name")));
	}
	return status;
}

static enum ad_db_status list_ids(struct desk *d, struct ad_str **ids, size_t *count)
{
	struct ad_arena *arena = d->drafts.call.arena;
	struct ad_stmt *s =
		ad_sql(d->drafts.work.db, "SELECT s.id FROM spaces s WHERE ($1 = '' OR EXISTS"
					  " (SELECT 1 FROM members m WHERE m.space_id = s.id AND"
					  " m.account_id = $1)) ORDER BY s.id");
	size_t room = 0;
	enum ad_db_status status;

	*ids = NULL;
	*count = 0;
	ad_bind_cstr(s, 1, d->drafts.who.account_id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		AD_ARENA_GROW(arena, *ids, *count, room);
		(*ids)[(*count)++] = ad_arena_copy(arena, ad_col(s, 0));
	}
	return status;
}

static int space_list(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	struct ad_str *ids;
	size_t count;

	(void)space_begin(d);
	if (ad_cli_has(work->cli, "email")) {
		int code = ad_cli_work_account(work);
		if (code != AD_EXIT_OK)
			return code;
		snprintf(d->drafts.who.account_id, sizeof(d->drafts.who.account_id), "%.*s",
			 AD_FMT(work->account.id));
	}
	if (list_ids(d, &ids, &count) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (work->cli->json)
		ad_json_array(&d->json);
	if (list_rows(d, ids, count) != AD_DB_ROW)
		return ad_cli_work_broken(work);
	if (work->cli->json)
		ad_json_array_end(&d->json);
	return AD_EXIT_OK;
}

static int space_run_list(struct ad_cli *cli)
{
	struct desk d;

	return space_run(cli, &d, space_list);
}

/* ---- space set ----------------------------------------------------------------------------- */

/* A flag and the field that it sets. */
struct setting {
	const char *flag, *field;
	enum {
		IS_TEXT,
		IS_NUMBER,
		IS_LIST,
		IS_SWITCH
	} kind;
};
static const struct setting plain[] = {
	{ "name", "name", IS_TEXT },
	{ "currency", "currency", IS_TEXT },
	{ "timezone", "timezone", IS_TEXT },
};
static const struct setting rails[] = {
	{ "max-campaign-daily-budget", "maxCampaignDailyBudget", IS_NUMBER },
	{ "max-total-daily-budget", "maxTotalDailyBudget", IS_NUMBER },
	{ "max-budget-increase-percent", "maxBudgetIncreasePercent", IS_NUMBER },
	{ "max-bid", "maxBid", IS_NUMBER },
	{ "allowed-platforms", "allowedPlatforms", IS_LIST },
	{ "blocked-terms", "blockedTerms", IS_LIST },
	{ "require-second-factor", "requireSecondFactor", IS_SWITCH },
};
static const struct setting approval[] = {
	{ "require-approval-live", "live", IS_TEXT },
	{ "require-approval-test", "test", IS_TEXT },
};

static void space_write_list(struct ad_json *j, struct ad_str value)
{
	ad_json_array(j);
	for (size_t at = 0; value.n && at <= value.n && !ad_str_is(value, "none");) {
		const char *comma = at < value.n ? memchr(value.p + at, ',', value.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - value.p) : value.n;
		ad_json_str(j, (struct ad_str){ value.p + at, end - at });
		at = end + 1;
	}
	ad_json_array_end(j);
}

/* A number goes as one, anything else as text for the check to refuse. */
static void space_write_number(struct ad_json *j, struct ad_arena *arena, struct ad_str value)
{
	struct ad_json_error err;
	const cJSON *item = ad_json_parse(arena, value, &err);

	if (ad_str_is(value, "none"))
		ad_json_null(j);
	else if (cJSON_IsNumber(item))
		ad_json_raw(j, value);
	else
		ad_json_str(j, value);
}

static size_t write_settings(struct ad_json *j, const struct ad_cli *cli,
			     const struct setting *settings, size_t count)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		struct ad_str value = ad_str(ad_cli_value(cli, settings[i].flag));
		if (!value.p)
			continue;
		n++;
		ad_json_key(j, settings[i].field);
		if (settings[i].kind == IS_LIST)
			space_write_list(j, value);
		else if (settings[i].kind == IS_NUMBER)
			space_write_number(j, cli->arena, value);
		else if (settings[i].kind == IS_SWITCH &&
			 (ad_str_is(value, "on") || ad_str_is(value, "off")))
			ad_json_bool(j, ad_str_is(value, "on"));
		else
			ad_json_str(j, value);
	}
	return n;
}

/* The command line as a merge patch; NULL where it names nothing. */
static const cJSON *make_patch(const struct ad_cli *cli)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	size_t n;

	ad_json_object(&j);
	n = write_settings(&j, cli, plain, AD_LEN(plain));
	ad_json_key(&j, "guardrails");
	ad_json_object(&j);
	n += write_settings(&j, cli, rails, AD_LEN(rails));
	ad_json_key(&j, "requireApproval");
	ad_json_object(&j);
	n += write_settings(&j, cli, approval, AD_LEN(approval));
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	return n ? ad_json_parse(cli->arena, ad_text_str(&text), &err) : NULL;
}

static int space_set(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	struct ad_space_change how = { .secrets = d->secrets, .loosen = true };
	int code = space_find_space(d);

	if (code != AD_EXIT_OK)
		return code;
	if (!ad_space_patch(&d->drafts.call, d->row, make_patch(work->cli), &how, &d->row))
		return ad_cli_drafts_failed(&d->drafts);
	space_say(d, "Set");
	return AD_EXIT_OK;
}

static int space_run_set(struct ad_cli *cli)
{
	struct desk d;

	if (!make_patch(cli))
		return ad_cli_usage(cli, "name what to set");
	return space_run(cli, &d, space_set);
}

/* ---- space member -------------------------------------------------------------------------- */

static void tell_member(struct desk *d, struct ad_stmt *s)
{
	if (d->drafts.work.cli->json)
		ad_member_write(&d->json, s, true);
	else
		ad_text_addf(&d->lines, "%s%.*s  %-9.*s  %.*s", d->lines.n ? "\n" : "",
			     AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 3)), AD_FMT(ad_col(s, 1)));
}

/* Prints the members: all, or the one account. */
static int print_members(struct desk *d, struct ad_str account_id)
{
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		d->drafts.work.db,
		"SELECT " AD_MEMBER_COLUMNS " FROM " AD_MEMBER_TABLES
		" WHERE m.space_id = $1 AND ($2 = '' OR m.account_id = $2) ORDER BY m.account_id");

	ad_bind(s, 1, d->space_id);
	ad_bind(s, 2, account_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		tell_member(d, s);
	return status == AD_DB_DONE ? AD_EXIT_OK : ad_cli_work_broken(&d->drafts.work);
}

static int space_members(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	int code = space_find_space(d);

	if (code != AD_EXIT_OK)
		return code;
	if (work->cli->json)
		ad_json_array(&d->json);
	code = print_members(d, AD_S(""));
	if (work->cli->json)
		ad_json_array_end(&d->json);
	return code;
}

static int run_members(struct ad_cli *cli)
{
	struct desk d;

	return space_run(cli, &d, space_members);
}

static int set_role(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	const char *role = ad_cli_value(work->cli, "role");
	bool adds = work->cli->command == &ad_command_member_add;
	int code = ad_cli_work_account(work);

	if (code == AD_EXIT_OK)
		code = space_find_space(d);
	if (code != AD_EXIT_OK)
		return code;
	d->role = role ? ad_role_of(ad_str(role)) : AD_NO_MEMBER;
	if (!ad_space_set_role(&d->drafts.call, d->row, work->account.id, d->role, !adds))
		return ad_cli_drafts_failed(&d->drafts);
	if (role)
		return print_members(d, work->account.id);
	if (work->cli->json)
		ad_text_adds(&d->lines, "null");
	else
		ad_text_addf(&d->lines, "%.*s is no member of %.*s any more.",
			     AD_FMT(work->account.email), AD_FMT(d->space_id));
	return AD_EXIT_OK;
}

static int run_role(struct ad_cli *cli)
{
	struct desk d;
	const char *role =
		cli->command == &ad_command_member_remove ? NULL : ad_cli_value(cli, "role");

	if (role && ad_role_of(ad_str(role)) == AD_NO_MEMBER)
		return ad_cli_usage(cli, "--role: '%s' is not OWNER, PUBLISHER, EDITOR or VIEWER",
				    role);
	return space_run(cli, &d, set_role);
}

static const struct ad_cli_flag add_flags[] = {
	{ "email", "E", "the owner's account", true },
	{ "name", "N", "name of the Space", true },
	{ "currency", "C", "currency of the Space's money (USD)", false },
	{ "timezone", "Z", "time zone of the Space (UTC)", false },
};
static const struct ad_cli_flag list_flags[] = {
	{ "email", "E", "list only the Spaces of this account, with its role", false },
};
static const struct ad_cli_flag set_flags[] = {
	{ "name", "N", "name of the Space", false },
	{ "currency", "C", "only if the Space has no campaign, run or real ad account", false },
	{ "timezone", "Z", "same condition as --currency", false },
	{ "max-campaign-daily-budget", "X", "maximum daily budget of a campaign, or none", false },
	{ "max-total-daily-budget", "X", "maximum sum of daily budgets, or none", false },
	{ "max-budget-increase-percent", "P", "maximum increase in 24 hours in percent, or none",
	  false },
	{ "max-bid", "X", "maximum bid (cpcBid, maxCpc, targetCpa), or none", false },
	{ "allowed-platforms", "LIST", "such as google,meta; none of them: none", false },
	{ "blocked-terms", "LIST", "terms separated by commas, or none", false },
	{ "require-approval-live", "RULE", "NEVER, CONNECTOR or ALWAYS", false },
	{ "require-approval-test", "RULE", "the same, in the test environment", false },
	{ "require-second-factor", "WORD", "on or off: require a second factor to push or approve",
	  false },
};
static const struct ad_cli_flag role_flags[] = {
	{ "email", "E", "the member's address", true },
	{ "role", "R", "OWNER, PUBLISHER, EDITOR or VIEWER", true },
};
static const struct ad_cli_flag remove_flags[] = {
	{ "email", "E", "the member's address", true },
};

#define OF_SPACE .operands = "SPACEID", .operands_min = 1, .operands_max = 1
#define FLAGS(rows) .flags = (rows), .flag_count = AD_LEN(rows)

const struct ad_command ad_command_space_add = {
	.name = "space add",
	.summary = "Create a Space that can be shared; the account is its first owner.",
	FLAGS(add_flags),
	.run = space_run_add,
};
const struct ad_command ad_command_space_list = {
	.name = "space list",
	.summary = "List Spaces.",
	FLAGS(list_flags),
	.run = space_run_list,
};
const struct ad_command ad_command_space_set = {
	.name = "space set",
	.summary = "Change a Space; unlike the API, this command can also loosen guardrails.",
	OF_SPACE,
	FLAGS(set_flags),
	.run = space_run_set,
};
const struct ad_command ad_command_member_list = {
	.name = "space member list",
	.summary = "List the members of a Space.",
	OF_SPACE,
	.run = run_members,
};
const struct ad_command ad_command_member_add = {
	.name = "space member add",
	.summary = "Add an account as a member of a Space.",
	OF_SPACE,
	FLAGS(role_flags),
	.run = run_role,
};
const struct ad_command ad_command_member_set = {
	.name = "space member set",
	.summary = "Change a member's role, effective immediately.",
	OF_SPACE,
	FLAGS(role_flags),
	.run = run_role,
};
const struct ad_command ad_command_member_remove = {
	.name = "space member remove",
	.summary = "Remove a member, effective immediately.",
	OF_SPACE,
	FLAGS(remove_flags),
	.run = run_role,
};
