/*
 * Inside app/: shared by the pages. A page is a row of the table in app.c. A page runs only with a
 * valid session, and its POST only with the CSRF token of that session.
 */
#ifndef APP_DOOR_H
#define APP_DOOR_H

#include "app/page/paths.h"
#include "app/page/place.h"
#include "http/page.h"

#define APP_CSRF "app" /* purpose of the CSRF token of the forms */

struct app_visit;

/* Shows the page, or answers its form. Fills the reply or names a step. */
typedef void app_page_fn(struct ad_exchange *x, struct app_visit *v);

/* A page: one row. */
struct app_page {
	const char *path;  /* the whole path; a last segment ":id" matches any value */
	const char *moved; /* redirect target of an old address, or NULL; see navigation.h */
	app_page_fn *get;  /* NULL: 405 */
	app_page_fn *post; /* NULL: 405 */
	bool of_space;     /* visit.id is the Space of the place */
};

/* A request of a signed-in user. call.who is the account, call.params the query or the form. */
struct app_visit {
	const struct app_page *page;
	struct ad_session session;
	struct ad_str cookie; /* the session's secret, to which forms are bound */
	struct ad_account account;
	struct ad_str id; /* the value of ":id", or the Space's id; or absent */
	struct app_place place;
	app_page_fn *after; /* renders once a write has ended as AD_OK or refused by a rule */
	ad_step_fn *step;   /* the writing step */
	void *work;         /* state of the page, shared by its steps */
};

/* The route's handler. */
void app_handle(struct ad_exchange *x);

/* Opens a page with the navigation: everything up to the content. title is its heading too. */
struct ad_text app_page(struct ad_exchange *x, const struct app_visit *v, const char *title);
/* The same without the heading. */
struct ad_text app_page_bare(struct ad_exchange *x, const struct app_visit *v, const char *title);
/* Closes the page and sends it. */
void app_page_reply(struct ad_exchange *x, struct ad_text *page, int status);
/* Replies 404: the object does not exist or belongs to somebody else. */
void app_page_missing(struct ad_exchange *x);
/*
 * True if the page's object was found (ROW); otherwise replies, with 404 if there is none (DONE).
 */
bool app_page_found(struct ad_exchange *x, enum ad_db_status status) AD_CHECK;
/* The same in a writing step. False: the call failed. */
bool app_step_found(struct ad_call *call, enum ad_db_status status) AD_CHECK;
/* Opens a POST form to `action` (an escaped path) with its CSRF token. */
void app_form(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
	      const char *action);
/*
 * Runs `step` on the writer's thread, checks the session again, and renders by `after`. A failed
 * database and an ended session are answered here.
 */
void app_write(struct ad_exchange *x, struct app_visit *v, ad_step_fn *step, app_page_fn *after);
/* 303 to a path of the application, "/app/spaces" or "/app/spaces?done=made". */
void app_go(struct ad_exchange *x, const char *path);
/*
 * True if the sign-in is recent enough for the action; app_sign_in_again() makes the link to sign
 * in again.
 */
bool app_confirmed(const struct app_visit *v, enum ad_act act);
/* The same for an action without a write. False: the refusal is the reply. */
bool app_confirm(struct ad_exchange *x, const struct app_visit *v, enum ad_act act) AD_CHECK;
/* Replies 403 with a link to sign in again, for a call that requires a recent sign-in. */
void app_ask_confirmation(struct ad_exchange *x, const struct app_visit *v);
/* Replies 403 with links to a second factor, for a call that requires one. */
void app_ask_factor(struct ad_exchange *x, const struct app_visit *v);
/* Appends the links to the account page and to the sign-in page. */
void app_add_factor_way(struct ad_exchange *x, struct ad_text *page);
/* The return address after the sign-in: this page, or the first page. */
struct ad_str app_back(const struct ad_exchange *x, const struct app_visit *v);
/* Appends the address of /signin with the return address, for an href. */
void app_sign_in_again(struct ad_text *page, const struct ad_exchange *x);
/* Appends a time: "22 Nov 2026, 09:41 UTC"; 0: `never`. */
void app_time(struct ad_text *page, int64_t us, const char *never);
/* Appends text escaped for content and attributes. */
void app_html(struct ad_text *page, struct ad_str s);

/* A message of a page after a redirect with "?done=key". */
struct app_done {
	const char *key, *sentence;
};
/* Appends the message of the query's done, if the list has it. */
void app_say_done(struct ad_text *page, const struct ad_exchange *x, const struct app_done *list,
		  size_t count);
/* Appends an error message (a sentence, no HTML), unless it is NULL. */
void app_say_fault(struct ad_text *page, const char *fault);

#endif
