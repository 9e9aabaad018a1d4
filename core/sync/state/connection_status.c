/*
 * The transitions of a connection's status.
 *
 * CONNECTED has credentials that the platform accepted last. EXPIRED has credentials that the
 * platform rejected; they are kept, because access may be restored. REVOKED has none, so no answer
 * of a platform can move it: only a person who connects again can.
 */
#include "sync/state/connection_status.h"

#include "base/log.h"

static const char *const connection_names[] = {
	[AD_CONNECTION_CONNECTED] = "CONNECTED",
	[AD_CONNECTION_EXPIRED] = "EXPIRED",
	[AD_CONNECTION_REVOKED] = "REVOKED",
};

static const struct ad_transition connection_legal[] = {
	{ AD_CONNECTION_CONNECTED, AD_CONNECTION_CONNECTED, "connected again, or a new token" },
	{ AD_CONNECTION_CONNECTED, AD_CONNECTION_EXPIRED, "the platform rejected the credentials" },
	{ AD_CONNECTION_CONNECTED, AD_CONNECTION_REVOKED, "a person disconnected the account" },
	{ AD_CONNECTION_EXPIRED, AD_CONNECTION_CONNECTED,
	  "connected again, or access is restored" },
	{ AD_CONNECTION_EXPIRED, AD_CONNECTION_EXPIRED, "a test got the same rejection" },
	{ AD_CONNECTION_EXPIRED, AD_CONNECTION_REVOKED, "a person disconnected the account" },
	{ AD_CONNECTION_REVOKED, AD_CONNECTION_CONNECTED, "a person connected an account again" },
	{ AD_CONNECTION_REVOKED, AD_CONNECTION_REVOKED, "disconnected twice" },
};

const struct ad_states ad_connection_statuses = {
	"connection_status", connection_names,         AD_CONNECTION_STATUS_COUNT,
	connection_legal,    AD_LEN(connection_legal),
};

static void connection_status_bind(struct ad_stmt *s, struct ad_realm realm, struct ad_str id)
{
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
}

enum ad_db_status ad_connection_change_status(struct ad_db *db, struct ad_realm realm,
					      struct ad_str id, enum ad_connection_status to,
					      bool *changed)
{
	struct ad_stmt *s = ad_sql(db, "SELECT status FROM connections WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");
	unsigned from = AD_CONNECTION_STATUS_COUNT;
	enum ad_db_status status;

	*changed = false;
	connection_status_bind(s, realm, id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	from = ad_states_of(&ad_connection_statuses, ad_col(s, 0));
	ad_reset(s);
	if (!ad_states_may(&ad_connection_statuses, from, to)) {
		ad_log(AD_LOG_ERROR, "connection_status_refused", "to", connection_names[to], NULL);
		return AD_DB_DONE;
	}
	s = ad_sql(db, "UPDATE connections SET status = $5 WHERE space_id = $1 AND environment ="
		       " $2 AND id = $3 AND status = $4");
	connection_status_bind(s, realm, id);
	ad_bind_cstr(s, 4, connection_names[from]);
	ad_bind_cstr(s, 5, connection_names[to]);
	status = ad_step(s);
	*changed = status == AD_DB_DONE && ad_db_changes(db) == 1;
	return status;
}
