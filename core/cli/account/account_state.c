/* adcore account list | disable | enable | remove */
#include <stdio.h>

#include "auth/account/account_state.h"
#include "call/spaces/space_change.h"
#include "call/request/spaces.h"
#include "cli/command/drafts.h"

static void write_account(struct ad_json *j, struct ad_stmt *s)
{
	ad_json_object(j);
	ad_json_kstr(j, "uid", ad_col(s, 0));
	ad_json_kstr(j, "email", ad_col(s, 1));
	ad_json_kstr(j, "name", ad_col(s, 2));
	ad_json_kstr(j, "plan", ad_col(s, 3));
	ad_json_kstr(j, "subscription", ad_col(s, 4));
	ad_json_kbool(j, "disabled", ad_col_int(s, 5) != 0);
	ad_json_kint(j, "spaces", ad_col_int(s, 6));
	ad_json_ktime(j, "createdAt", ad_col_int(s, 7));
	ad_json_ktime(j, "lastSignInAt", ad_col_int(s, 8));
	ad_json_object_end(j);
}

static void print_line(struct ad_stmt *s)
{
	printf("%.*s  %-32.*s  %-12.*s  %s%lld %s\n", AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 1)),
	       AD_FMT(ad_col(s, 3)), ad_col_int(s, 5) ? "disabled  " : "",
	       (long long)ad_col_int(s, 6), ad_col_int(s, 6) == 1 ? "Space" : "Spaces");
}

static int account_list(struct ad_cli_work *work)
{
	struct ad_text text = ad_text_on(work->cli->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_stmt *s = ad_sql(
		work->db,
		"SELECT a.id, a.email, a.name, a.plan, a.subscription, CASE WHEN a.disabled_at IS"
		" NULL THEN 0 ELSE 1 END, (SELECT COUNT(*) FROM members m WHERE m.account_id ="
		" a.id), a.created_at, COALESCE(a.last_sign_in_at, 0) FROM accounts a"
		" ORDER BY a.email");
	enum ad_db_status status;

	ad_json_array(&j);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		if (work->cli->json)
			write_account(&j, s);
		else
			print_line(s);
	}
	ad_json_array_end(&j);
	if (status != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (work->cli->json)
		ad_cli_print(ad_text_str(&text));
	return AD_EXIT_OK;
}

static int account_state_run_list(struct ad_cli *cli)
{
	struct ad_cli_work work;
	int code;

	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	code = account_list(&work);
	ad_cli_work_done(&work);
	return code;
}

/* In the history of the Personal Space, as all that is done to an account. */
static int set_disabled(struct ad_cli_work *work, bool disabled)
{
	struct ad_history_entry entry = {
		.resource = AD_S("account"),
		.verb = disabled ? AD_S("DISABLE") : AD_S("ENABLE"),
	};
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	if (ad_account_disable(work->db, work->account.id, disabled) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	entry.object_id = work->account.id;
	return ad_cli_work_note(work, &entry);
}

static int account_disable(struct ad_cli_work *work)
{
	return set_disabled(work, true);
}

static int account_enable(struct ad_cli_work *work)
{
	return set_disabled(work, false);
}

/* Its places in Spaces of others end as an owner ends them: their history and webhooks tell it. */
static int leave_spaces(struct ad_cli_work *work)
{
	struct ad_cli_drafts *drafts = work->arg;
	enum ad_db_status status;

	for (;;) {
		struct ad_call *call = ad_cli_drafts_fresh(drafts);
		struct ad_row *row;
		struct ad_stmt *s = ad_sql(work->db, "SELECT m.space_id FROM members m JOIN spaces"
						     " s ON s.id = m.space_id WHERE m.account_id ="
						     " $1 AND s.owner_account_id <> $1 LIMIT 1");

		ad_bind(s, 1, work->account.id);
		status = ad_step(s);
		if (status != AD_DB_ROW)
			break;
		struct ad_str space_id = ad_col_copy(s, call->arena, 0);
		ad_reset(s);
		if (ad_space_row_own(call, space_id, &call->space, &row) != AD_DB_ROW)
			return ad_cli_work_broken(work);
		if (!ad_space_set_role(call, row, work->account.id, AD_NO_MEMBER, true))
			return ad_cli_drafts_failed(drafts);
	}
	return status == AD_DB_DONE ? AD_EXIT_OK : ad_cli_work_broken(work);
}

static int remove_account(struct ad_cli_work *work)
{
	struct ad_str why;
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	if (ad_account_removable(work->db, work->cli->arena, work->account.id, &why) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	if (why.p)
		return ad_cli_fail(work->cli, AD_CONFLICT, "%.*s is not removed: %.*s",
				   AD_FMT(work->account.email), AD_FMT(why));
	code = leave_spaces(work);
	if (code != AD_EXIT_OK)
		return code;
	if (ad_account_remove(work->db, work->cli->arena, work->account.id) != AD_DB_DONE)
		return ad_cli_work_broken(work);
	return AD_EXIT_OK;
}

static int account_state_run_change(struct ad_cli *cli, int (*change)(struct ad_cli_work *work),
				    const char *done)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_cli_drafts drafts;
	struct ad_cli_work work;
	int code;

	if (!ad_cli_drafts_own(cli, &drafts, &drafts))
		return AD_EXIT_FAILED;
	code = ad_cli_work_write(&drafts.work, change);
	work = drafts.work; /* the account's texts are on the command's arena */
	ad_cli_drafts_done(&drafts);
	if (code != AD_EXIT_OK)
		return code;
	if (!cli->json) {
		printf("%s %.*s (%.*s).\n", done, AD_FMT(work.account.email),
		       AD_FMT(work.account.id));
		return code;
	}
	ad_json_object(&j);
	ad_json_kstr(&j, "uid", work.account.id);
	ad_json_kstr(&j, "email", work.account.email);
	ad_json_kbool(&j, "disabled", change == account_disable);
	if (change == remove_account)
		ad_json_kbool(&j, "removed", true);
	ad_json_object_end(&j);
	ad_cli_print(ad_text_str(&text));
	return code;
}

static int run_disable(struct ad_cli *cli)
{
	return account_state_run_change(cli, account_disable, "Disabled");
}

static int run_enable(struct ad_cli *cli)
{
	return account_state_run_change(cli, account_enable, "Enabled");
}

static int account_state_run_remove(struct ad_cli *cli)
{
	return account_state_run_change(cli, remove_account, "Removed");
}

static const struct ad_cli_flag email_flag[] = { { "email", "E", "email address of the account",
						   true } };

const struct ad_command ad_command_account_list = {
	.name = "account list",
	.summary = "List all accounts.",
	.run = account_state_run_list,
};
const struct ad_command ad_command_account_disable = {
	.name = "account disable",
	.summary = "Disable an account: end its sessions and reject its sign-ins, tokens and apps "
		   "immediately.",
	.flags = email_flag,
	.flag_count = AD_LEN(email_flag),
	.run = run_disable,
};
const struct ad_command ad_command_account_enable = {
	.name = "account enable",
	.summary = "Enable a disabled account; its tokens and apps work again.",
	.flags = email_flag,
	.flag_count = AD_LEN(email_flag),
	.run = run_enable,
};
const struct ad_command ad_command_account_remove = {
	.name = "account remove",
	.summary = "Permanently remove an account and the Spaces in which it is the only member.",
	.flags = email_flag,
	.flag_count = AD_LEN(email_flag),
	.run = account_state_run_remove,
};
