/*
 * GET or POST /authorize (OAuth 2.1 section 4.1.1): everything about a request is checked before
 * anybody signs in. Clients register themselves here, so what is wrong is answered by a page of
 * our own, never by a redirect that would make this server a way to anywhere.
 */
#include "oauth/clients.h"
#include "oauth/endpoints.h"
#include "oauth/pages.h"
#include "oauth/requests.h"
#include "oauth/uri.h"

#define STATE_MAX 4096
#define CHALLENGE_LENGTH 43

/* A request while it is checked and kept. */
struct asked {
	struct oauth_params params;
	struct oauth_client client;
	struct oauth_request request;
	struct ad_str handle;
	bool signed_in; /* and lately enough */
};

/* A fault that the redirect URI may hear of: by a link that the person can follow, or not. */
static bool refuse(struct ad_exchange *x, const struct asked *a, const char *error,
		   const char *sentence)
{
	struct ad_text page = oauth_page(x, "This request cannot be answered");

	ad_text_adds(&page, "<h1>This request cannot be answered</h1><p>");
	oauth_html(&page, ad_str(sentence));
	ad_text_addf(&page, "</p><p>Error <code>%s</code>. ", error);
	if (a->request.redirect_uri.p) {
		struct ad_str url = oauth_request_answer(x->call.core, x->call.arena, &a->request,
							 "error", ad_str(error));
		ad_text_adds(&page, "<a rel=\"noreferrer\" href=\"");
		oauth_html(&page, url);
		ad_text_adds(&page, "\">Return to the app</a> at ");
		oauth_html(&page, oauth_uri_host(a->request.redirect_uri));
		ad_text_adds(&page, ", or start again there.");
	} else {
		ad_text_adds(&page, "Start again from your app.");
	}
	ad_text_adds(&page, "</p><p class=\"soft\"><small>Request <code>");
	oauth_html(&page, x->call.request_id);
	ad_text_adds(&page, "</code></small></p>");
	ad_log(AD_LOG_INFO, "authorization_refused", "error", error, "request",
	       x->call.request_id.p, NULL);
	oauth_page_reply(x, &page, 400, NULL);
	return false;
}

/* Who asks, and where the answer would go. */
static bool check_client(struct ad_exchange *x, struct asked *a)
{
	struct ad_str id = oauth_param(&a->params, "client_id");
	struct ad_str uri = oauth_param(&a->params, "redirect_uri"), redirect;

	if (!id.p)
		return refuse(x, a, "invalid_request", "The parameter client_id is missing.");
	enum ad_db_status status = oauth_client_load(x->call.db, x->call.arena, id, &a->client);
	if (status == AD_DB_DONE)
		return refuse(x, a, "invalid_client",
			      "The app is not registered here (any more). Remove the connection "
			      "in the app and add it again.");
	if (status != AD_DB_ROW) {
		oauth_page_unavailable(x);
		return false;
	}
	if (!oauth_client_redirect(&a->client, uri, &redirect))
		return refuse(x, a, "invalid_request",
			      "The parameter redirect_uri is not one that the app registered, or "
			      "cannot be used: it must be https, or http on localhost.");
	a->request.client_id = a->client.id;
	a->request.redirect_uri = redirect;
	a->request.redirect_given = uri.p != NULL;
	return true;
}

static bool check_type(struct ad_exchange *x, struct asked *a)
{
	struct ad_str mode = oauth_param(&a->params, "response_mode");

	a->request.state = oauth_param(&a->params, "state");
	if (a->request.state.n > STATE_MAX) {
		a->request.state = (struct ad_str){ 0 };
		return refuse(x, a, "invalid_request", "The parameter state is too long.");
	}
	if (oauth_param(&a->params, "request").p)
		return refuse(x, a, "request_not_supported",
			      "Request objects are not accepted here.");
	if (oauth_param(&a->params, "request_uri").p)
		return refuse(x, a, "request_uri_not_supported",
			      "The parameter request_uri is not accepted here.");
	if (!ad_str_is(oauth_param(&a->params, "response_type"), "code"))
		return refuse(x, a, "unsupported_response_type",
			      "The parameter response_type must be code.");
	if (mode.p && !ad_str_is(mode, "query"))
		return refuse(x, a, "invalid_request",
			      "The parameter response_mode must be query.");
	return true;
}

/* PKCE (RFC 7636), S256 alone, for every client. */
static bool check_challenge(struct ad_exchange *x, struct asked *a)
{
	struct ad_str challenge = oauth_param(&a->params, "code_challenge"), bytes;

	if (!challenge.p)
		return refuse(x, a, "invalid_request",
			      "The parameter code_challenge is missing: PKCE is required.");
	if (!ad_str_is(oauth_param(&a->params, "code_challenge_method"), "S256"))
		return refuse(x, a, "invalid_request",
			      "The parameter code_challenge_method must be S256.");
	if (challenge.n != CHALLENGE_LENGTH || !ad_unbase64url(x->call.arena, challenge, &bytes))
		return refuse(x, a, "invalid_request",
			      "The parameter code_challenge must be the base64url of a SHA-256.");
	a->request.challenge = challenge;
	return true;
}

