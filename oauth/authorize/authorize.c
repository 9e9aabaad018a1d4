/*
 * GET or POST /authorize (OAuth 2.1 section 4.1.1): a request is checked completely before the
 * sign-in. Anybody can register a client, so faults are answered by a page and never by a
 * redirect: this server must not be an open redirector.
 */
#include "oauth/authorize/authorization.h"
#include "oauth/endpoint/endpoints.h"
#include "oauth/endpoint/pages.h"
#include "oauth/authorize/pushed.h"
#include "oauth/endpoint/rows.h"
#include "oauth/client/uri.h"

/* A request that is being checked and stored. */
struct asked {
	struct oauth_authorization auth;
	struct ad_str handle;
	bool signed_in; /* and recently enough */
};

/* Shows a fault that may be sent to the redirect URI, with a link to it. */
static void authorize_refused(struct ad_exchange *x, const struct oauth_authorization *a)
{
	struct ad_text page = ad_page_card(x, "This request was refused");

	ad_text_adds(&page, "<h1>This request was refused</h1><p>");
	ad_text_add_html(&page, ad_str(a->sentence));
	ad_text_addf(&page, "</p><p>Error <code>%s</code>. ", a->error);
	if (a->request.redirect_uri.p) {
		struct ad_str url = oauth_request_answer(x->call.core, x->call.arena, &a->request,
							 "error", ad_str(a->error));
		ad_text_adds(&page, "<a rel=\"noreferrer\" href=\"");
		ad_text_add_html(&page, url);
		ad_text_adds(&page, "\">Return to the app</a> at ");
		ad_text_add_html(&page, oauth_uri_host(a->request.redirect_uri));
		ad_text_adds(&page, ", or start again from the app.");
	} else {
		ad_text_adds(&page, "Start again from your app.");
	}
	ad_text_adds(&page, "</p><p class=\"soft\"><small>Request <code>");
	ad_text_add_html(&page, x->call.request_id);
	ad_text_adds(&page, "</code></small></p>");
	oauth_log_refusal(x, 400, a->error, a->sentence);
	ad_page_reply(x, &page, 400);
}

/*
 * max_age (OpenID Connect Core section 3.1.2.1): the maximum age of the sign-in in seconds. False:
 * not a valid number.
 */
static bool read_max_age(struct ad_str text, int64_t now, int64_t *confirm_after)
{
	int64_t seconds = 0;

	*confirm_after = 0;
	if (!text.p)
		return true;
	if (text.n > 9)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
		seconds = 10 * seconds + (text.p[i] - '0');
	}
	*confirm_after = now - seconds * AD_SECOND;
	return true;
}

/* Checks prompt and max_age, and if the session satisfies them. */
static bool check_session(struct ad_exchange *x, struct asked *a)
{
	struct ad_str prompt = oauth_param(&a->auth.params, "prompt"), token;
	struct ad_session session;
	bool again = oauth_has_word(prompt, "login") || oauth_has_word(prompt, "select_account");
	int64_t now = ad_now(), confirm_after;

	if (oauth_has_word(prompt, "none"))
		return oauth_authorization_refuse(
			&a->auth, "consent_required",
			"prompt=none is not supported: this server always asks the user.");
	if (!read_max_age(oauth_param(&a->auth.params, "max_age"), now, &confirm_after))
		return oauth_authorization_refuse(
			&a->auth, "invalid_request",
			"The parameter max_age must be a number of seconds.");
	enum ad_db_status status = ad_browser_session(x, &session, &token);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		a->auth.unavailable = true;
		return false;
	}
	if (status == AD_DB_ROW)
		a->auth.request.account_id = session.account_id;
	a->auth.request.confirm_after = again ? now : confirm_after;
	a->signed_in = status == AD_DB_ROW && session.confirmed_at >= a->auth.request.confirm_after;
	return true;
}

/*
 * The parameters of a pushed request are read only from the stored request (RFC 9126 section 4).
 */
static bool take_pushed(struct ad_exchange *x, struct asked *a)
{
	struct ad_str uri = oauth_param(&a->auth.params, "request_uri");
	struct ad_str id = oauth_param(&a->auth.params, "client_id");

	if (!ad_str_starts(uri, OAUTH_PUSHED_PREFIX) || oauth_param_twice(&a->auth.params))
		return true;
	switch (oauth_pushed_find(x->call.db, x->call.arena, uri, id, &a->auth.params)) {
	case AD_DB_ROW:
		a->auth.request.pushed_hash = oauth_hash(x->call.arena, uri);
		return true;
	case AD_DB_DONE:
		return oauth_authorization_refuse(
			&a->auth, "invalid_request_uri",
			"The pushed authorization request has expired or was already used.");
	case AD_DB_CONFLICT:
	case AD_DB_BAD_REFERENCE:
	case AD_DB_INVALID:
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		break;
	}
	a->auth.unavailable = true;
	return false;
}

static bool authorize_check(struct ad_exchange *x, struct asked *a)
{
	return take_pushed(x, a) && oauth_authorization_client(x, &a->auth) &&
	       oauth_authorization_check(x, &a->auth) && check_session(x, a);
}

static void authorize_keep(struct ad_call *call)
{
	struct asked *a = call->door_data;

	a->auth.request.network = oauth_rows_network(call);
	if (oauth_request_add(call->db, &a->auth.request) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void authorize_go_on(struct ad_exchange *x)
{
	const struct asked *a = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	ad_redirect(x, ad_arena_printf(x->call.arena, "%s%s?request=%.*s",
				       x->call.core->config->public_url,
				       a->signed_in ? OAUTH_CONSENT_PATH : OAUTH_SIGNIN_PATH,
				       AD_FMT(a->handle)));
}

void oauth_authorize(struct ad_exchange *x)
{
	struct asked *a = ad_arena_zalloc(x->call.arena, sizeof(*a));
	uint8_t random[32];

	if (!oauth_begin(x, OAUTH_PAGE, AD_ADDRESS_REQUEST))
		return;
	a->auth.params = (struct oauth_params){ x->params, x->param_count };
	if (ad_str_is(x->method, "POST") && !oauth_page_form(x, &a->auth.params))
		return;
	if (!authorize_check(x, a)) {
		if (a->auth.unavailable)
			oauth_page_unavailable(x);
		else
			authorize_refused(x, &a->auth);
		return;
	}
	ad_random(random, sizeof(random));
	a->handle = ad_base64url(x->call.arena, random, sizeof(random));
	a->auth.request.handle_hash = oauth_hash(x->call.arena, a->handle);
	a->auth.request.browser_hash = oauth_hash(x->call.arena, oauth_browser(x));
	a->auth.request.expires_at = ad_now() + OAUTH_REQUEST_MINUTES * AD_MINUTE;
	x->call.door_data = a;
	x->render = authorize_go_on;
	ad_call_next(&x->call, AD_WRITE, authorize_keep);
}
