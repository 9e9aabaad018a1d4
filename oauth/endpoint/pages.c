/* Pages of the authorization server: see pages.h. */
#include "oauth/endpoint/pages.h"

void oauth_page_onward(struct ad_exchange *x, struct ad_str url, struct ad_str client_name)
{
	struct ad_text page = ad_page_card(x, "Back to your app");

	/* Browsers accept a refresh in the body too. */
	ad_text_adds(&page, "<meta http-equiv=\"refresh\" content=\"0;url=");
	ad_text_add_html(&page, url);
	ad_text_adds(&page, "\"><h1>Back to your app</h1><p>If nothing happens, "
			    "<a href=\"");
	ad_text_add_html(&page, url);
	ad_text_adds(&page, "\">continue to ");
	ad_page_name(&page, client_name.n > 0 ? client_name : AD_S("the app"));
	ad_text_adds(&page, "</a>.</p>");
	ad_page_reply(x, &page, 200);
}
