/* The account page: the events since the previous sign-in. */
#include "app/account/account.h"

static void add_event(struct ad_text *page, const struct ad_news *one)
{
	ad_text_adds(page, "<li>");
	app_time(page, one->at, "");
	ad_text_addf(page, ": %s", one->event);
	if (one->name.n > 0) {
		ad_text_adds(page, ", <b>");
		ad_page_name(page, one->name);
		ad_text_adds(page, "</b>");
	}
	if (one->space.n > 0) {
		ad_text_adds(page, ", in ");
		ad_page_name(page, one->space);
	}
	ad_text_adds(page, ".</li>");
}

bool app_account_news_add(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_news list[AD_NEWS_MAX];
	size_t count;

	/* The first sign-in has no previous one. */
	if (v->session.before_at == 0)
		return true;
	if (ad_news_list(&x->call, v->session.before_at, list, &count) != AD_DB_DONE)
		return false;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"news\"><h2 id=\"news\">Since "
			   "you signed in on ");
	app_time(page, v->session.before_at, "");
	ad_text_adds(page, "</h2>");
	if (count == 0)
		ad_text_adds(page,
			     "<p class=\"soft\">In the Spaces that you own: no new token, app or "
			     "member, no loosened guardrail, no use of the kill switch.</p>");
	else
		ad_text_addf(
			page,
			"<p class=\"soft\">%s in the Spaces that you own. If you do not recognise "
			"an event, revoke the access and change your password.</p><ul>",
			count == AD_NEWS_MAX ? "The newest events" : "Events");
	for (size_t i = 0; i < count; i++)
		add_event(page, &list[i]);
	ad_text_adds(page, count ? "</ul></section>" : "</section>");
	return true;
}
