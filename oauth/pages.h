/* Inside oauth/: its pages are those of core/http/page.h, each a card. */
#ifndef OAUTH_PAGES_H
#define OAUTH_PAGES_H

#include "http/page.h"
#include "oauth/door.h"

/* Appends text escaped for HTML content and quoted attributes. */
static inline void oauth_html(struct ad_text *out, struct ad_str s)
{
	ad_text_add_html(out, s);
}

/* A name that somebody else chose: see ad_page_name(). */
static inline void oauth_html_name(struct ad_text *out, struct ad_str s)
{
	ad_page_name(out, s);
}

/* Opens a page: see ad_page_card(). */
static inline struct ad_text oauth_page(struct ad_exchange *x, const char *title)
{
	return ad_page_card(x, title);
}

/* Closes and answers it: see ad_page_reply(). */
static inline void oauth_page_reply(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_page_reply(x, page, status);
}

/* A page that only says something. */
static inline void oauth_page_notice(struct ad_exchange *x, int status, const char *title,
				     const char *sentence)
{
	ad_page_notice(x, status, title, sentence);
	if (status >= 400)
		oauth_log_refusal(x, status, "refused", title);
}

/* 503 as a page. */
static inline void oauth_page_unavailable(struct ad_exchange *x)
{
	ad_page_unavailable(x);
	oauth_log_refusal(x, 503, "temporarily_unavailable", "the database");
}

/*
 * A page that leads on to a checked URL by itself and by a link: to an app, which opens beside the
 * browser and may not open at all.
 */
void oauth_page_onward(struct ad_exchange *x, struct ad_str url, struct ad_str client_name);

#endif
