/*
 * Inside oauth/: completes a sign-in. The account gets a session, or the page for the second
 * factor if the account has one and it was not used yet.
 */
#ifndef OAUTH_ENTER_H
#define OAUTH_ENTER_H

#include "oauth/endpoint/door.h"

#define OAUTH_SECOND_PATH "/signin/second"
#define OAUTH_PASSKEY_PATH "/signin/passkey"
#define OAUTH_PASSKEY_CSRF "passkey" /* purpose of the CSRF token of its form */

/* The purpose of a sign-in, passed from page to page. */
struct oauth_purpose {
	struct ad_str handle; /* of an authorization request; absent: for the application */
	struct ad_str back;   /* the return page of the application; absent: the first page */
};

struct oauth_entry {
	struct ad_str account_id;
	bool complete; /* the second factor was used too */
	bool refused;  /* set: the account is disabled or deleted, and no session was started */
	struct oauth_purpose purpose;
	struct ad_str session; /* set: the session's cookie */
	struct ad_str email;   /* set with it: the e-mail of the account */
	struct ad_str browser; /* set with it: the browser's new cookie */
	struct ad_str step;    /* set: the cookie of the second factor */
};

/* Reads the purpose from a query or form. A return page must belong to the application. */
struct oauth_purpose oauth_purpose_read(const struct oauth_params *params);
/* Appends the purpose as hidden fields of a form. */
void oauth_purpose_fields(struct ad_text *page, const struct oauth_purpose *purpose);
/* The path with the purpose as a query. */
struct ad_str oauth_purpose_path(struct ad_arena *arena, const char *path,
				 const struct oauth_purpose *purpose);
/*
 * Starts the session, which replaces the browser's session, or the step of the second factor. A
 * disabled account gets neither, and the same message as a wrong password. A new session renews
 * the browser's cookie and moves its requests to the new cookie, because the old cookie may have
 * been planted by somebody else. Write transactions only. AD_DB_DONE, or the failure of the
 * database.
 */
enum ad_db_status oauth_enter(struct ad_call *call, struct oauth_entry *entry) AD_CHECK;
/*
 * Sets the cookies and redirects to the second factor or to the purpose of the sign-in. A browser
 * with a session becomes a known browser of the account (known_device.h).
 */
void oauth_entered(struct ad_exchange *x, const struct oauth_entry *entry);
/* Redirects to the purpose of the sign-in: the consent page or the application. */
void oauth_leave(struct ad_exchange *x, const struct oauth_purpose *purpose);
/* Shows the sign-in page with a fault. */
void oauth_signin_again(struct ad_exchange *x, const struct oauth_purpose *purpose,
			const char *fault, int status);
/* Redirects to a path of this server. */
void oauth_go(struct ad_exchange *x, struct ad_str path);

#endif
