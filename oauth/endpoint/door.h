/*
 * Inside oauth/: shared by the endpoints: checks before a request runs, parameters, cookies,
 * replies.
 */
#ifndef OAUTH_DOOR_H
#define OAUTH_DOOR_H

#include "http/browser.h"

#define OAUTH_SIGNIN_PATH "/signin"
#define OAUTH_LINK_PATH "/signin/link"
#define OAUTH_CONSENT_PATH "/authorize/consent"

/* The kinds of endpoints, by their callers. */
enum oauth_kind {
	OAUTH_DOCUMENT, /* GET, any origin may read it */
	OAUTH_API,      /* POST, any origin may read it, JSON errors */
	OAUTH_CALL,     /* POST of a server, JSON errors: no origin of a browser may read it */
	OAUTH_OBJECT,   /* GET, PUT and DELETE with a bearer token, any origin, JSON errors */
	OAUTH_PAGE,     /* GET and POST of a browser, HTML errors */
};

/* Checks method, CORS preflight and the limit of the address. False: the reply is made. */
bool oauth_begin(struct ad_exchange *x, enum oauth_kind kind, enum ad_address_use use) AD_CHECK;

/* The errors of requests that reach no handler, by kind of endpoint: see ad_refuse_fn. */
ad_refuse_fn oauth_refuse_open;   /* OAUTH_DOCUMENT, OAUTH_API, OAUTH_OBJECT */
ad_refuse_fn oauth_refuse_closed; /* OAUTH_CALL */
ad_refuse_fn oauth_refuse_page;   /* OAUTH_PAGE */

/* --- JSON endpoints --- */

/* An error of RFC 6749 section 5.2; the description is plain ASCII without quotes. */
void oauth_error(struct ad_exchange *x, int status, const char *error, const char *description);
/*
 * Logs a refused request on one line: endpoint, reason, client, address, request id. Credentials
 * are never logged. oauth_error() calls this.
 */
void oauth_log_refusal(struct ad_exchange *x, int status, const char *error, const char *reason);
/* Replies 503 with Retry-After: a write or the database failed. */
void oauth_unavailable(struct ad_exchange *x);
/* Replies with a body that must not be cached: no-store. */
void oauth_json(struct ad_exchange *x, int status, struct ad_str body);

/* --- Parameters --- */

/* A set of parameters: of a query or a form. */
struct oauth_params {
	const struct ad_param *list;
	size_t count;
};

/* Parses the form of a POST. False with an error reply: malformed, or a secret in the query. */
bool oauth_form(struct ad_exchange *x, struct oauth_params *out) AD_CHECK;
/* The same for the form of a page: the error is a page. */
bool oauth_page_form(struct ad_exchange *x, struct oauth_params *out) AD_CHECK;
/* A parameter's value; empty is absent (RFC 6749 section 3.1). */
struct ad_str oauth_param(const struct oauth_params *params, const char *name);
/* The number of times that the parameter occurs. */
size_t oauth_param_times(const struct oauth_params *params, const char *name);
/* The name of a parameter that occurs twice, or NULL. "resource" and "scope[]" may. */
const char *oauth_param_twice(const struct oauth_params *params);

/* --- Browser --- */

/*
 * The cookie that identifies this browser before the sign-in; created if missing. It binds
 * authorization requests and the sign-in form.
 */
struct ad_str oauth_browser(struct ad_exchange *x);
/* The cookie of the request, or absent. */
struct ad_str oauth_browser_shown(const struct ad_exchange *x);
/* Sets the cookie. */
void oauth_browser_set(struct ad_exchange *x, struct ad_str value);
/*
 * The cookie that replaces the old one at sign-in. It cannot be derived from the old one without
 * the server's key, and a form that is sent twice gets the same value twice. Without an old cookie
 * it is random.
 */
struct ad_str oauth_browser_renewed(struct ad_exchange *x, struct ad_str old, struct ad_str email);

/* --- Text --- */

/* SHA-256 in hex on the arena: secrets are stored and found by this hash. */
struct ad_str oauth_hash(struct ad_arena *arena, struct ad_str s);
/* The granted scopes as names separated by spaces. */
struct ad_str oauth_scopes_text(struct ad_arena *arena, uint32_t scopes);
/*
 * The known scopes of a list; offline_access and unknown names are ignored. False: a forbidden
 * character (RFC 6749 section 3.3).
 */
bool oauth_scopes_read(struct ad_str list, uint32_t *scopes, bool *named) AD_CHECK;
/* The protected resource that a resource parameter names (RFC 8707), or NULL. */
const char *oauth_resource(const struct ad_core *core, struct ad_str resource);

#endif
