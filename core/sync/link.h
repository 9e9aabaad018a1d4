/* Connections: how a Space's ad account on a platform is reached. */
#ifndef AD_SYNC_LINK_H
#define AD_SYNC_LINK_H

#include "auth/secrets.h"
#include "platform/platform.h"
#include "store/rows.h"

struct ad_connection {
	struct ad_str id, account_id, currency, timezone;
	struct ad_str status;         /* CONNECTED | EXPIRED | REVOKED */
	struct ad_str credentials;    /* sealed, or absent (sandbox) */
	struct ad_str sunset_version; /* that it no longer answers (run_sunset.h), or absent */
	struct ad_link link;          /* without URLs and secrets: ad_link_fill() adds them */
};

/* Loads the connection of a realm on a platform. ROW where found, DONE where there is none. */
enum ad_db_status ad_connection_load(struct ad_db *db, struct ad_arena *arena,
				     struct ad_realm realm, enum ad_platform platform,
				     struct ad_connection *out) AD_CHECK;
/*
 * Completes the link: the sandbox's URLs and its own kind of refresh token in the test
 * environment, the real ones and the unsealed credentials in live. False where the sandbox is not
 * up (sandbox_url NULL), or the credentials cannot be opened. Only of one that is CONNECTED.
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
/*
 * Whether a token request's outcome says that the refresh token is taken no more (invalid_grant,
 * RFC 6749 section 5.2): the connection is EXPIRED then, and a person must connect it anew.
 */
bool ad_connection_ended(const struct ad_outcome *outcome);
/* Opens the credentials alone into the link; false where there are none, or under another key. */
bool ad_connection_secrets(struct ad_arena *arena, const struct ad_secrets *secrets,
			   struct ad_connection *connection) AD_CHECK;
/* The credentials of a connection, sealed: the token, and the link's client. */
struct ad_str ad_connection_seal(struct ad_arena *arena, const struct ad_secrets *secrets,
				 struct ad_str id, struct ad_str refresh_token,
				 const struct ad_link *link);
/*
 * Whether the stored credentials are still those that were loaded (of it id, credentials and the
 * link's refresh token are read), and not of somebody who connected anew: the same text, or the
 * same token, sealed anew since (auth/reseal.h). *stored is the text now. Write transactions only.
 * AD_DB_DONE.
 */
enum ad_db_status ad_connection_stands(struct ad_db *db, struct ad_arena *arena,
				       const struct ad_secrets *secrets,
				       const struct ad_connection *loaded, struct ad_str *stored,
				       bool *stands) AD_CHECK;
/* Whether a setting (NULL: none) is not there that the platform needs; a sandbox account has it. */
bool ad_connection_lacks(struct ad_realm realm, const struct ad_connection *connection,
			 const char *setting);
/* Whether that is the version of the platform's API that this build speaks. */
bool ad_connection_speaks(enum ad_platform platform, struct ad_str version);
/* The URL of a platform's path, which may have {version}, at the sandbox. */
struct ad_str ad_link_below(struct ad_arena *arena, const char *sandbox_url,
			    enum ad_platform platform, const char *path);

struct ad_run;
/*
 * run_expire.c: the run's connection is EXPIRED from now on. A push skips what it did not send
 * there, and goes on with other ad accounts; a pull, the kill switch, and what is in doubt give up
 * the operations at hand.
 */
void ad_run_locked_out(struct ad_run *run);

#endif
