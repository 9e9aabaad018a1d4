/* /app/connected-apps: the grants of the account; disconnects them. */
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/values.h"

#define PATH AD_APP_PATH "/connected-apps"

static const struct app_done said[] = {
	{ "disconnected", "Disconnected. The app's tokens no longer work." },
	{ "none", "The app was already disconnected." },
};

/* --- the page --- */

/* The name of a Space if the account is still a member of it. */
static bool connected_add_space(struct ad_exchange *x, struct ad_text *page,
				const struct ad_grant *grant)
{
	struct ad_stmt *s = ad_sql(x->call.db, "SELECT s.name FROM spaces s JOIN members m"
					       " ON m.space_id = s.id AND m.account_id = $2"
					       " WHERE s.id = $1");
	ad_bind(s, 1, grant->space_id);
	ad_bind(s, 2, grant->account_id);
	enum ad_db_status status = ad_step(s);
	if (status == AD_DB_ROW)
		ad_page_name(page, ad_col(s, 0));
	else
		ad_text_adds(page, "a Space that you left. The app has no access to that Space");
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE;
}

/* A machine client, registered at the command line without consent in a browser. */
static bool is_machine(const struct ad_grant *grant)
{
	return ad_str_is(grant->resource, AD_MACHINE_API) ||
	       ad_str_is(grant->resource, AD_MACHINE_MCP);
}

/* The host of the redirect URI, and the resource of the tokens. */
static void add_way(struct ad_exchange *x, struct ad_text *page, const struct ad_grant *grant)
{
	const struct ad_config *config = x->call.core->config;

	if (is_machine(grant)) {
		ad_text_adds(page, "<dt>Access to</dt><dd>");
		app_html(page,
			 ad_str(ad_str_is(grant->resource, AD_MACHINE_API) ? config->base_url
									   : config->mcp_url));
		ad_text_adds(page, "</dd>");
		return;
	}
	ad_text_adds(page, "<dt>Returns to</dt><dd>");
	app_html(page,
		 grant->redirect_host.n > 0 ? grant->redirect_host : AD_S("a device with a code"));
	ad_text_adds(page, "</dd><dt>Access to</dt><dd>");
	app_html(page, grant->resource);
	ad_text_adds(page, "</dd>");
}

static void connected_add_scopes(struct ad_text *page, uint32_t scopes)
{
	ad_text_adds(page, "<ul>");
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (scopes & (1u << i))
			ad_text_addf(page, "<li>%s%s</li>", ad_scope_title(1u << i),
				     1u << i == AD_SYNC_WRITE
					     ? " <span class=\"tag warn\">can spend money</span>"
					     : "");
	ad_text_adds(page, "</ul>");
}

static void add_times(struct ad_text *page, const struct ad_grant *grant)
{
	ad_text_adds(page, "<dt>Since</dt><dd>");
	app_time(page, grant->created_at, "");
	ad_text_adds(page, "</dd><dt>Last used</dt><dd>");
	app_time(page, grant->last_used_at, "not yet");
	ad_text_adds(page, "</dd><dt>Ends</dt><dd>");
	app_time(page, grant->expires_at, "");
	if (!is_machine(grant))
		ad_text_addf(page, ", or after %d days without use", AD_GRANT_IDLE_DAYS);
	ad_text_adds(page, "</dd>");
}

static void add_end(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    const char *field, struct ad_str value)
{
	bool all = strcmp(field, "client") == 0;
	const struct app_choice act = {
		PATH,
		all ? "Disconnect all of this app" : "Disconnect",
		"danger",
	};

	app_begin_act(x, page, v, &act);
	app_add_hidden(page, field, value);
	ad_text_addf(page, "<p>%s immediately. Its drafts stay.</p>",
		     all ? "All these connections end" : "The app loses this access");
	app_end_act(page, all ? "Yes, disconnect all" : "Yes, disconnect", "danger");
}

static bool add_grant(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      const struct ad_grant *grant)
{
	ad_text_adds(page, "<dl class=\"wide\"><dt>Space</dt><dd>");
	bool good = connected_add_space(x, page, grant);
	ad_text_addf(page, "</dd><dt>Data</dt><dd>%s</dd>",
		     grant->environment == AD_LIVE ? "<span class=\"tag warn\">live</span>"
						   : "<span class=\"tag\">test</span>");
	add_way(x, page, grant);
	add_times(page, grant);
	ad_text_adds(page, "<dt>Scopes</dt><dd>");
	connected_add_scopes(page, grant->scopes);
	ad_text_adds(page, "</dd></dl><div class=\"acts\">");
	add_end(x, page, v, "grant", grant->id);
	ad_text_adds(page, "</div>");
	return good;
}

