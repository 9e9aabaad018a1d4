/*
 * Talking to a platform about its consent: the code for tokens, which accounts they reach, and
 * giving them back. Each function waits for the platform, up to a minute for all it asks, so it is
 * for a far worker (AD_FAR) or a command; it needs no database.
 */
#ifndef AD_SYNC_CONNECT_H
#define AD_SYNC_CONNECT_H

#include "platform/connect.h"

/* What the server's operator registered at a platform; all absent: nothing. */
struct ad_platform_app {
	struct ad_str client_id, client_secret; /* secret */
	struct ad_str developer_token;          /* Google, Microsoft; secret */
};

/* Where a platform is asked, and as what. */
struct ad_connect {
	const struct ad_connector *connector;
	const struct ad_adapter *adapter;
	struct ad_str authorize_url;
	struct ad_link link;   /* URLs, client; refresh_token where there is one */
	struct ad_str account; /* the account that is looked for; absent: none */
};

/* What came of it. */
struct ad_connected {
	/* secret: what the token endpoint gave, to be kept even where the rest failed; or absent */
	struct ad_str refresh_token;
	int64_t expires_at;             /* us: when it ends; 0: not known */
	struct ad_finding finding;      /* the accounts that it reaches */
	struct ad_platform_error error; /* code NULL: it went well */
	bool ended; /* the platform takes the refresh token no more: a person must consent anew */
};

/*
 * Live reaches the platform as `app`; test the sandbox at sandbox_url. False where nothing is
 * registered, or there is no sandbox.
 */
bool ad_connect_open(struct ad_arena *arena, enum ad_platform platform, bool live,
		     const struct ad_platform_app *app, const char *sandbox_url,
		     struct ad_connect *out) AD_CHECK;
/* The code for a token that lasts, and the accounts that it reaches; connect->account first. */
void ad_connect_code(struct ad_arena *arena, struct ad_connect *connect,
		     const struct ad_consent *consent, struct ad_str code,
		     struct ad_connected *out);
/* Whether the link's refresh token reaches connect->account now: if so, it alone is found. */
void ad_connect_seek(struct ad_arena *arena, struct ad_connect *connect, struct ad_connected *out);
/* Gives the link's refresh token back; false where the platform did not take it. */
bool ad_connect_revoke(struct ad_arena *arena, struct ad_connect *connect) AD_CHECK;

#endif
