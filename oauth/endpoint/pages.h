/* Inside oauth/: pages, built with core/http/page.h. */
#ifndef OAUTH_PAGES_H
#define OAUTH_PAGES_H

#include "http/page.h"
#include "oauth/endpoint/door.h"

/* A page with only a message. */
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
 * A page that redirects to a checked URL and also has a link to it, because the app may not open.
 */
void oauth_page_onward(struct ad_exchange *x, struct ad_str url, struct ad_str client_name);

#endif