static bool check_scope(struct ad_exchange *x, struct asked *a)
{
	bool named;

	if (!oauth_scopes_read(oauth_param(&a->params, "scope"), &a->request.scopes, &named))
		return refuse(x, a, "invalid_scope",
			      "The parameter scope holds a forbidden character.");
	if (a->request.scopes == 0 && named)
		return refuse(x, a, "invalid_scope", "None of the requested scopes exists here.");
	/* Who names none lets the person choose from all. */
	if (a->request.scopes == 0)
		a->request.scopes = AD_SCOPES_ALL;
	return true;
}

/* One token has one audience; the connector is the default (RFC 8707). */
static bool check_resource(struct ad_exchange *x, struct asked *a)
{
	const char *resource = x->call.core->config->mcp_url;

	for (size_t i = 0; i < a->params.count; i++) {
		const struct ad_param *p = &a->params.list[i];
		if (!ad_str_is(p->name, "resource") || p->value.n == 0)
			continue;
		const char *named = oauth_resource(x->call.core, p->value);
		if (!named || (a->request.resource.p && !ad_str_is(a->request.resource, named)))
			return refuse(x, a, "invalid_target",
				      named ? "Only one resource can be asked for at a time."
					    : "The parameter resource names nothing that is "
					      "protected here.");
		resource = named;
		a->request.resource = ad_str(named);
	}
	a->request.resource = ad_str(resource);
	return true;
}

static bool word_in(struct ad_str list, const char *word)
{
	size_t n = strlen(word);

	for (size_t at = 0; at + n <= list.n; at++)
		if (memcmp(list.p + at, word, n) == 0 && (at == 0 || list.p[at - 1] == ' ') &&
		    (at + n == list.n || list.p[at + n] == ' '))
			return true;
	return false;
}

/* prompt, and whether the session (if any) will do. */
static bool check_session(struct ad_exchange *x, struct asked *a)
{
	struct ad_str prompt = oauth_param(&a->params, "prompt"), token;
	struct ad_session session;
	bool again = word_in(prompt, "login") || word_in(prompt, "select_account");

	if (word_in(prompt, "none"))
		return refuse(x, a, "consent_required",
			      "This server always asks the person; prompt=none cannot be met.");
	enum ad_db_status status = oauth_session(x, &session, &token);
	if (status != AD_DB_ROW && status != AD_DB_DONE) {
		oauth_page_unavailable(x);
		return false;
	}
	a->request.confirm_after = again ? ad_now() : 0;
	a->signed_in = status == AD_DB_ROW && !again;
	a->request.login_hint = oauth_param(&a->params, "login_hint");
	if (a->request.login_hint.n > 254)
		a->request.login_hint = (struct ad_str){ 0 };
	return true;
}

static bool check(struct ad_exchange *x, struct asked *a)
{
	const char *twice = oauth_param_twice(&a->params);

	if (twice)
		return refuse(
			x, a, "invalid_request",
			ad_arena_printf(x->call.arena, "The parameter %s is there twice.", twice)
				.p);
	return check_client(x, a) && check_type(x, a) && check_challenge(x, a) &&
	       check_scope(x, a) && check_resource(x, a) && check_session(x, a);
}

static void keep(struct ad_call *call)
{
	const struct asked *a = call->door_data;

	if (oauth_request_add(call->db, &a->request) != AD_DB_DONE)
		call->status = AD_UNAVAILABLE;
}

static void go_on(struct ad_exchange *x)
{
	const struct asked *a = x->call.door_data;

	if (x->call.status != AD_OK) {
		oauth_page_unavailable(x);
		return;
	}
	oauth_redirect(x, ad_arena_printf(x->call.arena, "%s%s?request=%.*s",
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
	a->params = (struct oauth_params){ x->params, x->param_count };
	if (ad_str_is(x->method, "POST") && !oauth_form(x, &a->params))
		return;
	if (!check(x, a))
		return;
	ad_random(random, sizeof(random));
	a->handle = ad_base64url(x->call.arena, random, sizeof(random));
	a->request.handle_hash = oauth_hash(x->call.arena, a->handle);
	a->request.browser_hash = oauth_hash(x->call.arena, oauth_browser(x));
	a->request.expires_at = ad_now() + OAUTH_REQUEST_MINUTES * AD_MINUTE;
	x->call.door_data = a;
	x->render = go_on;
	ad_call_next(&x->call, AD_WRITE, keep);
}