/* All grants of the client of `first`, which is its newest grant. */
static bool add_client(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		       const struct ad_grant *first, const struct ad_grant *end)
{
	struct ad_str host = app_client_host(first->client_id);
	size_t n = 0;
	bool good = true;

	ad_text_adds(page, "<li class=\"card\"><div class=\"head\"><h2>");
	ad_page_name(page, first->client_name.n > 0 ? first->client_name : AD_S("An app"));
	ad_text_adds(page, "</h2>");
	if (host.p) {
		app_html(page, host);
		ad_text_adds(page, " <span class=\"tag good\">verified host</span>");
	} else if (is_machine(first)) {
		ad_text_adds(page, "<span class=\"tag\">machine client</span>");
	} else {
		ad_text_adds(page, "<span class=\"tag warn\">unverified</span>");
	}
	ad_text_adds(page, "</div>");
	for (const struct ad_grant *g = first; g < end && good; g++) {
		if (!ad_str_eq(g->client_id, first->client_id))
			continue;
		if (n++ > 0)
			ad_text_adds(page, "<hr>");
		good = add_grant(x, page, v, g);
	}
	if (n > 1) {
		ad_text_adds(page, "<hr><div class=\"acts\">");
		add_end(x, page, v, "client", first->client_id);
		ad_text_adds(page, "</div>");
	}
	ad_text_adds(page, "</li>");
	return good;
}

static bool add_clients(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			const struct ad_grant *list, size_t count)
{
	bool good = true;

	ad_text_adds(page, "<ul class=\"cards\">");
	for (size_t i = 0; i < count && good; i++) {
		bool shown = false;
		for (size_t k = 0; k < i; k++)
			shown = shown || ad_str_eq(list[k].client_id, list[i].client_id);
		if (!shown)
			good = add_client(x, page, v, &list[i], list + count);
	}
	ad_text_adds(page, "</ul>");
	return good;
}

void app_connected(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_text page = app_page(x, v, "Connected apps");
	struct ad_grant *list;
	size_t count;
	bool good = ad_grant_list(x->call.db, x->call.arena, v->account.id, &list, &count) ==
		    AD_DB_DONE;

	app_say_done(&page, x, said, AD_LEN(said));
	ad_text_adds(&page,
		     "<p class=\"soft\">Assistants and apps that act for you. They do not know "
		     "your password, and each can only use the scopes that you allowed.</p>");
	if (good && count == 0)
		ad_text_adds(
			&page,
			"<div class=\"card\"><p>No app is connected.</p><p><a href=\"" AD_APP_PATH
			"\">How to connect an assistant</a></p></div>");
	else if (good)
		good = add_clients(x, &page, v, list, count);
	if (good)
		app_page_reply(x, &page, 200);
	else
		ad_page_unavailable(x);
}

/* --- disconnect --- */

/* Revokes the grants of the account that the form names; *n is their number. */
static enum ad_db_status end_grants(struct ad_call *call, const struct app_visit *v, size_t *n)
{
	struct ad_str id = ad_call_param(call, "grant"), client = ad_call_param(call, "client");
	struct ad_grant *list;
	size_t count;
	enum ad_db_status status =
		ad_grant_list(call->db, call->arena, v->account.id, &list, &count);

	*n = 0;
	for (size_t i = 0; i < count && status == AD_DB_DONE; i++) {
		bool named = id.n > 0 ? ad_str_eq(list[i].id, id)
				      : client.n > 0 && ad_str_eq(list[i].client_id, client);
		if (!named)
			continue;
		status = is_machine(&list[i]) ? ad_machine_remove(call->db, &list[i])
					      : ad_grant_revoke(call->db, list[i].id, "user");
		(*n)++;
	}
	return status;
}

static void connected_end(struct ad_call *call)
{
	struct app_visit *v = call->door_data;
	size_t *n = v->work;

	if (end_grants(call, v, n) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void connected_ended(struct ad_exchange *x, struct app_visit *v)
{
	const size_t *n = v->work;

	ad_log(AD_LOG_INFO, "disconnected", "account", v->account.id.p, "request",
	       x->call.request_id.p, NULL);
	app_go(x, *n > 0 ? PATH "?done=disconnected" : PATH "?done=none");
}

void app_disconnect(struct ad_exchange *x, struct app_visit *v)
{
	v->work = ad_arena_zalloc(x->call.arena, sizeof(size_t));
	app_write(x, v, connected_end, connected_ended);
}
