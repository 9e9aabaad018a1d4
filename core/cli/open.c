#include "cli/command.h"
#include "store/schema.h"

bool ad_cli_open(const struct ad_cli *cli, struct ad_store **store, struct ad_db **db)
{
	char err[256] = "";
	*db = NULL;
	*store = ad_store_open(ad_str(cli->config->database), err);
	if (*store)
		*db = ad_db_open(*store, AD_DB_WRITE, err);
	if (*db && ad_schema_migrate(*db, err))
		return true;
	ad_cli_fail(cli, AD_UNAVAILABLE, "cannot open the database: %s", err);
	ad_db_close(*db);
	if (*store)
		ad_store_close(*store);
	return false;
}
