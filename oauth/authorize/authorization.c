/* The checks of an authorization request: see authorization.h. */
#include "oauth/authorize/authorization.h"

#include "oauth/client/trust.h"
#include "oauth/client/uri.h"

#define STATE_MAX 4096
#define CHALLENGE_LENGTH 43
#define LOGIN_HINT_MAX 254 /* longer than any address: ignored */

bool oauth_authorization_refuse(struct oauth_authorization *a, const char *error,
				const char *sentence)
{
	a->error = error;
	a->sentence = sentence;
	return false;
}

/*
 * A metadata-document client. Its document is fetched only after a sign-in, so that strangers
 * cannot make this server fetch. Before that, only the request itself is checked.
 */
static bool document_client(struct ad_exchange *x, struct oauth_authorization *a, struct ad_str id,
			    struct ad_str uri)
{
	const char *fault = oauth_uri_document_fault(id);
	enum oauth_uri_kind kind = oauth_uri_judge(uri);

	if (fault)
		return oauth_authorization_refuse(
			a, "invalid_client",
			ad_arena_printf(
				x->call.arena,
				"The client_id is not the address of a metadata document: %s.",
				fault)
				.p);
	fault = oauth_trust_fault(x->call.core, x->call.arena, id);
	if (fault)
		return oauth_authorization_refuse(a, "unauthorized_client", fault);
	if (!uri.p || (kind != OAUTH_URI_HTTPS && kind != OAUTH_URI_LOOPBACK))
		return oauth_authorization_refuse(
			a, "invalid_request",
			uri.p ? "The parameter redirect_uri must be https, or http on localhost."
			      : "The parameter redirect_uri is missing.");
	a->client.id = id;
	a->request.client_id = id;
	a->request.redirect_uri = uri;
	a->request.redirect_given = true;
	return true;
}

bool oauth_authorization_client(struct ad_exchange *x, struct oauth_authorization *a)
{
	struct ad_str id = oauth_param(&a->params, "client_id");
	struct ad_str uri = oauth_param(&a->params, "redirect_uri"), redirect;
	const char *twice = oauth_param_twice(&a->params);

	if (twice)
		return oauth_authorization_refuse(
			a, "invalid_request",
			ad_arena_printf(x->call.arena, "The parameter %s is repeated.", twice).p);

	if (!id.p)
		return oauth_authorization_refuse(a, "invalid_request",
						  "The parameter client_id is missing.");
	if (oauth_uri_is_document(id))
		return document_client(x, a, id, uri);
	enum ad_db_status status = oauth_client_load(x->call.db, x->call.arena, id, &a->client);
	if (status == AD_DB_DONE)
		return oauth_authorization_refuse(
			a, "invalid_client",
			"The app is not registered at this server. Remove the connection in the "
			"app and add it again.");
	if (status != AD_DB_ROW) {
		a->unavailable = true;
		return false;
	}
	if (!(a->client.grants & OAUTH_GRANT_CODE))
		return oauth_authorization_refuse(
			a, "unauthorized_client",
			"The app did not register the grant_type authorization_code.");
	if (!oauth_client_redirect(&a->client, uri, &redirect))
		return oauth_authorization_refuse(
			a, "invalid_request",
			"The parameter redirect_uri is not registered for the app, or is not "
			"allowed: it must be https, or http on localhost.");
	a->request.client_id = a->client.id;
	a->request.redirect_uri = redirect;
	a->request.redirect_given = uri.p != NULL;
	return true;
}

static bool check_type(struct oauth_authorization *a)
{
	struct ad_str mode = oauth_param(&a->params, "response_mode");

	a->request.state = oauth_param(&a->params, "state");
	if (a->request.state.n > STATE_MAX) {
		a->request.state = (struct ad_str){ 0 };
		return oauth_authorization_refuse(a, "invalid_request",
						  "The parameter state is too long.");
	}
	if (oauth_param(&a->params, "request").p)
		return oauth_authorization_refuse(a, "request_not_supported",
						  "Request objects are not supported.");
	if (oauth_param(&a->params, "request_uri").p)
		return oauth_authorization_refuse(
			a, "request_uri_not_supported",
			"The parameter request_uri is not accepted in this request.");
	if (!ad_str_is(oauth_param(&a->params, "response_type"), "code"))
		return oauth_authorization_refuse(a, "unsupported_response_type",
						  "The parameter response_type must be code.");
	if (mode.p && !ad_str_is(mode, "query"))
		return oauth_authorization_refuse(a, "invalid_request",
						  "The parameter response_mode must be query.");
	return true;
}

