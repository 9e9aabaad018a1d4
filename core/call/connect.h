/*
 * Connecting a Space's ad account: what a person's way through a platform's consent carries along,
 * and the rows that come of it. Who may do it is for the caller to know.
 */
#ifndef AD_CALL_CONNECT_H
#define AD_CALL_CONNECT_H

#include "call/call.h"
#include "sync/connect.h"

/* A connection, at the door and on the command line: what a question asks for, its row written. */
#define AD_CONNECTION_COLUMNS                                                                      \
	"id, platform, environment, account_id_remote, account_name, currency, timezone, status,"  \
	" expires_at, settings, version, created_at, updated_at, sunset_version"
void ad_connection_write(struct ad_json *j, struct ad_stmt *s);

/* How far somebody is. Each is sealed for itself. */
enum ad_connecting_stage {
	AD_CONSENT, /* on the way to the platform: what comes back as `state` */
	AD_CHOICE,  /* back with a token: which account it shall be */
};

/* On its way; nothing of it is stored. Bound to the session that began it. */
struct ad_connecting {
	enum ad_platform platform;
	enum ad_environment environment;
	struct ad_str space_id;
	struct ad_str nonce;      /* it is used once */
	int64_t expires_at;       /* us */
	struct ad_str verifier;   /* secret: CONSENT */
	struct ad_str token;      /* secret: CHOICE */
	int64_t token_expires_at; /* us; 0: not known */
	struct ad_reached *found; /* CHOICE */
};

/* The version of its API that a platform no longer answers, as a connection's column has it; absent
 * where there is none, or this build speaks another. */
struct ad_str ad_connect_gone(enum ad_platform platform, struct ad_str sunset_version);

/* What the operator registered at a platform; NULL where there is no configuration. */
const struct ad_platform_app *ad_connect_app(const struct ad_call *call, enum ad_platform platform);
/* "Google Ads" and so on. */
const char *ad_connect_title(enum ad_platform platform);
/* A new one of a stage, with its nonce and verifier; it holds ten minutes. */
struct ad_connecting ad_connecting_new(struct ad_call *call, enum ad_platform platform);
/* Seals it (AES-256-GCM), for the session of call->who alone. */
struct ad_str ad_connecting_seal(struct ad_call *call, enum ad_connecting_stage stage,
				 const struct ad_connecting *c);
/* Opens one; false where it is none of that stage and session, was changed, or is over. */
bool ad_connecting_open(struct ad_call *call, enum ad_connecting_stage stage, struct ad_str sealed,
			struct ad_connecting *out) AD_CHECK;
/* Uses it up. False with the call ended: 409 where it was before. Writing steps only. */
bool ad_connecting_use(struct ad_call *call, enum ad_connecting_stage stage,
		       const struct ad_connecting *c) AD_CHECK;

/* The redirect URI, which is registered at each platform. */
#define AD_CONNECT_PATH "/app/connections/callback"

/* A connection of the call's Space, with the secrets that it is used with. */
struct ad_connection_held {
	struct ad_str id, account_id, account_name, currency, status;
	struct ad_str credentials; /* sealed, as stored; or absent */
	struct ad_connect connect; /* with the refresh token, if `usable` */
	bool usable;               /* there is a token, and a platform to be asked */
	bool shared; /* giving its consent back would end connections of others, too */
};
/* The id of the account that the Space has there, whatever its status; absent: none. */
enum ad_db_status ad_connection_account(struct ad_call *call, enum ad_platform platform,
					struct ad_str *id) AD_CHECK;
/* Loads it; AD_DB_DONE where the Space has none of that id in that environment. */
enum ad_db_status ad_connection_hold(struct ad_call *call, struct ad_str id,
				     struct ad_connection_held *out) AD_CHECK;

/*
 * Connects the account, or connects it anew, with its history. False with the call ended: 409 with
 * a reason where its currency is not the Space's (CURRENCY_MISMATCH), another account is connected,
 * or was and something stands there or may (ANOTHER_ACCOUNT), or a sandbox account is another
 * Space's (NO_ACCESS). Writing steps only; so are the next.
 */
bool ad_connection_put(struct ad_call *call, const struct ad_connecting *c,
		       const struct ad_reached *account) AD_CHECK;
/* Forgets its credentials; it stays as REVOKED, so that what stands there keeps its account. */
bool ad_connection_drop(struct ad_call *call, struct ad_str id) AD_CHECK;
/*
 * Keeps what a test learned: another refresh token, EXPIRED where the platform takes none any more,
 * and CONNECTED again, with its history. Does nothing where it was connected anew meanwhile.
 */
bool ad_connection_learn(struct ad_call *call, const struct ad_connection_held *held,
			 const struct ad_connected *learned) AD_CHECK;
/* What is told of a test: what stands in the way of using it, or NULL, when it works. */
const char *ad_connection_fault(struct ad_arena *arena, const struct ad_connection_held *held,
				const struct ad_connected *learned);
#define AD_CONNECTION_WORKS                                                                        \
	"The connection works: the platform responds and the account is accessible."
/* Of an end that the platform was not told of. */
#define AD_CONNECTION_FORGOTTEN                                                                    \
	"Disconnected. The stored credentials were deleted. The platform may still list this "     \
	"server among the connected apps of the person who connected it; remove it there."
/* A setting of a connection: a row of its platform's table. */
struct ad_connection_setting {
	const char *name, *title, *hint;
	enum {
		AD_SETTING_TEXT,
		AD_SETTING_BOOL,
		AD_SETTING_TEXTS, /* a list */
		AD_SETTING_MAP,   /* texts by names of ours */
	} kind;
};
/* Those of a platform. */
const struct ad_connection_setting *ad_connection_settings(enum ad_platform platform,
							   size_t *count);
/* Merges settings by name into a connection, checked by its platform's row. False: call ended. */
bool ad_connection_set(struct ad_call *call, struct ad_str id, const cJSON *settings) AD_CHECK;

#endif
