/* The databases, by the scheme of their URLs. */
#include "store/db/driver.h"

const struct ad_db_driver *ad_driver_of(struct ad_str url)
{
	if (ad_str_starts(url, "sqlite:"))
		return &ad_driver_sqlite;
	if (ad_str_starts(url, "postgresql://") || ad_str_starts(url, "postgres://"))
		return &ad_driver_postgres;
	return NULL;
}
