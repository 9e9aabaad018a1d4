/* adcore token mint | list | rotate | revoke */
#include <stdio.h>

#include "auth/credential/tokens.h"
#include "cli/account/account.h"
#include "cli/command/span.h"

/* The input and the result of a command. */
struct entry {
	struct ad_token token;
	struct ad_str id; /* of rotate and revoke */
	struct ad_token *list;
	size_t count;
};

/* The command line into the token to mint; every fault is named. */
static int read_mint(const struct ad_cli *cli, struct ad_token *token)
{
	struct ad_text faults = ad_text_on(cli->arena);
	struct ad_str env = ad_str(ad_cli_value(cli, "env")), bad;
	struct ad_str expires = ad_str(ad_cli_value(cli, "expires"));
	int64_t span = AD_TOKEN_DAYS * AD_DAY;

	token->name = ad_str(ad_cli_value(cli, "name"));
	if (!ad_token_name_valid(token->name))
		ad_text_adds(&faults, "--name: must have 1 to 128 characters\n");
	if (!ad_str_is(env, "live") && !ad_str_is(env, "test"))
		ad_text_addf(&faults, "--env: '%.*s' is neither live nor test\n", AD_FMT(env));
	token->environment = ad_str_is(env, "live") ? AD_LIVE : AD_TEST;
	if (!ad_scopes_parse(ad_str(ad_cli_value(cli, "scopes")), &token->scopes, &bad))
		ad_text_addf(&faults, "--scopes: there is no scope '%.*s'\n", AD_FMT(bad));
	else if (token->scopes == 0)
		ad_text_adds(&faults, "--scopes: name at least one, or all\n");
	if (expires.p &&
	    (!ad_cli_span(expires, &span) || span <= 0 || span > AD_TOKEN_DAYS_MAX * AD_DAY))
		ad_text_addf(&faults, "--expires: '%.*s' is no time such as 90d, of at most 365d\n",
			     AD_FMT(expires));
	token->expires_at = ad_now() + span;
	struct ad_str s = ad_text_str(&faults);
	if (s.n == 0)
		return AD_EXIT_OK;
	return ad_cli_usage(cli, "%.*s", (int)s.n - 1, s.p);
}

static void write_token(struct ad_json *j, const struct ad_token *t)
{
	ad_json_object(j);
	if (t->text.p)
		ad_json_kstr(j, "token", t->text);
	ad_json_kstr(j, "tokenId", t->id);
	ad_json_kstr(j, "name", t->name);
	ad_json_kcstr(j, "environment", ad_environment_name(t->environment));
	ad_json_key(j, "scopes");
	ad_scopes_write(j, t->scopes);
	ad_json_ktime(j, "createdAt", t->created_at);
	ad_json_ktime(j, "expiresAt", t->expires_at);
	ad_json_ktime(j, "lastUsedAt", t->last_used_at);
	ad_json_ktime(j, "revokedAt", t->revoked_at);
	ad_json_object_end(j);
}

static void token_print_json(const struct ad_cli *cli, const struct ad_token *t)
{
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);

	write_token(&j, t);
	ad_cli_print(ad_text_str(&text));
}

/* The token alone on stdout, so that a script can take it; the rest is for the reader. */
static void print_secret(const struct ad_cli *cli, const struct ad_token *t)
{
	char expires[25];

	if (cli->json) {
		token_print_json(cli, t);
		return;
	}
	ad_time_format(t->expires_at, expires);
	ad_cli_print(t->text);
	fprintf(stderr, "Token %.*s, valid until %s. It is shown this once.\n", AD_FMT(t->id),
		expires);
}

/* A result of auth/credential/tokens.h as an exit code. */
static int token_judge(const struct ad_cli_work *work, enum ad_token_result result)
{
	const struct entry *entry = work->arg;

	switch (result) {
	case AD_TOKEN_OK:
		return AD_EXIT_OK;
	case AD_TOKEN_TOO_MANY:
		return ad_cli_fail(work->cli, AD_CONFLICT,
				   "the account has %d live tokens already; revoke one first",
				   AD_TOKENS_LIVE_MAX);
	case AD_TOKEN_UNKNOWN:
		return ad_cli_fail(work->cli, AD_NOT_FOUND, "there is no token %.*s",
				   AD_FMT(entry->id));
	case AD_TOKEN_DEAD:
		return ad_cli_fail(work->cli, AD_CONFLICT,
				   "the token %.*s is revoked or expired: mint a new one",
				   AD_FMT(entry->id));
	case AD_TOKEN_DB:
		break;
	}
	return ad_cli_work_broken(work);
}

/* In the history of the owner's Personal Space; the secret never. */
static int token_note(struct ad_cli_work *work, const char *verb)
{
	struct entry *entry = work->arg;
	struct ad_history_entry what = ad_token_entry(work->cli->arena, &entry->token, verb);

	if (!work->account.id.p &&
	    ad_account_get(work->db, work->cli->arena, entry->token.account_id, &work->account) !=
		    AD_DB_ROW)
		return ad_cli_work_broken(work);
	return ad_cli_work_note(work, &what);
}

