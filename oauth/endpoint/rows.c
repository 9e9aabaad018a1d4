/* See rows.h. A statement deletes a few rows only: each new row makes room for itself. */
#include "oauth/endpoint/rows.h"

#include "http/address.h"

#define TEXT_OF(number) #number
#define NUMBER(number) TEXT_OF(number)

/* Maximum number of rows that one new row deletes. */
#define DELETED 8

/* The rows of a network beyond its limit. */
#define OLDEST_OF_NETWORK(table, key)                                                              \
	"DELETE FROM " table " WHERE " key " IN (SELECT " key " FROM " table                       \
	" WHERE network = $1 AND reached_by IS NULL ORDER BY created_at DESC LIMIT " NUMBER(       \
		DELETED) " OFFSET " NUMBER(OAUTH_ROWS_EACH) " - 1)"
/* The oldest rows of the network with the most rows, if enough rows remain. */
#define OLDEST_OF_LARGEST(table, key)                                                              \
	"DELETE FROM " table " WHERE " key " IN (SELECT " key " FROM " table                       \
	" WHERE reached_by IS NULL AND network = (SELECT network FROM " table                      \
	" WHERE reached_by IS NULL AND network IS NOT NULL GROUP BY network HAVING COUNT(*) >="    \
	" " NUMBER(OAUTH_ROWS_FEW) " + " NUMBER(                                                   \
		DELETED) " ORDER BY COUNT(*) DESC, network"                                        \
			 " LIMIT 1) ORDER BY created_at LIMIT " NUMBER(DELETED) ")"
/* Returns a row if the table has more than $1 rows. */
#define HAS_ROWS(table) "SELECT 1 FROM " table " ORDER BY expires_at LIMIT 1 OFFSET $1"
/* The rows of an account beyond its limit. */
#define FORGET_OLDEST(table, key)                                                                  \
	"UPDATE " table " SET reached_by = NULL WHERE reached_by = $1 AND " key " NOT IN (SELECT"  \
	" " key " FROM " table " WHERE reached_by = $1 ORDER BY created_at DESC, " key             \
	" LIMIT " NUMBER(OAUTH_ROWS_FEW) ")"

static const struct {
	const char *of_network, *of_largest, *has_rows, *forget;
} sql_of[] = {
	[OAUTH_ROWS_REQUESTS] = { OLDEST_OF_NETWORK("oauth_requests", "handle_hash"),
				  OLDEST_OF_LARGEST("oauth_requests", "handle_hash"),
				  HAS_ROWS("oauth_requests"),
				  FORGET_OLDEST("oauth_requests", "handle_hash") },
	[OAUTH_ROWS_PUSHED] = { OLDEST_OF_NETWORK("oauth_pushed", "uri_hash"),
				OLDEST_OF_LARGEST("oauth_pushed", "uri_hash"),
				HAS_ROWS("oauth_pushed"),
				FORGET_OLDEST("oauth_pushed", "uri_hash") },
	[OAUTH_ROWS_DEVICES] = { OLDEST_OF_NETWORK("oauth_devices", "device_hash"),
				 OLDEST_OF_LARGEST("oauth_devices", "device_hash"),
				 HAS_ROWS("oauth_devices"),
				 FORGET_OLDEST("oauth_devices", "device_hash") },
};

struct ad_str oauth_rows_network(struct ad_call *call)
{
	char network[AD_NETWORK_TEXT];

	if (!ad_network_wide(call->address, 48, network))
		ad_network_of(call->address, network);
	return ad_secrets_mac64(ad_auth_secrets(call->core->auth), call->arena, "rows_network",
				ad_str(network));
}

/* AD_DB_ROW if the table has at least that many rows, AD_DB_DONE if not. */
static enum ad_db_status has_rows(struct ad_db *db, enum oauth_rows kind, int64_t count)
{
	struct ad_stmt *s = ad_sql(db, sql_of[kind].has_rows);
	enum ad_db_status status;

	ad_bind_int(s, 1, count - 1);
	status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_reset(s);
	return status;
}

enum ad_db_status oauth_rows_make_room(struct ad_db *db, const struct oauth_rows_new *row)
{
	struct ad_stmt *s = ad_sql(db, sql_of[row->kind].of_network);
	enum ad_db_status status;

	ad_bind(s, 1, row->network);
	status = ad_step(s);
	if (status == AD_DB_DONE)
		status = has_rows(db, row->kind, OAUTH_ROWS_ALL);
	if (status != AD_DB_ROW)
		return status;
	status = ad_step(ad_sql(db, sql_of[row->kind].of_largest));
	if (status != AD_DB_DONE || row->reached || ad_db_changes(db) > 0)
		return status;
	status = has_rows(db, row->kind, (int64_t)2 * OAUTH_ROWS_ALL);
	return status == AD_DB_ROW ? AD_DB_UNAVAILABLE : status;
}

enum ad_db_status oauth_rows_reach(struct ad_db *db, struct ad_str browser_hash,
				   struct ad_str account_id)
{
	static const char *const reached[] = {
		"UPDATE oauth_requests SET reached_by = $2 WHERE browser_hash = $1",
		"UPDATE oauth_pushed SET reached_by = $2 WHERE uri_hash IN (SELECT pushed_hash FROM"
		" oauth_requests WHERE browser_hash = $1 AND pushed_hash IS NOT NULL)",
		"UPDATE oauth_devices SET reached_by = $2 WHERE device_hash IN (SELECT device_hash"
		" FROM oauth_requests WHERE browser_hash = $1 AND device_hash IS NOT NULL)",
	};
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < AD_LEN(reached) && status == AD_DB_DONE; i++) {
		struct ad_stmt *s = ad_sql(db, reached[i]);
		ad_bind(s, 1, browser_hash);
		ad_bind(s, 2, account_id);
		status = ad_step(s);
	}
	for (size_t i = 0; i < AD_LEN(sql_of) && status == AD_DB_DONE; i++) {
		struct ad_stmt *s = ad_sql(db, sql_of[i].forget);
		ad_bind(s, 1, account_id);
		status = ad_step(s);
	}
	return status;
}
