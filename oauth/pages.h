/* Inside oauth/: its pages are those of core/http/page.h, each a card. */
#ifndef OAUTH_PAGES_H
#define OAUTH_PAGES_H

#include "http/page.h"
#include "oauth/door.h"

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
