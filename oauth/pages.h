/* Inside oauth/: the HTML of all pages. No script; one inline style, whose hash the CSP names. */
#ifndef OAUTH_PAGES_H
#define OAUTH_PAGES_H

#include "oauth/door.h"

/* Appends text escaped for HTML content and quoted attributes. */
void oauth_html(struct ad_text *out, struct ad_str s);
/* A name that somebody else chose: without control and bidirectional characters, cut, escaped. */
void oauth_html_name(struct ad_text *out, struct ad_str s);
/* Opens a page: everything up to the content of the card. */
struct ad_text oauth_page(struct ad_exchange *x, const char *title);
/*
 * Closes and answers it. form_action: an origin or scheme that a form on it may lead to beside our
 * own, or NULL.
 */
void oauth_page_reply(struct ad_exchange *x, struct ad_text *page, int status,
		      const char *form_action);
/* A page that only says something. */
void oauth_page_notice(struct ad_exchange *x, int status, const char *title, const char *sentence);
/* 503 as a page. */
void oauth_page_unavailable(struct ad_exchange *x);
/*
 * A page that leads on to a checked URL by itself and by a link: where a redirect after a form
 * would be stopped by the browser.
 */
void oauth_page_onward(struct ad_exchange *x, struct ad_str url, struct ad_str client_name);

#endif
