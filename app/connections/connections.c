/* /app/connections: the ad accounts of a Space, their status and actions. */
#include "app/connections/connections.h"

#include <stdatomic.h>

#include "app/page/caller.h"
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/values.h"

#define PATH APP_CONNECTIONS_PATH

static const struct app_done said[] = {
	{ "connected", "The ad account is connected." },
	{ "settings", "The settings are saved. Earlier previews are no longer valid. Preview "
		      "again before a push." },
	{ "disconnected", "Disconnected. The stored credentials were deleted." },
};

/* --- checks --- */

/* The sandbox listens only on the loopback interface. */
static bool is_here(const char *public_url)
{
	struct ad_str url = ad_str(public_url);

	return ad_str_starts(url, "http://127.0.0.1") || ad_str_starts(url, "http://localhost") ||
	       ad_str_starts(url, "http://[::1]");
}

const char *app_connections_barred_test(const struct ad_call *call)
{
	if (!atomic_load(&call->core->sandbox_url))
		return "This server runs without the sandbox.";
	return is_here(call->core->config->public_url) ? NULL
						       : "The sandbox's consent page can only be "
							 "opened on the server's own machine.";
}

const char *app_connections_barred(const struct ad_call *call, enum ad_platform platform,
				   enum ad_environment environment)
{
	const struct ad_platform_app *app = ad_connect_app(call, platform);

	if (environment == AD_LIVE)
		return app && app->client_id.n ? NULL
					       : "The operator has not registered this server at "
						 "this platform yet (--platform-apps).";
	return app_connections_barred_test(call);
}

/* --- one platform --- */

/* A connection on the page; an empty id: not connected. */
struct shown {
	struct ad_str id, account_id, name, currency, timezone, status, settings;
	struct ad_str gone; /* the API version that the platform no longer supports, or empty */
	int64_t expires_at;
};

static enum ad_db_status connections_load(struct ad_call *call, enum ad_platform platform,
					  struct shown *out)
{
	struct ad_stmt *s = ad_sql(
		call->db, "SELECT id, account_id_remote, account_name, currency, timezone,"
			  " status, expires_at, sunset_version, settings FROM connections WHERE"
			  " space_id = $1 AND environment = $2 AND platform = $3");

	*out = (struct shown){ 0 };
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind_cstr(s, 3, ad_platform_name(platform));
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->id = ad_col_copy(s, call->arena, 0);
	out->account_id = ad_col_copy(s, call->arena, 1);
	out->name = ad_col_copy(s, call->arena, 2);
	out->currency = ad_col_copy(s, call->arena, 3);
	out->timezone = ad_col_copy(s, call->arena, 4);
	out->status = ad_col_copy(s, call->arena, 5);
	out->expires_at = ad_col_int(s, 6);
	out->gone = ad_connect_gone(platform, ad_col_copy(s, call->arena, 7));
	out->settings = ad_col_copy(s, call->arena, 8);
	ad_reset(s);
	return AD_DB_DONE;
}

static void connections_add_state(struct ad_text *page, const struct shown *c)
{
	if (!c->id.n)
		ad_text_adds(page, "<span class=\"tag\">not connected</span>");
	else if (ad_str_is(c->status, "CONNECTED"))
		ad_text_adds(page, "<span class=\"tag good\">connected</span>");
	else if (ad_str_is(c->status, "EXPIRED"))
		ad_text_adds(page, "<span class=\"tag warn\">expired: connect it again</span>");
	else
		ad_text_adds(page, "<span class=\"tag warn\">disconnected</span>");
}

static void add_gone(struct ad_text *page, const char *title, struct ad_str gone)
{
	ad_text_addf(page, "<p class=\"fault\">%s no longer supports version ", title);
	app_html(page, gone);
	ad_text_adds(page, " of its API, which this server uses. Upgrade adcore. Unsent changes "
			   "stay staged.</p>");
}

static void add_account(struct ad_text *page, const struct shown *c)
{
	ad_text_adds(page, "<dl class=\"wide\"><dt>Ad account</dt><dd>");
	ad_page_name(page, c->name.n ? c->name : AD_S("Unnamed"));
	ad_text_adds(page, " <span class=\"soft\">");
	app_html(page, c->account_id);
	ad_text_adds(page, "</span></dd><dt>Currency and time zone</dt><dd>");
	app_html(page, c->currency);
	ad_text_adds(page, ", ");
	app_html(page, c->timezone);
	ad_text_adds(page, "</dd>");
	if (c->expires_at) {
		ad_text_adds(page, "<dt>Ends</dt><dd>");
		app_time(page, c->expires_at, "");
		ad_text_adds(page, " unless it is used or connected again</dd>");
	}
	ad_text_adds(page, "</dl>");
}

void app_add_target(struct ad_exchange *x, struct ad_text *page, const char *what,
		    enum ad_platform platform, struct ad_str id)
{
	const struct ad_call *call = &x->call;

	app_add_hidden(page, "do", ad_str(what));
	app_add_hidden(page, "space", ad_str(call->space.id));
	app_add_hidden(page, "environment", ad_str(ad_environment_name(call->who->environment)));
	app_add_hidden(page, "platform", ad_str(ad_platform_name(platform)));
	app_add_hidden(page, "connection", id);
}

