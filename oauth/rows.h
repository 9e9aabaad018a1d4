/*
 * Rows that anybody can make without a credential: authorization requests, pushed requests, device
 * codes. A network keeps the newest OAUTH_ROWS_EACH of each, all networks together the newest
 * OAUTH_ROWS_ALL. An older row is deleted as if it had expired. An IPv6 network has 48 bits here.
 */
#ifndef OAUTH_ROWS_H
#define OAUTH_ROWS_H

#include "adcore.h"

#define OAUTH_ROWS_EACH 200
#define OAUTH_ROWS_ALL 10000

enum oauth_rows {
	OAUTH_ROWS_REQUESTS,
	OAUTH_ROWS_PUSHED,
	OAUTH_ROWS_DEVICES,
};

/* The caller's network as these rows keep it: a MAC, not an address. */
struct ad_str oauth_rows_network(struct ad_call *call);
/* Deletes rows until one more fits. AD_DB_DONE, or what failed. Write transactions only. */
enum ad_db_status oauth_rows_make_room(struct ad_db *db, enum oauth_rows which,
				       struct ad_str network) AD_CHECK;

#endif
