/* What a page of the application is made of: its frame, forms, sentences. See door.h. */
#include "app/door.h"

#include <time.h>

#include "app/kill_switch.h"
#include "app/pages.h"
#include "app/run_parts.h"

void app_html(struct ad_text *page, struct ad_str s)
{
	ad_text_add_html(page, s);
}

/* A page belongs to the label that stands for it, or for what it is below. */
static bool is_below(const struct app_page *page, const struct app_page *label)
{
	size_t n = strlen(label->path);

	return page == label || (strcmp(label->path, AD_APP_PATH) != 0 &&
				 strncmp(page->path, label->path, n) == 0 && page->path[n] == '/');
}

/* Appends how many pushes wait for the person; nothing where none does, or where nobody can say. */
static void add_waiting(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_stmt *s =
		ad_sql(x->call.db, "SELECT COUNT(*) FROM sync_runs r JOIN members m ON m.space_id ="
				   " r.space_id AND m.account_id = $1 AND m.role IN ('OWNER',"
				   " 'PUBLISHER') WHERE r.status = 'AWAITING_APPROVAL'");

	ad_bind(s, 1, v->account.id);
	if (ad_step(s) != AD_DB_ROW)
		return;
	int64_t waiting = ad_col_int(s, 0);
	ad_reset(s);
	if (waiting > 0)
		ad_text_addf(page,
			     " <span class=\"badge\">%lld<span class=\"unseen\"> %s for "
			     "approval</span></span>",
			     (long long)waiting, waiting == 1 ? "waits" : "wait");
}

static void add_navigation(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	size_t count;
	const struct app_page *pages = app_pages(&count);

	ad_text_adds(page, "<nav aria-label=\"Main\"><ul>");
	for (size_t i = 0; i < count; i++) {
		if (!pages[i].label)
			continue;
		ad_text_addf(page, "<li><a href=\"%s\"%s>%s", pages[i].path,
			     !is_below(v->page, &pages[i]) ? ""
			     : v->page == &pages[i]        ? " aria-current=\"page\""
							   : " aria-current=\"true\"",
			     pages[i].label);
		if (strcmp(pages[i].path, APP_RUNS_PATH) == 0)
			add_waiting(x, page, v);
		ad_text_adds(page, "</a></li>");
	}
	ad_text_adds(page, "</ul></nav>");
}

struct ad_text app_page(struct ad_exchange *x, const struct app_visit *v, const char *title)
{
	struct ad_text page = ad_page_open(x, title, "app");

	ad_text_adds(&page, "<a class=\"skip\" href=\"#main\">Skip to the content</a><header><div "
			    "class=\"bar\"><a class=\"brand\" href=\"" AD_APP_PATH "\">adcore</a>");
	add_navigation(x, &page, v);
	ad_text_adds(&page, "<div class=\"who\"><span>");
	app_html(&page, v->account.email);
	ad_text_adds(&page, "</span>");
	app_form(x, &page, v, AD_APP_PATH "/sign-out");
	ad_text_adds(&page, "<button type=\"submit\" class=\"link\">Sign out</button></form></div>"
			    "</div></header>\n");
	ad_page_main(&page);
	ad_text_adds(&page, "<h1>");
	app_html(&page, ad_str(title));
	ad_text_adds(&page, "</h1>");
	app_add_kill_switch(x, &page, v);
	return page;
}

void app_page_reply(struct ad_exchange *x, struct ad_text *page, int status)
{
	ad_page_reply(x, page, status);
}

void app_page_missing(struct ad_exchange *x)
{
	ad_page_notice(x, 404, "There is nothing here",
		       "The address is wrong, or what was there is gone or not yours.");
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

	/* Of a form without a page of its own the application's first page is the way back. */
	if (!v->page->get)
		x->path = AD_S(AD_APP_PATH);
	struct ad_text page = app_page(x, v, "Sign in again first");
	app_say_fault(&page, sentence.p);
	ad_text_adds(&page, "<p><a class=\"button\" href=\"");
	app_sign_in_again(&page, x);
	ad_text_adds(&page, "\">Sign in again</a></p>");
	app_page_reply(x, &page, 403);
}

void app_sign_in_again(struct ad_text *page, const struct ad_exchange *x)
{
	ad_text_adds(page, "/signin?switch=1");
	if (ad_back_valid(x->path)) {
		ad_text_adds(page, "&amp;back=");
		app_html(page, x->path);
	}
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
