/*
 * The status of a connection (connections.status). A connection is created as CONNECTED; every
 * change goes through this file, whose table says which are legal, and why.
 */
#ifndef AD_SYNC_CONNECTION_STATUS_H
#define AD_SYNC_CONNECTION_STATUS_H

#include "base/states.h"
#include "store/objects/rows.h"

enum ad_connection_status {
	AD_CONNECTION_CONNECTED,
	AD_CONNECTION_EXPIRED,
	AD_CONNECTION_REVOKED,
	AD_CONNECTION_STATUS_COUNT
};

extern const struct ad_states ad_connection_statuses;

/*
 * Changes the status alone; the caller changes the other columns in the same transaction. *changed:
 * false if the stored status does not allow it, or there is no such connection. Writer's thread.
 */
enum ad_db_status ad_connection_change_status(struct ad_db *db, struct ad_realm realm,
					      struct ad_str id, enum ad_connection_status to,
					      bool *changed) AD_CHECK;

#endif
