/* Parts that commands on the database share: see work.h. */
#include "cli/command/work.h"

#define ATTEMPTS 5

/* Under another secret than the servers' what is written here would break the history. */
static bool work_fits(struct ad_cli_work *work)
{
	bool good = false;

	ad_secrets_unlock_history(work->secrets, work->db);
	if (ad_history_key_fits(work->db, &good) != AD_DB_DONE)
		ad_cli_work_broken(work);
	else if (!good)
		ad_cli_fail(work->cli, AD_CONFLICT,
			    "the secret here is not the one that this database is used with: give "
			    "its servers' --data-dir or ADCORE_SECRET_KEY");
	return good;
}

bool ad_cli_work(const struct ad_cli *cli, struct ad_cli_work *work)
{
	const char *dir = cli->config->data_dir;
	char err[256];

	*work = (struct ad_cli_work){ .cli = cli };
	if (!ad_cli_open(cli, &work->store, &work->db))
		return false;
	if (!ad_cli_secret_is_lost(work->db, dir, err))
		work->secrets = ad_secrets_open(dir, err);
	if (work->secrets && work_fits(work))
		return true;
	if (!work->secrets)
		ad_cli_fail(cli, AD_UNAVAILABLE, "%s", err);
	ad_cli_work_done(work);
	return false;
}

void ad_cli_work_done(struct ad_cli_work *work)
{
	ad_secrets_close(work->secrets);
	ad_db_close(work->db);
	ad_store_close(work->store);
}

int ad_cli_work_broken(const struct ad_cli_work *work)
{
	return ad_cli_fail(work->cli, AD_UNAVAILABLE, "the database failed: %s",
			   ad_db_error(work->db));
}

int ad_cli_work_account(struct ad_cli_work *work)
{
	const struct ad_cli *cli = work->cli;
	struct ad_str email, given = ad_str(ad_cli_value(cli, "email"));

	if (!ad_email_normal(cli->arena, given, &email))
		return ad_cli_usage(cli, "--email: '%.*s' is no address", AD_FMT(given));
	switch (ad_account_find(work->db, cli->arena, email, &work->account)) {
	case AD_DB_ROW:
		return AD_EXIT_OK;
	case AD_DB_DONE:
		return ad_cli_fail(cli, AD_NOT_FOUND,
				   "there is no account %.*s; 'adcore account add' makes one",
				   AD_FMT(email));
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		break;
	}
	return ad_cli_work_broken(work);
}

int ad_cli_work_write(struct ad_cli_work *work, int (*change)(struct ad_cli_work *work))
{
	enum ad_db_status status = AD_DB_RETRY;

	for (int i = 0; i < ATTEMPTS && status == AD_DB_RETRY; i++) {
		status = ad_db_begin(work->db, true);
		if (status != AD_DB_DONE)
			continue;
		int code = change(work);
		if (code != AD_EXIT_OK) {
			ad_db_rollback(work->db);
			return code;
		}
		status = ad_db_commit(work->db);
		if (status == AD_DB_DONE)
			return AD_EXIT_OK;
		ad_db_rollback(work->db);
	}
	return ad_cli_work_broken(work);
}

int ad_cli_work_note(struct ad_cli_work *work, const struct ad_history_entry *what)
{
	static const char *const environments[] = { "test", "live" };

	for (size_t i = 0; i < AD_LEN(environments); i++) {
		struct ad_history_entry entry = *what;

		if (what->environment.p && !ad_str_is(what->environment, environments[i]))
			continue;
		entry.space_id = work->account.space_id;
		entry.environment = ad_str(environments[i]);
		entry.door = AD_S("CLI");
		if (ad_history_append(work->db, &entry) != AD_DB_DONE)
			return ad_cli_work_broken(work);
	}
	return AD_EXIT_OK;
}
