/*
 * HTML pages: one frame, one stylesheet, one set of headers for all of them. No script but that of
 * passkeys where they are used, nothing inline, nothing from elsewhere; each page says so in its
 * Content-Security-Policy.
 */
#ifndef AD_HTTP_PAGE_H
#define AD_HTTP_PAGE_H

#include "http/browser.h"

/* Opens a page that is one card without navigation: everything up to the content of the card. */
struct ad_text ad_page_card(struct ad_exchange *x, const char *title);
/*
 * Opens a page of the classes `kind` (see style.css) up to what stands before its main part, which
 * the caller opens with ad_page_main(). The class "test" gives it the sandbox's icon.
 */
struct ad_text ad_page_open(struct ad_exchange *x, const char *title, const char *kind);
/* Begins the main part of a page. */
void ad_page_main(struct ad_text *page);
/* Closes and answers it. */
void ad_page_reply(struct ad_exchange *x, struct ad_text *page, int status);
/*
 * The same of a page whose form is answered by a redirect to elsewhere. Browsers hold form-action
 * against that redirect and all that follow it, which are not ours to know: there is none.
 */
void ad_page_reply_leading(struct ad_exchange *x, struct ad_text *page, int status);
/* The same of a page with the script of passkeys, which its policy then allows. */
void ad_page_reply_scripted(struct ad_exchange *x, struct ad_text *page, int status);
/* The same of the workbench, by the hashed names of its script and style; see files.h. */
void ad_page_reply_workbench(struct ad_exchange *x, struct ad_text *page, const char *script,
			     const char *style);
/* A card that only says something, with the request's id. */
void ad_page_notice(struct ad_exchange *x, int status, const char *title, const char *sentence);
/* 503 as a page. */
void ad_page_unavailable(struct ad_exchange *x);
/* A refusal that comes before any work: 405, 429, 400, 413; Allow and the like are set already. */
void ad_page_refuse(struct ad_exchange *x, int status, const char *sentence);
/* A name that somebody else chose: without control and bidirectional characters, cut, escaped. */
void ad_page_name(struct ad_text *out, struct ad_str s);
/*
 * A text that a person decides about, escaped: nothing is cut or left out. A character that cannot
 * be seen is written as its code point, a line break as an arrow.
 */
void ad_page_words(struct ad_text *out, struct ad_str s);

#endif
