/*
 * Rows that anybody can make without a credential: authorization requests, pushed requests, device
 * codes. A row is deleted before its time only as follows; an IPv6 network has 48 bits here.
 *
 * - A network keeps the newest OAUTH_ROWS_EACH of each kind.
 * - From OAUTH_ROWS_ALL rows of all networks, a new row deletes the oldest rows of the network that
 *   has most, and leaves OAUTH_ROWS_FEW there. So a flood from many networks deletes its own rows.
 * - Where no network has more than that, rows grow to twice OAUTH_ROWS_ALL. A further row is
 *   refused, unless the person is known.
 * - A row that a person reached (their browser is signed in, or signed in with it) is never
 *   deleted. An account has OAUTH_ROWS_FEW such rows of each kind; its older ones are as others.
 */
#ifndef OAUTH_ROWS_H
#define OAUTH_ROWS_H

#include "adcore.h"

#define OAUTH_ROWS_EACH 200
#define OAUTH_ROWS_ALL 10000
#define OAUTH_ROWS_FEW 20

enum oauth_rows {
	OAUTH_ROWS_REQUESTS,
	OAUTH_ROWS_PUSHED,
	OAUTH_ROWS_DEVICES,
};

/* A row that is to be added. */
struct oauth_rows_new {
	enum oauth_rows kind;
	struct ad_str network; /* oauth_rows_network() */
	bool reached;          /* the user is known */
};

/* The stored form of the caller's network: a MAC, not an address. */
struct ad_str oauth_rows_network(struct ad_call *call);
/*
 * Deletes rows until one more fits. AD_DB_DONE; AD_DB_UNAVAILABLE also if no row may be deleted.
 * Write transactions only.
 */
enum ad_db_status oauth_rows_make_room(struct ad_db *db, const struct oauth_rows_new *row) AD_CHECK;
/*
 * Stores the account with all requests of a browser (by its hash), and with their pushed requests
 * and device codes. Write transactions only.
 */
enum ad_db_status oauth_rows_reach(struct ad_db *db, struct ad_str browser_hash,
				   struct ad_str account_id) AD_CHECK;

#endif
