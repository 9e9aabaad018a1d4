/* See rows.h. A statement deletes a few rows only: each new row makes room for itself. */
#include "oauth/rows.h"

#include "http/address.h"

#define TEXT_OF(number) #number
#define NUMBER(number) TEXT_OF(number)

/* The table's rows of a network beyond those that stay, and all rows beyond those that stay. */
#define OLDEST_OF_NETWORK(table, key)                                                              \
	"DELETE FROM " table " WHERE " key " IN (SELECT " key " FROM " table                       \
	" WHERE network = $1 ORDER BY created_at DESC LIMIT 8 OFFSET " NUMBER(                     \
		OAUTH_ROWS_EACH) " - 1)"
#define OLDEST_OF_ALL(table, key)                                                                  \
	"DELETE FROM " table " WHERE " key " IN (SELECT " key " FROM " table                       \
	" ORDER BY expires_at DESC LIMIT 8 OFFSET " NUMBER(OAUTH_ROWS_ALL) " - 1)"

struct ad_str oauth_rows_network(struct ad_call *call)
{
	char network[AD_NETWORK_TEXT];

	if (!ad_network_wide(call->address, 48, network))
		ad_network_of(call->address, network);
	return ad_secrets_mac64(ad_auth_secrets(call->core->auth), call->arena, "rows_network",
				ad_str(network));
}

enum ad_db_status oauth_rows_make_room(struct ad_db *db, enum oauth_rows which,
				       struct ad_str network)
{
	static const char *const of_network[] = {
		[OAUTH_ROWS_REQUESTS] = OLDEST_OF_NETWORK("oauth_requests", "handle_hash"),
		[OAUTH_ROWS_PUSHED] = OLDEST_OF_NETWORK("oauth_pushed", "uri_hash"),
		[OAUTH_ROWS_DEVICES] = OLDEST_OF_NETWORK("oauth_devices", "device_hash"),
	};
	static const char *const of_all[] = {
		[OAUTH_ROWS_REQUESTS] = OLDEST_OF_ALL("oauth_requests", "handle_hash"),
		[OAUTH_ROWS_PUSHED] = OLDEST_OF_ALL("oauth_pushed", "uri_hash"),
		[OAUTH_ROWS_DEVICES] = OLDEST_OF_ALL("oauth_devices", "device_hash"),
	};
	struct ad_stmt *s = ad_sql(db, of_network[which]);

	ad_bind(s, 1, network);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE ? ad_step(ad_sql(db, of_all[which])) : status;
}
