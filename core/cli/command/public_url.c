/* The public address of the server, as commands that make links know it. */
#include <stdio.h>

#include "cli/command/command.h"

bool ad_cli_store_url(struct ad_db *db, const char *url)
{
	struct ad_stmt *s = ad_sql(db, "INSERT INTO settings (key, value) VALUES ('public_url', $1)"
				       " ON CONFLICT (key) DO UPDATE SET value = excluded.value");

	ad_bind_cstr(s, 1, url);
	return ad_step(s) == AD_DB_DONE;
}

const char *ad_cli_known_url(const struct ad_cli *cli, struct ad_db *db)
{
	const char *url = NULL;
	struct ad_stmt *s;

	if (cli->config->public_url_given)
		return cli->config->public_url;
	s = ad_sql(db, "SELECT value FROM settings WHERE key = 'public_url'");
	if (ad_step(s) == AD_DB_ROW) {
		url = ad_col_copy(s, cli->arena, 0).p;
		ad_reset(s);
	}
	return url;
}

const char *ad_cli_public_url(const struct ad_cli *cli, struct ad_db *db)
{
	const char *url = ad_cli_known_url(cli, db);

	if (!url && !cli->json)
		fprintf(stderr,
			"The server has not run yet, so its public URL is unknown: links begin "
			"with %s. Give --public-url for another one.\n",
			cli->config->public_url);
	return url ? url : cli->config->public_url;
}
