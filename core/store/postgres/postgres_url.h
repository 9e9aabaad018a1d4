/* The URL of a PostgreSQL server. Private to this room. */
#ifndef AD_STORE_POSTGRES_URL_H
#define AD_STORE_POSTGRES_URL_H

#include "store/db/driver.h"

/* Keeps the URL in store->source where it can be one; else false, with a sentence without it. */
bool ad_postgres_open_store(struct ad_store *store, struct ad_str url, char err[static 256]);

#endif