static void add_connect(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			enum ad_platform platform, const struct shown *c)
{
	const char *barred = app_connections_barred(&x->call, platform, x->call.who->environment);

	if (barred) {
		ad_text_addf(page, "<p class=\"hint\">%s</p>", barred);
		return;
	}
	app_form(x, page, v, PATH);
	app_add_target(x, page, "connect", platform, c->id);
	ad_text_addf(page, "<button type=\"submit\">%s</button></form>",
		     c->id.n ? "Connect again" : "Connect");
}

static void add_acts(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     enum ad_platform platform, const struct shown *c)
{
	const struct app_choice act = { PATH, "Disconnect", "danger" };
	bool held = c->id.n && !ad_str_is(c->status, "REVOKED");

	ad_text_adds(page, "<div class=\"acts\">");
	if (held) {
		app_form(x, page, v, PATH);
		app_add_target(x, page, "test", platform, c->id);
		ad_text_adds(page, "<button type=\"submit\" class=\"quiet\">Test</button></form>");
	}
	add_connect(x, page, v, platform, c);
	/*
	 * A sandbox account that could not be connected again must not be disconnected.
	 */
	if (held &&
	    (x->call.who->environment == AD_LIVE || !app_connections_barred_test(&x->call))) {
		app_begin_act(x, page, v, &act);
		app_add_target(x, page, "disconnect", platform, c->id);
		ad_text_adds(page,
			     "<p>The stored credentials are deleted. Ads on the platform keep "
			     "running, and adcore can no longer change or stop them.</p>");
		app_end_act(page, "Yes, disconnect", "danger");
	}
	ad_text_adds(page, "</div>");
}

static bool add_platform(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 enum ad_platform platform)
{
	struct shown c;

	if (connections_load(&x->call, platform, &c) != AD_DB_DONE)
		return false;
	ad_text_addf(page, "<li class=\"card\"><div class=\"head\"><h3>%s</h3>",
		     ad_connect_title(platform));
	connections_add_state(page, &c);
	ad_text_adds(page, "</div>");
	if (c.gone.n)
		add_gone(page, ad_connect_title(platform), c.gone);
	if (c.id.n)
		add_account(page, &c);
	if (x->call.space.role == AD_OWNER) {
		if (c.id.n)
			app_add_settings(x, page, v, platform, c.id, c.settings);
		add_acts(x, page, v, platform, &c);
	}
	ad_text_adds(page, "</li>");
	return true;
}

/* --- the pages --- */

static bool connections_add_environment(struct ad_exchange *x, struct ad_text *page,
					const struct app_visit *v, enum ad_environment environment)
{
	bool good = app_caller_enter(&x->call, ad_str(x->call.space.id), environment) == AD_DB_ROW;

	ad_text_addf(page, "<h2>%s</h2><ul class=\"cards\">",
		     environment == AD_LIVE ? "Live: real money" : "Test: the sandbox");
	for (int i = 0; i < AD_PLATFORM_COUNT && good; i++)
		good = add_platform(x, page, v, (enum ad_platform)i);
	ad_text_adds(page, "</ul>");
	return good;
}

void app_connections_show(struct ad_exchange *x, const struct app_visit *v, int status,
			  struct app_connections_word word)
{
	struct ad_text page = app_page(x, v, "Connections");

	app_say_done(&page, x, said, AD_LEN(said));
	if (word.good) {
		ad_text_adds(&page, "<p class=\"good\" role=\"status\">");
		app_html(&page, ad_str(word.good));
		ad_text_adds(&page, "</p>");
	}
	app_say_fault(&page, word.fault);
	ad_text_adds(&page, "<p class=\"soft\">The ad accounts of this Space. Changes reach an ad "
			    "account only by a push.</p>");
	if (x->call.space.role != AD_OWNER)
		ad_text_adds(
			&page,
			"<p>Only owners of the Space can connect and disconnect ad accounts.</p>");
	if (connections_add_environment(x, &page, v, AD_LIVE) &&
	    connections_add_environment(x, &page, v, AD_TEST))
		/* The form's answer leads to the platform. */
		ad_page_reply_leading(x, &page, status);
	else
		ad_page_unavailable(x);
}

void app_connections_space(struct ad_exchange *x, struct app_visit *v)
{
	switch (app_caller_enter(&x->call, v->id, AD_LIVE)) {
	case AD_DB_ROW:
		app_connections_show(x, v, 200, (struct app_connections_word){ 0 });
		return;
	case AD_DB_DONE:
		app_page_missing(x);
		return;
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		ad_page_unavailable(x);
		return;
	}
}

void app_connections(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_text page = app_page(x, v, "Connections");
	struct ad_stmt *s = ad_sql(
		x->call.db,
		"SELECT s.id, s.name, " AD_WORKSPACES_OWNER
		" FROM members AS m JOIN spaces AS s ON s.id = m.space_id WHERE m.account_id ="
		" $1" AD_WORKSPACES_ORDER " LIMIT 500");
	enum ad_db_status status;

	ad_bind(s, 1, v->account.id);
	ad_text_adds(&page, "<section class=\"card\"><p>Each Space has its own ad accounts.</p>"
			    "<ul>");
	while ((status = ad_step(s)) == AD_DB_ROW) {
		ad_text_addf(&page, "<li><a href=\"" PATH "/%.*s\">", AD_FMT(ad_col(s, 0)));
		ad_page_name(&page, ad_col(s, 1));
		app_add_owner(&page, ad_col(s, 2));
		ad_text_adds(&page, "</a></li>");
	}
	ad_text_adds(&page, "</ul></section>");
	if (status == AD_DB_DONE)
		app_page_reply(x, &page, 200);
	else
		ad_page_unavailable(x);
}
