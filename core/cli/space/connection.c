/*
 * adcore connection list | set: the ad accounts of Spaces, and what is declared for them, for
 * whoever owns the server. How they are connected is in connect.c.
 */
#include "cli/space/connection.h"

#include <stdio.h>

#include "auth/credential/tokens.h"
#include "base/json_read.h"
#include "call/connections/connect.h"
#include "cli/command/drafts.h"

/* A command at work; the call has no caller of the API behind it, and its own arena. */
struct desk {
	struct ad_cli_drafts drafts;
	struct ad_text lines; /* on the command's arena */
	struct ad_json json;
};

static int open_desk(struct ad_cli *cli, struct desk *d)
{
	*d = (struct desk){ 0 };
	if (!ad_cli_drafts_own(cli, &d->drafts, d))
		return AD_EXIT_FAILED;
	d->lines = ad_text_on(cli->arena);
	return AD_EXIT_OK;
}

static int connection_run(struct ad_cli *cli, int (*change)(struct ad_cli_work *work))
{
	struct desk d;
	int code = open_desk(cli, &d);

	if (code != AD_EXIT_OK)
		return code;
	code = ad_cli_work_write(&d.drafts.work, change);
	ad_cli_drafts_done(&d.drafts);
	if (code == AD_EXIT_OK && d.lines.n)
		ad_cli_print(ad_text_str(&d.lines));
	return code;
}

/* One line, or one object; never what a connection is used with. */
static void connection_tell(struct desk *d, struct ad_stmt *s)
{
	if (d->drafts.work.cli->json)
		ad_connection_write(&d->json, s);
	else
		ad_text_addf(&d->lines, "%s%.*s  %-4.*s  %-9.*s  %-9.*s  %.*s",
			     d->lines.n ? "\n" : "", AD_FMT(ad_col(s, 0)), AD_FMT(ad_col(s, 2)),
			     AD_FMT(ad_col(s, 1)), AD_FMT(ad_col(s, 7)), AD_FMT(ad_col(s, 3)));
}

/* Those of a Space, or the one of an id; the other is absent. */
static int tell_all(struct desk *d, struct ad_str space_id, struct ad_str id)
{
	enum ad_db_status status;
	struct ad_stmt *s =
		ad_sql(d->drafts.work.db,
		       "SELECT " AD_CONNECTION_COLUMNS
		       " FROM connections WHERE ($1 = '' OR space_id = $1) AND ($2 = '' OR id = $2)"
		       " ORDER BY environment, platform");

	ad_bind(s, 1, space_id);
	ad_bind(s, 2, id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		connection_tell(d, s);
	return status == AD_DB_DONE ? AD_EXIT_OK : ad_cli_work_broken(&d->drafts.work);
}

static void connection_begin(struct desk *d)
{
	d->lines.n = 0;
	d->json = ad_json_on(&d->lines);
	(void)ad_cli_drafts_fresh(&d->drafts);
}

static int connection_list(struct ad_cli_work *work)
{
	struct desk *d = work->arg;

	connection_begin(d);
	if (work->cli->json)
		ad_json_array(&d->json);
	int code = tell_all(d, ad_str(work->cli->operands[0]), AD_S(""));
	if (work->cli->json)
		ad_json_array_end(&d->json);
	return code;
}

static int connection_run_list(struct ad_cli *cli)
{
	return connection_run(cli, connection_list);
}

int ad_cli_connection_find(struct ad_cli_work *work, struct ad_str id, char space[AD_ID_SIZE],
			   enum ad_environment *environment)
{
	struct ad_stmt *s =
		ad_sql(work->db, "SELECT space_id, environment FROM connections WHERE id = $1");

	ad_bind(s, 1, id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_DONE)
		return ad_cli_fail(work->cli, AD_NOT_FOUND,
				   "there is no connection %.*s; 'adcore connection list SPACEID' "
				   "tells which there are",
				   AD_FMT(id));
	if (status != AD_DB_ROW)
		return ad_cli_work_broken(work);
	snprintf(space, AD_ID_SIZE, "%.*s", AD_FMT(ad_col(s, 0)));
	*environment = ad_str_is(ad_col(s, 1), "live") ? AD_LIVE : AD_TEST;
	ad_reset(s);
	return AD_EXIT_OK;
}

static int connection_set(struct ad_cli_work *work)
{
	struct desk *d = work->arg;
	struct ad_str id = ad_str(work->cli->operands[0]);
	struct ad_json_error err;

	connection_begin(d);
	int code = ad_cli_connection_find(work, id, d->drafts.call.space.id,
					  &d->drafts.who.environment);
	if (code != AD_EXIT_OK)
		return code;
	const cJSON *settings = ad_json_parse(d->drafts.call.arena,
					      ad_str(ad_cli_value(work->cli, "settings")), &err);
	if (!cJSON_IsObject(settings))
		return ad_cli_usage(work->cli, "--settings: must be a JSON object, such as "
					       "{\"euPolitical\":false}");
	if (!ad_connection_set(&d->drafts.call, id, settings))
		return ad_cli_drafts_failed(&d->drafts);
	return tell_all(d, AD_S(""), id);
}

static int connection_run_set(struct ad_cli *cli)
{
	return connection_run(cli, connection_set);
}

static const struct ad_cli_flag set_flags[] = {
	{ "settings", "JSON", "settings to change, by name; null removes a setting", true },
};

const struct ad_command ad_command_connection_list = {
	.name = "connection list",
	.summary = "List the ad accounts of a Space.",
	.operands = "SPACEID",
	.operands_min = 1,
	.operands_max = 1,
	.run = connection_run_list,
};
const struct ad_command ad_command_connection_set = {
	.name = "connection set",
	.summary = "Set the declarations and default settings of an ad account.",
	.operands = "CONNECTIONID",
	.operands_min = 1,
	.operands_max = 1,
	.flags = set_flags,
	.flag_count = AD_LEN(set_flags),
	.run = connection_run_set,
};