/* PKCE (RFC 7636), only S256, for every client. */
static bool check_challenge(struct ad_exchange *x, struct oauth_authorization *a)
{
	struct ad_str challenge = oauth_param(&a->params, "code_challenge"), bytes;

	if (!challenge.p)
		return oauth_authorization_refuse(
			a, "invalid_request",
			"The parameter code_challenge is missing: PKCE is required.");
	if (!ad_str_is(oauth_param(&a->params, "code_challenge_method"), "S256"))
		return oauth_authorization_refuse(
			a, "invalid_request", "The parameter code_challenge_method must be S256.");
	if (challenge.n != CHALLENGE_LENGTH || !ad_unbase64url(x->call.arena, challenge, &bytes))
		return oauth_authorization_refuse(
			a, "invalid_request",
			"The parameter code_challenge must be the base64url of a SHA-256.");
	a->request.challenge = challenge;
	return true;
}

static bool check_scope(struct oauth_authorization *a)
{
	bool named;

	if (!oauth_scopes_read(oauth_param(&a->params, "scope"), &a->request.scopes, &named))
		return oauth_authorization_refuse(
			a, "invalid_scope", "The parameter scope contains a forbidden character.");
	if (a->request.scopes == 0 && named)
		return oauth_authorization_refuse(a, "invalid_scope",
						  "None of the requested scopes exists.");
	/* A request without scopes lets the user choose from all scopes. */
	if (a->request.scopes == 0)
		a->request.scopes = AD_SCOPES_ALL;
	return true;
}

/* One token has one audience; the connector is the default (RFC 8707). */
static bool check_resource(struct ad_exchange *x, struct oauth_authorization *a)
{
	const char *resource = x->call.core->config->mcp_url;

	for (size_t i = 0; i < a->params.count; i++) {
		const struct ad_param *p = &a->params.list[i];
		if (!ad_str_is(p->name, "resource") || p->value.n == 0)
			continue;
		const char *named = oauth_resource(x->call.core, p->value);
		if (!named || (a->request.resource.p && !ad_str_is(a->request.resource, named)))
			return oauth_authorization_refuse(
				a, "invalid_target",
				named ? "Only one resource can be requested at a time."
				      : "The parameter resource is not a protected resource of "
					"this server.");
		resource = named;
		a->request.resource = ad_str(named);
	}
	a->request.resource = ad_str(resource);
	return true;
}

/* The key that the code will be bound to (RFC 9449 section 10). */
static bool check_key(struct ad_exchange *x, struct oauth_authorization *a)
{
	struct ad_str jkt = oauth_param(&a->params, "dpop_jkt"), bytes;

	if (jkt.p && (!ad_unbase64url(x->call.arena, jkt, &bytes) || bytes.n != AD_SHA256_SIZE))
		return oauth_authorization_refuse(
			a, "invalid_request",
			"The parameter dpop_jkt must be the base64url of a SHA-256.");
	a->request.jkt = jkt;
	return true;
}

bool oauth_has_word(struct ad_str list, const char *word)
{
	size_t n = strlen(word);

	for (size_t at = 0; at + n <= list.n; at++)
		if (memcmp(list.p + at, word, n) == 0 && (at == 0 || list.p[at - 1] == ' ') &&
		    (at + n == list.n || list.p[at + n] == ' '))
			return true;
	return false;
}

bool oauth_authorization_check(struct ad_exchange *x, struct oauth_authorization *a)
{
	a->request.login_hint = oauth_param(&a->params, "login_hint");
	if (a->request.login_hint.n > LOGIN_HINT_MAX)
		a->request.login_hint = (struct ad_str){ 0 };
	return check_type(a) && check_challenge(x, a) && check_scope(a) && check_resource(x, a) &&
	       check_key(x, a);
}

bool oauth_authorization_extent(struct ad_exchange *x, struct oauth_authorization *a)
{
	return check_scope(a) && check_resource(x, a);
}
