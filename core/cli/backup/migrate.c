#include <stdio.h>

#include "base/log.h"
#include "cli/command/command.h"
#include "store/schema/schema.h"

static int migrate_run(struct ad_cli *cli)
{
	struct ad_store *store;
	struct ad_db *db;
	if (!ad_cli_open(cli, &store, &db))
		return AD_EXIT_FAILED;
	bool current = ad_schema_current(db);
	ad_db_close(db);
	ad_store_close(store);
	ad_log_flush();
	if (!current)
		return ad_cli_fail(cli, AD_INTERNAL, "the database is not at this version");
	puts(cli->json ? "{\"migrated\":true}" : "The database is at this version.");
	return AD_EXIT_OK;
}

const struct ad_command ad_command_migrate = {
	.name = "migrate",
	.without_database = true,
	.summary = "Upgrade the database to this version, if required.",
	.run = migrate_run,
};
