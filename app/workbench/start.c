/* Home: instructions to connect an assistant, and the notice about refused sign-ins. */
#include "app/page/pages.h"

/* The instructions for one client; the connector's URL replaces "%s". */
struct client {
	const char *name, *how, *before, *after;
	bool hosted; /* requires a public https address */
};

static const struct client clients[] = {
	{ "Claude Code",
	  "Run this in a terminal, then <code>/mcp</code> inside Claude Code to sign in.",
	  "claude mcp add --transport http adcore ", "", false },
	{ "Claude (web and desktop)",
	  "Settings, Connectors, <b>Add custom connector</b>: give this address.", "", "", true },
	{ "ChatGPT",
	  "Settings, Connectors, Advanced, switch on <b>Developer mode</b>, then <b>Create</b>: "
	  "give "
	  "this address.",
	  "", "", true },
	{ "Cursor", "In <code>~/.cursor/mcp.json</code>:",
	  "{\"mcpServers\": {\"adcore\": {\"url\": \"", "\"}}}", false },
	{ "VS Code", "In <code>.vscode/mcp.json</code>:",
	  "{\"servers\": {\"adcore\": {\"type\": \"http\", \"url\": \"", "\"}}}", false },
};

static void add_client(struct ad_text *page, const struct client *c, struct ad_str url)
{
	ad_text_addf(page, "<li class=\"card\"><h3>%s</h3><p>%s</p><pre><code>", c->name, c->how);
	app_html(page, ad_str(c->before));
	app_html(page, url);
	app_html(page, ad_str(c->after));
	ad_text_adds(page, "</code></pre></li>");
}

static void add_clients(struct ad_exchange *x, struct ad_text *page)
{
	const struct ad_config *config = x->call.core->config;

	ad_text_adds(page, "<section aria-labelledby=\"connect\"><h2 id=\"connect\">Connect an "
			   "assistant</h2><p>The assistant opens this site to sign in and asks for "
			   "its scopes. Its drafts are not live until a push.</p>");
	if (!ad_http_secure(x))
		ad_text_adds(
			page,
			"<p class=\"note\">This server has no public https address. Assistants on "
			"this computer can use it. Claude on the web and ChatGPT cannot.</p>");
	ad_text_adds(page, "<ul class=\"cards two\">");
	for (size_t i = 0; i < AD_LEN(clients); i++)
		if (!clients[i].hosted || ad_http_secure(x))
			add_client(page, &clients[i], ad_str(config->mcp_url));
	ad_text_adds(page, "</ul></section>");
}

/* The user can tell a forgotten password from guesses by others. */
void app_add_guesses(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	int64_t failed = 0;

	if (ad_attempts_failed(x->call.db, v->account.email, &failed) != AD_DB_DONE ||
	    failed < AD_ATTEMPTS_TELL)
		return;
	ad_text_addf(page,
		     "<p class=\"note\" role=\"status\"><b>%lld sign-ins to your account with a "
		     "wrong password were refused in the last 24 hours.</b> If that was not you, "
		     "somebody may be guessing your password. On the <a href=\"" AD_APP_PATH
		     "/account\">account page</a> you can add a second factor or a passkey and "
		     "check the signed-in browsers.</p>",
		     (long long)failed);
}

void app_add_start(struct ad_exchange *x, struct ad_text *page)
{
	ad_text_adds(page, "<p class=\"soft\">You and your connected assistants draft campaigns "
			   "here. Nothing reaches an ad platform until a previewed push.</p>");
	add_clients(x, page);
	ad_text_adds(page, "<p><a href=\"/docs\">REST API reference</a>: every operation, field "
			   "and error, with examples.</p>");
}
