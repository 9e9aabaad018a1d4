/* adcore keys rotate | list: the keys that sign access tokens (auth/secret/keys.h) */
#include "auth/secret/keys.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/secret/secret.h"
#include "cli/command/work.h"

/* The keys as they stand, newest first. */
struct listed {
	struct ad_text json;
	struct ad_json j;
	size_t count;
	int64_t now;
	bool signing_seen;
};

/* The state of a key. The first key that may sign is the signing key. */
static const char *keys_state_of(struct listed *l, int64_t sign_from)
{
	if (sign_from > l->now)
		return "next";
	if (l->signing_seen)
		return "retiring";
	l->signing_seen = true;
	return "signing";
}

static void keys_take_key(struct listed *l, struct ad_stmt *s, bool print)
{
	char from[25];
	int64_t sign_from = ad_col_int(s, 1);
	const char *state = keys_state_of(l, sign_from);

	l->count++;
	ad_json_object(&l->j);
	ad_json_kstr(&l->j, "kid", ad_col(s, 0));
	ad_json_kcstr(&l->j, "state", state);
	ad_json_ktime(&l->j, "signsFrom", sign_from);
	ad_json_object_end(&l->j);
	ad_time_format(sign_from, from);
	if (print)
		printf("%.*s  %-8s  signs from %s\n", AD_FMT(ad_col(s, 0)), state, from);
}

static int read_keys(struct ad_cli_work *work, struct listed *l, bool print)
{
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(work->db, "SELECT kid, sign_from FROM signing_keys"
					     " ORDER BY sign_from DESC, kid");

	*l = (struct listed){ .json = ad_text_on(work->cli->arena), .now = ad_now() };
	l->j = ad_json_on(&l->json);
	ad_json_array(&l->j);
	while ((status = ad_step(s)) == AD_DB_ROW)
		keys_take_key(l, s, print);
	ad_json_array_end(&l->j);
	return status == AD_DB_DONE ? AD_EXIT_OK : ad_cli_work_broken(work);
}

static int keys_rotate(struct ad_cli_work *work)
{
	const struct ad_cli *cli = work->cli;
	bool drop = ad_cli_has(cli, "drop"), now = drop || ad_cli_has(cli, "now");
	struct listed l;
	int code = read_keys(work, &l, false);

	if (code != AD_EXIT_OK)
		return code;
	if (!drop && l.count >= AD_KEYS_MAX)
		return ad_cli_fail(cli, AD_CONFLICT,
				   "there are %zu keys: those that have signed go after a day; "
				   "--drop ends them now, with every access token",
				   l.count);
	if ((drop && !ad_keys_drop(work->db)) ||
	    !ad_keys_rotate(work->secrets, work->db,
			    ad_now() + (now ? 0 : AD_KEY_LEAD_S * AD_SECOND)))
		return ad_cli_work_broken(work);
	return AD_EXIT_OK;
}

static int keys_nothing(struct ad_cli_work *work)
{
	(void)work;
	return AD_EXIT_OK;
}

static int keys_run_change(struct ad_cli *cli, int (*change)(struct ad_cli_work *work))
{
	struct ad_cli_work work;
	struct listed l;

	if (!ad_cli_work(cli, &work))
		return AD_EXIT_FAILED;
	int code = ad_cli_work_write(&work, change);
	if (code == AD_EXIT_OK)
		code = read_keys(&work, &l, !cli->json);
	ad_cli_work_done(&work);
	if (code == AD_EXIT_OK && cli->json)
		ad_cli_print(ad_text_str(&l.json));
	return code;
}

static int keys_run_rotate(struct ad_cli *cli)
{
	return keys_run_change(cli, keys_rotate);
}

static int keys_run_list(struct ad_cli *cli)
{
	return keys_run_change(cli, keys_nothing);
}

static const struct ad_cli_flag rotate_flags[] = {
	{ "now", NULL, "sign with the new key immediately, instead of after two hours", false },
	{ "drop", NULL, "remove the older keys immediately, with all access tokens", false },
};

const struct ad_command ad_command_keys_rotate = {
	.name = "keys rotate",
	.summary = "Add a key that signs access tokens; the older keys verify for one more day.",
	.flags = rotate_flags,
	.flag_count = AD_LEN(rotate_flags),
	.run = keys_run_rotate,
};
const struct ad_command ad_command_keys_list = {
	.name = "keys list",
	.summary = "List the keys that sign and verify access tokens.",
	.run = keys_run_list,
};
