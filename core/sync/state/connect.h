/*
 * Connects an ad account at its platform: exchanges the code for tokens, lists the accounts they
 * reach, and revokes tokens. Each function blocks for up to one minute in total, so call it on a
 * far worker (AD_FAR) or in a command. It needs no database.
 */
#ifndef AD_SYNC_CONNECT_H
#define AD_SYNC_CONNECT_H

#include "platform/connect.h"

/* The application that the server's operator registered at a platform; all absent: none. */
struct ad_platform_app {
	struct ad_str client_id, client_secret; /* secret */
	struct ad_str developer_token;          /* Google, Microsoft; secret */
};

/* The endpoints of a platform, and the client's credentials. */
struct ad_connect {
	const struct ad_connector *connector;
	const struct ad_adapter *adapter;
	struct ad_str authorize_url;
	struct ad_link link;   /* URLs, client; refresh_token where there is one */
	struct ad_str account; /* the account to find; absent: any */
};

/* The result of a call. */
struct ad_connected {
	/*
	 * secret: issued by the token endpoint, to be stored even if a later request failed; or
	 * absent
	 */
	struct ad_str refresh_token;
	int64_t expires_at;             /* us: expiry; 0: not known */
	struct ad_finding finding;      /* the accounts that the token reaches */
	struct ad_platform_error error; /* code NULL: success */
	bool ended; /* the platform rejects the refresh token: a person must grant consent again */
};

/*
 * Live uses `app` at the platform; test uses the sandbox at sandbox_url. False if no application is
 * registered, or there is no sandbox.
 */
bool ad_connect_open(struct ad_arena *arena, enum ad_platform platform, bool live,
		     const struct ad_platform_app *app, const char *sandbox_url,
		     struct ad_connect *out) AD_CHECK;
/* Exchanges the code for a long-lived token, and lists its accounts, connect->account first. */
void ad_connect_code(struct ad_arena *arena, struct ad_connect *connect,
		     const struct ad_consent *consent, struct ad_str code,
		     struct ad_connected *out);
/*
 * Checks if the link's refresh token reaches connect->account now; if so, finding has only that
 * account.
 */
void ad_connect_seek(struct ad_arena *arena, struct ad_connect *connect, struct ad_connected *out);
/* Revokes the link's refresh token; false if the platform did not revoke it. */
bool ad_connect_revoke(struct ad_arena *arena, struct ad_connect *connect) AD_CHECK;

#endif
