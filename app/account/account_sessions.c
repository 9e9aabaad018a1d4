/* The account's signed-in browsers: list, sign out one or all others. */
#include "app/account/account.h"

/* A word of the User-Agent header and its name. The first match counts. */
struct known {
	const char *word, *name;
};

static const char *sessions_find_name(struct ad_str agent, const struct known *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (memmem(agent.p, agent.n, list[i].word, strlen(list[i].word)))
			return list[i].name;
	return NULL;
}

/* "Firefox on Linux"; an unknown browser is shown as it was sent. */
static void add_browser(struct ad_text *page, struct ad_str agent)
{
	static const struct known browsers[] = {
		{ "Edg", "Edge" },       { "OPR/", "Opera" },     { "Firefox/", "Firefox" },
		{ "FxiOS/", "Firefox" }, { "CriOS/", "Chrome" },  { "SamsungBrowser/", "Samsung" },
		{ "Chrome/", "Chrome" }, { "Safari/", "Safari" },
	};
	static const struct known systems[] = {
		{ "iPhone", "iPhone" },   { "iPad", "iPad" },      { "Android", "Android" },
		{ "Windows", "Windows" }, { "Mac OS X", "macOS" }, { "CrOS", "ChromeOS" },
		{ "Linux", "Linux" },
	};
	const char *browser = sessions_find_name(agent, browsers, AD_LEN(browsers));
	const char *system = sessions_find_name(agent, systems, AD_LEN(systems));

	if (browser && system)
		ad_text_addf(page, "%s on %s", browser, system);
	else
		ad_page_name(page, agent.n > 0 ? agent : AD_S("unknown"));
}

static void add_session(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			const struct ad_session *s)
{
	bool here = ad_str_eq(s->id, v->session.id);

	ad_text_adds(page, "<tr><td data-label=\"Browser\">");
	add_browser(page, s->user_agent);
	if (here)
		ad_text_adds(page, " <span class=\"tag\">this one</span>");
	ad_text_adds(page, "</td><td data-label=\"Address\">");
	app_html(page, s->address);
	ad_text_adds(page, "</td><td data-label=\"Signed in\">");
	app_time(page, s->created_at, "");
	ad_text_adds(page, "</td><td data-label=\"Last used\">");
	app_time(page, s->seen_at, "");
	ad_text_adds(page, "</td><td>");
	if (!here) {
		app_form(x, page, v, APP_ACCOUNT_PATH "/sessions/end");
		ad_text_adds(page, "<input type=\"hidden\" name=\"session\" value=\"");
		app_html(page, s->id);
		ad_text_adds(page, "\"><button type=\"submit\" class=\"link\">Sign out<span "
				   "class=\"hide\"> the browser at ");
		app_html(page, s->address);
		ad_text_adds(page, "</span></button></form>");
	}
	ad_text_adds(page, "</td></tr>");
}

bool app_account_sessions_add(struct ad_exchange *x, struct ad_text *page,
			      const struct app_visit *v)
{
	struct ad_session *list =
		ad_arena_alloc(x->call.arena, AD_SESSIONS_MAX * sizeof(struct ad_session));
	struct ad_required_factor is;
	size_t count;

	if (ad_required_factor_find(x->call.db, v->account.id, &is) != AD_DB_DONE)
		return false;
	if (ad_session_list(x->call.db, x->call.arena, v->account.id, list, AD_SESSIONS_MAX,
			    &count) != AD_DB_DONE)
		return false;
	ad_text_addf(page,
		     "<section class=\"card\" aria-labelledby=\"sessions\"><h2 id=\"sessions\">"
		     "Signed-in browsers</h2><p class=\"soft\">A browser is signed out after %d "
		     "%s without use, and after %d days in any case.</p><table><thead><tr><th "
		     "scope=\"col\">Browser</th><th scope=\"col\">Address</th><th scope=\"col\">"
		     "Signed in</th><th scope=\"col\">Last used</th><th scope=\"col\"><span "
		     "class=\"hide\">Action</span></th></tr></thead><tbody>",
		     is.owes ? AD_SESSION_DUTY_IDLE_HOURS : AD_SESSION_IDLE_DAYS,
		     is.owes ? "hours" : "days", is.owes ? AD_SESSION_DUTY_DAYS : AD_SESSION_DAYS);
	for (size_t i = 0; i < count; i++)
		add_session(x, page, v, &list[i]);
	ad_text_adds(page, "</tbody></table>");
	if (count > 1) {
		app_form(x, page, v, APP_ACCOUNT_PATH "/sessions/end-others");
		ad_text_adds(page, "<button type=\"submit\" class=\"quiet\">Sign out all others"
				   "</button></form>");
	}
	ad_text_adds(page, "</section>");
	return true;
}

static void sessions_end_one(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_session_end_one(call->db, v->account.id, ad_call_param(call, "session")) !=
	    AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void sessions_ended_one(struct ad_exchange *x, struct app_visit *v)
{
	ad_log(AD_LOG_INFO, "session_ended", "account", v->account.id.p, NULL);
	app_go(x, APP_ACCOUNT_PATH "?done=ended");
}

void app_account_session_end(struct ad_exchange *x, struct app_visit *v)
{
	app_write(x, v, sessions_end_one, sessions_ended_one);
}

static void sessions_end_others(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;

	if (ad_session_end_others(call->db, v->account.id, v->session.id) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void sessions_ended_others(struct ad_exchange *x, struct app_visit *v)
{
	ad_log(AD_LOG_INFO, "other_sessions_ended", "account", v->account.id.p, NULL);
	app_go(x, APP_ACCOUNT_PATH "?done=others");
}

void app_account_sessions_end_others(struct ad_exchange *x, struct app_visit *v)
{
	app_write(x, v, sessions_end_others, sessions_ended_others);
}
