/*
 * Inside oauth/: how somebody who proved who they are gets in: a session at once, or, where the
 * account asks for a second factor that was not shown, the step that asks for it.
 */
#ifndef OAUTH_ENTER_H
#define OAUTH_ENTER_H

#include "oauth/door.h"

#define OAUTH_SECOND_PATH "/signin/second"
#define OAUTH_PASSKEY_PATH "/signin/passkey"
#define OAUTH_PASSKEY_CSRF "passkey" /* what the token of its form is for */

/* The purpose of a sign-in, passed from page to page. */
struct oauth_purpose {
	struct ad_str handle; /* of an authorization request; absent: for the application */
	struct ad_str back;   /* the page of the application; absent: its first */
};

struct oauth_entry {
	struct ad_str account_id;
	bool complete; /* the second factor was shown too */
	bool refused;  /* set: the account is disabled or gone, and nothing was begun */
	struct oauth_purpose purpose;
	struct ad_str session; /* set: the session's cookie, with */
	struct ad_str email;   /* the account's, and */
	struct ad_str browser; /* the browser's new cookie; or */
	struct ad_str step;    /* set: the cookie of the second step */
};

/* From a query or form; a page to go back to is taken only where it is the application's. */
struct oauth_purpose oauth_purpose_read(const struct oauth_params *params);
/* Appends it as hidden fields of a form. */
void oauth_purpose_fields(struct ad_text *page, const struct oauth_purpose *purpose);
/* The path with it as a query. */
struct ad_str oauth_purpose_path(struct ad_arena *arena, const char *path,
				 const struct oauth_purpose *purpose);
/*
 * Starts the session, which replaces the browser's, or the second step; an account that is
 * disabled gets neither, and is told what anybody is told who did not prove who they are. With the
 * session the browser's cookie is renewed, and its requests go with it: somebody else may have
 * planted the old one. Write transactions only. AD_DB_DONE, or what the database said.
 */
enum ad_db_status oauth_enter(struct ad_call *call, struct oauth_entry *entry) AD_CHECK;
/*
 * Sets the cookies and leads on: to the second step, or to what the person came for. A browser that
 * got a session is one that the account signed in from (known_device.h).
 */
void oauth_entered(struct ad_exchange *x, const struct oauth_entry *entry);
/* Leads somebody signed in to what they came for: the consent page, or the application. */
void oauth_leave(struct ad_exchange *x, const struct oauth_purpose *purpose);
/* Shows the sign-in page with what went wrong. */
void oauth_signin_again(struct ad_exchange *x, const struct oauth_purpose *purpose,
			const char *fault, int status);
/* Leads to one of our own paths. */
void oauth_go(struct ad_exchange *x, struct ad_str path);

#endif