static int token_mint(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	entry->token.account_id = work->account.id;
	code = token_judge(work, ad_token_mint(work->db, work->cli->arena, &entry->token));
	return code == AD_EXIT_OK ? token_note(work, "CREATE") : code;
}

static int token_list(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;
	int code = ad_cli_work_account(work);

	if (code != AD_EXIT_OK)
		return code;
	return token_judge(work, ad_token_list(work->db, work->cli->arena, work->account.id,
					       &entry->list, &entry->count));
}

static int token_rotate(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;

	int code =
		token_judge(work, ad_token_rotate(work->db, work->cli->arena, (struct ad_str){ 0 },
						  entry->id, &entry->token));
	return code == AD_EXIT_OK ? token_note(work, "ROTATE") : code;
}

static int token_revoke(struct ad_cli_work *work)
{
	struct entry *entry = work->arg;

	int code =
		token_judge(work, ad_token_revoke(work->db, work->cli->arena, (struct ad_str){ 0 },
						  entry->id, &entry->token));
	return code == AD_EXIT_OK ? token_note(work, "REVOKE") : code;
}

static int token_run_change(struct ad_cli *cli, struct entry *entry,
			    int (*change)(struct ad_cli_work *work))
{
	struct ad_cli_work work;

	if (cli->operand_count > 0)
		entry->id = ad_str(cli->operands[0]);
	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	work.arg = entry;
	int code = ad_cli_work_write(&work, change);
	ad_cli_work_done(&work);
	return code;
}

static int run_mint(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = read_mint(cli, &entry.token);

	if (code == AD_EXIT_OK)
		code = token_run_change(cli, &entry, token_mint);
	if (code == AD_EXIT_OK)
		print_secret(cli, &entry.token);
	return code;
}

static void print_row(const struct ad_token *t)
{
	char expires[25];
	const char *state = t->revoked_at               ? "revoked"
			    : t->expires_at <= ad_now() ? "expired"
							: "live";

	ad_time_format(t->expires_at, expires);
	printf("%.*s  %s  %-7s  expires %s  %.*s\n", AD_FMT(t->id),
	       ad_environment_name(t->environment), state, expires, AD_FMT(t->name));
}

static int token_run_list(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	int code = token_run_change(cli, &entry, token_list);

	if (code != AD_EXIT_OK)
		return code;
	ad_json_array(&j);
	for (size_t i = 0; i < entry.count; i++) {
		if (cli->json)
			write_token(&j, &entry.list[i]);
		else
			print_row(&entry.list[i]);
	}
	ad_json_array_end(&j);
	if (cli->json)
		ad_cli_print(ad_text_str(&text));
	return AD_EXIT_OK;
}

static int token_run_rotate(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = token_run_change(cli, &entry, token_rotate);

	if (code == AD_EXIT_OK)
		print_secret(cli, &entry.token);
	return code;
}

static int run_revoke(struct ad_cli *cli)
{
	struct entry entry = { 0 };
	int code = token_run_change(cli, &entry, token_revoke);

	if (code != AD_EXIT_OK)
		return code;
	if (cli->json)
		token_print_json(cli, &entry.token);
	else
		printf("Revoked %.*s.\n", AD_FMT(entry.token.id));
	return AD_EXIT_OK;
}

static const struct ad_cli_flag mint_flags[] = {
	{ "email", "E", "email address of the account", true },
	{ "name", "N", "name of the machine", true },
	{ "env", "ENV", "live or test", true },
	{ "scopes", "LIST", "scopes separated by commas, or all", true },
	{ "expires", "TIME", "such as 90d or 12h, at most 365d (90d)", false },
};
static const struct ad_cli_flag list_flags[] = {
	{ "email", "E", "email address of the account", true },
};

const struct ad_command ad_command_token_mint = {
	.name = "token mint",
	.summary = "Mint an API token and print it, once.",
	.flags = mint_flags,
	.flag_count = AD_LEN(mint_flags),
	.run = run_mint,
};
const struct ad_command ad_command_token_list = {
	.name = "token list",
	.summary = "List an account's tokens.",
	.flags = list_flags,
	.flag_count = AD_LEN(list_flags),
	.run = token_run_list,
};
const struct ad_command ad_command_token_rotate = {
	.name = "token rotate",
	.summary = "Give a token a new secret; id and expiry stay, the old secret dies at once.",
	.operands = "TOKENID",
	.operands_min = 1,
	.operands_max = 1,
	.run = token_run_rotate,
};
const struct ad_command ad_command_token_revoke = {
	.name = "token revoke",
	.summary = "Revoke a token, at once and for good.",
	.operands = "TOKENID",
	.operands_min = 1,
	.operands_max = 1,
	.run = run_revoke,
};
