/*
 * Signed-in browsers. The cookie holds 32 random bytes in base64url; the database their SHA-256. A
 * session lives 30 days at most, 7 without being used; of an OWNER or PUBLISHER of a Space that
 * requires a second factor 7 days at most, 12 hours without being used. Everything that writes runs
 * in the caller's write transaction.
 */
#ifndef AD_AUTH_SESSIONS_H
#define AD_AUTH_SESSIONS_H

#include "auth/secret/secrets.h"
#include "store/db/store.h"

#define AD_SESSION_DAYS 30
#define AD_SESSION_IDLE_DAYS 7
#define AD_SESSION_DUTY_DAYS 7 /* of who owes a second factor (required_factor.h) */
#define AD_SESSION_DUTY_IDLE_HOURS 12
#define AD_SESSIONS_MAX 50          /* of an account: with one more the longest unused ends */
#define AD_SESSION_TOUCH_MINUTES 10 /* seen_at is stored that seldom */
#define AD_SESSION_FRESH_MINUTES 10 /* how lately a person must have confirmed what is sensitive */

struct ad_session {
	struct ad_str id; /* "ses_…": what idempotency and history name */
	struct ad_str account_id;
	int64_t created_at;
	int64_t confirmed_at; /* us: when the password or a passkey was last shown */
	int64_t seen_at;
	bool factor;       /* a second factor was shown in it, or to begin it */
	int64_t before_at; /* us: when the account signed in the time before; 0: never */
	struct ad_str address, user_agent; /* where it was started; of ad_session_list() alone */
};

/* The account and browser of a new session. */
struct ad_session_spec {
	struct ad_str account_id;
	struct ad_str address;
	struct ad_str user_agent;
	struct ad_str request_id; /* what the history names; may be absent */
	struct ad_str replaces;   /* the cookie's value before: that session ends; may be absent */
	int64_t confirmed_at;     /* us: when the person showed who they are; 0: now */
	int64_t before_at;        /* us: when the account signed in the time before; 0: never */
	bool factor;              /* a second factor was shown */
};

/* The name of the session's cookie: "__Host-adcore_session" where the public URL is https. */
const char *ad_session_cookie(const char *public_url);
/*
 * Starts a session; *token is the cookie's value. Of those before, the AD_SESSIONS_MAX - 1 used
 * last stay. AD_DB_DONE or what the database said.
 */
enum ad_db_status ad_session_start(struct ad_db *db, struct ad_arena *arena,
				   const struct ad_session_spec *spec,
				   struct ad_str *token) AD_CHECK;
/*
 * Notes that an account signs in. *before is when it did the time before, or where the browser's
 * session `replaces` is of today what that one had: a confirmation is no other visit.
 */
enum ad_db_status ad_session_sign_in(struct ad_db *db, struct ad_str account_id,
				     struct ad_str replaces, int64_t *before) AD_CHECK;
/* The living session of a cookie's value: AD_DB_ROW; AD_DB_DONE where there is none. */
enum ad_db_status ad_session_find(struct ad_db *db, struct ad_arena *arena, struct ad_str token,
				  struct ad_session *out) AD_CHECK;
/* AD_DB_ROW where the session of that id lives; AD_DB_DONE where it has ended. */
enum ad_db_status ad_session_alive(struct ad_db *db, struct ad_str id) AD_CHECK;
/* Notes that it was used now, and where `confirmed` that its person was asked again. */
enum ad_db_status ad_session_touch(struct ad_db *db, struct ad_str token, bool confirmed) AD_CHECK;
/* Notes that a second factor was set up in the session of that id. */
enum ad_db_status ad_session_raise(struct ad_db *db, struct ad_str id) AD_CHECK;
/* True if the confirmation at that time (us) is recent enough for a sensitive act. */
bool ad_session_is_fresh(int64_t confirmed_at);
/* Ends it. */
enum ad_db_status ad_session_end(struct ad_db *db, struct ad_str token) AD_CHECK;
/*
 * The living sessions of an account, last used first, at most `room`; *count is how many.
 * AD_DB_DONE, or what the database said.
 */
enum ad_db_status ad_session_list(struct ad_db *db, struct ad_arena *arena,
				  struct ad_str account_id, struct ad_session *out, size_t room,
				  size_t *count) AD_CHECK;
/* Ends the one of that id, if it is the account's. */
enum ad_db_status ad_session_end_one(struct ad_db *db, struct ad_str account_id,
				     struct ad_str id) AD_CHECK;
/* Ends all of an account but that of the id. */
enum ad_db_status ad_session_end_others(struct ad_db *db, struct ad_str account_id,
					struct ad_str id) AD_CHECK;
/* Makes a form's CSRF token: a MAC of the cookie's value and the form's purpose. */
struct ad_str ad_csrf_make(const struct ad_secrets *secrets, struct ad_arena *arena,
			   struct ad_str cookie, const char *purpose);
/* Verifies a form's CSRF token in constant time. */
bool ad_csrf_check(const struct ad_secrets *secrets, struct ad_arena *arena, struct ad_str cookie,
		   const char *purpose, struct ad_str shown) AD_CHECK;

#endif
