/*
 * Connecting a Space's ad account: the state of a person's OAuth consent, and the resulting rows.
 * The caller decides who may do it.
 */
#ifndef AD_CALL_CONNECT_H
#define AD_CALL_CONNECT_H

#include "call/request/call.h"
#include "sync/state/connect.h"

/*
 * A connection for front ends and the command line: the columns of a query, and the writer of a
 * row.
 */
#define AD_CONNECTION_COLUMNS                                                                      \
	"id, platform, environment, account_id_remote, account_name, currency, timezone, status,"  \
	" expires_at, settings, version, created_at, updated_at, sunset_version"
void ad_connection_write(struct ad_json *j, struct ad_stmt *s);

/* The stages of connecting. Each stage is sealed separately. */
enum ad_connecting_stage {
	AD_CONSENT, /* the consent page is open: sent and returned as `state` */
	AD_CHOICE,  /* returned with a token: the account is to be chosen */
};

/* A consent flow in progress; nothing of it is stored. Bound to the session that began it. */
struct ad_connecting {
	enum ad_platform platform;
	enum ad_environment environment;
	struct ad_str space_id;
	struct ad_str nonce;      /* used once */
	int64_t expires_at;       /* us */
	struct ad_str verifier;   /* secret: CONSENT */
	struct ad_str token;      /* secret: CHOICE */
	int64_t token_expires_at; /* us; 0: not known */
	struct ad_reached *found; /* CHOICE */
};

/*
 * The API version that a platform no longer answers, from the connection's column; absent if there
 * is none, or if this build uses another version.
 */
struct ad_str ad_connect_gone(enum ad_platform platform, struct ad_str sunset_version);

/* The app that the operator registered at a platform; NULL if none is configured. */
const struct ad_platform_app *ad_connect_app(const struct ad_call *call, enum ad_platform platform);
/* "Google Ads" and so on. */
const char *ad_connect_title(enum ad_platform platform);
/* A new state of a stage, with its nonce and verifier; valid for ten minutes. */
struct ad_connecting ad_connecting_new(struct ad_call *call, enum ad_platform platform);
/* Seals the state (AES-256-GCM) for the session of call->who alone. */
struct ad_str ad_connecting_seal(struct ad_call *call, enum ad_connecting_stage stage,
				 const struct ad_connecting *c);
/* Opens a sealed state; false if it has another stage or session, was changed, or has expired. */
bool ad_connecting_open(struct ad_call *call, enum ad_connecting_stage stage, struct ad_str sealed,
			struct ad_connecting *out) AD_CHECK;
/*
 * Marks the state as used. False with the call ended: 409 if it was used before. Writing steps
 * only.
 */
bool ad_connecting_use(struct ad_call *call, enum ad_connecting_stage stage,
		       const struct ad_connecting *c) AD_CHECK;

/* The path of the redirect URI, which is registered at each platform. */
#define AD_CONNECT_PATH "/app/connections/callback"

/* A connection of the call's Space, with its secrets. */
struct ad_connection_held {
	struct ad_str id, account_id, account_name, currency, status;
	struct ad_str credentials; /* sealed, as stored; or absent */
	struct ad_connect connect; /* with the refresh token, if `usable` */
	bool usable;               /* it has a token, and the platform has an app here */
	bool shared;               /* revoking its consent would end other connections too */
};
/* The id of the Space's account at the platform, whatever its status; absent if there is none. */
enum ad_db_status ad_connection_account(struct ad_call *call, enum ad_platform platform,
					struct ad_str *id) AD_CHECK;
/* Loads a connection; AD_DB_DONE if the Space has none with that id in that environment. */
enum ad_db_status ad_connection_hold(struct ad_call *call, struct ad_str id,
				     struct ad_connection_held *out) AD_CHECK;

/*
 * Connects or reconnects the account, with its history. False with the call ended: 409 with a
 * reason if the account's currency is not the Space's (CURRENCY_MISMATCH), if another account is
 * connected, or was connected and has or may have objects (ANOTHER_ACCOUNT), or if a sandbox
 * account belongs to another Space (NO_ACCESS). Writing steps only; so are the next functions.
 */
bool ad_connection_put(struct ad_call *call, const struct ad_connecting *c,
		       const struct ad_reached *account) AD_CHECK;
/*
 * Deletes the credentials; the row stays as REVOKED, so that existing remote objects keep their
 * account.
 */
bool ad_connection_drop(struct ad_call *call, struct ad_str id) AD_CHECK;
/*
 * Stores the results of a connection test: a new refresh token, EXPIRED if the platform rejects the
 * old one, and CONNECTED again, with its history. Does nothing if the account was reconnected
 * meanwhile.
 */
bool ad_connection_learn(struct ad_call *call, const struct ad_connection_held *held,
			 const struct ad_connected *learned) AD_CHECK;
/*
 * The result of a connection test: the reason why the connection cannot be used, or NULL if it
 * works.
 */
const char *ad_connection_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				const struct ad_connected *learned);
#define AD_CONNECTION_WORKS                                                                        \
	"The connection works: the platform responds and the account is accessible."
/* The message of a disconnect that could not be sent to the platform. */
#define AD_CONNECTION_FORGOTTEN                                                                    \
	"Disconnected. The stored credentials were deleted. The platform may still list this "     \
	"server among the connected apps of the person who connected it; remove it there."
/* A setting of a connection: a row of the platform's table. */
struct ad_connection_setting {
	const char *name, *title, *hint;
	enum {
		AD_SETTING_TEXT,
		AD_SETTING_BOOL,
		AD_SETTING_TEXTS, /* a list */
		AD_SETTING_MAP,   /* texts by our names */
	} kind;
};
/* The settings of a platform. */
const struct ad_connection_setting *ad_connection_settings(enum ad_platform platform,
							   size_t *count);
/* Merges settings by name into a connection, checked by its platform's row. False: call ended. */
bool ad_connection_set(struct ad_call *call, struct ad_str id, const cJSON *settings) AD_CHECK;

#endif
