/*
 * Inside app/: what its pages share. A page is a row of the table in app.c; it is asked only for a
 * living session, and its POST only for a form of our own that was shown to it.
 */
#ifndef APP_DOOR_H
#define APP_DOOR_H

#include "app/place.h"
#include "http/page.h"

#define APP_CSRF "app" /* what the token of every form here is for */

struct app_visit;

/* Shows the page, or answers its form. Fills the reply or names a step. */
typedef void app_page_fn(struct ad_exchange *x, struct app_visit *v);

/* A page: one row. */
struct app_page {
	const char *path;  /* whole; a last segment ":id" is any */
	const char *moved; /* where a GET of an old address is sent, or NULL; see navigation.h */
	app_page_fn *get;  /* NULL: 405 */
	app_page_fn *post; /* NULL: 405 */
	bool of_space;     /* visit.id is the Space of the place */
};

/* A request by somebody signed in. call.who is the account, call.params the query or the form. */
struct app_visit {
	const struct app_page *page;
	struct ad_session session;
	struct ad_str cookie; /* the session's secret, which forms are bound to */
	struct ad_account account;
	struct ad_str id; /* what ":id" stands for, or the Space's; absent: none */
	struct app_place place;
	app_page_fn *after; /* renders once a write has ended as AD_OK or refused by a rule */
	ad_step_fn *step;   /* what is written */
	void *work;         /* the page's own, from step to step */
};

/* The route's handler. */
void app_handle(struct ad_exchange *x);

/* Opens a page with the navigation: everything up to the content. title is its heading too. */
struct ad_text app_page(struct ad_exchange *x, const struct app_visit *v, const char *title);
/* The same without the heading, for a page that writes its own. */
struct ad_text app_page_bare(struct ad_exchange *x, const struct app_visit *v, const char *title);
/* Closes and answers it. */
void app_page_reply(struct ad_exchange *x, struct ad_text *page, int status);
/* 404 as a page: what is not there, or another's. */
void app_page_missing(struct ad_exchange *x);
/*
 * True if the page's object was found (ROW); otherwise replies, with 404 if there is none (DONE).
 */
bool app_page_found(struct ad_exchange *x, enum ad_db_status status) AD_CHECK;
/* The same in a writing step: false with the call failed. */
bool app_step_found(struct ad_call *call, enum ad_db_status status) AD_CHECK;
/* Opens a POST form to `action` (a path, escaped as it is) with its token. */
void app_form(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
	      const char *action);
/*
 * Writes by `step` on the writer's thread, where the session is looked at again, and renders by
 * `after`. A failed database and an ended session are answered here.
 */
void app_write(struct ad_exchange *x, struct app_visit *v, ad_step_fn *step, app_page_fn *after);
/* 303 to a path of the application, "/app/spaces" or "/app/spaces?done=made". */
void app_go(struct ad_exchange *x, const char *path);
/* True if the session is confirmed for an act; app_sign_in_again() makes the link that confirms. */
bool app_confirmed(const struct app_visit *v, enum ad_act act);
/* The same for an act that writes nothing by itself: false with the refusal as the reply. */
bool app_confirm(struct ad_exchange *x, const struct app_visit *v, enum ad_act act) AD_CHECK;
/* Answers a call that ended because a confirmation is missing: 403, with the way to confirm. */
void app_ask_confirmation(struct ad_exchange *x, const struct app_visit *v);
/* Answers a call that ended because a second factor is missing: 403, with the way to one. */
void app_ask_factor(struct ad_exchange *x, const struct app_visit *v);
/* Appends the two links that lead to it: the account page, and signing in again. */
void app_add_factor_way(struct ad_exchange *x, struct ad_text *page);
/* Where the browser comes back to after signing in: the page's address, or the first page's. */
struct ad_str app_back(const struct ad_exchange *x, const struct app_visit *v);
/* Appends the path of /signin that leads back to the page, for an href. */
void app_sign_in_again(struct ad_text *page, const struct ad_exchange *x);
/* Appends a time as people read it: "22 Nov 2026, 09:41 UTC"; 0: `never`. */
void app_time(struct ad_text *page, int64_t us, const char *never);
/* Appends text escaped for content and attributes. */
void app_html(struct ad_text *page, struct ad_str s);

/* A row of what a page says after a redirect: "?done=key". */
struct app_done {
	const char *key, *sentence;
};
/* Appends the sentence of the query's done, if it is one of these. */
void app_say_done(struct ad_text *page, const struct ad_exchange *x, const struct app_done *list,
		  size_t count);
/* Appends what went wrong, if anything did (a sentence, no HTML). */
void app_say_fault(struct ad_text *page, const char *fault);

#endif
