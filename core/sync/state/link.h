/* Connections: how to reach a Space's ad account on a platform. */
#ifndef AD_SYNC_LINK_H
#define AD_SYNC_LINK_H

#include "auth/secret/secrets.h"
#include "platform/platform.h"
#include "store/objects/rows.h"

struct ad_connection {
	struct ad_str id, account_id, currency, timezone;
	struct ad_str status;         /* CONNECTED | EXPIRED | REVOKED */
	struct ad_str credentials;    /* sealed, or absent (sandbox) */
	struct ad_str sunset_version; /* version no longer served (run_sunset.h), or absent */
	struct ad_link link;          /* without URLs and secrets: ad_link_fill() adds them */
};

/* Loads the connection of a realm on a platform: ROW, or DONE if there is none. */
enum ad_db_status ad_connection_load(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, enum ad_platform platform,
				     struct ad_connection *out) AD_CHECK;
/*
 * Completes the link. Test: the sandbox's URLs, and the sandbox's own refresh token if the
 * credentials cannot be unsealed. Live: the real URLs and the unsealed credentials. False if there
 * is no sandbox (sandbox_url NULL), or if live credentials cannot be unsealed. Only for CONNECTED
 * connections.
 */
bool ad_link_fill(struct ad_arena *arena, const struct ad_secrets *secrets, const char *sandbox_url,
		  struct ad_realm realm, enum ad_platform platform,
		  struct ad_connection *connection) AD_CHECK;

/*
 * The platform's ids of the conversion actions, by action name: from the connection's settings; a
 * sandbox account without its own has the common sandbox ones.
 */
const cJSON *ad_connection_actions(struct ad_arena *arena, struct ad_realm realm,
				   enum ad_platform platform,
				   const struct ad_connection *connection);
/*
 * True if a token response says that the refresh token is no longer valid (invalid_grant, RFC 6749
 * section 5.2): the connection becomes EXPIRED, and a person must connect it again.
 */
bool ad_connection_ended(const struct ad_outcome *outcome);
/* Unseals only the credentials into the link; false if there are none, or under another key. */
bool ad_connection_secrets(struct ad_arena *arena, const struct ad_secrets *secrets,
			   struct ad_connection *connection) AD_CHECK;
/* Seals the credentials of a connection: the refresh token and the link's client. */
struct ad_str ad_connection_seal(struct ad_arena *arena, const struct ad_secrets *secrets,
				 struct ad_str id, struct ad_str refresh_token,
				 const struct ad_link *link);
/*
 * *stands: the stored credentials are still the loaded ones (reads id, credentials and the link's
 * refresh token of `loaded`), and not those of a new connection: the same text, or the same token
 * sealed again since (auth/secret/reseal.h). *stored is the current text. Write transactions only.
 * AD_DB_DONE.
 */
enum ad_db_status ad_connection_stands(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_secrets *secrets,
				       const struct ad_connection *loaded, struct ad_str *stored,
				       bool *stands) AD_CHECK;
/*
 * True if a setting that the platform needs (NULL: none) is missing; never for a sandbox account.
 */
bool ad_connection_lacks(struct ad_realm realm, const struct ad_connection *connection,
			 const char *setting);
/* True if this is the version of the platform's API that this build supports. */
bool ad_connection_speaks(enum ad_platform platform, struct ad_str version);
/* The sandbox URL of a platform's path, which may contain {version}. */
struct ad_str ad_link_below(struct ad_arena *arena, const char *sandbox_url,
			    enum ad_platform platform, const char *path);

struct ad_run;
/*
 * run_expire.c: marks the run's connection EXPIRED. A push skips its unsent operations on this
 * account, and continues with other ad accounts. A pull, the kill switch and operations in doubt
 * abandon the current batch.
 */
void ad_run_locked_out(struct ad_run *run);

#endif
