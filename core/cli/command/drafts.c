/* Parts that the drafting commands share: see drafts.h. */
#include "cli/command/drafts.h"

#include <stdio.h>

#include "call/request/outcome.h"
#include "call/request/spaces.h"

/* The account at its own keyboard: every scope, in one environment. */
static void make_principal(struct ad_cli_drafts *d, enum ad_environment environment)
{
	d->who = (struct ad_principal){
		.kind = AD_BY_COMMAND,
		.scopes = (1u << AD_SCOPE_COUNT) - 1,
		.environment = environment,
	};
	snprintf(d->who.account_id, sizeof(d->who.account_id), "%.*s", AD_FMT(d->work.account.id));
	snprintf(d->who.space_id, sizeof(d->who.space_id), "%.*s",
		 AD_FMT(d->work.account.space_id));
}

/* The Space, in which the account must be allowed to draft. */
static int drafts_find_space(struct ad_cli_drafts *d, struct ad_str id)
{
	const struct ad_cli *cli = d->work.cli;
	enum ad_db_status status = ad_space_load(d->work.db, cli->arena, id, d->who.account_id,
						 d->who.environment, &d->call.space);
	if (status == AD_DB_DONE)
		return ad_cli_fail(cli, AD_NOT_FOUND, "the account is in no Space %.*s",
				   AD_FMT(id));
	if (status != AD_DB_ROW)
		return ad_cli_work_broken(&d->work);
	d->call.scopes = d->who.scopes & ad_role_scopes(d->call.space.role);
	if (!(d->call.scopes & AD_CAMPAIGNS_WRITE))
		return ad_cli_fail(cli, AD_FORBIDDEN_SCOPE,
				   "the account may only read in the Space %.*s", AD_FMT(id));
	return AD_EXIT_OK;
}

static bool open_work(const struct ad_cli *cli, struct ad_cli_drafts *drafts)
{
	memset(drafts, 0, sizeof(*drafts));
	if (!ad_cli_work(cli, &drafts->work))
		return false;
	drafts->call.arena = ad_arena_new();
	drafts->call.db = drafts->work.db;
	drafts->call.who = &drafts->who;
	drafts->call.door = AD_DOOR_APP;
	return true;
}

bool ad_cli_drafts_own(const struct ad_cli *cli, struct ad_cli_drafts *drafts, void *arg)
{
	if (!open_work(cli, drafts))
		return false;
	drafts->who = (struct ad_principal){ .kind = AD_BY_COMMAND, .scopes = AD_SCOPES_ALL };
	drafts->work.arg = arg;
	return true;
}

int ad_cli_drafts_open(const struct ad_cli *cli, struct ad_cli_drafts *drafts,
		       enum ad_environment environment, const char *space)
{
	if (!open_work(cli, drafts))
		return AD_EXIT_FAILED;
	int code = ad_cli_work_account(&drafts->work);
	if (code == AD_EXIT_OK) {
		make_principal(drafts, environment);
		code = drafts_find_space(drafts,
					 space ? ad_str(space) : drafts->work.account.space_id);
	}
	if (code != AD_EXIT_OK)
		ad_cli_drafts_done(drafts);
	return code;
}

void ad_cli_drafts_done(struct ad_cli_drafts *drafts)
{
	ad_arena_free(drafts->call.arena);
	ad_cli_work_done(&drafts->work);
}

struct ad_call *ad_cli_drafts_fresh(struct ad_cli_drafts *drafts)
{
	struct ad_call *call = &drafts->call;

	ad_arena_reset(call->arena);
	ad_call_fresh(call);
	call->parent_hint = NULL;
	return call;
}

int ad_cli_drafts_failed(const struct ad_cli_drafts *drafts)
{
	const struct ad_call *call = &drafts->call;
	const struct ad_fault *fault = call->faults;

	if (call->violations)
		return ad_cli_fail(drafts->work.cli, call->status, "guardrail %s: %s",
				   call->violations->rule, call->violations->message);
	if (fault)
		return ad_cli_fail(drafts->work.cli, call->status, "%s: %s", fault->path,
				   fault->message);
	return ad_cli_fail(drafts->work.cli, call->status, "%s", ad_outcome_message(call));
}
