/* Room for registrations: see registration.h. */
#include "oauth/client/registration.h"

#include "http/address.h"

struct ad_str oauth_registration_origin(struct ad_call *call)
{
	uint8_t ip[16];
	bool v4;
	struct ad_str network = call->address;

	if (ad_address_parse(ad_arena_copy(call->arena, network).p, ip, &v4))
		network = (struct ad_str){ (const char *)ip, v4 ? 16 : 8 };
	return ad_secrets_mac64(ad_auth_secrets(call->core->auth), call->arena,
				"registration_origin", network);
}

/* A statement deletes at most this many; later registrations delete the rest. */
#define AT_ONCE " LIMIT 100 OFFSET $1)"

enum ad_db_status oauth_registration_room(struct ad_db *db, struct ad_str origin)
{
	struct ad_stmt *s =
		ad_sql(db, "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients"
			   " WHERE origin = $2 AND used_at IS NULL"
			   " ORDER BY created_at DESC" AT_ONCE);

	ad_bind_int(s, 1, OAUTH_UNUSED_ADDRESS_MAX - 1);
	ad_bind(s, 2, origin);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_DONE)
		return status;
	s = ad_sql(db, "DELETE FROM oauth_clients WHERE id IN (SELECT id FROM oauth_clients"
		       " WHERE used_at IS NULL ORDER BY created_at DESC" AT_ONCE);
	ad_bind_int(s, 1, OAUTH_UNUSED_MAX - 1);
	return ad_step(s);
}
