/* The frame, forms and messages of the application's pages: see door.h. */
#include "app/page/door.h"

#include <time.h>

#include "app/page/kill_switch.h"
#include "app/page/navigation.h"
#include "app/page/pages.h"

void app_html(struct ad_text *page, struct ad_str s)
{
	ad_text_add_html(page, s);
}

struct ad_text app_page_bare(struct ad_exchange *x, const struct app_visit *v, const char *title)
{
	const struct app_place *place = &v->place;
	bool test = place->environment == AD_TEST;
	struct ad_str whole =
		place->space ? ad_arena_printf(x->call.arena, "%s \xc2\xb7 %s \xc2\xb7 %.*s", title,
					       app_environment_title(place->environment),
					       AD_FMT(place->space->name))
			     : ad_str(title);
	struct ad_text page = ad_page_open(x, whole.p, test ? "app test" : "app live");

	ad_text_adds(&page, "<a class=\"skip\" href=\"#main\">Skip to the content</a>");
	app_add_banner(x, &page, v);
	app_add_side(x, &page, v);
	ad_page_main(&page);
	app_add_kill_switch(x, &page, v);
	return page;
}

struct ad_text app_page(struct ad_exchange *x, const struct app_visit *v, const char *title)
{
	struct ad_text page = app_page_bare(x, v, title);

	ad_text_adds(&page, "<h1>");
	app_html(&page, ad_str(title));
	ad_text_adds(&page, "</h1>");
	return page;
}

void app_page_reply(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_page_reply(x, page, status);
}

void app_page_missing(struct ad_exchange *x)
{
	ad_page_notice(
		x, 404, "Page not found",
		"The address is wrong, or the object was deleted or belongs to somebody else.");
}

bool app_page_found(struct ad_exchange *x, enum ad_db_status status)
{
	if (status == AD_DB_DONE)
		app_page_missing(x);
	else if (status != AD_DB_ROW)
		ad_page_unavailable(x);
	return status == AD_DB_ROW;
}

bool app_step_found(struct ad_call *call, enum ad_db_status status)
{
	if (status == AD_DB_DONE)
		call->status = AD_NOT_FOUND;
	else if (status != AD_DB_ROW)
		call->status = AD_UNAVAILABLE;
	return status == AD_DB_ROW;
}

void app_form(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
	      const char *action)
{
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->cookie, APP_CSRF);

	ad_text_addf(page,
		     "<form method=\"post\" action=\"%s\"><input type=\"hidden\" name=\"csrf\" "
		     "value=\"%.*s\">",
		     action, AD_FMT(csrf));
}

void app_go(struct ad_exchange *x, const char *path)
{
	ad_redirect(x,
		    ad_arena_printf(x->call.arena, "%s%s", x->call.core->config->public_url, path));
}

bool app_confirmed(const struct app_visit *v, enum ad_act act)
{
	return ad_act_is_confirmed(act, v->session.confirmed_at);
}

bool app_confirm(struct ad_exchange *x, const struct app_visit *v, enum ad_act act)
{
	if (ad_call_confirm(&x->call, act))
		return true;
	app_ask_confirmation(x, v);
	return false;
}

void app_ask_confirmation(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_str sentence = ad_arena_copy(x->call.arena, ad_str(x->call.message));

	struct ad_text page = app_page(x, v, "Sign in again first");
	app_say_fault(&page, sentence.p);
	ad_text_adds(&page, "<p><a class=\"button\" href=\"");
	app_sign_in_again(&page, x);
	ad_text_adds(&page, "\">Sign in again</a></p>");
	app_page_reply(x, &page, 403);
}

void app_ask_factor(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_str sentence = ad_arena_copy(x->call.arena, ad_str(x->call.message));
	struct ad_text page = app_page(x, v, "A second factor is required");

	app_say_fault(&page, sentence.p);
	ad_text_adds(&page, "<p>Nothing was changed.</p>");
	app_add_factor_way(x, &page);
	app_page_reply(x, &page, 403);
}

void app_add_factor_way(struct ad_exchange *x, struct ad_text *page)
{
	ad_text_adds(page,
		     "<p><a class=\"button\" href=\"" AD_APP_PATH "/account\">Set up a second "
		     "factor</a> <a href=\"");
	app_sign_in_again(page, x);
	ad_text_adds(page, "\">Sign in again with it</a></p>");
}

void app_sign_in_again(struct ad_text *page, const struct ad_exchange *x)
{
	ad_text_adds(page, "/signin?switch=1&amp;back=");
	ad_text_add_url(page, app_back(x, x->call.door_data));
}

void app_time(struct ad_text *page, int64_t us, const char *never)
{
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	time_t seconds = (time_t)(us / AD_SECOND);
	char exact[25];
	struct tm tm;

	if (us == 0 || !gmtime_r(&seconds, &tm)) {
		ad_text_adds(page, never);
		return;
	}
	ad_time_format(us, exact);
	ad_text_addf(page, "<time datetime=\"%s\">%d %s %d, %02d:%02d UTC</time>", exact,
		     tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min);
}

void app_say_done(struct ad_text *page, const struct ad_exchange *x, const struct app_done *list,
		  size_t count)
{
	struct ad_str done = ad_call_param(&x->call, "done");

	for (size_t i = 0; i < count; i++)
		if (ad_str_is(done, list[i].key))
			ad_text_addf(page, "<p class=\"good\" role=\"status\">%s</p>",
				     list[i].sentence);
}

void app_say_fault(struct ad_text *page, const char *fault)
{
	if (!fault)
		return;
	ad_text_adds(page, "<p class=\"fault\" role=\"alert\">");
	app_html(page, ad_str(fault));
	ad_text_adds(page, "</p>");
}
