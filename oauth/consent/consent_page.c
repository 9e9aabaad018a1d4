/* The consent page: the app, the scopes, the Space and environment, and how to disconnect. */
#include "oauth/consent/consent.h"
#include "oauth/device/device.h"
#include "oauth/endpoint/pages.h"
#include "oauth/client/uri.h"

static void add_target(struct ad_text *page, const struct oauth_visit *v, enum oauth_uri_kind kind)
{
	ad_text_adds(page, "<dt>Returns to</dt><dd>");
	if (kind == OAUTH_URI_LOOPBACK)
		ad_text_adds(page, "this computer (");
	ad_text_add_html(page, oauth_uri_host(v->request.redirect_uri));
	if (kind == OAUTH_URI_LOOPBACK)
		ad_text_addc(page, ')');
}

static void add_device(struct ad_text *page, struct ad_arena *arena, const struct oauth_visit *v)
{
	ad_text_adds(page, "<dt>Device</dt><dd>a device that shows the code <b>");
	ad_text_add_html(page, oauth_user_code_show(arena, v->request.user_code));
	ad_text_adds(page, "</b>");
}

/*
 * Shows the app. For a metadata document the host is verified, because the document was fetched
 * from it; the name is a claim of the app and comes second. Hosts are ASCII: an international one
 * is shown in its xn-- form.
 */
static void add_app(struct ad_text *page, const struct oauth_visit *v)
{
	struct ad_str name = v->client.name.n > 0 ? v->client.name : AD_S("An app");

	ad_text_adds(page, "<h1>Allow <q>");
	if (v->client.document.p)
		ad_text_add_html(page, oauth_uri_host(v->client.id));
	else
		ad_page_name(page, name);
	ad_text_adds(page, "</q> to use adcore for you?</h1><dl><dt>App</dt><dd>");
	if (v->client.document.p) {
		ad_text_adds(page, "<b>");
		ad_text_add_html(page, oauth_uri_host(v->client.id));
		ad_text_adds(page, "</b>, named <q>");
		ad_page_name(page, name);
		ad_text_adds(page, "</q></dd>");
		return;
	}
	ad_page_name(page, v->client.name.n > 0 ? name : AD_S("no name given"));
	ad_text_adds(page, " <span class=\"tag\">unverified</span></dd>");
}

static const char *consent_page_warning(const struct oauth_visit *v, enum oauth_uri_kind kind)
{
	if (v->request.device_hash.p)
		return "Continue only if you started this yourself and your own device shows this "
		       "code. Do not enter a code that somebody sent or told you.";
	if (kind == OAUTH_URI_LOOPBACK)
		return v->client.document.p ? "Access is given to a program on this computer. Any "
					      "program on this computer can use the name of this "
					      "app. Continue only if you started this yourself."
					    : "Access is given to a program on this computer. "
					      "Continue only if you started this yourself.";
	if (v->client.document.p)
		return "Continue only if you started this yourself and trust the operator of the "
		       "host above.";
	return "Anybody can register an app under any name. Continue only if you started this "
	       "yourself and the address above belongs to the app.";
}

static void add_who(struct ad_text *page, struct ad_arena *arena, const struct oauth_visit *v)
{
	enum oauth_uri_kind kind = oauth_uri_judge(v->request.redirect_uri);

	add_app(page, v);
	if (v->request.device_hash.p)
		add_device(page, arena, v);
	else
		add_target(page, v, kind);
	ad_text_adds(page, "</dd><dt>Signed in as</dt><dd>");
	ad_text_add_html(page, v->account.email);
	ad_text_addf(
		page,
		" \xc2\xb7 <a href=\"" OAUTH_SIGNIN_PATH
		"?request=%.*s&amp;switch=1\">use another account</a></dd><dt>Access to</dt><dd>",
		AD_FMT(v->handle));
	ad_text_add_html(page, v->request.resource);
	ad_text_adds(page, "</dd></dl>");
	ad_text_addf(page, "<p class=\"note\">%s</p>", consent_page_warning(v, kind));
	if (v->changed)
		ad_text_adds(page, "<p class=\"note\">This app changed its name, addresses or keys "
				   "since you last allowed it.</p>");
}

static void consent_page_add_space(struct ad_text *page, const struct oauth_visit *v)
{
	ad_text_adds(page, "<label class=\"field\" for=\"space\">Space</label>"
			   "<select id=\"space\" name=\"space\">");
	for (size_t i = 0; i < v->space_count; i++) {
		const struct oauth_space *s = &v->spaces[i];
		bool chosen = v->space.p ? ad_str_eq(v->space, s->id)
					 : ad_str_eq(s->id, v->account.space_id);
		ad_text_addf(page, "<option value=\"%.*s\"%s>", AD_FMT(s->id),
			     chosen ? " selected" : "");
		ad_page_name(page, s->name);
		ad_text_addf(page, " \xc2\xb7 %.*s", AD_FMT(s->role));
		if (s->owner.n > 0) {
			ad_text_adds(page, " \xc2\xb7 of ");
			ad_text_add_html(page, s->owner);
		}
		ad_text_adds(page, "</option>");
	}
	ad_text_adds(page, "</select>");
}

