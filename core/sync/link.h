/* Connections: how a Space's ad account on a platform is reached. */
#ifndef AD_SYNC_LINK_H
#define AD_SYNC_LINK_H

#include "auth/secrets.h"
#include "platform/platform.h"
#include "store/rows.h"

struct ad_connection {
	struct ad_str id, account_id, currency, timezone;
	struct ad_str status;      /* CONNECTED | EXPIRED | REVOKED */
	struct ad_str credentials; /* sealed, or absent (sandbox) */
	struct ad_link link;       /* without URLs and secrets: ad_link_fill() adds them */
};

/* Loads the connection of a realm on a platform. ROW where found, DONE where there is none. */
enum ad_db_status ad_connection_load(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, enum ad_platform platform,
				     struct ad_connection *out) AD_CHECK;
/*
 * Completes the link: the sandbox's URLs and its own kind of refresh token in the test
 * environment, the real ones and the unsealed credentials in live. False where the sandbox is not
 * up (sandbox_url NULL), or the credentials cannot be opened.
 */
bool ad_link_fill(struct ad_arena *arena, const struct ad_secrets *secrets, const char *sandbox_url,
		  struct ad_realm realm, enum ad_platform platform,
		  struct ad_connection *connection) AD_CHECK;

/*
 * The platform's ids of our conversion actions, by our names: the connection's settings; a sandbox
 * account that has none of its own has those of every sandbox account.
 */
const cJSON *ad_connection_actions(struct ad_arena *arena, struct ad_realm realm,
				   enum ad_platform platform,
				   const struct ad_connection *connection);

#endif