/* Test, unless the selected Space has a connected live ad account. */
static bool live_chosen(const struct oauth_visit *v)
{
	if (v->environment_given)
		return v->environment == AD_LIVE;
	for (size_t i = 0; i < v->space_count; i++)
		if (ad_str_eq(v->spaces[i].id, v->account.space_id))
			return v->spaces[i].live;
	return false;
}

static void consent_page_add_choice(struct ad_text *page, const char *attributes, const char *title,
				    const char *more)
{
	ad_text_addf(page, "<label class=\"choice\"><input %s><b>%s", attributes, title);
	if (more)
		ad_text_addf(page, "<span>%s</span>", more);
	ad_text_adds(page, "</b></label>");
}

static void consent_page_add_environment(struct ad_text *page, const struct oauth_visit *v)
{
	bool live = live_chosen(v);

	ad_text_adds(page, "<fieldset><legend>Data</legend>");
	consent_page_add_choice(page,
				live ? "type=\"radio\" name=\"environment\" value=\"test\""
				     : "type=\"radio\" name=\"environment\" value=\"test\" checked",
				"Test",
				"Its own data and the sandbox. Nothing reaches a real platform.");
	consent_page_add_choice(page,
				live ? "type=\"radio\" name=\"environment\" value=\"live\" checked"
				     : "type=\"radio\" name=\"environment\" value=\"live\"",
				"Live",
				"Your real campaigns and the platforms that you connected.");
	ad_text_adds(page, "</fieldset>");
}

static void consent_page_add_scopes(struct ad_exchange *x, struct ad_text *page,
				    const struct oauth_visit *v)
{
	uint32_t ticked =
		v->environment_given ? v->scopes : v->request.scopes & ~(uint32_t)AD_SYNC_WRITE;

	ad_text_adds(page, "<fieldset><legend>Scopes</legend><p class=\"soft\"><small>Drafts are "
			   "not live until a push.</small></p>");
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++) {
		uint32_t bit = 1u << i;
		if (!(v->request.scopes & bit))
			continue;
		if (bit == AD_SYNC_WRITE)
			ad_text_adds(page, "<div class=\"note money\">");
		consent_page_add_choice(
			page,
			ad_arena_printf(x->call.arena,
					"type=\"checkbox\" name=\"scope\" value=\"%s\"%s",
					ad_scope_name(bit), ticked & bit ? " checked" : "")
				.p,
			ad_scope_title(bit),
			bit == AD_SYNC_WRITE ? "This scope can spend real money. Leave it off "
					       "unless the app must push for you."
					     : NULL);
		if (bit == AD_SYNC_WRITE)
			ad_text_adds(page, "</div>");
	}
	ad_text_adds(page, "</fieldset>");
}

void oauth_consent_show(struct ad_exchange *x, const struct oauth_visit *v, int status)
{
	struct ad_text page = ad_page_card(x, "Allow access");
	struct ad_str purpose = ad_arena_printf(x->call.arena, "consent|%.*s", AD_FMT(v->handle));
	struct ad_str csrf = ad_csrf_make(ad_auth_secrets(x->call.core->auth), x->call.arena,
					  v->session_token, purpose.p);

	add_who(&page, x->call.arena, v);
	if (v->fault) {
		ad_text_adds(&page, "<p class=\"fault\" role=\"alert\">");
		ad_text_add_html(&page, ad_str(v->fault));
		if (v->confirm)
			ad_text_addf(&page,
				     " <a href=\"" OAUTH_SIGNIN_PATH
				     "?request=%.*s&amp;switch=1\">Sign in again</a>",
				     AD_FMT(v->handle));
		if (v->factor)
			ad_text_addf(&page,
				     " <a href=\"" AD_APP_PATH "/account\">Set up a second factor"
				     "</a>, then <a href=\"" OAUTH_SIGNIN_PATH
				     "?request=%.*s&amp;switch=1\">sign in again with it</a>",
				     AD_FMT(v->handle));
		ad_text_adds(&page, "</p>");
	}
	ad_text_addf(&page,
		     "<form method=\"post\" action=\"" OAUTH_CONSENT_PATH "\">"
		     "<input type=\"hidden\" name=\"csrf\" value=\"%.*s\">"
		     "<input type=\"hidden\" name=\"request\" value=\"%.*s\">",
		     AD_FMT(csrf), AD_FMT(v->handle));
	if (v->document_hash.p)
		ad_text_addf(&page, "<input type=\"hidden\" name=\"document\" value=\"%.*s\">",
			     AD_FMT(v->document_hash));
	consent_page_add_space(&page, v);
	consent_page_add_environment(&page, v);
	consent_page_add_scopes(x, &page, v);
	ad_text_addf(&page,
		     "<div class=\"row\"><button type=\"submit\" name=\"decision\" "
		     "value=\"allow\">Allow</button><button type=\"submit\" name=\"decision\" "
		     "value=\"deny\" class=\"quiet\">Deny</button></div></form><p "
		     "class=\"soft\"><small>The app keeps access for at most %d days, if it is "
		     "used. You can disconnect it at any time on the page Connected apps of the "
		     "application at ",
		     AD_GRANT_DAYS);
	ad_text_add_html(&page, ad_str(x->call.core->config->public_url));
	ad_text_adds(&page, "/app.</small></p>");
	ad_page_reply_leading(x, &page, status);
}
